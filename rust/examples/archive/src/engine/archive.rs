//! Trades as rows of one size, ordered by time, so that the place of a trade is its number times that size and a time
//! is found by halving.
//!
//! The first page of the memory has how many trades there are, eight bytes, then the terms as Candid behind their
//! length. Everything is written as it comes, so an upgrade has nothing to save.

use super::candles::Candles;
use super::{
    AppendError, Appended, CandlePage, Chunk, Info, Memory, Range, Side, Terms, Time, Token, Trade,
};
use candid::Principal;
use serde_bytes::ByteBuf;

/// Time, price and quantity, eight bytes each with the lowest first, and the side: 0 buys, 1 sells.
pub const ROW_BYTES: u16 = 25;
const ROW: usize = ROW_BYTES as usize;

/// Where the rows begin: behind the first page of stable memory.
const ROWS: u64 = 65_536;
/// How many rows are read at once to make the candles anew.
const BATCH: u64 = 4_096;
/// How many bytes of rows one answer has at most: messages have at most two million.
const MAX_CHUNK: u32 = 1_900_000;

/// An archive in some memory.
pub struct Archive<M> {
    memory: M,
    terms: Terms,
    n_trades: u64,
    newest: Option<Time>,
    candles: Candles,
}

/// The trades from one number to another, and whether the range goes on behind them.
pub struct Found {
    /// The number of the first one.
    pub first: u64,
    /// The trades.
    pub trades: Vec<Trade>,
    /// Where to go on.
    pub next: Option<Token>,
}

fn encode(trade: &Trade, to: &mut Vec<u8>) {
    for number in [trade.at, trade.price, trade.quantity] {
        to.extend_from_slice(&number.to_le_bytes());
    }
    to.push(match trade.taker_side {
        Side::Buy => 0,
        Side::Sell => 1,
    });
}

fn decode(row: &[u8; ROW]) -> Trade {
    let number = |from: usize| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&row[from..from + 8]);
        u64::from_le_bytes(bytes)
    };
    Trade {
        at: number(0),
        price: number(8),
        quantity: number(16),
        taker_side: match row[24] {
            0 => Side::Buy,
            _ => Side::Sell,
        },
    }
}

fn offset(number: u64) -> u64 {
    ROWS + number * u64::from(ROW_BYTES)
}

impl<M: Memory> Archive<M> {
    /// Returns a new archive over what was in the memory.
    ///
    /// # Errors
    ///
    /// There is no memory, or the terms are longer than a page.
    pub fn new(memory: M, terms: Terms) -> Result<Self, String> {
        let bytes = candid::encode_one(&terms).map_err(|error| error.to_string())?;
        if bytes.len() as u64 + 16 > ROWS {
            return Err(format!("terms of {} bytes", bytes.len()));
        }
        let full = |_| "no memory".to_string();
        memory.reserve(ROWS).map_err(full)?;
        memory.write(0, &0u64.to_le_bytes());
        memory.write(8, &(bytes.len() as u64).to_le_bytes());
        memory.write(16, &bytes);
        Ok(Archive {
            memory,
            candles: Candles::new(terms.candle_seconds),
            terms,
            n_trades: 0,
            newest: None,
        })
    }

    /// Returns the archive that is in the memory.
    ///
    /// # Errors
    ///
    /// There is none, or it is damaged.
    pub fn open(memory: M) -> Result<Self, String> {
        if memory.size() < ROWS {
            return Err("there is no archive".into());
        }
        let number = |at| {
            let mut bytes = [0; 8];
            memory.read(at, &mut bytes);
            u64::from_le_bytes(bytes)
        };
        let (n_trades, length) = (number(0), number(8));
        let room = (memory.size() - ROWS) / u64::from(ROW_BYTES);
        if n_trades > room || length > ROWS - 16 {
            return Err(format!("{n_trades} trades, and there is room for {room}"));
        }
        let mut bytes = vec![0; usize::try_from(length).map_err(|error| error.to_string())?];
        memory.read(16, &mut bytes);
        let terms: Terms = candid::decode_one(&bytes).map_err(|error| error.to_string())?;
        let mut archive = Archive {
            memory,
            candles: Candles::new(terms.candle_seconds),
            terms,
            n_trades,
            newest: None,
        };
        let mut from = 0;
        while from < n_trades {
            let until = n_trades.min(from + BATCH);
            for trade in archive.read(from, until) {
                archive.candles.add(&trade);
                archive.newest = Some(trade.at);
            }
            from = until;
        }
        Ok(archive)
    }

