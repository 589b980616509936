//! The laws of the layout: it changes white space and optional separators only, and formatting again changes nothing.

use super::{format, Options};
use crate::syntax::lex::lex;
use crate::syntax::lex::token::Kind;
use crate::IDLProg;
use proptest::prelude::*;

mod files;
mod selections;

/// Texts with every kind of token next to every other.
const TEXTS: [&str; 7] = [
    "import \"a.did\"; import service \"b c.did\"; type A = record { a : nat; \"b c\" : opt vec text; 5 : blob; A };",
    "type V = variant { ok; \"type\" : V; 0x1_F : record {}; err : record { nat; text } };",
    "type F = func (nat, y : text) -> (service { f : () -> () oneway; g : F }) composite_query query;",
    "service s : (x : nat, record { A; v : variant { a; b } }) -> { get : (A, \"b\" : nat) -> (variant { ok; err : text }) query; f : F; }",
    "type A = nat service : A",
    "service : () -> A;",
    "type \u{41} = record { \"名前の長い欄 — é\" : nat; b : principal }; service : {}",
];

/// What may be between two tokens.
const GAPS: [&str; 22] = [
    " ",
    "\n",
    "\n\n\n",
    "\r\n\r\n",
    "/* a */",
    " // b\n",
    "\n// c\n",
    "\n\n  // d \t\n\n",
    "\n/* e */\n",
    "\n/* f */ ",
    "/* g */\n",
    "/* h\n   h */",
    "\n      /* i\n       * i\n       */\n",
    "\n  /* j  \n j\n\n*/ ",
    " // k\n // k\n",
    "/* l */ /* l */ // l\n/* l */",
    "\r\n// m\r\n\t/* m\r\n\t * m */\r\n",
    "/* /* n */ // n */",
    "\n\n// o\n\n\n// o\n/* o */",
    "///p;}\n",
    "/**/",
    "//\n",
];

/// Checks the laws for a text without syntax errors.
#[track_caller]
fn check(text: &str, options: &Options) -> String {
    let formatted = format(text, options).unwrap();
    let again = format(&formatted, options).unwrap();
    assert_eq!(again, formatted, "{text:?}");
    check_streams(text, &formatted);
    if let Ok(prog) = text.parse::<IDLProg>() {
        // Including its documentation.
        assert_eq!(formatted.parse::<IDLProg>().unwrap(), prog, "{text:?}");
    }
    formatted
}

/// Checks that two texts have the same tokens and comments, except for separators and white space in comments, and that
/// the second has no unnecessary white space.
#[track_caller]
fn check_streams(text: &str, formatted: &str) {
    assert_eq!(stream(formatted), stream(text), "{text:?}");
    let (before, after) = (tokens(text), tokens(formatted));
    assert_eq!(before, after, "{text:?}");
    let with_lf = formatted.replace("\r\n", "\n");
    assert!(!with_lf.contains("\n\n\n"), "{text:?}");
    assert!(!with_lf.starts_with('\n') && !with_lf.ends_with("\n\n"));
    assert!(formatted.is_empty() || formatted.ends_with('\n'));
    for line in formatted.lines() {
        assert_eq!(line.trim_end(), line, "{text:?}");
    }
}

/// Returns the tokens and comments in their order, without separators.
fn stream(text: &str) -> Vec<String> {
    let lexed = lex(text, true);
    let mut parts = Vec::new();
    let mut comments = lexed.comments.iter().peekable();
    for token in &lexed.tokens {
        while let Some(comment) = comments.next_if(|comment| comment.span.start < token.start) {
            let comment = &text[std::ops::Range::from(comment.span)];
            let lines: Vec<&str> = comment.split('\n').map(str::trim).collect();
            parts.push(lines.join("\n"));
        }
        if !matches!(token.kind, Kind::Semi | Kind::Comma) {
            parts.push(text[std::ops::Range::from(token.span())].to_string());
        }
    }
    parts
}

/// Returns the tokens, without separators where the grammar makes them optional.
fn tokens(text: &str) -> Vec<String> {
    let tokens = lex(text, false).tokens;
    let mut depth = 0;
    let mut required = Vec::new();
    for (token, next) in tokens.iter().zip(&tokens[1..]) {
        match token.kind {
            Kind::LBrace | Kind::LParen => depth += 1,
            Kind::RBrace | Kind::RParen => depth -= 1,
            _ => {}
        }
        let is_separator = matches!(token.kind, Kind::Semi | Kind::Comma);
        let is_end = matches!(next.kind, Kind::RBrace | Kind::RParen | Kind::End)
            || depth == 0 && next.kind == Kind::Service;
        if !(is_separator && is_end) {
            required.push(text[std::ops::Range::from(token.span())].to_string());
        }
    }
    required
}

