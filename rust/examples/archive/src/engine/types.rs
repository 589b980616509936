//! What goes in and out of the archive.

use candid::{define_function, CandidType, Deserialize, Nat, Principal};
use serde_bytes::ByteBuf;

/// Nanoseconds since 1970.
pub type Time = u64;

/// What the archive is installed with.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct Terms {
    /// What the market is called.
    pub symbol: String,
    /// Who may add trades.
    pub writer: Principal,
    /// How many seconds one candle is long.
    pub candle_seconds: u32,
    /// How many items one page has at most.
    pub max_page: u16,
}

/// Which way the order went that came.
#[derive(CandidType, Deserialize, Clone, Copy, Debug, PartialEq)]
pub enum Side {
    /// It wanted the asset.
    Buy,
    /// It had the asset.
    Sell,
}

/// Two orders met.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct Trade {
    /// When.
    pub at: Time,
    /// At what price.
    pub price: u64,
    /// How much changed hands.
    pub quantity: u64,
    /// Which way the order went that came.
    pub taker_side: Side,
}

/// A part of time; what is left out is open.
#[derive(CandidType, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Range {
    /// Not before this.
    pub from: Option<Time>,
    /// Before this.
    pub until: Option<Time>,
}

define_function!(pub Follow : (Token) -> (Page) query);

/// Where the next page begins. Clients hand it back as it is.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct Token {
    /// The number of the next trade.
    pub next: u64,
    /// Where the range ends.
    pub until: Option<Time>,
    /// How many trades the page shall have.
    pub limit: u16,
}

/// How to get on.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct Next {
    /// The method to call, which may be another canister's one day.
    pub follow: Follow,
    /// What to call it with.
    pub token: Token,
}

/// Some trades, oldest first.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct Page {
    /// The number of the first one, if there is one.
    pub first: Option<u64>,
    /// The trades.
    pub trades: Vec<Trade>,
    /// Where there are more.
    pub next: Option<Next>,
}

/// What happened in one piece of time.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct Candle {
    /// When it began.
    pub start: Time,
    /// The first price.
    pub open: u64,
    /// The highest price.
    pub high: u64,
    /// The lowest price.
    pub low: u64,
    /// The last price.
    pub close: u64,
    /// How much changed hands altogether.
    pub volume: Nat,
    /// In how many trades.
    pub trades: u32,
}

/// Some candles, oldest first.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct CandlePage {
    /// The candles. Where nothing happened there is none.
    pub candles: Vec<Candle>,
    /// What to ask from for the next page.
    pub next: Option<Time>,
}

/// Rows as they are stored, for those who copy the archive.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct Chunk {
    /// As many as were asked for, or what is left.
    pub bytes: ByteBuf,
    /// How many bytes all rows are.
    pub total: u64,
}

/// What is in the archive.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct Info {
    /// The terms.
    pub terms: Terms,
    /// How many trades there are.
    pub trades: u64,
    /// When the first one was.
    pub oldest: Option<Time>,
    /// When the last one was.
    pub newest: Option<Time>,
    /// How many bytes one row has.
    pub row_bytes: u16,
}

/// What has been added.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct Appended {
    /// The number of the first one, or of the next one if there is none.
    pub first: u64,
    /// How many.
    pub count: u32,
}

/// Why nothing has been added.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub enum AppendError {
    /// Only this one may add trades.
    NotWriter {
        /// Whoever that is.
        writer: Principal,
    },
    /// Trades come in the order in which they happened.
    OutOfOrder {
        /// Which of the trades came too late.
        position: u32,
        /// There is a trade of this time before it.
        after: Time,
    },
    /// A trade of nothing, or for nothing.
    Empty {
        /// Which of the trades.
        position: u32,
    },
    /// There is no more stable memory.
    Full,
}
