//! The files of `test/corpus`, in the format of `tree-sitter test`.

use std::fmt::Write;

/// A text with its syntax tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// What the text shows.
    pub name: String,
    /// Whether the text is invalid; it then has no tree.
    pub is_error: bool,
    /// The text, without the line end before the separator.
    pub text: String,
    /// The tree as an expression, with single spaces.
    pub tree: String,
}

/// Parses a file: each case has a header between lines of `=`, a text, a line of `-`, and a tree.
///
/// # Panics
///
/// If a header has an attribute other than `:error`, or a part is missing.
#[must_use]
pub fn read(file: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut lines = file.lines().peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() {
            continue;
        }
        assert!(is_rule(line, '='), "a case must start with ===: {line}");
        let header: Vec<_> = lines
            .by_ref()
            .take_while(|line| !is_rule(line, '='))
            .collect();
        let text: Vec<_> = lines
            .by_ref()
            .take_while(|line| !is_rule(line, '-'))
            .collect();
        let mut tree = String::new();
        while let Some(line) = lines.next_if(|line| !is_rule(line, '=')) {
            tree.push_str(line);
            tree.push('\n');
        }
        let (name, attributes) = header.split_first().expect("a case has a name");
        for attribute in attributes {
            assert_eq!(*attribute, ":error", "{name}");
        }
        let is_error = !attributes.is_empty();
        let has_tree = !tree.trim().is_empty() || crate::is_blessing();
        assert!(is_error || has_tree, "{name}: no tree");
        cases.push(Case {
            name: (*name).to_string(),
            is_error,
            text: text.join("\n"),
            tree: normalize(&tree),
        });
    }
    cases
}

fn is_rule(line: &str, of: char) -> bool {
    line.len() >= 3 && line.chars().all(|c| c == of)
}

/// Replaces line ends and indentation by single spaces.
fn normalize(tree: &str) -> String {
    let words: Vec<_> = tree.split_whitespace().collect();
    words.join(" ").replace(" )", ")")
}

/// Prints a file.
#[must_use]
pub fn print(cases: &[Case]) -> String {
    let mut out = String::new();
    let rule = "=".repeat(80);
    for case in cases {
        let separator = if out.is_empty() { "" } else { "\n" };
        let attribute = if case.is_error { ":error\n" } else { "" };
        let tree = tree_sitter::format_sexp(&case.tree, 0);
        let tree = if case.is_error {
            String::new()
        } else {
            format!("\n{}\n", tree.trim_end())
        };
        let (name, text, end) = (&case.name, &case.text, "-".repeat(80));
        write!(
            out,
            "{separator}{rule}\n{name}\n{attribute}{rule}\n{text}\n{end}\n{tree}"
        )
        .expect("a string takes everything");
    }
    out
}
