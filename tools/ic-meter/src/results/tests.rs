//! Tests of `results`.

use super::*;

const FILE: &str = "\
benches:
  plain:
    total:
      calls: 1
      instructions: 207
      heap_increase: 0
      stable_memory_increase: 0
    scopes: {}
  with_scopes:
    total:
      calls: 1
      instructions: 3000
      heap_increase: 2
      stable_memory_increase: 1
    scopes:
      1. Encoding:
        calls: 1
        instructions: 1000
        heap_increase: 1
        stable_memory_increase: 0
      '1: it''s':
        calls: 2
        instructions: 5
        heap_increase: 0
        stable_memory_increase: 0
version: 0.2.0
";

#[test]
fn a_file_is_written_as_it_was_read() {
    let results = parse(FILE).unwrap();
    assert_eq!(
        results["with_scopes"].scopes["1. Encoding"].instructions,
        1000
    );
    assert_eq!(results["with_scopes"].scopes["1: it's"].calls, 2);
    assert_eq!(results["with_scopes"].total.stable_memory_increase, 1);
    assert_eq!(print(&results), FILE);
    assert_eq!(print(&Results::new()), "benches: {}\nversion: 0.2.0\n");
    assert_eq!(
        parse("benches: {}\nversion: 0.7.0\n").unwrap(),
        Results::new()
    );
}

#[test]
fn fields_that_are_missing_are_zero() {
    let results = parse(
        "benches:\n  a:\n    total:\n      instructions: 7\n    scopes: {}\nversion: 0.1.7\n",
    )
    .unwrap();
    assert_eq!(
        results["a"].total,
        Measurement {
            instructions: 7,
            ..Measurement::default()
        }
    );
}

#[test]
fn keys_are_quoted_where_needed() {
    let rows = [
        ("1. Encoding", "1. Encoding"),
        ("vec_int16", "vec_int16"),
        ("a: b", "'a: b'"),
        ("true", "'true'"),
        ("12", "'12'"),
        ("", "''"),
        ("- a", "'- a'"),
        ("it's", "'it''s'"),
    ];
    for (name, expected) in rows {
        assert_eq!(key(name), expected);
        let line = format!("  {expected}:");
        assert_eq!(split(&line), Some((2, name.to_string(), "")), "{expected}");
    }
}

#[test]
fn a_broken_file_is_refused_with_the_line() {
    let rows = [
        (
            "benches:\n  a:\n    total:\n      calls: x\n",
            4,
            "expected a number, found \"x\"",
        ),
        (
            "benches:\n  a:\n    total:\n      cals: 1\n",
            4,
            "unknown field \"cals\"",
        ),
        (
            "benches:\n      calls: 1\n",
            2,
            "a number outside a benchmark",
        ),
        ("benches:\n      a:\n", 2, "a scope outside a benchmark"),
        ("what\n", 1, "expected `name: value`"),
        ("other: 1\n", 1, "unexpected \"other\""),
        (
            "benches: {}\nversion: 0.8.0\n",
            2,
            "written by canbench 0.8.0, at most 0.7 is supported",
        ),
        ("version: new\n", 1, "expected a version, found \"new\""),
    ];
    for (text, line, what) in rows {
        assert_eq!(parse(text), Err((line, what.to_string())), "{text}");
    }
}
