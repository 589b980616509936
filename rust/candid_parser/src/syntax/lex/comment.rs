//! Comments: where they end, and which of them document the item below.

use crate::syntax::ast::Comment;
use candid_wire::text::name_to_string;

/// Returns the end of a comment that starts with `//`: before the end of its line.
#[inline]
pub(crate) fn end_of_line_comment(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    let len = rest.iter().position(|byte| *byte == b'\n');
    let end = start + len.unwrap_or(rest.len());
    match bytes.get(start..end) {
        Some([.., b'\r']) => end - 1,
        _ => end,
    }
}

/// Returns the end of a comment that starts with `/*`, or `None` if it is not closed. Nested comments are counted, so
/// nesting needs no stack.
pub(crate) fn end_of_block_comment(bytes: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0u32;
    let mut pos = start;
    loop {
        match bytes.get(pos..)? {
            [b'/', b'*', ..] => {
                depth += 1;
                pos += 2;
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                pos += 2;
                if depth == 0 {
                    return Some(pos);
                }
            }
            [] => return None,
            _ => pos += 1,
        }
    }
}

/// Returns all lines of the comment directly above `start`, without `//`. `gap` are the comments between the previous
/// token and the one that starts at `start`.
///
/// A blank line ends such a comment, a comment between `/*` and `*/` does not; a comment that follows something else on
/// its line does not count as above.
pub(crate) fn docs(text: &str, gap: &[Comment], start: u32) -> Vec<String> {
    let bytes = text.as_bytes();
    let mut first = gap.len();
    let mut below = start as usize;
    for (idx, comment) in gap.iter().enumerate().rev() {
        let (from, to) = (comment.span.start as usize, comment.span.end as usize);
        let between = bytes.get(to..below).unwrap_or_default();
        if between.iter().filter(|b| **b == b'\n').nth(1).is_some() {
            break;
        }
        below = from;
        if is_line(bytes, comment) {
            if !is_first_on_line(text, from) {
                break;
            }
            first = idx;
        }
    }
    let above = gap.get(first..).unwrap_or_default();
    let mut docs = Vec::with_capacity(above.len());
    for comment in above.iter().filter(|comment| is_line(bytes, comment)) {
        let (from, to) = (comment.span.start as usize, comment.span.end as usize);
        let line = content(text.get(from..to).unwrap_or(""));
        if !begins_with_word(line) {
            docs.push(name_to_string(line));
        }
    }
    docs
}

/// Returns the text of a comment that starts with `//`.
fn content(mut comment: &str) -> &str {
    // Not `trim_start_matches`, which sets up a search.
    while let Some(rest) = comment.strip_prefix("//") {
        comment = rest;
    }
    comment.trim()
}

/// The word that begins a comment for the linter.
pub(crate) const DIRECTIVE: &str = "didc-allow";

/// The word that begins a comment for the formatter.
const FORMAT_DIRECTIVE: &str = "didc-fmt";

/// Returns what follows the word in a comment for the linter.
pub(crate) fn directive(comment: &str) -> Option<&str> {
    after_word(content(comment), DIRECTIVE)
}

/// Returns whether a comment is for the linter or the formatter, and thus documents nothing.
pub(crate) fn is_directive(comment: &str) -> bool {
    begins_with_word(content(comment))
}

/// Returns whether a comment tells the formatter to leave what follows unchanged: `// didc-fmt: skip`.
pub(crate) fn is_format_skip(comment: &str) -> bool {
    let rest = after_word(content(comment), FORMAT_DIRECTIVE);
    let what = rest.and_then(|rest| rest.trim_start().strip_prefix(':'));
    comment.starts_with("//") && what.is_some_and(|what| what.trim() == "skip")
}

fn begins_with_word(content: &str) -> bool {
    let mut words = [DIRECTIVE, FORMAT_DIRECTIVE].iter();
    words.any(|word| after_word(content, word).is_some())
}

fn after_word<'a>(content: &'a str, word: &str) -> Option<&'a str> {
    let content = content.strip_prefix('/').unwrap_or(content).trim_start();
    let rest = content.strip_prefix(word)?;
    let is_longer = rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
    (!is_longer).then_some(rest)
}

/// Returns whether a comment extends to the end of the line.
fn is_line(text: &[u8], comment: &Comment) -> bool {
    text.get(comment.span.start as usize + 1) == Some(&b'/')
}

pub(crate) fn is_first_on_line(text: &str, at: usize) -> bool {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let last = before
        .iter()
        .rposition(|b| !matches!(b, b' ' | b'\t' | b'\r'));
    match last {
        None => true,
        // The last byte of a byte order mark.
        Some(2) if text.starts_with('\u{feff}') => true,
        Some(last) => before.get(last) == Some(&b'\n'),
    }
}