/// Returns a text with something between each two tokens, at the start and at the end.
fn with_gaps<'a>(text: &str, gap: impl Fn(usize) -> &'a str) -> String {
    let tokens = lex(text, false).tokens;
    let mut out = String::new();
    for (idx, token) in tokens.iter().enumerate() {
        out.push_str(gap(idx));
        out.push_str(&text[std::ops::Range::from(token.span())]);
    }
    out
}

#[test]
fn a_comment_may_be_between_any_two_tokens() {
    let mut n = 0;
    for text in TEXTS {
        for at in 0..lex(text, false).tokens.len() {
            for gap in GAPS {
                let text = with_gaps(text, |idx| if idx == at { gap } else { " " });
                let [narrow, wide] = [0, 80].map(|width| {
                    n += 1;
                    check(&text, &Options::default().width(width))
                });
                assert_eq!(
                    format(&narrow, &Options::default()).unwrap(),
                    wide,
                    "{text:?}"
                );
            }
        }
    }
    assert!(n > 5_000);
}

/// A declaration after the comment stays unchanged up to its separator, wherever it is, and whatever comments are in it.
#[test]
fn declarations_that_are_left_alone() {
    let skipped = [
        "type A = record{a:nat;\n\n\n      b : text };",
        "type  A=nat",
        "type A\n  = func (nat ,\n text)->(  )  // odd\n\n  /* x;\n  */ query ;",
        "import   \"a.did\" ;",
        "service:{f:()->();\n    g : ()  -> () ; }",
    ];
    for text in skipped {
        let declaration = text.trim_end_matches(';').trim_end();
        for comment in [
            "// didc-fmt: skip",
            "/// a\n//didc-fmt:skip\n// b",
            "// didc-fmt : skip  ",
        ] {
            let after = match text.starts_with("service") {
                true => "",
                false => "type   B=nat; // c\n",
            };
            for before in ["", "type   Z=nat; // z\n\n", "type Z=nat\n;\n"] {
                let end = if after.is_empty() { "" } else { ";" };
                let text = format!("{before}{comment}\n{declaration}{end}\n{after}");
                for width in [0, 80] {
                    let options = Options::default().width(width);
                    let formatted = format(&text, &options).unwrap();
                    assert!(formatted.contains(declaration), "{text:?}: {formatted}");
                    assert_eq!(format(&formatted, &options).unwrap(), formatted, "{text:?}");
                    assert_eq!(stream(&formatted), stream(&text), "{text:?}");
                    assert_eq!(tokens(&formatted), tokens(&text), "{text:?}");
                    if let Ok(prog) = text.parse::<IDLProg>() {
                        assert_eq!(formatted.parse::<IDLProg>().unwrap(), prog, "{text:?}");
                    }
                    // The others have the one layout.
                    assert!(!formatted.replacen(declaration, "", 1).contains("type  "));
                    assert!(after.is_empty() || formatted.ends_with("type B = nat; // c\n"));
                }
            }
        }
    }
    for (text, expected) in [
        // Beside another one, inside a type, or of other words, the comment is one like others.
        (
            "type A = nat; // didc-fmt: skip\ntype  B=nat;",
            "type A = nat; // didc-fmt: skip\ntype B = nat;\n",
        ),
        (
            "type A = record {\n// didc-fmt: skip\na:nat };",
            "type A = record {\n  // didc-fmt: skip\n  a : nat;\n};\n",
        ),
        (
            "// didc-fmt: skipped\ntype  A=nat",
            "// didc-fmt: skipped\ntype A = nat;\n",
        ),
        (
            "/* didc-fmt: skip */\ntype  A=nat",
            "/* didc-fmt: skip */\ntype A = nat;\n",
        ),
        // It is for one declaration, and documents nothing.
        (
            "// didc-fmt: skip\n\ntype  A=nat\n;\ntype  B=nat",
            "// didc-fmt: skip\n\ntype  A=nat;\ntype B = nat;\n",
        ),
        (
            "type  A=nat\n// didc-fmt: skip\nservice:{ }",
            "type A = nat;\n// didc-fmt: skip\nservice:{ }\n",
        ),
        ("// didc-fmt: skip\n", "// didc-fmt: skip\n"),
    ] {
        assert_eq!(check(text, &Options::default()), expected, "{text:?}");
    }
    let prog: IDLProg = "// a\n// didc-fmt: skip\ntype A = nat;".parse().unwrap();
    assert!(format!("{prog:?}").contains("[\"a\"]"), "{prog:?}");
}

