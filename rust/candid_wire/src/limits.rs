//! Every bound that is built into the project, each with the attack it stops.
//!
//! A bound here holds for every message and cannot be configured. What a caller may want to set, such
//! as a quota on the work of one message, is not here.

/// The most bytes that a principal has.
///
/// The platform defines it. It stops nothing by itself, but it lets a principal live in a fixed
/// array, and a length that claims more is refused before anything is copied.
pub const MAX_PRINCIPAL_LEN: usize = 29;

/// The most bytes that a LEB128 number of at most 64 bits takes: lengths, counts, type indices, field
/// ids, variant tags, opcodes.
///
/// A number may be padded (`0x81 0x00` is 1), and the format does not say how far. Ten bytes are what
/// the largest 64-bit number takes anyway. Without the bound, a message could put megabytes of
/// padding into one length, and work would no longer follow the quota, which charges a length as one
/// small thing. Values of type `nat` and `int` are charged by their bytes and are not bounded.
pub const MAX_LEB64_LEN: usize = 10;

/// The longest header of a message, in bytes, unless the caller sets another bound. Every argument,
/// field and method takes a byte of it at least, so it bounds the work of reading the types before
/// any value is read.
pub const MAX_HEADER_LEN: usize = 64 * 1024;

/// The largest type table, in entries, unless the caller sets another bound: stops headers whose
/// types cost more to compare than their bytes cost to send.
pub const MAX_TYPE_TABLE: usize = 10_000;

/// How many values that take no bytes (`null`, `reserved`, records apart from their fields) one message may hold where no
/// decoding quota is set, beside one for each of its bytes and those that are few for the bytes of the record that holds
/// them: stops `vec null` of four thousand million elements in 14 bytes.
pub const MAX_ZERO_SIZED_VALUES: u64 = 1 << 17;

/// The longest header, in bytes, that is kept with its plan between messages. With
/// [`MAX_KEPT_PLANS`] it bounds what strangers can make a canister keep.
pub const MAX_KEPT_HEADER_LEN: usize = 16 * 1024;

/// How many headers are kept with their plans between messages.
pub const MAX_KEPT_PLANS: usize = 8;

/// The largest plan, in pairs of types, that is kept between messages: a header of many types read
/// at a recursive type could make it large.
pub const MAX_KEPT_SLOTS: usize = 4096;

/// How many pairs of a type of the message and an expected one may be met, for each byte of the header. A type that is read at
/// itself takes less than one. Stops recursive types whose cycles differ in length from those of the
/// expected types, which lead to a pair for each two types.
pub const MAX_PAIRS: usize = 2;

/// So many are allowed in any case: the types of a small header may be read at large ones.
pub const MIN_PAIRS: usize = 16_384;

/// How many fields and tags the records and variants of such pairs may have together, those of the message and the expected
/// ones, for each byte of the header: stops many small types that are each read at one large type.
pub const MAX_PARTS: usize = 4;

/// So many in any case.
pub const MIN_PARTS: usize = 131_072;

/// How many pairs of types the comparison of reference types (`func`, `service`) may lead to, and how many times one may need
/// another, for each byte of the header and each node of the expected type. A type that is compared with itself takes
/// less than one. Stops recursive types whose cycles differ in length, which lead to a pair for each two types.
pub const MAX_REFERENCE_PAIRS: usize = 3;

/// So many are allowed in any case: the types of a small header may be read at large ones.
pub const MIN_REFERENCE_PAIRS: usize = 8192;

/// How many fields, arguments and methods the comparison of reference types may go through, for each byte of the
/// header and each part of the expected type: stops many small types that are each compared with one large type.
pub const MAX_REFERENCE_WORK: usize = 32;

/// So many in any case.
pub const MIN_REFERENCE_WORK: usize = 65_536;
