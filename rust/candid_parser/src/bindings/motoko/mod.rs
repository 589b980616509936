//! Generator for Motoko: a module of the definitions and of the actor's type, `Self`.

mod names;

use super::layout::{comment_lines, failure, render, CURLY, ROUND, SQUARE};
use crate::bindings::model::{is_tuple, Actor, Arg, Def, Field, Func, Method, Model, Prim, Ty};
use crate::error::Result;
use crate::syntax::IDLMergedProg;
use candid::pretty::candid::pp_text;
use candid::pretty::utils::{indented, kwd, lines, sequence, str};
use candid::types::{FuncMode, Type, TypeEnv};
use pretty::RcDoc;
use std::borrow::Cow;

const HEADER: &str = "\
// This is a generated Motoko binding.
// Please use `import service \"ic:canister_id\"` instead to call canisters on the IC if possible.

";

/// Returns a module of all definitions, and of the type `Self` if there is a service.
///
/// A method whose name is not an identifier cannot be called by name in Motoko. The actor's type omits it, with a
/// comment. Types that are not valid in an interface (names without a definition, for instance) yield a comment too.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::motoko::compile;
/// use candid_parser::{check_prog, syntax::IDLMergedProg, IDLProg, TypeEnv};
///
/// let prog: IDLProg = "service : { add : (x : nat, y : nat) -> (nat) }".parse().unwrap();
/// let mut env = TypeEnv::new();
/// let actor = check_prog(&mut env, &prog).unwrap();
/// let module = compile(&env, &actor, &IDLMergedProg::new(prog));
/// assert!(module.contains("add : shared (x : Nat, y : Nat) -> async Nat"));
/// ```
pub fn compile(env: &TypeEnv, actor: &Option<Type>, prog: &IDLMergedProg) -> String {
    try_compile(env, actor, prog).unwrap_or_else(|error| failure(&error))
}

/// Returns the same as [`compile`].
///
/// # Errors
///
/// If the types are not valid in an interface.
pub fn try_compile(env: &TypeEnv, actor: &Option<Type>, prog: &IDLMergedProg) -> Result<String> {
    let model = Model::new(env, actor, prog)?;
    let has_actor = model.actor.is_some();
    let type_name = |name: &str| match name {
        "Self" if has_actor => "Self_".to_string(),
        _ => names::type_name(name),
    };
    let printer = Printer {
        model: &model,
        names: model.def_names(&type_name, "_"),
    };
    let mut file = HEADER.to_string();
    file += &model.with_stack(|| render(&printer.file()));
    Ok(file)
}

struct Printer<'a> {
    model: &'a Model,
    /// The Motoko names of the definitions.
    names: Vec<String>,
}

/// The syntactic context of a type, as far as it decides whether the type needs parentheses.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Within brackets, or after a colon.
    Open,
    /// After `async`: a function type needs them.
    Result,
    /// After `?` or before an arrow: a service type needs them too.
    Operand,
}

