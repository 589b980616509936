//! Entry points for encoding and decoding argument lists.

pub(crate) mod arguments;
pub(crate) mod encode_list;
pub(crate) mod macros;
pub(crate) mod prepare;
mod quotas;

use crate::de::config::DecoderConfig;
use crate::de::message::IDLDeserialize;
use crate::error::{Error, Result};
use crate::ser::buffer::Buffer;
use crate::traits::CandidType;
use serde::de::Deserialize;
use std::cell::Cell;
use std::fmt::Display;
use std::io::Write;

pub use arguments::{ArgumentDecoder, ArgumentEncoder};
#[doc(hidden)]
pub use encode_list::{argument, encode_list, EncodeList};
pub use prepare::{prepare, ArgumentTypes, MessageTypes};
pub use quotas::{
    decode_args_with_decoding_and_skipping_quota, decode_args_with_decoding_quota,
    decode_args_with_skipping_quota, decode_one_with_decoding_and_skipping_quota,
    decode_one_with_decoding_quota, decode_one_with_skipping_quota,
    try_decode_args_with_decoding_and_skipping_quota, try_decode_args_with_decoding_quota,
    try_decode_args_with_skipping_quota, try_decode_one_with_decoding_and_skipping_quota,
    try_decode_one_with_decoding_quota, try_decode_one_with_skipping_quota,
};

/// Encodes a tuple of arguments.
///
/// # Errors
///
/// If a value cannot be written, such as one of type `empty`.
///
/// # Examples
///
/// ```
/// let bytes = candid::encode_args((42u8, "hello")).unwrap();
/// let (number, text): (u8, String) = candid::decode_args(&bytes).unwrap();
/// assert_eq!((number, text.as_str()), (42, "hello"));
/// ```
pub fn encode_args<Tuple: ArgumentEncoder>(arguments: Tuple) -> Result<Vec<u8>> {
    encode_args_ref(&arguments)
}

/// Encodes a borrowed tuple of arguments.
///
/// # Errors
///
/// Those of [`encode_args`].
pub fn encode_args_ref<Tuple: ArgumentEncoder>(arguments: &Tuple) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    arguments.__encode_into(&mut out)?;
    Ok(out)
}

/// Encodes a single argument.
///
/// # Errors
///
/// Those of [`encode_args`].
///
/// # Examples
///
/// ```
/// let bytes = candid::encode_one(42u8).unwrap();
/// assert_eq!(bytes, b"DIDL\x00\x01\x7b\x2a");
/// ```
pub fn encode_one<T: CandidType>(argument: T) -> Result<Vec<u8>> {
    encode_args((argument,))
}

/// Encodes a tuple of arguments and appends the message to a buffer.
///
/// The message is written in place, without a copy, and a buffer with sufficient capacity is not reallocated. Encoding
/// into a buffer that is cleared and reused does not allocate.
///
/// # Errors
///
/// Those of [`encode_args`]; the buffer is then unchanged.
///
/// # Examples
///
/// ```
/// let mut buffer = Vec::new();
/// for i in 0..1000_u32 {
///     buffer.clear();
///     candid::encode_args_into(&mut buffer, (i, "hello"))?;
///     assert_eq!(buffer, candid::encode_args((i, "hello"))?);
/// }
/// # Ok::<(), candid::Error>(())
/// ```
///
/// For other writers, such as a file or a socket, write the filled buffer:
///
/// ```
/// use std::io::Write;
///
/// let (mut buffer, mut file) = (Vec::new(), std::io::sink());
/// candid::encode_args_into(&mut buffer, (42u8,))?;
/// file.write_all(&buffer)?;
/// # Ok::<(), candid::Error>(())
/// ```
pub fn encode_args_into<B: Buffer, Tuple: ArgumentEncoder>(
    buffer: &mut B,
    arguments: Tuple,
) -> Result<()> {
    arguments.__encode_into(buffer)
}

