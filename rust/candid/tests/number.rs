//! `Nat` and `Int`: tables of their text, LEB128 and serde forms.
#![cfg(feature = "bignum")]

use candid::nat_as_string::Number;
use candid::types::leb128::{decode_int, decode_nat, encode_int, encode_nat};
use candid::utils::pp_num_str;
use candid::{CandidType, Int, Nat};
use num_bigint::{BigInt, BigUint};
use serde::de::value::{Error as ValueError, I64Deserializer, U64Deserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::{forward_to_deserialize_any, Deserialize, Serialize};
use std::fmt::{Debug, Display};

/// Renders a result for a table: the value, or `error: ` and its text.
fn show<T: Display, E: Display>(result: Result<T, E>) -> String {
    match result {
        Ok(value) => value.to_string(),
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn text() {
    for (text, nat, int) in [
        ("0", "0", "0"),
        ("5", "5", "5"),
        ("00012", "12", "12"),
        ("999", "999", "999"),
        ("1000", "1_000", "1_000"),
        ("1_000", "1_000", "1_000"),
        ("1__0", "10", "10"),
        ("1_", "1", "1"),
        ("+5", "5", "5"),
        ("-0", "error", "0"),
        ("-5", "error", "-5"),
        ("-123", "error", "-123"),
        ("-1234", "error", "-1_234"),
        (
            "12345678901234567890123",
            "12_345_678_901_234_567_890_123",
            "same",
        ),
        ("", "error", "error"),
        ("_", "error", "error"),
        ("_1", "error", "error"),
        ("-", "error", "error"),
        ("--5", "error", "error"),
        ("-_5", "error", "error"),
        ("0x1f", "error", "error"),
        (" 5", "error", "error"),
        ("5 ", "error", "error"),
        ("1.0", "error", "error"),
        ("1e3", "error", "error"),
    ] {
        let int = if int == "same" { nat } else { int };
        let expect = |kind: &str, expected: &str| match expected {
            "error" => format!("error: expected {kind}, found {text:?}"),
            _ => expected.to_owned(),
        };
        assert_eq!(show(text.parse::<Nat>()), expect("a natural number", nat));
        assert_eq!(show(text.parse::<Int>()), expect("an integer", int));
        assert_eq!(
            show(Nat::parse(text.as_bytes())),
            expect("a natural number", nat)
        );
        assert_eq!(show(Int::parse(text.as_bytes())), expect("an integer", int));
    }
    assert_eq!(
        show(Nat::parse(b"\xff")),
        "error: expected a natural number, found \"\u{fffd}\""
    );
    let long = "x".repeat(1000);
    let shown = format!("error: expected an integer, found \"{}\"…", "x".repeat(40));
    assert_eq!(show(long.parse::<Int>()), shown);
}

#[test]
fn long_text_is_parsed_as_by_num_bigint() {
    let digits = |n: usize| -> String {
        let all = (0..n).map(|i| (i * i / 7 % 10).to_string());
        all.collect()
    };
    for n in [
        1_990, 1_999, 2_000, 2_001, 4_000, 4_001, 7_999, 8_001, 20_000,
    ] {
        for digits in [
            digits(n),
            "9".repeat(n),
            "0".repeat(n),
            format!("1{}", "0".repeat(n)),
            format!("{}1", "0".repeat(n)),
            format!("1{}", "_234".repeat(n / 4)),
            format!("1{}", "_".repeat(n)),
        ] {
            for sign in [
                "", "+", "-", "_", "++", "+-", "-+", "--", "+_", "-_", "é", "\u{ff}",
            ] {
                for end in ["", "_", "x", "-", "+1", "é", " "] {
                    let text = format!("{sign}{digits}{end}");
                    let text = text.as_bytes();
                    let what = format!("{n} {sign}{end}");
                    let natural = Nat::parse(text).ok().map(|n| n.0);
                    assert!(natural == BigUint::parse_bytes(text, 10), "{what}");
                    let integer = Int::parse(text).ok().map(|n| n.0);
                    assert!(integer == BigInt::parse_bytes(text, 10), "{what}");
                }
            }
        }
    }
    let not_utf8 = [&b"1".repeat(2_000)[..], &[0xff]].concat();
    assert!(Nat::parse(&not_utf8).is_err());
}

#[test]
fn grouping() {
    for (num, expected) in [
        ("", ""),
        ("0", "0"),
        ("12", "12"),
        ("123", "123"),
        ("1234", "1_234"),
        ("123456", "123_456"),
        ("1234567", "1_234_567"),
        ("-", "-"),
        ("-1", "-1"),
        ("-123", "-123"),
        ("-1234", "-1_234"),
        ("-123456", "-123_456"),
        ("+1234", "+1_234"),
        // Grouping again changes nothing.
        ("1_000", "1_000"),
        ("1.5", "1.5"),
        ("1234.5678", "1_234.5678"),
        ("12345e10", "12_345e10"),
        ("inf", "inf"),
        ("é1234", "é1234"),
    ] {
        assert_eq!(pp_num_str(num), expected, "{num:?}");
    }
}

#[test]
fn forms_of_formatting() {
    let (nat, int) = (Nat::from(1_234_567u32), Int::from(-1_234_567));
    // As the published crate prints: width and sign flags say nothing.
    assert_eq!(
        format!("{nat}|{nat:20}|{nat:+}|{nat:?}"),
        "1_234_567|1_234_567|1_234_567|Nat(1234567)"
    );
    assert_eq!(
        format!("{int}|{int:<20}|{int:?}"),
        "-1_234_567|-1_234_567|Int(-1234567)"
    );
    assert_eq!(
        (Nat::default(), Int::default()),
        (Nat::from(0u8), Int::from(0))
    );
}

#[test]
fn leb128_table() {
    for (value, bytes) in [
        (0u128, "00"),
        (1, "01"),
        (127, "7f"),
        (128, "8001"),
        (624_485, "e58e26"),
        (u128::from(u64::MAX), "ffffffffffffffffff01"),
        (u128::MAX, "ffffffffffffffffffffffffffffffffffff03"),
    ] {
        let (mut small, mut big) = (vec![], vec![]);
        encode_nat(&mut small, value).unwrap();
        Nat::from(value).encode(&mut big).unwrap();
        assert_eq!(
            (hex::encode(&small), hex::encode(&big)),
            (bytes.into(), bytes.into())
        );
        let mut input = small.as_slice();
        assert_eq!(decode_nat(&mut input).unwrap(), value);
        assert!(input.is_empty());
        assert_eq!(Nat::decode(&mut big.as_slice()).unwrap(), value);
        for n_bytes in 0..small.len() {
            let error = decode_nat(&mut &small[..n_bytes]).unwrap_err();
            assert!(error.is_truncated(), "{error}");
            assert_eq!(error.offset(), Some(n_bytes));
        }
    }
    for (value, bytes) in [
        (0i128, "00"),
        (-1, "7f"),
        (63, "3f"),
        (64, "c000"),
        (-64, "40"),
        (-65, "bf7f"),
        (-123_456, "c0bb78"),
        (i128::from(i64::MAX), "ffffffffffffffffff00"),
        (i128::from(i64::MIN), "8080808080808080807f"),
        (i128::MAX, "ffffffffffffffffffffffffffffffffffff01"),
        (i128::MIN, "8080808080808080808080808080808080807e"),
    ] {
        let (mut small, mut big) = (vec![], vec![]);
        encode_int(&mut small, value).unwrap();
        Int::from(value).encode(&mut big).unwrap();
        assert_eq!(
            (hex::encode(&small), hex::encode(&big)),
            (bytes.into(), bytes.into())
        );
        assert_eq!(decode_int(&mut small.as_slice()).unwrap(), value);
        assert_eq!(Int::decode(&mut big.as_slice()).unwrap(), value);
    }
    for value in (0..127).map(|shift| 1i128 << shift) {
        for value in [value, value - 1, -value, -value - 1] {
            let mut bytes = vec![];
            encode_int(&mut bytes, value).unwrap();
            assert_eq!(decode_int(&mut bytes.as_slice()).unwrap(), value);
            let mut bytes = vec![];
            encode_nat(&mut bytes, value as u128).unwrap();
            assert_eq!(decode_nat(&mut bytes.as_slice()).unwrap(), value as u128);
        }
    }
}

/// Bytes that are not what encoding gives, each with its value as u128, i128, `Nat` and `Int`.
#[test]
fn leb128_padded_truncated_or_too_big() {
    const TRUNCATED: &str = "error: expected more bytes, found the end of the input at byte offset";
    const OVERFLOW: &str =
        "error: expected a LEB128 number in the range of its type, found one out of range";
    let two_128 = "340_282_366_920_938_463_463_374_607_431_768_211_456";
    for (bytes, small_nat, small_int, nat, int) in [
        ("", TRUNCATED, TRUNCATED, TRUNCATED, TRUNCATED),
        ("80", TRUNCATED, TRUNCATED, TRUNCATED, TRUNCATED),
        ("8000", "0", "0", "0", "0"),
        ("ff7f", "16383", "-1", "16_383", "-1"),
        // About 64 bits, in as many bytes as these take.
        (
            "ffffffffffffffffff01",
            "18446744073709551615",
            "18446744073709551615",
            "18_446_744_073_709_551_615",
            "18_446_744_073_709_551_615",
        ),
        (
            "ffffffffffffffffff00",
            "9223372036854775807",
            "9223372036854775807",
            "9_223_372_036_854_775_807",
            "9_223_372_036_854_775_807",
        ),
        (
            "8080808080808080807f",
            "1171368248680556527616",
            "-9223372036854775808",
            "1_171_368_248_680_556_527_616",
            "-9_223_372_036_854_775_808",
        ),
        (
            "8080808080808080807e",
            "1162144876643701751808",
            "-18446744073709551616",
            "1_162_144_876_643_701_751_808",
            "-18_446_744_073_709_551_616",
        ),
        (
            "8080808080808080808001",
            "1180591620717411303424",
            "1180591620717411303424",
            "1_180_591_620_717_411_303_424",
            "1_180_591_620_717_411_303_424",
        ),
        ("81808080808080808000", "1", "1", "1", "1"),
        (
            "80808080808080808080808080808080808080808000",
            "0",
            "0",
            "0",
            "0",
        ),
        (
            "80808080808080808080808080808080808002",
            "170141183460469231731687303715884105728",
            OVERFLOW,
            "170_141_183_460_469_231_731_687_303_715_884_105_728",
            "170_141_183_460_469_231_731_687_303_715_884_105_728",
        ),
        (
            "80808080808080808080808080808080808004",
            OVERFLOW,
            OVERFLOW,
            two_128,
            two_128,
        ),
        (
            "8080808080808080808080808080808080807c",
            OVERFLOW,
            OVERFLOW,
            "10_548_753_374_549_092_367_364_612_830_384_814_555_136",
            "-340_282_366_920_938_463_463_374_607_431_768_211_456",
        ),
        (
            "ffffffffffffffffffffffffffffffffffffffffffffff7f",
            OVERFLOW,
            "-1",
            "374_144_419_156_711_147_060_143_317_175_368_453_031_918_731_001_855",
            "-1",
        ),
    ] {
        let raw = hex::decode(bytes).unwrap();
        let found = [
            show(decode_nat(&mut raw.as_slice())),
            show(decode_int(&mut raw.as_slice())),
            show(Nat::decode(&mut raw.as_slice())),
            show(Int::decode(&mut raw.as_slice())),
        ];
        for (found, expected) in found.iter().zip([small_nat, small_int, nat, int]) {
            let is_expected = match expected.strip_prefix("error") {
                Some(_) => found.starts_with(expected),
                None => found == expected,
            };
            assert!(is_expected, "{bytes}: expected {expected}, found {found}");
        }
    }
}

#[test]
fn failures_of_the_reader_are_kept() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("no disk"))
        }
    }
    let error = decode_nat(&mut Broken).unwrap_err();
    assert!(error.to_string().contains("no disk"), "{error}");
    assert!(!error.is_malformed());
}

