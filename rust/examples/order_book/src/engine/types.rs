//! What goes in and out of the engine, which is also what goes over the wire.

use candid::{CandidType, Deserialize, Principal};

/// Names an order. Orders are numbered in the order in which they arrive, which is the order of their priority.
pub type OrderId = u64;
/// Names a trade. Trades are numbered without gaps.
pub type TradeId = u64;
/// A price in the smallest unit of the quoted asset.
pub type Price = u64;
/// An amount in the smallest unit of the traded asset.
pub type Quantity = u64;

/// What can be traded here, and how much of it.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// What the market is called.
    pub symbol: String,
    /// Prices are multiples of this.
    pub tick_size: Price,
    /// Quantities are multiples of this.
    pub lot_size: Quantity,
    /// How many orders one owner may have in the book.
    pub max_open_per_owner: u32,
}

/// Which way an order goes.
#[derive(CandidType, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Wants the asset.
    Buy,
    /// Has the asset.
    Sell,
}

/// What happens to the part of an order that does not trade at once.
#[derive(CandidType, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It waits in the book at this price.
    Limit {
        /// The worst price to trade at.
        price: Price,
    },
    /// Trades at any price; the rest is dropped.
    Market,
    /// The rest is dropped.
    ImmediateOrCancel {
        /// The worst price to trade at.
        price: Price,
    },
    /// Only ever waits in the book: it is refused if it would trade at once.
    PostOnly {
        /// The price to wait at.
        price: Price,
    },
}

/// An order on its way into the book.
#[derive(CandidType, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewOrder {
    /// Which way it goes.
    pub side: Side,
    /// At what price, and what of the rest.
    pub kind: Kind,
    /// How much.
    pub quantity: Quantity,
    /// A number of the owner's choice, kept with the order.
    pub tag: Option<u64>,
}

/// New terms for an order in the book.
#[derive(CandidType, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The order to replace.
    pub order_id: OrderId,
    /// The new price.
    pub price: Price,
    /// How much shall be open afterwards.
    pub quantity: Quantity,
}

/// Two orders met.
#[derive(CandidType, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trade {
    /// The number of the trade.
    pub id: TradeId,
    /// The price, which is that of the order that was there first.
    pub price: Price,
    /// How much changed hands.
    pub quantity: Quantity,
    /// The order that was in the book.
    pub maker: OrderId,
    /// The order that came.
    pub taker: OrderId,
    /// Which way the order went that came.
    pub taker_side: Side,
    /// When, as the caller of the engine told it.
    pub at: u64,
}

/// What became of a new or replaced order.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The order's number from now on.
    pub order_id: OrderId,
    /// What it traded at once, best price first.
    pub trades: Vec<Trade>,
    /// How much waits in the book.
    pub open: Quantity,
    /// How much was dropped.
    pub dropped: Quantity,
}

/// Where an order stands.
#[derive(CandidType, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Waits in the book.
    Open,
    /// All of it has traded.
    Filled,
    /// What had not traded was withdrawn or dropped.
    Cancelled,
    /// Goes on under another number.
    Replaced {
        /// That number.
        by: OrderId,
    },
}

/// All that is known of an order.
#[derive(CandidType, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderInfo {
    /// Its number.
    pub id: OrderId,
    /// Whose it is.
    pub owner: Principal,
    /// Which way it goes.
    pub side: Side,
    /// Its price; orders that trade at any price have none.
    pub price: Option<Price>,
    /// How much it was for.
    pub quantity: Quantity,
    /// How much of it has traded.
    pub filled: Quantity,
    /// The number its owner gave it.
    pub tag: Option<u64>,
    /// Where it stands.
    pub status: Status,
}

impl OrderInfo {
    /// How much of it has not traded.
    pub fn remaining(&self) -> Quantity {
        self.quantity - self.filled
    }
}

/// What waits at one price.
#[derive(CandidType, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelInfo {
    /// The price.
    pub price: Price,
    /// How much waits there altogether.
    pub quantity: u128,
    /// In how many orders.
    pub orders: u32,
}

/// The best prices of both sides, best first.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Depth {
    /// What buyers would pay.
    pub bids: Vec<LevelInfo>,
    /// What sellers want.
    pub asks: Vec<LevelInfo>,
    /// The number that the next trade will have: what `trades_since` is asked to follow from here.
    pub next_trade: TradeId,
}

/// Why something was not done. Nothing has changed then.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq, Eq)]
pub enum OrderError {
    /// The price is zero or no multiple of the tick.
    BadPrice {
        /// The tick.
        tick_size: Price,
    },
    /// The quantity is zero or no multiple of the lot.
    BadQuantity {
        /// The lot.
        lot_size: Quantity,
    },
    /// The order was to wait in the book only, and would have traded.
    WouldTrade {
        /// The best price of the other side.
        best: Price,
    },
    /// The owner has as many orders in the book as one may have.
    TooManyOpen {
        /// That many.
        limit: u32,
    },
    /// There is no such order, or it was done so long ago that it is forgotten.
    UnknownOrder,
    /// The order is somebody else's.
    NotOwner,
    /// The order is in the book no more.
    NotOpen {
        /// Where it stands.
        status: Status,
    },
    /// The terms of the market, or a stored state, make no sense.
    BadState(String),
}
