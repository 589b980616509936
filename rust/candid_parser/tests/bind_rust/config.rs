//! Type selectors, property by property, and templates of one's own.

use super::{body, interface};
use candid_parser::bindings::rust::{
    compile, explain_unused, output_handlebar, try_emit_bindgen, try_output_handlebar, Config,
    ExternalConfig,
};

const DID: &str = "
    type A = record { f : opt record { g : nat; h : vec nat8 }; k : B };
    type B = variant { x : record { a : nat }; y : nat8; 5 };
    type N = nat;
    service : { m : (A, record { z : nat }) -> (B, N) query }";

/// Checks lines of the bindings that a configuration makes, and what it said in vain.
#[track_caller]
fn check(configs: &str, expected: &[&str], unused: &[&str]) {
    let (text, found) = interface(DID).bind("agent", configs).unwrap();
    for line in expected {
        assert!(text.contains(line), "{line}\n{}", body(&text));
    }
    assert_eq!(found, unused);
}

#[test]
fn t1_t5_name() {
    check(
        "name = 'Ledger'
         A.name = 'MyA'
         A.record.f.name = 'eff'
         B.variant.x.name = 'Ex'
         B.variant.5.name = 'Five'
         m.name = 'em'
         m.arg0.name = 'first'
         m.arg1.record.name = 'Second'
         N.name = 'Number'",
        &[
            "pub struct Ledger<'a>(",
            "pub struct MyA {",
            "#[serde(rename=\"f\")] pub eff: Option<AFInner>",
            "#[serde(rename=\"x\")]\n  Ex{ a: candid::Nat }",
            "#[candid(id = 5)]\n  #[serde(rename=\"_5_\")]\n  Five",
            "pub struct Second { pub z: candid::Nat }",
            "pub type Number = candid::Nat;",
            "pub async fn em(&self, first: &MyA, arg1: &Second) -> Result<(B, Number)>",
        ],
        &[],
    );
    // Two types of one name do not become one.
    check(
        "record.name = 'R'",
        &["pub struct R {", "pub struct R2 {"],
        &[],
    );
}

#[test]
fn t3_use_type_and_its_tests() {
    check(
        "A.use_type = 'my::A'
         N.use_type = 'u128'
         m.arg1.use_type = 'Second (no test)'",
        &[
            "pub async fn m(&self, arg0: &my::A, arg1: &Second) -> Result<(B, u128)>",
            "#[test]\nfn test_my__A() {\n  // Generated from A.use_type = \"my::A\"\n  let candid_src = r#\"type A = record {",
            "  candid_parser::utils::check_rust_type::<my::A>(candid_src).unwrap();\n}\n",
            "#[test]\nfn test_u128() {",
        ],
        &[],
    );
    let (text, _) = interface(DID)
        .bind("agent", "nat.use_type = 'u64'")
        .unwrap();
    assert_eq!(text.matches("#[test]").count(), 1, "{text}");
    assert!(
        text.contains("pub type N = u64;") && text.contains("pub z: u64"),
        "{text}"
    );
}

#[test]
fn t2_attributes_and_visibility() {
    check(
        "A.attributes = '#[derive(CandidType)]'
         B.variant.attributes = '#[v]'
         g.attributes = '#[gg]'
         A.visibility = 'pub(crate)'
         B.visibility = ''",
        &[
            "#[derive(CandidType)]\npub(crate) struct A {",
            "  #[v]\n  #[serde(rename=\"y\")]\n  Y(u8)",
            "  #[gg]\n  pub(crate) g: candid::Nat",
            "#[derive(CandidType, Deserialize)]\nenum B {",
        ],
        &[],
    );
    check(
        "attributes = '#[a]'",
        &["#[a]\npub struct AFInner", "#[a]\npub enum B"],
        &[],
    );
}

#[test]
fn t4_unused_paths_are_told_with_a_guess() {
    let configs =
        "A.record.ff.name = 'x'\nm.attributes = '#[x]'\nBb.visibility = ''\nzzz.arg0.name = 'y'";
    check(
        configs,
        &[],
        &[
            "A.record.ff.name",
            "Bb.visibility",
            "m.attributes",
            "zzz.arg0.name",
        ],
    );
    let one = interface(DID);
    let config = Config::parse(configs.parse().unwrap()).unwrap();
    assert_eq!(
        explain_unused(&config, &one.env, &one.actor, &one.prog).unwrap(),
        [
            "path A.record.ff.name is unused: unknown name `ff`; did you mean `f`?",
            "path Bb.visibility is unused: unknown name `Bb`; did you mean `B`?",
            "path m.attributes is unused",
            "path zzz.arg0.name is unused: unknown name `zzz`",
        ]
    );
}