/// Vectors of numbers, which are read without serde's visitors: each number in its general form and its short one, at its
/// own type and at the wider one; and what is not a vector of numbers.
#[test]
fn vectors_of_numbers() {
    let naturals: Vec<Nat> = [0, 1, 127, 128, 1 << 31, 1 << 32, 1 << 55, 1 << 56, u64::MAX]
        .map(Nat::from)
        .into_iter()
        .chain([Nat::from(u64::MAX) + 1u8, Nat::from(u128::MAX)])
        .collect();
    let integers: Vec<Int> = naturals
        .iter()
        .flat_map(|n| [Int::from(n.clone()), Int::from(0) - Int::from(n.clone())])
        .collect();
    let bytes = candid::encode_one(&naturals).unwrap();
    assert_eq!(candid::decode_one::<Vec<Nat>>(&bytes).unwrap(), naturals);
    let as_integers: Vec<Int> = naturals.iter().cloned().map(Int::from).collect();
    assert_eq!(candid::decode_one::<Vec<Int>>(&bytes).unwrap(), as_integers);
    let bytes = candid::encode_one(&integers).unwrap();
    assert_eq!(candid::decode_one::<Vec<Int>>(&bytes).unwrap(), integers);
    assert!(candid::decode_one::<Vec<Nat>>(&bytes).is_err());
    // Cut anywhere, it is an error, not a shorter vector.
    for len in 0..bytes.len() {
        assert!(candid::decode_one::<Vec<Int>>(&bytes[..len]).is_err());
    }
    for bytes in [
        candid::encode_one(vec![1u8, 2]),
        candid::encode_one(vec![1u64, 2]),
    ] {
        let bytes = bytes.unwrap();
        assert!(candid::decode_one::<Vec<Nat>>(&bytes).is_err());
        assert!(candid::decode_one::<Vec<Int>>(&bytes).is_err());
    }
}

