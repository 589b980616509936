//! What holds after any sequence of commands.

use candid::Principal;
use order_book::engine::{
    Book, Config, Kind, NewOrder, OrderError, Replacement, Side, Snapshot, Status,
};

/// Numbers that look random and are the same everywhere (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % n
    }
}

fn empty() -> Book {
    Book::new(Config {
        symbol: "A/B".into(),
        tick_size: 1,
        lot_size: 1,
        max_open_per_owner: 50,
    })
    .unwrap()
}

/// One command; returns how much it opened, and how much of that is gone without having traded.
fn random_step(book: &mut Book, random: &mut Random, at: u64) -> (u64, u64) {
    let owner = Principal::from_slice(&random.below(5).to_le_bytes());
    let side = if random.below(2) == 0 {
        Side::Buy
    } else {
        Side::Sell
    };
    let (price, quantity) = (95 + random.below(11), 1 + random.below(9));
    let some_order = random.below(at + 2);
    match random.below(8) {
        0 => match book.cancel(owner, some_order) {
            Ok(remaining) => (0, remaining),
            Err(_) => (0, 0),
        },
        1 => {
            let replacement = Replacement {
                order_id: some_order,
                price,
                quantity,
            };
            let before = book.order(some_order);
            match (book.replace(owner, replacement, at), before) {
                (Ok(placed), Some(old)) if placed.order_id == old.id => {
                    (0, old.remaining() - quantity)
                }
                (Ok(placed), Some(old)) => (quantity, old.remaining() + placed.dropped),
                _ => (0, 0),
            }
        }
        n => {
            let kind = match n {
                2 => Kind::Market,
                3 => Kind::ImmediateOrCancel { price },
                4 => Kind::PostOnly { price },
                _ => Kind::Limit { price },
            };
            let order = NewOrder {
                side,
                kind,
                quantity,
                tag: None,
            };
            book.place(owner, order, at)
                .map_or((0, 0), |placed| (quantity, placed.dropped))
        }
    }
}

#[test]
fn nothing_is_lost_and_the_book_is_never_crossed() {
    let (mut book, mut again) = (empty(), empty());
    let (mut random, mut same) = (Random(7), Random(7));
    let (mut opened, mut gone, mut crossings) = (0, 0, 0);
    for at in 0..5_000 {
        let (new, lost) = random_step(&mut book, &mut random, at);
        opened += u128::from(new);
        gone += u128::from(lost);
        random_step(&mut again, &mut same, at);

        let depth = book.depth(1_000);
        if let (Some(bid), Some(ask)) = (depth.bids.first(), depth.asks.first()) {
            assert!(bid.price < ask.price, "step {at}");
            crossings += 1;
        }
        let waiting: u128 = book.open_orders().map(|o| u128::from(o.remaining())).sum();
        let levels = depth.bids.iter().chain(&depth.asks);
        assert_eq!(
            levels.map(|level| level.quantity).sum::<u128>(),
            waiting,
            "step {at}"
        );
        // Every trade takes from two orders.
        let traded: u128 = book
            .trades_since(0, 1_000)
            .iter()
            .map(|t| u128::from(t.quantity))
            .sum();
        if depth.next_trade <= 1_000 {
            assert_eq!(opened, waiting + 2 * traded + gone, "step {at}");
        }
    }
    assert_eq!(book, again);
    assert!(book.depth(0).next_trade > 500 && crossings > 500);
    assert_eq!(Book::restore(book.snapshot()).unwrap(), book);
}

/// An order that meets very many others trades with a thousand of them, and never waits across the book.
#[test]
fn one_message_has_an_end() {
    let mut book = empty();
    let sell = |price| NewOrder {
        side: Side::Sell,
        kind: Kind::Limit { price },
        quantity: 1,
        tag: None,
    };
    for i in 0..1_200_u64 {
        let owner = Principal::from_slice(&(i / 50).to_le_bytes());
        book.place(owner, sell(100), i).unwrap();
    }
    let buy = NewOrder {
        side: Side::Buy,
        quantity: 1_100,
        ..sell(100)
    };
    let placed = book.place(Principal::anonymous(), buy, 0).unwrap();
    assert_eq!(
        (placed.trades.len(), placed.open, placed.dropped),
        (1_000, 0, 100)
    );
    let status = book
        .order(placed.order_id)
        .map(|order| (order.filled, order.status));
    assert_eq!(status, Some((1_000, Status::Cancelled)));
}

#[test]
fn no_book_is_made_of_nonsense() {
    let mut book = empty();
    let order = |side, price| NewOrder {
        side,
        kind: Kind::Limit { price },
        quantity: 5,
        tag: None,
    };
    let owner = Principal::anonymous();
    book.place(owner, order(Side::Buy, 10), 0).unwrap();
    book.place(owner, order(Side::Sell, 10), 0).unwrap();
    book.place(owner, order(Side::Buy, 10), 0).unwrap();
    book.place(owner, order(Side::Sell, 11), 0).unwrap();
    type Damage = fn(&mut Snapshot);
    let rows: [(Damage, &str); 9] = [
        (
            |s| s.config.tick_size = 0,
            "the tick and the lot must not be zero",
        ),
        (
            |s| s.open[0].price = None,
            "an open order has nothing left or no price",
        ),
        (
            |s| s.open[0].filled = 6,
            "an open order has nothing left or no price",
        ),
        (
            |s| s.open[0].id = 4,
            "an open order has a number that is not its own",
        ),
        (
            |s| s.next_order = 4,
            "an open order has a number that is not its own",
        ),
        (
            |s| s.done[0].status = Status::Open,
            "an order that is done is open",
        ),
        (
            |s| s.done[0].id = 3,
            "an order that is done has a number that is not its own",
        ),
        (
            |s| s.open[1].price = Some(10),
            "a buyer bids what a seller asks",
        ),
        (
            |s| s.next_trade = 1,
            "the trades are not in the order of their numbers",
        ),
    ];
    for (damage, expected) in rows {
        let mut snapshot = book.snapshot();
        damage(&mut snapshot);
        let error = Book::restore(snapshot).unwrap_err();
        assert_eq!(error, OrderError::BadState(expected.into()));
    }
}
