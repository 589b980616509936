//! `Nat` and `Int`: laws of arithmetic, comparison, text, LEB128 and serde forms, against num-bigint.
#![cfg(feature = "bignum")]

use candid::{Int, Nat};
use num_bigint::{BigInt, BigUint};
use proptest::collection::vec;
use proptest::prelude::*;

#[test]
fn division_rounds_towards_zero() {
    assert_eq!(
        (Int::from(-7) / 2, Int::from(-7) % 2),
        (Int::from(-3), Int::from(-1))
    );
    assert_eq!(
        (7 / Int::from(-2), 7u8 % Int::from(-2)),
        (Int::from(-3), Int::from(1))
    );
}

#[test]
fn impossible_results_panic() {
    let cases: [(&str, fn()); 6] = [
        ("1 - 2", || drop(Nat::from(1u8) - Nat::from(2u8))),
        ("1 - 2u8", || drop(Nat::from(1u8) - 2u8)),
        ("1u8 - 2", || drop(1u8 - Nat::from(2u8))),
        ("1 / 0", || drop(Nat::from(1u8) / 0u8)),
        ("1 % 0", || drop(Nat::from(1u8) % 0u8)),
        ("int 1 / 0", || drop(Int::from(1) / 0)),
    ];
    for (name, case) in cases {
        assert!(std::panic::catch_unwind(case).is_err(), "{name}");
    }
}

/// Every operator with `$prim` on either side and assigned, and every comparison.
macro_rules! check_with_primitive {
    ($Big:ident $Model:ident $big:expr; $($value:expr),*) => {
        $({
            let (big, value) = ($big, $value);
            let number = $Big(big.clone());
            let model = $Model::from(value);
            let zero = $Model::from(0u8);
            prop_assert_eq!($Big::from(value), $Big(model.clone()));
            prop_assert_eq!(number == value, big == model);
            prop_assert_eq!(value == number, big == model);
            prop_assert_eq!(number.partial_cmp(&value), big.partial_cmp(&model));
            prop_assert_eq!(value.partial_cmp(&number), model.partial_cmp(&big));
            check_with_primitive!(@op $Big number big value model + += true);
            check_with_primitive!(@op $Big number big value model * *= true);
            check_with_primitive!(@op $Big number big value model - -= $Big::can_subtract(&big, &model));
            check_with_primitive!(@op $Big number big value model / /= model != zero);
            check_with_primitive!(@op $Big number big value model % %= model != zero);
            if $Big::can_subtract(&model, &big) {
                prop_assert_eq!(value - number.clone(), $Big(&model - &big));
            }
            prop_assert_eq!(value + number.clone(), $Big(&model + &big));
            prop_assert_eq!(value * number.clone(), $Big(&model * &big));
            if big != zero {
                prop_assert_eq!(value / number.clone(), $Big(&model / &big));
                prop_assert_eq!(value % number.clone(), $Big(&model % &big));
            }
        })*
    };
    (@op $Big:ident $number:ident $big:ident $value:ident $model:ident $op:tt $assign:tt $if:expr) => {
        if $if {
            let expected = $Big(&$big $op &$model);
            prop_assert_eq!($number.clone() $op $value, expected.clone());
            prop_assert_eq!($number.clone() $op $Big($model.clone()), expected.clone());
            let mut assigned = $number.clone();
            assigned $assign $value;
            prop_assert_eq!(&assigned, &expected);
            let mut assigned = $number.clone();
            assigned $assign $Big($model.clone());
            prop_assert_eq!(assigned, expected);
        }
    };
}

trait CanSubtract<Model> {
    fn can_subtract(left: &Model, right: &Model) -> bool;
}

impl CanSubtract<BigUint> for Nat {
    fn can_subtract(left: &BigUint, right: &BigUint) -> bool {
        left >= right
    }
}

impl CanSubtract<BigInt> for Int {
    fn can_subtract(_: &BigInt, _: &BigInt) -> bool {
        true
    }
}

/// Numbers of all sizes, often near the edges of the primitives.
fn any_nat() -> impl Strategy<Value = BigUint> {
    prop_oneof![
        any::<u8>().prop_map(BigUint::from),
        any::<u64>().prop_map(BigUint::from),
        (0usize..200, -2i8..=2).prop_map(|(bits, offset)| {
            let edge = BigInt::from(1) << bits;
            (edge + offset).to_biguint().unwrap_or_default()
        }),
        vec(any::<u8>(), 0..80).prop_map(|bytes| BigUint::from_bytes_le(&bytes)),
    ]
}

