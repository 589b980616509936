//! The layout of a part of a file: the lines of a selection.

use super::{format_source, Options};
use crate::error::Result;
use crate::syntax::ast::{Comment, Span};
use crate::syntax::lex::token::{Kind, Token};
use crate::syntax::parse::parse_prog_with_tokens;
use std::ops::Range;

/// Formats the lines of a selection as [`format()`](super::format()) formats the whole file, and lines that come to be on
/// the same line as these. Returns the location that changes and its new text; `None` if nothing changes.
///
/// # Errors
///
/// [`Error::Parse`](crate::Error::Parse) with every syntax error, also outside of the selection.
///
/// # Examples
///
/// ```
/// use candid_parser::format::{format_range, Options};
/// use candid_parser::syntax::ast::Span;
///
/// let text = "type A=nat;\ntype B=record{\n  b:nat};\ntype C=nat;\n";
/// let on_second_line = Span { start: 15, end: 15 };
/// let (span, new) = format_range(text, on_second_line, &Options::default())?.unwrap();
/// assert_eq!(&text[std::ops::Range::from(span)], "type B=record{\n  b:nat};");
/// assert_eq!(new, "type B = record { b : nat };");
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn format_range(
    text: &str,
    selection: Span,
    options: &Options,
) -> Result<Option<(Span, String)>> {
    let (prog, tokens) = parse_prog_with_tokens(text).complete(text)?;
    let before = Side::of(text, &tokens, &prog.comments);
    let formatted = format_source(text, prog, tokens, options);
    let (prog, tokens) = parse_prog_with_tokens(&formatted).complete(&formatted)?;
    let after = Side::of(&formatted, &tokens, &prog.comments);
    let (old, new) = part(&before, &after, lines(text, selection));
    // A line has no position within its end.
    let mut old = old.start..old.end - usize::from(is_within_line_end(text, old.end));
    let mut new = new.start..new.end - usize::from(is_within_line_end(&formatted, new.end));
    let is_everything = Range::from(selection) == (0..text.len());
    if is_everything && text.get(old.end..) != formatted.get(new.end..) {
        // The end of the last line, which is of another kind than the first one.
        (old.end, new.end) = (text.len(), formatted.len());
    }
    let new = after.text.get(new).unwrap_or_default();
    let is_same = text.get(old.clone()) == Some(new);
    Ok((!is_same).then(|| (Span::of(old.start, old.end), new.to_string())))
}

fn is_within_line_end(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at_checked(at).unwrap_or_default();
    before.ends_with('\r') && after.starts_with('\n')
}

/// Returns the location of the lines of a selection. A selection that ends at the start of a line does not include it.
fn lines(text: &str, selection: Span) -> Range<usize> {
    let (start, end) = (selection.start as usize, selection.end as usize);
    let (start, mut end) = (
        start.min(end).min(text.len()),
        end.max(start).min(text.len()),
    );
    let bytes = text.as_bytes();
    let is_break = |byte: &u8| *byte == b'\n';
    if start < end && bytes.get(end - 1).is_some_and(is_break) {
        end -= 1;
    }
    let before = bytes.get(..start).unwrap_or_default();
    let after = bytes.get(end..).unwrap_or_default();
    let start = before.iter().rposition(is_break).map_or(0, |at| at + 1);
    let end = after
        .iter()
        .position(is_break)
        .map_or(text.len(), |at| end + at);
    start..end
}

/// A text, before or after formatting, as what formatting keeps in its order: tokens apart from separators, and comments.
struct Side<'a> {
    text: &'a str,
    parts: Vec<Part>,
}

struct Part {
    range: Range<usize>,
    is_comment: bool,
}

impl<'a> Side<'a> {
    fn of(text: &'a str, tokens: &[Token], comments: &[Comment]) -> Self {
        let mut parts = Vec::with_capacity(tokens.len() + comments.len());
        let mut comments = comments.iter().peekable();
        for token in tokens {
            let is_before = |comment: &&Comment| comment.span.start < token.start;
            while let Some(comment) = comments.next_if(is_before) {
                parts.push(Part {
                    range: comment.span.into(),
                    is_comment: true,
                });
            }
            if !matches!(token.kind, Kind::Semi | Kind::Comma) {
                // The last token is the end of the text.
                parts.push(Part {
                    range: token.span().into(),
                    is_comment: false,
                });
            }
        }
        Side { text, parts }
    }

