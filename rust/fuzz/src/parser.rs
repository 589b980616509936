//! The parser on any bytes: it ends, and whatever it says about places is true.

#[path = "cost.rs"]
#[allow(
    clippy::duplicate_mod,
    reason = "each target is a program of its own, but the tests have several"
)]
mod cost;

use candid_parser::check::{self, Level, Levels, Memory};
use candid_parser::diagnostic::{Diagnostic, Diagnostics};
use candid_parser::format::{format, format_test, Options};
use candid_parser::syntax::parse;
use candid_parser::IDLProg;
use std::path::Path;

/// Reads the bytes as everything that can be read, and lints what is valid.
///
/// # Panics
///
/// If a place is not in the text, or what was accepted does not survive printing.
pub(crate) fn check(data: &[u8]) {
    let text = &String::from_utf8_lossy(data);
    let bounded = |what: &str, parse: &dyn Fn() -> Vec<Diagnostic>| {
        let findings = cost::bounded(what, text.len(), cost::Floor::Usual, parse);
        cost::bounded(what, text.len(), cost::Floor::Report, || {
            check_places(text, &findings)
        });
    };
    let prog = cost::bounded("program", text.len(), cost::Floor::Usual, || {
        parse::parse_prog(text)
    });
    check_places(text, &prog.findings);
    for comment in &prog.tree.comments {
        assert!(text.get(std::ops::Range::from(comment.span)).is_some());
    }
    if let Ok(prog) = text.parse::<IDLProg>() {
        let printed = prog.to_string();
        assert_eq!(
            printed.parse::<IDLProg>().unwrap(),
            prog,
            "{text:?} became {printed:?}"
        );
    }
    if let Ok(checked) = check::text(&Memory::default(), Path::new("fuzz"), text) {
        let mut levels = Levels::default();
        levels.set_all(Level::Warn);
        bounded("lints", &|| {
            let findings = checked.lint(&levels).into_iter();
            findings.map(|finding| finding.diagnostic).collect()
        });
    }
    check_format(text, parse::parse_prog(text).findings.is_empty());
    bounded("types", &|| parse::parse_types(text).findings);
    bounded("init arguments", &|| parse::parse_init_args(text).findings);
    bounded("type", &|| parse::parse_type(text).findings);
    bounded("test", &|| parse::parse_test(text).findings);
    bounded("value", &|| parse::parse_value(text).findings);
    bounded("arguments", &|| parse::parse_args(text).findings);
    let args = parse::parse_args(text);
    let spanned = parse::parse_args_spanned(text);
    check_places(text, &args.findings);
    check_places(text, &spanned.findings);
    if args.findings.is_empty() {
        assert_eq!(spanned.findings, [], "{text:?}");
        assert_eq!(spanned.tree.len(), args.tree.args.len());
        let printed = args.tree.to_string();
        assert!(
            parse::parse_args(&printed).findings.is_empty(),
            "{text:?} became {printed:?}"
        );
    }
}

/// Checks that formatting keeps what a text means, and that formatting again changes nothing.
fn check_format(text: &str, is_valid: bool) {
    let narrow = Options::default().width(text.len() % 40);
    for options in [Options::default(), narrow] {
        let format = || format(text, &options);
        let formatted = cost::bounded("formatting", text.len(), cost::Floor::Usual, format);
        assert_eq!(formatted.is_ok(), is_valid, "{text:?}");
        let Ok(formatted) = formatted else {
            return;
        };
        assert_eq!(
            candid_parser::format::format(&formatted, &options).unwrap(),
            formatted,
            "{text:?}"
        );
        if let Ok(prog) = text.parse::<IDLProg>() {
            assert_eq!(formatted.parse::<IDLProg>().unwrap(), prog, "{text:?}");
        }
        if let Ok(formatted) = format_test(text, &options) {
            assert_eq!(format_test(&formatted, &options).unwrap(), formatted);
        }
    }
}

fn check_places(text: &str, findings: &[Diagnostic]) {
    for label in findings.iter().flat_map(|finding| &finding.labels) {
        let range = std::ops::Range::from(label.span);
        assert!(text.get(range).is_some(), "{:?} in {text:?}", label.span);
    }
    let mut all = Diagnostics::default();
    all.sources.add("fuzz", text);
    all.list = findings.to_vec();
    assert!(findings.is_empty() || !all.render().is_empty());
}
