//! Parts of a header: its start, types, fields and annotations; and the errors of headers.

use super::{Entry, WireField, WireMethod, WireType};
use crate::error::{Error, ErrorKind, Result};
use crate::util::escape::start_of;
use candid_wire::opcode::{Primitive, MAGIC};
use candid_wire::reader::Reader;

/// Reads what is before the entries, and returns how many these are.
#[cold]
#[inline(never)]
pub(super) fn read_start(reader: &mut Reader<'_>, max_entries: usize) -> Result<usize> {
    if reader.read_array::<4>().ok() != Some(MAGIC) {
        return Err(malformed("the message does not start with \"DIDL\"", 0));
    }
    let at = reader.offset();
    let n_entries = reader.read_len()?;
    if n_entries > max_entries {
        return Err(limit(
            format!("the type table has {n_entries} entries, at most {max_entries} are allowed"),
            at,
        ));
    }
    Ok(n_entries)
}

/// Reads a field whose id is greater than `last`.
#[cold]
#[inline(never)]
pub(super) fn read_field(
    reader: &mut Reader<'_>,
    n_entries: usize,
    last: i64,
) -> Result<WireField> {
    let at = reader.offset();
    let id = reader.read_leb_u32()?;
    if i64::from(id) <= last {
        return Err(malformed(
            format!("field id {id} is not greater than the previous one"),
            at,
        ));
    }
    let ty = read_type(reader, n_entries)?;
    Ok(WireField { id, ty })
}

pub(super) fn read_type(reader: &mut Reader<'_>, n_entries: usize) -> Result<WireType> {
    // An index of two bytes, which is positive, as larger tables have.
    if let Some([low @ 0x80..=0xff, high @ 0..=0x3f]) = reader.rest().first_chunk() {
        let index = u32::from(*low & 0x7f) | u32::from(*high) << 7;
        if (index as usize) < n_entries {
            reader.advance_by::<2>();
            return Ok(WireType::at(index));
        }
    }
    let at = reader.offset();
    let code = reader.read_sleb_i64()?;
    if let Some(primitive) = Primitive::from_opcode(code) {
        return Ok(WireType::of(primitive));
    }
    match u32::try_from(code) {
        Ok(index) if (index as usize) < n_entries => Ok(WireType::at(index)),
        Ok(index) => {
            let entries = if n_entries == 1 { "entry" } else { "entries" };
            let message = format!(
                "type index {index} is out of range: the type table has {n_entries} {entries}"
            );
            Err(malformed(message, at))
        }
        Err(_) => Err(malformed(
            format!("{code} is neither a primitive type nor a type index"),
            at,
        )),
    }
}

pub(super) fn read_annotation(reader: &mut Reader<'_>) -> Result<u8> {
    let at = reader.offset();
    match reader.read_u8()? {
        0 => Ok(0),
        1 => match reader.read_u8()? {
            annotation @ 1..=3 => Ok(annotation),
            other => Err(malformed(
                format!("{other} is not a function annotation"),
                at + 1,
            )),
        },
        n => Err(malformed(
            format!("expected at most one function annotation, found {n}"),
            at,
        )),
    }
}

/// Returns a name in quotes, truncated if it is long: an error fits on a line, and escaping may make a name ten times
/// as long.
#[cold]
pub(super) fn shown(name: &str) -> String {
    let (start, more) = start_of(name, 60);
    format!("{start:?}{more}")
}

#[cold]
pub(super) fn malformed(message: impl Into<String>, offset: usize) -> Error {
    Error::new(ErrorKind::Malformed, message).at_offset(offset)
}

/// Returns what an error means in the first `max_len` bytes of a message.
#[cold]
pub(super) fn of_header(error: Error, message: &[u8], max_len: usize) -> Error {
    if error.is_truncated() && message.len() > max_len {
        return limit(
            format!("the header is longer than {max_len} bytes"),
            max_len,
        );
    }
    error
}

#[cold]
fn limit(message: String, offset: usize) -> Error {
    Error::new(ErrorKind::Limit, message).at_offset(offset)
}

/// Checks the methods of services last, because they may refer to later entries.
#[cold]
#[inline(never)]
pub(super) fn check_methods(methods: &[WireMethod], entries: &[Entry]) -> Result<()> {
    for method in methods {
        let entry = entries.get(method.ty.bits() as usize);
        if !matches!(entry, Some(Entry::Func { .. } | Entry::Future)) {
            return Err(malformed(
                format!(
                    "the type of method {} is not a function",
                    shown(&method.name)
                ),
                method.offset,
            ));
        }
    }
    Ok(())
}
