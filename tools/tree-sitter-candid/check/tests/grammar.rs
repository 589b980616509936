//! The grammar is the generated one, its trees are those in `test`, and it accepts what the parser of Candid accepts.

use candid_parser::syntax::parse::parse_prog;
use candid_parser::syntax::PrimType;
use regex::Regex;
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use tree_sitter::{InputEdit, Point, Query, QueryCursor, StreamingIterator};
use tree_sitter_candid_check::files::{of_corpus, of_repository, Source};
use tree_sitter_candid_check::mutate::{field_id, mutate, sequence, text_literal, Rng};
use tree_sitter_candid_check::{
    check_generated, check_stored, corpus, folder, is_blessing, language, parse, parser,
};
use tree_sitter_highlight::{HighlightEvent, Highlighter};
use tree_sitter_loader::Loader;

/// Mutants of each file, at most this many bytes of it.
const MUTANTS: usize = 40;
const MUTATED: usize = 3_000;
const SEQUENCES: usize = 20_000;
const LITERALS: usize = 10_000;

/// What only the parser refuses, and why a grammar cannot.
fn differences() -> Vec<(&'static str, String)> {
    let nested = |n: usize| format!("type A = {} nat", "opt ".repeat(n));
    vec![
        ("its nesting is limited", nested(20_001)),
        (
            "a field without a label takes the number after that of the one before",
            "type A = record { 4294967295 : nat; nat }".to_string(),
        ),
    ]
}

#[test]
fn generated() {
    check_generated();
}

#[test]
fn trees() {
    let mut parser = parser();
    let mut n_cases = 0;
    for path in files(&folder().join("test/corpus"), "txt") {
        let stored = fs::read_to_string(&path).expect("it is a text file");
        let mut cases = corpus::read(&stored);
        n_cases += cases.len();
        for case in &mut cases {
            let tree = parse(&mut parser, &case.text, None);
            let name = format!("{}: {}", path.display(), case.name);
            assert_eq!(
                tree.root_node().has_error(),
                case.is_error,
                "{name}: {}",
                tree.root_node()
            );
            assert_eq!(accepts(&case.text), !case.is_error, "{name}: the parser");
            if is_blessing() {
                let tree = if case.is_error {
                    String::new()
                } else {
                    tree.root_node().to_sexp()
                };
                case.tree = tree;
            } else if !case.is_error {
                assert_eq!(tree.root_node().to_sexp(), case.tree, "{name}");
            }
        }
        check_stored(&path, &corpus::print(&cases));
    }
    assert!(n_cases > 30, "{n_cases}");
}

/// The colors of the texts that the TextMate grammar has been tested with, as `tree-sitter highlight` finds them.
#[test]
fn highlights() {
    let mut loader = Loader::with_parser_lib_path(PathBuf::new());
    let found = loader.find_language_configurations_at_path(&folder(), true);
    assert_eq!(found.expect("tree-sitter.json is valid").len(), 1);
    let candid = loader.get_language_configuration_in_current_path();
    let candid = candid.expect("it has been found");
    assert_eq!(candid.file_types, ["did"]);
    let highlights = candid
        .highlight_config(language(), None)
        .expect("the queries are valid");
    let highlights = highlights.expect("there are queries");
    // Editors know the usual names; those of the other queries are not colors.
    let unusual = highlights.nonconformant_capture_names(&HashSet::new());
    let is_color = |name: &&str| !name.starts_with("injection.") && !name.starts_with("local.");
    let unusual: Vec<_> = unusual.into_iter().filter(is_color).collect();
    assert_eq!(unusual, [""; 0], "highlights.scm");
    let names = loader.highlight_names();
    for path in files(&folder().join("../vscode/test/grammar"), "did") {
        let text = fs::read_to_string(&path).expect("it is a text file");
        let mut out = String::new();
        let mut open = Vec::new();
        let mut highlighter = Highlighter::new();
        let events = highlighter.highlight(highlights, text.as_bytes(), None, None, |_| None);
        for event in events.expect("nothing cancels it") {
            match event.expect("nothing cancels it") {
                HighlightEvent::HighlightStart(kind) => open.push(kind.0),
                HighlightEvent::HighlightEnd => drop(open.pop()),
                HighlightEvent::Source { start, end } => {
                    let kind = open.last().map_or("", |idx| names[*idx].as_str());
                    for word in text[start..end].split('\n').map(str::trim) {
                        if !word.is_empty() {
                            writeln!(out, "{word}\t{kind}").expect("a string takes everything");
                        }
                    }
                }
            }
        }
        let name = path.with_extension("txt");
        let name = name.file_name().expect("it is a file");
        check_stored(&folder().join("test/highlights").join(name), &out);
    }
}

