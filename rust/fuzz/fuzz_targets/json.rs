//! The target `json`; what it checks is in `src/json.rs`.

#![no_main]

#[path = "../src/json.rs"]
mod json;

libfuzzer_sys::fuzz_target!(|data: &[u8]| json::check(data));
