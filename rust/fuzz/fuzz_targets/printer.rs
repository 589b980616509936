//! The target `printer`; what it checks is in `src/printer.rs`.

#![no_main]

#[path = "../src/printer.rs"]
mod printer;

libfuzzer_sys::fuzz_target!(|data: &[u8]| printer::check(data));
