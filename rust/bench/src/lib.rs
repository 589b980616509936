//! The bench canister: what encoding and decoding cost on chain, by canbench's protocol.
//!
//! Names and shapes are the ones that figures of the published crates exist for, so that they compare; the
//! last three modules are ours. Values are made before the measured part begins. A decoded value
//! is dropped inside its scope, as it is where those figures come from.

mod bignum;
mod calls;
mod collections;
mod lists;
mod market;
mod nns;
#[path = "../generated/nns_types.rs"]
mod nns_types;
mod primitives;
mod records;
mod stable;

use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::{decode_one, encode_one, CandidType};
use serde::de::DeserializeOwned;

/// Nothing: what measuring itself costs.
#[bench]
fn empty() {}

/// Encodes the value and decodes it at its own type.
fn round_trip<T: CandidType + DeserializeOwned>(value: &T) -> BenchResult {
    evolve::<T, T>(value)
}

/// Encodes the value and decodes it at another type: another version of the interface.
fn evolve<T: CandidType, U: CandidType + DeserializeOwned>(value: &T) -> BenchResult {
    bench_fn(|| {
        let bytes = {
            let _scope = bench_scope("1. Encoding");
            encode_one(value).unwrap()
        };
        {
            let _scope = bench_scope("2. Decoding");
            decode_one::<U>(&bytes).unwrap();
        }
    })
}
