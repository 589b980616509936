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

mod input;
mod reader;
mod writer;

pub use reader::{VecReader, MAX_ELEMENT_LEN};
pub use writer::VecWriter;
