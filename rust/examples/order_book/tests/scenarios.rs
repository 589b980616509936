//! Scenarios are files: commands begin with `>`, what the book answers stands below. `UPDATE=1 cargo test` writes the
//! answers.

use candid::{decode_one, encode_one, Principal};
use order_book::engine::{
    Book, Config, Kind, NewOrder, OrderError, Placed, Replacement, Side, Status,
};
use std::fmt::Write;

fn owner(name: &str) -> Principal {
    Principal::from_slice(name.as_bytes())
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse()
        .unwrap_or_else(|_| panic!("not a number: {text}"))
}

/// `buy limit 100 5`, `sell market 5`, with ` #7` behind it for a tag.
fn order(words: &[&str]) -> NewOrder {
    let (words, tag) = match words {
        [words @ .., tag] if tag.starts_with('#') => (words, Some(number(&tag[1..]))),
        words => (words, None),
    };
    let side = match words[0] {
        "buy" => Side::Buy,
        "sell" => Side::Sell,
        other => panic!("not a side: {other}"),
    };
    let (kind, quantity) = match words[1..] {
        ["market", quantity] => (Kind::Market, quantity),
        ["limit", price, quantity] => (
            Kind::Limit {
                price: number(price),
            },
            quantity,
        ),
        ["ioc", price, quantity] => (
            Kind::ImmediateOrCancel {
                price: number(price),
            },
            quantity,
        ),
        ["post-only", price, quantity] => (
            Kind::PostOnly {
                price: number(price),
            },
            quantity,
        ),
        _ => panic!("not an order: {words:?}"),
    };
    NewOrder {
        side,
        kind,
        quantity: number(quantity),
        tag,
    }
}

fn show(out: &mut String, placed: Result<Placed, OrderError>) {
    match placed {
        Ok(placed) => {
            for t in &placed.trades {
                writeln!(
                    out,
                    "trade {}: {} at {}, {} meets {}",
                    t.id, t.quantity, t.price, t.taker, t.maker
                )
                .unwrap();
            }
            let (id, open, dropped) = (placed.order_id, placed.open, placed.dropped);
            writeln!(out, "order {id}: {open} open, {dropped} dropped").unwrap();
        }
        Err(error) => writeln!(out, "error: {error:?}").unwrap(),
    }
}

fn step(book: &mut Book, words: &[&str], at: u64, out: &mut String) {
    match words {
        ["depth", levels] => {
            let depth = book.depth(number(levels));
            for (name, levels) in [("ask", &depth.asks), ("bid", &depth.bids)] {
                for level in levels {
                    writeln!(
                        out,
                        "{name} {}: {} in {}",
                        level.price, level.quantity, level.orders
                    )
                    .unwrap();
                }
            }
            writeln!(out, "next trade {}", depth.next_trade).unwrap();
        }
        ["order", id] => match book.order(number(id)) {
            Some(o) => {
                let status = match o.status {
                    Status::Replaced { by } => format!("replaced by {by}"),
                    status => format!("{status:?}").to_lowercase(),
                };
                let tag = o.tag.map_or(String::new(), |tag| format!(" #{tag}"));
                writeln!(out, "{} of {} filled, {status}{tag}", o.filled, o.quantity).unwrap();
            }
            None => writeln!(out, "none").unwrap(),
        },
        ["trades", from, limit] => {
            for t in book.trades_since(number(from), number(limit)) {
                writeln!(
                    out,
                    "trade {}: {} at {}, time {}",
                    t.id, t.quantity, t.price, t.at
                )
                .unwrap();
            }
        }
        // What an upgrade does: the state goes through Candid.
        ["upgrade"] => {
            let bytes = encode_one(book.snapshot()).unwrap();
            let restored = Book::restore(decode_one(&bytes).unwrap()).unwrap();
            assert_eq!(*book, restored);
            *book = restored;
        }
        [name, "place", rest @ ..] => show(out, book.place(owner(name), order(rest), at)),
        [name, "replace", id, price, quantity] => {
            let replacement = Replacement {
                order_id: number(id),
                price: number(price),
                quantity: number(quantity),
            };
            show(out, book.replace(owner(name), replacement, at));
        }
        [name, "cancel", id] => match book.cancel(owner(name), number(id)) {
            Ok(remaining) => writeln!(out, "{remaining} withdrawn").unwrap(),
            Err(error) => writeln!(out, "error: {error:?}").unwrap(),
        },
        [name, "cancel-all"] => {
            writeln!(out, "withdrawn: {:?}", book.cancel_all(owner(name))).unwrap()
        }
        _ => panic!("not a command: {words:?}"),
    }
}

fn run(text: &str) -> String {
    let mut book = Book::new(Config {
        symbol: "ICP/USD".into(),
        tick_size: 5,
        lot_size: 10,
        max_open_per_owner: 4,
    })
    .unwrap();
    let mut out = String::new();
    let mut at = 0;
    for line in text
        .lines()
        .filter(|line| line.is_empty() || line.starts_with(['>', '#']))
    {
        writeln!(out, "{line}").unwrap();
        if let Some(command) = line.strip_prefix('>') {
            at += 1;
            let words: Vec<&str> = command.split_whitespace().collect();
            step(&mut book, &words, at, &mut out);
        }
    }
    out
}

#[test]
fn scenarios() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios");
    let mut n = 0;
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let expected = std::fs::read_to_string(&path).unwrap();
        let found = run(&expected);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &found).unwrap();
        } else {
            assert_eq!(found, expected, "{}", path.display());
        }
        n += 1;
    }
    assert_eq!(n, 5);
}
