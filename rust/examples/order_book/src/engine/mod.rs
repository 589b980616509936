//! The matching engine: what an order book does, without a canister around it.
//!
//! It is deterministic and knows no clock, no network and no memory but its own: the same commands in the same
//! order give the same answers everywhere. Money is counted in whole numbers of the smallest unit.

mod book;
mod ladder;
mod snapshot;
mod types;

pub use book::Book;
pub use snapshot::Snapshot;
pub use types::{
    Config, Depth, Kind, LevelInfo, NewOrder, OrderError, OrderId, OrderInfo, Placed, Price,
    Quantity, Replacement, Side, Status, Trade, TradeId,
};
