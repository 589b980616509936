//! Values without parts: numbers, texts, blobs, references.

use super::emit::Ending;
use super::names::shown_name;
use super::shown::{number, ShownValue, MAX_BYTES};
use super::table::Entry;
use super::values::Walk;
use candid::{IDLValue, Int, Nat, Principal};
use candid_wire::opcode::Primitive;

impl Walk<'_, '_> {
    /// Reads a value without parts; returns its text unless it is one of those left out.
    pub(super) fn primitive<E>(
        &mut self,
        primitive: Primitive,
    ) -> Result<Option<ShownValue>, Ending<E>> {
        let reader = &mut self.reader;
        let value = match primitive {
            Primitive::Null => IDLValue::Null,
            Primitive::Reserved => IDLValue::Reserved,
            Primitive::Bool => IDLValue::Bool(reader.read_bool()?),
            Primitive::Nat8 => IDLValue::Nat8(reader.read_u8()?),
            Primitive::Nat16 => IDLValue::Nat16(reader.read_u16()?),
            Primitive::Nat32 => IDLValue::Nat32(reader.read_u32()?),
            Primitive::Nat64 => IDLValue::Nat64(reader.read_u64()?),
            Primitive::Int8 => IDLValue::Int8(reader.read_i8()?),
            Primitive::Int16 => IDLValue::Int16(reader.read_i16()?),
            Primitive::Int32 => IDLValue::Int32(reader.read_i32()?),
            Primitive::Int64 => IDLValue::Int64(reader.read_i64()?),
            Primitive::Float32 => IDLValue::Float32(reader.read_f32()?),
            Primitive::Float64 => IDLValue::Float64(reader.read_f64()?),
            Primitive::Nat | Primitive::Int => {
                let bytes = reader.read_leb_raw()?;
                return Ok(self.number(primitive, bytes));
            }
            Primitive::Text => {
                let text = reader.read_text()?;
                let is_whole = self.is_whole;
                return Ok(self.shown(|| ShownValue::text(text, is_whole)));
            }
            Primitive::Principal => IDLValue::Principal(
                principal(reader.read_principal()?).ok_or(Ending::Broken(None))?,
            ),
            Primitive::Empty => return Err(Ending::Broken(None)),
        };
        Ok(self.shown(|| ShownValue::whole(&value)))
    }

    /// Shows a number of any size; of a long one, unless it is asked for, the number of its bytes: its digits take more than
    /// linear time.
    fn number(&self, primitive: Primitive, bytes: &[u8]) -> Option<ShownValue> {
        if !self.is_whole && bytes.len() > MAX_BYTES {
            let n = number(bytes.len());
            return self.shown(|| ShownValue {
                text: format!("{} of {n} bytes", primitive.name()),
                n_left_out: bytes.len(),
            });
        }
        let mut digits = bytes;
        self.shown(|| {
            let value = match primitive {
                Primitive::Nat => Nat::decode(&mut digits).map(IDLValue::Nat),
                _ => Int::decode(&mut digits).map(IDLValue::Int),
            };
            match value {
                Ok(value) => ShownValue::whole(&value),
                // The bytes are one number of any size, which cannot be refused.
                Err(error) => ShownValue {
                    text: error.to_string(),
                    n_left_out: bytes.len(),
                },
            }
        })
    }

    /// Reads a reference, or a value of a type of a later version.
    pub(super) fn reference<E>(&mut self, entry: &Entry) -> Result<Option<ShownValue>, Ending<E>> {
        let reader = &mut self.reader;
        Ok(match entry {
            Entry::Func => {
                reader.read_reference_flag()?;
                let id = principal(reader.read_principal()?).ok_or(Ending::Broken(None))?;
                let method = reader.read_text()?;
                match self.is_whole || method.len() <= MAX_BYTES {
                    true => self.shown(|| ShownValue::whole(&IDLValue::Func(id, method.into()))),
                    false => self.shown(|| ShownValue {
                        text: format!("func \"{id}\".{}", shown_name(method)),
                        n_left_out: method.len(),
                    }),
                }
            }
            Entry::Service => {
                let id = principal(reader.read_principal()?).ok_or(Ending::Broken(None))?;
                self.shown(|| ShownValue::whole(&IDLValue::Service(id)))
            }
            _ => {
                let n = reader.read_len()?;
                reader.read_len()?;
                reader.skip_bytes(n)?;
                // Decoding skips it.
                self.shown(|| ShownValue::whole(&IDLValue::Null))
            }
        })
    }
}

fn principal(bytes: &[u8]) -> Option<Principal> {
    Principal::try_from_slice(bytes).ok()
}
