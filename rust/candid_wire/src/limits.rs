//! Built-in limits of the project, each with the attack it prevents.
//!
//! These limits apply to every message and cannot be configured. Limits that a caller may set, such as a quota on the
//! work of one message, are elsewhere.

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

/// The maximum length in bytes of a header that is cached with its plan between messages. Together with
/// [`MAX_KEPT_PLANS`] it bounds the memory that untrusted callers can make a canister retain.
pub const MAX_KEPT_HEADER_LEN: usize = 16 * 1024;

/// The maximum number of headers cached with their plans between messages.
pub const MAX_KEPT_PLANS: usize = 8;

/// The maximum size, in pairs of types, of a plan that is cached between messages: a header of many types decoded as a
/// recursive type could make it large.
pub const MAX_KEPT_SLOTS: usize = 4096;

/// The maximum number of pairs of a wire type and an expected type that are compiled or compared, for each byte of the
/// header. A type decoded as
/// itself takes less than one. Prevents recursive types whose cycles differ in length from those of the expected types,
/// which produce a pair for each two types.
pub const MAX_PAIRS: usize = 2;

/// The minimum of that limit: the types of a small header may be decoded as large ones.
pub const MIN_PAIRS: usize = 16_384;

/// The maximum number of fields and cases in the records and variants of such pairs, wire and expected types together,
/// for each byte of the header: prevents many small types that are each decoded as one large type.
pub const MAX_PARTS: usize = 4;

/// The minimum of that limit.
pub const MIN_PARTS: usize = 131_072;

/// The maximum number of fields, cases, arguments and methods visited in the comparison of a wire type and an expected
/// type, for each byte of the header and each part of an expected function or service type: prevents many small types
/// that are each compared with one large type. A type compared with itself takes less than four.
pub const MAX_COMPARED_PARTS: usize = 8;

/// The minimum of that limit: the types of a small header may be decoded as large ones.
pub const MIN_COMPARED_PARTS: usize = 131_072;
