//! `#[serde(with = "candid::array")]`: an array of any length. Its Candid type is a `vec` like that of shorter arrays, so
//! `blob` for bytes, and a vector of another length is an error. Other formats have the form that serde gives to arrays of up to 32
//! elements.
//!
//! # Examples
//!
//! ```
//! use candid::{CandidType, Deserialize};
//! use serde::Serialize;
//!
//! #[derive(CandidType, Serialize, Deserialize, Debug, PartialEq)]
//! struct Signature {
//!     #[serde(with = "candid::array")]
//!     bytes: [u8; 64],
//! }
//! assert_eq!(Signature::ty().to_string(), "record { bytes : blob }");
//! let signature = Signature { bytes: [7; 64] };
//! let bytes = candid::encode_one(&signature)?;
//! assert_eq!(candid::decode_one::<Signature>(&bytes)?, signature);
//!
//! #[derive(CandidType)]
//! struct Short {
//!     bytes: Vec<u8>,
//! }
//! let short = candid::encode_one(Short { bytes: vec![7; 63] })?;
//! let error = candid::decode_one::<Signature>(&short).unwrap_err();
//! assert!(error.to_string().contains("expected an array of length 64"), "{error}");
//! # Ok::<(), candid::Error>(())
//! ```

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// Serializes the elements as those of a tuple.
///
/// # Errors
///
/// Those of the serializer and of the elements.
pub fn serialize<T: Serialize, S: Serializer, const N: usize>(
    array: &[T; N],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut tuple = serializer.serialize_tuple(N)?;
    for element in array {
        tuple.serialize_element(element)?;
    }
    tuple.end()
}

/// Deserializes exactly as many elements as the array has.
///
/// # Errors
///
/// Those of the deserializer and of the elements; if there are more or fewer of them.
pub fn deserialize<'de, T, D, const N: usize>(deserializer: D) -> Result<[T; N], D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_tuple(N, ArrayVisitor(PhantomData))
}

struct ArrayVisitor<T, const N: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for ArrayVisitor<T, N> {
    type Value = [T; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of length {N}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<[T; N], A::Error> {
        let mut array = Vec::with_capacity(N);
        while array.len() < N {
            match elements.next_element()? {
                Some(element) => array.push(element),
                None => return Err(A::Error::invalid_length(array.len(), &self)),
            }
        }
        array
            .try_into()
            .map_err(|array: Vec<T>| A::Error::invalid_length(array.len(), &self))
    }
}
