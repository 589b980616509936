//! Pages.

use crate::html::problems;
use crate::{checked, compare, interfaces};
use candid_parser::doc::{html, markdown, DocOptions};
use pulldown_cmark::{Event, Parser, Tag};
use std::fmt::Write;

#[test]
fn golden_pages() {
    let checked = checked(include_str!("hostile.did"));
    let options = DocOptions::new("Hostile </title><script>alert(1)</script> \u{202e}\"names\"");
    compare("hostile.html", &html(&checked, &options).unwrap());
    compare(
        "hostile.expected.md",
        &markdown(&checked, &options).unwrap(),
    );
}

/// Nothing in Markdown but our own anchors is HTML, and no link runs anything.
#[track_caller]
fn assert_harmless(name: &str, page: &str) {
    for event in Parser::new(page) {
        match event {
            Event::Html(text) => panic!("{name}: {text}"),
            Event::InlineHtml(text) => {
                assert!(
                    text.starts_with("<a id=\"") || &*text == "</a>",
                    "{name}: {text}"
                );
            }
            Event::Start(Tag::Image { dest_url, .. }) => panic!("{name}: {dest_url}"),
            Event::Start(Tag::Link { dest_url, .. }) => {
                let allowed = ["#", "https:", "http:", "mailto:"];
                assert!(
                    allowed.iter().any(|start| dest_url.starts_with(start)),
                    "{name}: {dest_url}"
                );
            }
            _ => {}
        }
    }
}

#[test]
fn pages_of_all_interfaces() {
    for (name, checked) in interfaces() {
        let options = DocOptions::new(&name);
        let page = html(&checked, &options).unwrap();
        assert_eq!(problems(&page), [""; 0], "{name}");
        assert_eq!(page, html(&checked, &options).unwrap(), "{name}");
        assert_harmless(&name, &markdown(&checked, &options).unwrap());
    }
}

/// What is read has the order in which it was written: fields, cases, methods, also of a service by name and in a type.
#[test]
fn source_order() {
    let text = "type Item = record { id : nat; kind : variant { b; a }; from_ : text; map : nat };
        type Other = service { second : () -> (); first : () -> () };
        service : { set : (Item) -> (); get : () -> (Other) query; add : () -> () }";
    let page = markdown(&checked(text), &DocOptions::new("Items").examples(false)).unwrap();
    for part in [
        "[`set`](#method-set), [`get`](#method-get), [`add`](#method-add)",
        "record {\n  id : nat;\n  kind : variant { b; a };\n  from_ : text;\n  map : nat;\n}",
        "service { second : () -> (); first : () -> () }",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let headings = page.match_indices("### <a id=\"method-");
    let names: Vec<_> = headings
        .filter_map(|(at, start)| page.get(at + start.len()..)?.get(..3))
        .collect();
    assert_eq!(names, ["set", "get", "add"]);
}

/// A comment, its HTML, and its Markdown.
const COMMENTS: [(&str, &str, &str); 19] = [
    ("plain *text*", "<p>plain <em>text</em></p>", "plain *text*"),
    ("<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>", "\\<b>x\\</b>"),
    (
        "<script>alert(1)</script>",
        "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
        "\\<script>alert(1)\\</script>",
    ),
    ("<!-- x", "<p>&lt;!-- x</p>", "\\<!-- x"),
    ("[x](javascript:alert(1))", "<p>x</p>", "x"),
    (
        "[x](JaVa\tScRiPt:alert(1))",
        "<p>[x](JaVa\tScRiPt:alert(1))</p>",
        "\\[x\\](JaVa\tScRiPt:alert(1))",
    ),
    ("[x](<java&Tab;script:alert(1)>)", "<p>x</p>", "x"),
    ("[x](&#106;avascript:alert(1))", "<p>x</p>", "x"),
    ("[x](data:text/html,y) [y](vbscript:z)", "<p>x y</p>", "x y"),
    ("[x](other.html) [y](//evil.example)", "<p>x y</p>", "x y"),
    (
        "<javascript:alert(1)>",
        "<p>javascript:alert(1)</p>",
        "javascript:alert(1)",
    ),
    (
        "[x](https://a.example/?q=\"&b)",
        "<p><a href=\"https://a.example/?q=%22&amp;b\">x</a></p>",
        "[x](https://a.example/?q=\"&amp;b)",
    ),
    (
        "[![alt](https://a.example/i.png)](https://b.example)",
        "<p><a href=\"https://b.example\">alt (https://a.example/i.png)</a></p>",
        "[alt (https://a.example/i.png)](https://b.example)",
    ),
    ("![x](javascript:alert(1))", "<p>x</p>", "x"),
    (
        "[T] and [`m`] and [none]",
        "<p><a href=\"#type-T\">T</a> and <a href=\"#method-m\"><code>m</code></a> and [none]</p>",
        "[T](#type-T) and [`m`](#method-m) and \\[none\\]",
    ),
    ("# One", "<h4>One</h4>", "#### One"),
    ("###### Six", "<h4>Six</h4>", "#### Six"),
    ("#", "", ""),
    (
        "a\u{202e}b\u{7}",
        "<p>a\\u{202e}b\\u{7}</p>",
        "a\\u{202e}b\\u{7}",
    ),
];

#[test]
fn comments() {
    for (comment, expected_html, expected_markdown) in COMMENTS {
        let text = format!("type T = nat;\nservice : {{\n// {comment}\nm : () -> () }}");
        let (checked, options) = (checked(&text), DocOptions::new("x").examples(false));
        let page = html(&checked, &options).unwrap();
        assert_eq!(problems(&page), [""; 0], "{comment}");
        let part = page.split("<div dir=\"auto\">\n").nth(1).unwrap();
        let part = part.split("</div>").next().unwrap();
        assert_eq!(part.trim_end(), expected_html, "{comment}");
        let page = markdown(&checked, &options).unwrap();
        assert_harmless(comment, &page);
        let part = page.split("```\n\n").nth(1).unwrap();
        let part = part.split("## Types").next().unwrap();
        assert_eq!(part.trim(), expected_markdown, "{comment}");
    }
}

/// Comments made of everything that has a meaning, in any order: harmless, always.
#[test]
fn any_comment_is_harmless() {
    const PARTS: [&str; 30] = [
        "<",
        ">",
        "&",
        "\"",
        "'",
        "`",
        "```",
        "*",
        "_",
        "[",
        "]",
        "(",
        ")",
        "!",
        "#",
        "\\",
        "\n// ",
        "\n//     ",
        "- ",
        "> ",
        "1. ",
        "x",
        "javascript:a",
        "https://a.example",
        "<a href=\"x\">",
        "<script>",
        "</div>",
        "<!--",
        "\n//\n// ",
        "&lt;",
    ];
    let mut state = 1_u64;
    let mut text = String::new();
    for i in 0..1500 {
        text.push_str("// ");
        for _ in 0..12 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let idx = usize::try_from(state >> 33).unwrap() % PARTS.len();
            text.push_str(PARTS[idx]);
        }
        let _ = write!(text, "\ntype T{i} = nat;\n");
    }
    let (checked, options) = (checked(&text), DocOptions::new("x"));
    let mut found = problems(&html(&checked, &options).unwrap());
    // Fragments that a comment names itself are not checked.
    found.retain(|problem| !problem.ends_with("is not there"));
    assert_eq!(found, [""; 0]);
    assert_harmless("generated", &markdown(&checked, &options).unwrap());
}