    /// Returns the location of the gap before the part of this index; after the last part, that of an empty one.
    fn gap(&self, idx: usize) -> Range<usize> {
        let before = idx.checked_sub(1).and_then(|idx| self.parts.get(idx));
        let start = before.map_or(0, |part| part.range.end);
        let end = self.parts.get(idx).map_or(start, |part| part.range.start);
        start..end.max(start)
    }

    /// Returns white space and separators.
    fn gap_text(&self, idx: usize) -> &str {
        self.text.get(self.gap(idx)).unwrap_or_default()
    }
}

/// Returns the location of lines with those that formatting joins with them, before and after.
fn part(before: &Side<'_>, after: &Side<'_>, lines: Range<usize>) -> (Range<usize>, Range<usize>) {
    let is_joined = joined(before, after);
    let joins = |gap: usize| is_joined.get(gap).copied().unwrap_or(false);
    let (mut first, mut last) = (
        before
            .parts
            .partition_point(|part| part.range.end <= lines.start),
        before
            .parts
            .partition_point(|part| part.range.start < lines.end),
    );
    // The end of the text is on its last line, and has no length.
    let n = before.parts.len();
    first = first.min(n.saturating_sub(1));
    if lines.end == before.text.len() {
        last = n;
    }
    last = last.max(first);
    while joins(first) {
        first -= 1;
    }
    let is_comment = |idx: usize| before.parts.get(idx).is_some_and(|part| part.is_comment);
    // Without selected empty lines, the lines after stay as they are. Behind a comment, an empty line may be what keeps it from
    // being the documentation of these.
    let ends = |last: usize| {
        let ends = line_end(before, last).zip(line_end(after, last));
        let is_behind_comment = last.checked_sub(1).is_some_and(is_comment);
        ends.filter(|(old, _)| first < last && !is_behind_comment && lines.end <= *old)
    };
    // The lines of a comment move with its first one.
    while joins(last) || is_comment(last) && ends(last).is_none() {
        last += 1;
    }
    let (old_first, new_first) = (before.gap(first), after.gap(first));
    let (old_last, new_last) = (before.gap(last), after.gap(last));
    let (old_start, new_start) = match (indent(before, first), indent(after, first)) {
        (Some(old), Some(new)) if first < last && lines.start >= old => (old, new),
        _ => (old_first.start, new_first.start),
    };
    let (old_end, new_end) = ends(last).unwrap_or((old_last.end, new_last.end));
    (old_start..old_end, new_start..new_end)
}

/// Returns the start of the last line of a gap, if there are no separators on that line.
fn indent(side: &Side<'_>, gap: usize) -> Option<usize> {
    let text = side.gap_text(gap);
    let start = text.rfind('\n').map_or(0, |at| at + 1);
    let rest = text.get(start..).unwrap_or_default();
    (n_separators(rest) == 0).then(|| side.gap(gap).start + start)
}

/// Returns the end of the first line of a gap, if there are no separators on others.
fn line_end(side: &Side<'_>, gap: usize) -> Option<usize> {
    let text = side.gap_text(gap);
    let end = text.find('\n')?;
    let rest = text.get(end..).unwrap_or_default();
    (n_separators(rest) == 0).then(|| side.gap(gap).start + end)
}

/// Returns for each gap whether what is before and after it changes together only: they are on one line, or a separator
/// moves across a comment.
fn joined(before: &Side<'_>, after: &Side<'_>) -> Vec<bool> {
    let n = before.parts.len();
    let is_comment = |idx: usize| before.parts.get(idx).is_some_and(|part| part.is_comment);
    let mut joined = Vec::with_capacity(n + 1);
    let (mut n_before, mut n_after) = (0, 0);
    for gap in 0..n {
        let (old, new) = (before.gap_text(gap), after.gap_text(gap));
        if gap > 0 && !is_comment(gap - 1) {
            (n_before, n_after) = (0, 0);
        }
        let is_moving = n_before != n_after;
        n_before += n_separators(old);
        n_after += n_separators(new);
        let moves = is_comment(gap) && n_before != n_after;
        let is_within_line = !old.contains('\n') || !new.contains('\n');
        joined.push(gap > 0 && (is_within_line || is_moving || moves));
    }
    joined.push(false);
    joined
}

fn n_separators(gap: &str) -> usize {
    gap.bytes()
        .filter(|byte| matches!(byte, b';' | b','))
        .count()
}
