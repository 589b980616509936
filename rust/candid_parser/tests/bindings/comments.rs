//! Comments in Candid printed as it was written: where they come, and whose they are when they are read again.

use super::written::{docs, load, print};

/// What is no comment of an item does not become one, whatever stands around it; and lines stay as they are.
#[test]
fn b23_comments_belong_to_what_they_belonged_to() {
    for (text, printed) in [
        ("/// a\n//b\ntype a = nat;", "/// a\n//b\ntype a = nat;"),
        (
            "type a = record { // open\n  // x\n\n  /// of x\n  x : nat; // behind\n};",
            "type a = record {\n  // open\n  // x\n\n  /// of x\n  x : nat; // behind\n};",
        ),
        (
            "type a = variant { x; /* 1 */ /* 2 */ // 3\n /* 4 */ y; z };",
            "type a = variant {\n  x; /* 1 */ /* 2 */ // 3\n  /* 4 */\n  y;\n  z;\n};",
        ),
        (
            "type a = record { x : record { y : nat; // y\n // last\n }; // x\n };",
            "type a = record {\n  x : record {\n    y : nat; // y\n    // last\n  }; // x\n};",
        ),
        // What a comment to the end of the line would swallow.
        (
            "type a = record { x // 1\n : /* 2\n2 */ nat };",
            "type a = record {\n  /* 2\n2 */\n  x : nat; // 1\n};",
        ),
        (
            "type a = // 1\n nat /* 2\n2 */;",
            "/* 2\n2 */\n\ntype a = nat; // 1",
        ),
        (
            "type a = record {\n  // 1\n\n  // 2\n\n  /* 3 */\n\n  x : nat;\n};",
            "type a = record {\n  // 1\n\n  // 2\n\n  /* 3 */\n\n  x : nat;\n};",
        ),
        (
            "service : { f : () -> (); // f\n  // g\n  g : () -> () /* end */ }",
            "service : {\n  f : () -> (); // f\n  // g\n  g : () -> (); /* end */\n}",
        ),
        // What is in front of a declaration, and what keeps away from it.
        (
            "/** a */\ntype a = nat;\n\n/* b */\n\n\n/// b\ntype b = nat;",
            "/** a */\ntype a = nat;\n\n/* b */\n\n/// b\ntype b = nat;",
        ),
        (
            "type a = // 1\n nat; /* 2\n2 */ // 3\ntype b = nat;",
            "/* 2\n2 */\n\ntype a = nat; // 1\n\n// 3\n\ntype b = nat;",
        ),
        // Comments for the linter document nothing.
        (
            "// a\n// didc-allow: opt-opt\n// b\ntype a = record {\n  /// didc-allow: L001\n  /// x\n  x : nat;\n};",
            "// didc-allow: opt-opt\n\n// a\n// b\ntype a = record {\n  /// didc-allow: L001\n\n  /// x\n  x : nat;\n};",
        ),
        (
            "// didc-allowed: a\ntype a = nat;",
            "// didc-allowed: a\ntype a = nat;",
        ),
        (
            "type a = record { /* nothing */ };",
            "type a = record {}; /* nothing */",
        ),
    ] {
        let once = print(&load(text));
        assert_eq!(once.trim_end(), printed, "{text}");
        let again = load(&once);
        assert_eq!(print(&again), once, "{text}");
        assert_eq!(docs(&again), docs(&load(text)), "{text}");
    }
}

/// The same with comments wherever they may stand.
#[test]
fn b23_comments_anywhere_belong_to_what_they_belonged_to() {
    const TOKENS: &str = "
        type a = record { x : nat ; y : record { z : vec variant { p ; q : text } } ; 5 : opt a } ;
        type b = func ( record { nat ; text } , n : a ) -> ( variant { ok } , b ) query ;
        type c = principal ;
        service s : ( init : record { owner : c } ) -> {
            f : ( a ) -> ( record { r : b ; s : a } ) ; g : b ; h : ( ) -> ( ) oneway
        }";
    let mut state: u32 = 1;
    let mut below = |n: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % n
    };
    for _ in 0..500 {
        let mut text = String::new();
        let mut n_comments = 0;
        for token in TOKENS.split_whitespace() {
            for _ in 0..3 {
                let comment = match below(40) {
                    0 => "// @\n",
                    1 => "\n// @\n",
                    2 => "\n\n  /// @\r\n\n",
                    3 => "/* @ */",
                    4 => "/* @\n//\n*/\n",
                    5 => "\n",
                    _ => "",
                };
                n_comments += comment.matches('@').count();
                text.push_str(&comment.replace('@', &format!("<{n_comments}>")));
            }
            text.push(' ');
            text.push_str(token);
        }
        let checked = load(&text);
        let once = print(&checked);
        let again = load(&once);
        assert_eq!(print(&again), once, "{text}");
        assert_eq!(docs(&again), docs(&checked), "{text}\n{once}");
        for n in 1..=n_comments {
            assert_eq!(once.matches(&format!("<{n}>")).count(), 1, "{n} {text}");
        }
    }
}