#[test]
fn language_tags() {
    for tag in ["en", "pt-BR", "zh-Hant-TW"] {
        let page = html(&checked(""), &DocOptions::new("x").lang(tag).unwrap()).unwrap();
        assert!(page.contains(&format!("<html lang=\"{tag}\">")));
    }
    for tag in ["", "e", "en-", "en us", "\"><script>", "12", "abcdefghi"] {
        assert!(DocOptions::new("x").lang(tag).is_err(), "{tag}");
    }
}

/// An interface of `n` methods and `n` types, all of which refer to others.
fn wide(n: usize) -> String {
    let mut text = String::new();
    for i in 0..n {
        let next = (i + 1) % n;
        let _ = write!(
            text,
            "// About [T{next}].\ntype T{i} = record {{ next : opt T{next}; f{i} : nat }};\n"
        );
    }
    text.push_str("service : {\n");
    for i in 0..n {
        let _ = write!(text, "// Takes *one*.\nm{i} : (T{i}) -> (opt T0) query;\n");
    }
    text + "}\n"
}

/// A type of `n` levels.
fn deep(n: usize) -> String {
    let (open, close) = ("record { a : opt ".repeat(n), "}".repeat(n));
    format!("type T = {open} nat {close};")
}

/// Comments of `n` levels.
fn nested_comment(n: usize) -> String {
    format!(
        "// {}x\n// {}\n// {}y\ntype T = nat;",
        "> ".repeat(n),
        "[".repeat(n),
        "- ".repeat(n)
    )
}

#[test]
fn pages_are_linear_in_their_interface() {
    for make in [wide, deep, nested_comment] {
        let size = |n: usize| {
            let (checked, options) = (checked(&make(n)), DocOptions::new("x"));
            let markdown = markdown(&checked, &options).unwrap();
            [html(&checked, &options).unwrap().len(), markdown.len()]
        };
        let [once, twice, four] = [60, 120, 240].map(size);
        for format in 0..2 {
            // What each further level or item adds stays the same.
            let (first, second) = (twice[format] - once[format], four[format] - twice[format]);
            assert!(second < first * 21 / 10, "{once:?} {twice:?} {four:?}");
        }
    }
}

#[test]
fn deep_types_do_not_overflow_the_stack() {
    let checked = checked(&deep(250));
    let page = html(&checked, &DocOptions::new("x")).unwrap();
    assert_eq!(problems(&page), [""; 0]);
}
