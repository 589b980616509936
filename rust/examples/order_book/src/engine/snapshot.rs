//! The state of a book as a value that can be stored: what follows from the rest is left out and made anew.

use super::book::Book;
use super::types::{Config, OrderError, OrderId, OrderInfo, Price, Side, Status, Trade, TradeId};
use candid::{CandidType, Deserialize};

/// What a book is made of.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The terms of the market.
    pub config: Config,
    /// The number of the next order.
    pub next_order: OrderId,
    /// The number of the next trade.
    pub next_trade: TradeId,
    /// The orders in the book.
    pub open: Vec<OrderInfo>,
    /// The orders that are done and not forgotten.
    pub done: Vec<OrderInfo>,
    /// The trades that are not forgotten, oldest first.
    pub trades: Vec<Trade>,
}

impl Book {
    /// What this book is made of.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            config: self.config.clone(),
            next_order: self.next_order,
            next_trade: self.next_trade,
            open: self.open.values().copied().collect(),
            done: self.done.values().copied().collect(),
            trades: self.trades.iter().copied().collect(),
        }
    }

    /// The book that was made of this.
    ///
    /// # Errors
    ///
    /// No book is made of this: an order is there twice or has a number that was not given out, an open one has nothing
    /// left or no price, a buyer bids what a seller asks, trades are out of order.
    pub fn restore(snapshot: Snapshot) -> Result<Self, OrderError> {
        let bad = |what: &str| Err(OrderError::BadState(what.into()));
        let mut book = Book::new(snapshot.config)?;
        book.next_order = snapshot.next_order;
        book.next_trade = snapshot.next_trade;
        for order in snapshot.open {
            let Some(price) = waiting_price(&order) else {
                return bad("an open order has nothing left or no price");
            };
            if order.id >= book.next_order || book.order(order.id).is_some() {
                return bad("an open order has a number that is not its own");
            }
            book.wait(order, price);
        }
        for order in snapshot.done {
            if order.filled > order.quantity || order.status == Status::Open {
                return bad("an order that is done is open");
            }
            if order.id >= book.next_order || book.order(order.id).is_some() {
                return bad("an order that is done has a number that is not its own");
            }
            book.done.insert(order.id, order);
        }
        let best = |side| {
            book.open
                .values()
                .filter(move |o| o.side == side)
                .filter_map(|o| o.price)
        };
        if best(Side::Buy).max() >= best(Side::Sell).min() && best(Side::Sell).next().is_some() {
            return bad("a buyer bids what a seller asks");
        }
        let is_ascending = snapshot
            .trades
            .windows(2)
            .all(|pair| pair[0].id < pair[1].id);
        if !is_ascending
            || snapshot
                .trades
                .last()
                .is_some_and(|last| last.id >= book.next_trade)
        {
            return bad("the trades are not in the order of their numbers");
        }
        book.trades = snapshot.trades.into();
        Ok(book)
    }
}

/// The price of an order that can wait in a book.
fn waiting_price(order: &OrderInfo) -> Option<Price> {
    (order.status == Status::Open && order.filled < order.quantity)
        .then_some(order.price)
        .flatten()
}
