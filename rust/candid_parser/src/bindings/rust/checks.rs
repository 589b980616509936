//! Generated tests: the Rust types chosen by the configuration equal the Candid types they stand for.

use super::literal;
use crate::bindings::model::{Model, Names, Ty};
use candid::pretty::candid::compile;
use candid::types::{Field, Function, Type, TypeEnv, TypeInner};
use std::collections::BTreeSet;
use std::fmt::Write;

#[derive(Default)]
pub(super) struct Checks {
    /// Rust types and the Candid types they are checked against, each pair once.
    seen: BTreeSet<(String, String)>,
    list: Vec<Check>,
}

struct Check {
    rust: String,
    /// The selector that chose the Rust type.
    source: String,
    candid: String,
}

impl Checks {
    pub(super) fn add(&mut self, rust: &str, source: &str, model: &Model, env: &TypeEnv, ty: &Ty) {
        let candid = candid_text(model, env, ty);
        if self.seen.insert((rust.to_string(), candid.clone())) {
            self.list.push(Check {
                rust: rust.to_string(),
                source: source.to_string(),
                candid,
            });
        }
    }

    /// Prints the tests, sorted by the names of the types.
    pub(super) fn print(mut self) -> String {
        let mut names = Names::default();
        self.list
            .sort_by(|a, b| (&a.rust, &a.candid).cmp(&(&b.rust, &b.candid)));
        let mut out = String::new();
        for check in &self.list {
            let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
            let name: String = check.rust.chars().map(letter).collect();
            let name = names.unique(&format!("test_{name}"), "_");
            let comment = literal::doc_line(
                &format!(
                    "Generated from {}.use_type = {:?}",
                    check.source, check.rust
                ),
                "// ",
            );
            // Writing to memory cannot fail.
            let _ = writeln!(
                out,
                "#[test]\nfn {name}() {{\n  {comment}\n  let candid_src = {};\n  \
                 candid_parser::utils::check_rust_type::<{}>(candid_src).unwrap();\n}}",
                literal::raw_string(&check.candid),
                check.rust,
            );
        }
        out
    }
}

/// Returns the definitions that a type needs, and the type in parentheses, as Candid text.
fn candid_text(model: &Model, env: &TypeEnv, ty: &Ty) -> String {
    let (needed, _) = model.needed_by([ty]);
    let definition = |idx: usize| {
        let name = &model.defs[idx].name;
        env.0.get(name).map(|ty| (name.clone(), ty.clone()))
    };
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
    let fields = |fields: &[crate::bindings::model::Field]| {
        let field = |field: &crate::bindings::model::Field| Field {
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
            args: func.args.iter().map(|arg| part(&arg.ty)).collect(),
            rets: func.rets.iter().map(|ret| part(&ret.ty)).collect(),
        }),
        Ty::Service(methods) => {
            let method =
                |method: &crate::bindings::model::Method| (method.name.clone(), part(&method.ty));
            TypeInner::Service(methods.iter().map(method).collect())
        }
    }
    .into()
}
