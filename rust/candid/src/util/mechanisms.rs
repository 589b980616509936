//! Switches of the optimizations: all are on; `rust/bench/ablation.sh` measures what each one saves.
//!
//! With a switch off, the general path is taken, with equal results and equal costs. The second line of each is the
//! number of lines of code, without comments and tests, that exist only for it; some share lines.

/// Derived code reads values itself, in place of serde's visitors: `de/direct`, `de/serde/recognise.rs`, the derive.
/// 520 lines.
pub(crate) const DIRECT_READS: bool = true;

/// Derived records and tuples of fixed size are built from their bytes: `de/direct/layout.rs`, `de/plan/fixed.rs`.
/// 140 lines.
pub(crate) const FIXED_RECORDS: bool = true;

/// Those whose fields are of fixed size or options of such values are, too: `WithOptions`, `Plan::layout`. Nothing without
/// [`FIXED_RECORDS`].
/// 150 lines.
pub(crate) const OPTIONS_AT_ONCE: bool = true;

/// Vectors of such records are read in one loop: `Decoder::read_at_once`. Nothing without [`FIXED_RECORDS`].
/// 60 lines.
pub(crate) const FIXED_VECTORS: bool = true;

/// Numbers, texts and principals are read without a visitor: `Decoder::read_fixed` and its neighbours.
/// 80 lines.
pub(crate) const DIRECT_LEAVES: bool = true;

/// The plans of recent headers are kept between messages: `de/plan/cache.rs`.
/// 75 lines.
pub(crate) const CACHED_PLANS: bool = true;

/// A cached plan has the steps of the arguments: `IDLDeserialize::known_step`. Types known at run time have those of the last header.
/// 65 lines.
pub(crate) const CACHED_STEPS: bool = true;

/// Encoded headers, and the lengths of recent messages, are kept: `ser/header.rs`.
/// 70 lines.
pub(crate) const CACHED_HEADERS: bool = true;

/// Neighbouring fields of fixed size are written together: `ser/batch.rs`, `write_batched`.
/// 85 lines.
pub(crate) const FIELD_BATCHES: bool = true;

/// Vectors of fixed-width numbers and of `bool` are copied as bytes, in both directions: `de/serde/fixed_width_vec.rs`, `serialize_fixed`.
/// 95 lines.
pub(crate) const RAW_NUMBERS: bool = true;

/// Vectors of principals and services are written in one loop: `__serialize_principals`.
/// 50 lines.
pub(crate) const PRINCIPALS_AT_ONCE: bool = true;

/// Vectors of `Nat` and `Int` are written in one loop: `serialize_numbers`, `candid_wire/src/writer/big.rs`.
/// 85 lines.
#[cfg(feature = "bignum")]
pub(crate) const NUMBERS_AT_ONCE: bool = true;

/// Texts are validated, and those of ASCII copied, by words: `de/read/text.rs`, `de/read/utf8.rs`.
/// 215 lines.
pub(crate) const TEXTS_BY_WORDS: bool = true;

/// Decoded vectors have their capacity before the elements are read: `de/read/reserve.rs`, `State::reserve`.
/// 35 lines.
pub(crate) const DECODED_CAPACITY: bool = true;

/// Capacity for encoded vectors is estimated from the elements written before: `ser/parts.rs`.
/// 100 lines.
pub(crate) const ENCODED_CAPACITY: bool = true;

/// Sorted maps and sets are built from vectors of their elements: `read_sorted`.
/// 60 lines.
pub(crate) const SORTED_MAPS: bool = true;

/// Options of plain payloads are one word, without a node: `Step::in_plain_opt`. Those of records that contain them need no
/// node to be looked up: `Step::with_record`.
/// 145 lines.
pub(crate) const PLAIN_OPTIONS: bool = true;

/// A record whose large options are null is made apart, so that these are not copied: `Option::__IS_LARGE_OPTION`.
/// 50 lines.
pub(crate) const NULL_OPTIONS: bool = true;

/// Cases whose payloads are records are charged for together with these, which need no node to be looked up: `CaseRecord`.
/// 25 lines.
pub(crate) const CASES_AT_ONCE: bool = true;

/// Records with the same fields on both sides are compiled without merging them: `de/plan/compile_same.rs`.
/// 65 lines.
pub(crate) const SAME_FIELDS: bool = true;

/// Bytes are compared by words: `util/bytes_eq.rs`.
/// 65 lines.
pub(crate) const BYTES_BY_WORDS: bool = true;

/// Type tables compare only types with equal fingerprints: `schema/fingerprint.rs`, `ser/table.rs`.
/// 135 lines.
pub(crate) const FINGERPRINTS: bool = true;

/// Headers of few constant types are written without a type table: `ser/small_table.rs`.
/// 190 lines.
pub(crate) const SMALL_TABLES: bool = true;

/// Dynamic values are written at types in one pass, without an annotated copy: `value/writer.rs`, `value/layout.rs`,
/// `value/short.rs`, `ser/graph_header.rs`, `message_at`.
/// 750 lines.
#[cfg(feature = "value")]
pub(crate) const VALUES_AT_ONCE: bool = true;

/// What is made of types known at run time is kept between calls: `schema/known_types.rs`, `schema/references.rs`.
/// 160 lines.
#[cfg(feature = "value")]
pub(crate) const KNOWN_TYPES: bool = true;
