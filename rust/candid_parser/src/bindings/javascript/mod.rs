//! Generator for JavaScript: a factory of the service's type, for `@icp-sdk/core/candid`, and the types of its init
//! arguments; without a service, a module of the types.

mod names;
pub mod value;

use super::layout::{failure, render, Brackets, CURLY, ROUND, SQUARE};
use crate::bindings::model::{is_tuple, Actor, Arg, Field, Func, Method, Model, Ty};
use crate::error::Result;
use candid::pretty::utils::{indented, kwd, lines, str};
use candid::types::{Type, TypeEnv};
use pretty::RcDoc;

pub(super) use names::{identifier, label_type_key};

/// Returns a module that exports `idlFactory` and `init`. Without a service it exports the definitions.
///
/// Types that are not valid in an interface (names without a definition, for instance) yield a comment that says so.
///
/// # Examples
///
/// ```
/// use candid::{func, service, TypeEnv};
/// use candid_parser::bindings::javascript::compile;
///
/// let actor = service! { "get" : func!((u8) -> (String) query) };
/// assert_eq!(
///     compile(&TypeEnv::new(), &Some(actor)),
///     "export const idlFactory = ({ IDL }) => {
///   return IDL.Service({ 'get' : IDL.Func([IDL.Nat8], [IDL.Text], ['query']) });
/// };
/// export const init = ({ IDL }) => { return []; };"
/// );
/// ```
pub fn compile(env: &TypeEnv, actor: &Option<Type>) -> String {
    try_compile(env, actor).unwrap_or_else(|error| failure(&error))
}

/// Returns the same as [`compile`].
///
/// # Errors
///
/// If the types are not valid in an interface.
pub fn try_compile(env: &TypeEnv, actor: &Option<Type>) -> Result<String> {
    let model = Model::without_source(env, actor)?;
    let Some(actor) = &model.actor else {
        return Ok(module(&model));
    };
    let type_name = |name: &str| match name {
        "IDL" => "IDL_".to_string(),
        _ => identifier(name),
    };
    let printer = Printer {
        model: &model,
        names: &model.def_names(&type_name, ""),
        form: Form::Factory,
    };
    Ok(model.with_stack(|| render(&printer.file(actor))))
}

/// Returns the module of an interface without a service, whose declarations have the same names.
fn module(model: &Model) -> String {
    if model.defs.is_empty() {
        return "export {};".to_string();
    }
    let printer = Printer {
        model,
        names: &model.def_names(&super::typescript::type_name, ""),
        form: Form::Module,
    };
    let defs = model.with_stack(|| render(&printer.all_defs().0));
    format!("import {{ IDL }} from '@icp-sdk/core/candid';\n\n{defs}")
}

/// Where definitions are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// In a function that is passed `IDL`.
    Factory,
    /// In a module, which exports them.
    Module,
    /// In a module of TypeScript, which exports them with their types.
    TypedModule,
}

/// Prints types as values of `IDL`.
pub(super) struct Printer<'a> {
    pub(super) model: &'a Model,
    /// The JavaScript names of the definitions.
    pub(super) names: &'a [String],
    pub(super) form: Form,
}

