//! The calls that `run.sh` makes to the canister, as the bytes that `ic-meter call` takes. `UPDATE=1 cargo test` writes
//! them; `run.sh --update` writes the replies.

use candid::encode_args;
use candid::utils::ArgumentEncoder;
use order_book::engine::{Config, Kind, NewOrder, Replacement, Side};
use std::fmt::Write;

fn order(side: Side, kind: Kind, quantity: u64) -> (NewOrder,) {
    let tag = Some(7);
    (NewOrder {
        side,
        kind,
        quantity,
        tag,
    },)
}

fn call(out: &mut String, what: &str, method: &str, args: impl ArgumentEncoder) {
    writeln!(out, "# {what}").unwrap();
    write!(out, "{method} ").unwrap();
    for byte in encode_args(args).unwrap() {
        write!(out, "{byte:02x}").unwrap();
    }
    out.push('\n');
}

fn calls() -> String {
    let config = Config {
        symbol: "ICP/USD".into(),
        tick_size: 5,
        lot_size: 10,
        max_open_per_owner: 100,
    };
    let limit = |price| Kind::Limit { price };
    let replacement = Replacement {
        order_id: 2,
        price: 95,
        quantity: 40,
    };
    let mut all = String::new();
    let out = &mut all;
    call(
        out,
        "a market in ticks of 5 and lots of 10",
        "init",
        (config,),
    );
    call(
        out,
        "sell 30 at 105",
        "place",
        order(Side::Sell, limit(105), 30),
    );
    call(
        out,
        "buy 20 at 95",
        "place",
        order(Side::Buy, limit(95), 20),
    );
    call(out, "buy 40 at 95 instead", "replace", (replacement,));
    call(
        out,
        "buy 10 at 100 but do not trade",
        "place",
        order(Side::Buy, Kind::PostOnly { price: 100 }, 10),
    );
    call(
        out,
        "buy 10 at any price",
        "place",
        order(Side::Buy, Kind::Market, 10),
    );
    call(
        out,
        "buy 50 at 105 at once or not at all",
        "place",
        order(Side::Buy, Kind::ImmediateOrCancel { price: 105 }, 50),
    );
    call(
        out,
        "a price between two ticks",
        "place",
        order(Side::Buy, limit(101), 10),
    );
    call(out, "an order that is filled", "cancel", (1_u64,));
    call(out, "an order that never was", "cancel", (u64::MAX,));
    call(out, "the best five prices", "depth", (5_u16,));
    call(out, "the first order", "order_status", (1_u64,));
    call(out, "the second trade", "trades_since", (2_u64, 10_u16));
    call(out, "withdraw all", "cancel_all", ());
    call(out, "what is left", "depth", (5_u16,));
    call(out, "the terms", "market", ());
    all
}

#[test]
fn the_calls_are_the_committed_ones() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/calls.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, calls()).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), calls());
}
