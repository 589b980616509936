//! Messages as they are most often: small, of a few arguments, with more of them than the reader wants.

use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::{decode_args, encode_args, CandidType, Decode, Deserialize, Encode, Nat, Principal};
use serde_bytes::ByteBuf;

#[derive(CandidType, Deserialize)]
struct Account {
    owner: Principal,
    subaccount: Option<ByteBuf>,
}

/// The argument of an ICRC-1 transfer.
#[derive(CandidType, Deserialize)]
struct TransferArg {
    from_subaccount: Option<ByteBuf>,
    to: Account,
    fee: Option<Nat>,
    created_at_time: Option<u64>,
    memo: Option<ByteBuf>,
    amount: Nat,
}

#[derive(CandidType, Deserialize)]
enum TransferError {
    GenericError { message: String, error_code: Nat },
    TemporarilyUnavailable,
    BadBurn { min_burn_amount: Nat },
    Duplicate { duplicate_of: Nat },
    BadFee { expected_fee: Nat },
    CreatedInFuture { ledger_time: u64 },
    TooOld,
    InsufficientFunds { balance: Nat },
}

type TransferResult = Result<Nat, TransferError>;

fn transfer() -> TransferArg {
    TransferArg {
        from_subaccount: None,
        to: Account {
            owner: Principal::from_slice(&[7; 29]),
            subaccount: Some(ByteBuf::from([9; 32])),
        },
        fee: Some(Nat::from(10_000_u32)),
        created_at_time: Some(1_700_000_000_000_000_000),
        memo: Some(ByteBuf::from([1, 2, 3, 4, 5, 6, 7, 8])),
        amount: Nat::from(123_456_789_u32),
    }
}

/// Argument and result, there and back.
fn small_call() {
    let (argument, result): (_, TransferResult) = (transfer(), Ok(Nat::from(987_654_u32)));
    let (argument, result) = {
        let _scope = bench_scope("1. Encoding");
        (Encode!(&argument).unwrap(), Encode!(&result).unwrap())
    };
    let _scope = bench_scope("2. Decoding");
    Decode!(&argument, TransferArg).unwrap();
    let _ = Decode!(&result, TransferResult).unwrap();
}

/// The first call in a message: nothing is known of any type.
#[bench(raw)]
fn small_call_cold() -> BenchResult {
    bench_fn(small_call)
}

/// The hundredth call in one message.
#[bench(raw)]
fn small_call_warm() -> BenchResult {
    for _ in 0..99 {
        let result: TransferResult = Ok(Nat::from(987_654_u32));
        let (argument, result) = (Encode!(&transfer()).unwrap(), Encode!(&result).unwrap());
        Decode!(&argument, TransferArg).unwrap();
        let _ = Decode!(&result, TransferResult).unwrap();
    }
    bench_fn(small_call)
}

type Eight = (
    u64,
    String,
    Nat,
    bool,
    Option<u32>,
    Vec<u16>,
    Principal,
    i64,
);

#[bench(raw)]
fn multi_arg() -> BenchResult {
    let value: Eight = (
        1,
        "two".into(),
        Nat::from(3_u8),
        true,
        Some(5),
        vec![6; 16],
        Principal::management_canister(),
        -8,
    );
    bench_fn(|| {
        for _ in 0..100 {
            let bytes = {
                let _scope = bench_scope("1. Encoding");
                encode_args((
                    &value.0, &value.1, &value.2, &value.3, &value.4, &value.5, &value.6, &value.7,
                ))
                .unwrap()
            };
            let _scope = bench_scope("2. Decoding");
            decode_args::<Eight>(&bytes).unwrap();
        }
    })
}

/// A reader that wants one argument of many: 100 records and a vector of text are skipped.
#[bench(raw)]
fn extra_args() -> BenchResult {
    let records: Vec<TransferArg> = (0..100).map(|_| transfer()).collect();
    let texts = vec!["surplus"; 100];
    let bytes = Encode!(&42_u32, &records, &texts, &Some(true)).unwrap();
    bench_fn(|| {
        Decode!(&bytes, u32).unwrap();
        Decode!(&bytes).unwrap();
    })
}