#[test]
fn t7_templates() {
    let one = interface("// of the service\nservice : (nat) -> { \"a-b\" : (x : nat, text) -> (nat, text) query; c : () -> () }");
    let config = Config::parse("".parse().unwrap()).unwrap();
    let (output, _) = try_emit_bindgen(&config, &one.env, &one.actor, &one.prog).unwrap();
    let fill = |template: &str| {
        try_output_handlebar(output.clone(), ExternalConfig::default(), template)
            .map_err(|e| e.to_string())
    };
    for (template, expected) in [
        ("{{#each methods}}{{name}}={{original_name}} {{mode}} {{vec_to_arity rets}};{{/each}}", "_4833846_=a-b query (candid::Nat, String);c=c update ();"),
        ("{{#each methods}}{{#each args}}{{this.[0]}}:{{this.[1]}},{{/each}}{{/each}}", "x:candid::Nat,arg1:String,"),
        ("{{#each init_args}}{{this.[0]}}{{/each}} {{service_name}} {{candid_crate}} {{actor_docs}}", "arg0 Service candid [of the service]"),
        ("{{snake_case \"HTTPServer fooBar\"}} {{PascalCase \"foo_bar\"}} {{escape_debug \"a\\\"b\"}}", "http_server_foo_bar FooBar a\\\"b"),
        ("{{principal_slice \"2vxsx-fae\"}} {{cdk_attribute \"composite_query\" \"x\" \"y\"}}", "4 query(name = \"y\", composite = true)"),
    ] {
        assert_eq!(fill(template).unwrap(), expected, "{template}");
    }
    for (template, message) in [
        ("{{nosuch}}", "nosuch"),
        ("{{#each methods}}", "template"),
        (
            "{{cdk_attribute \"query\"}}",
            "helper `cdk_attribute`: expected 3 arguments, found 1",
        ),
        (
            "{{escape_debug 5}}",
            "helper `escape_debug`: expected text, found 5",
        ),
        (
            "\n{{#*inline \"a\"}}{{> a}}{{/inline}}{{> a}}",
            "line 2: partials and decorators are not supported in custom templates",
        ),
        (
            &format!("{}{}", "{{#if 1}}".repeat(9_000), "{{/if}}".repeat(9_000)),
            "line 1: more than 100 blocks and branches inside each other",
        ),
        (
            &format!(
                "{}{}",
                "{{#each @root.methods}}".repeat(40),
                "{{/each}}".repeat(40)
            ),
            "work out of all proportion to the interface",
        ),
        (
            &format!(
                "{}{}{}",
                "{{#each @root.methods}}".repeat(18),
                "long".repeat(10_000),
                "{{/each}}".repeat(18)
            ),
            "an output out of all proportion to the interface",
        ),
    ] {
        let error = fill(template).unwrap_err();
        assert!(
            error.starts_with("template: ") && error.contains(message),
            "{error}"
        );
    }
    // The functions that cannot fail give code that says what is wrong.
    let text = output_handlebar(output, ExternalConfig::default(), "{{nosuch}}");
    assert!(text.starts_with("compile_error!(\"template: "), "{text}");
    let config = Config::new("Acc.name = 5".parse().unwrap());
    let (text, _) = compile(
        &config,
        &one.env,
        &one.actor,
        &one.prog,
        ExternalConfig::default(),
    );
    assert!(
        text.starts_with("compile_error!(\"in the configuration, in [Acc]: "),
        "{text}"
    );
}

