//! Values of std's types as dynamic values.

use crate::data::func::Func;
use crate::data::int::Int;
use crate::data::nat::Nat;
use crate::data::service::Service;
use crate::value::model::IDLValue;
use ic_principal::Principal;

/// Implements conversions to the variant for a type.
macro_rules! from {
    ($($ty:ty => $variant:ident)*) => {$(
        #[doc = concat!("Returns an [`IDLValue::", stringify!($variant), "`].")]
        impl From<$ty> for IDLValue {
            fn from(value: $ty) -> Self {
                IDLValue::$variant(value)
            }
        }
    )*};
}

from! {
    bool => Bool
    String => Text
    Principal => Principal
    Nat => Nat
    Int => Int
    u8 => Nat8
    u16 => Nat16
    u32 => Nat32
    u64 => Nat64
    i8 => Int8
    i16 => Int16
    i32 => Int32
    i64 => Int64
    f32 => Float32
    f64 => Float64
}

/// Returns the value as a `nat`, the type of `u128` in Candid.
impl From<u128> for IDLValue {
    fn from(value: u128) -> Self {
        IDLValue::Nat(value.into())
    }
}

/// Returns the value as an `int`, the type of `i128` in Candid.
impl From<i128> for IDLValue {
    fn from(value: i128) -> Self {
        IDLValue::Int(value.into())
    }
}

/// Returns an [`IDLValue::Text`].
impl From<&str> for IDLValue {
    fn from(value: &str) -> Self {
        IDLValue::Text(value.to_owned())
    }
}

/// Returns an [`IDLValue::Null`].
impl From<()> for IDLValue {
    fn from((): ()) -> Self {
        IDLValue::Null
    }
}

/// Returns an [`IDLValue::Func`].
impl From<Func> for IDLValue {
    fn from(value: Func) -> Self {
        IDLValue::Func(value.principal, value.method)
    }
}

/// Returns an [`IDLValue::Service`].
impl From<Service> for IDLValue {
    fn from(value: Service) -> Self {
        IDLValue::Service(value.principal)
    }
}

/// Returns an [`IDLValue::Opt`], or [`IDLValue::None`].
impl<T: Into<IDLValue>> From<Option<T>> for IDLValue {
    fn from(value: Option<T>) -> Self {
        match value {
            Some(content) => IDLValue::Opt(Box::new(content.into())),
            None => IDLValue::None,
        }
    }
}

/// Returns an [`IDLValue::Vec`]; of bytes, an [`IDLValue::Blob`], as decoding does.
///
/// # Examples
///
/// ```
/// use candid::IDLValue;
///
/// assert_eq!(IDLValue::from(vec![1u8, 2]), IDLValue::Blob(vec![1, 2]));
/// assert_eq!(IDLValue::from(vec![Some("a")]).to_string(), r#"vec { opt "a" }"#);
/// ```
impl<T: Into<IDLValue>> From<Vec<T>> for IDLValue {
    fn from(value: Vec<T>) -> Self {
        match castaway::cast!(value, Vec<u8>) {
            Ok(bytes) => IDLValue::Blob(bytes),
            Err(items) => IDLValue::Vec(items.into_iter().map(Into::into).collect()),
        }
    }
}
