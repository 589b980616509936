//! Generator for Python: one module without dependencies, with dataclasses, a client, and the encoding of Candid.
//!
//! The module is a template, `module.py.jinja`, of the parts that are made here, and `values.py` and `runtime.py`, which are the
//! same in all.

mod alias;
mod item;
mod lower;
mod names;
mod table;

use crate::bindings::model::{Func, Method, Model, Prim, Rules, Ty};
use crate::bindings::template;
use crate::error::Result;
use crate::keywords;
use crate::syntax::IDLMergedProg;
use candid::types::{Type, TypeEnv};
use item::{Field, Item, Scope};
use lower::Lowering;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

pub(crate) use names::{docstring, literal};

const MODULE: &str = include_str!("module.py.jinja");
const VALUES: &str = include_str!("values.py");
const RUNTIME: &str = include_str!("runtime.py");

/// Returns a module for Python 3.10 and later that needs only its standard library: every definition as a dataclass, a
/// union of dataclasses or an alias; with a service also `Client` and `AsyncClient`, which call through a transport.
///
/// # Errors
///
/// If the types are not valid in an interface.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::python::try_compile;
/// use candid_parser::{check_prog, syntax::IDLMergedProg, IDLProg, TypeEnv};
///
/// let prog: IDLProg = "service : { find : (name : text) -> (opt nat) }".parse()?;
/// let mut env = TypeEnv::new();
/// let actor = check_prog(&mut env, &prog)?;
/// let module = try_compile(&env, &actor, &IDLMergedProg::new(prog))?;
/// assert!(module.contains("def find(self, name: str) -> int | None:"));
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn try_compile(env: &TypeEnv, actor: &Option<Type>, prog: &IDLMergedProg) -> Result<String> {
    let model = Model::new(env, actor, prog)?;
    model.check_repeated()?;
    template::render_data(
        "python",
        MODULE,
        &BTreeMap::from([("python", parts(&model))]),
    )
}

/// What the template sees as `python`.
#[derive(Serialize)]
pub(crate) struct Parts {
    /// The classes, unions and aliases, each union after its classes.
    types: Vec<Item>,
    /// The entries of the type table.
    table: Vec<String>,
    /// The names of the definitions in Candid, as literals, and their types.
    definitions: Vec<(String, i64)>,
    /// The service, if there is one.
    service: Option<ServiceParts>,
    /// Whether annotations refer to the module `builtins`.
    uses_builtins: bool,
    /// What the module imports from `typing`.
    typing: Vec<&'static str>,
    values: &'static str,
    runtime: &'static str,
}

#[derive(Serialize)]
struct ServiceParts {
    docs: Vec<String>,
    methods: Vec<MethodParts>,
    init: Option<Signature>,
}

#[derive(Serialize)]
struct MethodParts {
    name: String,
    /// The name in Candid, as a literal.
    candid_name: String,
    docs: Vec<String>,
    is_query: bool,
    is_oneway: bool,
    /// Whether its one result has no values: it only raises errors.
    is_never: bool,
    #[serde(flatten)]
    signature: Signature,
}

#[derive(Clone, Serialize)]
struct Signature {
    args: Vec<Field>,
    arg_types: Vec<i64>,
    result: String,
    result_types: Vec<i64>,
}

/// Returns the parts of a module.
pub(crate) fn parts(model: &Model) -> Parts {
    model.with_stack(|| {
        let mut lowering = Lowering::new(model);
        let definitions = lowering.definitions();
        let service = model.actor.as_ref().map(|actor| {
            let methods = model.methods(&actor.ty).unwrap_or_default();
            let init = actor.init.as_deref();
            let init = init.map(|init| {
                let func = signature_args(&mut lowering, init, "Init", &Scope::default());
                Signature {
                    args: func.0,
                    arg_types: func.1,
                    result: "bytes".to_string(),
                    result_types: Vec::new(),
                }
            });
            ServiceParts {
                docs: actor.docs.clone(),
                methods: methods_of(model, &mut lowering, methods),
                init,
            }
        });
        Parts {
            typing: typing(&lowering),
            types: alias::in_order(lowering.items),
            table: lowering.table,
            definitions,
            service,
            uses_builtins: lowering.uses_builtins,
            values: VALUES,
            runtime: RUNTIME,
        }
    })
}

