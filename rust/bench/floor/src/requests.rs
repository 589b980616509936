//! Types and values of benchmarks in `../../src` that declare theirs inside of functions: results of calls, a variant of many
//! cases, options of options, three vectors.

use crate::values::{p4, p8};
use candid::{CandidType, Deserialize, Principal};
use serde_bytes::ByteBuf;

#[derive(CandidType, Deserialize)]
pub(crate) struct AccountResponse {
    pub(crate) account: Principal,
    pub(crate) balance_real: i128,
    pub(crate) balance_fake: i128,
    pub(crate) balance_ledger: i128,
    pub(crate) last_update: u64,
    pub(crate) overdraft_limit: u128,
    pub(crate) name: String,
}
#[derive(CandidType, Deserialize)]
pub(crate) enum AccountError {
    NotAuthorized(Principal),
    #[allow(dead_code, reason = "no message has it")]
    AccountNotFound,
    InsufficientBalance {
        needed: u128,
        available: i128,
    },
    #[allow(dead_code, reason = "no message has it")]
    InternalError(String),
}
#[derive(CandidType, Deserialize)]
pub(crate) enum AccountResult {
    Ok(AccountResponse),
    Err(AccountError),
}

/// Results, half of them errors.
pub(crate) fn accounts() -> Vec<AccountResult> {
    (0..1000)
        .map(|i| match i % 4 {
            0 => AccountResult::Err(AccountError::InsufficientBalance {
                needed: i as u128 * 1000,
                available: i as i128 * 100,
            }),
            1 => AccountResult::Err(AccountError::NotAuthorized(p4(i as u32))),
            _ => AccountResult::Ok(AccountResponse {
                account: p4(i as u32),
                balance_real: i as i128 * 1_000_000,
                balance_fake: 0,
                balance_ledger: i as i128 * 1_000_000,
                last_update: 1_700_000_000 + i as u64,
                overdraft_limit: 10_000_000_000,
                name: format!("account-{i}"),
            }),
        })
        .collect()
}

#[rustfmt::skip] // A line for each of the 21 variants.
#[derive(CandidType, Deserialize, Clone)]
pub(crate) enum LargeAction {
    Transfer { from: Principal, to: Principal, amount: u64, memo: Option<u64> },
    Approve { spender: Principal, amount: u64, expires_at: Option<u64> },
    Burn { amount: u64 },
    Mint { to: Principal, amount: u64 },
    SetFee(u64),
    SetAdmin(Principal),
    Pause,
    Unpause,
    Upgrade(ByteBuf),
    AddMinter(Principal),
    RemoveMinter(Principal),
    SetName(String),
    SetSymbol(String),
    SetLogo(String),
    SetMetadata { key: String, value: String },
    CreateProposal { title: String, summary: String, url: String },
    Vote { proposal_id: u64, vote: bool },
    Execute(u64),
    Reject(u64),
    RegisterNeuron { stake: u64, dissolve_delay: u64 },
    DisburseNeuron { neuron_id: u64, to: Principal, amount: Option<u64> },
}

/// A hundred of each case.
#[rustfmt::skip] // A line for each of the 21 variants.
pub(crate) fn actions() -> Vec<LargeAction> {
    use LargeAction::*;
    (0..2100)
        .map(|i| {
            let (p, n) = (p4(i as u32), i as u64);
            match i % 21 {
                0 => Transfer { from: p, to: p, amount: n * 100, memo: Some(42) },
                1 => Approve { spender: p, amount: n, expires_at: Some(1_700_000_000) },
                2 => Burn { amount: n * 50 },
                3 => Mint { to: p, amount: n * 1000 },
                4 => SetFee(n),
                5 => SetAdmin(p),
                6 => Pause,
                7 => Unpause,
                8 => Upgrade(ByteBuf::from(vec![i as u8; 32])),
                9 => AddMinter(p),
                10 => RemoveMinter(p),
                11 => SetName(format!("name-{i}")),
                12 => SetSymbol(format!("SYM{i}")),
                13 => SetLogo(format!("https://example.com/logo-{i}.png")),
                14 => SetMetadata { key: format!("key-{i}"), value: format!("val-{i}") },
                15 => CreateProposal {
                    title: format!("Proposal {i}"),
                    summary: format!("Summary for {i}"),
                    url: format!("https://example.com/{i}"),
                },
                16 => Vote { proposal_id: n, vote: i % 2 == 0 },
                17 => Execute(n),
                18 => Reject(n),
                19 => RegisterNeuron { stake: n * 100_000_000, dissolve_delay: 15_778_800 },
                _ => DisburseNeuron { neuron_id: n, to: p, amount: Some(n * 100) },
            }
        })
        .collect()
}

#[derive(CandidType, Deserialize)]
pub(crate) struct UpdateRequest {
    pub(crate) target_balance: Option<Option<i128>>,
    pub(crate) expiration: Option<Option<u64>>,
    pub(crate) spending_limit: Option<Option<u128>>,
    pub(crate) description: Option<Option<String>>,
    pub(crate) account: Principal,
}

/// None, some of none, some of some, by turns.
fn by_turns<T>(i: i32, value: T) -> Option<Option<T>> {
    match i % 3 {
        0 => None,
        1 => Some(None),
        _ => Some(Some(value)),
    }
}

/// Options of options, each a third of the time absent, empty, full.
pub(crate) fn updates() -> Vec<UpdateRequest> {
    (0..1000)
        .map(|i| UpdateRequest {
            target_balance: by_turns(i, i as i128 * 1_000_000),
            expiration: by_turns(i, 1_700_000_000 + i as u64),
            spending_limit: by_turns(i, i as u128 * 500),
            description: by_turns(i, format!("update-{i}")),
            account: p4(i as u32),
        })
        .collect()
}

/// The three arguments of one message.
pub(crate) fn three_args() -> (Vec<Principal>, Vec<u64>, Vec<String>) {
    let principals = (0..1000).map(p8).collect();
    let amounts = (0..1000).map(|i| i * 1_000_000).collect();
    let memos = (0..1000).map(|i| format!("memo-{i}")).collect();
    (principals, amounts, memos)
}
