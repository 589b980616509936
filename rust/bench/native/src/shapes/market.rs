//! Market data: the records of five schemas, each of a fixed size.

use super::both;
use borsh::{BorshDeserialize, BorshSerialize};
use serde::{Deserialize, Serialize};

both! {
    {
        /// 16 bytes: what every record begins with.
        #[derive(Copy)]
        pub struct Header {
            pub length: u8,
            pub rtype: u8,
            pub publisher_id: u16,
            pub instrument_id: u32,
            pub ts_event: u64,
        }

        /// 48 bytes.
        #[derive(Copy)]
        pub struct Trade {
            pub hd: Header,
            pub price: i64,
            pub size: u32,
            pub action: i8,
            pub side: i8,
            pub flags: u8,
            pub depth: u8,
            pub ts_recv: u64,
            pub ts_in_delta: i32,
            pub sequence: u32,
        }

        /// 56 bytes.
        #[derive(Copy)]
        pub struct Mbo {
            pub hd: Header,
            pub order_id: u64,
            pub price: i64,
            pub size: u32,
            pub flags: u8,
            pub channel_id: u8,
            pub action: i8,
            pub side: i8,
            pub ts_recv: u64,
            pub ts_in_delta: i32,
            pub sequence: u32,
        }

        /// 32 bytes: one level of a book.
        #[derive(Copy)]
        pub struct Level {
            pub bid_px: i64,
            pub ask_px: i64,
            pub bid_sz: u32,
            pub ask_sz: u32,
            pub bid_ct: u32,
            pub ask_ct: u32,
        }

        /// 80 bytes.
        #[derive(Copy)]
        pub struct Mbp1 {
            pub trade: Trade,
            pub level: Level,
        }

        /// 368 bytes.
        #[derive(Copy)]
        pub struct Mbp10 {
            pub trade: Trade,
            pub levels: (
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
        #[derive(Copy)]
        pub struct Ohlcv {
            pub hd: Header,
            pub open: i64,
            pub high: i64,
            pub low: i64,
            pub close: i64,
            pub volume: u64,
        }
    }
    {
        fn header(rtype: u8, size: usize, i: u32) -> Header {
            Header {
                // In words of four bytes.
                length: u8::try_from(size / 4).unwrap_or(u8::MAX),
                rtype,
                publisher_id: 1,
                instrument_id: i % 100,
                ts_event: 1_700_000_000_000_000_000 + (u64::from(i) << 10),
            }
        }

        fn price(i: u32) -> i64 {
            100_000_000_000 + i64::from(i % 1000) * 250_000_000
        }

        fn trade_of(rtype: u8, size: usize, i: u32) -> Trade {
            let hd = header(rtype, size, i);
            Trade {
                hd,
                price: price(i),
                size: 1 + i % 50,
                action: 84,
                side: 65,
                flags: 0,
                depth: 0,
                ts_recv: hd.ts_event + 500,
                ts_in_delta: 20_000,
                sequence: i,
            }
        }

        pub fn trade(i: u32) -> Trade {
            trade_of(0x00, 48, i)
        }

        pub fn mbo(i: u32) -> Mbo {
            let hd = header(0xa0, 56, i);
            Mbo {
                hd,
                order_id: u64::from(i) << 3,
                price: price(i),
                size: 1 + i % 50,
                flags: 128,
                channel_id: 0,
                action: 65,
                side: 66,
                ts_recv: hd.ts_event + 500,
                ts_in_delta: 20_000,
                sequence: i,
            }
        }

        fn level(i: u32) -> Level {
            let bid_px = price(i);
            Level {
                bid_px,
                ask_px: bid_px + 250_000_000,
                bid_sz: 10 + i % 7,
                ask_sz: 11 + i % 5,
                bid_ct: 3,
                ask_ct: 4,
            }
        }

        pub fn mbp1(i: u32) -> Mbp1 {
            Mbp1 {
                trade: trade_of(0x01, 80, i),
                level: level(i),
            }
        }

        pub fn mbp10(i: u32) -> Mbp10 {
            let l = |n| level(i + n);
            Mbp10 {
                trade: trade_of(0x0a, 368, i),
                levels: (l(0), l(1), l(2), l(3), l(4), l(5), l(6), l(7), l(8), l(9)),
            }
        }

        pub fn ohlcv(i: u32) -> Ohlcv {
            let open = price(i);
            Ohlcv {
                hd: header(0x20, 56, i),
                open,
                high: open + 9,
                low: open - 9,
                close: open + 1,
                volume: 1000,
            }
        }
    }
}

impl ours::Mbp10 {
    /// The levels as a slice would have them.
    pub(crate) fn levels(&self) -> [ours::Level; 10] {
        let (a, b, c, d, e, f, g, h, i, j) = self.levels;
        [a, b, c, d, e, f, g, h, i, j]
    }
}