fn any_int() -> impl Strategy<Value = BigInt> {
    (any_nat(), any::<bool>()).prop_map(|(nat, negative)| {
        let int = BigInt::from(nat);
        if negative {
            -int
        } else {
            int
        }
    })
}

proptest! {
    #[test]
    fn nat_operators(
        big in any_nat(), a: u8, b: u16, c: u32, d: u64, e: u128, f: usize
    ) {
        check_with_primitive!(Nat BigUint big.clone(); a, b, c, d, e, f);
        check_with_primitive!(Nat BigUint big.clone(); 0u8, 1u16, u64::MAX, u128::MAX);
    }

    #[test]
    fn int_operators(
        big in any_int(), a: u8, b: u16, c: u32, d: u64, e: u128, f: usize,
        g: i8, h: i16, i: i32, j: i64, k: i128, l: isize
    ) {
        check_with_primitive!(Int BigInt big.clone(); a, b, c, d, e, f, g, h, i, j, k, l);
        check_with_primitive!(Int BigInt big.clone(); 0i8, i64::MIN, i64::MAX, i128::MIN, i128::MAX, u128::MAX);
    }

    #[test]
    fn conversions(big in any_nat(), signed in any_int()) {
        prop_assert_eq!(BigUint::from(Nat::from(big.clone())), big.clone());
        prop_assert_eq!(BigInt::from(Nat(big.clone())), BigInt::from(big.clone()));
        prop_assert_eq!(Int::from(Nat(big.clone())), Int(BigInt::from(big)));
        prop_assert_eq!(BigInt::from(Int::from(signed.clone())), signed);
    }

    #[test]
    fn text_round_trips(big in any_nat(), signed in any_int()) {
        let (nat, int) = (Nat(big), Int(signed));
        prop_assert_eq!(nat.to_string().replace('_', ""), nat.0.to_string());
        prop_assert_eq!(nat.to_string().parse::<Nat>().unwrap(), nat);
        prop_assert_eq!(int.to_string().replace('_', ""), int.0.to_string());
        prop_assert_eq!(int.to_string().parse::<Int>().unwrap(), int);
    }

    #[test]
    fn serde_round_trips(big in any_nat(), signed in any_int()) {
        let (nat, int) = (Nat(big), Int(signed));
        let json = serde_json::to_string(&nat).unwrap();
        prop_assert_eq!(&json, &serde_json::to_string(&nat.0).unwrap());
        prop_assert_eq!(serde_json::from_str::<Nat>(&json).unwrap(), nat);
        let json = serde_json::to_string(&int).unwrap();
        prop_assert_eq!(&json, &serde_json::to_string(&int.0).unwrap());
        prop_assert_eq!(serde_json::from_str::<Int>(&json).unwrap(), int);
    }

    #[test]
    fn leb128_round_trips(big in any_nat(), signed in any_int(), n_padding in 0usize..5) {
        let nat = Nat(big.clone());
        let mut bytes = vec![];
        nat.encode(&mut bytes).unwrap();
        prop_assert_eq!(&bytes, &naive_leb128(BigInt::from(big), false));
        pad(&mut bytes, n_padding, 0);
        let mut input = bytes.as_slice();
        prop_assert_eq!(Nat::decode(&mut input).unwrap(), nat);
        prop_assert!(input.is_empty());

        let int = Int(signed.clone());
        let mut bytes = vec![];
        int.encode(&mut bytes).unwrap();
        prop_assert_eq!(&bytes, &naive_leb128(signed, true));
        pad(&mut bytes, n_padding, if int < 0 { 0x7f } else { 0 });
        let mut input = bytes.as_slice();
        prop_assert_eq!(Int::decode(&mut input).unwrap(), int);
        prop_assert!(input.is_empty());
    }
}

/// Adds bytes that repeat the sign.
fn pad(bytes: &mut Vec<u8>, n_padding: usize, sign: u8) {
    for _ in 0..n_padding {
        *bytes.last_mut().unwrap() |= 0x80;
        bytes.push(sign);
    }
}

/// LEB128 as the specification of the format defines it, one byte at a time.
fn naive_leb128(mut number: BigInt, signed: bool) -> Vec<u8> {
    let mut bytes = vec![];
    loop {
        // Shifting right rounds down, so the remainder is never negative.
        let rest: BigInt = &number >> 7;
        let low = u8::try_from(&number - (&rest << 7)).unwrap();
        number = rest;
        let ends = if signed && low & 0x40 != 0 {
            number == BigInt::from(-1)
        } else {
            number == BigInt::from(0)
        };
        if ends {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}
