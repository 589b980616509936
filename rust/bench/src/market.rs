//! Market data: long vectors of records of fixed size.

use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::{decode_one, encode_one, CandidType, Deserialize};

const N: u32 = 100_000;

/// 16 bytes: what every record begins with.
#[derive(CandidType, Deserialize, Clone, Copy)]
struct Header {
    length: u8,
    rtype: u8,
    publisher_id: u16,
    instrument_id: u32,
    ts_event: u64,
}

/// 48 bytes.
#[derive(CandidType, Deserialize, Clone, Copy)]
struct Trade {
    hd: Header,
    price: i64,
    size: u32,
    action: i8,
    side: i8,
    flags: u8,
    depth: u8,
    ts_recv: u64,
    ts_in_delta: i32,
    sequence: u32,
}

/// 56 bytes.
#[derive(CandidType, Deserialize, Clone, Copy)]
struct Mbo {
    hd: Header,
    order_id: u64,
    price: i64,
    size: u32,
    flags: u8,
    channel_id: u8,
    action: i8,
    side: i8,
    ts_recv: u64,
    ts_in_delta: i32,
    sequence: u32,
}

/// 32 bytes: one level of a book.
#[derive(CandidType, Deserialize, Clone, Copy)]
struct Level {
    bid_px: i64,
    ask_px: i64,
    bid_sz: u32,
    ask_sz: u32,
    bid_ct: u32,
    ask_ct: u32,
}

/// 80 bytes.
#[derive(CandidType, Deserialize, Clone, Copy)]
struct Mbp1 {
    trade: Trade,
    level: Level,
}

/// 368 bytes.
#[derive(CandidType, Deserialize, Clone, Copy)]
struct Mbp10 {
    trade: Trade,
    levels: (
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
struct Ohlcv {
    hd: Header,
    open: i64,
    high: i64,
    low: i64,
    close: i64,
    volume: u64,
}

fn header(i: u32) -> Header {
    Header {
        length: 12,
        rtype: 0,
        publisher_id: 1,
        instrument_id: i % 100,
        ts_event: u64::from(i) << 10,
    }
}

fn price(i: u32) -> i64 {
    100_000_000_000 + i64::from(i % 1000) * 250_000_000
}

fn trade(i: u32) -> Trade {
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

fn mbo(i: u32) -> Mbo {
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

fn level(i: u32) -> Level {
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

fn mbp10(i: u32) -> Mbp10 {
    let l = |n| level(i + n);
    Mbp10 {
        trade: trade(i),
        levels: (l(0), l(1), l(2), l(3), l(4), l(5), l(6), l(7), l(8), l(9)),
    }
}

fn ohlcv(i: u32) -> Ohlcv {
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
            encode_one(&records).unwrap()
        };
        let _scope = bench_scope($decoding);
        decode_one::<Vec<$ty>>(&bytes).unwrap();
    }};
}

#[bench(raw)]
fn market_data() -> BenchResult {
    bench_fn(|| {
        shape!(trade, Trade, "trade 1. Encoding", "trade 2. Decoding");
        shape!(mbo, Mbo, "mbo 1. Encoding", "mbo 2. Decoding");
        shape!(
            |i| Mbp1 {
                trade: trade(i),
                level: level(i)
            },
            Mbp1,
            "mbp-1 1. Encoding",
            "mbp-1 2. Decoding"
        );
        shape!(mbp10, Mbp10, "mbp-10 1. Encoding", "mbp-10 2. Decoding");
        shape!(ohlcv, Ohlcv, "ohlcv 1. Encoding", "ohlcv 2. Decoding");
    })
}
