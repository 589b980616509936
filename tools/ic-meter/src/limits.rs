//! Limits of messages: instructions by kind, and memory.

use crate::error::{Error, Result};
use wasmi::ResourceLimiter;
use wasmi_core::LimiterError;

/// The limits of a canister's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instruction limit of installation.
    pub install: i64,
    /// Instruction limit of an update.
    pub update: i64,
    /// Instruction limit of a query.
    pub query: i64,
    /// Limit in bytes on the canister's memory, excluding stable memory.
    pub memory: u64,
}

/// The default of a canister without memory settings: 3 GiB.
pub const MEMORY: u64 = 3 << 30;

/// The limits of the Internet Computer.
pub const ON_CHAIN: Limits = Limits {
    install: 300_000_000_000,
    update: 40_000_000_000,
    query: 5_000_000_000,
    memory: MEMORY,
};

/// The limits of canbench, as on a subnet for benchmarks only: no real message has so many instructions.
pub const CANBENCH: Limits = Limits {
    install: 99_999_999_999_999,
    update: 99_999_999_999_999,
    query: 99_999_999_999_999,
    memory: MEMORY,
};

impl Limits {
    /// Returns the limits with the same number of instructions for messages of all kinds.
    #[must_use]
    pub fn with_instructions(self, instructions: i64) -> Self {
        Self {
            install: instructions,
            update: instructions,
            query: instructions,
            ..self
        }
    }
}

/// Parses a number of bytes: `1000000`, `512MiB`, `3GiB`.
///
/// # Errors
///
/// If it is anything else, or too large.
pub fn bytes(text: &str) -> Result<u64> {
    let (number, unit) = [("GiB", 30), ("MiB", 20), ("KiB", 10)]
        .into_iter()
        .find_map(|(suffix, bits)| Some((text.strip_suffix(suffix)?, 1_u64 << bits)))
        .unwrap_or((text, 1));
    let number: Option<u64> = number.trim_end().parse().ok();
    number
        .and_then(|number| number.checked_mul(unit))
        .ok_or_else(|| {
            Error::Usage("expected a number of bytes, such as 1000000, 512MiB or 3GiB".into())
        })
}

/// Rejects memory beyond a limit. The message traps, as on the Internet Computer: a canister whose allocation fails
/// could not continue either.
#[derive(Debug)]
pub(crate) struct MemoryLimit {
    bytes: u64,
    /// The size of the memory that was asked for and rejected.
    rejected: Option<usize>,
}

impl MemoryLimit {
    pub(crate) fn new(bytes: u64) -> Self {
        Self {
            bytes,
            rejected: None,
        }
    }

    /// Returns the reason of a trap, if memory was rejected.
    pub(crate) fn reason(&self) -> Option<String> {
        let Self { bytes, rejected } = self;
        rejected.map(|rejected| {
            format!("memory of {rejected} bytes exceeds the limit of {bytes}; use --memory-limit to change it")
        })
    }
}

impl ResourceLimiter for MemoryLimit {
    fn memory_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> std::result::Result<bool, LimiterError> {
        if desired as u64 > self.bytes {
            self.rejected = Some(desired);
            return Err(LimiterError::ResourceLimiterDeniedAllocation);
        }
        Ok(true)
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> std::result::Result<bool, LimiterError> {
        /// More than the number of functions of any canister.
        const MAX_ELEMENTS: usize = 10_000_000;
        Ok(desired <= MAX_ELEMENTS)
    }

    fn instances(&self) -> usize {
        1
    }

    fn tables(&self) -> usize {
        usize::MAX
    }

    fn memories(&self) -> usize {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn numbers_of_bytes() {
        let rows = [
            ("0", Some(0)),
            ("65536", Some(65_536)),
            ("2KiB", Some(2048)),
            ("512 MiB", Some(512 << 20)),
            ("3GiB", Some(3 << 30)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551615GiB", None),
            ("GiB", None),
            ("-1", None),
            ("1.5GiB", None),
            ("3GB", None),
        ];
        for (text, expected) in rows {
            assert_eq!(bytes(text).ok(), expected, "{text}");
        }
    }
}
