//! Vectors that do not fit in memory: written to a stream and read from one element by element.
//!
//! The stream holds an ordinary message whose first argument is a `vec`: what [`VecWriter`] writes is what
//! [`encode_one`](crate::encode_one) returns for the whole vector, and [`VecReader`] reads what any sender has written.
//! Streams are any [`Write`](std::io::Write) and [`Read`](std::io::Read), such as files and the stable memory of a canister.
//!
//! # Examples
//!
//! ```
//! use candid::stream::{VecReader, VecWriter};
//!
//! let mut stream = Vec::new();
//! let mut writer = VecWriter::new(&mut stream, 1_000)?;
//! for i in 0..1_000u64 {
//!     writer.write(&(i, format!("account {i}")))?;
//! }
//! writer.finish()?;
//!
//! let mut total = 0;
//! for account in VecReader::<(u64, String), _>::new(stream.as_slice())? {
//!     let (balance, _name) = account?;
//!     total += balance;
//! }
//! assert_eq!(total, 499_500);
//! # Ok::<(), candid::Error>(())
//! ```
//!
//! # Streams that go on after the message
//!
//! A message does not have its own length, and bytes after it are an error. Stable memory has zeros to the end of its last page,
//! and a file may have more messages: keep the length, and read no more than that. [The page about
//! canisters](../guide/wasm/index.html) has an example that stores it.
//!
//! ```
//! use candid::stream::VecReader;
//! use std::io::Read;
//!
//! let message = candid::encode_one(vec![1u64, 2, 3])?;
//! let length = message.len() as u64;
//! let page = [message, vec![0; 65_000]].concat();
//!
//! let reader = VecReader::<u64, _>::new(page.as_slice().take(length))?;
//! assert_eq!(reader.sum::<candid::Result<u64>>()?, 6);
//!
//! // Without `take`, the zeros are an error after the last element.
//! let error = VecReader::<u64, _>::new(page.as_slice())?.last().unwrap().unwrap_err();
//! assert!(error.to_string().starts_with("expected the end of the stream after the last value"));
//! # Ok::<(), candid::Error>(())
//! ```

mod input;
mod reader;
mod writer;

pub use reader::{VecReader, MAX_ELEMENT_LEN};
pub use writer::VecWriter;
