//! Sessions made here: a text being typed, at any position, and of any size.

use super::{did_open, notification, request, send, start, uri, InMemory};
use crate::config::FILE_NAME;
use crate::lsp::position::LineIndex;
use crate::lsp::State;
use serde_json::json;
use std::time::Instant;

/// The capabilities of a client that can do everything.
const ALL: &str = r#"{
    "textDocument": {
        "completion": { "completionItem": { "snippetSupport": true } },
        "publishDiagnostics": { "relatedInformation": true },
        "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
        "codeAction": { "codeActionLiteralSupport": {} }
    }
}"#;

/// Sends all requests about a position, and returns the number of bytes of the answers.
fn ask_all(state: &mut State<'_>, name: &str, line: u32, character: u32) -> usize {
    let document = json!({ "uri": uri(name) });
    let position = json!({ "line": line, "character": character });
    let range = json!({ "start": position, "end": position });
    let params = json!({
        "textDocument": document,
        "position": position,
        "positions": [position],
        "range": range,
        "newName": "New",
        "ch": ";",
        "options": { "tabSize": 4, "insertSpaces": true },
        "query": "a",
        "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1 }
    });
    let mut n_bytes = 0;
    for method in [
        "textDocument/hover",
        "textDocument/definition",
        "textDocument/typeDefinition",
        "textDocument/references",
        "textDocument/documentHighlight",
        "textDocument/documentLink",
        "textDocument/prepareRename",
        "textDocument/rename",
        "textDocument/documentSymbol",
        "workspace/symbol",
        "textDocument/completion",
        "textDocument/codeAction",
        "textDocument/rangeFormatting",
        "textDocument/onTypeFormatting",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/range",
        "textDocument/foldingRange",
        "textDocument/selectionRange",
        "textDocument/codeLens",
    ] {
        let answers = send(state, &request(1, method, &params.to_string()));
        assert_eq!(answers.len(), 1, "{method}: {answers:?}");
        let code = &answers[0]["error"]["code"];
        // Only that something cannot be renamed.
        assert!(code.is_null() || *code == -32803, "{method}: {answers:?}");
        n_bytes += answers[0].to_string().len();
    }
    n_bytes
}

/// A text being typed: every prefix, and every prefix of the end, with all requests at its end and elsewhere.
#[test]
fn while_typing() {
    let text =
        "import \"b.did\"; // é😀\ntype A = record { \"é x\" : opt vec nat8; nat; 5 : B };\r\n\
                /* c */ type V = variant { a; b : func (x : A) -> (nat) query };\n\
                service s : (A, v : V) -> {\n  // f\n  f : (A) -> (V) oneway; g : B;\n}\n";
    let host = InMemory::default();
    host.insert("b.did", "import \"a.did\"; type B = func () -> ();");
    let mut state = start(&host, ALL);
    state.handle(&did_open("a.did", ""));
    let offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    for at in offsets {
        for part in [&text[..at], &text[at..]] {
            let params = json!({
                "textDocument": { "uri": uri("a.did"), "version": 2 },
                "contentChanges": [{ "text": part }]
            });
            state.handle(&notification("textDocument/didChange", &params));
            let last = u32::try_from(part.lines().count()).expect("few lines");
            for (line, character) in [(0, 20), (1, 12), (last.saturating_sub(1), 9)] {
                ask_all(&mut state, "a.did", line, character);
            }
        }
    }
}

/// Changes at positions of the old text, many at once, give the text that they give one by one.
#[test]
fn changes() {
    let host = InMemory::default();
    let mut state = start(&host, "{}");
    let mut expected = "a\r\nbé😀c\n\nd".to_string();
    state.handle(&did_open("a.did", &expected));
    let mut seed = 1u32;
    let mut random = |n: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % n
    };
    for _ in 0..300 {
        let mut changes = Vec::new();
        for _ in 0..random(4) {
            let mut position = || (random(6), random(6));
            let (start, end) = (position(), position());
            let text = ["", "x", "\n", "\r", "😀", "y\r\nz"][random(6) as usize];
            let at = |(line, character)| json!({ "line": line, "character": character });
            changes.push(json!({ "range": { "start": at(start), "end": at(end) }, "text": text }));
            let index = LineIndex::new(&expected, Default::default());
            let at = |(line, character)| gen_lsp_types::Position { line, character };
            let range = gen_lsp_types::Range {
                start: at(start),
                end: at(end),
            };
            let span = index.span(&expected, range);
            expected.replace_range(std::ops::Range::from(span), text);
        }
        let params = json!({
            "textDocument": { "uri": uri("a.did"), "version": 2 },
            "contentChanges": changes
        });
        state.handle(&notification("textDocument/didChange", &params));
        assert_eq!(state.documents.open[&uri("a.did")].text, expected);
        if expected.len() > 200 {
            expected.clear();
            let params = json!({
                "textDocument": { "uri": uri("a.did"), "version": 2 },
                "contentChanges": [{ "text": "" }]
            });
            state.handle(&notification("textDocument/didChange", &params));
        }
    }
}

