//! Generated tests: the Rust types chosen by the configuration equal the Candid types they stand for.

use super::literal;
use crate::bindings::model::{self, Model, Names, Ty};
use candid::pretty::candid::compile;
use candid::types::{Field, Function, Type, TypeEnv, TypeInner};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The pairs of a Rust type and the text of the Candid type it is checked against, each with the selector that first
/// chose the Rust type.
pub(super) type Checks = BTreeMap<(String, String), String>;

/// Prints the tests, sorted by the names of the types.
pub(super) fn print(checks: &Checks) -> String {
    let mut names = Names::default();
    let mut out = String::new();
    for ((rust, candid), source) in checks {
        let name = rust.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        let name = names.unique(&format!("test_{name}"), "_");
        let comment = format!("Generated from {source}.use_type = {rust:?}");
        // Writing to memory cannot fail.
        let _ = writeln!(
            out,
            "#[test]\nfn {name}() {{\n  {}\n  let candid_src = {};\n  \
             candid_parser::utils::check_rust_type::<{rust}>(candid_src).unwrap();\n}}",
            literal::doc_line(&comment, "// "),
            literal::raw_string(candid),
        );
    }
    out
}

/// Returns the definitions that a type needs, and the type in parentheses, as Candid text.
pub(super) fn candid_text(model: &Model, env: &TypeEnv, ty: &Ty) -> String {
    let definition = |idx: usize| {
        let (name, ty) = env.0.get_key_value(&model.defs[idx].name)?;
        Some((name.clone(), ty.clone()))
    };
    let (needed, _) = model.needed_by([ty]);
    let needed = TypeEnv(needed.into_iter().filter_map(definition).collect());
    let text = compile(&needed, &None);
    let ty = candid_type(model, ty);
    match text.trim_end() {
        "" => format!("({ty})"),
        text => format!("{text}\n({ty})"),
    }
}

/// Returns a type in the representation of the `candid` crate.
fn candid_type(model: &Model, ty: &Ty) -> Type {
    let part = |ty: &Ty| candid_type(model, ty);
    let args = |args: &[model::Arg]| args.iter().map(|arg| part(&arg.ty)).collect();
    let fields = |fields: &[model::Field]| {
        let field = |field: &model::Field| Field {
            id: field.label.clone().into(),
            ty: part(&field.ty),
        };
        fields.iter().map(field).collect()
    };
    match ty {
        Ty::Prim(prim) => prim.to_candid(),
        Ty::Principal => TypeInner::Principal,
        Ty::Blob => TypeInner::Vec(TypeInner::Nat8.into()),
        Ty::Var(idx) => TypeInner::Var(model.defs[*idx].name.clone()),
        Ty::Opt(inner) => TypeInner::Opt(part(inner)),
        Ty::Vec(inner) => TypeInner::Vec(part(inner)),
        Ty::Record(list) => TypeInner::Record(fields(list)),
        Ty::Variant(list) => TypeInner::Variant(fields(list)),
        Ty::Func(func) => TypeInner::Func(Function {
            modes: func.mode.iter().cloned().collect(),
            args: args(&func.args),
            rets: args(&func.rets),
        }),
        Ty::Service(methods) => {
            let methods = methods.iter().map(|m| (m.name.clone(), part(&m.ty)));
            TypeInner::Service(methods.collect())
        }
    }
    .into()
}
