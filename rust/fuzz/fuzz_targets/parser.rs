//! The target `parser`; what it checks is in `src/parser.rs`.

#![no_main]

#[path = "../src/parser.rs"]
mod parser;

libfuzzer_sys::fuzz_target!(|data: &[u8]| parser::check(data));
