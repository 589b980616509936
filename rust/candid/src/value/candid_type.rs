//! `CandidType` for [`IDLValue`], and conversion from other Rust types.

use crate::container::TypeContainer;
use crate::data::int::Int;
use crate::de::message::IDLDeserialize;
use crate::error::Result;
use crate::ser::builder::IDLBuilder;
use crate::traits::{CandidType, Compound, Serializer};
use crate::types::ty::{Type, TypeInner};
use crate::value::model::IDLValue;
use serde::ser::Error as _;

impl IDLValue {
    /// Converts a value of any Rust type, with the names of its fields and cases.
    ///
    /// The value is encoded and decoded again, so the result is what a receiver would see with the same type.
    ///
    /// # Errors
    ///
    /// Those of encoding it; also if its type is not known at compile time (`IDLValue` itself).
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, IDLValue};
    ///
    /// #[derive(CandidType)]
    /// struct Point {
    ///     x: u8,
    ///     y: Option<i16>,
    /// }
    /// let value = IDLValue::try_from_candid_type(&Point { x: 1, y: None }).unwrap();
    /// assert_eq!(value.to_string(), "record { x = 1 : nat8; y = null }");
    /// ```
    pub fn try_from_candid_type<T: CandidType>(v: &T) -> Result<Self> {
        let mut builder = IDLBuilder::new();
        builder.arg(v)?;
        let bytes = builder.serialize_to_vec()?;
        let mut de = IDLDeserialize::new(&bytes)?;
        let value = match builder.take_completed().as_deref() {
            Some((env, ty)) => de.get_value_with_type(env, ty)?,
            None => {
                let mut types = TypeContainer::new();
                let ty = types.add::<T>();
                de.get_value_with_type(&types.env, &ty)?
            }
        };
        de.done()?;
        Ok(value)
    }
}

/// The type depends on the value, so it is `unknown`: use [`IDLArgs::to_bytes`](super::IDLArgs::to_bytes) to encode a
/// value, not `Encode!`.
impl CandidType for IDLValue {
    fn _ty() -> Type {
        TypeInner::Unknown.into()
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<(), S::Error> {
        match self {
            IDLValue::Bool(v) => serializer.serialize_bool(*v),
            IDLValue::Null | IDLValue::Reserved => serializer.serialize_null(()),
            IDLValue::Text(v) => serializer.serialize_text(v),
            IDLValue::Number(v) => match v.parse::<Int>() {
                Ok(int) => serializer.serialize_int(&int),
                Err(error) => Err(S::Error::custom(error)),
            },
            IDLValue::Float64(v) => serializer.serialize_float64(*v),
            IDLValue::Float32(v) => serializer.serialize_float32(*v),
            IDLValue::Opt(v) => serializer.serialize_option(Some(v.as_ref())),
            IDLValue::None => serializer.serialize_option(None::<&IDLValue>),
            IDLValue::Vec(items) => {
                let mut compound = serializer.serialize_vec(items.len())?;
                for item in items {
                    compound.serialize_element(item)?;
                }
                Ok(())
            }
            IDLValue::Blob(v) => serializer.serialize_blob(v),
            IDLValue::Record(fields) => {
                // The fields of the type are in the order of their ids, those of the value in any order.
                let mut sorted: Vec<_> = fields.iter().collect();
                sorted.sort_by_key(|field| field.id.get_id());
                let mut compound = serializer.serialize_struct()?;
                for field in sorted {
                    compound.serialize_element(&field.val)?;
                }
                Ok(())
            }
            IDLValue::Variant(variant) => {
                let mut compound = serializer.serialize_variant(variant.1)?;
                compound.serialize_element(&variant.0.val)
            }
            IDLValue::Principal(id) | IDLValue::Service(id) => {
                serializer.serialize_principal(id.as_slice())
            }
            IDLValue::Func(id, method) => serializer.serialize_function(id.as_slice(), method),
            IDLValue::Int(v) => serializer.serialize_int(v),
            IDLValue::Nat(v) => serializer.serialize_nat(v),
            IDLValue::Nat8(v) => serializer.serialize_nat8(*v),
            IDLValue::Nat16(v) => serializer.serialize_nat16(*v),
            IDLValue::Nat32(v) => serializer.serialize_nat32(*v),
            IDLValue::Nat64(v) => serializer.serialize_nat64(*v),
            IDLValue::Int8(v) => serializer.serialize_int8(*v),
            IDLValue::Int16(v) => serializer.serialize_int16(*v),
            IDLValue::Int32(v) => serializer.serialize_int32(*v),
            IDLValue::Int64(v) => serializer.serialize_int64(*v),
        }
    }
}
