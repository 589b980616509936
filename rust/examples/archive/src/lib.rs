//! An archive of market data as a canister: `append` adds trades, `trades` and `candles` answer page by page, `rows`
//! hands out what is stored, as bytes, for those who copy it.
//!
//! A page of trades says how to get the next one: a reference to a method, and what to call it with, so that old trades
//! can move to another canister without a change to clients.
//!
//! The [`engine`] does the work; this file is the canister around it.

pub mod engine;
mod stable;

use candid::Func;
use engine::{
    AppendError, Appended, Archive, CandlePage, Chunk, Follow, Info, Next, Page, Range, Terms,
    Token, Trade,
};
use ic_cdk::api::{canister_self, msg_caller};
use stable::Stable;
use std::cell::RefCell;

thread_local! {
    static ARCHIVE: RefCell<Option<Archive<Stable>>> = const { RefCell::new(None) };
}

/// Every canister that answers has been installed with an archive.
fn closed() -> ! {
    ic_cdk::trap("there is no archive")
}

fn ask<T>(how: impl FnOnce(&Archive<Stable>) -> T) -> T {
    ARCHIVE.with_borrow(|archive| how(archive.as_ref().unwrap_or_else(|| closed())))
}

fn start(archive: Result<Archive<Stable>, String>) {
    match archive {
        Ok(archive) => ARCHIVE.set(Some(archive)),
        Err(reason) => ic_cdk::trap(format!("no archive: {reason}")),
    }
}

#[ic_cdk::init]
fn init(terms: Terms) {
    start(Archive::new(Stable, terms));
}

#[ic_cdk::post_upgrade]
fn post_upgrade() {
    start(Archive::open(Stable));
}

#[ic_cdk::update]
fn append(trades: Vec<Trade>) -> Result<Appended, AppendError> {
    ARCHIVE.with_borrow_mut(|archive| {
        let archive = archive.as_mut().unwrap_or_else(|| closed());
        archive.append(msg_caller(), &trades)
    })
}

fn page(found: engine::Found) -> Page {
    let follow = |token| Next {
        follow: Follow(Func {
            principal: canister_self(),
            method: "follow".into(),
        }),
        token,
    };
    Page {
        first: (!found.trades.is_empty()).then_some(found.first),
        trades: found.trades,
        next: found.next.map(follow),
    }
}

#[ic_cdk::query]
fn trades(range: Range, limit: u16) -> Page {
    page(ask(|archive| archive.trades(&range, limit)))
}

#[ic_cdk::query]
fn follow(token: Token) -> Page {
    page(ask(|archive| archive.follow(&token)))
}

#[ic_cdk::query]
fn candles(range: Range, limit: u16) -> CandlePage {
    ask(|archive| archive.candles(&range, limit))
}

#[ic_cdk::query]
fn rows(from: u64, n_bytes: u32) -> Chunk {
    ask(|archive| archive.rows(from, n_bytes))
}

#[ic_cdk::query]
fn info() -> Info {
    ask(Archive::info)
}

ic_cdk::export_candid!();

#[cfg(test)]
mod tests {
    /// `UPDATE=1 cargo test` writes it.
    #[test]
    fn the_interface_is_the_committed_one() {
        let exported = super::__export_service() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/archive.did");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, &exported).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), exported);
    }
}
