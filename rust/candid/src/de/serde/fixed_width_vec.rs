//! Vectors of fixed-width numbers and of `bool`s, copied from the wire at once.
//!
//! Serde passes a visitor the elements one by one, and its `Vec` grows gradually. If the visitor is serde's own for
//! `Vec<T>` and `T` is the number type on the wire, the result is known without it.

use crate::de::plan::step::{Op, Step};
use crate::de::read::decoder::{Context, Decoder};
use crate::de::serde::visitor_kind::is_visitor_of;
use crate::error::Result;
use crate::util::mechanisms;
use bytemuck::checked::try_cast_slice;
use bytemuck::Pod;
use serde::de::Visitor;
use std::cell::Cell;
use std::mem::size_of;

/// The number of eight-byte words copied at once.
const N_WORDS: usize = 16;

/// Appends the numbers encoded in 128 bytes.
///
/// On chain, a bulk memory copy costs one instruction per byte, and a copy by words six per eight bytes: provided that
/// it is not inlined, because in a loop the compiler computes each address.
#[inline(never)]
fn push_block<T: Pod, const N: usize>(numbers: &mut Vec<T>, words: &[[u8; 8]; N_WORDS])
where
    [T; N]: Pod,
{
    // One by one: `map` is sometimes compiled to a call, which passes everything through memory.
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *words;
    macro_rules! each {
        ($($word:ident)*) => { [$(u64::from_ne_bytes($word)),*] };
    }
    let block: [T; N] = bytemuck::cast(each!(a b c d e f g h i j k l m n o p));
    numbers.extend_from_slice(&block);
}

/// Numbers of fixed width, in vectors.
trait Number: Pod {
    /// Decodes the bytes as numbers. Not generic, so that it is compiled once, not for each visitor.
    fn decode(bytes: &[u8]) -> Vec<Self>;
}

macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl Number for $ty {
            fn decode(bytes: &[u8]) -> Vec<Self> {
                const SIZE: usize = size_of::<$ty>();
                let n_in_blocks = if cfg!(target_endian = "little") {
                    bytes.len() / (8 * N_WORDS) * (8 * N_WORDS)
                } else {
                    0
                };
                let (blocks, rest) = bytes.split_at(n_in_blocks);
                let mut numbers: Vec<$ty> = Vec::with_capacity(bytes.len() / SIZE);
                for block in bytemuck::cast_slice(blocks) {
                    push_block::<$ty, { 8 * N_WORDS / SIZE }>(&mut numbers, block);
                }
                let rest = bytemuck::cast_slice::<u8, [u8; SIZE]>(rest).iter();
                numbers.extend(rest.map(|bytes| <$ty>::from_le_bytes(*bytes)));
                numbers
            }
        }
    )*};
}

numbers! { u16 u32 u64 i8 i16 i32 i64 f32 f64 }

/// Returns the blob as a `Vec<u8>` if the visitor produces one.
#[inline]
pub(crate) fn try_vec_u8<'de, V: Visitor<'de>>(blob: &[u8]) -> Option<V::Value> {
    let out: Cell<Option<V::Value>> = Cell::new(None);
    if is_visitor_of::<V, Vec<u8>>() {
        if let Ok(out) = castaway::cast!(&out, &Cell<Option<Vec<u8>>>) {
            out.set(Some(blob.to_vec()));
        }
    }
    out.into_inner()
}

/// Decodes a vector of fixed-width numbers if the visitor produces one and the wire type is the same. Otherwise
/// consumes nothing.
#[inline]
pub(crate) fn try_numbers<'de, V: Visitor<'de>>(
    cx: &mut Context<'_, 'de>,
    step: Step,
) -> Result<Option<V::Value>> {
    let out: Cell<Option<V::Value>> = Cell::new(None);
    macro_rules! try_number {
        ($($op:ident: $ty:ty;)*) => {$(
            // Evaluated at compile time: for any other visitor this code is removed.
            if mechanisms::RAW_NUMBERS && is_visitor_of::<V, Vec<$ty>>() {
                if let Ok(out) = castaway::cast!(&out, &Cell<Option<Vec<$ty>>>) {
                    if let Some(bytes) = read_raw_elements(cx, step, Op::$op, size_of::<$ty>())? {
                        out.set(Some(Number::decode(bytes)));
                    }
                }
            }
        )*};
    }
    try_number! {
        Nat16: u16; Nat32: u32; Nat64: u64;
        Int8: i8; Int16: i16; Int32: i32; Int64: i64;
        Float32: f32; Float64: f64;
    }
    if mechanisms::RAW_NUMBERS && is_visitor_of::<V, Vec<bool>>() {
        if let Ok(out) = castaway::cast!(&out, &Cell<Option<Vec<bool>>>) {
            out.set(read_bools(cx, step)?);
        }
    }
    Ok(out.into_inner())
}

/// Reads all elements of a vector of `bool`s. Returns `None`, consuming nothing, if it is another, or a byte is neither of them:
/// which one turns out where they are read one by one.
fn read_bools(cx: &mut Context<'_, '_>, step: Step) -> Result<Option<Vec<bool>>> {
    if !cx.plan.vec_node(step.slot())?.element.is(Op::Bool) {
        return Ok(None);
    }
    let bytes = cx.state.reader.clone().read_blob();
    let Some(bools) = bytes.ok().and_then(bools_of) else {
        return Ok(None);
    };
    let (_, len) = Decoder { cx, step }.enter_vec()?;
    cx.state.reader.skip_bytes(len)?;
    Ok(Some(bools))
}

/// Returns the `bool`s that bytes encode, if they do: of several bytes at a time, for which the compiler makes no loop.
fn bools_of(bytes: &[u8]) -> Option<Vec<bool>> {
    let mut bools = Vec::with_capacity(bytes.len());
    let (blocks, rest) = bytes.as_chunks::<N_WORDS>();
    for block in blocks {
        bools.extend_from_slice(try_cast_slice(block).ok()?);
    }
    bools.extend_from_slice(try_cast_slice(rest).ok()?);
    Some(bools)
}

/// Reads all elements of a vector whose element step is `op`, with the checks and charges of
/// [`Decoder::enter_vec`](crate::de::read::decoder::Decoder::enter_vec).
fn read_raw_elements<'de>(
    cx: &mut Context<'_, 'de>,
    step: Step,
    op: Op,
    size: usize,
) -> Result<Option<&'de [u8]>> {
    let node = cx.plan.vec_node(step.slot())?;
    if !node.element.is(op) {
        return Ok(None);
    }
    let (_, len) = Decoder { cx, step }.enter_vec()?;
    Ok(Some(cx.state.reader.read_items(len, size)?))
}
