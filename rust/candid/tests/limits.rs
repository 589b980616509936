//! Hostile messages: whatever they claim, work, memory and stack stay within what their bytes pay for.
#![cfg(feature = "default")]

#[path = "limits/hostile.rs"]
mod hostile;
#[cfg(not(target_family = "wasm"))]
#[path = "limits/kept.rs"]
mod kept;
#[cfg(not(target_family = "wasm"))]
#[path = "limits/memory.rs"]
mod memory;
#[path = "limits/nesting.rs"]
mod nesting;
#[cfg(not(target_family = "wasm"))]
#[path = "limits/work.rs"]
mod work;

use std::time::{Duration, Instant};

/// Runs `f`; without bounds, work takes minutes where with them it takes milliseconds. wasm32 has no clock.
#[track_caller]
fn soon<T>(f: impl FnOnce() -> T) -> T {
    if cfg!(target_family = "wasm") {
        return f();
    }
    let start = Instant::now();
    let value = f();
    let elapsed = start.elapsed();
    assert!(elapsed < Duration::from_secs(10), "{elapsed:?}");
    value
}

/// Appends a LEB128 number.
fn leb(out: &mut Vec<u8>, n: u64) {
    seven_bits_each(out, n, 0x80);
}

/// Appends a type index, which is a signed number.
fn index(out: &mut Vec<u8>, n: u64) {
    seven_bits_each(out, n, 0x40);
}

/// Appends `n`, the last byte of which is to be less than `end`.
fn seven_bits_each(out: &mut Vec<u8>, mut n: u64, end: u64) {
    while n >= end {
        out.push(n.to_le_bytes()[0] | 0x80);
        n >>= 7;
    }
    out.push(n.to_le_bytes()[0]);
}
