//! Numbers of any size, 32 bytes of LEB128 at a time, which are seven digits to the base 2³². Digits are fetched by their
//! place, which is quick where num-bigint's digits have 32 bits, as on the Internet Computer.

use crate::wire::{Reader, Wire};
use crate::{round_trip, values};
use canbench_rs::{bench, BenchResult};
use candid::{decode_one, CandidType, Deserialize, Int, Nat};
use num_bigint::{BigInt, BigUint, Sign};

/// A number of any size: other benchmarks have none beyond 64 bits.
pub(crate) struct Big<T>(pub(crate) T);

/// The last bytes of a number, or others of it: eight with the lowest 56 bits.
#[inline(always)]
fn spread(bits: u64) -> u64 {
    let word = bits & 0x0fff_ffff | (bits & 0x00ff_ffff_f000_0000) << 4;
    let word = word + (word & 0x0fff_c000_0fff_c000) * 3;
    (word + (word & 0x3f80_3f80_3f80_3f80)) | 0x8080_8080_8080_8080
}

#[inline(always)]
fn push_digits(out: &mut Vec<u8>, digits: [u32; 7]) {
    let [a, b, c, d, e, f, g] = digits.map(u64::from);
    out.extend_from_slice(bytemuck::bytes_of(&[
        spread(a | b << 32),
        spread(b >> 24 | c << 8 | d << 40),
        spread(d >> 16 | e << 16 | f << 48),
        spread(f >> 8 | g << 24),
    ]));
}

/// Appends so many bits. The digits pass through `each` in their order.
#[inline(always)]
fn write(number: &BigUint, n_bits: u64, out: &mut Vec<u8>, mut each: impl FnMut(u32) -> u32) {
    let mut bytes = std::mem::take(out);
    let end = bytes.len() + n_bits.div_ceil(7).max(1) as usize;
    bytes.reserve(end - bytes.len() + 32);
    let digit = |i| number.iter_u32_digits().nth(i);
    let n_inside = number.iter_u32_digits().len() / 7 * 7;
    for at in (0..n_inside).step_by(7) {
        // The last one first, so that no other needs a check.
        let last = digit(at + 6).unwrap();
        let mut next = |i| each(digit(at + i).unwrap());
        let [a, b, c, d, e, f] = [next(0), next(1), next(2), next(3), next(4), next(5)];
        push_digits(&mut bytes, [a, b, c, d, e, f, each(last)]);
    }
    if bytes.len() < end {
        let mut next = |i| each(digit(n_inside + i).unwrap_or(0));
        let [a, b, c, d, e, f] = [next(0), next(1), next(2), next(3), next(4), next(5)];
        push_digits(&mut bytes, [a, b, c, d, e, f, next(6)]);
    }
    bytes.truncate(end);
    bytes[end - 1] &= 0x7f;
    *out = bytes;
}

/// The bits of eight bytes.
#[inline(always)]
fn join(word: u64) -> u64 {
    let word = word & 0x7f7f_7f7f_7f7f_7f7f;
    let word = word + (word & 0x00ff_00ff_00ff_00ff);
    let word = word + (word & 0x0000_ffff_0000_ffff) * 3;
    (word + (word & 0x0000_0000_ffff_ffff) * 15) >> 7
}

#[inline(always)]
fn push_bytes(digits: &mut Vec<u32>, bytes: &[u8; 32], flip: u64) {
    let words: [[u8; 8]; 4] = bytemuck::cast(*bytes);
    let [a, b, c, d] = words.map(|word| join(u64::from_le_bytes(word) ^ flip));
    let mut bytes = [0_u8; 28];
    bytes[..8].copy_from_slice(&a.to_le_bytes());
    bytes[7..15].copy_from_slice(&b.to_le_bytes());
    bytes[14..22].copy_from_slice(&c.to_le_bytes());
    bytes[20..].copy_from_slice(&(c >> 48 | d << 8).to_le_bytes());
    let all: &[[u8; 4]; 7] = bytemuck::cast_ref(&bytes);
    digits.extend(all.iter().map(|digit| u32::from_le_bytes(*digit)));
}

