//! Names with a given hash.

use candid_wire::identifier::is_identifier;
use candid_wire::label::label_hash as hash;

/// The characters of the names, in the order in which they are preferred.
const CHARACTERS: &[u8; 63] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

/// How many of them may be first: not the digits.
const N_FIRST: usize = 53;

/// The factor of the hash.
const FACTOR: u32 = 223;

/// The number of characters at the end of a name that their hash determines: those are digits in base 223, and together less
/// than 2^32.
const TAIL: usize = 4;

/// The factor of the hash of what comes before a tail.
const TAIL_FACTOR: u32 = FACTOR * FACTOR * FACTOR * FACTOR;

/// More characters than any id needs: the names of seven are eight hundred for each id.
const MAX_LEN: usize = 8;

/// Returns the first of the shortest identifiers that have an id (hash), letters before digits, other than `except`. Most ids
/// have one of six characters.
///
/// # Examples
///
/// ```
/// use candid_parser::{collision, idl_hash};
///
/// let name = collision::name_with_id(idl_hash("owner"), "owner");
/// assert_eq!(idl_hash(&name), idl_hash("owner"));
/// assert_ne!(name, "owner");
/// assert_eq!(collision::name_with_id(idl_hash("to"), ""), "to");
/// ```
#[must_use]
pub fn name_with_id(id: u32, except: &str) -> String {
    let fits = |name: &String| name != except && is_identifier(name);
    let mut found = (1..=MAX_LEN).filter_map(|len| of_length(id, len).find(fits));
    found.next().unwrap_or_default()
}

/// Returns the names of a length, in order.
fn of_length(id: u32, len: usize) -> impl Iterator<Item = String> {
    let n_tail = len.min(TAIL);
    heads(len - n_tail).filter_map(move |head| {
        // A head is followed by a whole tail, and the hash of an empty one is zero.
        let before = hash(&head).wrapping_mul(TAIL_FACTOR);
        let mut rest = id.wrapping_sub(before);
        let mut tail = vec![0; n_tail];
        for byte in tail.iter_mut().rev() {
            *byte = u8::try_from(rest % FACTOR).ok()?;
            rest /= FACTOR;
        }
        let is_valid = rest == 0 && tail.iter().all(|byte| CHARACTERS.contains(byte));
        let tail = String::from_utf8(tail).ok().filter(|_| is_valid)?;
        Some(head + &tail)
    })
}

/// Returns the texts of so many characters that may begin a name, in order.
fn heads(len: usize) -> impl Iterator<Item = String> {
    let base = CHARACTERS.len();
    let n = match len {
        0 => 1,
        _ => N_FIRST * base.pow(u32::try_from(len - 1).unwrap_or(u32::MAX)),
    };
    (0..n).map(move |mut number| {
        let mut head = vec![0; len];
        for byte in head.iter_mut().rev() {
            *byte = CHARACTERS[number % base];
            number /= base;
        }
        head.into_iter().map(char::from).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with all names of up to three characters, and checks many ids.
    #[test]
    fn the_first_of_the_shortest() {
        let all: Vec<String> = (1..=3).flat_map(heads).collect();
        for name in &all {
            let found = name_with_id(hash(name), "");
            if is_identifier(name) {
                assert_eq!(&found, name);
            } else {
                assert_eq!((hash(&found), found.len() > name.len()), (hash(name), true));
            }
        }
        let ids = (0..2_000u32).map(|n| n.wrapping_mul(0x9e37_79b9));
        for id in ids.chain([0, 1, u32::MAX, u32::MAX - 1]) {
            let first = name_with_id(id, "");
            let second = name_with_id(id, &first);
            assert_ne!(first, second);
            for name in [first, second] {
                assert!(is_identifier(&name) && name.len() <= 7, "{name}");
                assert_eq!(hash(&name), id);
            }
        }
    }
}
