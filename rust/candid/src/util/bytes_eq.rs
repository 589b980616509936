//! Equality of byte strings, eight bytes at a time: on wasm32 the standard comparison is a byte loop at 26 instructions
//! per byte.

use crate::util::mechanisms;

/// Returns whether both slices have the same bytes.
#[inline]
pub(crate) fn equal(left: &[u8], right: &[u8]) -> bool {
    if !mechanisms::BYTES_BY_WORDS {
        return left == right;
    }
    if left.len() != right.len() {
        return false;
    }
    let (Some(last_left), Some(last_right)) = (left.last_chunk(), right.last_chunk()) else {
        // Fewer than eight bytes: the first four and the last four, which overlap.
        if let (Some(first), Some(other_first)) = (left.first_chunk(), right.first_chunk()) {
            let last = |bytes: &[u8]| bytes.last_chunk().map(half);
            return half(first) == half(other_first) && last(left) == last(right);
        }
        return left.iter().zip(right).all(|(left, right)| left == right);
    };
    if left.len() <= 16 {
        let first = |bytes: &[u8]| bytes.first_chunk().map(word);
        return word(last_left) == word(last_right) && first(left) == first(right);
    }
    // The last eight bytes are compared first, which covers the remainder after the whole words.
    let mut words = left.chunks_exact(8).zip(right.chunks_exact(8));
    word(last_left) == word(last_right)
        && words.all(|(left, right)| left.first_chunk().map(word) == right.first_chunk().map(word))
}

/// At most sixteen bytes, with which others are compared in half the instructions of [`equal`].
#[cfg(feature = "value")]
pub(crate) struct FewBytes {
    /// The first bytes if there are more.
    bytes: [u8; 16],
    /// 0 if there are none, or more.
    len: u8,
}

#[cfg(feature = "value")]
impl FewBytes {
    /// Returns the bytes, or what stands for none, or more than sixteen.
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let (low, high) = match (bytes.first_chunk(), bytes.last_chunk()) {
            // The last eight bytes without those that are also among the first.
            (Some(first), Some(last)) => {
                let n_more = bytes.len() - 8;
                let high = match 7_usize.checked_sub(n_more) {
                    Some(n_again) => word(last) >> (8 * n_again) >> 8,
                    None => word(last),
                };
                (word(first), high)
            }
            _ => (few_bytes(bytes), 0),
        };
        let few = (u128::from(high) << 64 | u128::from(low)).to_le_bytes();
        let len = match u8::try_from(bytes.len()) {
            Ok(len) if mechanisms::BYTES_BY_WORDS && len <= 16 => len,
            _ => 0,
        };
        FewBytes { bytes: few, len }
    }

    /// Returns the first four bytes.
    #[inline(always)]
    pub(crate) fn head(&self) -> u32 {
        head(&self.bytes).unwrap_or_default()
    }

    /// Returns whether the bytes are these, or `None` if these are none, or more than sixteen. Each length has code of its
    /// own, inlined where that is worth its size.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn equal(&self, bytes: &[u8]) -> Option<bool> {
        macro_rules! by_len {
            ($($len:literal)*) => {
                match self.len {
                    // Not the last arm, so that nothing is subtracted from the length.
                    0 => None,
                    $($len => match (<&[u8; $len]>::try_from(bytes), self.bytes.first_chunk()) {
                        (Ok(bytes), Some(few)) => Some(equal_arrays(bytes, few)),
                        _ => Some(false),
                    },)*
                    _ => Some(false),
                }
            };
        }
        by_len!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    }
}

/// Returns fewer than eight bytes as a number, the first one lowest.
#[cfg(feature = "value")]
fn few_bytes(bytes: &[u8]) -> u64 {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => {
            u64::from(half(first)) | u64::from(half(last)) << (8 * (bytes.len() - 4))
        }
        _ => (bytes.iter().rev()).fold(0, |number, byte| number << 8 | u64::from(*byte)),
    }
}

