//! Comparison of definitions by their names, for interfaces without a service.

use crate::check::Checked;
use candid::types::subtype::{equal_check_all, Gamma, Incompatibility, MAX_REASONS};
use candid::types::{Type, TypeInner};
use std::collections::BTreeSet;

pub(super) fn differences(left: &Checked, right: &Checked) -> Vec<Incompatibility> {
    let names: BTreeSet<&str> = left
        .env
        .0
        .keys()
        .chain(right.env.0.keys())
        .map(AsRef::as_ref)
        .collect();
    // Both sets of definitions in one: all types of the right side together, so that they are renamed once.
    let shared: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| left.env.0.contains_key(*name) && right.env.0.contains_key(*name))
        .collect();
    let list: Vec<Type> = shared
        .iter()
        .map(|name| TypeInner::Var((*name).into()).into())
        .collect();
    let mut env = left.env.clone();
    let tuple = TypeInner::Class(list.clone(), TypeInner::Service(Vec::new()).into());
    let renamed = env.merge_type(right.env.clone(), tuple.into());
    let env = env.resolved();
    let renamed: &[Type] = match renamed.as_ref() {
        TypeInner::Class(types, _) => types,
        _ => &[],
    };
    let mut compared = list.iter().zip(renamed);
    let mut found = Vec::new();
    // What is known to be equal is not compared again.
    let mut equal = Gamma::new();
    for name in names {
        if found.len() > MAX_REASONS {
            break;
        }
        let only = match (
            left.env.0.contains_key(name),
            right.env.0.contains_key(name),
        ) {
            (true, true) => {
                if let Some((left, right)) = compared.next() {
                    let all = equal_check_all(&mut equal, &env, left, right);
                    found.extend(all.into_iter().map(|mut difference| {
                        difference.path.insert(0, format!("type {name}"));
                        difference
                    }));
                }
                continue;
            }
            (true, false) => "first",
            _ => "second",
        };
        found.push(Incompatibility {
            path: Vec::new(),
            message: format!("only the {only} interface defines type {name}"),
        });
    }
    found
}
