//! Modules for Python: output that grows with the interface, deep types, names.

use crate::checked;
use candid::types::{Field, Label, Type, TypeEnv, TypeInner};
use candid_parser::bindings::python;
use candid_parser::syntax::IDLMergedProg;
use std::fmt::Write;

fn module(text: &str) -> String {
    let interface = checked(text);
    python::try_compile(&interface.env, &interface.actor, &interface.prog).unwrap()
}

/// What a module has besides that which is the same in all.
fn len(text: &str) -> usize {
    module(text).len() - module("").len()
}

/// Returns how much longer the module of twice as much is, and that of four times as much, in percent.
fn growth(interface: fn(usize) -> String) -> [usize; 2] {
    let [one, two, four] = [60, 120, 240].map(|n| len(&interface(n)));
    [two * 100 / one, four * 100 / two]
}

#[test]
fn output_is_linear() {
    let interfaces: [fn(usize) -> String; 4] = [
        |n| {
            let mut text = String::new();
            for i in 0..n {
                let next = (i + 1) % n;
                writeln!(
                    text,
                    "type t{i} = record {{ a : opt t{next}; v : variant {{ x; y : vec text }} }};"
                )
                .unwrap();
            }
            text
        },
        // Names that are all the same identifier.
        |n| {
            let name = |i: usize| format!("{i:012b}").replace('0', "!").replace('1', "?");
            let fields: String = (0..n).map(|i| format!("\"{}\" : nat; ", name(i))).collect();
            format!("type t = record {{ {fields} }}; service : {{ m : (t) -> (t) }}")
        },
        // Each name is in the names of all that is in it.
        |n| {
            format!(
                "type t = {}nat{};",
                "vec record { long_name : nat; longer : ".repeat(n),
                " }".repeat(n)
            )
        },
        |n| format!("type t = {}nat;", "opt ".repeat(n)),
    ];
    for (idx, interface) in interfaces.into_iter().enumerate() {
        for percent in growth(interface) {
            assert!(percent < 230, "interface {idx}: {percent} %");
        }
    }
}

/// Types of any depth are a list of classes and aliases.
#[test]
fn deep_types() {
    let mut ty: Type = TypeInner::Nat.into();
    for level in 0..6_000 {
        let field = |part| Field {
            id: Label::Named("a".to_string()).into(),
            ty: part,
        };
        ty = match level % 4 {
            0 => TypeInner::Opt(ty),
            1 => TypeInner::Vec(ty),
            2 => TypeInner::Record(vec![field(ty)]),
            _ => TypeInner::Variant(vec![field(ty)]),
        }
        .into();
    }
    let mut env = TypeEnv::new();
    env.0.insert("deep".to_string(), ty);
    let prog = IDLMergedProg::new("".parse().unwrap());
    let text = python::try_compile(&env, &None, &prog).unwrap();
    let depth = |line: &str| line.matches('[').count();
    assert!(text.lines().map(depth).max() < Some(20));
}

/// A union of more cases than operands of an expression may be.
#[test]
fn many_cases() {
    for (n, expected) in [(100, "T99 | T100\n"), (101, ", T100, T101]\n")] {
        let cases: String = (1..=n).map(|i| format!("{i}; ")).collect();
        let text = module(&format!("type t = variant {{ {cases} }};")).replace("_ | ", " | ");
        assert!(text.contains(expected), "{n}");
        assert_eq!(text.contains("TypeVar, Union, cast"), n > 100);
        assert_eq!(text.contains("T: TypeAlias = Union[T1, "), n > 100);
    }
}

/// Comments that end in quotes.
#[test]
fn quotes() {
    let rows = [
        (r#"a """"#, r#""""a \"\"\"""""#),
        (r#"a """""#, r#""""a \"\"\"\"""""#),
        (r#"a ""#, r#""""a \"""""#),
        (r#"a \""#, r#""""a \\\"""""#),
    ];
    for (comment, expected) in rows {
        let text = module(&format!("// {comment}\ntype t = nat;"));
        let mut lines = text.lines().skip_while(|line| !line.starts_with("T: "));
        assert_eq!(lines.nth(1), Some(expected), "{comment}");
    }
}

/// Results without values are not returned, and arguments do not hide what functions use.
#[test]
fn functions() {
    let text = module(
        "type e = v; type v = variant {}; service : (INIT : nat, INIT_ : nat) -> { a : () -> (empty); b : () -> (e); c : () -> (e, e) }",
    );
    let expected = [
        "    return INIT.encode(INIT_2, INIT_)\n",
        "    def a(self) -> NoReturn:\n        _m0.decode(",
        "    def b(self) -> E:\n        _m1.decode(",
        "    def c(self) -> tuple[E, E]:\n        return _m2.decode(",
    ];
    for line in expected {
        assert!(text.contains(line), "{line}");
    }
}

/// What is written for the names of definitions, fields and arguments.
#[test]
fn names() {
    let text = module(
        r#"type int_list = vec int; type client = record { from : nat; int : nat; x : int; Client_ : nat; __a : nat; _ : nat; "5" : nat; 5 : nat };
        service : { then : (self : client, _m0 : nat, lambda : nat) -> (); list : () -> (vec nat, int_list) }"#,
    );
    let expected = [
        "\nIntList: TypeAlias = list[int]\n",
        "\nclass Client_2:\n",
        "    from_: builtins.int\n",
        "    int: builtins.int\n",
        "    x__a: builtins.int\n",
        "    x_: builtins.int\n",
        "    _5_: builtins.int\n",
        "    _5: builtins.int\n",
        "    def then(self, self_: Client_2, x_m0: int, lambda_: int) -> None:\n",
        "    def list(self) -> tuple[builtins.list[int], IntList]:\n",
    ];
    for line in expected {
        assert!(text.contains(line), "{line}");
    }
}