#[test]
fn json() {
    const NOT_NAT: &str = "error";
    for (json, nat, int) in [
        ("5", "5", "5"),
        ("-5", NOT_NAT, "-5"),
        ("\"1_000\"", "1_000", "1_000"),
        ("\"-5\"", NOT_NAT, "-5"),
        (
            "18446744073709551615",
            "18_446_744_073_709_551_615",
            "18_446_744_073_709_551_615",
        ),
        (
            "-9223372036854775808",
            NOT_NAT,
            "-9_223_372_036_854_775_808",
        ),
        // The form that serializing has: of a `Nat` the digits, of an `Int` the sign too.
        ("[]", "0", "error"),
        ("[5]", "5", "error"),
        ("[1,2]", "8_589_934_593", "error"),
        ("[-1,[5]]", "error", "-5"),
        ("[1,[0,1]]", "error", "4_294_967_296"),
        ("\"\"", "error", "error"),
        ("\"abc\"", "error", "error"),
        ("1.0", "error", "error"),
        ("18446744073709551616", "error", "error"),
        ("null", "error", "error"),
        ("true", "error", "error"),
        ("{\"a\":1}", "error", "error"),
    ] {
        for (found, expected) in [
            (show(serde_json::from_str::<Nat>(json)), nat),
            (show(serde_json::from_str::<Int>(json)), int),
        ] {
            let is_expected =
                found == expected || expected == "error" && found.starts_with("error");
            assert!(is_expected, "{json}: expected {expected}, found {found}");
        }
    }
    assert_eq!(
        show(serde_json::from_str::<Nat>("-5")),
        "error: invalid value: integer `-5`, expected nat at line 1 column 2"
    );
    assert_eq!(
        show(serde_json::from_str::<Int>("null")),
        "error: invalid type: null, expected int at line 1 column 4"
    );
}

