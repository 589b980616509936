//! Records as dynamic values at types known at run time; beside them the same records as Rust values.

use crate::{decode_dynamic, encode_dynamic, round_trip};
use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::types::value::IDLArgs;
use candid::types::Type;
use candid::{encode_one, CandidType, Deserialize, Principal, TypeEnv};

/// How many records a message has.
const N: u64 = 10_000;

#[derive(CandidType, Deserialize)]
pub(crate) struct Transfer {
    pub(crate) id: u64,
    pub(crate) from: Principal,
    pub(crate) to: Principal,
    pub(crate) amount: u64,
    pub(crate) fee: Option<u64>,
    pub(crate) memo: String,
    pub(crate) kind: Kind,
    pub(crate) is_final: bool,
}

#[derive(CandidType, Deserialize)]
pub(crate) enum Kind {
    Mint,
    Burn { block: u64 },
    Transfer(u32),
}

pub(crate) fn transfers() -> Vec<Transfer> {
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
pub(crate) fn message() -> (Vec<u8>, [Type; 1]) {
    (encode_one(transfers()).unwrap(), [Vec::<Transfer>::ty()])
}

/// The typed way, for comparison.
#[bench(raw)]
fn typed_records() -> BenchResult {
    round_trip(&transfers())
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
            encode_dynamic(&args, &env, &types)
        };
        {
            let _scope = bench_scope("2. Decoding");
            decode_dynamic(&bytes, &env, &types);
        }
    })
}
