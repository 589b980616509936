//! Numbers and values as rows show them.

use super::emit::shown_bytes;
use candid::IDLValue;

/// The number of bytes of a text or blob that a row shows unless all are asked for.
pub(super) const MAX_BYTES: usize = 64;

/// Returns a number with commas between thousands.
pub(super) fn number(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a count of things in words.
pub(super) fn count(n: usize, one: &str) -> String {
    match n {
        0 => format!("no {one}s"),
        1 => format!("1 {one}"),
        n => format!("{} {one}s", number(n)),
    }
}

/// A value as Candid text, and the number of bytes that it leaves out.
pub(super) struct ShownValue {
    pub(super) text: String,
    pub(super) n_left_out: usize,
}

impl ShownValue {
    pub(super) fn whole(value: &IDLValue) -> Self {
        ShownValue {
            text: value.to_string(),
            n_left_out: 0,
        }
    }

    /// Shows a text, or its beginning.
    pub(super) fn text(text: &str, is_whole: bool) -> Self {
        let start = text.get(..text.floor_boundary(MAX_BYTES)).unwrap_or(text);
        Self::start(text.len(), start.len(), is_whole, |n| {
            IDLValue::Text(text.get(..n).unwrap_or(text).to_owned())
        })
    }

    /// Shows a blob, or its beginning.
    pub(super) fn blob(bytes: &[u8], is_whole: bool) -> Self {
        Self::start(bytes.len(), MAX_BYTES, is_whole, |n| {
            IDLValue::Blob(bytes.get(..n).unwrap_or(bytes).to_vec())
        })
    }

    fn start(len: usize, max: usize, is_whole: bool, value: impl Fn(usize) -> IDLValue) -> Self {
        if is_whole || len <= max {
            return Self::whole(&value(len));
        }
        let start = value(max).to_string();
        let n_left_out = len - max;
        let start = start.strip_suffix('"').unwrap_or(&start);
        ShownValue {
            text: format!("{start}…\" and {} more", shown_bytes(n_left_out)),
            n_left_out,
        }
    }
}

trait FloorBoundary {
    fn floor_boundary(&self, at: usize) -> usize;
}

impl FloorBoundary for str {
    /// Returns the last boundary of a character at or before `at`.
    fn floor_boundary(&self, at: usize) -> usize {
        if at >= self.len() {
            return self.len();
        }
        let is_boundary = |at: &usize| self.is_char_boundary(*at);
        (0..=at).rev().find(is_boundary).unwrap_or(0)
    }
}
