//! Big interfaces and deep types: time that grows with the input, a stack that suffices.

use crate::{checked, Checked};
use candid::types::{Field, Label, Type, TypeEnv, TypeInner};
use candid_parser::syntax::IDLMergedProg;
use cpu_time::ThreadTime;
use std::fmt::Write;
use std::time::Duration;

/// An interface of `n` definitions and as many methods.
fn wide(n: usize) -> Checked {
    let mut text = String::new();
    for i in 0..n {
        let next = (i + 1) % n;
        writeln!(text, "type t{i} = record {{ a : nat; next : opt t{next}; v : variant {{ x; y : vec text }} }};").unwrap();
    }
    text.push_str("service : {\n");
    for i in 0..n {
        writeln!(text, "  m{i} : (key : t{i}, nat) -> (t{i}) query;").unwrap();
    }
    text.push('}');
    checked(&text)
}

fn time(work: impl FnOnce() -> String) -> Duration {
    let start = ThreadTime::now();
    let text = work();
    assert!(text.len() > 1_000);
    start.elapsed()
}

type Target = (&'static str, fn(&Checked) -> String);
const TARGETS: [Target; 5] = [
    ("js", Checked::js),
    ("ts", Checked::ts),
    ("ts-client", Checked::client),
    ("mo", Checked::mo),
    ("did", Checked::did),
];

/// Four times as much takes about four times as long: a step that is quadratic would take sixteen times.
#[test]
fn time_grows_with_the_interface() {
    let (small, large) = (wide(1_000), wide(4_000));
    for (name, compile) in TARGETS {
        // On a machine that has other work too, not every attempt tells.
        let is_linear = |_| time(|| compile(&large)) < time(|| compile(&small)) * 10;
        assert!((0..8).any(is_linear), "{name}");
    }
}

/// A chain of names, each the next one's; and every method's type is the first.
#[test]
fn long_chains_of_names() {
    let n = 5_000;
    let mut text = String::from("type t0 = service { m : () -> () };\n");
    for i in 1..n {
        writeln!(text, "type t{i} = t{};", i - 1).unwrap();
    }
    text.push_str("type all = record {");
    for i in 0..n {
        write!(text, " f{i} : t{};", n - 1).unwrap();
    }
    text.push_str(" };\nservice : { get : () -> (all) }");
    let chain = checked(&text);
    for (name, compile) in TARGETS {
        let time = time(|| compile(&chain));
        assert!(time < Duration::from_secs(10), "{name}: {time:?}");
    }
}

/// Deep types neither overflow the stack nor are indented without end.
#[test]
fn deep_types() {
    let mut ty: Type = TypeInner::Nat.into();
    let depth = 3_000;
    for level in 0..depth {
        let part = ty;
        let field = Field {
            id: Label::Named("a".to_string()).into(),
            ty: part.clone(),
        };
        ty = match level % 4 {
            0 => TypeInner::Opt(part),
            1 => TypeInner::Vec(part),
            2 => TypeInner::Record(vec![field]),
            _ => TypeInner::Variant(vec![field]),
        }
        .into();
    }
    let mut env = TypeEnv::new();
    env.0.insert("deep".to_string(), ty);
    let deep = Checked {
        env,
        actor: None,
        prog: IDLMergedProg::new("".parse().unwrap()),
    };
    // Candid is printed from the program, which has no such type here.
    for (name, compile) in &TARGETS[..4] {
        let text = compile(&deep);
        assert!(text.len() < 100 * depth, "{name}: {}", text.len());
        let count = |c| text.matches(c).count();
        assert_eq!(
            (count('['), count('{'), count('(')),
            (count(']'), count('}'), count(')')),
            "{name}"
        );
    }
}
