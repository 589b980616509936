//! Escaping of arbitrary text in Rust source: string literals and doc comments.

/// Returns the text as a string literal.
pub(super) fn string(text: &str) -> String {
    format!("\"{}\"", text.escape_debug())
}

/// Returns the text as a raw string literal if possible, else with escapes.
pub(super) fn raw_string(text: &str) -> String {
    match raw(text) {
        Some((hashes, text)) => format!("r{hashes}\"{text}\"{hashes}"),
        None => string(text),
    }
}

/// Returns the text as a byte string literal, raw if possible.
pub(super) fn raw_byte_string(text: &str) -> String {
    match raw(text) {
        Some((hashes, text)) if text.is_ascii() => format!("br{hashes}\"{text}\"{hashes}"),
        _ => {
            let escape = |byte: u8| match byte {
                b'\n' => "\\n\\\n".to_string(),
                _ => byte.escape_ascii().to_string(),
            };
            let escaped: String = text.bytes().map(escape).collect();
            // An escaped end of line skips the blanks that follow it.
            format!("b\"{}\"", escaped.replace("\n ", "\n\\x20"))
        }
    }
}

/// Returns the text and the number of hashes that a raw string of it needs, as a string of hashes; `None` if a raw
/// string cannot represent it.
fn raw(text: &str) -> Option<(String, &str)> {
    if text.chars().any(|c| c != '\n' && !is_plain(c)) {
        return None;
    }
    let after_quote = text.split('"').skip(1);
    let longest = after_quote
        .map(|rest| rest.len() - rest.trim_start_matches('#').len())
        .max();
    Some(("#".repeat(longest.unwrap_or(0) + 1), text))
}

/// Returns the lines as doc comments, each with a line end. Characters that the compiler rejects in comments are
/// escaped.
pub(super) fn doc_lines(docs: &[String], prefix: &str) -> String {
    let mut out = String::new();
    for line in docs.iter().flat_map(|doc| doc.split('\n')) {
        out.push_str(doc_line(line, prefix).trim_end());
        out.push('\n');
    }
    out
}

/// Returns a line as a doc comment, without a line end.
pub(super) fn doc_line(line: &str, prefix: &str) -> String {
    let mut out = prefix.to_string();
    for c in line.chars() {
        if is_plain(c) || c == '\t' {
            out.push(c)
        } else {
            out.extend(c.escape_unicode())
        }
    }
    out
}

/// Returns whether a character is neither a control character nor one that changes the text direction.
fn is_plain(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::{doc_lines, raw_byte_string, raw_string, string};

    #[test]
    fn literals() {
        for (text, plain, raw, bytes) in [
            (
                "a\"#b",
                r###""a\"#b""###,
                r###"r##"a"#b"##"###,
                r###"br##"a"#b"##"###,
            ),
            ("é", "\"é\"", "r#\"é\"#", "b\"\\xc3\\xa9\""),
            (
                "\u{202e}",
                "\"\\u{202e}\"",
                "\"\\u{202e}\"",
                "b\"\\xe2\\x80\\xae\"",
            ),
            (
                "é\n  x",
                "\"é\\n  x\"",
                "r#\"é\n  x\"#",
                "b\"\\xc3\\xa9\\n\\\n\\x20 x\"",
            ),
        ] {
            assert_eq!(string(text), plain);
            assert_eq!(raw_string(text), raw);
            assert_eq!(raw_byte_string(text), bytes);
        }
    }

    #[test]
    fn comments() {
        let docs = ["a */ \"".to_string(), String::new(), "b\rc".to_string()];
        assert_eq!(doc_lines(&docs, "/// "), "/// a */ \"\n///\n/// b\\u{d}c\n");
    }
}
