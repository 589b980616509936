//! How often encoding and decoding allocate, once the types are known.
//!
//! `data/allocations.txt` has the counts; `BLESS=1 cargo test -p candid --all-features --test
//! allocations` writes that file anew. The laws hold whatever the file says. A reallocation counts as an
//! allocation.

#![cfg(all(feature = "value", feature = "bytes"))]

#[path = "allocations/count.rs"]
mod count;
#[path = "allocations/shapes.rs"]
mod shapes;

use allocation_counter::measure;
use candid::{CandidType, Deserialize, IDLArgs, Int, Nat, Principal};
use count::{borrowed, dynamic, owned, Row};
use num_bigint::{BigInt, BigUint};
use serde_bytes::{ByteBuf, Bytes};
use shapes::{
    candles, governance, nested, quote, trades, transfer, Candle, Proposal, Quote, Side, Trade,
    Transfer, TransferError, Tree,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// Values whose message has few bytes: a call as it is most often.
fn scalars() -> Vec<Row> {
    vec![
        owned("bool", &true),
        owned("nat8", &7_u8),
        owned("nat64", &7_u64),
        owned("float64", &0.5_f64),
        owned("nat of one byte", &Nat::from(7_u8)),
        owned("nat of 64 bits", &Nat::from(u64::MAX)),
        owned("nat of 128 bits", &Nat::from(u128::MAX)),
        owned("int of one byte", &Int::from(-7)),
        owned("int of 128 bits", &Int::from(i128::MIN)),
        owned("u128", &u128::MAX),
        owned("principal", &Principal::management_canister()),
        owned("opt nat64", &Some(7_u64)),
        owned("short text", &"hello".to_owned()),
        owned("subaccount", &ByteBuf::from([7; 32])),
        owned("transfer", &transfer()),
        owned("transfer ok", &Ok::<_, TransferError>(Nat::from(7_u8))),
        owned("transfer error", &Err::<Nat, _>(TransferError::refused())),
        owned("tuple", &(1_u8, true, Side::Buy)),
    ]
}

#[derive(CandidType, Deserialize, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Account {
    owner: Principal,
    subaccount: [u8; 1],
}

/// A number of so many bits.
fn bits(n: u32) -> Nat {
    Nat((BigUint::from(1_u8) << n) - 1_u8)
}

fn large() -> Vec<Row> {
    let names_of = |n| (0..n).map(|i| format!("account {i}"));
    let names = || names_of(100);
    vec![
        owned("nat of 512 bits", &bits(512)),
        owned("int of 512 bits", &Int(-BigInt::from(bits(512).0))),
        owned("nat of 100,000 bits", &bits(100_000)),
        owned("text of 10,000 bytes", &"0123456789".repeat(1000)),
        owned("blob of 10,000 bytes", &vec![7_u8; 10_000]),
        owned(
            "byte buffer of 10,000 bytes",
            &ByteBuf::from(vec![7; 10_000]),
        ),
        owned("1,000 nat64", &vec![7_u64; 1000]),
        owned("1,000 nat64 in a deque", &VecDeque::from(vec![7_u64; 1000])),
        owned("100 nat", &(0..100_u32).map(Nat::from).collect::<Vec<_>>()),
        owned("100 texts", &names().collect::<Vec<_>>()),
        // The first is the shortest.
        owned(
            "1,000 accounts",
            &names_of(1000).zip(0_u64..).collect::<Vec<_>>(),
        ),
        owned("1,000 trades", &trades()),
        owned("1,000 candles", &candles()),
        owned("100 transfers", &vec![transfer(); 100]),
        owned("proposals", &governance()),
        owned(
            "map of 100",
            &names().zip(0_u64..).collect::<BTreeMap<_, _>>(),
        ),
        // Whether equal keys are the same in all is not known of such.
        owned(
            "map of 10,000 accounts",
            &(0..10_000_u16)
                .map(|i| {
                    let owner = Principal::from_slice(&i.to_be_bytes());
                    let subaccount = [i.to_be_bytes()[1]];
                    (Account { owner, subaccount }, u64::from(i))
                })
                .collect::<BTreeMap<_, _>>(),
        ),
        owned(
            "hash map of 100",
            &names().zip(0_u64..).collect::<HashMap<_, _>>(),
        ),
        owned("boxes, 100 deep", &nested(100)),
    ]
}