/// Types that have no name in Candid, by the name that is generated for them.
#[test]
fn selectors_of_generated_names() {
    const DID: &str = "
        type List = opt record { head : variant { a; b }; tail : List };
        service : {
          find : (List) -> (variant { Ok : record { x : nat }; Err : text });
          t : () -> (record { id : nat; z : variant { p; q } });
        }";
    // Lines that are there with a selector and not without.
    let rows: [(&str, &[&str]); 13] = [
        (
            "ListInner.record.head.name = 'H1'",
            &["#[serde(rename=\"head\")] pub H1: ListInnerHead"],
        ),
        (
            "ListInner.name = 'LI'",
            &["pub struct LI {", "pub struct List(pub Option<LI>);"],
        ),
        (
            "ListInner.attributes = '#[derive(A)]'",
            &["#[derive(A)] pub struct ListInner {"],
        ),
        (
            "ListInner.record.tail.attributes = '#[a]'",
            &["#[a] pub tail: Box<List>"],
        ),
        (
            "ListInner.record.attributes = '#[a]'",
            &["#[a] pub head: ListInnerHead", "#[a] pub tail: Box<List>"],
        ),
        (
            "ListInner.visibility = ''",
            &[")] struct ListInner { head: ListInnerHead, tail: Box<List> }"],
        ),
        (
            "ListInner.use_type = 'my::Q'",
            &["pub struct List(pub Option<my::Q>);", " fn test_my__Q() {"],
        ),
        (
            "ListInnerHead.variant.a.name = 'First'",
            &["#[serde(rename=\"a\")] First"],
        ),
        (
            "TRet.name = 'TR'",
            &["pub struct TR { pub z: TRetZ", "-> Result<TR>"],
        ),
        (
            "TRet.record.id.name = 'ident'",
            &["#[serde(rename=\"id\")] pub ident: candid::Nat"],
        ),
        ("TRetZ.name = 'Zed'", &["pub enum Zed {", "pub z: Zed"]),
        (
            "FindRetOk.record.x.name = 'ex'",
            &["#[serde(rename=\"x\")] pub ex: candid::Nat"],
        ),
        (
            "find.ret0.variant.\"std::result::Result\".use_type = 'my::Result'",
            &["-> Result<my::Result<FindRetOk, String>>"],
        ),
    ];
    // On one line, however wide.
    let bind = |configs: &str| {
        let (text, unused) = interface(DID).bind("agent", configs).unwrap();
        let words: Vec<&str> = text.split_whitespace().collect();
        (words.join(" "), unused)
    };
    let (usual, _) = bind("");
    for (configs, lines) in rows {
        let (text, unused) = bind(configs);
        for line in lines {
            assert!(text.contains(line), "{configs}: {line}\n{text}");
            assert!(!usual.contains(line), "{configs}: {line}");
        }
        assert!(unused.is_empty(), "{configs}: {unused:?}");
    }
    // Those by the place still hold, the shortest first.
    let (text, _) = bind(
        "ListInner.record.head.name = 'long'\nhead.name = 'short'\nt.ret0.record.name = 'Place'",
    );
    assert!(
        text.contains("pub short: ListInnerHead") && text.contains("pub struct Place {"),
        "{text}"
    );
}

/// What would not compile is an error.
#[test]
fn properties_and_variables_are_checked() {
    for (is_fine, property, values) in [
        (true, "name", &["A", "type", "r#type", "_a1", "é"][..]),
        (
            false,
            "name",
            &["", "A b", "1a", "a-b", "self", "_", "r#", "a::b"],
        ),
        (
            true,
            "visibility",
            &["", "pub", "pub(crate)", "pub(in crate::a)", "pub (super)"],
        ),
        (
            false,
            "visibility",
            &["pub(crate", "public", "pub crate", "pub(in )", "crate"],
        ),
        (
            true,
            "use_type",
            &["Vec<[u8; 32]>", "a::B (no test)", "fn(u8) -> u8"],
        ),
        (false, "use_type", &["", " ", "[u8; 32", "(u8]"]),
        (true, "attributes", &["", "#[a]\n#[b(\"]\\\"(\")]"]),
        (false, "attributes", &["#[a", "#[a]]", "#[a = \"b]"]),
    ] {
        for value in values {
            let quoted = toml::Value::from(*value);
            let config = Config::parse(format!("A.{property} = {quoted}").parse().unwrap());
            assert_eq!(config.is_ok(), is_fine, "{property} = {value}");
        }
    }
    for (is_fine, variable, values) in [
        (true, "wait", &["bounded_wait", "unbounded_wait"][..]),
        (false, "wait", &["foo", ""]),
        (true, "service_name", &["A"]),
        (false, "service_name", &["a b"]),
        (
            true,
            "candid_crate",
            &["candid", "::ic_cdk::export::candid", "crate::c"],
        ),
        (false, "candid_crate", &["", "a b", "a::"]),
        (true, "other", &["a b"]),
    ] {
        for value in values {
            let configs = format!("[didc.rust]\n{variable} = '{value}'");
            let config = ExternalConfig::from_configs(&configs.parse().unwrap());
            assert_eq!(config.is_ok(), is_fine, "{variable} = {value}");
        }
    }
}