/// Types nested more deeply than any stack is large enough for.
#[test]
fn deep() {
    let host = InMemory::default();
    let mut state = start(&host, ALL);
    for part in [
        "opt ",
        "record { a : ",
        "variant { a : ",
        "vec record { ",
        "func (",
        "service { f : (",
        "((",
        "/*",
    ] {
        for n in [1_000, 25_000] {
            let text = format!("type A = {}", part.repeat(n));
            state.handle(&did_open("a.did", &text));
            for at in [300, u32::MAX] {
                ask_all(&mut state, "a.did", 0, at);
            }
        }
    }
}

/// The answers grow as the text does.
#[test]
fn linear() {
    let mut sizes = Vec::new();
    for n in [200, 400, 800] {
        let host = InMemory::default();
        let mut state = start(&host, ALL);
        let type_ = |idx| {
            format!("type A{idx:04} = record {{ a : A0000; b : opt A{idx:04}; \"é\" : nat }};")
        };
        let lines: Vec<String> = (0..n).map(type_).collect();
        // On one line, too.
        for separator in ["\n", ""] {
            state.handle(&did_open("a.did", &lines.join(separator)));
            sizes.push(ask_all(&mut state, "a.did", 0, 26));
        }
    }
    for (idx, size) in sizes.iter().enumerate().skip(2) {
        let before = sizes[idx - 2];
        assert!(
            *size < before * 21 / 10 && *size > before * 3 / 2,
            "{sizes:?}"
        );
    }
}

/// Findings are many: nothing limits the number of warnings.
#[test]
fn many_findings() {
    let interface = |n: u32| {
        // Names that differ only in case.
        let upper = |at: u32, letter: char| match at {
            0 => letter,
            _ => letter.to_ascii_uppercase(),
        };
        let name = |i: u32| {
            ('a'..='n')
                .zip(0..)
                .map(move |(c, bit)| upper(i >> bit & 1, c))
        };
        let methods = (0..n).map(|i| format!("{} : () -> ();\n", name(i).collect::<String>()));
        format!("service : {{\n{}}}", methods.collect::<String>())
    };
    let seconds = |n: u32| {
        let host = InMemory::default();
        let mut state = start(&host, "{}");
        let open = did_open("a.did", &interface(n));
        let start = Instant::now();
        let answers = send(&mut state, &open);
        let seconds = start.elapsed().as_secs_f64();
        let diagnostics = answers[0]["params"]["diagnostics"].as_array();
        assert!(diagnostics.is_some_and(|all| all.len() + 1 == n as usize));
        seconds
    };
    // 16 times is linear, 256 times the square. On a machine that has other work too, not every attempt tells.
    let is_linear = |_| seconds(8_000) < 64.0 * seconds(500);
    assert!((0..8).any(is_linear));
}

/// With a configuration, the lints that it asks for run, and no others.
#[test]
fn lints_run_once() {
    let text: String = (0..200)
        .map(|i| format!("type T{i} = record {{ a{i} : nat }};\n"))
        .collect();
    let n_allocations = |config: Option<&str>| {
        let host = InMemory::default();
        if let Some(config) = config {
            host.insert(FILE_NAME, config);
        }
        let mut state = start(&host, "{}");
        send(&mut state, &did_open("a.did", &text));
        let change = json!({
            "textDocument": { "uri": uri("a.did"), "version": 2 },
            "contentChanges": [{ "text": format!("{text}// more\n") }],
        });
        let change = notification("textDocument/didChange", &change);
        let info = allocation_counter::measure(|| {
            send(&mut state, &change);
        });
        info.count_total
    };
    let default = n_allocations(None);
    let none = n_allocations(Some("[lint.levels]\nall = \"allow\"\n"));
    assert!(none < default, "{none} without lints, {default} with them");
}