/// Rows: a number, and what it converts to.
#[test]
fn conversions_to_integers() {
    macro_rules! table {
        ($($text:literal: $($prim:ident $expected:expr),+;)*) => {$($({
            let int: Int = $text.parse().unwrap();
            let expected: Result<$prim, String> = $expected.map_err(|error: &str| error.to_string());
            assert_eq!($prim::try_from(&int).map_err(|error| error.to_string()), expected);
            assert_eq!($prim::try_from(int).map_err(|error| error.to_string()), expected);
            if let Ok(nat) = $text.parse::<Nat>() {
                assert_eq!($prim::try_from(&nat).map_err(|error| error.to_string()), expected);
                assert_eq!($prim::try_from(nat).map_err(|error| error.to_string()), expected);
            }
        })+)*};
    }
    table! {
        "0": u8 Ok(0), i8 Ok(0), u128 Ok(0), isize Ok(0);
        "127": u8 Ok(127), i8 Ok(127);
        "128": u8 Ok(128), i8 Err("128 does not fit i8");
        "256": u8 Err("256 does not fit u8"), u16 Ok(256), i16 Ok(256);
        "-128": i8 Ok(-128), u8 Err("-128 does not fit u8"), i64 Ok(-128), u128 Err("-128 does not fit u128");
        "18446744073709551615": u64 Ok(u64::MAX), i64 Err("18_446_744_073_709_551_615 does not fit i64"), i128 Ok(i128::from(u64::MAX));
        "-9223372036854775808": i64 Ok(i64::MIN), i32 Err("-9_223_372_036_854_775_808 does not fit i32");
        "340282366920938463463374607431768211455": u128 Ok(u128::MAX),
            usize Err("340_282_366_920_938_463_463_374_607_431_768_211_455 does not fit usize");
        "340282366920938463463374607431768211456": u128 Err("a number of 129 bits does not fit u128"),
            i128 Err("a number of 129 bits does not fit i128");
        "-170141183460469231731687303715884105728": i128 Ok(i128::MIN);
    }
}

