//! The target `annotate`; what it checks is in `src/annotate.rs`.

#![no_main]

#[path = "../src/annotate.rs"]
mod annotate;

libfuzzer_sys::fuzz_target!(|data: &[u8]| annotate::check(data));
