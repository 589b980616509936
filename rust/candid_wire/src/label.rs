//! The hash that turns the name of a field, tag or method into its id.

/// Returns the id of a label with this name, as fields are sorted and written by it.
///
/// It is the sum of the UTF-8 bytes, the first one times 223 to the highest power, modulo 2^32. Being
/// a `const fn`, it costs nothing for a name that is known when the program is compiled.
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
    let mut hash = 0u32;
    let mut bytes = name.as_bytes();
    // Horner's scheme; iterators are not available in a `const fn`.
    while let [byte, rest @ ..] = bytes {
        hash = hash.wrapping_mul(223).wrapping_add(*byte as u32);
        bytes = rest;
    }
    hash
}
