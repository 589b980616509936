//! Generator for TypeScript clients: types as TypeScript has them, the interface's types for `@icp-sdk/core/candid`, and a
//! client that converts between the two.

use super::javascript::value::quoted as literal;
use super::javascript::{identifier, Form, Printer as IdlPrinter};
use super::layout::{between, failure, render, CURLY, ROUND, SQUARE};
use super::typescript::{
    alias, arg_names, docs, elements, name_of, primitive, type_name, typed_array, ANGLE,
};
use crate::bindings::model::{
    in_source_order, is_tuple, Actor, Arg, Def, Field, Func, Method, Model, Names, Prim, Rules, Ty,
};
use crate::error::Result;
use crate::keywords::{self, TYPESCRIPT_CLIENT};
use crate::syntax::IDLMergedProg;
use candid::pretty::candid::is_valid_as_id;
use candid::pretty::utils::{indented, kwd, lines, str};
use candid::types::{Label, Type, TypeEnv};
use pretty::RcDoc;
use std::cell::Cell;
use std::collections::HashMap;

/// The conversions.
const CODEC: &str = include_str!("codec.ts");
/// The client, of an interface with a service.
const CLIENT: &str = include_str!("client.ts");

/// Returns a module of TypeScript that needs only `@icp-sdk/core`: every definition as a type and, under the same name, as a
/// value of `IDL`; with a service also its methods as `Client`, `createClient`, `clientOf`, `idlService` and `idlFactory`.
///
/// The types are `T | null` for `opt` (`{ some: T } | null` if `null` is a value of `T`), `{ kind: 'name', value: T }` for
/// a case of a variant (without `value` if it has the type `null`), `bigint` for numbers that may exceed 2^53, and typed
/// arrays for vectors of numbers of fixed width.
///
/// Types that are not valid in an interface (names without a definition, for instance) yield a comment that says so.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::typescript_client::compile;
/// use candid_parser::{check_prog, syntax::IDLMergedProg, IDLProg, TypeEnv};
///
/// let prog: IDLProg = "service : { find : (name : text) -> (opt nat) }".parse().unwrap();
/// let mut env = TypeEnv::new();
/// let actor = check_prog(&mut env, &prog).unwrap();
/// let module = compile(&env, &actor, &IDLMergedProg::new(prog));
/// assert!(module.contains("find(name: string): Promise<bigint | null>"));
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
    let methods = model.actor_methods().iter().map(|m| m.name.as_str());
    let rules = Rules {
        identifier: &|name| method_name(name).to_string(),
        taken: &[],
        separator: "",
    };
    let printer = Printer {
        model: &model,
        names: model.def_names(&client_name, ""),
        methods: Names::default().all(methods, &rules),
        has_principal: Cell::new(false),
    };
    let (types, values) = model.with_stack(|| (render(&printer.types()), printer.values()));
    let mut file =
        "/* eslint-disable */\nimport { IDL } from '@icp-sdk/core/candid';\n".to_string();
    if printer.has_principal.get() {
        file += "import type { Principal } from '@icp-sdk/core/principal';\n";
    }
    if model.actor.is_some() {
        file += "import { Actor, AgentError, type ActorConfig } from '@icp-sdk/core/agent';\n";
    }
    let client = model.actor.is_some().then(|| printer.runtime());
    let parts = [types.trim_end(), values.trim_end(), CODEC.trim_end()];
    let parts = parts
        .into_iter()
        .chain(client.as_deref().map(str::trim_end));
    for part in parts.filter(|part| !part.is_empty()) {
        file.push('\n');
        file += part;
        file.push('\n');
    }
    Ok(file)
}

/// Returns the name of a definition, as a type and as a value.
fn client_name(name: &str) -> String {
    if TYPESCRIPT_CLIENT.contains(&name) {
        format!("{name}_")
    } else {
        type_name(name)
    }
}

/// Returns the name of a method in the client: `await` takes an object with a method `then` for a promise.
fn method_name(name: &str) -> &str {
    match name {
        keywords::JAVASCRIPT_THEN => "then_",
        _ => name,
    }
}

/// The length of a signature, about, up to which each method of a type has it.
const MAX_REPEATED: usize = 400;

struct Printer<'a> {
    model: &'a Model,
    /// The names of the definitions.
    names: Vec<String>,
    /// The names of the client's methods.
    methods: Vec<String>,
    /// Whether a type has been printed that needs the import.
    has_principal: Cell<bool>,
}

