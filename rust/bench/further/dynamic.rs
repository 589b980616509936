//! Records as dynamic values, at types known at run time and without types; beside them the same records as Rust values.

use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::types::value::{IDLArgs, IDLValue};
use candid::types::Type;
use candid::{decode_one, encode_one, CandidType, Deserialize, Principal, TypeEnv};

/// How many records a message has.
const N: u64 = 10_000;

#[derive(CandidType, Deserialize)]
struct Transfer {
    id: u64,
    from: Principal,
    to: Principal,
    amount: u64,
    fee: Option<u64>,
    memo: String,
    kind: Kind,
    is_final: bool,
}

#[derive(CandidType, Deserialize)]
enum Kind {
    Mint,
    Burn { block: u64 },
    Transfer(u32),
}

fn transfers() -> Vec<Transfer> {
    (0..N)
        .map(|id| Transfer {
            id,
            from: principal(id),
            to: principal(id * 7),
            amount: id * 1_000_003,
            fee: (id % 3 != 0).then_some(10_000),
            memo: format!("invoice {id}"),
            kind: match id % 4 {
                0 => Kind::Mint,
                1 => Kind::Burn { block: id },
                _ => Kind::Transfer(7),
            },
            is_final: id % 2 == 0,
        })
        .collect()
}

fn principal(n: u64) -> Principal {
    Principal::from_slice(&n.to_be_bytes())
}

/// The message and its types.
fn message() -> (Vec<u8>, [Type; 1]) {
    (encode_one(transfers()).unwrap(), [Vec::<Transfer>::ty()])
}

/// The typed way, for comparison.
#[bench(raw)]
fn typed_records() -> BenchResult {
    let transfers = transfers();
    bench_fn(|| {
        let bytes = {
            let _scope = bench_scope("1. Encoding");
            encode_one(&transfers).unwrap()
        };
        {
            let _scope = bench_scope("2. Decoding");
            decode_one::<Vec<Transfer>>(&bytes).unwrap();
        }
    })
}

/// At types, with the names of the fields.
#[bench(raw)]
fn dynamic_records() -> BenchResult {
    let (bytes, types) = message();
    let env = TypeEnv::new();
    let args = IDLArgs::from_bytes_with_types(&bytes, &env, &types).unwrap();
    bench_fn(|| {
        let bytes = {
            let _scope = bench_scope("1. Encoding");
            args.to_bytes_with_types(&env, &types).unwrap()
        };
        {
            let _scope = bench_scope("2. Decoding");
            IDLArgs::from_bytes_with_types(&bytes, &env, &types).unwrap();
        }
    })
}

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
