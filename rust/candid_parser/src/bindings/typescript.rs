//! Generator for TypeScript: the types of values in `@icp-sdk/core`, and the interface of the actor.

use super::javascript::{identifier, label_type_key};
use super::layout::{between, comment_lines, failure, render, Brackets, CURLY, SQUARE};
use crate::bindings::model::{
    is_tuple, Actor, Arg, Def, Field, Func, Method, Model, Names, Prim, Rules, Ty,
};
use crate::error::Result;
use crate::keywords::TYPESCRIPT_TYPES;
use crate::syntax::IDLMergedProg;
use candid::pretty::candid::is_valid_as_id;
use candid::pretty::utils::{indented, kwd, lines, quote_ident, str};
use candid::types::{Type, TypeEnv};
use pretty::RcDoc;
use std::borrow::Cow;

const HEADER: &str = "\
import type { Principal } from '@icp-sdk/core/principal';
import type { ActorMethod } from '@icp-sdk/core/agent';
import type { IDL } from '@icp-sdk/core/candid';

";

const FOOTER: &str = "
export declare const idlFactory: IDL.InterfaceFactory;
export declare const init: (args: { IDL: typeof IDL }) => IDL.Type[];";

/// Returns a module of declarations: every definition, and with a service its interface `_SERVICE`. Without a service, the
/// values are those of the module that [`javascript`](super::javascript) makes.
///
/// Types that are not valid in an interface (names without a definition, for instance) yield a comment that says so.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::typescript::compile;
/// use candid_parser::{check_prog, syntax::IDLMergedProg, IDLProg, TypeEnv};
///
/// let prog: IDLProg = "service : { add : (x : nat, y : nat) -> (nat) }".parse().unwrap();
/// let mut env = TypeEnv::new();
/// let actor = check_prog(&mut env, &prog).unwrap();
/// let module = compile(&env, &actor, &IDLMergedProg::new(prog));
/// assert!(module.contains("'add' : ActorMethod<[x: bigint, y: bigint], bigint>"));
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
    let printer = Printer {
        model: &model,
        names: model.def_names(&type_name, ""),
    };
    let mut file = HEADER.to_string();
    file += &model.with_stack(|| render(&printer.file()));
    if model.actor.is_some() {
        file += FOOTER;
    }
    Ok(file)
}

/// Returns the name of a definition in TypeScript.
pub(super) fn type_name(name: &str) -> String {
    if TYPESCRIPT_TYPES.contains(&name) {
        format!("{name}_")
    } else {
        identifier(name)
    }
}

struct Printer<'a> {
    model: &'a Model,
    /// The TypeScript names of the definitions.
    names: Vec<String>,
}

impl<'a> Printer<'a> {
    fn file(&'a self) -> RcDoc<'a> {
        let defs = self.model.defs.iter().zip(&self.names);
        let defs = lines(defs.map(|(def, name)| self.def(def, name)));
        match &self.model.actor {
            None => defs.append(lines(self.names.iter().map(|name| constant(name)))),
            Some(actor) => defs.append(self.actor(actor)),
        }
    }

    fn def(&'a self, def: &'a Def, name: &'a str) -> RcDoc<'a> {
        let interface = |body| kwd("export interface").append(kwd(name)).append(body);
        let alias = |ty| alias(name, ty);
        let declaration = match &def.ty {
            Ty::Record(fields) if !is_tuple(fields) => interface(self.record(fields, 0)),
            Ty::Service(methods) => interface(self.service(methods)),
            Ty::Func(func) => alias(self.method_type(func)),
            // The name of a function type or of a service type names the type of a method or an interface.
            Ty::Var(idx) => alias(str(&self.names[*idx])),
            ty => alias(self.ty(ty, 0)),
        };
        docs(&def.docs).append(declaration)
    }

    fn actor(&'a self, actor: &'a Actor) -> RcDoc<'a> {
        let service = kwd("export interface").append(kwd("_SERVICE"));
        let service = match &actor.ty {
            Ty::Var(idx) => service
                .append(kwd("extends"))
                .append(kwd(&self.names[*idx]))
                .append(str("{}")),
            ty => service.append(self.service(self.model.methods(ty).unwrap_or_default())),
        };
        docs(&actor.docs).append(service)
    }

    fn service(&'a self, methods: &'a [Method]) -> RcDoc<'a> {
        let methods = methods.iter().map(|method| {
            let ty = match &method.ty {
                Ty::Func(func) => self.method_type(func),
                Ty::Var(idx) => str(&self.names[*idx]),
                ty => self.ty(ty, 0),
            };
            docs(&method.docs)
                .append(quote_ident(&method.name))
                .append(kwd(":"))
                .append(ty)
        });
        CURLY.list(0, ",", methods.collect())
    }

