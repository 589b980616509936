//! Large and deep interfaces.

use super::interface;
use std::fmt::Write;
use std::time::Instant;

/// Twenty thousand types with a method each take well below two seconds where code is optimised; where it is not, there
/// are fewer.
#[test]
fn many_types() {
    let n = if cfg!(debug_assertions) {
        2_000
    } else {
        20_000
    };
    let mut text = String::new();
    for i in 0..n {
        writeln!(
            text,
            "type T{i} = record {{ a : nat; b : opt T{}; c : record {{ d : text }} }};",
            (i + 1) % n
        )
        .unwrap();
    }
    text.push_str("service : {");
    for i in 0..n {
        writeln!(text, "m{i} : (T{i}, record {{ x : nat }}) -> (vec T{i});").unwrap();
    }
    text.push('}');
    let many = interface(&text);
    for target in ["canister_call", "stub"] {
        let take = || {
            let start = Instant::now();
            let (text, _) = many.bind(target, "T7.record.a.name = 'first'").unwrap();
            assert!(text.contains(&format!("pub struct T{} ", n - 1)));
            assert!(text.contains("pub first: candid::Nat"));
            start.elapsed().as_secs_f64()
        };
        // On a machine that has other work too, not every attempt tells.
        let fast = (0..5).map(|_| take()).find(|seconds| *seconds < 2.0);
        assert!(fast.is_some());
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
