//! Laws of LEB128 numbers of any size: against plain bit lists, against the 128-bit readers.

use candid_wire::leb128::{
    is_negative, iter_leb_digits, iter_sleb_digits, leb_digits, leb_to_u128, sleb_digits,
    sleb_to_i128, write_leb_digits, write_sleb_digits, Block,
};
use candid_wire::writer;
use proptest::prelude::{any, prop_assert_eq, proptest};

/// The lowest `n` bits of each item, lowest first.
fn bits(items: &[u8], n: u32) -> Vec<bool> {
    items
        .iter()
        .flat_map(|item| (0..n).map(move |i| item >> i & 1 == 1))
        .collect()
}

/// Bits without those at the end that repeat `fill`.
fn trimmed(mut bits: Vec<bool>, fill: bool) -> Vec<bool> {
    while bits.last() == Some(&fill) {
        bits.pop();
    }
    bits
}

/// The bytes `le` as digits, least significant first.
fn digits(le: &[u8]) -> Vec<u32> {
    le.chunks(4)
        .map(|chunk| {
            chunk
                .iter()
                .rev()
                .fold(0, |digit, b| digit << 8 | u32::from(*b))
        })
        .collect()
}

/// Appends the first `n` bytes of a block.
fn append(out: &mut Vec<u8>, block: &Block, n: usize) {
    out.extend_from_slice(&block.as_flattened()[..n]);
}

fn leb_of(le: &[u8]) -> Vec<u8> {
    let mut out = vec![];
    let n_bits = trimmed(bits(le, 8), false).len() as u64;
    write_leb_digits(n_bits, digits(le), |block, n| append(&mut out, block, n));
    let mut at_once = vec![];
    writer::write_leb_digits(&mut at_once, n_bits, digits(le));
    assert_eq!(at_once, out);
    // Also where the capacity is exact.
    let mut exact = Vec::with_capacity(out.len());
    writer::write_leb_digits(&mut exact, n_bits, digits(le));
    assert_eq!(exact, out);
    out
}

fn sleb_of(le: &[u8]) -> Vec<u8> {
    let is_negative = le.last().is_some_and(|b| *b >= 0x80);
    let mut magnitude = le.to_vec();
    if is_negative {
        negate(&mut magnitude);
    }
    let n_bits = trimmed(bits(le, 8), is_negative).len() as u64 + 1;
    let mut out = vec![];
    let digits = digits(&magnitude);
    write_sleb_digits(is_negative, n_bits, digits.iter().copied(), |block, n| {
        append(&mut out, block, n);
    });
    let mut at_once = vec![];
    writer::write_sleb_digits(&mut at_once, is_negative, n_bits, digits);
    assert_eq!(at_once, out);
    out
}

/// Checks that the digits are those found one by one, of which one more may be zero.
fn assert_same(digits: &[u32], mut one_by_one: Vec<u32>) {
    if one_by_one.last() == Some(&0) {
        one_by_one.pop();
    }
    assert_eq!(digits, one_by_one);
}

/// The bytes of an unsigned number without zeros at the end.
fn leb_to_le_bytes(leb: &[u8]) -> Vec<u8> {
    assert_same(&leb_digits(leb), iter_leb_digits(leb).collect());
    let mut le: Vec<u8> = leb_digits(leb)
        .into_iter()
        .flat_map(u32::to_le_bytes)
        .collect();
    le.truncate(le.iter().rposition(|b| *b != 0).map_or(0, |last| last + 1));
    le
}

/// The bytes of a signed number in two's complement, as few as keep the sign: none for 0.
fn sleb_to_twos_complement(leb: &[u8]) -> Vec<u8> {
    let (is_negative, digits) = (is_negative(leb), sleb_digits(leb));
    assert_same(&digits, iter_sleb_digits(leb).collect());
    let mut le: Vec<u8> = digits.into_iter().flat_map(u32::to_le_bytes).collect();
    le.push(0);
    if is_negative {
        negate(&mut le);
    }
    let sign = if is_negative { 0xff } else { 0 };
    while le.last() == Some(&sign) {
        le.pop();
    }
    if le
        .last()
        .map_or(is_negative, |last| (*last >= 0x80) != is_negative)
    {
        le.push(sign);
    }
    le
}

fn negate(le: &mut [u8]) {
    let mut carry = true;
    for byte in le {
        (*byte, carry) = (!*byte).overflowing_add(carry.into());
    }
}

/// True if `leb` is one number: the last byte, and no other, lacks the continuation bit.
fn is_one_number(leb: &[u8]) -> bool {
    leb.iter().position(|b| *b < 0x80) == leb.len().checked_sub(1)
}

/// Checks both directions for an unsigned number.
fn check_unsigned(le: &[u8]) {
    let leb = leb_of(le);
    assert!(is_one_number(&leb));
    assert!(leb.len() == 1 || leb.last() != Some(&0), "shortest");
    assert_eq!(trimmed(bits(&leb, 7), false), trimmed(bits(le, 8), false));
    let back = leb_to_le_bytes(&leb);
    assert_ne!(back.last(), Some(&0));
    assert_eq!(trimmed(bits(&back, 8), false), trimmed(bits(le, 8), false));
}