impl<'a> Printer<'a> {
    fn types(&'a self) -> RcDoc<'a> {
        let defs = self.model.defs.iter().zip(&self.names);
        let defs = lines(defs.map(|(def, name)| self.def(def, name)));
        match &self.model.actor {
            None => defs,
            Some(actor) => defs.append(self.client(actor)),
        }
    }

    fn def(&'a self, def: &'a Def, name: &'a str) -> RcDoc<'a> {
        let declaration = match &def.ty {
            Ty::Record(fields) if !is_tuple(fields) => kwd("export interface")
                .append(kwd(name))
                .append(self.record(fields, 0)),
            ty => alias(name, self.ty(ty, 0)),
        };
        docs(&def.docs).append(declaration)
    }

    /// Prints the interface of the client, and the type of the init arguments.
    fn client(&'a self, actor: &'a Actor) -> RcDoc<'a> {
        let methods = self.model.methods(&actor.ty).unwrap_or_default();
        // The methods whose long signatures have been printed, by the type that they share with others.
        let mut printed: HashMap<*const Func, &str> = HashMap::new();
        let mut lengths: HashMap<*const Func, bool> = HashMap::new();
        let methods = methods.iter().zip(&self.methods).map(|(method, name)| {
            let func = self.model.func(&method.ty);
            let mut is_long =
                |func: &Func| *lengths.entry(func).or_insert_with(|| self.is_long(func));
            let long = func.filter(|func| is_long(func));
            let first = long.map(|func| *printed.entry(func).or_insert(name));
            match first.filter(|first| first != name) {
                Some(first) => self.as_another(method, name, first),
                None => self.method(method, name),
            }
        });
        let client = kwd("export interface Client").append(CURLY.list(0, ";", methods.collect()));
        let client = docs(&actor.docs).append(client);
        match &actor.init {
            None => client,
            Some(init) => client
                .append(RcDoc::hardline())
                .append(alias("InitArgs", self.tuple(init, 0))),
        }
    }

    fn method(&'a self, method: &'a Method, name: &'a str) -> RcDoc<'a> {
        let signature = match self.model.func(&method.ty) {
            Some(func) => self.signature(func),
            None => str("()"),
        };
        docs(&method.docs).append(key(name)).append(signature)
    }

    /// Prints a method with the signature of another one.
    fn as_another(&'a self, method: &'a Method, name: &'a str, other: &'a str) -> RcDoc<'a> {
        let signature = str(": Client[").append(quoted(other)).append(str("]"));
        docs(&method.docs).append(key(name)).append(signature)
    }

    /// Returns whether a signature is so long that it is printed only once: the output would be the square of an interface
    /// with many methods of one such type.
    fn is_long(&self, func: &Func) -> bool {
        let mut left = MAX_REPEATED;
        let mut spend = |n: usize| match left.checked_sub(n) {
            Some(less) => {
                left = less;
                true
            }
            None => false,
        };
        let args = func.args.iter().chain(&func.rets);
        let mut todo = Vec::new();
        for arg in args {
            if !spend(name_of(arg).map_or(0, str::len) + 1) {
                return true;
            }
            todo.push(&arg.ty);
        }
        while let Some(ty) = todo.pop() {
            let fits = match ty {
                Ty::Var(idx) => spend(self.names[*idx].len()),
                Ty::Opt(part) | Ty::Vec(part) => {
                    todo.push(part);
                    spend("Array".len())
                }
                Ty::Record(fields) | Ty::Variant(fields) => fields.iter().all(|field| {
                    todo.push(&field.ty);
                    let docs = field.docs.iter().map(String::len).sum::<usize>();
                    let label = match &field.label {
                        Label::Named(name) => name.len(),
                        _ => "_4294967295_".len(),
                    };
                    spend(label.saturating_add(docs))
                }),
                _ => spend("Principal".len()),
            };
            if !fits {
                return true;
            }
        }
        false
    }

    fn signature(&'a self, func: &'a Func) -> RcDoc<'a> {
        let names = arg_names(&func.args).into_iter();
        let args = names.zip(&func.args).map(|(name, arg)| {
            let name = RcDoc::text(name).append(str(": "));
            name.append(self.ty(&arg.ty, 1))
        });
        let results = match func.rets.as_slice() {
            [] => str("void"),
            [result] => self.ty(&result.ty, 1),
            results => self.tuple(results, 1),
        };
        ROUND
            .list(0, ",", args.collect())
            .append(str(": Promise"))
            .append(ANGLE.around(0, results))
    }

