//! The bench canister: what encoding and decoding cost on chain, by canbench's protocol.
//!
//! Names are those that figures of the published crates exist for, shapes are theirs as far as they are described;
//! the README of `tools/ic-meter` says which compare. Only ours are `calls`, `market`, `order_book` and `stable`. Values are made before the measured part begins. A decoded value
//! is dropped inside its scope, as it is where those figures come from.

mod arguments;
mod bignum;
mod calls;
mod collections;
mod evolution;
mod lists;
mod market;
mod neurons;
mod nns;
#[path = "../generated/nns_types.rs"]
mod nns_types;
mod order_book;
mod parsing;
mod primitives;
mod records;
mod stable;
mod variants;

use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::{decode_one, encode_one, CandidType};
use serde::de::DeserializeOwned;

/// One value as a message.
fn encode<T: CandidType>(value: &T) -> Vec<u8> {
    encode_one(value).unwrap()
}

/// The value of a message.
fn decode<T: CandidType + DeserializeOwned>(bytes: &[u8]) -> T {
    decode_one(bytes).unwrap()
}

/// Nothing: what measuring itself costs.
#[bench]
fn empty() {}

/// Encodes the value and decodes it at its own type.
fn round_trip<T: CandidType + DeserializeOwned>(value: &T) -> BenchResult {
    evolve::<T, T>(value)
}

/// Encodes the value and decodes it at another type: another version of the interface.
fn evolve<T: CandidType, U: CandidType + DeserializeOwned>(value: &T) -> BenchResult {
    bench_fn(|| there_and_back::<T, U>(value))
}

fn there_and_back<T: CandidType, U: CandidType + DeserializeOwned>(value: &T) {
    let bytes = {
        let _scope = bench_scope("1. Encoding");
        encode(value)
    };
    {
        let _scope = bench_scope("2. Decoding");
        decode::<U>(&bytes);
    }
}
