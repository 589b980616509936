//! Random values: of their types, shaped by their configuration, and never a panic.

#![cfg(feature = "random")]

use candid_parser::configs::{Configs, Scope, ScopePos};
use candid_parser::random;
use candid_parser::types::{Type, TypeEnv};
use candid_parser::{check, IDLArgs};
use std::path::Path;

const DEFS: &str = "type List = opt record { head : nat8; tail : List };
type Tree = variant { leaf : nat8; node : record { left : Tree; right : Tree } };
type Never = record { next : Never };
type Account = record { id : nat; name : text };";

fn env() -> TypeEnv {
    let loader = check::Memory::default();
    let checked = check::text(&loader, Path::new("defs.did"), DEFS);
    checked.expect("the definitions are correct").env
}

/// Fills bytes with what looks random and is always the same.
fn generator(seed: u64) -> impl FnMut(&mut [u8]) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |bytes| {
        for byte in bytes {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            *byte = state.to_le_bytes()[3];
        }
    }
}

fn entropy(seed: u64, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    generator(seed)(&mut bytes);
    bytes
}

fn make(
    seed: &[u8],
    types: &str,
    config: &str,
    scope: Option<Scope<'_>>,
) -> candid_parser::Result<(Vec<Type>, IDLArgs, Vec<String>)> {
    let env = env();
    let types = check::types(&env, "<types>", types)?;
    let configs: Configs = config.parse()?;
    let (args, unused) = random::any_explained(seed, configs, &env, &types, &scope)?;
    Ok((types, args, unused))
}

fn error(types: &str, config: &str) -> String {
    let made = make(&entropy(1, 4096), types, config, None);
    format!("{:#}", made.expect_err("there is something wrong"))
}

#[test]
fn values_have_their_types_and_come_back_from_messages() {
    let types = "(null, bool, nat, int, nat8, nat16, nat32, nat64, int8, int16, int32, int64, float32, float64,
        text, reserved, principal, blob, opt nat, vec text, vec vec nat8, List, Tree, vec Never, opt Never,
        record { nat; text }, variant { a; b : Never; c : List }, func (nat) -> (nat) query, service { f : () -> () })";
    let env = env();
    let configs = ["", "distribution = 'full'", "distribution = 'boundary'"];
    for (seed, config) in (0..300).zip(configs.into_iter().cycle()) {
        for len in [0, 1, 30, 10_000] {
            let (types, args, _) = make(&entropy(seed, len), types, config, None).expect("values");
            let bytes = args
                .to_bytes_with_types(&env, &types)
                .expect("they have their types");
            let back = IDLArgs::from_bytes_with_types(&bytes, &env, &types).expect("a message");
            assert_eq!(back.to_string(), args.to_string());
        }
    }
}

#[test]
fn the_same_bytes_give_the_same_values() {
    for seed in 0..20 {
        let values = || {
            let made = make(
                &entropy(seed, 5000),
                "(Tree, text, vec nat, principal)",
                "",
                None,
            );
            made.expect("values").1.to_string()
        };
        assert_eq!(values(), values());
    }
}

/// Many seeds in one call give what each of them gives alone.
#[test]
fn many_seeds() {
    let env = env();
    let types = check::types(&env, "<types>", "(Tree, nat, text, List)").expect("types");
    let seeds = || (0..30).map(generator);
    let configs = |text: &str| text.parse::<Configs>().expect("a configuration");
    let config = "nat.range = [1, 9]\nsize = 9\nTree.variant.leaf.range = [1, 2]";
    let mut found = Vec::new();
    let unused = random::each(seeds(), configs(config), &env, &types, &None, |args| {
        found.push(args.to_string());
        Ok::<(), candid_parser::Error>(())
    });
    assert_eq!(unused.expect("values"), [""; 0]);
    let mut alone = Vec::new();
    for seed in seeds() {
        let made = random::each([seed], configs(config), &env, &types, &None, |args| {
            alone.push(args.to_string());
            Ok::<(), candid_parser::Error>(())
        });
        made.expect("values");
    }
    assert_eq!(found, alone);
}

