//! A selection of methods.

use crate::checked;
use candid_parser::bindings::analysis::project_methods;
use candid_parser::types::{Type, TypeInner};

const SOURCE: &str = "// of a
type a = nat;
type b = record { b : opt b; c : c };
type c = text;
// of the service
service : (owner : a, c) -> {
  // of get
  get : (key : a) -> (a) query;
  put : (b) -> ();
}";

#[test]
fn candid_has_the_methods_and_what_they_need() {
    let mut checked = checked(SOURCE);
    let select = |names: &[&str]| {
        let names = names.iter().map(|name| name.to_string()).collect();
        Some(project_methods(&checked.env, &checked.actor, names).unwrap())
    };
    let (get, put, all) = (select(&["get"]), select(&["put"]), select(&["get", "put"]));
    checked.actor = get;
    assert_eq!(
        checked.did(),
        "// of a
type a = nat;
// of the service
service : {
  // of get
  get : (key : a) -> (a) query;
}"
    );
    checked.actor = put;
    assert_eq!(
        checked.did(),
        "type b = record { b : opt b; c : c };
type c = text;
// of the service
service : { put : (b) -> () }"
    );
    checked.actor = all;
    assert!(!checked.did().contains("owner"));
}

#[test]
fn a_selection_may_keep_the_constructor() {
    let mut checked = checked(SOURCE);
    let get = project_methods(&checked.env, &checked.actor, vec!["get".to_string()]).unwrap();
    let Some(TypeInner::Class(init, _)) = checked.actor.as_ref().map(Type::as_ref) else {
        panic!("no constructor");
    };
    checked.actor = Some(TypeInner::Class(init.clone(), get).into());
    assert_eq!(
        checked.did(),
        "// of a
type a = nat;
type c = text;
// of the service
service : (owner : a, c) -> {
  // of get
  get : (key : a) -> (a) query;
}"
    );
    assert!(
        checked.js().ends_with("return [a, c];\n};"),
        "{}",
        checked.js()
    );
    assert!(checked
        .mo()
        .contains("public type Self = (owner : a, c) -> async actor {"));
}

/// Without a selection everything is printed, also what the service does not need.
#[test]
fn candid_as_it_is() {
    let unused = "type unused = nat;\nservice : (n : nat) -> { m : () -> () }";
    assert_eq!(checked(unused).did(), unused);
    assert_eq!(
        checked("type only = nat;").did().trim_end(),
        "type only = nat;"
    );
}