/// Returns the first four bytes, if there are as many.
#[cfg(feature = "value")]
#[inline(always)]
pub(crate) fn head(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(half)
}

/// Compares at most sixteen bytes by their first and their last ones, as many as one load takes.
#[cfg(feature = "value")]
#[inline(always)]
fn equal_arrays<const N: usize>(left: &[u8; N], right: &[u8; N]) -> bool {
    macro_rules! equal_ends {
        ($number:ty) => {
            left.first_chunk().copied().map(<$number>::from_le_bytes)
                == right.first_chunk().copied().map(<$number>::from_le_bytes)
                && left.last_chunk().copied().map(<$number>::from_le_bytes)
                    == right.last_chunk().copied().map(<$number>::from_le_bytes)
        };
    }
    match N {
        0 | 1 => equal_ends!(u8),
        2 | 3 => equal_ends!(u16),
        4..=7 => equal_ends!(u32),
        _ => equal_ends!(u64),
    }
}

#[inline(always)]
pub(crate) fn word(bytes: &[u8; 8]) -> u64 {
    u64::from_le_bytes(*bytes)
}

fn half(bytes: &[u8; 4]) -> u32 {
    u32::from_le_bytes(*bytes)
}

/// Returns whether both slices have the same bytes, if they have the same length and the same first `N` bytes, eight or more.
/// Always inlined, for the search of a cached plan, which each message makes.
#[inline(always)]
pub(crate) fn equal_after<const N: usize>(left: &[u8], right: &[u8]) -> bool {
    let (Some(rest), Some(other_rest)) = (left.get(N..), right.get(N..)) else {
        return true;
    };
    if !mechanisms::BYTES_BY_WORDS {
        return rest == other_rest;
    }
    // The last eight bytes of all are compared first, which covers what is left behind pairs of words and a last word.
    let (pairs, other_pairs) = (rest.chunks_exact(16), other_rest.chunks_exact(16));
    let first = |bytes: &[u8]| bytes.first_chunk().map(word);
    left.last_chunk().map(word) == right.last_chunk().map(word)
        && first(pairs.remainder()) == first(other_pairs.remainder())
        && pairs.zip(other_pairs).all(|(left, right)| {
            let pair = |bytes: &[u8]| bytes.first_chunk().copied().map(u128::from_le_bytes);
            pair(left) == pair(right)
        })
}

#[cfg(test)]
mod tests {
    use super::{equal, equal_after};

    #[test]
    fn bytes_are_compared_to_their_end() {
        let bytes: Vec<u8> = (0..40).collect();
        for len in 0..40 {
            let start = &bytes[..len];
            assert!(equal(start, start) && equal_after::<12>(start, start));
            assert!(!equal(&bytes, start));
            for at in 0..len {
                let mut other = start.to_vec();
                other[at] ^= 1;
                assert!(!equal(start, &other), "{at} of {len}");
                if at >= 12 {
                    assert!(!equal_after::<12>(start, &other), "{at} of {len}");
                }
            }
        }
    }

    #[cfg(feature = "value")]
    #[test]
    fn few_bytes_are_compared_to_their_end() {
        use super::FewBytes;

        let bytes: Vec<u8> = (0..40).collect();
        for len in 0..40 {
            let few = FewBytes::new(&bytes[..len]);
            let is_few = (1..=16).contains(&len);
            for other_len in 0..40 {
                let expected = is_few.then_some(other_len == len);
                assert_eq!(few.equal(&bytes[..other_len]), expected);
            }
            for at in 0..len {
                let mut other = bytes[..len].to_vec();
                other[at] ^= 1;
                assert_ne!(few.equal(&other), Some(true), "{at} of {len}");
                if let Some(head) = super::head(&other) {
                    assert_eq!(few.head() == head, at >= 4);
                }
            }
        }
    }
}
