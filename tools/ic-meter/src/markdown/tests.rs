//! Tests of `markdown`.

use super::*;
use crate::diff::diff;
use crate::results::{Bench, Results};

fn measurement(instructions: u64, heap_increase: u64) -> Measurement {
    Measurement {
        calls: 1,
        instructions,
        heap_increase,
        stable_memory_increase: 0,
    }
}

fn bench(name: &str, scopes: &[(&str, u64)]) -> (String, Bench) {
    let total = scopes.iter().map(|(_, n)| n).sum();
    let scopes = scopes.iter().filter(|(name, _)| !name.is_empty());
    let bench = Bench {
        total: measurement(total, 66),
        scopes: scopes
            .map(|(name, n)| (name.to_string(), measurement(*n, 1)))
            .collect(),
    };
    (name.to_string(), bench)
}

#[test]
fn a_comment() {
    let old: Results = [
        bench(
            "blob",
            &[
                ("0. Parsing", 7),
                ("1. Encoding", 1000),
                ("2. Decoding", 2000),
            ],
        ),
        bench("extra_args", &[("", 5)]),
        bench("gone", &[("1. Encoding", 1234)]),
        bench("market", &[("a 1. Encoding", 1), ("b 1. Encoding", 2)]),
    ]
    .into();
    let new: Results = [
        bench(
            "blob",
            &[
                ("0. Parsing", 7),
                ("1. Encoding", 900),
                ("2. Decoding", 2010),
            ],
        ),
        bench("extra_args", &[("", 6)]),
        bench("fresh|*", &[("2. Decoding", 10)]),
        bench("market", &[("a 1. Encoding", 1), ("b 1. Encoding", 2)]),
    ]
    .into();
    let changes = diff(&old, &new, 2.0);
    let text = comment(&changes);
    let (tables, rest) = text.split_once("\n<details>\n").unwrap();
    let expected = "\
<!-- ic-meter -->
**Benchmarks: 1 worse, 1 better, 1 new, 1 removed, 1 unchanged** (changes up to 2 % count as noise)

| Name      | Heap, pages |                               Encode |                               Decode |
| :-------- | ----------: | -----------------------------------: | -----------------------------------: |
| blob      |          66 | 900 ($\\textcolor{green}{-10.00\\\\%}$) | 2,010 ($\\textcolor{gray}{+0.50\\\\%}$) |
| fresh\\|\\* |    66 (new) |                                    - |                             10 (new) |
| gone      | removed (was 66) |                         removed (was 1,234) | - |
| market a  |          66 |                                    1 |                                    - |
| market b  |             |                                    2 |                                    - |

Parsing, extra arguments and other measurements:

| Name            | Heap, pages |                       Instructions |
| :-------------- | ----------: | ---------------------------------: |
| blob 0. Parsing |           1 |                                  7 |
| extra_args      |          66 | 6 ($\\textcolor{red}{+20.00\\\\%}$) |
";
    let squeezed = |text: &str| text.replace([' ', '-'], "");
    assert_eq!(squeezed(tables), squeezed(expected), "{tables}");
    assert!(
        rest.starts_with("<summary>Raw report</summary>\n\n```text\n---"),
        "{rest}"
    );
    assert!(rest.contains("Benchmark: gone (removed)\n"), "{rest}");
    assert!(rest.ends_with("```\n\n</details>\n"), "{rest}");
}

#[test]
fn nothing_to_compare() {
    let text = comment(&[]);
    assert!(
        text.starts_with("<!-- ic-meter -->\n**Benchmarks: none**\n\n<details>"),
        "{text}"
    );
}

#[test]
fn a_comment_is_never_too_long() {
    let results = |from: usize, to: usize| -> Results {
        let names = (from..to).map(|i| format!("benchmark_{i}"));
        names
            .map(|name| bench(&name, &[("1. Encoding", 10), ("2. Decoding", 20)]))
            .collect()
    };
    // How many are as before, how many are new, and how the comment ends.
    let rows = [
        (10, 10, "Raw report</summary>"),
        (200, 20, "Raw report of changes</summary>"),
        (300, 600, " |"),
        (2000, 0, "The rest does not fit into a comment."),
    ];
    for (same, new, expected) in rows {
        let text = comment(&diff(&results(0, same), &results(0, same + new), 2.0));
        assert!(text.len() <= 65_536, "{}", text.len());
        let last = text
            .lines()
            .rfind(|line| line.contains("</summary>"))
            .or(text.lines().last())
            .unwrap();
        assert!(last.ends_with(expected), "{last}");
    }
}

#[test]
fn names_are_not_markup() {
    let rows = [
        ("vec_nat", "vec_nat"),
        ("__a_", "\\_\\_a\\_"),
        ("a|b", "a\\|b"),
        ("<img>@me", "\\<img\\>&#64;me"),
        ("a\nb", "a b"),
    ];
    for (name, expected) in rows {
        assert_eq!(escape(name), expected);
    }
    assert!(folded("s", "a ```` b\n").contains("\n`````text\na ```` b\n`````\n"));
}

#[test]
fn what_is_new_or_gone_is_said() {
    let (some, heavier) = (Some(measurement(1234, 0)), Some(measurement(1234, 3)));
    let rows = [
        (instructions((None, some), 2.0), "1,234 (new)"),
        (instructions((some, None), 2.0), "removed (was 1,234)"),
        (heap((some, some), 2.0), "0"),
        (
            heap((some, heavier), 2.0),
            "3 ($\\textcolor{red}{from\\ 0}$)",
        ),
    ];
    for (found, expected) in rows {
        assert_eq!(found, expected);
    }
}
