//! The values that are counted.

use candid::{CandidType, Deserialize, Nat, Principal};
use serde_bytes::ByteBuf;
use std::borrow::Cow;

#[derive(CandidType, Deserialize, Clone)]
pub(crate) struct Account {
    owner: Principal,
    subaccount: Option<ByteBuf>,
}

/// The argument of an ICRC-1 transfer.
#[derive(CandidType, Deserialize, Clone)]
pub(crate) struct Transfer {
    from_subaccount: Option<ByteBuf>,
    to: Account,
    fee: Option<Nat>,
    created_at_time: Option<u64>,
    memo: Option<ByteBuf>,
    amount: Nat,
}

pub(crate) fn transfer() -> Transfer {
    Transfer {
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

/// What a reader wants that asks for nothing else of a transfer.
#[derive(CandidType, Deserialize)]
pub(crate) struct Amount {
    #[serde(rename = "created_at_time")]
    _created_at_time: Option<u64>,
}

#[derive(CandidType, Deserialize, Clone)]
pub(crate) enum TransferError {
    GenericError { message: String, error_code: Nat },
    TemporarilyUnavailable,
    InsufficientFunds { balance: Nat },
}

impl TransferError {
    pub(crate) fn refused() -> Self {
        TransferError::GenericError {
            message: "the account is frozen".into(),
            error_code: Nat::from(7_u8),
        }
    }
}

#[derive(CandidType, Deserialize, Clone, Copy)]
pub(crate) enum Side {
    Buy,
    Sell,
}

/// 48 bytes of market data.
#[derive(CandidType, Deserialize, Clone, Copy)]
pub(crate) struct Trade {
    ts_event: u64,
    instrument_id: u32,
    publisher_id: u16,
    rtype: u8,
    length: u8,
    price: i64,
    size: u32,
    action: i8,
    side: i8,
    flags: u8,
    depth: u8,
    ts_recv: u64,
    ts_in_delta: i32,
    sequence: u32,
}

pub(crate) fn trades() -> Vec<Trade> {
    let trade = |i: u32| Trade {
        ts_event: u64::from(i) << 10,
        instrument_id: i % 100,
        publisher_id: 1,
        rtype: 0,
        length: 12,
        price: 100_000_000_000,
        size: 1 + i % 50,
        action: 84,
        side: 65,
        flags: 0,
        depth: 0,
        ts_recv: u64::from(i) << 10,
        ts_in_delta: 20_000,
        sequence: i,
    };
    (0..1000).map(trade).collect()
}

/// 56 bytes of market data.
#[derive(CandidType, Deserialize, Clone, Copy)]
pub(crate) struct Candle {
    ts_event: u64,
    instrument_id: u32,
    publisher_id: u16,
    rtype: u8,
    length: u8,
    open: i64,
    high: i64,
    low: i64,
    close: i64,
    volume: u64,
}

pub(crate) fn candles() -> Vec<Candle> {
    let candle = |i: u32| Candle {
        ts_event: u64::from(i) << 10,
        instrument_id: i % 100,
        publisher_id: 1,
        rtype: 32,
        length: 14,
        open: 100,
        high: 109,
        low: 91,
        close: 101,
        volume: 1000,
    };
    (0..1000).map(candle).collect()
}

/// A proposal and its votes, in the manner of a governance canister.
#[derive(CandidType, Deserialize, Clone)]
pub(crate) struct Proposal {
    id: Option<u64>,
    title: Option<String>,
    summary: String,
    proposer: Option<Principal>,
    ballots: Vec<(u64, Ballot)>,
    tally: Option<Tally>,
    action: Option<Action>,
    failure_reason: Option<String>,
}

#[derive(CandidType, Deserialize, Clone)]
pub(crate) struct Ballot {
    vote: i32,
    voting_power: u64,
}

#[derive(CandidType, Deserialize, Clone)]
pub(crate) struct Tally {
    yes: u64,
    no: u64,
    total: u64,
}

#[derive(CandidType, Deserialize, Clone)]
pub(crate) enum Action {
    Motion {
        text: String,
    },
    Upgrade {
        canister: Principal,
        arguments: ByteBuf,
    },
}

pub(crate) fn governance() -> Vec<Proposal> {
    let proposal = |i: u64| Proposal {
        id: Some(i),
        title: i.is_multiple_of(2).then(|| "Minutes of meetings".into()),
        summary: "Meetings should be documented for the community.".into(),
        proposer: Some(Principal::from_slice(&[7; 10])),
        ballots: vec![
            (
                i,
                Ballot {
                    vote: 1,
                    voting_power: 140_400_000,
                },
            );
            3
        ],
        tally: Some(Tally {
            yes: i,
            no: 0,
            total: i,
        }),
        action: Some(if i.is_multiple_of(3) {
            Action::Upgrade {
                canister: Principal::from_slice(&[8; 10]),
                arguments: ByteBuf::from([0; 100]),
            }
        } else {
            Action::Motion {
                text: "Shall the minutes be published?".into(),
            }
        }),
        failure_reason: None,
    };
    (0..100).map(proposal).collect()
}

#[derive(CandidType, Deserialize, Clone)]
pub(crate) struct Tree {
    value: u64,
    next: Option<Box<Tree>>,
}

pub(crate) fn nested(depth: u64) -> Option<Box<Tree>> {
    (0..depth).fold(None, |next, value| Some(Box::new(Tree { value, next })))
}

/// All its text and bytes are those of the message.
#[derive(CandidType, Deserialize)]
pub(crate) struct Quote<'a> {
    symbol: &'a str,
    #[serde(borrow)]
    pub(crate) note: Cow<'a, str>,
    #[serde(borrow, with = "serde_bytes")]
    signature: Cow<'a, [u8]>,
    side: SideOf<'a>,
    owner: Principal,
    price: u64,
}

#[derive(CandidType, Deserialize)]
enum SideOf<'a> {
    Unknown(&'a str),
}

pub(crate) fn quote(text: &str) -> Quote<'_> {
    Quote {
        symbol: text,
        note: Cow::Borrowed(text),
        signature: Cow::Borrowed(text.as_bytes()),
        side: SideOf::Unknown(text),
        owner: Principal::anonymous(),
        price: 7,
    }
}
