//! Tests of `report`.

use super::*;
use crate::diff::diff;
use crate::results::{parse, Results};

fn file(instructions: u64, scope: u64) -> Results {
    let text = format!(
        "benches:\n  a:\n    total:\n      calls: 1\n      instructions: {instructions}\n      heap_increase: 2\n      \
             stable_memory_increase: 0\n    scopes:\n      s, t:\n        calls: 1\n        instructions: {scope}\n"
    );
    parse(&text).unwrap()
}

#[test]
fn a_report_says_what_changed() {
    let changes = diff(&file(100, 20_000), &file(101, 30_000), 2.0);
    let expected = "\
---------------------------------------------------

Benchmark: a
  total:
    calls: 1 (no change)
    instructions: 101 (+1.00%, within noise)
    heap_increase: 2 pages (no change)
    stable_memory_increase: 0 pages (no change)

  s, t (scope):
    calls: 1 (no change)
    instructions: 30.00 K (regressed by 50.00%)
    heap_increase: 0 pages (no change)
    stable_memory_increase: 0 pages (no change)

---------------------------------------------------
";
    assert_eq!(benchmarks(&changes, Show::All, Paint::Plain), expected);
    assert_eq!(benchmarks(&changes, Show::Changed, Paint::Plain), expected);
    let shown = |old, new, show| benchmarks(&diff(old, new, 2.0), show, Paint::Plain);
    let (some, none) = (&file(1, 1), &Results::new());
    assert_eq!(shown(some, some, Show::Changed), RULE);
    assert!(shown(none, some, Show::All).contains("Benchmark: a (new)\n"));
    assert!(shown(some, none, Show::All).contains("Benchmark: a (removed)\n"));
}

#[test]
fn a_terminal_sees_colours() {
    let changes = diff(&file(100, 20_000), &file(90, 30_000), 2.0);
    let text = benchmarks(&changes, Show::All, Paint::Ansi);
    for line in [
        "Benchmark: \x1b[1ma\x1b[0m\n",
        "    calls: 1 (no change)\n",
        "    instructions: 90 \x1b[32m(improved by 10.00%)\x1b[0m\n",
        "    instructions: 30.00 K \x1b[31m(regressed by 50.00%)\x1b[0m\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let text = benchmarks(
        &diff(&Results::new(), &file(1, 1), 2.0),
        Show::All,
        Paint::Ansi,
    );
    assert!(
        text.contains("Benchmark: \x1b[1ma\x1b[0m\x1b[33m (new)\x1b[0m\n"),
        "{text}"
    );
    assert!(summary(&changes, Paint::Ansi).contains("status:   \x1b[32mimprovements\x1b[0m\n"));
}

#[test]
fn what_benchmarks_print_is_named() {
    assert_eq!(printed(&[]), "");
    let lines = [("a", "x"), ("a", "y"), ("b", "z")].map(|(n, l)| (n.to_string(), l.to_string()));
    assert_eq!(
        printed(&lines),
        "\nPrinted by the benchmarks:\n* a: x\n* a: y\n* b: z\n"
    );
}

#[test]
fn a_summary_counts() {
    let summary = summary(&diff(&file(100, 1), &file(90, 1), 2.0), Paint::Plain);
    let expected = "
Summary:
  instructions:
    status:   improvements
    counts:   [total 1 | regressed 0 | improved 1 | new or removed 0 | unchanged 0]
    change:   [max -10 | p75 -10 | median -10 | p25 -10 | min -10]
    change %: [max -10.00% | p75 -10.00% | median -10.00% | p25 -10.00% | min -10.00%]

  heap_increase:
    status:   no significant changes
";
    assert!(summary.starts_with(expected), "{summary}");
}

#[test]
fn rows_for_a_spreadsheet() {
    let text = csv(&diff(&file(100, 1), &file(90, 1), 2.0));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 9);
    assert_eq!(lines[0], "benchmark,scope,metric,old,new,percent");
    assert_eq!(lines[2], "a,,instructions,100,90,-10.00");
    assert_eq!(lines[5], "a,\"s, t\",calls,1,1,0.00");
}

#[test]
fn numbers() {
    let rows = [
        (0, "0"),
        (9_999, "9999"),
        (10_000, "10.00 K"),
        (49_115, "49.12 K"),
        (3_385_670, "3.39 M"),
        (10_688_743_793, "10.69 B"),
        (99_999_999_999_999, "100.00 T"),
    ];
    for (value, expected) in rows {
        assert_eq!(number(value), expected);
    }
}
