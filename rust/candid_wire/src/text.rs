//! Fast copies of short texts.

use crate::mechanisms;
use alloc::borrow::ToOwned;
use alloc::string::String;

/// Copies a text in pieces of lengths that are known to the compiler.
macro_rules! copy_by_length {
    ($text:expr; $($len:literal)*; $otherwise:expr) => {
        match $text.len() {
            _ if !mechanisms::SHORT_COPIES => $otherwise,
            $($len => $text.get(..$len).unwrap_or($text).to_owned(),)*
            _ => $otherwise,
        }
    };
}

/// Copies a text. On chain, a copy of a length unknown at compile time costs 100 instructions and one per byte: so each
/// short length has a copy of its own, of a few loads and stores.
///
/// # Examples
///
/// ```
/// assert_eq!(candid_wire::text::to_string("owner"), "owner");
/// ```
#[must_use]
#[inline(never)]
pub fn to_string(text: &str) -> String {
    copy_by_length!(text; 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; text.to_owned())
}

/// Copies a text as [`to_string`] does, for texts that are longer than most.
///
/// # Examples
///
/// ```
/// let name = "neuron_minimum_dissolve_delay_to_vote_seconds";
/// assert_eq!(candid_wire::text::long_to_string(name), name);
/// ```
#[must_use]
#[inline(never)]
pub fn long_to_string(text: &str) -> String {
    copy_by_length!(text; 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48; text.to_owned())
}

/// Copies a name of any permitted length.
#[must_use]
#[inline(always)]
pub fn name_to_string(text: &str) -> String {
    match text.len() {
        ..25 => to_string(text),
        _ => long_to_string(text),
    }
}

#[cfg(test)]
mod tests {
    use super::{long_to_string, to_string};

    #[test]
    fn copies_are_equal() {
        let texts = [
            "abcdefghijklmnopqrstuvwxyz0123456789 and more, ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            "\u{e9}\u{20ac}\u{10ffff}a\u{e9}\u{20ac}\u{10ffff}\u{e9}\u{20ac}\u{10ffff}",
        ];
        for text in texts {
            for (start, _) in text.char_indices() {
                for (end, _) in text.char_indices().filter(|(end, _)| *end >= start) {
                    let text = &text[start..end];
                    assert_eq!(to_string(text), text);
                    assert_eq!(long_to_string(text), text);
                }
            }
        }
    }
}
