//! Messages as they are most often: small.

use crate::{cold, decode, encode};
use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::{CandidType, Deserialize, Nat, Principal};
use serde_bytes::ByteBuf;

#[derive(CandidType, Deserialize)]
pub(crate) struct Account {
    pub(crate) owner: Principal,
    pub(crate) subaccount: Option<ByteBuf>,
}

/// The argument of an ICRC-1 transfer.
#[derive(CandidType, Deserialize)]
pub(crate) struct TransferArg {
    pub(crate) from_subaccount: Option<ByteBuf>,
    pub(crate) to: Account,
    pub(crate) fee: Option<Nat>,
    pub(crate) created_at_time: Option<u64>,
    pub(crate) memo: Option<ByteBuf>,
    pub(crate) amount: Nat,
}

#[derive(CandidType, Deserialize)]
pub(crate) enum TransferError {
    GenericError { message: String, error_code: Nat },
    TemporarilyUnavailable,
    BadBurn { min_burn_amount: Nat },
    Duplicate { duplicate_of: Nat },
    BadFee { expected_fee: Nat },
    CreatedInFuture { ledger_time: u64 },
    TooOld,
    InsufficientFunds { balance: Nat },
}

pub(crate) type TransferResult = Result<Nat, TransferError>;

pub(crate) fn transfer() -> TransferArg {
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

/// Argument and result, there and back, by these functions.
macro_rules! small_call {
    ($encode:path, $decode:path) => {{
        let (argument, result): (_, TransferResult) = (transfer(), Ok(Nat::from(987_654_u32)));
        let (argument, result) = {
            let _scope = bench_scope("1. Encoding");
            ($encode(&argument), $encode(&result))
        };
        let _scope = bench_scope("2. Decoding");
        let _: TransferArg = $decode(&argument);
        let _: TransferResult = $decode(&result);
    }};
}

/// The first call in a message: nothing is known of any type.
#[bench(raw)]
fn small_call_cold() -> BenchResult {
    bench_fn(|| small_call!(cold::encode, cold::decode))
}

/// The hundredth call in one message.
#[bench(raw)]
fn small_call_warm() -> BenchResult {
    for _ in 0..99 {
        let result: TransferResult = Ok(Nat::from(987_654_u32));
        let (argument, result) = (encode(&transfer()), encode(&result));
        decode::<TransferArg>(&argument);
        let _ = decode::<TransferResult>(&result);
    }
    bench_fn(|| small_call!(encode, decode))
}
