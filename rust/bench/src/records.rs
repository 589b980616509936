//! Records, variants and options, many of one shape; other versions of an interface.

use crate::{evolve, round_trip};
use canbench_rs::{bench, BenchResult};
use candid::{CandidType, Deserialize, Nat, Principal};

const N: u32 = 1000;

#[derive(CandidType, Deserialize)]
struct Wide {
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

fn wide(i: u32) -> Wide {
    Wide {
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

#[bench(raw)]
fn wide_record() -> BenchResult {
    round_trip(&(0..N).map(wide).collect::<Vec<_>>())
}

/// An older reader: fewer fields, some of them wider, one that never was.
#[derive(CandidType, Deserialize)]
struct Older {
    account: String,
    amount: candid::Int,
    balance: u64,
    fee: Option<u32>,
    memo: Option<String>,
    owner: Principal,
    withdrawn: Option<Nat>,
}

#[bench(raw)]
fn subtype_decode() -> BenchResult {
    evolve::<_, Vec<Older>>(&(0..N).map(wide).collect::<Vec<_>>())
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

#[bench(raw)]
fn double_option() -> BenchResult {
    let rows: [Option<Option<u64>>; 3] = [None, Some(None), Some(Some(1))];
    round_trip(
        &rows
            .iter()
            .cycle()
            .take(10_000)
            .copied()
            .collect::<Vec<_>>(),
    )
}

#[bench(raw)]
fn result_variant() -> BenchResult {
    let result = |i: u32| {
        if i % 2 == 0 {
            Ok(u64::from(i))
        } else {
            Err(format!("error {i}"))
        }
    };
    round_trip(
        &(0..10_000)
            .map(result)
            .collect::<Vec<Result<u64, String>>>(),
    )
}

#[derive(CandidType, Deserialize, Clone)]
enum Large {
    Alpha,
    Bravo(u8),
    Charlie(u16),
    Delta(u32),
    Echo(u64),
    Foxtrot(String),
    Golf { x: i32, y: i32 },
    Hotel(Option<u64>),
    India,
    Juliett(bool),
    Kilo(Nat),
    Lima(Vec<u8>),
    Mike,
    November(f64),
    Oscar(Principal),
    Papa { text: String },
}

#[bench(raw)]
fn large_variant() -> BenchResult {
    let rows = [
        Large::Alpha,
        Large::Bravo(1),
        Large::Charlie(2),
        Large::Delta(3),
        Large::Echo(4),
        Large::Foxtrot("five".into()),
        Large::Golf { x: 6, y: -6 },
        Large::Hotel(Some(7)),
        Large::India,
        Large::Juliett(true),
        Large::Kilo(Nat::from(10_u8)),
        Large::Lima(vec![11; 11]),
        Large::Mike,
        Large::November(13.0),
        Large::Oscar(Principal::management_canister()),
        Large::Papa {
            text: "fifteen".into(),
        },
    ];
    round_trip(&rows.iter().cycle().take(4096).cloned().collect::<Vec<_>>())
}

candid::define_service!(Ledger : {
    "balance": candid::func!((Principal) -> (Nat) query);
    "transfer": candid::func!((Principal, Nat) -> (Result<Nat, String>));
});

#[bench(raw)]
fn vec_service() -> BenchResult {
    let service = |i: u32| {
        Ledger(candid::types::reference::Service {
            principal: Principal::from_slice(&i.to_le_bytes()),
        })
    };
    round_trip(&(0..N).map(service).collect::<Vec<_>>())
}
