//! Two ways to the same answer: a fast form answers exactly as the general one, whatever the bytes.
//!
//! An [`Outcome`] is everything a caller can see of a decode: the value, what it cost, or the error's
//! text and kind. Pairs of readers must agree on it for messages as they were written, for each
//! of their beginnings, and with each byte changed.
#![cfg(feature = "default")]

#[path = "equivalence/collections.rs"]
mod collections;
#[path = "equivalence/containers.rs"]
mod containers;
#[cfg(feature = "value")]
#[path = "equivalence/dynamic.rs"]
mod dynamic;
#[path = "equivalence/fields.rs"]
mod fields;
#[path = "equivalence/fixed.rs"]
mod fixed;
#[path = "equivalence/in_order.rs"]
mod in_order;
#[path = "equivalence/warm.rs"]
mod warm;

use candid::utils::decode_args_with_config_debug;
use candid::{CandidType, DecoderConfig, Deserialize};
use std::fmt::Debug;

type Outcome = Result<(String, DecoderConfig), String>;

/// A way to read one argument.
type Reader = fn(&[u8], &DecoderConfig) -> Outcome;

fn outcome<'a, T, S>(bytes: &'a [u8], config: &DecoderConfig, show: fn(&T) -> S) -> Outcome
where
    T: CandidType + Deserialize<'a>,
    S: Debug,
{
    match decode_args_with_config_debug::<(T,)>(bytes, config) {
        Ok(((value,), cost)) => Ok((format!("{:?}", show(&value)), cost)),
        // A fast form charges for many values at once, so it may notice earlier, and asks for more.
        Err(error) if error.is_quota() => Err("quota exceeded".into()),
        Err(error) => Err(format!("{error:?}")),
    }
}

/// A reader of one Rust type.
macro_rules! reader {
    ($ty:ty) => {
        reader!($ty, |value: &$ty| format!("{value:?}"))
    };
    ($ty:ty, $show:expr) => {
        |bytes: &[u8], config: &candid::DecoderConfig| {
            $crate::outcome::<$ty, _>(bytes, config, $show)
        }
    };
}
use reader;

fn quotas() -> [DecoderConfig; 3] {
    let quota = |decoding, skipping| {
        let mut config = DecoderConfig::new();
        config
            .set_decoding_quota(decoding)
            .set_skipping_quota(skipping);
        config
    };
    [
        DecoderConfig::new(),
        quota(1_000_000, 1_000_000),
        quota(150, 5),
    ]
}

/// Checks that the readers agree on the message and on everything near it.
#[track_caller]
fn agree(bytes: &[u8], readers: &[Reader]) {
    let [_, generous, _] = quotas();
    let (value, cost) = readers[0](bytes, &generous).unwrap();
    assert!(
        cost.decoding_quota > Some(0),
        "{value}: nothing was charged"
    );
    for config in &quotas() {
        let check = |bytes: &[u8]| {
            let expected = readers[0](bytes, config);
            for (i, reader) in readers.iter().enumerate().skip(1) {
                let found = reader(bytes, config);
                assert_eq!(found, expected, "reader {i} at {}", hex::encode(bytes));
            }
        };
        check(bytes);
        for end in 0..bytes.len() {
            check(&bytes[..end]);
        }
        let mut changed = bytes.to_vec();
        for at in 0..bytes.len() {
            for byte in [
                0x00,
                0x01,
                0x7f,
                0xff,
                bytes[at] ^ 1,
                bytes[at].wrapping_add(1),
            ] {
                changed[at] = byte;
                check(&changed);
            }
            changed[at] = bytes[at];
        }
    }
}
