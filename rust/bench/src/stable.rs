//! Small records encoded and decoded one by one, as structures in stable memory do.

use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::{decode_one, encode_one, CandidType, Deserialize};

const N: u32 = 100_000;

#[derive(CandidType, Deserialize)]
struct Entry {
    id: u64,
    balance: u64,
    updated_at: u64,
    kind: u8,
    frozen: bool,
}

#[bench(raw)]
fn stable_small() -> BenchResult {
    let mut stored = Vec::with_capacity(N as usize);
    bench_fn(|| {
        {
            let _scope = bench_scope("1. Encoding");
            for i in 0..N {
                let id = u64::from(i);
                let entry = Entry {
                    id,
                    balance: id << 8,
                    updated_at: 1_700_000_000,
                    kind: 1,
                    frozen: i % 2 == 0,
                };
                stored.push(encode_one(&entry).unwrap());
            }
        }
        let _scope = bench_scope("2. Decoding");
        for bytes in &stored {
            decode_one::<Entry>(bytes).unwrap();
        }
    })
}
