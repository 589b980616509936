//! Runs canisters offline and counts their instructions as the Internet Computer does.
//!
//! A module is [surveyed](survey), [instrumented](instrument) with the [weights] of the operators, and run as a
//! [canister] whose [system calls](canister) are charged. On top of that are the protocol of [canbench], its [results]
//! file, and [profiles](profile).
//!
//! ```
//! use ic_meter::canister::Canister;
//! use ic_meter::instrument::Detail;
//!
//! let wasm = b"\0asm\x01\0\0\0";
//! let mut canister = Canister::compile(wasm, Detail::Total).unwrap();
//! assert_eq!(canister.install(b"").unwrap().instructions, 0);
//! ```

pub mod argument;
pub mod canbench;
pub mod canister;
pub mod config;
pub mod diff;
pub mod error;
pub mod file;
mod heap;
mod imports;
pub mod instrument;
pub mod interface;
pub mod limits;
pub mod markdown;
mod message;
pub mod paint;
pub mod profile;
pub mod progress;
pub mod report;
pub mod results;
pub mod runs;
pub mod side_by_side;
pub mod stable;
pub mod survey;
mod system_api;
pub mod table;
pub mod weights;
pub mod wrap;

pub use message::Answer;
