//! `Func`: a reference to a method, as a value.

use candid_wire::reader::Reader;
use ic_principal::Principal;
use serde::de::{self, Deserialize, Unexpected, Visitor};
use std::fmt;

/// A reference to a method of a canister.
///
/// The argument and result types are part of the Candid type and not of the value, so `Func` alone has no Candid type.
/// Declare one for each signature with [`define_function!`](macro@crate::define_function), which defines a struct
/// around a `Func`.
///
/// # Examples
///
/// ```
/// use candid::{define_function, Func, Principal};
///
/// define_function!(Callback : (u64) -> () oneway);
///
/// let callback = Callback::new(Principal::management_canister(), "done".to_owned());
/// let bytes = candid::encode_one(&callback)?;
/// let Func { method, .. } = candid::decode_one::<Callback>(&bytes)?.0;
/// assert_eq!(method, "done");
/// # Ok::<(), candid::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Func {
    /// The canister that has the method.
    pub principal: Principal,
    /// The method name.
    pub method: String,
}

impl<'de> Deserialize<'de> for Func {
    fn deserialize<D>(deserializer: D) -> Result<Self, D::Error>
    where
        D: de::Deserializer<'de>,
    {
        deserializer.deserialize_any(FuncVisitor)
    }
}

/// A visitor that builds a [`Func`].
///
/// It is public for types that accept a function reference of any signature: such a type is `reserved` in Candid and
/// calls `deserialize_ignored_any` with this visitor.
///
/// It accepts
///
/// * a sequence of two: the principal, then the name of the method;
/// * a byte buffer: the byte 5, the length of the name as LEB128, the name, then the principal in all remaining bytes.
///
/// # Examples
///
/// ```
/// use candid::types::reference::FuncVisitor;
/// use serde::de::{value::Error, Visitor};
///
/// let func = FuncVisitor.visit_byte_buf::<Error>(vec![5, 2, b'u', b'p', 0xab]).unwrap();
/// assert_eq!(func.method, "up");
/// assert_eq!(func.principal.as_slice(), [0xab]);
/// ```
pub struct FuncVisitor;

/// The byte in front of a function reference in a byte buffer.
const FUNC_BUFFER: u8 = 5;

impl<'de> Visitor<'de> for FuncVisitor {
    type Value = Func;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("func")
    }

    fn visit_seq<A>(self, mut seq: A) -> Result<Func, A::Error>
    where
        A: de::SeqAccess<'de>,
    {
        let principal = seq.next_element()?;
        let principal = principal.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        let method = seq.next_element()?;
        let method = method.ok_or_else(|| de::Error::invalid_length(1, &self))?;
        Ok(Func { principal, method })
    }

    fn visit_byte_buf<E: de::Error>(self, v: Vec<u8>) -> Result<Func, E> {
        let mut reader = Reader::new(&v);
        if reader.read_u8() != Ok(FUNC_BUFFER) {
            return Err(E::invalid_type(Unexpected::Bytes(&v), &self));
        }
        let method = reader.read_text().map_err(E::custom)?.to_owned();
        let principal = Principal::try_from_slice(reader.rest()).map_err(E::custom)?;
        Ok(Func { principal, method })
    }
}
