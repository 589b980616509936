//! `#[candid_method]` and `export_service!`: the same text, but for types that are equal and not the same.

use candid_differential::known::Differences;
use candid_parser::utils::{service_equal, CandidSource};

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
        [$((
            stringify!($name),
            in_a_thread(ours::rows::$name::exported),
            in_a_thread(theirs::rows::$name::exported),
        )),*]
    };
}

/// Runs a function in a thread of its own: the numbers in names depend on what was exported before in the same one.
fn in_a_thread(exported: fn() -> String) -> String {
    std::thread::spawn(exported).join().expect("no panic")
}

/// The number of types that a text defines.
fn definitions(text: &str) -> usize {
    text.lines()
        .filter(|line| line.starts_with("type "))
        .count()
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
        service_equal(CandidSource::Text(&ours), CandidSource::Text(&theirs)).expect(name);
        // Definitions may be more, never fewer, unless they differ in a number only.
        let may_be_fewer = name == "equal_generics";
        assert!(
            may_be_fewer || definitions(&ours) >= definitions(&theirs),
            "{ours}"
        );
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
