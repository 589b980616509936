//! Bytes compared eight at a time: on wasm32 the standard comparison is a loop over bytes, at 26 instructions each.

/// Returns whether both are the same bytes.
pub(crate) fn equal(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut left = left.chunks_exact(8);
    let mut right = right.chunks_exact(8);
    let word = |bytes: &[u8]| {
        bytes
            .first_chunk()
            .map_or(0, |word| u64::from_le_bytes(*word))
    };
    left.by_ref()
        .zip(right.by_ref())
        .all(|(left, right)| word(left) == word(right))
        && left
            .remainder()
            .iter()
            .zip(right.remainder())
            .all(|(left, right)| left == right)
}

/// `input.starts_with(prefix)`.
pub(crate) fn starts_with(input: &[u8], prefix: &[u8]) -> bool {
    match input.get(..prefix.len()) {
        Some(start) => equal(start, prefix),
        None => false,
    }
}

/// `text.strip_prefix(prefix)`.
pub(crate) fn strip<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    match starts_with(text.as_bytes(), prefix.as_bytes()) {
        true => text.get(prefix.len()..),
        false => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{equal, starts_with, strip};

    #[test]
    fn prefixes_are_compared_to_their_end() {
        let bytes: Vec<u8> = (0..40).collect();
        for len in 0..40 {
            assert!(starts_with(&bytes, &bytes[..len]));
            assert!(!equal(&bytes, &bytes[..len]));
            let mut other = bytes[..len].to_vec();
            if let Some(last) = other.last_mut() {
                *last ^= 1;
                assert!(!starts_with(&bytes, &other));
            }
        }
        assert!(!starts_with(&bytes[..8], &bytes));
        assert_eq!(strip("a text", "a "), Some("text"));
        assert_eq!(strip("a text", "text"), None);
    }
}
