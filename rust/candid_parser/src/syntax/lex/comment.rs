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
        let mut line = text.get(from..to).unwrap_or("");
        // Not `trim_start_matches`, which sets up a search.
        while let Some(rest) = line.strip_prefix("//") {
            line = rest;
        }
        docs.push(name_to_string(line.trim()));
    }
    docs
}

/// Returns whether a comment extends to the end of the line.
fn is_line(text: &[u8], comment: &Comment) -> bool {
    text.get(comment.span.start as usize + 1) == Some(&b'/')
}

fn is_first_on_line(text: &str, at: usize) -> bool {
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