/// Returns the names that a module imports from `typing`.
fn typing(lowering: &Lowering<'_>) -> Vec<&'static str> {
    let names = [
        ("Any", true),
        ("Generic", true),
        ("NoReturn", lowering.uses_no_return),
        ("Protocol", true),
        ("TypeAlias", lowering.items.iter().any(Item::is_alias)),
        ("TypeVar", true),
        ("Union", lowering.items.iter().any(Item::is_long)),
        ("cast", true),
    ];
    let used = names.into_iter().filter(|(_, is_used)| *is_used);
    used.map(|(name, _)| name).collect()
}

fn methods_of(model: &Model, lowering: &mut Lowering<'_>, methods: &[Method]) -> Vec<MethodParts> {
    let names = methods.iter().map(|method| method.name.as_str());
    let names = lowering.members(names, &["_canister", "_transport"]);
    let scope = Scope::of(&names);
    // The signatures of function types that have a name: methods share their types.
    let mut shared: HashMap<usize, Signature> = HashMap::new();
    let methods = methods.iter().zip(names).filter_map(|(method, name)| {
        let func = model.func(&method.ty)?;
        let signature = match &method.ty {
            Ty::Var(idx) => {
                let end = model.end(*idx);
                let made = shared.entry(end);
                let made = made.or_insert_with(|| shared_signature(lowering, func, end, &scope));
                made.clone()
            }
            _ => signature(lowering, func, &names::type_name(&method.name), &scope),
        };
        Some(MethodParts {
            name,
            candid_name: literal(&method.name),
            docs: method.docs.clone(),
            is_query: func.is_query(),
            is_oneway: func.is_oneway(),
            is_never: matches!(func.rets.as_slice(), [only] if is_never(model, &only.ty)),
            signature,
        })
    });
    methods.collect()
}

/// Returns the signature of the methods of a definition. A type whose annotation is long has a name, as each of them has it.
fn shared_signature(
    lowering: &mut Lowering<'_>,
    func: &Func,
    idx: usize,
    scope: &Scope,
) -> Signature {
    let name = lowering.name(idx).to_string();
    let mut signature = signature(lowering, func, &name, scope);
    for field in &mut signature.args {
        let path = format!("{name}{}", keywords::upper(&field.name));
        field.annotation = lowering.shortened(std::mem::take(&mut field.annotation), &path);
    }
    if func.rets.len() == 1 {
        signature.result = lowering.shortened(signature.result, &format!("{name}Result"));
    }
    signature
}

fn signature(lowering: &mut Lowering<'_>, func: &Func, path: &str, scope: &Scope) -> Signature {
    let (args, arg_types) = signature_args(lowering, &func.args, path, scope);
    let mut results = Vec::new();
    let mut result_types = Vec::new();
    for (idx, result) in func.rets.iter().enumerate() {
        let suffix = match func.rets.len() {
            1 => "Result".to_string(),
            _ => format!("Result{idx}"),
        };
        let part = lowering.part(&result.ty, &format!("{path}{suffix}"), scope, 1);
        results.push(part.annotation);
        result_types.push(part.reference);
    }
    let result = match results.as_slice() {
        [] => "None".to_string(),
        [only] => only.clone(),
        _ => format!(
            "{}[{}]",
            lowering.builtin("tuple", scope),
            results.join(", ")
        ),
    };
    Signature {
        args,
        arg_types,
        result,
        result_types,
    }
}

/// Returns arguments as parameters, those at the end that may be left out with a default; and their types.
fn signature_args(
    lowering: &mut Lowering<'_>,
    args: &[crate::bindings::model::Arg],
    path: &str,
    scope: &Scope,
) -> (Vec<Field>, Vec<i64>) {
    let texts = args.iter().enumerate().map(|(idx, arg)| match &arg.name {
        Some(name) => name.clone(),
        None => format!("arg{idx}"),
    });
    let texts: Vec<String> = texts.collect();
    let names = lowering.params(texts.iter().map(String::as_str));
    let mut fields = Vec::new();
    let mut types = Vec::new();
    for ((arg, name), text) in args.iter().zip(names).zip(&texts) {
        let path = format!("{path}{}", keywords::upper(text));
        let part = lowering.part(&arg.ty, &path, scope, 1);
        types.push(part.reference);
        fields.push(Field {
            name,
            annotation: part.annotation,
            docs: Vec::new(),
            optional: lowering.model.is_nullable(&arg.ty),
        });
    }
    let n_required = fields.iter().rposition(|field| !field.optional);
    let n_required = n_required.map_or(0, |idx| idx + 1);
    for field in &mut fields[..n_required] {
        field.optional = false;
    }
    (fields, types)
}

/// Returns whether a type is `NoReturn`.
fn is_never(model: &Model, ty: &Ty) -> bool {
    match model.resolve(ty) {
        Ty::Prim(Prim::Empty) => true,
        Ty::Variant(cases) => cases.is_empty(),
        _ => false,
    }
}

/// Returns the naming rules of a scope.
fn rules<'a>(identifier: &'a dyn Fn(&str) -> String) -> Rules<'a> {
    Rules {
        identifier,
        taken: &[],
        separator: "_",
    }
}