    /// Prints a tuple, whose elements have names if one of them has.
    fn tuple(&'a self, args: &'a [Arg], level: usize) -> RcDoc<'a> {
        elements(
            args,
            level,
            args.iter().map(|arg| self.ty(&arg.ty, level + 1)),
        )
    }

    /// Prints the type of a value.
    fn ty(&'a self, ty: &'a Ty, level: usize) -> RcDoc<'a> {
        match ty {
            Ty::Prim(Prim::Reserved) => str("unknown"),
            Ty::Prim(prim) => str(primitive(*prim)),
            Ty::Principal | Ty::Service(_) => self.principal(),
            Ty::Var(idx) => str(&self.names[*idx]),
            Ty::Blob => str("Uint8Array"),
            Ty::Opt(part) if self.model.is_nullable(part) => {
                let some = str("some: ").append(self.ty(part, level + 1));
                CURLY.around(level, some).append(str(" | null"))
            }
            Ty::Opt(part) => self.ty(part, level).append(str(" | null")),
            Ty::Vec(part) => match typed_array(self.model.resolve(part)) {
                Some(array) => str(array),
                None => str("Array").append(ANGLE.around(level, self.ty(part, level + 1))),
            },
            Ty::Record(fields) if fields.is_empty() => str("Record<string, never>"),
            Ty::Record(fields) if is_tuple(fields) => {
                let parts = fields.iter().map(|f| self.ty(&f.ty, level + 1)).collect();
                SQUARE.list(level, ",", parts)
            }
            Ty::Record(fields) => self.record(fields, level),
            Ty::Variant(cases) if cases.is_empty() => str("never"),
            Ty::Variant(cases) => {
                let cases = in_source_order(cases).into_iter();
                let cases = cases.map(|case| self.case(case, level + 1));
                indented(between(level, " |", cases.collect()))
            }
            Ty::Func(_) => str("[").append(self.principal()).append(str(", string]")),
        }
    }

    fn principal(&self) -> RcDoc<'a> {
        self.has_principal.set(true);
        str("Principal")
    }

    fn record(&'a self, fields: &'a [Field], level: usize) -> RcDoc<'a> {
        let fields = in_source_order(fields).into_iter().map(|field| {
            docs(&field.docs)
                .append(label_key(&field.label))
                .append(str(": "))
                .append(self.ty(&field.ty, level + 1))
        });
        CURLY.list(level, ";", fields.collect())
    }

    fn case(&'a self, case: &'a Field, level: usize) -> RcDoc<'a> {
        let kind = match &case.label {
            Label::Named(name) if keywords::read_as_number(name).is_none() => quoted(name),
            label => RcDoc::text(format!("'_{}_'", label.get_id())),
        };
        let mut parts = vec![docs(&case.docs).append(str("kind: ")).append(kind)];
        if !self.model.is_null(&case.ty) {
            parts.push(str("value: ").append(self.ty(&case.ty, level + 1)));
        }
        CURLY.list(level, ";", parts)
    }

    /// Returns the client, in which the methods have their names.
    fn runtime(&self) -> String {
        let methods = self.model.actor_methods().iter().zip(&self.methods);
        let mut renamed = methods.filter(|(method, name)| method.name != **name);
        let Some((Method { name, .. }, new)) = renamed.next() else {
            return CLIENT.to_string();
        };
        let keys = format!("M in keyof Client as M extends '{new}' ? '{name}' : M");
        let client = CLIENT.replace("M in keyof Client", &keys);
        let called = format!("=> [name === '{name}' ? '{new}' : name, method(");
        client.replace("=> [name, method(", &called)
    }

    /// Returns the definitions, the service and the init arguments as values of `IDL`.
    fn values(&self) -> String {
        let printer = IdlPrinter {
            model: self.model,
            names: &self.names,
            form: Form::TypedModule,
        };
        let (defs, ahead) = printer.all_defs();
        let Some(actor) = &self.model.actor else {
            return render(&defs);
        };
        let methods = self.model.methods(&actor.ty).unwrap_or_default();
        let service = kwd("export const idlService: IDL.ServiceClass =")
            .append(printer.service(methods, 0, Some(&ahead)))
            .append(str(";"));
        let init = kwd("export const idlInitArgs: IDL.Type[] =")
            .append(printer.args(actor.init.as_deref().unwrap_or_default(), 0))
            .append(str(";"));
        let mut text = render(&lines([defs.append(service), init].into_iter()));
        if actor.init.is_some() {
            text += "\n/** Returns the message of init arguments, which the canister is installed with. */
export function encodeInit(...args: InitArgs): Uint8Array {
  return encode(idlInitArgs, args);
}";
        }
        text
    }
}

/// Prints the key of a method or field, in quotes if it has to be.
fn key(name: &str) -> RcDoc<'_> {
    if is_valid_as_id(name) && identifier(name) == name {
        str(name)
    } else {
        quoted(name)
    }
}

fn label_key(label: &Label) -> RcDoc<'_> {
    match label {
        Label::Named(name) if keywords::read_as_number(name).is_none() => key(name),
        _ => RcDoc::text(format!("_{}_", label.get_id())),
    }
}

fn quoted(text: &str) -> RcDoc<'_> {
    RcDoc::text(literal(text))
}