/// The separator of a service is left out, which makes no difference to the lines before comments behind it.
#[test]
fn comments_behind_a_service() {
    for width in 1..60 {
        for end in [
            ";/* b */ /* c */ // d",
            "/* b */ ; /* c */",
            ";",
            "/* b */",
            " // d",
        ] {
            let text = format!("service : (/* a */) -> A {end}\n");
            check(&text, &Options::default().width(width));
        }
    }
}

/// Where comments and lines come to be, in texts that nobody writes and in some that people do.
#[test]
fn rows() {
    for (text, expected) in [
        ("", ""),
        (" \r\n\n", ""),
        ("\u{feff}// a", "// a\n"),
        ("\n\n// a\n\n\n// b\n\n", "// a\n\n// b\n"),
        ("type A=nat;type B=A", "type A = nat;\ntype B = A;\n"),
        ("import service\"a.did\";import\"b.did\"", "import service \"a.did\";\nimport \"b.did\";\n"),
        // The separators that are optional.
        ("type A = record { a : nat; }; service : { f : (nat,) -> (); };", "type A = record { a : nat };\nservice : { f : (nat) -> () }\n"),
        ("type A = nat // a\nservice : A", "type A = nat; // a\nservice : A\n"),
        // Tokens stay as they are.
        ("type A = record { 1000 : vec nat8; 0x1_F : nat; \"a\" : nat };", "type A = record { 1000 : vec nat8; 0x1_F : nat; \"a\" : nat };\n"),
        ("type A = record { \"a\r\n\" : nat };\r\n", "type A = record {\r\n  \"a\r\n\" : nat;\r\n};\r\n"),
        // Lines end as the first one does, but not in quotes.
        ("type A = record { \"a\n\" : text;\r\n b : nat /* a\r\n b */ };\r\n", "type A = record {\n  \"a\n\" : text;\n  b : nat /* a\n b */;\n};\n"),
        ("// a\r\ntype A = record { \"a\n\" : text;\n b : nat /* a\n b */ };\n", "// a\r\ntype A = record {\r\n  \"a\n\" : text;\r\n  b : nat /* a\r\n b */;\r\n};\r\n"),
        // An empty line between items stays, and breaks the list.
        ("type A = record {\n\n a : nat;\n\n\n b : nat;\n\n};", "type A = record {\n  a : nat;\n\n  b : nat;\n};\n"),
        // Before, behind and in front of separators.
        ("type A = record { a : nat /* a */ ; /* b */ b : nat /* c */ };", "type A = record { a : nat /* a */; /* b */ b : nat /* c */ };\n"),
        ("type A = record { a : nat // a\n; b : nat // b\n};", "type A = record {\n  a : nat; // a\n  b : nat; // b\n};\n"),
        ("type A = record { a : nat\n// not of b\n; b : nat };", "type A = record {\n  a : nat;\n  // not of b\n\n  b : nat;\n};\n"),
        ("type A = record {\n  a : nat // of a\n  // not of b\n; // not of b\n  // of b\n b : nat };", "type A = record {\n  a : nat; // of a\n  // not of b\n  // not of b\n\n  // of b\n  b : nat;\n};\n"),
        ("type A = record { // of A\n // of a\n a : nat };", "type A = record { // of A\n  // of a\n  a : nat;\n};\n"),
        // Lists without items.
        ("type A = record { /* a */ }; type B = func (/* b */) -> ( // c\n);", "type A = record { /* a */ };\ntype B = func (/* b */) -> ( // c\n  );\n"),
        // Within an item.
        ("type // a\n A = // b\n // c\n nat;", "type // a\n  A = // b\n  // c\n  nat;\n"),
        ("type A = /* a */\n /* b */ opt\n\n nat;", "type A = /* a */ /* b */ opt nat;\n"),
        ("service : () -> // a\n { f : () -> () }", "service : () -> // a\n  { f : () -> () }\n"),
        // Lines of comments move with the first one, if they can.
        ("\t\t/*\n\t\t * a  \n\n\t\t */\ntype A = nat;", "/*\n * a\n\n */\ntype A = nat;\n"),
        ("   /* a\n b */\ntype A = nat;", "/* a\n b */\ntype A = nat;\n"),
        ("type A = record {\n/*\n * a\n */\na : nat };", "type A = record {\n  /*\n   * a\n   */\n  a : nat;\n};\n"),
        // After the service.
        ("service : {} // a\n; /* b */\n// c", "service : {} // a\n/* b */\n\n// c\n"),
    ] {
        assert_eq!(check(text, &Options::default()), expected, "{text:?}");
    }
}