/// Checks both directions for a number in two's complement.
fn check_signed(le: &[u8]) {
    let is_negative = le.last().is_some_and(|b| *b >= 0x80);
    let plain = trimmed(bits(le, 8), is_negative);
    let leb = sleb_of(le);
    assert!(is_one_number(&leb));
    assert_eq!(leb.last().unwrap() & 0x40 != 0, is_negative, "the sign");
    assert_eq!(trimmed(bits(&leb, 7), is_negative), plain);
    if let [.., before, last] = leb[..] {
        let redundant = if is_negative { 0x7f } else { 0 };
        assert!(
            last != redundant || (before ^ last) & 0x40 != 0,
            "shortest: {leb:02x?}"
        );
    }
    let back = sleb_to_twos_complement(&leb);
    assert_eq!(back.last().is_some_and(|b| *b >= 0x80), is_negative);
    assert_eq!(trimmed(bits(&back, 8), is_negative), plain);
    assert!(back.len() <= le.len(), "shortest");
}

#[test]
fn known() {
    let rows: [(&[u8], &[u8]); 7] = [
        (&[], &[0]),
        (&[0], &[0]),
        (&[0, 0, 0], &[0]),
        (&[0x7f], &[0x7f]),
        (&[0x80], &[0x80, 0x01]),
        (&[0xff, 0xff], &[0xff, 0xff, 0x03]),
        (
            &[0, 0, 0, 0, 0, 0, 0, 1],
            &[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
        ),
    ];
    for (le, leb) in rows {
        assert_eq!(leb_of(le), leb);
    }
    let rows: [(&[u8], &[u8]); 9] = [
        (&[], &[0]),
        (&[0, 0], &[0]),
        (&[0x3f], &[0x3f]),
        (&[0x40], &[0xc0, 0x00]),
        (&[0xff], &[0x7f]),
        (&[0xff; 20], &[0x7f]),
        (&[0xc0], &[0x40]),
        (&[0x80], &[0x80, 0x7f]),
        (&[0x80, 0x00], &[0x80, 0x01]),
    ];
    for (le, sleb) in rows {
        assert_eq!(sleb_of(le), sleb);
    }
}

#[test]
fn every_size_around_powers_of_two() {
    for n in 0..40usize {
        for top in [
            0x00, 0x01, 0x02, 0x3f, 0x40, 0x41, 0x7f, 0x80, 0x81, 0xbf, 0xc0, 0xfe, 0xff,
        ] {
            for fill in [0x00, 0x01, 0x80, 0xff] {
                let le = [vec![fill; n], vec![top]].concat();
                check_unsigned(&le);
                check_signed(&le);
            }
        }
    }
}

#[test]
fn no_bytes_are_zero() {
    assert_eq!(leb_to_le_bytes(&[]), []);
    assert_eq!(sleb_to_twos_complement(&[]), []);
    assert_eq!(leb_to_u128(&[]), None);
    assert_eq!(sleb_to_twos_complement(&[0]), []);
}

#[test]
fn long_padding_is_dropped() {
    let mut leb = vec![0x85];
    leb.resize(100_000, 0x80);
    leb.push(0);
    assert_eq!(leb_to_le_bytes(&leb), [5]);
    assert_eq!(sleb_to_twos_complement(&leb), [5]);
    assert_eq!(leb_to_u128(&leb), Some(5));
    let mut leb = vec![0xfb];
    leb.resize(100_000, 0xff);
    leb.push(0x7f);
    assert_eq!(sleb_to_twos_complement(&leb), [0xfb]);
    assert_eq!(sleb_to_i128(&leb), Some(-5));
}

proptest! {
    #[test]
    fn any_number(le in proptest::collection::vec(any::<u8>(), 0..70)) {
        check_unsigned(&le);
        check_signed(&le);
    }

    #[test]
    fn any_leb(mut leb in proptest::collection::vec(any::<u8>(), 1..70)) {
        for byte in &mut leb {
            *byte |= 0x80;
        }
        *leb.last_mut().unwrap() &= 0x7f;
        let plain = leb_to_le_bytes(&leb);
        prop_assert_eq!(trimmed(bits(&plain, 8), false), trimmed(bits(&leb, 7), false));
        prop_assert_eq!(leb_to_u128(&leb).is_some(), plain.len() <= 16);
        let signed = sleb_to_twos_complement(&leb);
        prop_assert_eq!(sleb_to_i128(&leb).is_some(), signed.len() <= 16);
        check_signed(&signed);
    }

    #[test]
    fn same_as_fixed_size(value in any::<i128>(), shift in 0u32..128) {
        let value = value >> shift;
        let mut out = vec![];
        writer::write_sleb_i128(&mut out, value);
        prop_assert_eq!(sleb_of(&value.to_le_bytes()), out);
        let mut out = vec![];
        writer::write_leb_u128(&mut out, value.unsigned_abs());
        prop_assert_eq!(leb_of(&value.unsigned_abs().to_le_bytes()), out);
    }
}
