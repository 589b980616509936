//! Maps, which are vectors of pairs on the wire.

use crate::round_trip;
use canbench_rs::{bench, BenchResult};
use candid::Nat;
use std::collections::BTreeMap;

#[bench(raw)]
fn btreemap() -> BenchResult {
    let map: BTreeMap<String, Nat> = (0..1_u32 << 20)
        .map(|i| (i.to_string(), Nat::from(i)))
        .collect();
    round_trip(&map)
}
