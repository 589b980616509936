//! The records of the `dbn` crate, Databento's own, with the same values.

use super::market::ours::{Header, Level, Mbo, Mbp1, Mbp10, Ohlcv, Trade};
use crate::subject::Codec;
use dbn::decode::{DbnRecordDecoder, DecodeRecord};
use dbn::encode::{DbnRecordEncoder, EncodeRecord};
use dbn::{BidAskPair, MboMsg, Mbp10Msg, Mbp1Msg, OhlcvMsg, RecordHeader, TradeMsg};

/// Makes the codec for vectors of one record.
macro_rules! codec {
    ($name:ident, $record:ty) => {
        /// Records one after the other.
        pub fn $name() -> Codec<Vec<$record>> {
            Codec {
                name: "dbn",
                encode: |records| {
                    let mut buffer = Vec::new();
                    let mut encoder = DbnRecordEncoder::new(&mut buffer);
                    encoder.encode_records(records).expect("encodes");
                    buffer
                },
                encode_into: |records, buffer| {
                    let mut encoder = DbnRecordEncoder::new(buffer);
                    encoder.encode_records(records).expect("encodes");
                },
                decode: |message| {
                    let mut decoder = DbnRecordDecoder::new(message);
                    let mut records = Vec::with_capacity(message.len() / size_of::<$record>());
                    while let Some(record) = decoder.decode_record::<$record>().expect("decodes") {
                        records.push(record.clone());
                    }
                    records
                },
            }
        }
    };
}

codec!(trades, TradeMsg);
codec!(mbos, MboMsg);
codec!(mbp1s, Mbp1Msg);
codec!(mbp10s, Mbp10Msg);
codec!(ohlcvs, OhlcvMsg);

fn header<R: dbn::HasRType>(hd: Header) -> RecordHeader {
    RecordHeader::new::<R>(hd.rtype, hd.publisher_id, hd.instrument_id, hd.ts_event)
}

fn level(level: Level) -> BidAskPair {
    BidAskPair {
        bid_px: level.bid_px,
        ask_px: level.ask_px,
        bid_sz: level.bid_sz,
        ask_sz: level.ask_sz,
        bid_ct: level.bid_ct,
        ask_ct: level.ask_ct,
    }
}

/// The fields that trades and books have in common.
macro_rules! of_trade {
    ($record:ident, $trade:expr $(, $levels:ident: $value:expr)?) => {{
        let trade: Trade = $trade;
        $record {
            hd: header::<$record>(trade.hd),
            price: trade.price,
            size: trade.size,
            action: trade.action,
            side: trade.side,
            flags: trade.flags.into(),
            depth: trade.depth,
            ts_recv: trade.ts_recv,
            ts_in_delta: trade.ts_in_delta,
            sequence: trade.sequence,
            $($levels: $value,)?
        }
    }};
}

pub fn trade(trade: &Trade) -> TradeMsg {
    of_trade!(TradeMsg, *trade)
}

pub fn mbo(mbo: &Mbo) -> MboMsg {
    MboMsg {
        hd: header::<MboMsg>(mbo.hd),
        order_id: mbo.order_id,
        price: mbo.price,
        size: mbo.size,
        flags: mbo.flags.into(),
        channel_id: mbo.channel_id,
        action: mbo.action,
        side: mbo.side,
        ts_recv: mbo.ts_recv,
        ts_in_delta: mbo.ts_in_delta,
        sequence: mbo.sequence,
    }
}

pub fn mbp1(mbp1: &Mbp1) -> Mbp1Msg {
    of_trade!(Mbp1Msg, mbp1.trade, levels: [level(mbp1.level)])
}

pub fn mbp10(mbp10: &Mbp10) -> Mbp10Msg {
    of_trade!(Mbp10Msg, mbp10.trade, levels: mbp10.levels().map(level))
}

pub fn ohlcv(ohlcv: &Ohlcv) -> OhlcvMsg {
    OhlcvMsg {
        hd: header::<OhlcvMsg>(ohlcv.hd),
        open: ohlcv.open,
        high: ohlcv.high,
        low: ohlcv.low,
        close: ohlcv.close,
        volume: ohlcv.volume,
    }
}
