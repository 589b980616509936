//! Records of fixed size: read in the order of the declaration against read as they lie on the wire.
//!
//! The readers of [`by_name`] announce a second name for a field, so nothing but names can tell them their
//! fields.

use crate::{agree, reader};
use candid::{encode_one, CandidType, Deserialize};
use std::num::NonZeroU32;

macro_rules! declare {
    ($(#[$alias:meta])*) => {
        #[derive(CandidType, Deserialize, Debug, Clone, Copy)]
        pub(super) struct Price(pub(super) i64);

        #[derive(CandidType, Deserialize, Debug, Clone, Copy)]
        pub(super) struct Header {
            pub(super) zone: u16,
            $(#[$alias])*
            pub(super) id: u64,
            pub(super) is_live: bool,
        }

        #[derive(CandidType, Deserialize, Debug, Clone, Copy)]
        pub(super) struct Trade {
            $(#[$alias])*
            pub(super) header: Header,
            pub(super) price: Price,
            pub(super) ratio: f32,
            pub(super) pair: (u8, Header),
            pub(super) unit: (),
            pub(super) is_bid: bool,
        }

        /// As a newer reader declares it.
        #[derive(CandidType, Deserialize, Debug, Clone, Copy)]
        pub(super) struct Newer {
            $(#[$alias])*
            pub(super) header: Header,
            pub(super) price: Option<Price>,
            pub(super) added: Option<u8>,
            pub(super) ratio: f32,
            pub(super) pair: (u8, Header),
            pub(super) is_bid: bool,
        }

        /// One that checks what it is given.
        #[derive(CandidType, Deserialize, Debug, Clone, Copy)]
        pub(super) struct Checked {
            pub(super) after: u8,
            #[serde(deserialize_with = "non_zero")]
            pub(super) count: u32,
            $(#[$alias])*
            pub(super) before: u8,
        }
    };
}

mod by_name {
    use super::*;
    declare!(#[serde(alias = "another name")]);
}
declare!();

fn non_zero<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    NonZeroU32::deserialize(deserializer).map(NonZeroU32::get)
}

fn trade(i: u8) -> Trade {
    let header = Header {
        zone: 3,
        id: u64::from(i),
        is_live: true,
    };
    Trade {
        header,
        price: Price(-5),
        ratio: 0.5,
        pair: (i, header),
        unit: (),
        is_bid: false,
    }
}

#[test]
fn alone() {
    agree(
        &encode_one(trade(1)).unwrap(),
        &[reader!(Trade), reader!(by_name::Trade)],
    );
}

#[test]
fn in_vectors_options_and_tuples() {
    type Fast = (Vec<Trade>, Option<Trade>, [Header; 2]);
    type General = (
        Vec<by_name::Trade>,
        Option<by_name::Trade>,
        [by_name::Header; 2],
    );
    let header = trade(0).header;
    let value: Fast = (vec![trade(1), trade(2)], Some(trade(3)), [header; 2]);
    agree(
        &encode_one(value).unwrap(),
        &[reader!(Fast), reader!(General)],
    );
}

#[test]
fn at_a_newer_type() {
    agree(
        &encode_one(vec![trade(1)]).unwrap(),
        &[reader!(Vec<Newer>), reader!(Vec<by_name::Newer>)],
    );
}

/// The error is the visitor's own: it has the same path and offset.
#[test]
fn fields_that_are_refused() {
    let checked = Checked {
        after: 1,
        count: 2,
        before: 3,
    };
    agree(
        &encode_one(vec![checked; 2]).unwrap(),
        &[reader!(Vec<Checked>), reader!(Vec<by_name::Checked>)],
    );
}
