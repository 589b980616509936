//! Conversions between dynamic values and Rust types.

use crate::container::TypeContainer;
use crate::de::message::IDLDeserialize;
use crate::error::Result;
use crate::schema::expected::ExpectedType;
use crate::schema::fingerprint::is_tolerant;
use crate::ser::builder::IDLBuilder;
use crate::traits::CandidType;
use crate::types::ty::TypeInner;
use crate::value::model::IDLValue;
use serde::de::DeserializeOwned;

impl IDLValue {
    /// Converts a value of a Rust type, with the names of its fields and cases.
    ///
    /// # Errors
    ///
    /// Those of [`IDLValue::try_from_candid_type`], which is the same function by its older name.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, IDLValue};
    ///
    /// #[derive(CandidType)]
    /// struct Point { x: u8, y: Option<i16> }
    ///
    /// let value = IDLValue::from_rust(&Point { x: 1, y: None })?;
    /// assert_eq!(value.to_string(), "record { x = 1 : nat8; y = null }");
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn from_rust<T: CandidType>(value: &T) -> Result<Self> {
        Self::try_from_candid_type(value)
    }

    /// Converts the value to a Rust type, by the rules by which a message with it decodes: surplus fields are dropped, unless a [`Rest`](crate::Rest) keeps them,
    /// missing optional ones are `None`, those with a default have it, those there by an alias are read, a value in an `opt` that does not fit is `None`, a `nat` is an `int`. Integers
    /// without a type, as text without types has them, become what is expected.
    ///
    /// # Errors
    ///
    /// If the value does not fit; [`Error::path`](crate::Error::path) is that of the part that does not. The type `T` may be
    /// `IDLValue`, but not contain one.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, Deserialize, IDLValue};
    ///
    /// #[derive(CandidType, Deserialize, Debug, PartialEq)]
    /// struct Transfer { amount: u64, memo: Option<String> }
    ///
    /// let (amount, color) = (5u64, "red");
    /// #[derive(CandidType)]
    /// struct Sent { amount: u64, color: &'static str }
    /// let value = IDLValue::from_rust(&Sent { amount, color })?;
    /// assert_eq!(value.to_rust::<Transfer>()?, Transfer { amount, memo: None });
    ///
    /// let error = IDLValue::from_rust(&("alice", vec!["five"]))?.to_rust::<(String, Vec<u64>)>();
    /// assert_eq!(
    ///     error.unwrap_err().to_string(),
    ///     r#"expected a value of type nat64, found "five" at 1[0]"#
    /// );
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn to_rust<T: DeserializeOwned + CandidType>(&self) -> Result<T> {
        let expected = ExpectedType::of_descriptor(T::__descriptor())?;
        let mut builder = if is_tolerant(&expected)? {
            let value = self.under_names_of(&expected)?;
            value.message_for_tolerant::<T>()?
        } else {
            self.message_for::<T>()?
        };
        let bytes = builder.serialize_to_vec()?;
        // The rest is up to the `Deserialize` of `T`.
        let mut message = IDLDeserialize::new(&bytes)?;
        let value = message.get_value().map_err(|error| error.in_value())?;
        message.done()?;
        Ok(value)
    }

    /// Returns a message with the value at the type `T`.
    fn message_for<T: CandidType>(&self) -> Result<IDLBuilder> {
        let mut types = TypeContainer::new();
        let ty = types.add::<T>();
        let mut builder = IDLBuilder::new();
        match types.env.trace_type(&ty)?.as_ref() {
            TypeInner::Unknown => builder.value_arg(self)?,
            _ => builder.annotated_arg(&self.coerced(&types.env, &ty)?, &types.env, &ty)?,
        };
        Ok(builder)
    }

    /// The same for a type that is read in spite of missing fields: a message with the value at a type of its own, if it
    /// has one.
    fn message_for_tolerant<T: CandidType>(&self) -> Result<IDLBuilder> {
        let mut builder = IDLBuilder::new();
        // The type of a reference is not that of its value; elements without a common type have none.
        if self.has_reference() || builder.value_arg(self).is_err() {
            return self.message_for::<T>();
        }
        Ok(builder)
    }
}
