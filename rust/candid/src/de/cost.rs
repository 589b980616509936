//! Prices of the decoding quota, as in the equations of
//! [`DecoderConfig::set_decoding_quota`](crate::DecoderConfig::set_decoding_quota).

use crate::de::header::WireType;

/// Each byte of the header.
pub(crate) const HEADER_BYTE: u64 = 4;

/// A value without bytes, or a `bool`.
pub(crate) const UNIT: u64 = 1;

/// Returns the cost of `len` bytes of a blob, a text or a method name.
pub(crate) const fn bytes(len: usize) -> u64 {
    len as u64
}

/// Returns the cost of a text of `len` bytes.
pub(crate) const fn text(len: usize) -> u64 {
    UNIT + bytes(len)
}

/// An `opt`, a `vec` or a `blob`, without its content.
pub(crate) const CONTAINER: u64 = 2;

/// The same where it is skipped.
pub(crate) const SKIPPED_CONTAINER: u64 = CONTAINER - 1;

/// A principal, however long.
pub(crate) const PRINCIPAL: u64 = 30;

/// A variant without the length of the name and the payload.
pub(crate) const VARIANT: u64 = CONTAINER + 5;

/// The assumed length of a name that the receiver does not have.
pub(crate) const UNKNOWN_NAME_LEN: u64 = 1;

/// How many times as much a skipped value costs.
pub(crate) const SKIP_FACTOR: u16 = 50;

/// Returns the cost of a service, for a type table of `n_entries`.
pub(crate) const fn service(n_entries: usize) -> u64 {
    1 + PRINCIPAL + n_entries as u64
}

/// Returns the cost of a function without the length of the method name.
pub(crate) const fn func(n_entries: usize) -> u64 {
    2 + PRINCIPAL + UNIT + n_entries as u64
}

/// Returns the cost of a function that is skipped.
pub(crate) const fn skipped_func(name_len: usize) -> u64 {
    PRINCIPAL + UNIT + name_len as u64
}

/// Returns the cost per element of a vector, without its value.
pub(crate) const fn element(ty: WireType) -> u64 {
    match ty.index() {
        None => 3,
        Some(_) => 2,
    }
}

/// Returns the cost of a record of `n` fields without the lengths of their names and their values.
pub(crate) const fn record(n: u64) -> u64 {
    let by_field = n.saturating_mul(7);
    let shared = n.saturating_mul(5).saturating_add(4);
    let labels = if by_field < shared { by_field } else { shared };
    labels.saturating_add(CONTAINER)
}

/// Returns the cost of a record of `n` fields whose names are not known, without their values.
pub(crate) const fn record_of_ids(n: u64) -> u64 {
    record(n).saturating_add(n.saturating_mul(UNKNOWN_NAME_LEN))
}

/// Returns the cost of a tuple of `n` fields without their values.
pub(crate) const fn tuple(n: u64) -> u64 {
    CONTAINER + 3 * n
}

/// Returns the cost of a `nat` or `int` of `len` bytes: one that fits 128 bits costs at most as much as in memory.
pub(crate) const fn big_number(len: u64) -> u64 {
    if len > 16 && len < 20 {
        16
    } else {
        len
    }
}
