//! Messages of many arguments, and of more than the reader wants.

use crate::calls::{transfer, TransferArg};
use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::{decode_args, encode_args, Decode, Encode, Nat, Principal};

/// Twelve arguments.
type Twelve = (
    u64,
    String,
    Nat,
    bool,
    Option<u32>,
    Vec<u16>,
    Principal,
    i64,
    Option<String>,
    f64,
    u8,
    Vec<String>,
);

/// 500 messages.
#[bench(raw)]
fn twelve_args() -> BenchResult {
    let value: Twelve = (
        1,
        "two".into(),
        Nat::from(3_u8),
        true,
        Some(5),
        vec![6; 16],
        Principal::management_canister(),
        -8,
        Some("nine".into()),
        10.0,
        11,
        vec!["twelve".into()],
    );
    bench_fn(|| {
        for _ in 0..500 {
            let bytes = {
                let _scope = bench_scope("1. Encoding");
                encode_args((
                    &value.0, &value.1, &value.2, &value.3, &value.4, &value.5, &value.6, &value.7,
                    &value.8, &value.9, &value.10, &value.11,
                ))
                .unwrap()
            };
            let _scope = bench_scope("2. Decoding");
            decode_args::<Twelve>(&bytes).unwrap();
        }
    })
}

/// A reader that wants one argument of many: 100 records and a vector of text are skipped.
#[bench(raw)]
fn surplus_args() -> BenchResult {
    let records: Vec<TransferArg> = (0..100).map(|_| transfer()).collect();
    let texts = vec!["surplus"; 100];
    let bytes = Encode!(&42_u32, &records, &texts, &Some(true)).unwrap();
    bench_fn(|| {
        Decode!(&bytes, u32).unwrap();
        Decode!(&bytes).unwrap();
    })
}
