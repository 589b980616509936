//! Variants, many of one shape.

use crate::round_trip;
use canbench_rs::{bench, BenchResult};
use candid::{CandidType, Deserialize, Nat};

const N: u32 = 2_000;

#[derive(CandidType, Deserialize)]
pub(crate) struct Receipt {
    pub(crate) block_index: u64,
    pub(crate) fee: u32,
    pub(crate) memo: String,
}

#[derive(CandidType, Deserialize)]
pub(crate) enum Refusal {
    Duplicate { of: u64 },
    InsufficientFunds { balance: Nat },
    Other(String),
    TooOld,
}

pub(crate) fn results() -> Vec<Result<Receipt, Refusal>> {
    let result = |i: u32| match i % 8 {
        1 => Err(Refusal::Duplicate { of: u64::from(i) }),
        3 => Err(Refusal::InsufficientFunds {
            balance: Nat::from(i),
        }),
        5 => Err(Refusal::Other("the ledger is being upgraded".into())),
        7 => Err(Refusal::TooOld),
        _ => Ok(Receipt {
            block_index: u64::from(i),
            fee: 10_000,
            memo: "a payment".into(),
        }),
    };
    (0..N).map(result).collect()
}

#[bench(raw)]
fn results_of_calls() -> BenchResult {
    round_trip(&results())
}

/// Fifty tags.
#[derive(CandidType, Deserialize, Clone)]
pub(crate) enum Large {
    Alfa,
    Bravo(u32),
    Charlie(String),
    Delta(Option<u64>),
    Echo { x: i32, y: i32 },
    Foxtrot,
    Golf(u32),
    Hotel(String),
    India(Option<u64>),
    Juliett { x: i32, y: i32 },
    Kilo,
    Lima(u32),
    Mike(String),
    November(Option<u64>),
    Oscar { x: i32, y: i32 },
    Papa,
    Quebec(u32),
    Romeo(String),
    Sierra(Option<u64>),
    Tango { x: i32, y: i32 },
    Uniform,
    Victor(u32),
    Whiskey(String),
    Xray(Option<u64>),
    Yankee { x: i32, y: i32 },
    Zulu,
    Alpha(u32),
    Beta(String),
    Gamma(Option<u64>),
    Digamma { x: i32, y: i32 },
    Epsilon,
    Zeta(u32),
    Eta(String),
    Theta(Option<u64>),
    Iota { x: i32, y: i32 },
    Kappa,
    Lambda(u32),
    Mu(String),
    Nu(Option<u64>),
    Xi { x: i32, y: i32 },
    Omicron,
    Pi(u32),
    Rho(String),
    Sigma(Option<u64>),
    Tau { x: i32, y: i32 },
    Upsilon,
    Phi(u32),
    Chi(String),
    Psi(Option<u64>),
    Omega { x: i32, y: i32 },
}

pub(crate) fn large() -> Vec<Large> {
    let rows = [
        Large::Alfa,
        Large::Bravo(1),
        Large::Charlie("tag 2".into()),
        Large::Delta(Some(3)),
        Large::Echo { x: 4, y: -4 },
        Large::Foxtrot,
        Large::Golf(6),
        Large::Hotel("tag 7".into()),
        Large::India(Some(8)),
        Large::Juliett { x: 9, y: -9 },
        Large::Kilo,
        Large::Lima(11),
        Large::Mike("tag 12".into()),
        Large::November(Some(13)),
        Large::Oscar { x: 14, y: -14 },
        Large::Papa,
        Large::Quebec(16),
        Large::Romeo("tag 17".into()),
        Large::Sierra(Some(18)),
        Large::Tango { x: 19, y: -19 },
        Large::Uniform,
        Large::Victor(21),
        Large::Whiskey("tag 22".into()),
        Large::Xray(Some(23)),
        Large::Yankee { x: 24, y: -24 },
        Large::Zulu,
        Large::Alpha(26),
        Large::Beta("tag 27".into()),
        Large::Gamma(Some(28)),
        Large::Digamma { x: 29, y: -29 },
        Large::Epsilon,
        Large::Zeta(31),
        Large::Eta("tag 32".into()),
        Large::Theta(Some(33)),
        Large::Iota { x: 34, y: -34 },
        Large::Kappa,
        Large::Lambda(36),
        Large::Mu("tag 37".into()),
        Large::Nu(Some(38)),
        Large::Xi { x: 39, y: -39 },
        Large::Omicron,
        Large::Pi(41),
        Large::Rho("tag 42".into()),
        Large::Sigma(Some(43)),
        Large::Tau { x: 44, y: -44 },
        Large::Upsilon,
        Large::Phi(46),
        Large::Chi("tag 47".into()),
        Large::Psi(Some(48)),
        Large::Omega { x: 49, y: -49 },
    ];
    rows.iter().cycle().take(N as usize).cloned().collect()
}

#[bench(raw)]
fn fifty_cases() -> BenchResult {
    round_trip(&large())
}
