//! Built-in limits of the project, each with the attack it prevents.
//!
//! These limits apply to every message. Two of them are defaults, which a caller may replace; quotas on the work of one
//! message are set by callers alone.

/// The maximum length of a principal in bytes.
///
/// The platform defines it. It allows a principal to be stored in a fixed array, and a greater length is refused
/// before anything is copied.
pub const MAX_PRINCIPAL_LEN: usize = 29;

/// The maximum length in bytes of a LEB128 number of at most 64 bits: lengths, counts, type indices, field ids, variant
/// indices, opcodes.
///
/// A number may be padded (`0x81 0x00` is 1), and the format does not limit the padding. The largest 64-bit number
/// takes ten bytes unpadded. Without the limit, a message could put megabytes of padding into one length, and work
/// would no longer be proportional to the quota, which charges a constant for a length. Values of type `nat` and `int`
/// are charged by their bytes and are not limited.
pub const MAX_LEB64_LEN: usize = 10;

/// The maximum length of a message header in bytes, unless the caller sets another limit. Every argument, field and
/// method takes at least a byte of it, so it bounds the work of reading the types before any value is read.
pub const MAX_HEADER_LEN: usize = 64 * 1024;

/// The maximum number of entries in the type table, unless the caller sets another limit: prevents headers whose types
/// cost more to compare than their bytes cost to send.
pub const MAX_TYPE_TABLE: usize = 10_000;

/// The maximum number of zero-sized values (`null`, `reserved`, records apart from their fields) in one message without
/// a decoding quota, in addition to one for each of its bytes and those that are few relative to the bytes of the
/// record that holds them: prevents `vec null` of four billion elements in 14 bytes.
pub const MAX_ZERO_SIZED_VALUES: u64 = 1 << 17;

/// The maximum number of headers cached with their plans between messages: a message with another header takes no longer
/// than some instructions for each.
pub const MAX_KEPT_PLANS: usize = 512;

/// The maximum size in bytes of all cached plans together, and 32 times that of one. A plan takes some 2 kB, that of the
/// largest types in use 60: a header of many types, decoded as a recursive type, could make it large.
pub const MAX_KEPT_PLANS_BYTES: usize = 4 << 20;

/// The maximum number of lists of types known at run time that are kept between calls, in each direction.
pub const MAX_KEPT_TYPES: usize = 64;

/// The maximum size in bytes of all kept types together, with what was made of them, and 32 times that of one list.
pub const MAX_KEPT_TYPES_BYTES: usize = 4 << 20;

/// How many more pairs of a wire type and an expected type than [`BASE_PAIRS`] may be compiled or compared for each byte
/// of the header. A type decoded as itself takes less than one. Prevents recursive types whose cycles differ in length
/// from those of the expected types, which produce a pair for each two types.
pub const PAIRS_PER_HEADER_BYTE: usize = 2;

/// The number of pairs of types that any message may use: the types of a small header may be decoded as large ones.
pub const BASE_PAIRS: usize = 16_384;

/// How many more fields and cases than [`BASE_PARTS`] the records and variants of such pairs may have, wire and expected
/// types together, for each byte of the header: prevents many small types that are each decoded as one large type.
pub const PARTS_PER_HEADER_BYTE: usize = 4;

/// The number of such fields and cases that any message may use.
pub const BASE_PARTS: usize = 131_072;

/// How many more fields, cases, arguments and methods than [`BASE_COMPARED_PARTS`] may be visited in comparing wire types
/// with expected types, for each byte of the header and each part of an expected function or service type: prevents many
/// small types that are each compared with one large type. A type compared with itself takes less than four.
pub const COMPARED_PARTS_PER_BYTE: usize = 8;

/// The number of such parts that any message may use.
pub const BASE_COMPARED_PARTS: usize = 131_072;