/// What the other queries find in one text.
#[test]
fn queries() {
    let text = fs::read_to_string(folder().join("test/queries/example.did")).expect("it is there");
    let tree = parse(&mut parser(), &text, None);
    for path in files(&folder().join("queries"), "scm") {
        let source = fs::read_to_string(&path).expect("it is a text file");
        let query = Query::new(&language(), &source);
        let query = query.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let name = path.file_stem().unwrap_or_default();
        if name == "highlights" {
            continue;
        }
        let mut out = String::new();
        let mut cursor = QueryCursor::new();
        let mut captures = cursor.captures(&query, tree.root_node(), text.as_bytes());
        while let Some((found, idx)) = captures.next() {
            let capture = found.captures()[*idx];
            let kind = query.capture_names()[capture.index as usize];
            let node = capture.node;
            let (first, last) = (node.start_position().row + 1, node.end_position().row + 1);
            let shown = text[node.byte_range()].lines().next().unwrap_or("");
            writeln!(out, "{first}-{last}\t{kind}\t{shown}").expect("a string takes everything");
        }
        let stored = folder()
            .join("test/queries")
            .join(name)
            .with_extension("txt");
        check_stored(&stored, &out);
    }
}

/// The words are those of the parser, and of the TextMate grammar.
#[test]
fn words() {
    check_generated();
    let json = |path: &str| {
        let text = fs::read_to_string(folder().join(path)).expect("it is a text file");
        serde_json::from_str::<Value>(&text).expect("it is JSON")
    };
    let grammar = json("src/grammar.json");
    let words_in = |part: &Value| {
        let mut found = BTreeSet::new();
        collect_words(part, &mut found);
        found
    };
    let types = words_in(&grammar["rules"]["primitive_type"]);
    let prims = PrimType::ALL.map(PrimType::name);
    let expected = prims
        .iter()
        .chain(&["principal", "blob"])
        .map(ToString::to_string);
    assert_eq!(types, expected.collect());
    let annotations = words_in(&grammar["rules"]["annotation"]);

    // All words that either grammar has, and some more.
    let colors = "../vscode/syntaxes/candid.tmLanguage.json";
    let text = fs::read_to_string(folder().join(colors)).expect("it is a text file");
    let mut all = words_in(&grammar["rules"]);
    all.extend(
        text.split(|c: char| !is_word(c))
            .filter(|word| word.starts_with(is_letter))
            .map(String::from),
    );
    let reserved = words_in(&grammar["reserved"]["global"]);
    let is_reserved = |word: &&String| !accepts(&format!("type {word} = nat"));
    assert_eq!(reserved, all.iter().filter(is_reserved).cloned().collect());

    let colors = json(colors);
    let patterns = colors["repository"]["type"]["patterns"].as_array();
    let patterns = patterns.expect("they are a list");
    let matched = |name: &str| {
        let pattern = patterns.iter().find(|pattern| pattern["name"] == name);
        let pattern = pattern.and_then(|pattern| pattern["match"].as_str());
        let pattern = format!("^(?:{})$", pattern.expect("there is one of this name"));
        let pattern = Regex::new(&pattern).expect("it is simple");
        let words = all.iter().filter(|word| pattern.is_match(word)).cloned();
        words.collect::<BTreeSet<_>>()
    };
    assert_eq!(matched("support.type.candid"), types);
    assert_eq!(matched("storage.modifier.candid"), annotations);
    let constructors = ["func", "opt", "record", "service", "variant", "vec"];
    assert_eq!(
        matched("storage.type.candid"),
        constructors.map(String::from).into()
    );
    let mut others = &reserved - &types;
    for word in ["import", "type", "true", "false"] {
        assert!(others.remove(word), "{word}");
    }
    others = &others - &annotations;
    assert_eq!(others, matched("storage.type.candid"));
}

#[test]
fn files_agree() {
    let sources = [of_repository(), of_corpus()].concat();
    let accepted = compare(sources.iter().map(|source| source.text.as_str()));
    let n_refused = sources.len() - accepted;
    assert!(
        accepted > 90 && n_refused > 10,
        "{accepted} and {n_refused} files"
    );
}

#[test]
fn mutants_agree() {
    let mut rng = Rng::new(1);
    let mut n_mutants = 0;
    let mut n_valid = 0;
    for Source { path, text } in [of_repository(), of_corpus()].concat() {
        let text = beginning(&text, MUTATED);
        let mutants: Vec<_> = (0..MUTANTS).map(|_| mutate(&mut rng, text)).collect();
        n_mutants += mutants.len();
        n_valid += compare(mutants.iter().map(String::as_str));
        check_incremental(text, &mutants, &path);
    }
    assert!(
        n_mutants > 5_000 && n_valid > n_mutants / 20,
        "{n_valid} of {n_mutants}"
    );
}

#[test]
fn sequences_agree() {
    check_random(SEQUENCES, sequence);
}

#[test]
fn literals_agree() {
    check_random(LITERALS, text_literal);
}

#[test]
fn numbers_agree() {
    check_random(LITERALS, field_id);
}

fn check_random(n: usize, make: fn(&mut Rng) -> String) {
    let mut rng = Rng::new(2);
    let texts: Vec<_> = (0..n).map(|_| make(&mut rng)).collect();
    let n_valid = compare(texts.iter().map(String::as_str));
    assert!(
        n_valid > n / 20 && n_valid < n / 20 * 19,
        "{n_valid} of {n}"
    );
}

