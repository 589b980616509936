//! The same data as protobuf messages: its types have no bytes, no 16-bit numbers, no tuples and no
//! `u128`, so `prost` cannot share the structs.

use super::calls::ours as calls;
use super::market::ours as market;
use std::collections::BTreeMap;

mod convert;

pub use convert::small;

/// Many messages in one: what a vector of them is.
macro_rules! repeated {
    ($($name:ident of $item:ty;)*) => {$(
        #[derive(Clone, PartialEq, prost::Message)]
        pub struct $name {
            #[prost(message, repeated, tag = "1")]
            pub items: Vec<$item>,
        }
    )*};
}

repeated! {
    Trades of Trade;
    Mbos of Mbo;
    Mbp1s of Mbp1;
    Mbp10s of Mbp10;
    Ohlcvs of Ohlcv;
    Proposals of ProposalInfo;
    Cells of Cell;
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Header {
    #[prost(uint32, tag = "1")]
    pub length: u32,
    #[prost(uint32, tag = "2")]
    pub rtype: u32,
    #[prost(uint32, tag = "3")]
    pub publisher_id: u32,
    #[prost(uint32, tag = "4")]
    pub instrument_id: u32,
    #[prost(fixed64, tag = "5")]
    pub ts_event: u64,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Trade {
    #[prost(message, optional, tag = "1")]
    pub hd: Option<Header>,
    #[prost(sint64, tag = "2")]
    pub price: i64,
    #[prost(uint32, tag = "3")]
    pub size: u32,
    #[prost(int32, tag = "4")]
    pub action: i32,
    #[prost(int32, tag = "5")]
    pub side: i32,
    #[prost(uint32, tag = "6")]
    pub flags: u32,
    #[prost(uint32, tag = "7")]
    pub depth: u32,
    #[prost(fixed64, tag = "8")]
    pub ts_recv: u64,
    #[prost(sint32, tag = "9")]
    pub ts_in_delta: i32,
    #[prost(uint32, tag = "10")]
    pub sequence: u32,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Mbo {
    #[prost(message, optional, tag = "1")]
    pub hd: Option<Header>,
    #[prost(uint64, tag = "2")]
    pub order_id: u64,
    #[prost(sint64, tag = "3")]
    pub price: i64,
    #[prost(uint32, tag = "4")]
    pub size: u32,
    #[prost(uint32, tag = "5")]
    pub flags: u32,
    #[prost(uint32, tag = "6")]
    pub channel_id: u32,
    #[prost(int32, tag = "7")]
    pub action: i32,
    #[prost(int32, tag = "8")]
    pub side: i32,
    #[prost(fixed64, tag = "9")]
    pub ts_recv: u64,
    #[prost(sint32, tag = "10")]
    pub ts_in_delta: i32,
    #[prost(uint32, tag = "11")]
    pub sequence: u32,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Level {
    #[prost(sint64, tag = "1")]
    pub bid_px: i64,
    #[prost(sint64, tag = "2")]
    pub ask_px: i64,
    #[prost(uint32, tag = "3")]
    pub bid_sz: u32,
    #[prost(uint32, tag = "4")]
    pub ask_sz: u32,
    #[prost(uint32, tag = "5")]
    pub bid_ct: u32,
    #[prost(uint32, tag = "6")]
    pub ask_ct: u32,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Mbp1 {
    #[prost(message, optional, tag = "1")]
    pub trade: Option<Trade>,
    #[prost(message, optional, tag = "2")]
    pub level: Option<Level>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Mbp10 {
    #[prost(message, optional, tag = "1")]
    pub trade: Option<Trade>,
    #[prost(message, repeated, tag = "2")]
    pub levels: Vec<Level>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Ohlcv {
    #[prost(message, optional, tag = "1")]
    pub hd: Option<Header>,
    #[prost(sint64, tag = "2")]
    pub open: i64,
    #[prost(sint64, tag = "3")]
    pub high: i64,
    #[prost(sint64, tag = "4")]
    pub low: i64,
    #[prost(sint64, tag = "5")]
    pub close: i64,
    #[prost(uint64, tag = "6")]
    pub volume: u64,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Account {
    #[prost(bytes = "vec", tag = "1")]
    pub owner: Vec<u8>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub subaccount: Option<Vec<u8>>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Transfer {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub from_subaccount: Option<Vec<u8>>,
    #[prost(message, optional, tag = "2")]
    pub to: Option<Account>,
    #[prost(uint64, optional, tag = "3")]
    pub fee: Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub created_at_time: Option<u64>,
    #[prost(bytes = "vec", optional, tag = "5")]
    pub memo: Option<Vec<u8>>,
    #[prost(uint64, tag = "6")]
    pub amount: u64,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Ballot {
    #[prost(uint64, tag = "1")]
    pub neuron: u64,
    #[prost(int32, tag = "2")]
    pub vote: i32,
    #[prost(uint64, tag = "3")]
    pub voting_power: u64,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Tally {
    #[prost(uint64, tag = "1")]
    pub yes: u64,
    #[prost(uint64, tag = "2")]
    pub no: u64,
    #[prost(uint64, tag = "3")]
    pub total: u64,
    #[prost(uint64, tag = "4")]
    pub timestamp_seconds: u64,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Motion {
    #[prost(string, tag = "1")]
    pub motion_text: String,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Upgrade {
    #[prost(bytes = "vec", tag = "1")]
    pub canister_id: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    pub arguments: Vec<u8>,
}

#[derive(Clone, PartialEq, prost::Oneof)]
pub enum Action {
    #[prost(message, tag = "3")]
    Motion(Motion),
    #[prost(message, tag = "4")]
    Upgrade(Upgrade),
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Proposal {
    #[prost(string, tag = "1")]
    pub url: String,
    #[prost(string, optional, tag = "2")]
    pub title: Option<String>,
    #[prost(oneof = "Action", tags = "3, 4")]
    pub action: Option<Action>,
    #[prost(string, tag = "5")]
    pub summary: String,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct ProposalInfo {
    #[prost(uint64, optional, tag = "1")]
    pub id: Option<u64>,
    #[prost(int32, tag = "2")]
    pub status: i32,
    #[prost(int32, tag = "3")]
    pub topic: i32,
    #[prost(string, optional, tag = "4")]
    pub failure_reason: Option<String>,
    #[prost(message, repeated, tag = "5")]
    pub ballots: Vec<Ballot>,
    #[prost(uint64, tag = "6")]
    pub proposal_timestamp_seconds: u64,
    #[prost(uint64, tag = "7")]
    pub reward_event_round: u64,
    #[prost(uint64, optional, tag = "8")]
    pub deadline_timestamp_seconds: Option<u64>,
    #[prost(uint64, tag = "9")]
    pub reject_cost_e8s: u64,
    #[prost(message, optional, tag = "10")]
    pub latest_tally: Option<Tally>,
    #[prost(int32, tag = "11")]
    pub reward_status: i32,
    #[prost(uint64, tag = "12")]
    pub decided_timestamp_seconds: u64,
    #[prost(message, optional, boxed, tag = "13")]
    pub proposal: Option<Box<Proposal>>,
    #[prost(uint64, optional, tag = "14")]
    pub proposer: Option<u64>,
    #[prost(uint64, tag = "15")]
    pub executed_timestamp_seconds: u64,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Cell {
    #[prost(sint64, tag = "1")]
    pub head: i64,
    #[prost(message, optional, boxed, tag = "2")]
    pub tail: Option<Box<Cell>>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Accounts {
    #[prost(btree_map = "string, uint64", tag = "1")]
    pub balances: BTreeMap<String, u64>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Numbers {
    #[prost(uint64, repeated, tag = "1")]
    pub items: Vec<u64>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Blob {
    #[prost(bytes = "vec", tag = "1")]
    pub bytes: Vec<u8>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Text {
    #[prost(string, tag = "1")]
    pub text: String,
}
