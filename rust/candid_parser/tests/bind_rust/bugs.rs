//! What other generators have got wrong.

use super::{bind, interface};

/// A name is data in the generated code, whatever it looks like.
#[test]
fn b5_names_are_not_code() {
    let text = bind(
        "canister_call",
        r#"type S = service { "x\" : evil!(); \"y" : () -> () };
           service : { "m\", ()).await; evil!(); (\"" : (S) -> (record { "\")] evil: evil!(), #[a(\"" : nat }) }"#,
    );
    assert!(
        text.contains(r#"  "x\" : evil!(); \"y" : candid::func!(() -> ());"#),
        "{text}"
    );
    assert!(
        text.contains(r#"unbounded_wait(self.0, "m\", ()).await; evil!(); (\"")"#),
        "{text}"
    );
    assert!(
        text.contains(r#"#[serde(rename="\")] evil: evil!(), #[a(\"")]"#),
        "{text}"
    );
}

/// A wrong configuration is an error that says where.
#[test]
fn b12_bad_configurations_are_errors() {
    let one = interface("type Acc = record { a : nat }; service : { m : (Acc) -> () }");
    let error = |target: &str, configs: &str| one.bind(target, configs).unwrap_err().to_string();
    for (target, configs, expected) in [
        (
            "agent",
            "Acc.name = 5",
            "in the configuration, in [Acc]: invalid name: expected a text in quotes, found 5",
        ),
        (
            "agent",
            "[rust]\nAcc.record.a.nam = 'x'",
            "in the configuration, in [rust.Acc.record.a]: unknown key nam, did you mean name?",
        ),
        (
            "agent",
            "colour = 'red'",
            "in the configuration: unknown key colour, the keys are: name, use_type, attributes, visibility",
        ),
        (
            "agent",
            "[didc.rust]\ntarget = 'foo'",
            "unknown target \"foo\": expected one of canister_call, canister_call_legacy, agent, stub, custom",
        ),
        ("agent", "[didc.rust]\ncanister_id = 5", "in the configuration, in [didc.rust]: expected text for `canister_id`, found 5"),
        ("custom", "", "the target \"custom\" needs a `template`"),
        (
            "custom",
            "[didc.rust]\ntemplate = 'no/such/file.hbs'",
            "cannot read no/such/file.hbs: No such file or directory (os error 2)",
        ),
        ("agent", "Acc.name =", "toml error: TOML parse error at line 1, column 11\n  |\n1 | Acc.name =\n  |           ^\n\n"),
    ] {
        assert_eq!(error(target, configs), expected);
    }
    let principal = error("canister_call", "[didc.rust]\ncanister_id = 'x'");
    assert!(
        principal.contains("helper `principal_slice`: \"x\" is not a principal"),
        "{principal}"
    );
}

/// What a section sets is set over the defaults, not in their place.
#[test]
fn b13_a_section_does_not_replace_the_defaults() {
    let one = interface("// a comment\nservice : { m : () -> () }");
    let configs = "[didc.rust]\ntarget = 'agent'\ncanister_id = 'aaaaa-aa'";
    let (text, _) = one.bind("agent", configs).unwrap();
    assert!(
        text.contains("/// a comment\npub struct Service<'a>"),
        "{text}"
    );
    assert!(
        text.contains(
            "pub const CANISTER_ID : Principal = Principal::from_slice(&[]); // aaaaa-aa"
        ),
        "{text}"
    );
}

/// Names that differ by case only, and names that generated code needs for itself.
#[test]
fn b17_names_do_not_collide() {
    let text = bind(
        "canister_call",
        "type A = record { A : nat; a : nat; \"fn\" : nat; Fn : nat }; type a = variant { a : A; A };
         type Service = service {}; type Principal = record {}; type Vec = vec a; type Result = nat;
         service : { x : (A, a, Service, Principal, Vec) -> (Result); X : () -> (); \"fn\" : () -> (); fn_ : () -> () }",
    );
    for expected in [
        "pub struct A {",
        "pub enum A2 {",
        "  #[serde(rename=\"A\")]\n  pub a_2: candid::Nat,",
        "  #[serde(rename=\"Fn\")]\n  pub fn_2: candid::Nat,",
        "  pub r#fn: candid::Nat,",
        "candid::define_service!(pub Service : {});",
        "pub struct Principal_ {}",
        "pub type Vec_ = Vec<A2>;",
        "pub type Result = candid::Nat;",
        "pub struct Service2(pub Principal);",
        "pub async fn x(&self, arg0: &A, arg1: &A2, arg2: &Service, arg3: &Principal_, arg4: &Vec_) -> CallResult<(Result,)>",
        "pub async fn x_2(&self)",
        "pub async fn fn__2(&self)",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

/// The interface in the skeleton is the interface, whatever is in its names; `oneway` is not `update`.
#[test]
fn b18_the_skeleton_carries_the_interface() {
    let text = bind(
        "stub",
        "// of it\nservice : (x : nat) -> { \"日本\\\"#\" : () -> () oneway }",
    );
    assert!(text.contains("fn init(x: candid::Nat)"), "{text}");
    let start = "*b\"// of it\\n\\\nservice : (x : nat) -> { ";
    assert!(text.contains(start), "{text}");
    let name = r##"\"\xe6\x97\xa5\xe6\x9c\xac\\\"#\" : () -> () oneway"##;
    assert!(text.contains(name), "{text}");
    let text = bind("stub", "service : { \"\\\"#\" : () -> () }");
    assert!(
        text.contains(r###"br##"service : { "\"#" : () -> () }"##"###),
        "{text}"
    );
    let text = bind("agent", "service : { m : () -> () oneway }");
    assert!(
        text.contains(".with_arg(args).call().await?;\n    Ok(())"),
        "{text}"
    );
    let text = bind("canister_call", "service : { m : () -> () oneway }");
    assert!(text.contains("Ok(call.oneway()?)"), "{text}");
    let text = bind("canister_call_legacy", "service : { m : () -> () oneway }");
    assert!(text.contains("ic_cdk::notify(self.0, \"m\", ())"), "{text}");
}

/// Arguments have the names that the interface gives them.
#[test]
fn b22_arguments_have_their_names() {
    let text = bind(
        "agent",
        "service : { add : (x : nat, \"type\" : nat, nat, \"a b\" : nat, X : nat) -> () }",
    );
    let expected = "add(&self, x: &candid::Nat, r#type: &candid::Nat, arg2: &candid::Nat, _4830947_: &candid::Nat, x_2: &candid::Nat)";
    assert!(text.contains(expected), "{text}");
}
