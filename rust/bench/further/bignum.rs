//! Numbers far beyond 64 bits.

use crate::round_trip;
use canbench_rs::{bench, BenchResult};
use candid::{Int, Nat};

const N: u32 = 10_000;

/// Numbers of about 200 bits, all different.
fn naturals() -> Vec<Nat> {
    let mut big = Nat::from(u128::MAX);
    big *= u64::MAX;
    (0..N).map(|i| big.clone() + i).collect()
}

#[bench(raw)]
fn nat_200_bits() -> BenchResult {
    round_trip(&naturals())
}

#[bench(raw)]
fn int_200_bits() -> BenchResult {
    round_trip(
        &naturals()
            .into_iter()
            .map(|n| Int::from(0) - Int::from(n))
            .collect::<Vec<_>>(),
    )
}
