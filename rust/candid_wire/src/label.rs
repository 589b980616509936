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
    const N1: u32 = 223;
    const N2: u32 = N1.wrapping_mul(N1);
    const N3: u32 = N2.wrapping_mul(N1);
    const N4: u32 = N3.wrapping_mul(N1);
    let mut hash = 0u32;
    let mut bytes = name.as_bytes();
    // Horner's scheme, four bytes a step; iterators are not available in a `const fn`.
    while let [a, b, c, d, rest @ ..] = bytes {
        let high = (*a as u32)
            .wrapping_mul(N3)
            .wrapping_add((*b as u32).wrapping_mul(N2));
        let low = (*c as u32).wrapping_mul(N1).wrapping_add(*d as u32);
        hash = hash.wrapping_mul(N4).wrapping_add(high).wrapping_add(low);
        bytes = rest;
    }
    while let [byte, rest @ ..] = bytes {
        hash = hash.wrapping_mul(N1).wrapping_add(*byte as u32);
        bytes = rest;
    }
    hash
}