/// Encodes a single argument and appends the message to a buffer, as [`encode_args_into`] does. The argument may be a
/// reference.
///
/// # Errors
///
/// Those of [`encode_args`]; the buffer is then unchanged.
///
/// # Examples
///
/// ```
/// let mut buffer = b"length: 8 ".to_vec();
/// candid::encode_one_into(&mut buffer, &42u8)?;
/// assert_eq!(buffer, b"length: 8 DIDL\x00\x01\x7b\x2a");
/// # Ok::<(), candid::Error>(())
/// ```
pub fn encode_one_into<B: Buffer, T: CandidType>(buffer: &mut B, argument: T) -> Result<()> {
    encode_args_into(buffer, (argument,))
}

/// Encodes a tuple of arguments and writes the message to `writer`.
///
/// All of it is encoded before any of it is written, so an error of a value leaves the writer unchanged. A `Vec<u8>` is
/// encoded into directly; any other writer receives the whole message at once, from a temporary allocation.
/// [`encode_args_into`] avoids the allocation.
///
/// # Errors
///
/// Those of [`encode_args`] and of the writer.
///
/// # Examples
///
/// ```
/// let mut out = Vec::new();
/// candid::write_args(&mut out, (42u8,))?;
/// assert_eq!(out, candid::encode_one(42u8)?);
/// # Ok::<(), candid::Error>(())
/// ```
pub fn write_args<Tuple: ArgumentEncoder, Writer: Write>(
    writer: &mut Writer,
    arguments: Tuple,
) -> Result<()> {
    write_args_ref(writer, &arguments)
}

/// Encodes a borrowed tuple of arguments and writes the message to `writer`, as [`write_args`] does.
///
/// # Errors
///
/// Those of [`encode_args`] and of the writer.
pub fn write_args_ref<Tuple: ArgumentEncoder, Writer: Write>(
    writer: &mut Writer,
    arguments: &Tuple,
) -> Result<()> {
    // Evaluated at compile time: only one of the two branches remains.
    if let Ok(cell) = castaway::cast!(Cell::from_mut(writer), &Cell<Vec<u8>>) {
        let mut buffer = cell.take();
        let encoded = arguments.__encode_into(&mut buffer);
        cell.set(buffer);
        return encoded;
    }
    writer.write_all(&encode_args_ref(arguments)?)?;
    writer.flush()?;
    Ok(())
}

/// Decodes a tuple of arguments. Surplus arguments are skipped; missing ones must be optional.
///
/// # Errors
///
/// If the message is malformed or a value does not coerce to its type. The error includes the argument, the field path
/// and the byte offset.
///
/// # Examples
///
/// ```
/// let bytes = candid::encode_args((42u8, "hello")).unwrap();
/// let (number,): (u8,) = candid::decode_args(&bytes).unwrap();
/// assert_eq!(number, 42);
/// ```
pub fn decode_args<'a, Tuple: ArgumentDecoder<'a>>(bytes: &'a [u8]) -> Result<Tuple> {
    read_all(IDLDeserialize::new(bytes), |message| {
        ArgumentDecoder::decode(message)
    })
}

/// Decodes a tuple of arguments within the limits of `config`.
///
/// # Errors
///
/// Those of [`decode_args`], and an error for which [`Error::is_quota`] is true if a quota is
/// exceeded.
///
/// # Examples
///
/// ```
/// use candid::{decode_args_with_config, encode_args, DecoderConfig};
///
/// let mut config = DecoderConfig::new();
/// config.set_decoding_quota(1_000);
/// let bytes = encode_args((42u8, "hello"))?;
/// assert_eq!(decode_args_with_config::<(u8, &str)>(&bytes, &config)?, (42, "hello"));
/// # Ok::<(), candid::Error>(())
/// ```
pub fn decode_args_with_config<'a, Tuple: ArgumentDecoder<'a>>(
    bytes: &'a [u8],
    config: &DecoderConfig,
) -> Result<Tuple> {
    decode_with(bytes, config, |message| ArgumentDecoder::decode(message))
}

/// Decodes a tuple of arguments and also returns its cost: a configuration in which each quota set in `config` holds
/// the amount used.
///
/// # Errors
///
/// Those of [`decode_args_with_config`].
///
/// # Examples
///
/// ```
/// use candid::{utils::decode_args_with_config_debug, DecoderConfig};
///
/// let mut config = DecoderConfig::new();
/// config.set_decoding_quota(1_000);
/// let ((n,), used): ((u8,), _) = decode_args_with_config_debug(&candid::encode_one(42u8)?, &config)?;
/// assert_eq!((n, used.decoding_quota), (42, Some(29)));
/// # Ok::<(), candid::Error>(())
/// ```
pub fn decode_args_with_config_debug<'a, Tuple: ArgumentDecoder<'a>>(
    bytes: &'a [u8],
    config: &DecoderConfig,
) -> Result<(Tuple, DecoderConfig)> {
    decode_with_cost(bytes, config, |message| ArgumentDecoder::decode(message))
}

