//! The header of an argument list, made once and copied afterwards.

use super::table::TypeSerialize;
use crate::error::Result;
use crate::recent::Recent;
use crate::types::descriptor::DescriptorFn;
use candid_wire::writer;
use std::cell::RefCell;

/// How many headers are kept. Which ones there can be is fixed by the program, not by its input.
const MAX_KEPT: usize = 32;

thread_local! {
    static HEADERS: RefCell<Recent<Header, MAX_KEPT>> = const { RefCell::new(Recent::new()) };
}

struct Header {
    /// The addresses of the descriptors of the arguments: each identifies a type.
    key: Box<[usize]>,
    bytes: Box<[u8]>,
}

/// Appends the header for arguments of these types.
///
/// # Errors
///
/// If one of the types is none that values have.
pub(crate) fn write_header(out: &mut Vec<u8>, types: &[DescriptorFn]) -> Result<()> {
    let is_of = |header: &Header| {
        header.key.len() == types.len()
            && header
                .key
                .iter()
                .zip(types)
                .all(|(key, ty)| *key == key_of(*ty))
    };
    let known = HEADERS.try_with(|headers| match headers.try_borrow() {
        Ok(headers) => match headers.iter().find(|header| is_of(header)) {
            Some(header) => {
                writer::write_bytes(out, &header.bytes);
                true
            }
            None => false,
        },
        Err(_) => false,
    });
    if known == Ok(true) {
        return Ok(());
    }
    write_header_cold(out, types)
}

#[cold]
#[inline(never)]
fn write_header_cold(out: &mut Vec<u8>, types: &[DescriptorFn]) -> Result<()> {
    let mut table = TypeSerialize::new();
    for ty in types {
        table.push_descriptor(ty())?;
    }
    table.serialize()?;
    out.extend_from_slice(table.get_result());
    let header = Header {
        key: types.iter().map(|ty| key_of(*ty)).collect(),
        bytes: table.get_result().into(),
    };
    // At the end of a thread there may be nothing to keep it in.
    let _ = HEADERS.try_with(|headers| {
        if let Ok(mut headers) = headers.try_borrow_mut() {
            headers.keep(header);
        }
    });
    Ok(())
}

#[inline]
fn key_of(ty: DescriptorFn) -> usize {
    std::ptr::from_ref(ty()) as usize
}