#[test]
fn conversions_to_nat() {
    assert_eq!(Nat::try_from(5_i8).unwrap(), Nat::from(5u8));
    assert_eq!(
        Nat::try_from(i128::MAX).unwrap(),
        Nat::from(i128::MAX.unsigned_abs())
    );
    assert_eq!(Nat::try_from(0_isize).unwrap(), Nat::default());
    let error = Nat::try_from(i64::MIN).unwrap_err();
    assert_eq!(error.to_string(), "-9223372036854775808 does not fit nat");
    let large: Int = "1".repeat(100).parse().unwrap();
    assert_eq!(
        Nat::try_from(large.clone()).unwrap().to_string(),
        large.to_string()
    );
    let error = Nat::try_from(Int(-large.0)).unwrap_err();
    assert_eq!(error.to_string(), "a number of 330 bits does not fit nat");
}

/// Each integer at the bounds of each other, through `Int` and `Nat`: they convert where std converts one to the other.
#[test]
fn conversions_between_all_integers() {
    fn convert<T>(number: T, n_checked: &mut usize)
    where
        T: Copy + Display + Into<Int> + TryInto<i128> + TryInto<u128> + TryFrom<Int> + TryInto<Nat>,
    {
        let int: Int = number.into();
        assert_eq!(int, number.to_string().parse::<Int>().unwrap());
        let nat: Option<Nat> = number.try_into().ok();
        assert_eq!(nat, number.to_string().parse::<Nat>().ok());
        assert_eq!(Nat::try_from(int.clone()).ok(), nat);
        assert_eq!(
            nat.clone().map(Int::from),
            nat.is_some().then(|| int.clone())
        );
        macro_rules! targets {
            ($($to:ident)*) => {$(
                let wide: Option<i128> = number.try_into().ok();
                let natural: Option<u128> = number.try_into().ok();
                let expected = match (wide, natural) {
                    (Some(wide), _) => $to::try_from(wide).ok(),
                    (None, natural) => $to::try_from(natural.unwrap()).ok(),
                };
                let what = stringify!($to);
                assert_eq!($to::try_from(&int).ok(), expected, "{number} {what}");
                assert_eq!($to::try_from(int.clone()).ok(), expected, "{number} {what}");
                if let Some(nat) = &nat {
                    assert_eq!($to::try_from(nat).ok(), expected, "{number} {what}");
                    assert_eq!($to::try_from(nat.clone()).ok(), expected, "{number} {what}");
                }
                *n_checked += 1;
            )*};
        }
        targets!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
    }
    let mut n_checked = 0;
    macro_rules! sources {
        ($($from:ident)*) => {$(
            let mut check = |number: Option<$from>| number.map(|number| convert(number, &mut n_checked));
            // One less and one more than the bounds of all, if it has them.
            for bits in [0_u32, 7, 8, 15, 16, 31, 32, 63, 64, 127] {
                let bound = i128::MAX.checked_shr(127 - bits).unwrap_or(0);
                for number in [bound - 1, bound, bound.saturating_add(1), -bound - 1, -bound] {
                    check(number.try_into().ok());
                }
            }
            check(Some($from::MIN));
            check(Some($from::MAX));
            // What is out of bounds is said.
            let (min, max) = (Int::from($from::MIN) - 1_u8, Int::from($from::MAX) + 1_u8);
            for number in [min, max] {
                let error = $from::try_from(&number).unwrap_err().to_string();
                let bits = number.0.bits();
                let expected = match bits {
                    129.. => format!("a number of {bits} bits does not fit {}", stringify!($from)),
                    _ => format!("{number} does not fit {}", stringify!($from)),
                };
                assert_eq!(error, expected);
            }
        )*};
    }
    sources!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
    assert!(n_checked > 12 * 12 * 10, "{n_checked}");
}

