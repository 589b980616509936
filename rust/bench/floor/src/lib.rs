//! Some of the benchmarks again, by code as one would write it by hand for these very messages: no types at run time, no
//! serde, each value read by a straight line of code. What an implementation costs above this is mostly the price of
//! being general. It is no lower bound: where `candid` has worked out a cheaper way, it needs less. Numbers, texts and
//! principals are written by `candid_wire`, as `candid` does; text is looked at by std's `from_utf8` here.
//!
//! Most benchmarks of `../src` and `../further` are here; of types that those declare inside of functions, `requests` has copies.
//! There is no floor for parsing.
//!
//! Names and scopes are those of the other canisters, values are from the same source or made alike. The code is safe
//! Rust with every bound checked. It refuses what those benchmarks do not send: another header, and
//! outside of `big` numbers beyond 64 bits.
//! Only `cold` knows no header: it writes and reads type tables, as a first message of any type demands.
//! That it reads and writes the same bytes and values is tested against `candid`.

#[macro_use]
mod shapes;
mod big;
mod cold;
mod dynamic_by_hand;
mod dynamic_calls_by_hand;
mod known;
mod messages;
mod records_by_hand;
mod requests;
mod versions;
mod wire;

#[path = "../../further/calls.rs"]
mod calls;
#[path = "../../further/dynamic.rs"]
mod dynamic;
#[path = "../../further/dynamic_small.rs"]
mod dynamic_small;
#[path = "../../further/evolution.rs"]
mod evolution;
#[path = "../../further/market.rs"]
mod market;
#[path = "../../generated/nns_types.rs"]
mod nns;
#[path = "../../further/records.rs"]
mod records;
#[path = "../../further/stable.rs"]
mod stable;
#[path = "../../src/values.rs"]
#[allow(dead_code, reason = "the canister uses the rest")]
mod values;
#[path = "../../further/variants.rs"]
mod variants;

use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::types::value::IDLArgs;
use candid::types::Type;
use candid::TypeEnv;
use messages::Message;
use wire::Reader;

/// Nothing: what measuring itself costs.
#[bench]
fn empty() {}

/// One value as a message.
fn encode<T: Message>(value: &T) -> Vec<u8> {
    let mut out = T::HEADER.to_vec();
    value.write(&mut out);
    out
}

/// The value of a message.
fn decode<T: Message>(bytes: &[u8]) -> T {
    let read = || {
        let mut reader = Reader::behind(bytes, T::HEADER)?;
        let value = T::read(&mut reader)?;
        reader.is_empty().then_some(value)
    };
    read().unwrap()
}

/// Dynamic values at one of the types that are known here, as a message.
fn encode_dynamic(args: &IDLArgs, _: &TypeEnv, _: &[Type]) -> Vec<u8> {
    dynamic_calls_by_hand::encode(args)
        .or_else(|| dynamic_by_hand::encode(args))
        .unwrap()
}

/// The dynamic values of a message. Which it is, its header says.
fn decode_dynamic(bytes: &[u8], _: &TypeEnv, _: &[Type]) -> IDLArgs {
    dynamic_calls_by_hand::decode_argument(bytes)
        .or_else(|| dynamic_calls_by_hand::decode_result(bytes))
        .or_else(|| dynamic_by_hand::decode(bytes))
        .unwrap()
}

/// Encodes the value and decodes it.
fn round_trip<T: Message>(value: &T) -> BenchResult {
    evolve::<T, T>(value)
}

/// Encodes the value and decodes it at another type, which knows the header of the first.
fn evolve<T: Message, U: Message>(value: &T) -> BenchResult {
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
