//! One test for each known mistake of names and types.

use crate::{checked, Checked};
use candid_parser::syntax::IDLProg;

/// Fails unless each text is in the output, in that order.
#[track_caller]
fn has(output: &str, texts: &[&str]) {
    let mut rest = output;
    for text in texts {
        match rest.split_once(text) {
            Some((_, after)) => rest = after,
            None => panic!("no {text:?} in\n{output}"),
        }
    }
}

fn labels() -> Checked {
    checked("type t = record { __proto__ : nat; _5_ : nat; 5 : nat }; service : { __proto__ : (t) -> () }")
}

#[test]
fn b9_a_field_may_be_called_proto() {
    has(
        &labels().js(),
        &[
            "['__proto__'] : IDL.Nat",
            "['__proto__'] : IDL.Func([t], [], [])",
        ],
    );
    has(
        &labels().ts(),
        &[
            "'__proto__' : bigint",
            "'__proto__' : ActorMethod<[t], undefined>",
        ],
    );
}

#[test]
fn labels_that_look_like_numbers_keep_their_own_id() {
    // `_5_` hashes to this.
    has(&labels().js(), &["_5_ : IDL.Nat", "_4736169_ : IDL.Nat"]);
    has(&labels().ts(), &["_5_ : bigint", "_4736169_ : bigint"]);
    has(&labels().mo(), &["_5_  : Nat", "_5__ : Nat"]);
}

#[test]
fn b12_a_method_that_motoko_cannot_name() {
    let module = checked("service : { \"get-acc\" : () -> (); get_acc : () -> () }").mo();
    has(
        &module,
        &[
            "    // omitted: method \"get-acc\", whose name is not a Motoko identifier\n",
            "    get_acc : shared () -> async ();\n",
        ],
    );
}

#[test]
fn b19_references_are_typed_as_what_they_are() {
    let module = checked(
        "type s = service { ping : () -> () }; type f = func () -> (s);
         type r = record { s : s; f : f; i : service { ping : () -> () } };
         type v = variant { s : opt s; f : vec f };
         service : { m : (s, f, r) -> (v) }",
    );
    has(
        &module.ts(),
        &[
            "export type f = ActorMethod<[], Principal>;",
            "export interface r {\n  'f' : [Principal, string],\n  'i' : Principal,\n  's' : Principal,\n}",
            "export interface s { 'ping' : ActorMethod<[], undefined> }",
            "{ 'f' : Array<[Principal, string]> }",
            "{ 's' : [] | [Principal] }",
            "'m' : ActorMethod<[Principal, [Principal, string], r], v>",
        ],
    );
}

#[test]
fn b20_names_do_not_clash() {
    let module = checked(
        "type Principal = principal; type IDL = nat; type ActorMethod = nat; type _SERVICE = nat; type Array = vec text;
         type string = text; type any = reserved; type class = nat; type class_ = text; type never = empty;
         service : { m : (Principal, IDL, ActorMethod, _SERVICE, Array, string, any, class, class_, opt never) -> () }",
    );
    has(
        &module.js(),
        &[
            "const IDL_ = IDL.Nat;",
            "const class_2 = IDL.Nat;",
            "const class_ = IDL.Text;",
        ],
    );
    has(
        &module.ts(),
        &[
            "export type ActorMethod_ = bigint;",
            "export type Array_ = Array<string>;",
            "export type IDL_ = bigint;",
            "export type Principal_ = Principal;",
            "export type _SERVICE_ = bigint;",
            "export type any_ = any;",
            "export type class_2 = bigint;",
            "export type class_ = string;",
            "export type never_ = never;",
            "export type string_ = string;",
            "export interface _SERVICE {",
        ],
    );
}

#[test]
fn b21_a_type_called_self_and_a_selection_of_methods() {
    let module =
        checked("type Self = opt Self; type Self_ = nat; service : { m : (Self, Self_) -> () }");
    has(
        &module.mo(),
        &[
            "public type Self_ = ?Self_;",
            "public type Self__ = Nat;",
            "public type Self = actor {",
            "m : shared (Self_, Self__) -> async ()",
        ],
    );
    // There is nothing that it could be mistaken for.
    has(
        &checked("type Self = nat").mo(),
        &["public type Self = Nat;"],
    );

    let mut named = checked("type S = service { f : () -> (); g : () -> () }; service : S");
    let selected = candid_parser::bindings::analysis::project_methods(
        &named.env,
        &named.actor,
        vec!["f".to_string()],
    );
    named.actor = Some(selected.unwrap());
    has(
        &named.mo(),
        &["public type Self = actor { f : shared () -> async () }\n}"],
    );
}

#[test]
fn b22_arguments_have_their_names() {
    let module = checked("service : (owner : principal) -> { add : (x : nat, y : nat) -> (sum : nat); f : (nat, z : nat) -> () }");
    has(
        &module.ts(),
        &[
            "'add' : ActorMethod<[x: bigint, y: bigint], bigint>",
            "'f' : ActorMethod<[arg0: bigint, z: bigint], undefined>",
        ],
    );
    has(
        &module.mo(),
        &[
            "public type Self = (owner : Principal) -> async actor {",
            "add : shared (x : Nat, y : Nat) -> async (sum : Nat);",
            "f : shared (Nat, z : Nat) -> async ();",
        ],
    );
}