impl<'a> Printer<'a> {
    fn file(&'a self, actor: &'a Actor) -> RcDoc<'a> {
        let init = actor.init.as_deref().unwrap_or_default();
        let types = init.iter().map(|arg| &arg.ty);
        let (defs, ahead) = self.defs(types.clone().chain([&actor.ty]));
        let service = self.actor(actor, &ahead);
        let factory = function("idlFactory", defs.append(returned(service)));
        let (defs, _) = self.defs(types);
        let init = function("init", defs.append(returned(self.args(init, 0))));
        factory.append(RcDoc::hardline()).append(init)
    }

    /// Prints all definitions, and returns what of them is declared ahead.
    pub(super) fn all_defs(&'a self) -> (RcDoc<'a>, Ahead) {
        let all: Vec<Ty> = (0..self.model.defs.len()).map(Ty::Var).collect();
        self.defs(&all)
    }

    /// Prints the definitions that `types` need, and returns what of all definitions is declared ahead.
    fn defs<'t>(&'a self, types: impl IntoIterator<Item = &'t Ty>) -> (RcDoc<'a>, Ahead) {
        let (order, recursive) = self.model.needed_by(types);
        let own = |idx: usize| match recursive[idx] {
            true => "RecClass",
            false => class(&self.model.defs[idx].ty),
        };
        let classes = self
            .model
            .along_names(own, |idx, class| match recursive[idx] {
                true => "RecClass",
                false => class,
            });
        let declared = (0..recursive.len()).filter(|idx| recursive[*idx]);
        let declarations = declared.map(|idx| self.constant(idx, "RecClass", str("IDL.Rec()")));
        let definitions = order.iter().map(|idx| {
            let ty = &self.model.defs[*idx].ty;
            if recursive[*idx] {
                str(&self.names[*idx])
                    .append(ROUND_FILL.around(0, self.ty(ty, 1)))
                    .append(str(";"))
            } else {
                self.constant(*idx, classes[*idx], self.ty(ty, 0))
            }
        });
        let holder = |idx: usize| recursive[idx].then_some((idx, true));
        let ahead = self.model.along_names(holder, |idx, later| match later {
            None => holder(idx),
            Some((_, true)) if !recursive[idx] => Some((idx, true)),
            Some((last, _)) => Some((last, false)),
        });
        (lines(declarations.chain(definitions)), Ahead(ahead))
    }

    /// Prints the constant of a definition, whose value is of a class of the library.
    fn constant(&'a self, idx: usize, class: &'static str, value: RcDoc<'a>) -> RcDoc<'a> {
        let name = match self.form {
            Form::Factory => kwd("const").append(kwd(&self.names[idx])),
            Form::Module => kwd("export const").append(kwd(&self.names[idx])),
            Form::TypedModule => kwd("export const")
                .append(str(&self.names[idx]))
                .append(str(": IDL."))
                .append(kwd(class)),
        };
        name.append(kwd("=")).append(value).append(str(";"))
    }

    fn actor(&'a self, actor: &'a Actor, ahead: &Ahead) -> RcDoc<'a> {
        let methods = self.model.methods(&actor.ty).unwrap_or_default();
        let own = matches!(actor.ty, Ty::Service(_));
        // An actor is made of function types themselves, not of an `IDL.Rec` that is filled later.
        if own || methods.iter().any(|m| ahead.of(&m.ty).is_some()) {
            return self.service(methods, 0, Some(ahead));
        }
        self.itself(&actor.ty, ahead)
    }

    /// Prints the type itself, taken out of the `IDL.Rec` that stands for it.
    fn itself(&'a self, ty: &'a Ty, ahead: &Ahead) -> RcDoc<'a> {
        let Some(idx) = ahead.of(ty) else {
            return self.ty(ty, 0);
        };
        let itself = str(&self.names[idx]).append(str(".getType()"));
        match self.form {
            Form::TypedModule => str("(").append(itself).append(str(" as IDL.FuncClass)")),
            _ => itself,
        }
    }

    /// Prints a type.
    pub(super) fn ty(&'a self, ty: &'a Ty, level: usize) -> RcDoc<'a> {
        match ty {
            // The library's names of these types are those of the variants.
            Ty::Prim(prim) => RcDoc::text(format!("IDL.{prim:?}")),
            Ty::Principal => str("IDL.Principal"),
            Ty::Var(idx) => str(&self.names[*idx]),
            Ty::Blob => str("IDL.Vec(IDL.Nat8)"),
            Ty::Opt(part) => str("IDL.Opt").append(ROUND.around(level, self.ty(part, level + 1))),
            Ty::Vec(part) => str("IDL.Vec").append(ROUND.around(level, self.ty(part, level + 1))),
            Ty::Record(fields) if !fields.is_empty() && is_tuple(fields) => {
                let parts = fields.iter().map(|f| self.ty(&f.ty, level + 1)).collect();
                str("IDL.Tuple").append(ROUND.list(level, ",", parts))
            }
            Ty::Record(fields) => self.fields("IDL.Record(", fields, level),
            Ty::Variant(fields) => self.fields("IDL.Variant(", fields, level),
            Ty::Func(func) => self.func(func, level),
            Ty::Service(methods) => self.service(methods, level, None),
        }
    }

    fn fields(&'a self, open: &'static str, fields: &'a [Field], level: usize) -> RcDoc<'a> {
        let fields = fields.iter().map(|field| {
            names::label_key(&field.label)
                .append(kwd(":"))
                .append(self.ty(&field.ty, level + 1))
        });
        let fields = CURLY.list(level, ",", fields.collect());
        str(open).append(fields).append(str(")"))
    }

    fn func(&'a self, func: &'a Func, level: usize) -> RcDoc<'a> {
        let modes = func.keyword().into_iter();
        let modes = modes.map(|mode| RcDoc::text(format!("'{mode}'"))).collect();
        let parts = vec![
            self.args(&func.args, level + 1),
            self.args(&func.rets, level + 1),
            SQUARE.list(level, ",", modes),
        ];
        indented(str("IDL.Func").append(ROUND.list(level, ",", parts)))
    }

    /// Prints a list of types.
    pub(super) fn args(&'a self, args: &'a [Arg], level: usize) -> RcDoc<'a> {
        let args = args.iter().map(|arg| self.ty(&arg.ty, level + 1)).collect();
        SQUARE.list(level, ",", args)
    }

    /// Prints a service; with `ahead`, the types of methods are taken out of their `IDL.Rec`.
    pub(super) fn service(
        &'a self,
        methods: &'a [Method],
        level: usize,
        ahead: Option<&Ahead>,
    ) -> RcDoc<'a> {
        let methods = methods.iter().map(|method| {
            let ty = match ahead {
                Some(ahead) if !matches!(method.ty, Ty::Func(_)) => self.itself(&method.ty, ahead),
                // It may be an `IDL.Rec` that is filled later, which the library takes here too.
                None if self.form == Form::TypedModule && !matches!(method.ty, Ty::Func(_)) => self
                    .ty(&method.ty, level + 1)
                    .append(str(" as IDL.Type as IDL.FuncClass")),
                _ => self.ty(&method.ty, level + 1),
            };
            names::key(&method.name).append(kwd(":")).append(ty)
        });
        let methods = CURLY.list(level, ",", methods.collect());
        str("IDL.Service(").append(methods).append(str(")"))
    }
}

