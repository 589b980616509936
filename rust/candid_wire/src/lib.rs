//! The byte level of Candid messages: reading, writing, LEB128, opcodes, label hash, identifiers, copies of texts, limits.
//!
//! This crate handles only bytes: no serde, no types, no allocated error messages. [`reader`] is the only code in the
//! project that parses binary input and [`opcode`] the only place with type opcodes, so that bounds and numbers are
//! checked once. It does not need `std`.
//!
//! # Examples
//!
//! The argument list `(42 : nat, "hi")`, written and read by hand:
//!
//! ```
//! use candid_wire::opcode::{Primitive, MAGIC};
//! use candid_wire::{reader::Reader, writer};
//!
//! let mut message = MAGIC.to_vec();
//! writer::write_leb_u64(&mut message, 0); // no type definitions
//! writer::write_leb_u64(&mut message, 2); // two arguments
//! message.push(Primitive::Nat.byte());
//! message.push(Primitive::Text.byte());
//! writer::write_leb_u64(&mut message, 42);
//! writer::write_text(&mut message, "hi");
//! assert_eq!(message, b"DIDL\x00\x02\x7d\x71\x2a\x02hi");
//!
//! let mut reader = Reader::new(&message);
//! assert_eq!(reader.read_array()?, MAGIC);
//! reader.skip_bytes(4)?;
//! assert_eq!(reader.read_leb_u64()?, 42);
//! assert_eq!(reader.read_text()?, "hi");
//! assert!(reader.is_empty());
//! # Ok::<(), candid_wire::error::WireError>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod error;
pub mod identifier;
pub mod label;
pub mod leb128;
pub mod limits;
mod mechanisms;
pub mod opcode;
pub mod reader;
pub mod text;
pub mod writer;

/// Runs the code in the README of the crate.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
