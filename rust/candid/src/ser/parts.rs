//! Capacity for encoded vectors, estimated from the elements that are written already.

use crate::util::mechanisms;

/// The minimum number of elements for which measuring the first one pays.
pub(crate) const MIN_PROBED: usize = 16;

/// Vectors have so many parts after the first element, which need not be like the others, or fewer of as many elements or bytes:
/// capacity is reserved for the first of these, and for all elements after that.
const N_PARTS: usize = 16;
const MIN_PART: usize = 32;
const MIN_PART_BYTES: usize = 1 << 11;

/// The capacity in bytes that elements may cause, however small they are in memory.
const MAX_PROBED_CAPACITY: usize = 1 << 20;

/// Beyond it, a buffer does not double.
const MAX_DOUBLED: usize = 1 << 14;

/// Writes elements of `size` bytes, or 0 for others, with `write`, a part of them after the other, and reserves capacity
/// according to those before in the buffer that `out` returns.
#[inline(always)]
pub(crate) fn in_parts<T, W, E>(
    elements: &[T],
    size: usize,
    writer: &mut W,
    out: impl Fn(&mut W) -> Option<&mut Vec<u8>>,
    mut write: impl FnMut(&[T], &mut W) -> Result<(), E>,
) -> Result<(), E> {
    let start = start(out(writer), size, elements.len());
    if is_whole(size) {
        return write(elements, writer);
    }
    let mut n = first_part(size, elements.len());
    let mut rest = elements;
    while let Some((part, after)) = rest.split_at_checked(n) {
        write(part, writer)?;
        if after.is_empty() {
            break;
        }
        let counts = [elements.len() - after.len(), after.len()];
        n = next_part(out(writer), start, counts, size_of::<T>());
        rest = after;
    }
    Ok(())
}

/// Returns whether the elements of a vector are always written in one part. Each takes `size` bytes, or 0 for others.
pub(crate) const fn is_whole(size: usize) -> bool {
    !mechanisms::ENCODED_CAPACITY || size != 0
}

/// Returns how many of the `n` elements of a vector are written first.
#[inline(always)]
pub(crate) fn first_part(size: usize, n: usize) -> usize {
    match n {
        MIN_PROBED.. if !is_whole(size) => 1,
        _ => n,
    }
}

/// Returns the length of the buffer before the elements of a vector are written. If all take the same, reserves capacity for them.
#[inline(always)]
pub(crate) fn start(out: Option<&mut Vec<u8>>, size: usize, n: usize) -> usize {
    let Some(out) = out else {
        return 0;
    };
    if mechanisms::ENCODED_CAPACITY && size != 0 && n >= MIN_PROBED {
        let n_bytes = size.saturating_mul(n);
        reserve(out, n_bytes, n_bytes / 64, usize::MAX);
    }
    out.len()
}

/// Returns how many of the `n_rest` elements that are left are written next, and reserves capacity for these, according to the
/// size of the `n_written` before them, which began at `start`. A message takes little more memory than its bytes, and is not
/// copied repeatedly.
#[inline(always)]
pub(crate) fn next_part(
    out: Option<&mut Vec<u8>>,
    start: usize,
    [n_written, n_rest]: [usize; 2],
    size_in_memory: usize,
) -> usize {
    match out {
        Some(out) => reserve_part(out, start, n_written, n_rest, size_in_memory),
        None => n_rest,
    }
}

#[inline(never)]
fn reserve_part(
    out: &mut Vec<u8>,
    start: usize,
    n_written: usize,
    n_rest: usize,
    size_in_memory: usize,
) -> usize {
    let n_bytes = out.len().saturating_sub(start);
    let likely = |n: usize| likely_size(n, n_bytes, n_written);
    let n_bytes_rest = likely(n_rest);
    // The vector around it has reserved enough, to go by all of some elements or by one of a few.
    let is_known = n_written > 1 || n_rest < 4 * MIN_PART;
    if is_known && out.capacity() - out.len() >= n_bytes_rest.saturating_mul(2) {
        return n_rest;
    }
    let min_part = MIN_PART.min(MIN_PART_BYTES / likely(1).max(1)).max(1);
    let n_part = n_rest.min(min_part.max((n_written + n_rest) / N_PARTS));
    let (n_reserved, n_bytes) = match n_written {
        1 => (n_part, likely(n_part)),
        _ => (n_rest, n_bytes_rest),
    };
    let bound = size_in_memory.saturating_mul(n_reserved.saturating_mul(2));
    reserve_likely(out, n_bytes, bound.max(MAX_PROBED_CAPACITY));
    n_part
}

/// Returns the bytes that `n` elements take if they are like the `n_written` that take `n_bytes`.
#[inline]
fn likely_size(n: usize, n_bytes: usize, n_written: usize) -> usize {
    // The product exceeds 32 bits if there are some megabytes.
    let size = (n_bytes as u64).saturating_mul(n as u64) / n_written.max(1) as u64;
    usize::try_from(size).unwrap_or(usize::MAX)
}

/// Reserves capacity for likely `n` bytes and an eleventh more, for numbers that grow longer while they count; at most `bound`.
#[inline(always)]
pub(crate) fn reserve_likely(out: &mut Vec<u8>, n: usize, bound: usize) {
    reserve(out, n, n / 11, bound);
}

/// Reserves capacity for `n` bytes and `extra` ones, which are also for what follows, and at most `bound`, unless there is enough:
/// exceeding the capacity by a byte would double it. Memory that grows is mostly copied.
#[inline(never)]
fn reserve(out: &mut Vec<u8>, n: usize, extra: usize, bound: usize) {
    let (len, capacity) = (out.len(), out.capacity());
    // What reached the bound before is not exceeded for a few bytes.
    if capacity - len >= n.min(bound / 2) {
        return;
    }
    // Vectors in vectors may each reserve some. If all do, the bytes of a message are copied eleven times at most.
    let at_least = match capacity {
        ..=MAX_DOUBLED => capacity,
        _ => capacity + capacity / 11 - len,
    };
    // A best effort: where memory is short, the message may still fit.
    let _ = out.try_reserve_exact(n.saturating_add(extra).min(bound).max(at_least));
}
