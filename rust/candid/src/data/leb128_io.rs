//! LEB128 numbers on `std::io` readers and writers.
//!
//! Not used for messages: these functions serve formats that embed Candid numbers.

use crate::error::{Error, Result};
use candid_wire::error::{WireError, WireErrorKind};
use candid_wire::{leb128, writer};
use std::io::{ErrorKind, Read, Write};

/// The maximum number of bytes for 128 bits; a longer number is padded, or does not fit.
const LEN_128: usize = 19;

/// Writes `value` as LEB128.
///
/// # Errors
///
/// Those of the writer.
///
/// # Examples
///
/// ```
/// use candid::types::leb128::encode_nat;
///
/// let mut bytes = vec![];
/// encode_nat(&mut bytes, 624_485)?;
/// assert_eq!(bytes, [0xe5, 0x8e, 0x26]);
/// # Ok::<(), candid::Error>(())
/// ```
pub fn encode_nat<W>(w: &mut W, value: u128) -> Result<()>
where
    W: Write + ?Sized,
{
    let mut bytes = Vec::with_capacity(LEN_128);
    writer::write_leb_u128(&mut bytes, value);
    Ok(w.write_all(&bytes)?)
}

/// Reads one LEB128 number without reading beyond it. Padding is accepted.
///
/// # Errors
///
/// If the input ends within the number ([`Error::is_truncated`]), if the number takes more than 128
/// bits, and those of the reader.
///
/// # Examples
///
/// ```
/// use candid::types::leb128::decode_nat;
///
/// let mut input: &[u8] = &[0xe5, 0x8e, 0x26, 0x01];
/// assert_eq!(decode_nat(&mut input)?, 624_485);
/// assert_eq!(input, [0x01]);
/// # Ok::<(), candid::Error>(())
/// ```
pub fn decode_nat<R>(r: &mut R) -> Result<u128>
where
    R: Read + ?Sized,
{
    let bytes = read_raw(r)?;
    leb128::leb_to_u128(&bytes).ok_or_else(overflow)
}

/// Writes `value` as signed LEB128.
///
/// # Errors
///
/// Those of the writer.
///
/// # Examples
///
/// ```
/// use candid::types::leb128::encode_int;
///
/// let mut bytes = vec![];
/// encode_int(&mut bytes, -123_456)?;
/// assert_eq!(bytes, [0xc0, 0xbb, 0x78]);
/// # Ok::<(), candid::Error>(())
/// ```
pub fn encode_int<W>(w: &mut W, value: i128) -> Result<()>
where
    W: Write + ?Sized,
{
    let mut bytes = Vec::with_capacity(LEN_128);
    writer::write_sleb_i128(&mut bytes, value);
    Ok(w.write_all(&bytes)?)
}

/// Reads one signed LEB128 number without reading beyond it. Padding is accepted.
///
/// # Errors
///
/// If the input ends within the number ([`Error::is_truncated`]), if the number takes more than 128
/// bits, and those of the reader.
///
/// # Examples
///
/// ```
/// use candid::types::leb128::decode_int;
///
/// assert_eq!(decode_int(&mut &[0xc0, 0xbb, 0x78][..])?, -123_456);
/// assert!(decode_int(&mut &[0xc0][..]).unwrap_err().is_truncated());
/// # Ok::<(), candid::Error>(())
/// ```
pub fn decode_int<R>(r: &mut R) -> Result<i128>
where
    R: Read + ?Sized,
{
    let bytes = read_raw(r)?;
    leb128::sleb_to_i128(&bytes).ok_or_else(overflow)
}

/// Reads the bytes of one number of any length, up to and including its last. Never reads ahead, because the bytes that
/// follow belong to the caller.
pub(crate) fn read_raw<R>(r: &mut R) -> Result<Vec<u8>>
where
    R: Read + ?Sized,
{
    let mut bytes = Vec::with_capacity(LEN_128);
    loop {
        let mut byte = [0];
        r.read_exact(&mut byte).map_err(|error| {
            if error.kind() == ErrorKind::UnexpectedEof {
                WireError::new(WireErrorKind::Truncated, bytes.len()).into()
            } else {
                Error::from(error)
            }
        })?;
        bytes.push(byte[0]);
        if byte[0] & 0x80 == 0 {
            return Ok(bytes);
        }
    }
}

#[cold]
fn overflow() -> Error {
    WireError::new(WireErrorKind::LebOverflow, 0).into()
}