/// Decodes a single argument.
///
/// # Errors
///
/// Those of [`decode_args`].
///
/// # Examples
///
/// ```
/// let bytes = candid::encode_one("hello").unwrap();
/// let text: &str = candid::decode_one(&bytes).unwrap();
/// assert_eq!(text, "hello");
/// ```
pub fn decode_one<'a, T>(bytes: &'a [u8]) -> Result<T>
where
    T: Deserialize<'a> + CandidType,
{
    read_all(IDLDeserialize::new(bytes), |message| message.get_value())
}

/// Decodes a single argument within the limits of `config`.
///
/// # Errors
///
/// Those of [`decode_args_with_config`].
///
/// # Examples
///
/// ```
/// use candid::{decode_one_with_config, encode_one, DecoderConfig};
///
/// let mut config = DecoderConfig::new();
/// config.set_decoding_quota(1_000);
/// assert_eq!(decode_one_with_config::<u8>(&encode_one(42u8)?, &config)?, 42);
/// let error = decode_one_with_config::<&[u8]>(&encode_one(vec![0u8; 1_000])?, &config).unwrap_err();
/// assert!(error.is_quota());
/// # Ok::<(), candid::Error>(())
/// ```
pub fn decode_one_with_config<'a, T>(bytes: &'a [u8], config: &DecoderConfig) -> Result<T>
where
    T: Deserialize<'a> + CandidType,
{
    decode_with(bytes, config, |message| message.get_value())
}

/// Decodes arguments with `read`, and skips the surplus ones. `Decode!` calls it.
#[doc(hidden)]
#[inline]
pub fn decode_with<'a, T>(
    bytes: &'a [u8],
    config: &DecoderConfig,
    read: impl FnOnce(&mut IDLDeserialize<'a>) -> Result<T>,
) -> Result<T> {
    read_all(IDLDeserialize::new_with_config(bytes, config), read)
}

/// Decodes as [`decode_with`], and returns the cost. `Decode!(@Debug …)` calls it.
#[doc(hidden)]
pub fn decode_with_cost<'a, T>(
    bytes: &'a [u8],
    config: &DecoderConfig,
    read: impl FnOnce(&mut IDLDeserialize<'a>) -> Result<T>,
) -> Result<(T, DecoderConfig)> {
    let message = IDLDeserialize::new_with_config(bytes, config);
    read_all(message, |message| {
        let values = read(message)?;
        message.done()?;
        Ok((values, message.get_config().compute_cost(config)))
    })
}

/// Reads the values of a message with `read`, and skips the surplus ones.
#[inline(always)]
fn read_all<'a, T>(
    mut message: Result<IDLDeserialize<'a>>,
    read: impl FnOnce(&mut IDLDeserialize<'a>) -> Result<T>,
) -> Result<T> {
    // No `?`, which would copy the decoder, and one variable of the values, which are then where they are returned.
    let mut values;
    match message {
        Ok(ref mut message) => {
            values = read(message);
            if values.is_ok() {
                if let Err(error) = message.done() {
                    values = Err(error);
                }
            }
        }
        Err(error) => values = Err(error),
    }
    values
}

/// Checks that neighbouring items of a sorted sequence differ.
///
/// # Errors
///
/// If two of them are equal: the error contains the first such pair.
pub fn check_unique<'a, I, T>(sorted: I) -> Result<()>
where
    T: 'a + PartialEq + Display,
    I: Iterator<Item = &'a T>,
{
    let mut previous: Option<&T> = None;
    for item in sorted {
        if let Some(previous) = previous {
            if previous == item {
                return Err(Error::msg(format_args!(
                    "label {previous} and label {item} have the same id"
                )));
            }
        }
        previous = Some(item);
    }
    Ok(())
}
