//! Names and texts as messages show them.

use std::borrow::Cow;
use std::ops::Range;

/// Returns a text without the middle of words that are too long to be read: a name may have any length.
#[must_use]
pub fn without_long_words(text: &str) -> Cow<'_, str> {
    /// Maximum length of a word, and the lengths of the parts that are shown of longer ones, in characters.
    const MAX: (usize, usize, usize) = (200, 150, 30);
    let is_long = |word: &str| word.len() > MAX.0 && word.chars().count() > MAX.0;
    if !text.split_whitespace().any(is_long) {
        return Cow::Borrowed(text);
    }
    let short = text.split_inclusive(char::is_whitespace).map(|word| {
        let at = |n| word.char_indices().nth(n).map(|(at, _)| at);
        let end = word.char_indices().nth_back(MAX.2).map(|(at, _)| at);
        match (at(MAX.1), end) {
            (Some(start), Some(end)) if is_long(word.trim_end()) => {
                format!("{}…{}", &word[..start], &word[end..])
            }
            _ => word.to_string(),
        }
    });
    Cow::Owned(short.collect())
}

/// Returns a name for a message: without line breaks and other control characters, which would make lines of their own.
#[must_use]
pub fn one_line(name: &str) -> Cow<'_, str> {
    if name.contains(char::is_control) {
        Cow::Owned(name.escape_debug().to_string())
    } else {
        Cow::Borrowed(name)
    }
}

/// Returns the name of a field, case or method for a message: in quotes if it is not a word.
pub(crate) fn shown_name(name: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || c == '_';
    match !name.is_empty() && name.chars().all(is_plain) {
        true => Cow::Borrowed(name),
        false => Cow::Owned(format!("{name:?}")),
    }
}

/// Replaces terminal control characters, and characters that change the text direction, by others of the same length,
/// so that locations stay valid. A carriage return is one unless a line feed follows: what comes after it would be shown in
/// place of the line.
#[must_use]
pub fn sanitize_terminal(text: &str) -> Cow<'_, str> {
    let is_control = |c: char| match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' => true,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    };
    let is_line_end = |at: usize| text.get(at..).is_some_and(|rest| rest.starts_with("\r\n"));
    let must_replace = |(at, c): (usize, char)| is_control(c) && !is_line_end(at);
    if !text.contains(is_control) || !text.char_indices().any(must_replace) {
        return Cow::Borrowed(text);
    }
    let plain = text.char_indices().map(|(at, c)| match c.len_utf8() {
        _ if !must_replace((at, c)) => c,
        1 => '?',
        2 => '\u{bf}',
        _ => char::REPLACEMENT_CHARACTER,
    });
    Cow::Owned(plain.collect())
}

/// Maximum length in bytes of a line that is shown.
const MAX_LINE: usize = 2_000;

/// How many of the first lines of a location are shown at most; of the last, two are.
const FIRST_LINES: usize = 5;

/// Returns whether any line that is shown for a location is too long.
pub(super) fn shows_long_line(text: &str, location: Range<usize>) -> bool {
    let text = text.as_bytes();
    let mut first = location.start;
    for _ in 0..FIRST_LINES {
        let Some(line) = short_line(text, first) else {
            return true;
        };
        if location.end <= line.end {
            return false;
        }
        first = line.end + 1;
    }
    let before_last = |line: Range<usize>| line.start.saturating_sub(1);
    let last = short_line(text, location.end).map(before_last);
    last.and_then(|at| short_line(text, at)).is_none()
}

/// Returns the line at a position, unless it is too long.
fn short_line(text: &[u8], at: usize) -> Option<Range<usize>> {
    let (before, after) = text.split_at_checked(at).unwrap_or_default();
    let n_before = before.iter().rev().take(MAX_LINE);
    let n_before = n_before.take_while(|byte| **byte != b'\n').count();
    let n_after = after.iter().take(MAX_LINE);
    let n_after = n_after.take_while(|byte| **byte != b'\n').count();
    (n_before + n_after < MAX_LINE).then(|| at - n_before..at + n_after)
}
