//! A limit order book as a canister: `place`, `cancel`, `replace` and `cancel_all` change it, `depth`,
//! `order_status`, `trades_since` and `market` ask about it.
//!
//! The [`engine`] does the work; this file is the canister around it. Requests that make no sense are answered with
//! an `Err` and change nothing.

pub mod engine;
mod stored;

use engine::{
    Book, Config, Depth, NewOrder, OrderError, OrderId, OrderInfo, Placed, Quantity, Replacement,
    Snapshot, Trade, TradeId,
};
use ic_cdk::api::{msg_caller, time};
use std::cell::RefCell;

thread_local! {
    static BOOK: RefCell<Option<Book>> = const { RefCell::new(None) };
}

fn closed() -> OrderError {
    OrderError::BadState("the market is not open".into())
}

/// Applies a change. Without a book there is no market.
fn change<T>(how: impl FnOnce(&mut Book) -> Result<T, OrderError>) -> Result<T, OrderError> {
    BOOK.with_borrow_mut(|book| how(book.as_mut().ok_or_else(closed)?))
}

fn ask<T>(how: impl FnOnce(&Book) -> T) -> Result<T, OrderError> {
    BOOK.with_borrow(|book| Ok(how(book.as_ref().ok_or_else(closed)?)))
}

#[ic_cdk::init]
fn init(config: Config) {
    match Book::new(config) {
        Ok(book) => BOOK.set(Some(book)),
        // An installation that is refused leaves no canister behind that answers nonsense.
        Err(error) => ic_cdk::trap(format!("cannot open this market: {error:?}")),
    }
}

#[ic_cdk::pre_upgrade]
fn pre_upgrade() {
    let saved = ask(Book::snapshot).map_err(|error| format!("{error:?}"));
    if let Err(reason) = saved.and_then(|snapshot| stored::save(&snapshot)) {
        ic_cdk::trap(format!("cannot store the book: {reason}"));
    }
}

#[ic_cdk::post_upgrade]
fn post_upgrade() {
    let restore =
        |snapshot: Snapshot| Book::restore(snapshot).map_err(|error| format!("{error:?}"));
    match stored::load().and_then(restore) {
        Ok(book) => BOOK.set(Some(book)),
        // Going on without the orders would be worse than not going on.
        Err(reason) => ic_cdk::trap(format!("cannot restore the book: {reason}")),
    }
}

#[ic_cdk::update]
fn place(order: NewOrder) -> Result<Placed, OrderError> {
    change(|book| book.place(msg_caller(), order, time()))
}

#[ic_cdk::update]
fn cancel(order_id: OrderId) -> Result<Quantity, OrderError> {
    change(|book| book.cancel(msg_caller(), order_id))
}

#[ic_cdk::update]
fn replace(replacement: Replacement) -> Result<Placed, OrderError> {
    change(|book| book.replace(msg_caller(), replacement, time()))
}

#[ic_cdk::update]
fn cancel_all() -> Result<Vec<OrderId>, OrderError> {
    change(|book| Ok(book.cancel_all(msg_caller())))
}

#[ic_cdk::query]
fn depth(levels: u16) -> Result<Depth, OrderError> {
    ask(|book| book.depth(levels))
}

#[ic_cdk::query]
fn order_status(order_id: OrderId) -> Result<OrderInfo, OrderError> {
    ask(|book| book.order(order_id))?.ok_or(OrderError::UnknownOrder)
}

#[ic_cdk::query]
fn trades_since(from: TradeId, limit: u16) -> Result<Vec<Trade>, OrderError> {
    ask(|book| book.trades_since(from, limit))
}

#[ic_cdk::query]
fn market() -> Result<Config, OrderError> {
    ask(|book| book.config().clone())
}

ic_cdk::export_candid!();

#[cfg(test)]
mod tests {
    /// `UPDATE=1 cargo test` writes it.
    #[test]
    fn the_interface_is_the_committed_one() {
        let exported = super::__export_service() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/order_book.did");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, &exported).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), exported);
    }
}
