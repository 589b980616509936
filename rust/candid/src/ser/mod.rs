//! Encoding: the types first, then the values straight behind them in the same buffer.

#[cfg(feature = "value")]
mod dynamic;
mod header;
mod table;
mod value;

use crate::error::Result;
use crate::types::descriptor::DescriptorFn;
use crate::types::CandidType;
use std::collections::TryReserveError;
use std::io::Write;

pub(crate) use header::write_header;
pub use table::TypeSerialize;
pub use value::{Compound, ValueSerializer};

/// Encodes a message whose arguments come one by one.
///
/// [`Encode!`](crate::Encode) and [`encode_args`](crate::encode_args) take all of them at once and
/// write into one buffer; prefer them where the arguments are known.
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
    /// If the value cannot be written, such as one of type `empty`.
    pub fn arg<'a, T: CandidType>(&'a mut self, value: &T) -> Result<&'a mut Self> {
        self.types.push_descriptor(T::__descriptor())?;
        value.idl_serialize(&mut self.values)?;
        Ok(self)
    }

    /// Writes the message to `writer`.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn serialize<W: Write>(&mut self, mut writer: W) -> Result<()> {
        self.types.serialize()?;
        writer.write_all(self.types.get_result())?;
        writer.write_all(self.values.get_result())?;
        writer.flush()?;
        Ok(())
    }

    /// Returns the message.
    ///
    /// # Errors
    ///
    /// None today; the form is that of [`IDLBuilder::serialize`].
    pub fn serialize_to_vec(&mut self) -> Result<Vec<u8>> {
        self.types.serialize()?;
        let (header, values) = (self.types.get_result(), self.values.get_result());
        let mut out = Vec::with_capacity(header.len() + values.len());
        out.extend_from_slice(header);
        out.extend_from_slice(values);
        Ok(out)
    }

    /// Reserves room for `additional` more bytes of values.
    ///
    /// # Errors
    ///
    /// If the memory is not to be had.
    pub fn try_reserve_value_serializer_capacity(
        &mut self,
        additional: usize,
    ) -> std::result::Result<(), TryReserveError> {
        self.values.try_reserve(additional)
    }
}

/// Appends a message to `out`: the header of `types`, then what `values` writes.
pub(crate) fn write_message(
    out: &mut Vec<u8>,
    types: &[DescriptorFn],
    values: impl FnOnce(&mut ValueSerializer) -> Result<()>,
) -> Result<()> {
    let before = out.len();
    write_header(out, types)?;
    let mut serializer = ValueSerializer::over(std::mem::take(out));
    let result = values(&mut serializer);
    *out = serializer.into_inner();
    if result.is_err() {
        out.truncate(before);
    }
    result
}
