//! The records of `dynamic.rs` as dynamic values without types, and at types where their fields are in another order.

use crate::dynamic::message;
use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::types::value::{IDLArgs, IDLValue};
use candid::TypeEnv;

/// The fields in another order than that of their ids, as people write them: they have to be found.
#[bench(raw)]
fn dynamic_records_unsorted() -> BenchResult {
    let (bytes, types) = message();
    let env = TypeEnv::new();
    let mut args = IDLArgs::from_bytes_with_types(&bytes, &env, &types).unwrap();
    for arg in &mut args.args {
        let IDLValue::Vec(records) = arg else {
            continue;
        };
        for record in records {
            if let IDLValue::Record(fields) = record {
                fields.reverse();
            }
        }
    }
    bench_fn(|| {
        let _scope = bench_scope("1. Encoding");
        args.to_bytes_with_types(&env, &types).unwrap()
    })
}

/// Without types: those of the message, and those of the values. candid 0.10.39 writes the type of the first value, which the
/// others do not have: it does not read its own message.
#[bench(raw)]
fn untyped_records() -> BenchResult {
    let (bytes, _) = message();
    let args = IDLArgs::from_bytes(&bytes).unwrap();
    bench_fn(|| {
        {
            let _scope = bench_scope("1. Encoding");
            args.to_bytes().unwrap();
        }
        {
            let _scope = bench_scope("2. Decoding");
            IDLArgs::from_bytes(&bytes).unwrap();
        }
    })
}
