//! Switches of the optimizations, as in `candid`: all are on; `rust/bench/ablation.sh` measures what each one saves.

/// LEB128 numbers of two to eight bytes are read and written by words, without a loop: [`crate::leb128`].
/// 100 lines.
pub(crate) const LEB_BY_WORDS: bool = true;

/// Up to 64 bytes are appended by words: `write_short` of [`crate::writer`].
/// 60 lines.
pub(crate) const SHORT_WRITES: bool = true;

/// Texts of up to 48 bytes are copied by a copy of their length: [`crate::text`].
/// 30 lines.
pub(crate) const SHORT_COPIES: bool = true;
