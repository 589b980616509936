//! `uuid`, `rust_decimal`.

use crate::{refused, same};
use candid::{decode_one, encode_one, CandidType, Deserialize};
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use uuid::{NonNilUuid, Uuid};

const TEXT: &str = "67e55044-10b1-426f-9247-bb680e5fe0c8";

fn uuid() -> Uuid {
    Uuid::from_u128(0x67e5_5044_10b1_426f_9247_bb68_0e5f_e0c8)
}

#[test]
fn uuids() {
    same(uuid(), TEXT);
    same(NonNilUuid::try_from(uuid()).unwrap(), TEXT);
    same(Uuid::nil(), "00000000-0000-0000-0000-000000000000");
    same(Uuid::max(), "ffffffff-ffff-ffff-ffff-ffffffffffff");
    same(BTreeMap::from([(uuid(), uuid())]), [(TEXT, TEXT)]);
    // Other forms of the text are read.
    for text in [
        "67E55044-10B1-426F-9247-BB680E5FE0C8",
        "67e5504410b1426f9247bb680e5fe0c8",
        "{67e55044-10b1-426f-9247-bb680e5fe0c8}",
        "urn:uuid:67e55044-10b1-426f-9247-bb680e5fe0c8",
    ] {
        assert_eq!(
            decode_one::<Uuid>(&encode_one(text).unwrap()).unwrap(),
            uuid()
        );
    }
}

#[test]
fn other_uuids_are_refused() {
    let wrong = "UUID parsing failed";
    refused::<Uuid>(TEXT, "", wrong);
    refused::<Uuid>(TEXT, &TEXT[1..], wrong);
    refused::<Uuid>(TEXT, "é7e55044-10b1-426f-9247-bb680e5fe0c8", wrong);
    refused::<Uuid>(TEXT, "0".repeat(1 << 20), wrong);
    refused::<Uuid>(TEXT, [0_u8; 16], "expected text, found vec nat8");
    refused::<NonNilUuid>(
        TEXT,
        Uuid::nil(),
        "invalid value: nil UUID, expected a non-nil UUID",
    );
}

/// The sixteen bytes, for messages that should be short.
#[test]
fn uuids_as_blobs() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Short {
        #[serde(with = "uuid::serde::compact")]
        #[candid(with_type = "[u8; 16]")]
        id: Uuid,
    }
    assert_eq!(Short::ty().to_string(), "record { id : blob }");
    let short = Short { id: uuid() };
    let bytes = encode_one(&short).unwrap();
    assert!(bytes.ends_with(uuid().as_bytes()));
    assert_eq!(decode_one::<Short>(&bytes).unwrap(), short);
}

#[test]
fn decimals() {
    for text in [
        "0",
        "-0.5",
        "1.10",
        "0.0000000000000000000000000001",
        "79228162514264337593543950335",
        "-79228162514264337593543950335",
        "7.9228162514264337593543950335",
    ] {
        let value: Decimal = text.parse().unwrap();
        same(value, text);
        // Zeros at the end are kept.
        let read = decode_one::<Decimal>(&encode_one(text).unwrap()).unwrap();
        assert_eq!(read.scale(), value.scale());
    }
    same(Decimal::MAX, Decimal::MAX.to_string());
    same(Decimal::MIN, Decimal::MIN.to_string());
    let read = decode_one::<Decimal>(&encode_one("1.5e3").unwrap()).unwrap();
    assert_eq!(read, Decimal::from(1500));
}

#[test]
fn other_decimals_are_refused() {
    let wrong = "expected a Decimal type representing a fixed-point number";
    refused::<Decimal>("1", "", wrong);
    refused::<Decimal>("1", "1,5", wrong);
    refused::<Decimal>("1", "NaN", wrong);
    refused::<Decimal>("1", "1e4000000000", wrong);
    refused::<Decimal>("1", "79228162514264337593543950336", wrong);
    refused::<Decimal>("1", "9".repeat(1 << 20), wrong);
    refused::<Decimal>("1", 1.5_f64, "expected text, found float64");
    refused::<Decimal>("1", 1_u64, "expected text, found nat64");
}
