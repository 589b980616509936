//! Other versions of an interface: what the reader knows and the writer does not, and the other way round.

use crate::evolve;
use canbench_rs::{bench, BenchResult};
use candid::{CandidType, Deserialize, Nat, Principal};

const N: u32 = 2_000;

/// What a newer version writes: twenty fields.
#[derive(CandidType, Deserialize)]
pub(crate) struct Current {
    pub(crate) account: String,
    pub(crate) amount: Nat,
    pub(crate) approved: bool,
    pub(crate) balance: u64,
    pub(crate) block_index: u64,
    pub(crate) created_at: u64,
    pub(crate) description: String,
    pub(crate) expires_at: Option<u64>,
    pub(crate) fee: u32,
    pub(crate) hash: u64,
    pub(crate) identifier: u32,
    pub(crate) kind: u8,
    pub(crate) label: String,
    pub(crate) memo: Option<String>,
    pub(crate) nonce: u64,
    pub(crate) owner: Principal,
    pub(crate) priority: i32,
    pub(crate) rate: f64,
    pub(crate) status: u16,
    pub(crate) version: u32,
}

pub(crate) fn current(i: u32) -> Current {
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
pub(crate) struct Older {
    pub(crate) account: String,
    pub(crate) amount: candid::Int,
    pub(crate) balance: u64,
    pub(crate) block_index: u64,
    pub(crate) created_at: u64,
    pub(crate) fee: Option<u32>,
    pub(crate) kind: u8,
    pub(crate) locked_until: Option<u64>,
    pub(crate) memo: Option<String>,
    pub(crate) owner: Principal,
    pub(crate) referrer: Option<Principal>,
    pub(crate) status: u16,
    pub(crate) withdrawn: Option<Nat>,
}

#[bench(raw)]
fn subtype_older() -> BenchResult {
    evolve::<_, Vec<Older>>(&(0..N).map(current).collect::<Vec<_>>())
}

/// The other direction: a newer reader, whose additional fields are optional.
#[derive(CandidType, Deserialize)]
pub(crate) struct Newer {
    pub(crate) account: String,
    pub(crate) added: Option<u64>,
    pub(crate) amount: Nat,
    pub(crate) balance: u64,
    pub(crate) extended: Option<Vec<String>>,
}

#[derive(CandidType)]
pub(crate) struct Oldest {
    pub(crate) account: String,
    pub(crate) amount: Nat,
    pub(crate) balance: u64,
}

pub(crate) fn oldest(i: u32) -> Oldest {
    Oldest {
        account: format!("account {i}"),
        amount: Nat::from(i),
        balance: 9,
    }
}

#[bench(raw)]
fn subtype_newer() -> BenchResult {
    evolve::<_, Vec<Newer>>(&(0..N).map(oldest).collect::<Vec<_>>())
}

/// What the reader wants of a service.
#[derive(CandidType, Deserialize)]
struct Allowance {
    amount: Nat,
    expires_at: Option<u64>,
}

candid::define_service!(pub(crate) Reader : {
    "allowance": candid::func!((Principal, Principal) -> (Allowance) query);
    "balance": candid::func!((Principal) -> (Nat) query);
    "metadata": candid::func!(() -> (Vec<(String, Nat)>) query);
    "name": candid::func!(() -> (String) query);
    "transfer": candid::func!((Principal, Nat) -> (Result<Nat, String>));
});

// What the writer has: one method more.
candid::define_service!(pub(crate) Writer : {
    "allowance": candid::func!((Principal, Principal) -> (Allowance) query);
    "approve": candid::func!((Principal, Nat) -> (Result<Nat, String>));
    "balance": candid::func!((Principal) -> (Nat) query);
    "metadata": candid::func!(() -> (Vec<(String, Nat)>) query);
    "name": candid::func!(() -> (String) query);
    "transfer": candid::func!((Principal, Nat) -> (Result<Nat, String>));
});

pub(crate) fn service(i: u32) -> Writer {
    Writer(candid::types::reference::Service {
        principal: Principal::from_slice(&i.to_le_bytes()),
    })
}

/// Each reference is compared with the type that the reader wants.
#[bench(raw)]
fn typed_services() -> BenchResult {
    evolve::<_, Vec<Reader>>(&(0..N).map(service).collect::<Vec<_>>())
}