/// For each definition, one that is an `IDL.Rec` of the type itself, not of another `IDL.Rec`, and whether it is the same or
/// only another name of it; `None` if no definition of its chain of names is declared ahead.
pub(super) struct Ahead(Vec<Option<(usize, bool)>>);

impl Ahead {
    fn of(&self, ty: &Ty) -> Option<usize> {
        match ty {
            Ty::Var(idx) => self.0[*idx].map(|(holder, _)| holder),
            _ => None,
        }
    }
}

/// Returns the library's class of a type that is not a name, as precise as needed to use it in other types.
fn class(ty: &Ty) -> &'static str {
    match ty {
        Ty::Prim(_) | Ty::Principal | Ty::Var(_) => "Type",
        Ty::Func(_) => "FuncClass",
        Ty::Service(_) => "ServiceClass",
        _ => "ConstructType",
    }
}

const ROUND_FILL: Brackets = Brackets::new(".fill(", ")");

fn returned(value: RcDoc<'_>) -> RcDoc<'_> {
    kwd("return").append(value).append(str(";"))
}

fn function<'a>(name: &'static str, body: RcDoc<'a>) -> RcDoc<'a> {
    kwd("export const")
        .append(kwd(name))
        .append(kwd("= ({ IDL }) =>"))
        .append(CURLY.around(0, body))
        .append(str(";"))
}