/// `#[serde(with = "candid::nat_as_string")]`: as JSON, as the value without it in Candid, and read back from both.
#[test]
fn numbers_as_strings() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    struct Shown<T: CandidType + Number>(#[serde(with = "candid::nat_as_string")] T)
    where
        T: for<'a> Deserialize<'a>;

    #[track_caller]
    fn check<T>(value: T, json: &str)
    where
        T: CandidType + Number + DeserializeOwned + PartialEq + Debug,
    {
        let plain = candid::encode_one(&value).unwrap();
        let shown = Shown(value);
        assert_eq!(serde_json::to_string(&shown).unwrap(), json);
        assert_eq!(serde_json::from_str::<Shown<T>>(json).unwrap(), shown);
        let message = candid::encode_one(&shown).unwrap();
        assert_eq!(message, plain);
        assert_eq!(candid::decode_one::<Shown<T>>(&message).unwrap(), shown);
    }
    let nat = |text: &str| text.parse::<Nat>().unwrap();
    let int = |text: &str| text.parse::<Int>().unwrap();
    let digits = "340282366920938463463374607431768211456";
    let quoted = format!("\"{digits}\"");
    let negative = format!("\"-{digits}\"");
    check(nat("0"), "\"0\"");
    check(nat(digits), &quoted);
    check(int(digits), &quoted);
    check(int(&format!("-{digits}")), &negative);
    check(int("-1"), "\"-1\"");
    check(Some(nat(digits)), &quoted);
    check(None::<Nat>, "null");
    check(Some(int("-1")), "\"-1\"");
    check(vec![nat("1"), nat(digits)], &format!("[\"1\",{quoted}]"));
    check(vec![int("-1")], "[\"-1\"]");
    check(Vec::<Int>::new(), "[]");
    check(vec![Some(nat("5")), None], "[\"5\",null]");

    // Numbers are read too.
    let read = |json| serde_json::from_str::<Shown<Vec<Option<Int>>>>(json).ok();
    assert_eq!(read("[5,-5,\"1_000\",null]").unwrap().0.len(), 4);
    for refused in ["[\"\"]", "[\"a\"]", "[1.5]", "5", "null"] {
        assert_eq!(read(refused), None, "{refused}");
    }
    assert!(serde_json::from_str::<Shown<Nat>>("\"-1\"").is_err());
}

/// What the decoder of this crate offers: see [`Offer`].
#[test]
fn decoder_protocol() {
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Untagged<T> {
        Number(T),
    }

    fn check<T: DeserializeOwned + PartialEq + Debug>(offer: Offer, expected: T) {
        assert_eq!(T::deserialize(offer).unwrap(), expected, "{offer:?}");
        // The same after serde kept it aside, as it does for untagged enums.
        let Untagged::Number(kept) = Untagged::<T>::deserialize(offer).unwrap();
        assert_eq!(kept, expected, "{offer:?}");
    }

    check(Offer::U64(7), Nat::from(7u8));
    check(Offer::U64(u64::MAX), Int::from(u64::MAX));
    check(Offer::I64(-7), Int::from(-7));
    // Bytes with no meaning of their own: the `int` is -1, the `nat` 16383.
    check(Offer::Borrowed(&[0xff, 0x7f]), Int::from(-1));
    check(Offer::Owned(&[0xff, 0x7f]), Int::from(16_383));
    check(Offer::Borrowed(&[0xff, 0x7f]), Nat::from(16_383u16));

    // Bytes that are not inside a newtype are not a number.
    let bytes = serde::de::value::BytesDeserializer::<ValueError>::new(&[5]);
    assert_eq!(
        show(Nat::deserialize(bytes)),
        "error: invalid type: byte array, expected nat"
    );
    let wide: Result<Nat, ValueError> = Nat::deserialize(u128::MAX.into_deserializer());
    assert_eq!(wide.unwrap(), u128::MAX);
    let negative: Result<Nat, ValueError> = Nat::deserialize(i128::MIN.into_deserializer());
    assert_eq!(
        show(negative),
        "error: invalid value: a negative number, expected nat"
    );
}

/// A number as the decoder offers it: what fits 64 bits as such, other numbers as a newtype around
/// LEB128 bytes, borrowed for the wanted type itself, owned for a `nat` where an `int` is wanted.
#[derive(Clone, Copy, Debug)]
enum Offer {
    U64(u64),
    I64(i64),
    Borrowed(&'static [u8]),
    Owned(&'static [u8]),
}

impl<'de> Deserializer<'de> for Offer {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self {
            Offer::U64(number) => U64Deserializer::new(number).deserialize_any(visitor),
            Offer::I64(number) => I64Deserializer::new(number).deserialize_any(visitor),
            Offer::Borrowed(_) | Offer::Owned(_) => visitor.visit_newtype_struct(Payload(self)),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

struct Payload(Offer);

impl<'de> Deserializer<'de> for Payload {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self.0 {
            Offer::Borrowed(bytes) => visitor.visit_borrowed_bytes(bytes),
            Offer::Owned(bytes) => visitor.visit_byte_buf(bytes.to_vec()),
            Offer::U64(_) | Offer::I64(_) => unreachable!("small numbers are offered as such"),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}
