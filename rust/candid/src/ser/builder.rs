//! [`IDLBuilder`], and messages written at once: the types, followed by the values in the same buffer.

use crate::error::{internal, Error, Result};
use crate::schema::descriptor::{Descriptor, DescriptorFn};
use crate::schema::expected::ExpectedType;
use crate::ser::buffer::{Buffer, Write as _};
use crate::ser::header::Header;
use crate::ser::rest::Registry;
use crate::ser::table::TypeSerialize;
use crate::ser::value::ValueSerializer;
use crate::traits::CandidType;
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use std::collections::TryReserveError;
use std::io::Write;

/// Encodes a message whose arguments are appended one by one.
///
/// [`Encode!`](crate::Encode) and [`encode_args`](crate::encode_args) take all of them at once and write into one
/// buffer; prefer them where the arguments are known.
///
/// # Examples
///
/// ```
/// use candid::ser::IDLBuilder;
///
/// let mut builder = IDLBuilder::new();
/// builder.arg(&42u8).unwrap().arg(&"hello").unwrap();
/// assert_eq!(
///     builder.serialize_to_vec().unwrap(),
///     candid::encode_args((42u8, "hello")).unwrap()
/// );
/// ```
#[derive(Default)]
pub struct IDLBuilder {
    types: TypeSerialize,
    values: ValueSerializer,
    /// Set after an argument that was written only in part: the message is unusable.
    has_failed: bool,
    /// The type of the last argument, if its records keep other fields.
    completed: Option<Box<(TypeEnv, Type)>>,
}

impl IDLBuilder {
    /// Returns a message without arguments.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends an argument.
    ///
    /// # Errors
    ///
    /// If the value cannot be written, such as one of type `empty`. The message is then unusable, and all later calls
    /// fail.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::ser::IDLBuilder;
    ///
    /// let mut builder = IDLBuilder::new();
    /// for n in [1u64, 2, 3] {
    ///     builder.arg(&n)?;
    /// }
    /// assert_eq!(builder.serialize_to_vec()?, candid::encode_args((1u64, 2u64, 3u64))?);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn arg<'a, T: CandidType>(&'a mut self, value: &T) -> Result<&'a mut Self> {
        let mut completed = None;
        self.append(|types, values| {
            types.push_descriptor(T::__descriptor())?;
            if !types.has_rest() {
                return value.idl_serialize(values);
            }
            let start = values.get_result().len();
            let registry = Registry::open();
            values.set_registry(registry);
            let on_panic = registry.discard_on_drop();
            let result = value.idl_serialize(&mut *values);
            std::mem::forget(on_panic);
            completed = complete_last(T::__descriptor(), types, values, start, result)?;
            Ok(())
        })?;
        self.completed = completed;
        Ok(self)
    }

    /// Returns the type of the last argument with all fields, if its records keep some that its type does not have.
    #[cfg(feature = "value")]
    pub(crate) fn take_completed(&mut self) -> Option<Box<(TypeEnv, Type)>> {
        self.completed.take()
    }

    /// Appends the type and the value of an argument.
    pub(crate) fn append(
        &mut self,
        write: impl FnOnce(&mut TypeSerialize, &mut ValueSerializer) -> Result<()>,
    ) -> Result<&mut Self> {
        // A panic of the value's code leaves the message unusable, too.
        let had_failed = std::mem::replace(&mut self.has_failed, true);
        let result = write(&mut self.types, &mut self.values);
        self.has_failed = had_failed || result.is_err();
        result.map(|()| self)
    }

    /// Appends the value of an argument if `write` returns true, whose type has to follow.
    #[cfg(feature = "value")]
    pub(crate) fn append_value_if(
        &mut self,
        write: impl FnOnce(Vec<u8>) -> (Vec<u8>, bool),
    ) -> bool {
        let had_failed = std::mem::replace(&mut self.has_failed, true);
        let buffer = self.values.buffer();
        let start = buffer.len();
        let (mut bytes, is_written) = write(std::mem::take(buffer));
        if !is_written {
            bytes.truncate(start);
        }
        *buffer = bytes;
        self.has_failed = had_failed;
        is_written
    }

    /// Encodes the header.
    fn serialize_types(&mut self) -> Result<()> {
        if self.has_failed {
            return Err(Error::msg(
                "cannot build the message: encoding an argument failed",
            ));
        }
        self.types.serialize()
    }

    /// Writes the message to `writer`.
    ///
    /// # Errors
    ///
    /// Those of the writer; and if an argument could not be written.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut file = Vec::new();
    /// candid::ser::IDLBuilder::new().arg(&42u8)?.serialize(&mut file)?;
    /// assert_eq!(file, candid::encode_one(42u8)?);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn serialize<W: Write>(&mut self, mut writer: W) -> Result<()> {
        self.serialize_types()?;
        writer.write_all(self.types.get_result())?;
        writer.write_all(self.values.get_result())?;
        writer.flush()?;
        Ok(())
    }

    /// Appends the message to `out`.
    pub(crate) fn append_to<B: Buffer>(&mut self, out: &mut B) -> Result<()> {
        self.serialize_types()?;
        out.append(self.types.get_result());
        out.append(self.values.get_result());
        Ok(())
    }

    /// Returns the message.
    ///
    /// # Errors
    ///
    /// If an argument could not be written.
    ///
    /// # Examples
    ///
    /// ```
    /// let bytes = candid::ser::IDLBuilder::new().serialize_to_vec()?;
    /// assert_eq!(bytes, b"DIDL\x00\x00");
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn serialize_to_vec(&mut self) -> Result<Vec<u8>> {
        self.serialize_types()?;
        let len = self.types.get_result().len() + self.values.get_result().len();
        let mut out = Vec::with_capacity(len);
        self.append_to(&mut out)?;
        Ok(out)
    }

    /// Reserves capacity for `additional` more bytes of values.
    ///
    /// # Errors
    ///
    /// If the memory is not available.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut builder = candid::ser::IDLBuilder::new();
    /// assert!(builder.try_reserve_value_serializer_capacity(1_000).is_ok());
    /// assert!(builder.try_reserve_value_serializer_capacity(usize::MAX).is_err());
    /// ```
    pub fn try_reserve_value_serializer_capacity(
        &mut self,
        additional: usize,
    ) -> std::result::Result<(), TryReserveError> {
        self.values.try_reserve(additional)
    }
}

