//! Market data: long vectors of records of fixed size.

use crate::{decode, encode};
use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::{CandidType, Deserialize};

const N: u32 = 100_000;

/// 16 bytes: what every record begins with.
#[derive(CandidType, Deserialize, Clone, Copy)]
pub(crate) struct Header {
    pub(crate) length: u8,
    pub(crate) rtype: u8,
    pub(crate) publisher_id: u16,
    pub(crate) instrument_id: u32,
    pub(crate) ts_event: u64,
}

/// 48 bytes.
#[derive(CandidType, Deserialize, Clone, Copy)]
pub(crate) struct Trade {
    pub(crate) hd: Header,
    pub(crate) price: i64,
    pub(crate) size: u32,
    pub(crate) action: i8,
    pub(crate) side: i8,
    pub(crate) flags: u8,
    pub(crate) depth: u8,
    pub(crate) ts_recv: u64,
    pub(crate) ts_in_delta: i32,
    pub(crate) sequence: u32,
}

/// 56 bytes.
#[derive(CandidType, Deserialize, Clone, Copy)]
pub(crate) struct Mbo {
    pub(crate) hd: Header,
    pub(crate) order_id: u64,
    pub(crate) price: i64,
    pub(crate) size: u32,
    pub(crate) flags: u8,
    pub(crate) channel_id: u8,
    pub(crate) action: i8,
    pub(crate) side: i8,
    pub(crate) ts_recv: u64,
    pub(crate) ts_in_delta: i32,
    pub(crate) sequence: u32,
}

/// 32 bytes: one level of a book.
#[derive(CandidType, Deserialize, Clone, Copy)]
pub(crate) struct Level {
    pub(crate) bid_px: i64,
    pub(crate) ask_px: i64,
    pub(crate) bid_sz: u32,
    pub(crate) ask_sz: u32,
    pub(crate) bid_ct: u32,
    pub(crate) ask_ct: u32,
}

/// 80 bytes.
#[derive(CandidType, Deserialize, Clone, Copy)]
pub(crate) struct Mbp1 {
    pub(crate) trade: Trade,
    pub(crate) level: Level,
}

/// 368 bytes.
#[derive(CandidType, Deserialize, Clone, Copy)]
pub(crate) struct Mbp10 {
    pub(crate) trade: Trade,
    pub(crate) levels: (
        Level,
        Level,
        Level,
        Level,
        Level,
        Level,
        Level,
        Level,
        Level,
        Level,
    ),
}

/// 56 bytes.
#[derive(CandidType, Deserialize, Clone, Copy)]
pub(crate) struct Ohlcv {
    pub(crate) hd: Header,
    pub(crate) open: i64,
    pub(crate) high: i64,
    pub(crate) low: i64,
    pub(crate) close: i64,
    pub(crate) volume: u64,
}

pub(crate) fn header(i: u32) -> Header {
    Header {
        length: 12,
        rtype: 0,
        publisher_id: 1,
        instrument_id: i % 100,
        ts_event: u64::from(i) << 10,
    }
}

pub(crate) fn price(i: u32) -> i64 {
    100_000_000_000 + i64::from(i % 1000) * 250_000_000
}

pub(crate) fn trade(i: u32) -> Trade {
    Trade {
        hd: header(i),
        price: price(i),
        size: 1 + i % 50,
        action: 84,
        side: 65,
        flags: 0,
        depth: 0,
        ts_recv: u64::from(i) << 10,
        ts_in_delta: 20_000,
        sequence: i,
    }
}

pub(crate) fn mbo(i: u32) -> Mbo {
    Mbo {
        hd: header(i),
        order_id: u64::from(i) << 3,
        price: price(i),
        size: 1 + i % 50,
        flags: 128,
        channel_id: 0,
        action: 65,
        side: 66,
        ts_recv: u64::from(i) << 10,
        ts_in_delta: 20_000,
        sequence: i,
    }
}

pub(crate) fn level(i: u32) -> Level {
    let bid_px = price(i);
    Level {
        bid_px,
        ask_px: bid_px + 250_000_000,
        bid_sz: 10,
        ask_sz: 11,
        bid_ct: 3,
        ask_ct: 4,
    }
}

pub(crate) fn mbp1(i: u32) -> Mbp1 {
    Mbp1 {
        trade: trade(i),
        level: level(i),
    }
}

pub(crate) fn mbp10(i: u32) -> Mbp10 {
    let l = |n| level(i + n);
    Mbp10 {
        trade: trade(i),
        levels: (l(0), l(1), l(2), l(3), l(4), l(5), l(6), l(7), l(8), l(9)),
    }
}

pub(crate) fn ohlcv(i: u32) -> Ohlcv {
    let open = price(i);
    Ohlcv {
        hd: header(i),
        open,
        high: open + 9,
        low: open - 9,
        close: open + 1,
        volume: 1000,
    }
}

/// One shape: 100,000 records there and back.
macro_rules! shape {
    ($make:expr, $ty:ty, $encoding:literal, $decoding:literal) => {{
        let records: Vec<$ty> = (0..N).map($make).collect();
        let bytes = {
            let _scope = bench_scope($encoding);
            encode(&records)
        };
        let _scope = bench_scope($decoding);
        decode::<Vec<$ty>>(&bytes);
    }};
}

#[bench(raw)]
fn market_data() -> BenchResult {
    bench_fn(|| {
        shape!(trade, Trade, "trade 1. Encoding", "trade 2. Decoding");
        shape!(mbo, Mbo, "mbo 1. Encoding", "mbo 2. Decoding");
        shape!(mbp1, Mbp1, "mbp-1 1. Encoding", "mbp-1 2. Decoding");
        shape!(mbp10, Mbp10, "mbp-10 1. Encoding", "mbp-10 2. Decoding");
        shape!(ohlcv, Ohlcv, "ohlcv 1. Encoding", "ohlcv 2. Decoding");
    })
}