/// One comment is not closed: the search for its end must not start again at each `/*` inside of it.
#[test]
fn unclosed_comments_are_linear() {
    let mut parser = parser();
    for n in [1_000, 2_000, 4_000] {
        let text = format!("type A = nat; {}", "/* ".repeat(n));
        let tree = parse(&mut parser, &text, None);
        let errors: Vec<_> = tree
            .root_node()
            .children(&mut tree.walk())
            .filter(|node| node.is_error())
            .collect();
        assert_eq!(errors.len(), 1, "{n}");
        assert_eq!(errors[0].byte_range(), 14..text.len(), "{n}");
        assert_eq!(errors[0].descendant_count(), 1, "{n}");
    }
}

#[test]
fn differences_are_known() {
    let mut parser = parser();
    for (reason, text) in differences() {
        assert!(
            !parse(&mut parser, &text, None).root_node().has_error(),
            "{reason}: the grammar"
        );
        assert!(!accepts(&text), "{reason}: the parser");
    }
}

/// Returns whether the parser of Candid finds no error of syntax.
fn accepts(text: &str) -> bool {
    parse_prog(text).findings.is_empty()
}

/// Checks that both parsers accept the same texts; returns how many they do.
fn compare<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    let mut parser = parser();
    let mut n_accepted = 0;
    let mut differ = Vec::new();
    for text in texts {
        let tree = parse(&mut parser, text, None);
        let accepted = !tree.root_node().has_error();
        n_accepted += usize::from(accepted);
        let findings = parse_prog(text).findings;
        if accepted != findings.is_empty() {
            differ.push(format!(
                "{text:?}: {}\n{}",
                tree.root_node(),
                findings_of(&findings)
            ));
        }
    }
    let n = differ.len();
    differ.truncate(10);
    assert!(n == 0, "{n} differ, such as:\n{}", differ.join("\n\n"));
    n_accepted
}

fn findings_of(findings: &[candid_parser::diagnostic::Diagnostic]) -> String {
    let messages: Vec<_> = findings
        .iter()
        .map(|finding| finding.message.as_str())
        .collect();
    messages.join("\n")
}

/// Checks that an editor's tree of a text after an edit is that of the new text, if that is valid.
fn check_incremental(text: &str, edited: &[String], path: &Path) {
    let mut parser = parser();
    let before = parse(&mut parser, text, None);
    for new in edited {
        let fresh = parse(&mut parser, new, None);
        if fresh.root_node().has_error() {
            continue;
        }
        let mut old = before.clone();
        old.edit(&edit_between(text, new));
        let tree = parse(&mut parser, new, Some(&old));
        let (tree, fresh) = (tree.root_node().to_sexp(), fresh.root_node().to_sexp());
        assert_eq!(tree, fresh, "{}: {new}", path.display());
    }
}

/// Returns the edit that replaces what is between the common beginning and the common end.
fn edit_between(old: &str, new: &str) -> InputEdit {
    let (old_bytes, new_bytes) = (old.as_bytes(), new.as_bytes());
    let start = old_bytes
        .iter()
        .zip(new_bytes)
        .take_while(|(a, b)| a == b)
        .count();
    let rest = (&old_bytes[start..], &new_bytes[start..]);
    let ends = rest.0.iter().rev().zip(rest.1.iter().rev());
    let n_end = ends.take_while(|(a, b)| a == b).count();
    let (old_end_byte, new_end_byte) = (old.len() - n_end, new.len() - n_end);
    InputEdit {
        start_byte: start,
        old_end_byte,
        new_end_byte,
        start_position: point(old_bytes, start),
        old_end_position: point(old_bytes, old_end_byte),
        new_end_position: point(new_bytes, new_end_byte),
    }
}

fn point(text: &[u8], at: usize) -> Point {
    let before = &text[..at];
    let row = before.iter().filter(|byte| **byte == b'\n').count();
    let column = before
        .iter()
        .rev()
        .take_while(|byte| **byte != b'\n')
        .count();
    Point { row, column }
}

/// Returns the beginning of a text, of whole lines if that is possible.
fn beginning(text: &str, max: usize) -> &str {
    let Some(first) = text.get(..max.min(text.len())) else {
        return beginning(text, max - 1);
    };
    match first.rfind('\n') {
        Some(end) if first.len() < text.len() => &first[..end],
        _ => first,
    }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_lowercase()
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn collect_words(part: &Value, found: &mut BTreeSet<String>) {
    match part {
        Value::Array(parts) => parts.iter().for_each(|part| collect_words(part, found)),
        Value::Object(parts) if part["type"] == "STRING" => {
            let value = parts["value"].as_str().unwrap_or("");
            if value.starts_with(is_letter) {
                found.insert(value.to_string());
            }
        }
        Value::Object(parts) => parts.values().for_each(|part| collect_words(part, found)),
        _ => {}
    }
}

/// Returns the files in a folder with this end, sorted.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|is| is == end))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{}", folder.display());
    paths
}
