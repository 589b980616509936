//! The archive without a canister: trades in the order in which they happened, and the candles made of them.

mod archive;
mod candles;
mod memory;
mod types;

pub use archive::{Archive, Found, ROW_BYTES};
pub use memory::{Full, Memory};
pub use types::{
    AppendError, Appended, Candle, CandlePage, Chunk, Follow, Info, Next, Page, Range, Side, Terms,
    Time, Token, Trade,
};