fn borrowing() -> Vec<Row> {
    let text = "0123456789".repeat(10);
    vec![
        borrowed!("text", &text, &str),
        borrowed!("opt text", &Some(&text), Option<&str>),
        borrowed!("blob", &Bytes::new(text.as_bytes()), &[u8]),
        borrowed!("bytes", &Bytes::new(text.as_bytes()), &Bytes),
        borrowed!("pair of texts", &(&text, &text), (&str, &str)),
        borrowed!("record", &quote(&text), Quote<'_>),
        borrowed!("surplus fields", &transfer(), shapes::Amount),
    ]
}

fn dynamics() -> Vec<Row> {
    vec![
        dynamic("nat64", &7_u64),
        dynamic("transfer", &transfer()),
        dynamic("100 transfers", &vec![transfer(); 100]),
        dynamic("1,000 nat64", &vec![7_u64; 1000]),
        dynamic("blob of 10,000 bytes", &vec![7_u8; 10_000]),
        dynamic("proposals", &governance()),
    ]
}

#[test]
fn counts_are_those_of_the_file() {
    let mut table = String::from(count::HEAD);
    for (title, rows) in [
        ("small", scalars()),
        ("large", large()),
        ("borrowed", borrowing()),
        ("dynamic", dynamics()),
    ] {
        table.push_str(&format!("\n{title}\n"));
        for row in rows {
            table.push_str(&format!("{row}\n"));
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/allocations.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &table).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    for (counted, expected) in table.lines().zip(expected.lines()) {
        assert_eq!(counted, expected);
    }
    assert_eq!(table.lines().count(), expected.lines().count());
}

#[test]
fn a_small_call_is_encoded_with_one_allocation() {
    for row in scalars() {
        assert!(row.encode <= 1, "{row}");
        assert!(row.write <= 1, "{row}");
    }
}

#[test]
fn a_buffer_used_again_is_not_allocated_anew() {
    for row in [scalars(), large(), borrowing()].concat() {
        assert_eq!(row.into_vec, Some(0), "{row}");
        assert_eq!(row.into_bytes, Some(0), "{row}");
        assert_eq!(row.write_to_vec, Some(0), "{row}");
    }
}

#[test]
fn decoding_allocates_what_the_result_holds() {
    for row in [scalars(), large()].concat() {
        let beside = match row.to_string().trim_start() {
            // The vector of pairs got capacity for 1,024 until these ascended, and then for some more until all had it.
            row if row.starts_with("map of 10,000") => 3,
            // A sorted map is made of a vector of its pairs.
            row if row.starts_with("map of") => 1,
            _ => 0,
        };
        assert_eq!(Some(row.decode - beside), row.result, "{row}");
    }
}

#[test]
fn what_is_borrowed_is_not_allocated() {
    for row in borrowing() {
        assert_eq!(row.decode, 0, "{row}");
    }
}

/// Read by the derive, by serde, and as a map; each level is a vector that claims all that is left of the message.
#[test]
fn vectors_in_vectors_do_not_claim_the_message_each() {
    #[derive(CandidType, Deserialize)]
    struct Direct(#[allow(dead_code, reason = "only read")] Vec<Direct>);
    #[derive(CandidType, Deserialize)]
    struct Serde(#[allow(dead_code, reason = "only read")] VecDeque<Serde>);
    #[derive(CandidType, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Map(BTreeMap<Map, u8>);

    let vectors = lying(b"DIDL\x01\x6d\x00\x01\x00", 1);
    let maps = lying(b"DIDL\x02\x6d\x01\x6c\x02\x00\x00\x01\x7b\x01\x00", 2);
    let peak = |message: &[u8], decode: fn(&[u8]) -> bool| {
        assert!(!decode(message));
        measure(|| assert!(!decode(message))).bytes_max
    };
    for (name, n_bytes, peak) in [
        (
            "direct",
            vectors.len(),
            peak(&vectors, |m| candid::decode_one::<Direct>(m).is_ok()),
        ),
        (
            "serde",
            vectors.len(),
            peak(&vectors, |m| candid::decode_one::<Serde>(m).is_ok()),
        ),
        (
            "dynamic",
            vectors.len(),
            peak(&vectors, |m| IDLArgs::from_bytes(m).is_ok()),
        ),
        (
            "map",
            maps.len(),
            peak(&maps, |m| candid::decode_one::<Map>(m).is_ok()),
        ),
    ] {
        // Each byte may be claimed four times, an element takes up to 64 bytes of memory, an error some, too.
        assert!(
            peak < 4 * 64 * n_bytes as u64 + 64 * 1024,
            "{name}: {peak} bytes of memory for {n_bytes}"
        );
    }
}

/// A message of vectors in vectors, each with as many elements of `min` bytes as there are bytes behind it.
fn lying(header: &[u8], min: u16) -> Vec<u8> {
    const N_LEVELS: u16 = 500;
    let mut message = header.to_vec();
    for level in (0..N_LEVELS).rev() {
        // Three bytes of LEB128 each.
        let [low, high] = ((level * 3 / min) << 1).to_le_bytes();
        message.extend([low >> 1 | 0x80, high | 0x80, 0]);
    }
    message
}

/// Types that are named for what they stand for, so that a table of types is a table of shapes.
#[test]
fn shapes_are_what_their_names_say() {
    assert_eq!(trades().len(), 1000);
    assert_eq!(size_of::<Trade>(), 48);
    assert_eq!(size_of::<Candle>(), 56);
    let _: (Vec<Proposal>, Option<Box<Tree>>, Transfer) = (governance(), nested(1), transfer());
    assert!(matches!(quote("").note, Cow::Borrowed(_)));
}