/// The digits of a number, all of whose bits are flipped with those of `flip`.
#[inline(always)]
fn read(bytes: &[u8], flip: u64) -> Vec<u32> {
    let n = (bytes.len() * 7).div_ceil(32);
    let mut digits = Vec::with_capacity(n + 6);
    let mut blocks = bytes.chunks_exact(32);
    for block in &mut blocks {
        push_bytes(&mut digits, block.try_into().unwrap(), flip);
    }
    let mut last = [flip as u8; 32];
    last[..blocks.remainder().len()].copy_from_slice(blocks.remainder());
    push_bytes(&mut digits, &last, flip);
    digits.truncate(n);
    digits
}

impl Wire for Big<Nat> {
    #[inline(never)]
    fn write(&self, out: &mut Vec<u8>) {
        let Big(Nat(number)) = self;
        write(number, number.bits(), out, |digit| digit);
    }
    #[inline(never)]
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let digits = read(reader.number()?, 0);
        Some(Big(Nat(BigUint::new(digits))))
    }
}

impl Wire for Big<Int> {
    #[inline(never)]
    fn write(&self, out: &mut Vec<u8>) {
        let Big(Int(number)) = self;
        let (n_bits, magnitude) = (number.bits(), number.magnitude());
        if number.sign() != Sign::Minus {
            return write(magnitude, n_bits + 1, out, |digit| digit);
        }
        let is_power = magnitude.trailing_zeros() == Some(n_bits - 1);
        let mut carry = true;
        write(magnitude, n_bits + u64::from(!is_power), out, |digit| {
            let (digit, overflows) = (!digit).overflowing_add(carry.into());
            carry = overflows;
            digit
        });
    }
    #[inline(never)]
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let bytes = reader.number()?;
        if bytes.last()? & 0x40 == 0 {
            let digits = read(bytes, 0);
            return Some(Big(Int(BigInt::new(Sign::Plus, digits))));
        }
        let mut digits = read(bytes, u64::MAX);
        let _ = digits.iter_mut().all(|digit| {
            *digit = digit.wrapping_add(1);
            *digit == 0
        });
        Some(Big(Int(BigInt::new(Sign::Minus, digits))))
    }
}

fn of_a_megabyte<T: CandidType + for<'a> Deserialize<'a>>(opcode: u8, last: u8) -> Big<T> {
    let message = values::number_message(opcode, &values::big_leb128(last));
    Big(decode_one(&message).unwrap())
}

#[bench(raw)]
fn nat_bignum() -> BenchResult {
    round_trip(&of_a_megabyte::<Nat>(0x7d, 0x7f))
}

#[bench(raw)]
fn int_bignum() -> BenchResult {
    round_trip(&of_a_megabyte::<Int>(0x7c, 0x00))
}

#[cfg(test)]
mod tests {
    use super::Big;
    use crate::messages::Message;
    use crate::{decode, encode};
    use candid::{encode_one, CandidType, Int, Nat};
    use num_bigint::BigUint;
    use std::fmt::Debug;

    fn check<T: CandidType + Clone + Debug + PartialEq>(number: T)
    where
        Big<T>: Message,
    {
        let bytes = encode(&Big(number.clone()));
        assert_eq!(bytes, encode_one(&number).unwrap(), "{number:?}");
        assert_eq!(decode::<Big<T>>(&bytes).0, number);
    }

    #[test]
    fn the_same_bytes_and_values_as_candid() {
        for n_bits in 0..900 {
            let power = Nat(BigUint::from(1_u8) << n_bits);
            for number in [power.clone() - 1_u8, power.clone() / 3_u8, power] {
                check(number.clone());
                check(Int::from(number.clone()));
                check(Int::from(0) - Int::from(number));
            }
        }
    }
}
