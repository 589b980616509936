//! Other versions of an interface: what the reader knows and the writer does not, and the other way round.

use crate::evolve;
use canbench_rs::{bench, BenchResult};
use candid::{CandidType, Deserialize, Nat, Principal};

const N: u32 = 2_000;

/// What a newer version writes: twenty fields.
#[derive(CandidType, Deserialize)]
struct Current {
    account: String,
    amount: Nat,
    approved: bool,
    balance: u64,
    block_index: u64,
    created_at: u64,
    description: String,
    expires_at: Option<u64>,
    fee: u32,
    hash: u64,
    identifier: u32,
    kind: u8,
    label: String,
    memo: Option<String>,
    nonce: u64,
    owner: Principal,
    priority: i32,
    rate: f64,
    status: u16,
    version: u32,
}

fn current(i: u32) -> Current {
    Current {
        account: format!("account {i}"),
        amount: Nat::from(i) * 1_000_000_u32,
        approved: i % 2 == 0,
        balance: u64::from(i) << 20,
        block_index: u64::from(i),
        created_at: 1_700_000_000,
        description: "a record of twenty fields".into(),
        expires_at: (i % 3 == 0).then_some(1_800_000_000),
        fee: 10,
        hash: u64::from(i).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        identifier: i,
        kind: 3,
        label: "label".into(),
        memo: None,
        nonce: 7,
        owner: Principal::management_canister(),
        priority: -1,
        rate: 0.25,
        status: 200,
        version: 1,
    }
}

/// What an older version reads: ten fields less, some of the others wider, and three options that are no more.
#[derive(CandidType, Deserialize)]
struct Older {
    account: String,
    amount: candid::Int,
    balance: u64,
    block_index: u64,
    created_at: u64,
    fee: Option<u32>,
    kind: u8,
    locked_until: Option<u64>,
    memo: Option<String>,
    owner: Principal,
    referrer: Option<Principal>,
    status: u16,
    withdrawn: Option<Nat>,
}

#[bench(raw)]
fn subtype_decode() -> BenchResult {
    evolve::<_, Vec<Older>>(&(0..N).map(current).collect::<Vec<_>>())
}

/// The other direction: a newer reader, whose additional fields are optional.
#[derive(CandidType, Deserialize)]
struct Newer {
    account: String,
    added: Option<u64>,
    amount: Nat,
    balance: u64,
    extended: Option<Vec<String>>,
}

#[derive(CandidType)]
struct Oldest {
    account: String,
    amount: Nat,
    balance: u64,
}

#[bench(raw)]
fn subtype_newer() -> BenchResult {
    let record = |i: u32| Oldest {
        account: format!("account {i}"),
        amount: Nat::from(i),
        balance: 9,
    };
    evolve::<_, Vec<Newer>>(&(0..N).map(record).collect::<Vec<_>>())
}

/// What the reader wants of a service.
#[derive(CandidType, Deserialize)]
struct Allowance {
    amount: Nat,
    expires_at: Option<u64>,
}

candid::define_service!(Reader : {
    "allowance": candid::func!((Principal, Principal) -> (Allowance) query);
    "balance": candid::func!((Principal) -> (Nat) query);
    "metadata": candid::func!(() -> (Vec<(String, Nat)>) query);
    "name": candid::func!(() -> (String) query);
    "transfer": candid::func!((Principal, Nat) -> (Result<Nat, String>));
});

// What the writer has: one method more.
candid::define_service!(Writer : {
    "allowance": candid::func!((Principal, Principal) -> (Allowance) query);
    "approve": candid::func!((Principal, Nat) -> (Result<Nat, String>));
    "balance": candid::func!((Principal) -> (Nat) query);
    "metadata": candid::func!(() -> (Vec<(String, Nat)>) query);
    "name": candid::func!(() -> (String) query);
    "transfer": candid::func!((Principal, Nat) -> (Result<Nat, String>));
});

/// Each reference is compared with the type that the reader wants.
#[bench(raw)]
fn vec_service() -> BenchResult {
    let service = |i: u32| {
        Writer(candid::types::reference::Service {
            principal: Principal::from_slice(&i.to_le_bytes()),
        })
    };
    evolve::<_, Vec<Reader>>(&(0..N).map(service).collect::<Vec<_>>())
}
