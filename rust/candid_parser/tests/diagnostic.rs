//! Positions in texts, and findings as they are shown.

use candid_parser::diagnostic::{Diagnostic, Diagnostics, Lines};
use candid_parser::syntax::ast::Span;

#[test]
fn every_offset_is_where_a_count_from_the_start_finds_it() {
    let long = "aé字𝄞\n".repeat(700);
    let wide = "é字".repeat(1_000);
    for text in ["", "\n", "a\n\nb", &long, &wide] {
        let lines = Lines::new(text);
        let (mut line, mut column) = (1, 1);
        for (at, c) in text.char_indices() {
            assert_eq!(lines.line_and_column(at), (line, column), "{at}");
            (line, column) = match c {
                '\n' => (line + 1, 1),
                _ => (line, column + 1),
            };
        }
        let end = (line, column);
        assert_eq!(lines.line_and_column(text.len()), end);
        assert_eq!(lines.line_and_column(usize::MAX), end);
    }
}

#[test]
fn what_steers_a_terminal_is_not_shown() {
    let mut findings = Diagnostics::default();
    let text = "type A\u{1b}]0;t\u{7} = \u{9b}2J\u{202e}b;";
    let file = findings.sources.add("a.did", text);
    let place = Span { start: 20, end: 21 };
    let finding = Diagnostic::error("found \u{1b}[2J", file, place).note("\u{7}");
    findings.list.push(finding);
    let shown = findings.render();
    assert!(
        shown.contains("type A?]0;t? = \u{bf}2J\u{fffd}b;"),
        "{shown}"
    );
    assert!(
        shown.contains("found ?[2J") && shown.contains("= ?"),
        "{shown}"
    );
    let file = findings
        .sources
        .add("a.did", "type A = nat; // \u{200e}\u{200f}\u{61c} b");
    findings.list[0].labels[0].file = file;
    let marks = findings.render();
    assert!(marks.contains("// \u{fffd}\u{fffd}\u{bf} b"), "{marks:?}");
    // The same if the lines are too long to be shown.
    let text = format!("{text}{}", " ".repeat(2_000));
    let file = findings.sources.add("b\u{1b}.did", text);
    findings.list[0].labels[0].file = file;
    let shown = findings.render();
    assert!(!shown.contains(['\u{1b}', '\u{7}', '\u{9b}']), "{shown:?}");
    assert!(shown.contains("b\\u{1b}.did:1:"), "{shown}");
}

/// A name of a file could write lines of its own, as those that continuous integration takes for commands.
#[test]
fn names_of_files_are_shown_on_one_line() {
    for rest in ["", &"x".repeat(2_000)] {
        let mut findings = Diagnostics::default();
        let file = findings
            .sources
            .add("a\n::error::b\u{202e}", format!("type A = b;{rest}"));
        let place = Span { start: 9, end: 10 };
        findings.list.push(Diagnostic::error("found", file, place));
        for shown in [findings.render(), findings.to_string()] {
            assert!(!shown.lines().any(|line| line.starts_with("::")), "{shown}");
            assert!(shown.contains("a\\n::error::b"), "{shown}");
        }
    }
}

/// Each of the lines that would be shown, not only the first, may be megabytes.
#[test]
fn long_lines_are_not_shown_wherever_they_are() {
    let long = "y".repeat(10_000);
    for n_lines in 1..12 {
        for at in 0..n_lines {
            let mut lines = vec!["short".to_owned(); n_lines];
            lines[at] = format!("short {long} short");
            let text = lines.join("\n");
            let end = u32::try_from(text.len()).unwrap() - 1;
            let mut findings = Diagnostics::default();
            let file = findings.sources.add("a.did", text);
            let place = Span { start: 1, end };
            findings.list.push(Diagnostic::error("found", file, place));
            let shown = findings.render();
            assert!(
                shown.len() < 1_000,
                "line {at} of {n_lines}: {}",
                shown.len()
            );
        }
    }
}

/// Names of any length are shortened where people read them; programs have them in full.
#[test]
fn long_names_are_shortened() {
    let name = "x".repeat(100_000);
    let mut findings = Diagnostics::default();
    let file = findings.sources.add("a.did", format!("type {name} = nat;"));
    let place = Span { start: 5, end: 6 };
    let finding = Diagnostic::error(format!("duplicate {name}: a {name}"), file, place);
    findings
        .list
        .push(finding.note(format!("\"{name}\"\n  é{name}é")));
    let shown = findings.render();
    let words: Vec<&str> = shown.split_whitespace().collect();
    assert_eq!(words[..2], ["error:", "duplicate"]);
    for (word, start, end) in [(words[2], "xx", "xx:"), (words[4], "xx", "xx")] {
        assert!(word.starts_with(start) && word.ends_with(end), "{shown}");
        assert!(
            word.contains("x…x") && word.chars().count() < 200,
            "{shown}"
        );
    }
    assert!(
        shown.contains("= \"xx") && shown.contains("xx\"\n  éxx"),
        "{shown}"
    );
    assert!(findings.to_string().contains(&name));
    // What fits is not changed.
    let name = "é".repeat(200);
    findings.list = vec![Diagnostic::error(&name, file, place)];
    assert!(findings.render().contains(&name));
}
