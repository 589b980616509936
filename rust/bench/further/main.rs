//! The further benchmarks, which nobody else has figures of: calls, records in long vectors, an order book, and the
//! shapes of this repository's own that came before those of `../src`.
//!
//! Values are made before the measured part begins. A decoded value is dropped inside its scope.

mod arguments;
mod bignum;
#[macro_use]
mod calls;
mod containers;
mod dynamic;
mod dynamic_small;
mod evolution;
mod many;
mod market;
mod order_book;
mod prepared;
mod records;
mod stable;
mod texts;
mod untyped;
mod variants;
mod web;

use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::types::value::IDLArgs;
use candid::types::Type;
use candid::{decode_one, encode_one, CandidType, TypeEnv};
use serde::de::DeserializeOwned;

/// What `small_call_cold` calls. The same as of any message: by hand, there is other code for a first one.
mod cold {
    pub(crate) use crate::{decode, encode};
}

/// One value as a message.
fn encode<T: CandidType>(value: &T) -> Vec<u8> {
    encode_one(value).unwrap()
}

/// The value of a message.
fn decode<T: CandidType + DeserializeOwned>(bytes: &[u8]) -> T {
    decode_one(bytes).unwrap()
}

/// Dynamic values at types as a message.
fn encode_dynamic(args: &IDLArgs, env: &TypeEnv, types: &[Type]) -> Vec<u8> {
    args.to_bytes_with_types(env, types).unwrap()
}

/// The dynamic values of a message at types.
fn decode_dynamic(bytes: &[u8], env: &TypeEnv, types: &[Type]) -> IDLArgs {
    IDLArgs::from_bytes_with_types(bytes, env, types).unwrap()
}

/// Nothing: what measuring itself costs.
#[bench]
fn empty() {}

/// The bytes of `blob` without `serde_bytes`: what people write first.
#[bench(raw)]
fn vec_u8() -> BenchResult {
    round_trip(&vec![0x61_u8; 1 << 21])
}

/// Encodes the value and decodes it at its own type.
fn round_trip<T: CandidType + DeserializeOwned>(value: &T) -> BenchResult {
    evolve::<T, T>(value)
}

/// Encodes the value and decodes it at another type: another version of the interface.
fn evolve<T: CandidType, U: CandidType + DeserializeOwned>(value: &T) -> BenchResult {
    bench_fn(|| {
        let bytes = {
            let _scope = bench_scope("1. Encoding");
            encode(value)
        };
        {
            let _scope = bench_scope("2. Decoding");
            decode::<U>(&bytes);
        }
    })
}

fn main() {}
