//! Blobs, text, vectors of numbers.

use crate::round_trip;
use canbench_rs::{bench, BenchResult};
use candid::Nat;
use serde_bytes::ByteBuf;

const N: usize = 1 << 21;

#[bench(raw)]
fn blob() -> BenchResult {
    round_trip(&ByteBuf::from(vec![0x61; N]))
}

/// The same bytes without `serde_bytes`: what people write first.
#[bench(raw)]
fn vec_u8() -> BenchResult {
    round_trip(&vec![0x61_u8; N])
}

#[bench(raw)]
fn text() -> BenchResult {
    round_trip(&"a".repeat(N))
}

#[bench(raw)]
fn vec_int16() -> BenchResult {
    round_trip(&vec![-1_i16; N])
}

#[bench(raw)]
fn vec_nat32() -> BenchResult {
    round_trip(&vec![u32::MAX; N])
}

#[bench(raw)]
fn vec_nat64() -> BenchResult {
    round_trip(&vec![u64::MAX; N])
}

#[bench(raw)]
fn vec_nat() -> BenchResult {
    round_trip(&(0..1_u32 << 18).map(Nat::from).collect::<Vec<_>>())
}
