//! Wide records.

use crate::round_trip;
use canbench_rs::{bench, BenchResult};
use candid::{CandidType, Deserialize, Nat, Principal};

const N: u32 = 500;

/// Fifty fields.
#[derive(CandidType, Deserialize)]
pub(crate) struct Wide {
    pub(crate) account: String,
    pub(crate) amount: Nat,
    pub(crate) approved: bool,
    pub(crate) balance: u64,
    pub(crate) block_index: u32,
    pub(crate) burned: bool,
    pub(crate) category: u32,
    pub(crate) checksum: u64,
    pub(crate) closed: bool,
    pub(crate) comment: Option<String>,
    pub(crate) confirmed: bool,
    pub(crate) country: u16,
    pub(crate) created_at: u32,
    pub(crate) currency: String,
    pub(crate) customer: u32,
    pub(crate) deadline: Option<u64>,
    pub(crate) delegate: Option<Principal>,
    pub(crate) deleted: bool,
    pub(crate) description: String,
    pub(crate) discount: u64,
    pub(crate) expires_at: Option<u64>,
    pub(crate) fee: u64,
    pub(crate) frozen: bool,
    pub(crate) generation: u64,
    pub(crate) height: u32,
    pub(crate) identifier: u64,
    pub(crate) invoice: u32,
    pub(crate) kind: u8,
    pub(crate) label: String,
    pub(crate) ledger: u64,
    pub(crate) limit: u32,
    pub(crate) memo: Option<u64>,
    pub(crate) minted: bool,
    pub(crate) modified_at: u64,
    pub(crate) nonce: u32,
    pub(crate) note: Option<String>,
    pub(crate) owner: Principal,
    pub(crate) parent: Option<u32>,
    pub(crate) priority: i32,
    pub(crate) quota: u64,
    pub(crate) rate: f64,
    pub(crate) reference: u64,
    pub(crate) region: u32,
    pub(crate) revision: u64,
    pub(crate) score: i64,
    pub(crate) sequence: u64,
    pub(crate) status: u16,
    pub(crate) supply: Nat,
    pub(crate) tax: u32,
    pub(crate) version: u64,
}

pub(crate) fn wide(i: u32) -> Wide {
    Wide {
        account: "account".into(),
        amount: Nat::from(i),
        approved: i % 2 == 0,
        balance: u64::from(i) << 20,
        block_index: i,
        burned: i % 2 == 0,
        category: i,
        checksum: u64::from(i) << 20,
        closed: i % 2 == 0,
        comment: (i % 2 == 0).then(|| "comment".into()),
        confirmed: i % 2 == 0,
        country: 200,
        created_at: i,
        currency: "currency".into(),
        customer: i,
        deadline: (i % 3 == 0).then_some(1_800_000_000),
        delegate: None,
        deleted: i % 2 == 0,
        description: "description".into(),
        discount: u64::from(i) << 20,
        expires_at: (i % 3 == 0).then_some(1_800_000_000),
        fee: u64::from(i) << 20,
        frozen: i % 2 == 0,
        generation: u64::from(i) << 20,
        height: i,
        identifier: u64::from(i) << 20,
        invoice: i,
        kind: 3,
        label: "label".into(),
        ledger: u64::from(i) << 20,
        limit: i,
        memo: (i % 3 == 0).then_some(1_800_000_000),
        minted: i % 2 == 0,
        modified_at: u64::from(i) << 20,
        nonce: i,
        note: (i % 2 == 0).then(|| "note".into()),
        owner: Principal::management_canister(),
        parent: (i % 3 == 1).then_some(i),
        priority: -1,
        quota: u64::from(i) << 20,
        rate: 0.25,
        reference: u64::from(i) << 20,
        region: i,
        revision: u64::from(i) << 20,
        score: -1,
        sequence: u64::from(i) << 20,
        status: 200,
        supply: Nat::from(i),
        tax: i,
        version: u64::from(i) << 20,
    }
}

pub(crate) fn wide_records() -> Vec<Wide> {
    (0..N).map(wide).collect()
}

#[bench(raw)]
fn fifty_fields() -> BenchResult {
    round_trip(&wide_records())
}
