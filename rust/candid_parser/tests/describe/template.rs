//! Templates of bindings.

use crate::{checked, compare};
use candid_parser::bindings::template::{pocket_ic, render};
use candid_parser::check::Checked;

fn rendered(checked: &Checked, source: &str, config: &str) -> Result<String, String> {
    let (env, actor, prog) = (&checked.env, &checked.actor, &checked.prog);
    let configs = config.parse().unwrap();
    let rendered = render("t", source, env, actor, prog, &configs);
    rendered
        .map(|(text, _)| text)
        .map_err(|error| error.to_string())
}

const INTERFACE: &str = "
    // A list.
    type List = opt record { head : nat; \"class\" : List };
    type Alias = List;
    service : (owner : principal) -> {
      // Gets \"it\".
      get_it : (first : Alias) -> (List) query;
      notify : (text) -> () oneway;
      pair : () -> (nat8, text);
    }";

#[test]
fn templates() {
    let checked = checked(INTERFACE);
    for (source, expected) in [
        ("{{ version }}{% for t in types %} {{ t.name }}{% endfor %}", "1 Alias List"),
        ("{{ order|join(',') }}", "List,Alias"),
        ("{{ resolve(types[0].type).kind }} {{ resolve(types[1].type).of.kind }}", "opt record"),
        ("{{ 'get_it'|camel_case }} {{ 'get_it'|pascal_case }} {{ 'getIt'|snake_case }}", "getIt GetIt get_it"),
        ("{{ 'getIt'|screaming_case }} {{ 'getIt'|kebab_case }}", "GET_IT get-it"),
        ("{{ 'a\"b\u{7}'|literal }} {{ 'a\"b'|rust_literal }}", "\"a\\\"b\\u0007\" \"a\\\"b\""),
        ("{{ service.type.methods[0].docs|comment('# ') }}", "# Gets \"it\"."),
        ("{{ ['a\u{202e}', 'b']|comment('# ') }}", "# a\\u{202e}\n# b"),
        ("{{ ['class', 'a b', 'a-b', '1']|identifiers('snake_case', ['class'])|join(' ') }}", "class_ a_b a_b_2 _1"),
        ("{{ rust.methods[0].args[0][1] }} {{ rust.methods[2].rets|rust_tuple }}", "Alias (u8, String)"),
        ("{{ config.vendor.name }}", "acme"),
        (
            "{% macro ty(t) %}{{ t.kind }}{% if t.of is defined %} {{ ty(t.of) }}{% endif %}{% endmacro %}{{ ty(types[1].type) }}",
            "opt record",
        ),
    ] {
        let found = rendered(&checked, source, "[vendor]\nname = 'acme'");
        assert_eq!(found.as_deref(), Ok(expected), "{source}");
    }
}

#[test]
fn mistakes_in_templates() {
    let checked = checked(INTERFACE);
    for (source, part) in [
        ("\n{{ nosuch }}", "t:2:4: "),
        ("{{ service.nosuch }}", "undefined value"),
        ("{% for x in %}", "syntax error"),
        ("{{ 'x'|nosuch }}", "filter nosuch is unknown"),
        ("{% include 'other' %}", "syntax error"),
        ("{{ ['a']|identifiers('loud') }}", "unknown style \"loud\""),
        (
            "{% macro f(x) %}{{ f(x) }}{% endmacro %}{{ f(1) }}",
            "recursion",
        ),
        (
            "{% for a in range(90000) %}{% for b in range(90000) %}x{% endfor %}{% endfor %}",
            "fuel",
        ),
    ] {
        let error = rendered(&checked, source, "").unwrap_err();
        assert!(
            error.starts_with("t:") && error.contains(part),
            "{source}: {error}"
        );
    }
}

#[test]
fn deep_types_are_refused() {
    let (open, close) = ("record { a : ".repeat(200), "}".repeat(200));
    let checked = checked(&format!("type T = {open} nat {close};"));
    let error = rendered(&checked, "{{ version }}", "").unwrap_err();
    let expected =
        "template: the type T nests too deeply for templates, 201 levels: give a part of it a name";
    assert_eq!(error, expected);
}

#[test]
fn bindings_for_pocket_ic() {
    let checked = checked(INTERFACE);
    let bindings = |configs: &str| {
        let configs = configs.parse().unwrap();
        let (env, actor, prog) = (&checked.env, &checked.actor, &checked.prog);
        pocket_ic(env, actor, prog, &configs).unwrap()
    };
    compare("pocket_ic.expected", &bindings("").0);
    let documented = crate::checked("// The ledger.\nservice : { get : () -> () }");
    let (env, actor, prog) = (&documented.env, &documented.actor, &documented.prog);
    let (text, _) = pocket_ic(env, actor, prog, &Default::default()).unwrap();
    assert!(
        text.contains("/// The ledger.\n///\n/// The canister,"),
        "{text}"
    );
    let (text, unused) = bindings("attributes = '#[derive(CandidType)]'");
    assert!(!text.contains("Debug") && unused.is_empty(), "{text}");
}
