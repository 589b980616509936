//! The definitions that two interfaces share: nearly all, for two versions, and they need not be compared.

use crate::compat::analysis::named;
use candid::types::TypeEnv;
use std::collections::{HashMap, HashSet};

/// Returns the names with equal definitions in both environments, including everything that the definitions refer to.
pub(super) fn names(left: &TypeEnv, right: &TypeEnv) -> Vec<String> {
    let mut differs: HashSet<&str> = HashSet::new();
    let mut needed_by: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, ty) in &right.0 {
        match left.0.get(name) {
            Some(other) if other == ty => {
                for part in named(ty) {
                    needed_by.entry(part).or_default().push(name);
                }
            }
            _ => {
                differs.insert(name);
            }
        }
    }
    let mut todo: Vec<&str> = differs.iter().copied().collect();
    while let Some(name) = todo.pop() {
        for &dependent in needed_by.get(name).into_iter().flatten() {
            if differs.insert(dependent) {
                todo.push(dependent);
            }
        }
    }
    let shared = right
        .0
        .keys()
        .filter(|name| !differs.contains(name.as_str()));
    shared.cloned().collect()
}

#[cfg(test)]
mod tests {
    use crate::check::interface::CandidSource;

    #[test]
    fn what_relies_on_what_differs_is_not_shared() {
        for (left, right, shared) in [
            (
                "type A = nat; type B = A;",
                "type A = nat; type B = A;",
                "A B",
            ),
            ("type A = nat;", "type A = int; type B = nat;", ""),
            (
                "type A = nat; type B = vec opt A; type C = record { B; D }; type D = text;",
                "type A = int; type B = vec opt A; type C = record { B; D }; type D = text;",
                "D",
            ),
            (
                "type A = opt B; type B = opt A; type C = opt C;",
                "type A = opt B; type B = opt A; type C = opt C;",
                "A B C",
            ),
            (
                "type A = record { 0 : opt B }; type B = func () -> (A); type C = opt C;",
                "type A = record { opt B }; type B = func () -> (A) query; type C = opt C;",
                "C",
            ),
        ] {
            let load = |text| CandidSource::Text(text).load().unwrap().0;
            let names = super::names(&load(left), &load(right));
            assert_eq!(names.join(" "), shared, "{left} {right}");
        }
    }
}