/// The number of different values of a type among many: all of a small range come up, of a large one nearly no two are equal.
#[test]
fn distributions_cover_their_ranges() {
    let rows = [
        ("(nat8)", "range = ['0', '9']", 10, 10),
        ("(int)", "range = ['-4', '4']\ndistribution = 'full'", 9, 9),
        ("(nat8)", "distribution = 'boundary'", 25, 200),
        ("(nat)", "distribution = 'full'", 700, 1000),
        ("(float64)", "distribution = 'full'", 900, 1000),
        ("(nat)", "range = [0, '99999999999999999999999999999999999999999999']", 990, 1000),
        (
            "(nat)",
            "range = ['99999999999999999999999999999999999999999990', '99999999999999999999999999999999999999999999']",
            10,
            10,
        ),
    ];
    for (types, config, least, most) in rows {
        let values = (0..1000).map(|seed| {
            let made = make(&entropy(seed, 200), types, config, None);
            made.expect(config).1.to_string()
        });
        let n = values.collect::<std::collections::BTreeSet<_>>().len();
        assert!((least..=most).contains(&n), "{types}, {config}: {n}");
    }
}

/// The configuration, the types, and what holds of each text that is made.
#[test]
fn properties_shape_values() {
    fn within(text: &str, low: i64, high: i64) -> bool {
        let digits = text
            .trim_matches(['(', ')'])
            .split(' ')
            .next()
            .unwrap_or("");
        let number = digits.parse::<f64>().expect("a number");
        (low as f64..=high as f64).contains(&number)
    }
    type Holds = fn(&str) -> bool;
    let rows: &[(&str, &str, Holds)] = &[
        ("range = [-3, 3]", "(int)", |text| within(text, -3, 3)),
        ("range = [-3, 3]", "(nat)", |text| within(text, 0, 3)),
        ("range = [-3, 300]", "(nat8)", |text| within(text, 0, 255)),
        ("range = [-3, 3]", "(float64)", |text| within(text, -3, 3)),
        ("range = [-3, 3]", "(float32)", |text| within(text, -3, 3)),
        (
            "range = [9223372036854775807, 9223372036854775807]",
            "(nat64)",
            |text| text == "(9_223_372_036_854_775_807 : nat64)",
        ),
        ("width = 0", "(vec nat, text, blob)", |text| {
            text == "(vec {}, \"\", blob \"\")"
        }),
        ("width = 2", "(vec null)", |text| {
            text.matches("null : null").count() <= 2
        }),
        ("depth = 0", "(List)", |text| text == "(null)"),
        ("depth = 0", "(Tree)", |text| {
            text.starts_with("(variant { leaf = ")
        }),
        ("size = 0", "(vec text)", |text| text == "(vec {})"),
        ("size = 9", "(Tree)", |text| {
            text.matches("leaf").count() <= 9
        }),
        ("text = \"emoji\"", "(text)", |text| {
            text.trim_matches(['(', ')', '"'])
                .chars()
                .all(|c| c > '\u{1f000}')
        }),
        ("text = \"ascii\"", "(text)", |text| text.is_ascii()),
        ("text = \"path\"", "(text)", |text| text.starts_with("(\"/")),
        (
            "Account.record.id.value = [\"7\", \"8\"]",
            "(Account)",
            |text| text.contains("id = 7 : nat") || text.contains("id = 8 : nat"),
        ),
        (
            "[random]\nAccount.record.id.range = [1, 1]",
            "(Account, nat)",
            |text| text.contains("id = 1 : nat"),
        ),
    ];
    for (config, types, holds) in rows {
        for seed in 0..50 {
            let made = make(&entropy(seed, 5000), types, config, None);
            let text = made.expect(config).1.to_string();
            assert!(holds(&text), "{config} at {types}: {text}");
        }
    }
}

#[test]
fn scopes_are_methods_and_positions() {
    let config =
        "\"func:f\".\"arg:0\".range = [1, 1]\n\"func:f\".\"ret:0\".range = [2, 2]\nrange = [3, 3]";
    let at = |method, position| {
        let scope = Scope {
            method,
            position: Some(position),
        };
        let made = make(&entropy(1, 100), "(nat, nat)", config, Some(scope));
        made.expect("values").1.to_string()
    };
    assert_eq!(at("f", ScopePos::Arg), "(1 : nat, 3 : nat)");
    assert_eq!(at("f", ScopePos::Ret), "(2 : nat, 3 : nat)");
    assert_eq!(at("g", ScopePos::Arg), "(3 : nat, 3 : nat)");
}