/// Writes the other fields that records of the last argument keep, which was written from position `start` on.
#[cold]
#[inline(never)]
fn complete_last(
    descriptor: &'static Descriptor,
    types: &mut TypeSerialize,
    values: &mut ValueSerializer,
    start: usize,
    result: Result<()>,
) -> Result<Option<Box<(TypeEnv, Type)>>> {
    let registry = values.take_registry();
    if let Err(error) = result {
        registry.discard();
        return Err(error);
    }
    let expected = ExpectedType::of_descriptor(descriptor)?;
    let buffer = values.buffer();
    let written = buffer.get(start..).unwrap_or_default();
    let Some(complete) = registry.complete(&[expected], written, start)? else {
        return Ok(None);
    };
    buffer.truncate(start);
    buffer.extend_from_slice(&complete.values);
    let ty = complete.types.into_iter().next().ok_or_else(internal)?;
    types.replace_last(&complete.env, &ty)?;
    Ok(Some(Box::new((complete.env, ty))))
}

/// Appends a message to `out`: the header of `types`, then the output of `values`. On failure, nothing is appended.
pub(crate) fn write_message<B: Buffer>(
    out: &mut B,
    types: &[DescriptorFn],
    values: impl FnOnce(&mut ValueSerializer<B>) -> Result<()>,
) -> Result<()> {
    let header = Header::of(types)?;
    let mut message = Message::start(out);
    message.write_header(&header);
    match values(&mut message.serializer) {
        Ok(()) => message.finish(&header, types),
        Err(error) => Err(error),
    }
}

/// A message being written: the caller's buffer, lent to a serializer.
struct Message<'a, B: Buffer> {
    out: &'a mut B,
    serializer: ValueSerializer<B>,
    /// The position of the start of the message.
    start: usize,
    is_done: bool,
}

impl<'a, B: Buffer> Message<'a, B> {
    #[inline]
    fn start(out: &'a mut B) -> Self {
        let start = out.written();
        Message {
            serializer: ValueSerializer::over(std::mem::take(out)),
            out,
            start,
            is_done: false,
        }
    }

    #[inline(always)]
    fn write_header(&mut self, header: &Header) {
        let buffer = self.serializer.buffer();
        buffer.__expect(header.expected_len());
        buffer.bytes(header.bytes());
        if header.has_rest() {
            self.serializer.set_registry(Registry::open());
        }
    }

    /// Keeps what has been written: the whole message.
    #[inline]
    fn finish(&mut self, header: &Header, types: &[DescriptorFn]) -> Result<()> {
        if header.has_rest() {
            self.complete(types, header.bytes().len())?;
        }
        header.record_len(self.len());
        self.is_done = true;
        Ok(())
    }

    /// Writes the other fields that records keep. The header, of `header_len` bytes, is written anew.
    #[cold]
    #[inline(never)]
    fn complete(&mut self, types: &[DescriptorFn], header_len: usize) -> Result<()> {
        let registry = self.serializer.take_registry();
        let types = types.iter().map(|ty| ExpectedType::of_descriptor(ty()));
        let types = types.collect::<Result<Vec<_>>>();
        let start = self.start + header_len;
        let buffer = self.serializer.buffer();
        let values = match buffer.__as_vec() {
            Some(vec) => vec.get(start..).unwrap_or_default(),
            None => return registry.refuse(),
        };
        let Some(complete) = registry.complete(&types?, values, start)? else {
            return Ok(());
        };
        let mut table = TypeSerialize::new();
        for ty in &complete.types {
            table.push_type_in(&complete.env, ty)?;
        }
        table.serialize()?;
        buffer.truncate(self.start);
        buffer.append(table.get_result());
        buffer.append(&complete.values);
        Ok(())
    }

    #[inline]
    fn len(&mut self) -> usize {
        let end = self.serializer.buffer().written();
        end.saturating_sub(self.start)
    }
}

/// Restores the buffer however writing has ended, with a whole message or none.
impl<B: Buffer> Drop for Message<'_, B> {
    #[inline]
    fn drop(&mut self) {
        let mut buffer = std::mem::take(self.serializer.buffer());
        if !self.is_done {
            self.serializer.take_registry().discard();
            buffer.truncate(self.start);
        }
        *self.out = buffer;
    }
}
