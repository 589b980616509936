//! The hash of the name of a field, case or method, which is its id.

/// Returns the id of the label with this name, by which fields are sorted and written.
///
/// It is the sum of the UTF-8 bytes, the first one times 223 to the highest power, modulo 2^32. As a `const fn`, it
/// costs nothing for a name that is known at compile time.
///
/// # Examples
///
/// ```
/// use candid_wire::label::label_hash;
///
/// const OWNER: u32 = label_hash("owner");
/// assert_eq!(OWNER, 947_296_307);
/// assert_eq!(label_hash("Ok"), 17_724);
/// assert_eq!(label_hash("Err"), 3_456_837);
/// ```
#[must_use]
pub const fn label_hash(name: &str) -> u32 {
    let bytes = name.as_bytes();
    let (start, mut rest) = bytes.split_at(bytes.len() % 8);
    let mut hash = hash_start(start);
    // Iterators are not available in a `const fn`.
    while let Some((chunk, after)) = rest.split_first_chunk() {
        hash = label_hash_with(hash, u64::from_le_bytes(*chunk), 8);
        rest = after;
    }
    hash
}

/// Returns the hash of a name from that of its prefix, 0 if there is none, and its next `len` bytes. These are the low
/// bytes of `bytes`, the first one lowest, whatever the others are; `len` is from 1 to 8.
///
/// It allows a lexer to hash a name while searching for its end.
///
/// # Examples
///
/// ```
/// use candid_wire::label::{label_hash, label_hash_with};
///
/// let start = label_hash_with(0, u64::from_le_bytes(*b"acceptBi"), 8);
/// assert_eq!(label_hash_with(start, u64::from_le_bytes(*b"d : nat;"), 1), label_hash("acceptBid"));
/// ```
#[must_use]
#[inline]
pub const fn label_hash_with(hash: u32, bytes: u64, len: usize) -> u32 {
    // Leading zeros do not change the sum.
    let chunk = bytes << (64 - 8 * len);
    hash.wrapping_mul(POWERS[len])
        .wrapping_add(hash_chunk(chunk))
}

/// Returns the hash of fewer than eight bytes.
const fn hash_start(bytes: &[u8]) -> u32 {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        // The two halves overlap in equal bytes. Leading zeros do not change the sum.
        let n_zeros = 8 - bytes.len();
        let first = u32::from_le_bytes(*first) as u64;
        let last = u32::from_le_bytes(*last) as u64;
        return hash_chunk(first << (8 * n_zeros) | last << 32);
    }
    let mut hash = 0u32;
    let mut bytes = bytes;
    while let [byte, rest @ ..] = bytes {
        hash = hash.wrapping_mul(POWERS[1]).wrapping_add(*byte as u32);
        bytes = rest;
    }
    hash
}

/// Returns the hash of eight bytes, the first one lowest. Neighbours are combined into four numbers of 16 bits, these
/// into two of 32 bits, and these into one, without overflow.
#[allow(clippy::cast_possible_truncation, reason = "halves are taken apart")]
const fn hash_chunk(chunk: u64) -> u32 {
    const BYTES: u64 = 0x00ff_00ff_00ff_00ff;
    const PAIRS: u64 = 0x0000_ffff_0000_ffff;
    let pairs = (chunk & BYTES) * POWERS[1] as u64 + (chunk >> 8 & BYTES);
    let fours = (pairs & PAIRS) * POWERS[2] as u64 + (pairs >> 16 & PAIRS);
    (fours as u32)
        .wrapping_mul(POWERS[4])
        .wrapping_add((fours >> 32) as u32)
}

/// The factors of the hash of bytes that are followed by this many bytes.
const POWERS: [u32; 9] = {
    let mut powers = [1u32; 9];
    let mut n_bytes = 1;
    while n_bytes < powers.len() {
        powers[n_bytes] = powers[n_bytes - 1].wrapping_mul(223);
        n_bytes += 1;
    }
    powers
};

#[cfg(test)]
mod tests {
    use super::label_hash;

    /// Names of all lengths, with the largest bytes that text can have.
    #[test]
    fn byte_by_byte() {
        let text = "\u{10ffff}az_\u{7f}\u{0}0\u{ffff}\u{7ff}Aé\u{10ffff}\u{10ffff}".repeat(2);
        for (start, _) in text.char_indices() {
            for (end, _) in text.char_indices().filter(|(end, _)| *end >= start) {
                let name = &text[start..end];
                let hash = name.bytes().fold(0u32, |hash, b| {
                    hash.wrapping_mul(223).wrapping_add(b.into())
                });
                assert_eq!(label_hash(name), hash, "{name:?}");
            }
        }
    }
}