/// A method or a position may stand alone; what says both goes before the method, and that before the position.
#[test]
fn a_scope_may_be_half_a_scope() {
    let rows = [
        ("\"func:f\".range = [1, 1]", "(1 : nat, 1 : nat)"),
        (
            "\"func:f\".range = [1, 1]\nrange = [3, 3]",
            "(1 : nat, 1 : nat)",
        ),
        (
            "\"arg:1\".range = [1, 1]\nrange = [3, 3]",
            "(3 : nat, 1 : nat)",
        ),
        (
            "\"arg:1\".range = [1, 1]\n\"func:f\".range = [2, 2]",
            "(2 : nat, 2 : nat)",
        ),
        (
            "\"func:f\".range = [2, 2]\n\"func:f\".\"arg:0\".range = [4, 4]",
            "(4 : nat, 2 : nat)",
        ),
        (
            "\"func:f\".nat.range = [2, 2]\nnat.range = [4, 4]",
            "(2 : nat, 2 : nat)",
        ),
        (
            "\"func:f\".\"arg:0\".value = ['5']\nrange = [3, 3]",
            "(5 : nat, 3 : nat)",
        ),
    ];
    for (config, expected) in rows {
        let scope = Scope {
            method: "f",
            position: Some(ScopePos::Arg),
        };
        let made = make(&entropy(1, 100), "(nat, nat)", config, Some(scope));
        assert_eq!(made.expect("values").1.to_string(), expected, "{config}");
    }
}

#[test]
fn mistakes_are_errors() {
    let rows = [
        ("(empty)", "", "empty: uninhabited type empty"),
        (
            "(variant {})",
            "",
            "variant: all cases of the variant are uninhabited",
        ),
        (
            "(nat)",
            "range = [5, 1]",
            "in the configuration: invalid range: empty range 5 to 1",
        ),
        (
            "(nat8)",
            "range = [300, 400]",
            "nat8: invalid property range: the type has no number in the range 300 to 400",
        ),
        (
            "(nat)",
            "range = [-5, -1]",
            "nat: invalid property range: the type has no number in the range -5 to -1",
        ),
        (
            "(record { a : nat })",
            "a.value = []",
            "in the configuration, in [a]: invalid value: expected at least one value",
        ),
        (
            "(record { a : nat8 })",
            "a.value = [\"300\"]",
            "record.a: invalid property value: 1:2: 300 is not in the range of nat8, 0 to 255",
        ),
        (
            "(nat)",
            "valuee = [\"1\"]",
            "in the configuration: unknown key valuee, did you mean value?",
        ),
    ];
    for (types, config, expected) in rows {
        assert_eq!(error(types, config), expected, "{config} at {types}");
    }
    assert!(
        error("(Never)", "").contains("uninhabited type"),
        "{}",
        error("(Never)", "")
    );
}

#[test]
fn what_is_not_used_is_told() {
    let unused = |types, config| {
        make(&entropy(1, 4096), types, config, None)
            .expect("values")
            .2
    };
    assert_eq!(
        unused("(nat)", "range = [1, 2]\ndepth = 3\nsize = 4"),
        [""; 0]
    );
    assert_eq!(
        unused("(Account)", "Acount.record.id.range = [1, 2]"),
        ["path Acount.record.id.range is unused: unknown name `Acount`; did you mean `Account`?"]
    );
}

/// Bytes and widths of any size are answered within the time and the memory that they ask for.
#[test]
fn a_width_beyond_the_bytes_is_harmless() {
    let (_, args, _) = make(
        &entropy(2, 64),
        "(vec nat8, text, vec text)",
        "width = 100000",
        None,
    )
    .expect("values");
    assert!(args.to_string().len() < 10_000_000);
}

/// Items that take no random bytes end with them, too, and so do characters.
#[test]
fn a_width_beyond_memory_is_harmless() {
    let width = format!("width = {}", i64::MAX);
    for types in [
        "(text)",
        "(vec null)",
        "(vec nat8)",
        "(vec nat)",
        "(vec vec vec null)",
        "(vec text, func () -> ())",
    ] {
        for kind in ["ascii", "any", "emoji"] {
            let config = format!("{width}\nsize = {}\ntext = \"{kind}\"", i32::MAX);
            let (_, args, _) = make(&entropy(7, 1000), types, &config, None).expect("values");
            assert!(args.to_string().len() < 100_000, "{types}");
        }
    }
}
