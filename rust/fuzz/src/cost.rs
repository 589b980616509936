//! The cost oracle: what a call may take is set by the length of its input.
//!
//! Memory is counted, so it is the same on every run. Time is that of the processor, and the least of three runs if the first one
//! took too long, which keeps a busy machine from being blamed on the input.

use cpu_time::ThreadTime;
use std::time::Duration;

/// What SECURITY.md promises of an optimised build.
const TIME_PER_KB: Duration = Duration::from_millis(10);

/// How much slower this build is: fuzz targets have AddressSanitizer, coverage and debug assertions, tests have no
/// optimisation.
const SLOWNESS: u32 = if cfg!(fuzzing) {
    8
} else if cfg!(debug_assertions) {
    40
} else {
    1
};

/// What a call may take of its own.
const TIME_FLOOR: Duration = Duration::from_millis(10);

/// The most bytes that may be in use at once, for each byte of input.
const MEMORY_PER_BYTE: u64 = 400;

/// What a call may use whatever its input.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "no target needs all of them")]
pub(crate) enum Floor {
    /// Tables that are kept, a first vector, an error.
    Usual,
    /// The values without bytes that a message may have where no quota says less, each of which may become an `IDLValue`
    /// or a Rust value, in a vector that is copied when it grows.
    ZeroSized,
    /// A report on a text: up to 100 findings, each with the lines around it.
    Report,
}

impl Floor {
    fn bytes(self) -> u64 {
        match self {
            Floor::Usual => 128 << 10,
            Floor::ZeroSized => 131_072 * 128,
            Floor::Report => 4 << 20,
        }
    }
}

/// Calls `f`, whose input is `len` bytes long, and returns what it returns.
///
/// # Panics
///
/// If it takes too much time or memory.
pub(crate) fn bounded<T>(what: &str, len: usize, floor: Floor, f: impl Fn() -> T) -> T {
    let allowed = (TIME_FLOOR + TIME_PER_KB * u32::try_from(len / 1024 + 1).unwrap()) * SLOWNESS;
    let mut value = None;
    let mut took = Duration::ZERO;
    let used = allocation_counter::measure(|| {
        let start = ThreadTime::now();
        value = Some(f());
        took = start.elapsed();
    });
    for _ in 0..2 {
        if took > allowed {
            let start = ThreadTime::now();
            drop(f());
            took = took.min(start.elapsed());
        }
    }
    assert!(took <= allowed, "{what}: {took:?} for {len} bytes");
    let bytes = len as u64 * MEMORY_PER_BYTE + floor.bytes();
    assert!(
        used.bytes_max <= bytes,
        "{what}: {} bytes of memory for {len} bytes",
        used.bytes_max
    );
    value.expect("it was called")
}
