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

#[cfg(test)]
mod tests {
    use super::Func;
    use super::FuncVisitor;
    use serde::de::{value::Error, Visitor};

    #[test]
    fn byte_buffers() {
        for (bytes, principal, method) in [
            (&[5, 0][..], &[][..], ""),
            (&[5, 1, 2], &[], "\u{2}"),
            (&[5, 1, b'a', 1, 2], &[1, 2], "a"),
            (&[5, 2, 0xc3, 0xa9, 7], &[7], "é"),
            (&[5, 0x81, 0, b'a', 1], &[1], "a"),
        ] {
            let func = FuncVisitor.visit_byte_buf::<Error>(bytes.to_vec()).unwrap();
            assert_eq!(func.principal.as_slice(), principal, "{bytes:?}");
            assert_eq!(func.method, method, "{bytes:?}");
        }
        let too_long = [&[5, 0][..], &[9; 30]].concat();
        for bytes in [
            &[][..],
            &[4, 1, 97],
            &[5],
            &[5, 1],
            &[5, 1, 0xff],
            &too_long,
        ] {
            FuncVisitor
                .visit_byte_buf::<Error>(bytes.to_vec())
                .unwrap_err();
        }
    }

    #[test]
    fn sequences() {
        let func: Func = serde_json::from_str(r#"["aaaaa-aa", "up"]"#).unwrap();
        assert_eq!((func.principal.as_slice(), &*func.method), (&[][..], "up"));
        for json in ["[]", r#"["aaaaa-aa"]"#, r#"["aaaaa-aa", 1]"#, "5", "{}"] {
            serde_json::from_str::<Func>(json).unwrap_err();
        }
    }

    #[test]
    fn declared_types() {
        use crate::traits::CandidType;
        use crate::types::ty::{FuncMode, TypeInner};

        mod declared {
            crate::define_function!(pub Plain : () -> ());
            crate::define_function!(
                /// With a comment.
                pub(crate) Query : (&'static str, Vec<u8>,) -> (Option<Query>,) query
            );
        }
        let principal = crate::data::principal::Principal::anonymous();
        let func = declared::Query::new(principal, "m".to_owned());
        assert_eq!(
            func,
            Func {
                principal,
                method: "m".to_owned()
            }
            .into()
        );
        assert_eq!(func.clone().0.method, "m");

        match &*declared::Query::ty().0 {
            TypeInner::Func(f) => {
                assert_eq!(f.modes, [FuncMode::Query]);
                assert_eq!(f.args, [<&str>::ty(), Vec::<u8>::ty()]);
                assert_eq!(f.rets.len(), 1);
            }
            other => panic!("expected func, found {other:?}"),
        }
        assert_eq!(declared::Plain::ty(), crate::func!(() -> ()));
        let read: declared::Plain = serde_json::from_str(r#"["aaaaa-aa", "up"]"#).unwrap();
        assert_eq!(read.0.method, "up");
    }
}