impl<'a> Printer<'a> {
    fn file(&'a self) -> RcDoc<'a> {
        let defs = self.model.defs.iter().zip(&self.names);
        let defs = lines(defs.map(|(def, name)| self.def(def, name)));
        let body = match &self.model.actor {
            None => defs,
            Some(actor) => defs.append(self.actor(actor)),
        };
        kwd("module").append(CURLY.around(0, body))
    }

    fn def(&'a self, def: &'a Def, name: &'a str) -> RcDoc<'a> {
        docs(&def.docs)
            .append(kwd("public type"))
            .append(kwd(name))
            .append(kwd("="))
            .append(self.ty(&def.ty, Place::Open, 0))
            .append(str(";"))
    }

    fn actor(&'a self, actor: &'a Actor) -> RcDoc<'a> {
        let service = self.ty(&actor.ty, Place::Open, 0);
        let ty = match &actor.init {
            None => service,
            Some(args) => self
                .args(args, Place::Operand, 0)
                .append(str(" -> async "))
                .append(service),
        };
        docs(&actor.docs)
            .append(str("public type Self = "))
            .append(ty)
    }

    fn ty(&'a self, ty: &'a Ty, place: Place, level: usize) -> RcDoc<'a> {
        match ty {
            Ty::Prim(prim) => RcDoc::text(primitive(*prim)),
            Ty::Principal => str("Principal"),
            Ty::Var(idx) => str(&self.names[*idx]),
            Ty::Blob => str("Blob"),
            Ty::Opt(part) => str("?").append(self.ty(part, Place::Operand, level + 1)),
            Ty::Vec(part) => SQUARE.around(level, self.ty(part, Place::Open, level + 1)),
            Ty::Record(fields) if is_motoko_tuple(fields) => {
                let part = |field: &'a Field| self.ty(&field.ty, Place::Open, level + 1);
                ROUND.list(level, ",", fields.iter().map(part).collect())
            }
            Ty::Record(fields) => {
                let field = |field: &'a Field| {
                    docs(&field.docs)
                        .append(RcDoc::text(names::label(&field.label)))
                        .append(kwd(" :"))
                        .append(self.ty(&field.ty, Place::Open, level + 1))
                };
                CURLY.list(level, ";", fields.iter().map(field).collect())
            }
            Ty::Variant(fields) if fields.is_empty() => str("{#}"),
            Ty::Variant(fields) => {
                let case = |field| self.case(field, level + 1);
                CURLY.list(level, ";", fields.iter().map(case).collect())
            }
            Ty::Func(func) if place != Place::Open => {
                ROUND.around(level, self.func(func, level + 1))
            }
            Ty::Func(func) => self.func(func, level),
            Ty::Service(methods) if place == Place::Operand => {
                ROUND.around(level, self.service(methods, level + 1))
            }
            Ty::Service(methods) => self.service(methods, level),
        }
    }

    fn case(&'a self, field: &'a Field, level: usize) -> RcDoc<'a> {
        let name = docs(&field.docs)
            .append(str("#"))
            .append(RcDoc::text(names::label(&field.label)));
        match &field.ty {
            Ty::Prim(Prim::Null) => name,
            ty => name
                .append(kwd(" :"))
                .append(self.ty(ty, Place::Open, level)),
        }
    }

    fn func(&'a self, func: &'a Func, level: usize) -> RcDoc<'a> {
        let shared = match func.mode {
            None | Some(FuncMode::Oneway) => "shared ",
            Some(FuncMode::Query) => "shared query ",
            Some(FuncMode::CompositeQuery) => "shared composite query ",
        };
        let head = str(shared).append(self.args(&func.args, Place::Operand, level));
        let func = match func.mode {
            Some(FuncMode::Oneway) => head.append(str(" -> ()")),
            _ => head
                .append(str(" -> async "))
                .append(self.args(&func.rets, Place::Result, level)),
        };
        indented(func)
    }

    /// Prints arguments or results; `place` is the context of a single one.
    fn args(&'a self, args: &'a [Arg], place: Place, level: usize) -> RcDoc<'a> {
        if let [Arg { name: None, ty }] = args {
            // Without these parentheses the elements of a tuple would be separate arguments.
            let is_tuple = matches!(ty, Ty::Record(fields) if is_motoko_tuple(fields));
            let ty = self.ty(ty, place, level + 1);
            return if is_tuple {
                ROUND.around(level, ty)
            } else {
                ty
            };
        }
        let args = args.iter().map(|arg| {
            let ty = self.ty(&arg.ty, Place::Open, level + 1);
            match arg.name.as_deref().and_then(names::identifier) {
                None => ty,
                Some(name) => RcDoc::text(format!("{name} : ")).append(ty),
            }
        });
        ROUND.list(level, ",", args.collect())
    }

    fn service(&'a self, methods: &'a [Method], level: usize) -> RcDoc<'a> {
        let mut unnamed = Vec::new();
        let mut items = Vec::with_capacity(methods.len());
        for method in methods {
            let Some(name) = names::identifier(&method.name) else {
                unnamed.push(no_name(&method.name));
                continue;
            };
            let item = docs(&method.docs)
                .append(RcDoc::text(name))
                .append(kwd(" :"))
                .append(self.ty(&method.ty, Place::Open, level + 1));
            items.push(item);
        }
        if items.is_empty() && !unnamed.is_empty() {
            let unnamed = unnamed
                .into_iter()
                .map(|line| RcDoc::hardline().append(line));
            let inside = indented(sequence(unnamed.collect()));
            let close = RcDoc::hardline().append(str("}"));
            return str("actor {").append(inside).append(close);
        }
        if let Some(first) = items.first_mut() {
            *first = lines(unnamed.into_iter()).append(first.clone());
        }
        kwd("actor").append(CURLY.list(level, ";", items))
    }
}

fn no_name<'a>(method: &str) -> RcDoc<'a> {
    let name = pp_text(method).pretty(usize::MAX).to_string();
    RcDoc::text(format!(
        "// omitted: method {name}, whose name is not a Motoko identifier"
    ))
}

/// Returns whether a record is a tuple in Motoko: not with one field, which is a record, and not with none, which is
/// `{}`.
fn is_motoko_tuple(fields: &[Field]) -> bool {
    fields.len() > 1 && is_tuple(fields)
}

fn docs(docs: &[String]) -> RcDoc<'_> {
    let line = |line: Cow<'_, str>| RcDoc::text(format!("/// {line}"));
    lines(comment_lines(docs).map(line))
}

/// Returns the Motoko name of a type: mostly that of the variant.
fn primitive(prim: Prim) -> String {
    match prim {
        Prim::Float64 => "Float".to_string(),
        Prim::Reserved => "Any".to_string(),
        Prim::Empty => "None".to_string(),
        prim => format!("{prim:?}"),
    }
}
