//! Values of std's types as dynamic values.

use crate::data::func::Func;
use crate::data::int::Int;
use crate::data::nat::Nat;
use crate::data::service::Service;
use crate::types::ty::label::Label;
use crate::util::tuples::for_tuples;
use crate::value::model::{IDLField, IDLValue};
use ic_principal::Principal;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

/// Implements conversions to the variant for a type, each to what [`IDLValue::from_rust`] returns.
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

/// Returns the value as a `nat64`, the type of `usize` in Candid.
impl From<usize> for IDLValue {
    fn from(value: usize) -> Self {
        IDLValue::Nat64(value as u64)
    }
}

/// Returns the value as an `int64`, the type of `isize` in Candid.
impl From<isize> for IDLValue {
    fn from(value: isize) -> Self {
        IDLValue::Int64(value as i64)
    }
}

/// Returns an [`IDLValue::Text`] of one character.
impl From<char> for IDLValue {
    fn from(value: char) -> Self {
        IDLValue::Text(value.to_string())
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

/// Returns what a vector of the elements is.
impl<T: Into<IDLValue>, const N: usize> From<[T; N]> for IDLValue {
    fn from(value: [T; N]) -> Self {
        Vec::from(value).into()
    }
}

/// Returns what a vector of the elements is, in their order.
impl<T: Into<IDLValue>> From<VecDeque<T>> for IDLValue {
    fn from(value: VecDeque<T>) -> Self {
        Vec::from(value).into()
    }
}

/// Returns what a vector of the elements is, in their order.
impl<T: Into<IDLValue>> From<BTreeSet<T>> for IDLValue {
    fn from(value: BTreeSet<T>) -> Self {
        Vec::from_iter(value).into()
    }
}

/// Returns what a vector of the elements is.
impl<T: Into<IDLValue>, S> From<HashSet<T, S>> for IDLValue {
    fn from(value: HashSet<T, S>) -> Self {
        Vec::from_iter(value).into()
    }
}

/// Returns an [`IDLValue::Vec`] of pairs, in the order of the keys.
impl<K: Into<IDLValue>, V: Into<IDLValue>> From<BTreeMap<K, V>> for IDLValue {
    fn from(value: BTreeMap<K, V>) -> Self {
        IDLValue::Vec(value.into_iter().map(Into::into).collect())
    }
}

/// Returns an [`IDLValue::Vec`] of pairs.
impl<K: Into<IDLValue>, V: Into<IDLValue>, S> From<HashMap<K, V, S>> for IDLValue {
    fn from(value: HashMap<K, V, S>) -> Self {
        IDLValue::Vec(value.into_iter().map(Into::into).collect())
    }
}

/// Returns what the value in the box is.
impl<T: Into<IDLValue>> From<Box<T>> for IDLValue {
    fn from(value: Box<T>) -> Self {
        (*value).into()
    }
}

/// Returns what the owned value is.
impl<T: ToOwned<Owned: Into<IDLValue>> + ?Sized> From<Cow<'_, T>> for IDLValue {
    fn from(value: Cow<'_, T>) -> Self {
        value.into_owned().into()
    }
}

macro_rules! from_tuples {
    ($(($($index:tt $name:ident),+))*) => {$(
        /// Returns an [`IDLValue::Record`] with the labels 0, 1, …
        impl<$($name: Into<IDLValue>),+> From<($($name,)+)> for IDLValue {
            fn from(value: ($($name,)+)) -> Self {
                IDLValue::Record(vec![$(IDLField {
                    id: Label::Id($index),
                    val: value.$index.into(),
                }),+])
            }
        }
    )*};
}

for_tuples!(from_tuples);