/// A service method of a recursive function type was no function for the library that makes actors.
#[test]
fn methods_of_recursive_types() {
    let module = checked("type f = func (f) -> (); type g = f; service : { f : f; g : g }");
    has(
        &module.js(),
        &[
            "const f = IDL.Rec();",
            "f.fill(IDL.Func([f], [], []));",
            "return IDL.Service({ 'f' : f.getType(), 'g' : g.getType() });",
        ],
    );
}

/// What the JavaScript library would read as a number is written as one.
#[test]
fn labels_that_read_as_numbers() {
    for (name, is_number) in [
        ("_0_", true),
        ("_5_", true),
        ("_0005_", true),
        ("_4294967295_", true),
        ("_4294967296_", false),
        ("_0x1F_", true),
        ("_0xffffffff_", true),
        ("_0x1ffffffff_", false),
        ("_0x_", false),
        ("_+5_", false),
        ("_5", false),
        ("5_", false),
        ("__", false),
        ("_", false),
        ("_a_", false),
        ("_1_2_", false),
    ] {
        let module = checked(&format!("type t = record {{ \"{name}\" : nat }}")).js();
        let is_named = module.contains(&format!("{{ '{name}' : IDL.Nat }}"));
        assert_eq!(is_named, !is_number, "{module}");
        let number = format!("{{ _{}_ : IDL.Nat }}", candid::idl_hash(name));
        assert_eq!(module.contains(&number), is_number, "{module}");
    }
}

#[test]
fn names_in_motoko() {
    for (name, expected) in [
        ("a", Some("a")),
        ("a_", Some("a__")),
        ("_5_", Some("_5__")),
        ("actor", Some("actor_")),
        ("actor_", Some("actor__")),
        ("get-acc", None),
        ("", None),
        ("é", None),
    ] {
        let module = checked(&format!("service : {{ \"{name}\" : () -> () }}")).mo();
        let method = |name: &str| module.contains(&format!("actor {{ {name} : shared"));
        assert_eq!(
            expected.is_some_and(method),
            expected.is_some(),
            "{name}\n{module}"
        );
        assert_eq!(module.contains("// omitted"), expected.is_none(), "{name}");
    }
    let module = checked("type Text = nat; type Text_ = nat").mo();
    has(&module, &["type Text_ = Nat;", "type Text__ = Nat;"]);
}

/// An interface whose types are called like everything that the code of clients uses: `bash ci.sh bindings-js` compiles and
/// runs its client.
#[test]
fn names_that_clients_use() {
    let client = checked("service : () -> {}").client();
    let code = client
        .lines()
        .filter(|line| !line.trim_start().starts_with("/"));
    let words = code.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    let is_name = |word: &&str| format!("type {word} = text;").parse::<IDLProg>().is_ok();
    let names: std::collections::BTreeSet<&str> = words.filter(is_name).collect();
    assert!(["Object", "IDL", "Client", "toCandid", "undefined"]
        .iter()
        .all(|name| names.contains(name)));
    let fields: Vec<String> = names
        .iter()
        .map(|name| format!("{name} : {name}"))
        .collect();
    let types: Vec<String> = names
        .iter()
        .map(|name| format!("type {name} = opt text;\n"))
        .collect();
    let text = format!(
        "// Types that are called like what the code of TypeScript clients uses.\n{}service : {{ all : (record {{ {} }}) -> () }}\n",
        types.concat(),
        fields.join("; "),
    );
    let wrong = super::compare(&super::dir("client_names.did"), &text);
    assert!(wrong.is_none(), "{}", wrong.unwrap_or_default());
}

/// A client with a method `then` was a promise for `await`, which called it.
#[test]
fn clients_are_no_promises() {
    let plain = checked("service : { when : () -> (); then_ : () -> () }").client();
    has(
        &plain,
        &[
            " then_(): Promise<void>;",
            "[M in keyof Client]:",
            "=> [name, method(name, func)]",
        ],
    );
    has(
        &checked("service : { then : (nat) -> () }").client(),
        &[
            " then_(arg0: bigint): Promise<void>",
            "'then' : IDL.Func(",
            "[M in keyof Client as M extends 'then_' ? 'then' : M]:",
            "=> [name === 'then' ? 'then_' : name, method(name, func)]",
        ],
    );
    let both = "type s = service { then : (nat) -> (); then_ : () -> () }; service : s";
    has(
        &checked(both).client(),
        &[
            " then_2(arg0: bigint): Promise<void>;",
            " then_(): Promise<void>;",
            "[M in keyof Client as M extends 'then_2' ? 'then' : M]:",
            "=> [name === 'then' ? 'then_2' : name, method(name, func)]",
        ],
    );
}