    /// Adds trades: all of them or none.
    ///
    /// # Errors
    ///
    /// The caller may not, a trade is older than the one before it or is empty, or there is no more room.
    pub fn append(&mut self, caller: Principal, trades: &[Trade]) -> Result<Appended, AppendError> {
        let writer = self.terms.writer;
        if caller != writer {
            return Err(AppendError::NotWriter { writer });
        }
        let mut rows = Vec::with_capacity(trades.len() * ROW);
        let mut newest = self.newest;
        for (position, trade) in (0..).zip(trades) {
            if let Some(after) = newest.filter(|newest| *newest > trade.at) {
                return Err(AppendError::OutOfOrder { position, after });
            }
            if trade.price == 0 || trade.quantity == 0 {
                return Err(AppendError::Empty { position });
            }
            newest = Some(trade.at);
            encode(trade, &mut rows);
        }
        let (first, count) = (self.n_trades, trades.len());
        let after = first + count as u64;
        let full = |_| AppendError::Full;
        self.memory.reserve(offset(after)).map_err(full)?;
        self.memory.write(offset(first), &rows);
        self.memory.write(0, &after.to_le_bytes());
        for trade in trades {
            self.candles.add(trade);
        }
        (self.n_trades, self.newest) = (after, newest);
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        Ok(Appended { first, count })
    }

    /// Returns the first trades of a range, at most `limit` and never more than a page has.
    pub fn trades(&self, range: &Range, limit: u16) -> Found {
        self.follow(&Token {
            next: self.first_at(range.from.unwrap_or(0)),
            until: range.until,
            limit,
        })
    }

    /// Returns the trades that a token stands for.
    pub fn follow(&self, token: &Token) -> Found {
        let end = token
            .until
            .map_or(self.n_trades, |until| self.first_at(until));
        let first = token.next.min(end);
        let limit = token.limit.min(self.terms.max_page);
        let until = end.min(first + u64::from(limit));
        let next = Token {
            next: until,
            ..token.clone()
        };
        Found {
            first,
            trades: self.read(first, until),
            // A page of nothing would lead to the same page, again and again.
            next: (until < end && limit > 0).then_some(next),
        }
    }

    /// Returns the first candles that begin in the range.
    pub fn candles(&self, range: &Range, limit: u16) -> CandlePage {
        self.candles
            .page(range, limit.min(self.terms.max_page).into())
    }

    /// Returns rows as they are stored.
    pub fn rows(&self, from: u64, n_bytes: u32) -> Chunk {
        let total = self.n_trades * u64::from(ROW_BYTES);
        let from = from.min(total);
        let n_bytes = (total - from).min(n_bytes.min(MAX_CHUNK).into());
        let mut bytes = vec![0; usize::try_from(n_bytes).unwrap_or_default()];
        self.memory.read(ROWS + from, &mut bytes);
        Chunk {
            bytes: ByteBuf::from(bytes),
            total,
        }
    }

    /// Returns what is in the archive.
    pub fn info(&self) -> Info {
        let first = self.read(0, self.n_trades.min(1));
        Info {
            terms: self.terms.clone(),
            trades: self.n_trades,
            oldest: first.first().map(|trade| trade.at),
            newest: self.newest,
            row_bytes: ROW_BYTES,
        }
    }

    /// The number of the first trade that is not before `time`.
    fn first_at(&self, time: Time) -> u64 {
        let (mut low, mut high) = (0, self.n_trades);
        while low < high {
            let middle = low + (high - low) / 2;
            let mut at = [0; 8];
            self.memory.read(offset(middle), &mut at);
            if u64::from_le_bytes(at) < time {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    fn read(&self, from: u64, until: u64) -> Vec<Trade> {
        let n = usize::try_from(until - from).unwrap_or_default();
        let mut bytes = vec![0; n * ROW];
        self.memory.read(offset(from), &mut bytes);
        let (rows, _) = bytes.as_chunks::<ROW>();
        rows.iter().map(decode).collect()
    }
}
