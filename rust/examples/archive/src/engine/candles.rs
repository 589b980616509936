//! Candles, made of trades as they come.

use super::{Candle, CandlePage, Range, Time, Trade};
use candid::Nat;
use std::collections::BTreeMap;

const SECOND: u64 = 1_000_000_000;

/// Candles by the time when they begin.
pub(crate) struct Candles {
    length: u64,
    by_start: BTreeMap<Time, Candle>,
}

impl Candles {
    /// Returns no candles, each so many seconds long; no time at all counts as one second.
    pub(crate) fn new(seconds: u32) -> Self {
        Candles {
            length: u64::from(seconds.max(1)) * SECOND,
            by_start: BTreeMap::new(),
        }
    }

    /// Adds a trade, which must be the latest one.
    pub(crate) fn add(&mut self, trade: &Trade) {
        let start = trade.at - trade.at % self.length;
        let candle = self.by_start.entry(start).or_insert_with(|| Candle {
            start,
            open: trade.price,
            high: trade.price,
            low: trade.price,
            close: trade.price,
            volume: Nat::from(0u8),
            trades: 0,
        });
        candle.high = candle.high.max(trade.price);
        candle.low = candle.low.min(trade.price);
        candle.close = trade.price;
        candle.volume += trade.quantity;
        candle.trades += 1;
    }

    /// Returns the first candles that begin in the range.
    pub(crate) fn page(&self, range: &Range, limit: usize) -> CandlePage {
        let from = range.from.unwrap_or(0);
        let until = range.until.unwrap_or(Time::MAX).max(from);
        let mut found = self.by_start.range(from..until).map(|(_, candle)| candle);
        let candles = found.by_ref().take(limit).cloned().collect();
        CandlePage {
            candles,
            next: found.next().map(|candle| candle.start),
        }
    }
}
