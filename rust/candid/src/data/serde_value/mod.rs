//! Values of serde's data model: what a function of `#[serde(with = …)]` writes, before it is converted to the Candid type
//! that `#[candid(with_type = …)]` names.

mod read;
mod write;

pub use write::{MapWriter, SeqWriter, ToSerdeValue};

use crate::util::stack::{remaining, RESERVE};
use serde::de::value::Error;
use serde::de::{Deserialize, Error as _};
use serde::ser;

/// A value of serde's data model.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the forms of serde's data model")]
pub enum SerdeValue {
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Signed128(i128),
    Unsigned128(u128),
    F32(f32),
    F64(f64),
    Char(char),
    Str(String),
    Bytes(Vec<u8>),
    None,
    Some(Box<SerdeValue>),
    Unit,
    Seq(Vec<SerdeValue>),
    Map(Vec<(SerdeValue, SerdeValue)>),
    /// The name and the payload.
    Variant(&'static str, Box<SerdeValue>),
}

/// Converts what a function wrote with a [`ToSerdeValue`] to a type.
///
/// # Errors
///
/// Those of the function, and of the `Deserialize` of the type for another value.
pub fn convert<T, E>(written: Result<SerdeValue, Error>) -> Result<T, E>
where
    T: for<'de> Deserialize<'de>,
    E: ser::Error,
{
    written.and_then(T::deserialize).map_err(E::custom)
}

/// Checks that one more level of nesting fits on the stack.
fn check_stack() -> Result<(), Error> {
    if remaining() < RESERVE {
        return Err(Error::custom(
            "the value is nested too deeply for the stack",
        ));
    }
    Ok(())
}
