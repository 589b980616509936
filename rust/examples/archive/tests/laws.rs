//! Pages put together are the whole, whatever their size; what is stored is what was added; an upgrade changes nothing.

use archive::engine::{AppendError, Archive, Range, Side, Terms, Time, Trade, ROW_BYTES};
use candid::Principal;
use std::cell::RefCell;

const SECOND: Time = 1_000_000_000;

type Memory = RefCell<Vec<u8>>;

fn writer() -> Principal {
    Principal::from_slice(&[1])
}

fn terms(max_page: u16) -> Terms {
    Terms {
        symbol: "A/B".into(),
        writer: writer(),
        candle_seconds: 10,
        max_page,
    }
}

fn trade(number: u64) -> Trade {
    Trade {
        // Three trades a time, twelve seconds between times, and the same again after a long while.
        at: number / 3 * 12 * SECOND + number / 30 * 1_000 * SECOND,
        price: 100 + number * 7 % 13,
        quantity: 1 + number % 5,
        taker_side: match number % 2 {
            0 => Side::Buy,
            _ => Side::Sell,
        },
    }
}

fn filled(n: u64, max_page: u16) -> (Archive<Memory>, Vec<Trade>) {
    let mut archive = Archive::new(Memory::default(), terms(max_page)).unwrap();
    let trades: Vec<_> = (0..n).map(trade).collect();
    for some in trades.chunks(17) {
        archive.append(writer(), some).unwrap();
    }
    (archive, trades)
}

/// All pages of a range, one after the other.
fn walk(archive: &Archive<Memory>, range: &Range, limit: u16) -> Vec<Trade> {
    let mut page = archive.trades(range, limit);
    let mut all = page.trades;
    while let Some(token) = page.next {
        page = archive.follow(&token);
        assert!(
            !page.trades.is_empty(),
            "a page that was announced is empty"
        );
        assert!(page.trades.len() <= usize::from(limit));
        all.append(&mut page.trades);
    }
    all
}

#[test]
fn pages_are_the_whole() {
    let (archive, trades) = filled(100, 40);
    let times = [0, 1, 12, 36, 37, 1_131, 1_132, 1_133, 3_400, 99_999].map(|s| s * SECOND);
    let bounds = || times.into_iter().map(Some).chain([None]);
    let mut n_ranges = 0;
    for from in bounds() {
        for until in bounds() {
            let within = |trade: &&Trade| {
                from.is_none_or(|from| trade.at >= from)
                    && until.is_none_or(|until| trade.at < until)
            };
            let expected: Vec<_> = trades.iter().filter(within).cloned().collect();
            for limit in [1, 3, 7, 1_000] {
                let range = Range { from, until };
                let walked = walk(&archive, &range, limit.min(40));
                assert_eq!(walked, expected, "{range:?} by {limit}");
                n_ranges += usize::from(!expected.is_empty());
            }
        }
    }
    assert!(n_ranges > 100, "{n_ranges}");
    assert_eq!(archive.trades(&Range::default(), 1_000).trades.len(), 40);
    assert!(archive.trades(&Range::default(), 0).next.is_none());
}

#[test]
fn candles_are_made_of_all_trades() {
    let (archive, trades) = filled(100, 7);
    let mut range = Range::default();
    let mut candles = Vec::new();
    loop {
        let mut page = archive.candles(&range, 1_000);
        assert!(page.candles.len() <= 7);
        candles.append(&mut page.candles);
        match page.next {
            Some(next) => range.from = Some(next),
            None => break,
        }
    }
    for candle in &candles {
        let within =
            |trade: &&Trade| (candle.start..candle.start + 10 * SECOND).contains(&trade.at);
        let within: Vec<_> = trades.iter().filter(within).collect();
        assert_eq!(candle.trades as usize, within.len());
        assert_eq!(candle.open, within[0].price);
        assert_eq!(candle.close, within[within.len() - 1].price);
        assert_eq!(
            Some(candle.high),
            within.iter().map(|trade| trade.price).max()
        );
        assert_eq!(
            Some(candle.low),
            within.iter().map(|trade| trade.price).min()
        );
        assert_eq!(
            candle.volume,
            within.iter().map(|trade| trade.quantity).sum::<u64>()
        );
    }
    let n_trades: u32 = candles.iter().map(|candle| candle.trades).sum();
    assert_eq!(n_trades, 100);
}

#[test]
fn what_is_stored_is_what_was_added() {
    let (archive, trades) = filled(50, 40);
    let mut bytes = Vec::new();
    loop {
        let mut chunk = archive.rows(bytes.len() as u64, 33);
        assert_eq!(chunk.total, 50 * u64::from(ROW_BYTES));
        if chunk.bytes.is_empty() {
            break;
        }
        bytes.append(&mut chunk.bytes);
    }
    let mut rows = Vec::new();
    for trade in &trades {
        for number in [trade.at, trade.price, trade.quantity] {
            rows.extend(number.to_le_bytes());
        }
        rows.push(u8::from(trade.taker_side == Side::Sell));
    }
    assert_eq!(bytes, rows);
    assert!(archive.rows(u64::MAX, u32::MAX).bytes.is_empty());
}

#[test]
fn an_upgrade_changes_nothing() {
    let memory = Memory::default();
    let mut archive = Archive::new(&memory, terms(40)).unwrap();
    let trades: Vec<_> = (0..100).map(trade).collect();
    archive.append(writer(), &trades).unwrap();
    let again = Archive::open(&memory).unwrap();
    assert_eq!(again.info(), archive.info());
    let all = Range::default();
    assert_eq!(again.candles(&all, 1_000), archive.candles(&all, 1_000));
    assert_eq!(
        again.trades(&all, 1_000).trades,
        archive.trades(&all, 1_000).trades
    );
}

#[test]
fn what_makes_no_sense_changes_nothing() {
    let (mut archive, trades) = filled(10, 40);
    let before = archive.info();
    let after = trades[9].at;
    let earlier = Trade {
        at: after - 1,
        ..trade(9)
    };
    let empty = Trade {
        quantity: 0,
        ..trade(30)
    };
    let stranger = Principal::from_slice(&[2]);
    let refused = [
        (
            stranger,
            vec![trade(30)],
            AppendError::NotWriter { writer: writer() },
        ),
        (
            writer(),
            vec![earlier],
            AppendError::OutOfOrder { position: 0, after },
        ),
        (
            writer(),
            vec![trade(31), trade(5)],
            AppendError::OutOfOrder {
                position: 1,
                after: trade(31).at,
            },
        ),
        (
            writer(),
            vec![trade(30), empty],
            AppendError::Empty { position: 1 },
        ),
    ];
    for (who, trades, why) in refused {
        assert_eq!(archive.append(who, &trades), Err(why));
        assert_eq!(archive.info(), before);
    }
    assert!(Archive::open(Memory::default()).is_err());
    let damaged = Memory::new(vec![0xff; 70_000]);
    assert!(Archive::open(damaged).is_err());
}
