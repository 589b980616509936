//! The laws of formatting the lines of a selection.

use super::{stream, tokens, with_gaps, GAPS, TEXTS};
use crate::format::{format, format_range, Options};
use crate::syntax::ast::Span;
use crate::IDLProg;
use proptest::prelude::*;

/// Returns a text after formatting of a selection.
fn formatted_in(text: &str, selection: std::ops::Range<usize>, options: &Options) -> String {
    let selection = Span::of(selection.start, selection.end);
    let mut out = text.to_string();
    if let Some((span, new)) = format_range(text, selection, options).unwrap() {
        out.replace_range(std::ops::Range::from(span), &new);
    }
    out
}

/// Checks the laws of selections: tokens, comments and documentation stay, as do other lines, and the rest can be formatted
/// afterwards; a selection of everything is the whole file.
#[track_caller]
pub(super) fn check(text: &str, options: &Options) {
    let formatted = format(text, options).unwrap();
    assert_eq!(formatted_in(text, 0..text.len(), options), formatted);
    let starts: Vec<usize> = text
        .split_inclusive('\n')
        .scan(0, |at, line| {
            *at += line.len();
            Some(*at - line.len())
        })
        .collect();
    for (idx, start) in starts.iter().enumerate() {
        for end in [idx, idx + 2] {
            let end = starts.get(end).copied().unwrap_or(text.len()).max(*start);
            let part = formatted_in(text, *start..end, options);
            check_streams_only(text, &part);
            if let Ok(prog) = text.parse::<IDLProg>() {
                assert_eq!(
                    part.parse::<IDLProg>().unwrap(),
                    prog,
                    "{text:?} {start} {end}\n{part:?}"
                );
            }
            // How lines end may have changed with the first one.
            let whole = formatted_in(&part, 0..part.len(), options);
            assert_eq!(
                whole.replace('\r', ""),
                formatted.replace('\r', ""),
                "{text:?} {start} {end}\n{part:?}"
            );
        }
    }
}

#[track_caller]
fn check_streams_only(text: &str, formatted: &str) {
    assert_eq!(stream(formatted), stream(text), "{text:?}");
    assert_eq!(tokens(formatted), tokens(text), "{text:?}");
}

/// Selections, marked by `«` and `»`, and what becomes of the text.
#[test]
fn selections() {
    for (text, expected) in [
        // A line, and what is joined with it.
        (
            "type A=nat;\ntype« »B=nat;\ntype C=nat;\n",
            "type A=nat;\ntype B = nat;\ntype C=nat;\n",
        ),
        (
            "type A=nat;\n«»type B=record{\n  b:nat\n}\n;type C=nat",
            "type A=nat;\ntype B = record { b : nat };\ntype C=nat",
        ),
        // Methods of a service; its other lines stay as they are.
        (
            "service:{\n   a:()->();\n\n   «b:()->();\n   c:()->();\n»   d:()->();\n}",
            "service:{\n   a:()->();\n\n  b : () -> ();\n  c : () -> ();\n   d:()->();\n}",
        ),
        // A separator that is missing, and one on the next line.
        (
            "type A = record {\n  a:nat;\n\n  «b:nat»\n    };\n",
            "type A = record {\n  a:nat;\n\n  b : nat;\n    };\n",
        ),
        (
            "type A=record {\n  a:nat;\n\n  «b:nat»\n ;c:nat };\n",
            "type A=record {\n  a:nat;\n\n  b : nat;\n  c:nat };\n",
        ),
        (
            "type A = nat\n  // a\n «;»\ntype B=nat;\n",
            "type A = nat;\n// a\n\ntype B = nat;\n",
        ),
        // Empty lines, and none at all.
        (
            "type A=nat;\n«\n\n\n»type B=nat;\n",
            "type A=nat;\n\ntype B=nat;\n",
        ),
        ("\n\n«type A=nat;»\n\n\n", "\n\ntype A = nat;\n\n\n"),
        ("type A=nat;\n\n\n«»", "type A=nat;\n\n\n"),
        ("«»", ""),
        // Comments only.
        (
            "service:{\n«// a»\n  b:()->() }\n",
            "service:{\n  // a\n  b:()->() }\n",
        ),
        (
            "type A = nat;\r\ntype «B=nat;\r\n»type C=nat;\r\n",
            "type A = nat;\r\ntype B = nat;\r\ntype C=nat;\r\n",
        ),
        (
            "«type A = nat;\r\nservice : A\n»",
            "type A = nat;\r\nservice : A\r\n",
        ),
        // What is formatted stays, without an edit within the end of a line.
        (
            "type A = nat;\r\n«type B = nat;»\r\n",
            "type A = nat;\r\ntype B = nat;\r\n",
        ),
    ] {
        let start = text.find('«').unwrap();
        let without = text.replacen('«', "", 1);
        let end = without.find('»').unwrap();
        let without = without.replacen('»', "", 1);
        assert_eq!(
            formatted_in(&without, start..end, &Options::default()),
            expected,
            "{text:?}"
        );
        check(&without, &Options::default());
    }
    let error = format_range(
        "type A = nat;\ntype B = ;\n",
        Span::of(0, 1),
        &Options::default(),
    );
    assert!(error.unwrap_err().to_string().contains("expected a type"));
    // Beyond the end, and the wrong way round.
    let odd = Span {
        start: u32::MAX,
        end: 3,
    };
    assert!(format_range("type A = nat;\n", odd, &Options::default())
        .unwrap()
        .is_none());
}

proptest! {
    // Each case formats every line.
    #![proptest_config(ProptestConfig { cases: 25, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_line_may_be_selected(
        text in 0..TEXTS.len(),
        gaps in proptest::collection::vec(0..GAPS.len(), 8..60),
        width in 0..120usize,
    ) {
        let text = with_gaps(TEXTS[text], |idx| GAPS[gaps[idx % gaps.len()]]);
        check(&text, &Options::default().width(width));
    }
}