    fn method_type(&'a self, func: &'a Func) -> RcDoc<'a> {
        let results = match func.rets.as_slice() {
            [] => str("undefined"),
            [result] => self.ty(&result.ty, 1),
            results => self.args(results),
        };
        let parts = between(0, ",", vec![self.args(&func.args), results]);
        str("ActorMethod").append(ANGLE.around(0, parts))
    }

    /// The elements of a tuple have names if one of them has: some compiler versions require all or none to have one.
    fn args(&'a self, args: &'a [Arg]) -> RcDoc<'a> {
        elements(args, 0, args.iter().map(|arg| self.ty(&arg.ty, 1)))
    }

    /// Prints the type of a value.
    fn ty(&'a self, ty: &'a Ty, level: usize) -> RcDoc<'a> {
        match ty {
            Ty::Prim(prim) => str(primitive(*prim)),
            Ty::Principal => str("Principal"),
            Ty::Var(idx) => match self.model.resolve(ty) {
                value @ (Ty::Func(_) | Ty::Service(_)) => self.ty(value, level),
                _ => str(&self.names[*idx]),
            },
            Ty::Blob => str("Uint8Array | number[]"),
            Ty::Opt(part) => str("[] | ").append(SQUARE.around(level, self.ty(part, level + 1))),
            Ty::Vec(part) => match typed_array(self.model.resolve(part)) {
                Some(array) if array.starts_with("Big") => str(array).append(str(" | bigint[]")),
                Some(array) => str(array).append(str(" | number[]")),
                None => str("Array").append(ANGLE.around(level, self.ty(part, level + 1))),
            },
            Ty::Record(fields) if is_tuple(fields) => {
                if fields.is_empty() {
                    return str("{}");
                }
                let parts = fields.iter().map(|f| self.ty(&f.ty, level + 1)).collect();
                SQUARE.list(level, ",", parts)
            }
            Ty::Record(fields) => self.record(fields, level),
            Ty::Variant(fields) if fields.is_empty() => str("never"),
            Ty::Variant(fields) => {
                let case = |field| CURLY.around(level, self.field(field, level + 1));
                indented(between(level, " |", fields.iter().map(case).collect()))
            }
            // A function reference consists of a method name and the principal that has the method; a service reference
            // is a principal.
            Ty::Func(_) => str("[Principal, string]"),
            Ty::Service(_) => str("Principal"),
        }
    }

    fn record(&'a self, fields: &'a [Field], level: usize) -> RcDoc<'a> {
        let fields = fields.iter().map(|field| self.field(field, level + 1));
        CURLY.list(level, ",", fields.collect())
    }

    fn field(&'a self, field: &'a Field, level: usize) -> RcDoc<'a> {
        docs(&field.docs)
            .append(label_type_key(&field.label))
            .append(kwd(":"))
            .append(self.ty(&field.ty, level))
    }
}

pub(super) const ANGLE: Brackets = Brackets::new("<", ">");

/// Prints the declaration of a constant of the JavaScript module.
fn constant(name: &str) -> RcDoc<'_> {
    let name = kwd("export declare const").append(str(name));
    name.append(str(": IDL.Type;"))
}

/// Returns the name of an argument, unless it is not valid in TypeScript.
pub(super) fn name_of(arg: &Arg) -> Option<&str> {
    arg.name.as_deref().filter(|name| is_valid_as_id(name))
}

/// Returns a name for each argument.
pub(super) fn arg_names(args: &[Arg]) -> Vec<String> {
    let unnamed: Vec<String> = (0..args.len()).map(|idx| format!("arg{idx}")).collect();
    let names = args.iter().zip(&unnamed);
    let names = names.map(|(arg, unnamed)| name_of(arg).unwrap_or(unnamed));
    let rules = Rules {
        identifier: &identifier,
        taken: &[],
        separator: "_",
    };
    Names::new(&[]).all(names, &rules)
}

/// Prints a comment; text that would end it is escaped.
pub(super) fn docs(docs: &[String]) -> RcDoc<'_> {
    if docs.is_empty() {
        return RcDoc::nil();
    }
    let line = |line: Cow<'_, str>| RcDoc::text(format!(" * {}", line.replace("*/", "*\\/")));
    let inner = comment_lines(docs).map(line);
    lines([str("/**")].into_iter().chain(inner).chain([str(" */")]))
}

pub(super) fn primitive(prim: Prim) -> &'static str {
    match prim {
        Prim::Null => "null",
        Prim::Bool => "boolean",
        Prim::Nat | Prim::Int | Prim::Nat64 | Prim::Int64 => "bigint",
        Prim::Text => "string",
        Prim::Reserved => "any",
        Prim::Empty => "never",
        _ => "number",
    }
}

/// Prints the declaration of a name for a type.
pub(super) fn alias<'a>(name: &'a str, ty: RcDoc<'a>) -> RcDoc<'a> {
    let left = kwd("export type").append(kwd(name)).append(kwd("="));
    left.append(ty).append(str(";"))
}

/// Prints a tuple, whose elements have names if one of them has.
pub(super) fn elements<'a>(
    args: &'a [Arg],
    level: usize,
    types: impl Iterator<Item = RcDoc<'a>>,
) -> RcDoc<'a> {
    if args.iter().all(|arg| name_of(arg).is_none()) {
        return SQUARE.list(level, ",", types.collect());
    }
    let elements = arg_names(args).into_iter().zip(types);
    let elements = elements.map(|(name, ty)| RcDoc::text(name).append(str(": ")).append(ty));
    SQUARE.list(level, ",", elements.collect())
}

/// Returns the typed array for a vector of fixed-width numbers.
pub(super) fn typed_array(item: &Ty) -> Option<&'static str> {
    let Ty::Prim(item) = item else {
        return None;
    };
    Some(match item {
        Prim::Nat8 => "Uint8Array",
        Prim::Nat16 => "Uint16Array",
        Prim::Nat32 => "Uint32Array",
        Prim::Nat64 => "BigUint64Array",
        Prim::Int8 => "Int8Array",
        Prim::Int16 => "Int16Array",
        Prim::Int32 => "Int32Array",
        Prim::Int64 => "BigInt64Array",
        _ => return None,
    })
}
