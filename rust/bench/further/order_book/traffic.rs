//! What the canister's users send: made once, the same in every run, and described in numbers.

use super::engine::{Book, Config, Kind, NewOrder, OrderId, Replacement, Side};
use super::{apply, Command, Message, Method, Reply};
use candid::{encode_args, Principal};
use std::fmt::Write;

/// How many messages are measured.
const N: usize = 10_000;
/// How many orders the book has seen before.
const N_BEFORE: u64 = 5_000;
const N_OWNERS: u64 = 200;
const MIDDLE: u64 = 10_000;

/// Numbers that look random and are the same everywhere (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % n
    }

    fn owner(&mut self) -> Principal {
        Principal::from_slice(&(self.below(N_OWNERS) + 1).to_be_bytes())
    }

    /// Most orders are for a price near the middle, on the side where they wait.
    fn order(&mut self, aggressive: bool) -> NewOrder {
        let side = if self.below(2) == 0 {
            Side::Buy
        } else {
            Side::Sell
        };
        let away = self.below(40) + self.below(40);
        let price = match (side, aggressive) {
            (Side::Buy, false) | (Side::Sell, true) => MIDDLE - 5 * away,
            (Side::Sell, false) | (Side::Buy, true) => MIDDLE + 5 * (away + 1),
        };
        let kind = match self.below(20) {
            0 => Kind::Market,
            1 | 2 => Kind::ImmediateOrCancel { price },
            3..=5 if !aggressive => Kind::PostOnly { price },
            _ => Kind::Limit { price },
        };
        NewOrder {
            side,
            kind,
            quantity: 10 * (1 + self.below(50)),
            tag: (self.below(2) == 0).then(|| self.below(1 << 30)),
        }
    }
}

/// A book with orders in it and the messages that come next.
pub(super) struct Traffic {
    pub(super) book: Book,
    pub(super) messages: Vec<Message>,
}

impl Traffic {
    /// Plays the traffic once on a copy of the book, because users only withdraw and replace what they have.
    pub(super) fn new() -> Self {
        let mut random = Random(0x00c0_ffee);
        let config = Config {
            symbol: "ICP/USD".into(),
            tick_size: 5,
            lot_size: 10,
            max_open_per_owner: 1_000,
        };
        let mut book = Book::new(config).unwrap();
        for at in 0..N_BEFORE {
            let (owner, order) = (random.owner(), random.order(false));
            // A few want to wait and would trade: they are refused.
            let _ = book.place(owner, order, at);
        }
        let mut rehearsal = book.clone();
        let mut messages = Vec::with_capacity(N);
        for at in 0..N as u64 {
            let (owner, method, command, bytes) = next(&mut random, &rehearsal);
            apply(&mut rehearsal, owner, command, at);
            messages.push(Message {
                owner,
                method,
                bytes,
            });
        }
        Self { book, messages }
    }
}

/// An order of the book, and whose it is.
fn some_order(random: &mut Random, book: &Book) -> (Principal, OrderId, u64) {
    let skip = usize::try_from(random.below(50)).unwrap();
    let order = book
        .open_orders()
        .nth(skip)
        .or_else(|| book.open_orders().next());
    order.map_or((Principal::anonymous(), 0, MIDDLE), |order| {
        (order.owner, order.id, order.price.unwrap_or(MIDDLE))
    })
}

fn next(random: &mut Random, book: &Book) -> (Principal, Method, Command, Vec<u8>) {
    let owner = random.owner();
    match random.below(100) {
        0..45 => {
            let aggressive = random.below(4) == 0;
            let order = random.order(aggressive);
            let bytes = encode_args((order,)).unwrap();
            (owner, Method::Place, Command::Place(order), bytes)
        }
        45..70 => {
            let (owner, order_id, _) = some_order(random, book);
            let bytes = encode_args((order_id,)).unwrap();
            (owner, Method::Cancel, Command::Cancel(order_id), bytes)
        }
        70..85 => {
            let (owner, order_id, price) = some_order(random, book);
            let replacement = Replacement {
                order_id,
                price: price + 5 - 5 * random.below(3),
                quantity: 10 * (1 + random.below(50)),
            };
            let bytes = encode_args((replacement,)).unwrap();
            (owner, Method::Replace, Command::Replace(replacement), bytes)
        }
        85 => (
            owner,
            Method::CancelAll,
            Command::CancelAll,
            encode_args(()).unwrap(),
        ),
        86..93 => {
            let bytes = encode_args((10_u16,)).unwrap();
            (owner, Method::Depth, Command::Depth(10), bytes)
        }
        93..98 => {
            let (owner, order_id, _) = some_order(random, book);
            let bytes = encode_args((order_id,)).unwrap();
            (
                owner,
                Method::OrderStatus,
                Command::OrderStatus(order_id),
                bytes,
            )
        }
        _ => {
            let from = book.depth(0).next_trade.saturating_sub(50);
            let bytes = encode_args((from, 50_u16)).unwrap();
            (
                owner,
                Method::TradesSince,
                Command::TradesSince(from, 50),
                bytes,
            )
        }
    }
}

/// How many messages there were of a method, and how long they and their replies.
#[derive(Default, Clone, Copy)]
struct Row {
    messages: usize,
    argument_bytes: usize,
    reply_bytes: usize,
    longest_reply: usize,
}

/// What the traffic looks like.
#[derive(Default)]
pub(super) struct Shape {
    rows: [Row; 7],
    trades: usize,
    refused: usize,
}

const NAMES: [&str; 7] = [
    "place",
    "cancel",
    "replace",
    "cancel_all",
    "depth",
    "order_status",
    "trades_since",
];

impl Shape {
    /// One message more, with its reply and the length of that.
    pub(super) fn count(&mut self, message: &Message, reply: &Reply, reply_bytes: usize) {
        let row = &mut self.rows[message.method as usize];
        row.messages += 1;
        row.argument_bytes += message.bytes.len();
        row.reply_bytes += reply_bytes;
        row.longest_reply = row.longest_reply.max(reply_bytes);
        match reply {
            Reply::Placed(Ok(placed)) => self.trades += placed.trades.len(),
            Reply::Placed(Err(_))
            | Reply::Cancelled(Err(_))
            | Reply::AllCancelled(Err(_))
            | Reply::Depth(Err(_))
            | Reply::OrderStatus(Err(_))
            | Reply::Trades(Err(_)) => self.refused += 1,
            _ => {}
        }
    }

    /// A table for people.
    pub(super) fn describe(&self, book: &Book) -> String {
        let mut text = String::from("order_book: the traffic, and mean bytes per message\n");
        text.push_str("method        messages  argument  reply  longest\n");
        for (name, row) in NAMES.iter().zip(&self.rows) {
            let n = row.messages.max(1);
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{name:<12}  {:>8}  {:>8}  {:>5}  {:>7}",
                row.messages,
                row.argument_bytes / n,
                row.reply_bytes / n,
                row.longest_reply
            );
        }
        let _ = write!(
            text,
            "{} trades, {} refused, {} orders in the book at the end",
            self.trades,
            self.refused,
            book.open_orders().count()
        );
        text
    }
}
