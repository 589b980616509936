//! The message flow of a matching engine's canister (`rust/examples/order_book`): arguments decoded, applied to the
//! book, replies encoded. What the traffic looks like is printed beside the figures.
//!
//! The messages of one kind of work are measured together, so that measuring costs nothing per message; each is a
//! message of its own all the same.

#[allow(dead_code, unused_imports, reason = "the canister uses the rest")]
#[path = "../../examples/order_book/src/engine/mod.rs"]
mod engine;
mod traffic;

use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::{decode_args, encode_one, Principal};
use engine::{
    Book, Depth, NewOrder, OrderError, OrderId, OrderInfo, Placed, Quantity, Replacement, Trade,
    TradeId,
};
use traffic::Traffic;

/// A message as it arrives.
struct Message {
    owner: Principal,
    method: Method,
    bytes: Vec<u8>,
}

/// The methods of the canister.
#[derive(Clone, Copy)]
enum Method {
    Place,
    Cancel,
    Replace,
    CancelAll,
    Depth,
    OrderStatus,
    TradesSince,
}

/// What a message asks for.
enum Command {
    Place(NewOrder),
    Cancel(OrderId),
    Replace(Replacement),
    CancelAll,
    Depth(u16),
    OrderStatus(OrderId),
    TradesSince(TradeId, u16),
}

/// What is answered.
enum Reply {
    Placed(Result<Placed, OrderError>),
    Cancelled(Result<Quantity, OrderError>),
    AllCancelled(Result<Vec<OrderId>, OrderError>),
    Depth(Result<Depth, OrderError>),
    OrderStatus(Result<OrderInfo, OrderError>),
    Trades(Result<Vec<Trade>, OrderError>),
}

fn decode_command(message: &Message) -> Command {
    let bytes = &message.bytes;
    match message.method {
        Method::Place => Command::Place(decode_args::<(NewOrder,)>(bytes).unwrap().0),
        Method::Cancel => Command::Cancel(decode_args::<(OrderId,)>(bytes).unwrap().0),
        Method::Replace => Command::Replace(decode_args::<(Replacement,)>(bytes).unwrap().0),
        Method::CancelAll => {
            decode_args::<()>(bytes).unwrap();
            Command::CancelAll
        }
        Method::Depth => Command::Depth(decode_args::<(u16,)>(bytes).unwrap().0),
        Method::OrderStatus => Command::OrderStatus(decode_args::<(OrderId,)>(bytes).unwrap().0),
        Method::TradesSince => {
            let (from, limit) = decode_args(bytes).unwrap();
            Command::TradesSince(from, limit)
        }
    }
}

/// Applies a command to the book, as the canister does.
fn apply(book: &mut Book, owner: Principal, command: Command, at: u64) -> Reply {
    match command {
        Command::Place(order) => Reply::Placed(book.place(owner, order, at)),
        Command::Cancel(order) => Reply::Cancelled(book.cancel(owner, order)),
        Command::Replace(replacement) => Reply::Placed(book.replace(owner, replacement, at)),
        Command::CancelAll => Reply::AllCancelled(Ok(book.cancel_all(owner))),
        Command::Depth(levels) => Reply::Depth(Ok(book.depth(levels))),
        Command::OrderStatus(order) => {
            Reply::OrderStatus(book.order(order).ok_or(OrderError::UnknownOrder))
        }
        Command::TradesSince(from, limit) => Reply::Trades(Ok(book.trades_since(from, limit))),
    }
}

fn encode_reply(reply: &Reply) -> Vec<u8> {
    match reply {
        Reply::Placed(result) => encode_one(result),
        Reply::Cancelled(result) => encode_one(result),
        Reply::AllCancelled(result) => encode_one(result),
        Reply::Depth(result) => encode_one(result),
        Reply::OrderStatus(result) => encode_one(result),
        Reply::Trades(result) => encode_one(result),
    }
    .unwrap()
}

#[bench(raw)]
fn order_book() -> BenchResult {
    let Traffic { mut book, messages } = Traffic::new();
    let mut shape = traffic::Shape::default();
    let mut commands = Vec::with_capacity(messages.len());
    let mut replies = Vec::with_capacity(messages.len());
    let mut encoded = Vec::with_capacity(messages.len());
    let result = bench_fn(|| {
        {
            let _scope = bench_scope("2. Decoding");
            commands.extend(messages.iter().map(decode_command));
        }
        {
            let _scope = bench_scope("3. Matching");
            for (at, (message, command)) in (0..).zip(messages.iter().zip(commands.drain(..))) {
                replies.push(apply(&mut book, message.owner, command, at));
            }
        }
        let _scope = bench_scope("1. Encoding");
        encoded.extend(replies.iter().map(encode_reply));
    });
    for ((message, reply), bytes) in messages.iter().zip(&replies).zip(&encoded) {
        shape.count(message, reply, bytes.len());
    }
    ic_cdk::api::print(shape.describe(&book));
    result
}
