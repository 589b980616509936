//! `#[candid_method]` and `export_service!`: the same text, but for types that are equal and not the same.

use candid_differential::known::Differences;
use std::collections::BTreeSet;

#[path = "service"]
mod ours {
    #[allow(
        clippy::single_component_path_imports,
        reason = "rows.rs finds it here"
    )]
    use candid;
    #[path = "rows.rs"]
    pub(super) mod rows;
}

#[path = "service"]
#[allow(
    clippy::duplicate_mod,
    reason = "the same program, with the other implementation"
)]
mod theirs {
    use candid_incumbent as candid;
    #[path = "rows.rs"]
    pub(super) mod rows;
}

/// Compares the services named.
macro_rules! compare {
    ($($name:ident)*) => {
        [$((stringify!($name), ours::rows::$name::exported(), theirs::rows::$name::exported())),*]
    };
}

/// The names that a text defines.
fn defined(text: &str) -> BTreeSet<&str> {
    let after = text.lines().filter_map(|line| line.strip_prefix("type "));
    after
        .filter_map(|line| Some(line.split_once(" =")?.0))
        .collect()
}

#[test]
fn services_export_the_same_text() {
    let mut differences = Differences::new("service");
    let services = compare! {
        nothing
        methods
        constructed
        of_self
        constructed_at_once
        recursive_types
        names
        documented
        generic_types
        shapes
        many_methods
        equal_newtypes
        equal_generics
        equal_names
        recursive_docs
    };
    for (name, ours, theirs) in services {
        assert_eq!(ours.contains("service : {}"), name == "nothing", "{ours}");
        // Definitions may be more, never fewer.
        let lost: Vec<&str> = defined(&theirs)
            .difference(&defined(&ours))
            .copied()
            .collect();
        assert!(lost.is_empty(), "{lost:?} in {ours}");
        let (ours, theirs): (Vec<&str>, Vec<&str>) =
            (ours.lines().collect(), theirs.lines().collect());
        for line in ours.iter().filter(|line| !theirs.contains(line)) {
            differences.add(name, &format!("only here: {line}"));
        }
        for line in theirs.iter().filter(|line| !ours.contains(line)) {
            differences.add(name, &format!("only there: {line}"));
        }
        if ours.len() == theirs.len() {
            let same = ours.iter().all(|line| theirs.contains(line));
            assert!(!same || ours == theirs, "{name}: another order: {ours:#?}");
        }
    }
    differences.check();
}
