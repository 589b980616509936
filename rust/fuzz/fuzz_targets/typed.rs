//! The target `typed`; what it checks is in `src/decoder/typed.rs`.

#![no_main]

#[path = "../src/decoder/mod.rs"]
#[allow(dead_code, reason = "other targets check the other laws")]
mod decoder;

libfuzzer_sys::fuzz_target!(|data: &[u8]| decoder::typed::check(data));
