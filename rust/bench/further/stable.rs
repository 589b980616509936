//! Small records encoded and decoded one by one, as structures in stable memory do.

use crate::{decode, encode};
use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::{CandidType, Deserialize};

const N: u32 = 100_000;

#[derive(CandidType, Deserialize)]
pub(crate) struct Entry {
    pub(crate) id: u64,
    pub(crate) balance: u64,
    pub(crate) updated_at: u64,
    pub(crate) kind: u8,
    pub(crate) frozen: bool,
}

pub(crate) fn entry(i: u32) -> Entry {
    let id = u64::from(i);
    Entry {
        id,
        balance: id << 8,
        updated_at: 1_700_000_000,
        kind: 1,
        frozen: i % 2 == 0,
    }
}

#[bench(raw)]
fn stable_small() -> BenchResult {
    let mut stored = Vec::with_capacity(N as usize);
    bench_fn(|| {
        {
            let _scope = bench_scope("1. Encoding");
            for i in 0..N {
                stored.push(encode(&entry(i)));
            }
        }
        let _scope = bench_scope("2. Decoding");
        for bytes in &stored {
            decode::<Entry>(bytes);
        }
    })
}
