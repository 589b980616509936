//! Large and deep interfaces.

use super::interface;
use cpu_time::ThreadTime;
use std::fmt::Write;

/// Four times the types take about four times as long; what twenty thousand take, quadratic work would not.
#[test]
fn b46_many_types() {
    let text = |n: usize| {
        let mut text = String::new();
        for i in 0..n {
            let next = (i + 1) % n;
            let parts = format!("a : nat; b : opt T{next}; c : record {{ d : text }}");
            writeln!(text, "type T{i} = record {{ {parts} }};").unwrap();
        }
        text.push_str("service : {");
        for i in 0..n {
            writeln!(text, "m{i} : (T{i}, record {{ x : nat }}) -> (vec T{i});").unwrap();
        }
        text + "}"
    };
    let most = if cfg!(debug_assertions) {
        2_000
    } else {
        20_000
    };
    let (few, many) = (interface(&text(most / 4)), interface(&text(most)));
    for target in ["canister_call", "stub"] {
        let take = |interface: &super::Interface, n: usize| {
            let start = ThreadTime::now();
            let bound = interface.bind(target, "T7.record.a.name = 'first'");
            let (text, _) = bound.unwrap();
            assert!(text.contains(&format!("pub struct T{} ", n - 1)));
            assert!(text.contains("pub first: candid::Nat"));
            start.elapsed().as_secs_f64()
        };
        // On a machine that has other work too, not every attempt tells.
        let is_linear = |_| take(&many, most) < 8.0 * take(&few, most / 4);
        assert!((0..8).any(is_linear), "{target}");
    }
}

/// A type that is as deep as the parser lets it be.
#[test]
fn deep_types() {
    let depth = 120;
    let text = format!(
        "type D = {} nat; service : {{ m : (D) -> () }}",
        "opt record { x : ".repeat(depth) + "opt"
    );
    let text = text.replace(" nat;", &format!(" nat{};", " }".repeat(depth)));
    let (text, _) = interface(&text).bind("canister_call", "").unwrap();
    assert!(text.matches("pub struct ").count() >= depth);
}