/// A list is on one line if it ends in the last column, with what must follow it; comments do not count, and wide
/// characters count twice.
#[test]
fn the_width_counts_columns() {
    for (text, n_columns) in [
        ("type A = record { a : nat };", 28),
        ("type A = record { a : nat }; // a", 28),
        ("type A = record { \"名\" : nat };", 31),
        ("type A = record { \"e\u{301}\" : nat };", 30),
        ("type A = record { a : nat } /* a */;", 36),
    ] {
        let at = |width| check(text, &Options::default().width(width));
        assert_eq!(at(n_columns).lines().count(), 1, "{text}");
        assert_eq!(at(n_columns - 1).lines().count(), 3, "{text}");
    }
}

/// Deep types need no stack for formatting, only for parsing.
#[test]
fn deep_types() {
    let deep = || {
        for (open, close) in [
            ("opt ", ""),
            ("record { a : ", "}"),
            ("func (", ") -> ()"),
            ("service { f : (", ") -> () }"),
        ] {
            let n = 5_000;
            let text = format!("type A = {}nat{};", open.repeat(n), close.repeat(n));
            let formatted = format(&text, &Options::default()).unwrap();
            assert_eq!(format(&formatted, &Options::default()).unwrap(), formatted);
            assert_eq!(tokens(&formatted), tokens(&text));
        }
    };
    let thread = std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(deep);
    thread.unwrap().join().unwrap();
    let deeper = format!(
        "type A = {}nat{};",
        "record { a : ".repeat(100_000),
        "}".repeat(100_000)
    );
    let error = format(&deeper, &Options::default())
        .unwrap_err()
        .to_string();
    assert!(error.contains("nested too deeply"), "{error}");
}

/// Twice the text makes at most twice the steps and twice the output, but for a constant.
#[test]
fn everything_is_linear() {
    let texts: [&dyn Fn(usize) -> String; 7] = [
        &|n| "type A = nat;\n".repeat(n),
        &|n| format!("type A = record {{ {} }};", "nat; ".repeat(n)),
        &|n| {
            format!(
                "type A = {}nat{};",
                "record { a : ".repeat(n),
                "}".repeat(n)
            )
        },
        &|n| format!("type A = nat /* a */ {};", "/* b */ // c\n".repeat(n)),
        &|n| format!("type {} =\n  /*{}*/ nat;", "A".repeat(n), "\n  a".repeat(n)),
        &|n| format!("type A = record {{ {} }};", "nat; // a\n\n\n".repeat(n)),
        &|n| format!("type A = nat;{}/* a{} */", " ".repeat(n), "\n".repeat(n)),
    ];
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    let texts: Vec<[String; 3]> = texts
        .iter()
        .map(|text| [500, 1_000, 2_000].map(text))
        .collect();
    let measure = move || {
        for texts in texts {
            let sizes = texts.each_ref().map(|text| {
                let (prog, tokens) = super::parse_prog_with_tokens(text).complete(text).unwrap();
                let comments = prog.comments;
                let source = super::Source {
                    text,
                    tokens,
                    comments,
                    service: None,
                };
                let document = super::document::of(&source);
                let formatted = source.print(&Options::default());
                (document.steps.len() + document.lists.len(), formatted.len())
            });
            for pair in sizes.windows(2) {
                let ((steps, len), (more_steps, more)) = (pair[0], pair[1]);
                assert!(more_steps <= 2 * steps + 10, "{sizes:?}: {:.80}", texts[0]);
                // Indentation grows up to a bound.
                assert!(more <= 2 * len + 20_000, "{sizes:?}: {:.80}", texts[0]);
            }
        }
    };
    thread.spawn(measure).unwrap().join().unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn comments_may_be_between_all_tokens(
        text in 0..TEXTS.len(),
        gaps in proptest::collection::vec(0..GAPS.len(), 8..60),
        width in 0..120usize,
    ) {
        let text = with_gaps(TEXTS[text], |idx| GAPS[gaps[idx % gaps.len()]]);
        let formatted = check(&text, &Options::default().width(width));
        // Where lines ended before makes no difference.
        let again = format(&formatted, &Options::default()).unwrap();
        prop_assert_eq!(again, format(&text, &Options::default()).unwrap());
    }
}
