//! Escaping of arbitrary text in Rust source: string literals and doc comments.

/// Returns the text as a string literal.
pub(in crate::bindings) fn string(text: &str) -> String {
    format!("\"{}\"", text.escape_debug())
}

/// Returns the text as a raw string literal if possible, else with escapes.
pub(super) fn raw_string(text: &str) -> String {
    match raw_hashes(text) {
        Some(hashes) => format!("r{hashes}\"{text}\"{hashes}"),
        None => string(text),
    }
}

/// Returns the text as a byte string literal, raw if possible.
pub(super) fn raw_byte_string(text: &str) -> String {
    match raw_hashes(text) {
        Some(hashes) if text.is_ascii() => format!("br{hashes}\"{text}\"{hashes}"),
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

/// Returns the hashes around a raw string of the text; `None` if a raw string cannot represent it.
fn raw_hashes(text: &str) -> Option<String> {
    if text.chars().any(|c| c != '\n' && !is_plain(c)) {
        return None;
    }
    let after_quotes = text.split('"').skip(1);
    let n_hashes = after_quotes.map(|rest| rest.len() - rest.trim_start_matches('#').len());
    Some("#".repeat(n_hashes.max().unwrap_or(0) + 1))
}

/// Returns the lines as doc comments, each with a line end. Characters that the compiler rejects in comments are
/// escaped.
pub(in crate::bindings) fn doc_lines(docs: &[String], prefix: &str) -> String {
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
