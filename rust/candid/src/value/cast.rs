//! Values as the Rust values in them.

use crate::data::int::Int;
use crate::data::nat::Nat;
use crate::types::ty::label::Label;
use crate::value::model::{IDLField, IDLValue};
use ic_principal::Principal;

/// The content of a value, or `None` if it is of another kind. Integers are converted if they fit, whatever their type;
/// nothing else is. [`IDLValue::to_rust`] converts whole values.
///
/// # Examples
///
/// ```
/// use candid::{IDLValue, Nat, Principal};
///
/// let value = IDLValue::from_rust(&(true, "a", Nat::from(5u8), 0.5f32, vec![1u8, 2], vec!["b"]))?;
/// assert_eq!(value[0].as_bool(), Some(true));
/// assert_eq!(value[1].as_text(), Some("a"));
/// assert_eq!((value[2].as_nat(), value[2].as_i64()), (Some(Nat::from(5u8)), Some(5)));
/// assert_eq!(value[3].as_f64(), Some(0.5));
/// assert_eq!(value[4].as_blob(), Some([1, 2].as_slice()));
/// assert_eq!(value[5].as_vec().unwrap()[0].as_text(), Some("b"));
/// assert_eq!(value.as_record().unwrap().len(), 6);
/// assert_eq!(value[0].as_text(), None);
///
/// let canister = Principal::management_canister();
/// assert_eq!(IDLValue::Service(canister).as_principal(), Some(canister));
/// assert_eq!(IDLValue::Func(canister, "add".to_string()).as_func(), Some((canister, "add")));
/// # Ok::<(), candid::Error>(())
/// ```
impl IDLValue {
    /// Returns the content of a `bool`.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// assert_eq!(IDLValue::Bool(true).as_bool(), Some(true));
    /// assert_eq!(IDLValue::Nat8(1).as_bool(), None);
    /// ```
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            IDLValue::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the content of a `text`.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// assert_eq!(IDLValue::from("a").as_text(), Some("a"));
    /// assert_eq!(IDLValue::from(Some("a")).as_text(), None);
    /// ```
    pub fn as_text(&self) -> Option<&str> {
        match self {
            IDLValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns an integer of any type, or one without a type.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{IDLValue, Int};
    ///
    /// assert_eq!(IDLValue::Nat8(5).as_int(), Some(Int::from(5)));
    /// assert_eq!(IDLValue::Number("-1_000".to_string()).as_int(), Some(Int::from(-1_000)));
    /// assert_eq!(IDLValue::Float64(5.0).as_int(), None);
    /// ```
    pub fn as_int(&self) -> Option<Int> {
        Some(match self {
            IDLValue::Int(n) => n.clone(),
            IDLValue::Nat(n) => n.clone().into(),
            IDLValue::Nat8(n) => (*n).into(),
            IDLValue::Nat16(n) => (*n).into(),
            IDLValue::Nat32(n) => (*n).into(),
            IDLValue::Nat64(n) => (*n).into(),
            IDLValue::Int8(n) => (*n).into(),
            IDLValue::Int16(n) => (*n).into(),
            IDLValue::Int32(n) => (*n).into(),
            IDLValue::Int64(n) => (*n).into(),
            IDLValue::Number(text) => text.replace('_', "").parse().ok()?,
            _ => return None,
        })
    }

    /// Returns an integer of any type that is not negative.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{IDLValue, Nat};
    ///
    /// assert_eq!(IDLValue::Int8(5).as_nat(), Some(Nat::from(5u8)));
    /// assert_eq!(IDLValue::Int8(-5).as_nat(), None);
    /// ```
    pub fn as_nat(&self) -> Option<Nat> {
        match self {
            IDLValue::Nat(n) => Some(n.clone()),
            other => Nat::try_from(other.as_int()?).ok(),
        }
    }

    /// Returns an integer of any type that fits.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{IDLValue, Nat};
    ///
    /// assert_eq!(IDLValue::Nat(Nat::from(5u8)).as_u64(), Some(5));
    /// assert_eq!(IDLValue::Int8(-5).as_u64(), None);
    /// ```
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            IDLValue::Nat64(n) => Some(*n),
            other => other.as_int()?.try_into().ok(),
        }
    }

    /// Returns an integer of any type that fits.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// assert_eq!(IDLValue::Nat8(5).as_i64(), Some(5));
    /// assert_eq!(IDLValue::Nat64(u64::MAX).as_i64(), None);
    /// ```
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            IDLValue::Int64(n) => Some(*n),
            other => other.as_int()?.try_into().ok(),
        }
    }

    /// Returns an integer of any type that fits.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{IDLValue, Nat};
    ///
    /// assert_eq!(IDLValue::Nat(Nat::from(u128::MAX)).as_u128(), Some(u128::MAX));
    /// assert_eq!(IDLValue::Int64(-1).as_u128(), None);
    /// ```
    pub fn as_u128(&self) -> Option<u128> {
        self.as_int()?.try_into().ok()
    }

    /// Returns a `float64` or `float32`.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// assert_eq!(IDLValue::Float32(0.5).as_f64(), Some(0.5));
    /// assert_eq!(IDLValue::Nat8(5).as_f64(), None);
    /// ```
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            IDLValue::Float64(f) => Some(*f),
            IDLValue::Float32(f) => Some((*f).into()),
            _ => None,
        }
    }

    /// Returns the bytes of a blob, as `vec nat8` is decoded.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// let value = IDLValue::from_rust(&vec![1u8, 2])?;
    /// assert_eq!(value.as_blob(), Some([1, 2].as_slice()));
    /// assert_eq!(value.as_vec(), None);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn as_blob(&self) -> Option<&[u8]> {
        match self {
            IDLValue::Blob(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// Returns the content of an `opt`: `Some(None)` if it has none, or if the value is `null`.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// let value = IDLValue::from(Some(5u64));
    /// assert_eq!(value.as_opt(), Some(Some(&IDLValue::Nat64(5))));
    /// assert_eq!(IDLValue::None.as_opt(), Some(None));
    /// assert_eq!(IDLValue::Nat64(5).as_opt(), None);
    /// ```
    pub fn as_opt(&self) -> Option<Option<&IDLValue>> {
        match self {
            IDLValue::Opt(content) => Some(Some(content)),
            IDLValue::None | IDLValue::Null => Some(None),
            _ => None,
        }
    }

    /// Returns the elements of a vector; those of a blob are [`IDLValue::as_blob`].
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// let value = IDLValue::from(vec![1u64, 2]);
    /// assert_eq!(value.as_vec().map(<[_]>::len), Some(2));
    /// ```
    pub fn as_vec(&self) -> Option<&[IDLValue]> {
        match self {
            IDLValue::Vec(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the fields of a record. [`IDLValue::get`] finds one by its name.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// let value = IDLValue::from_rust(&(true, "a"))?;
    /// let fields = value.as_record().unwrap();
    /// assert_eq!((fields[1].id.get_id(), fields[1].val.as_text()), (1, Some("a")));
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn as_record(&self) -> Option<&[IDLField]> {
        match self {
            IDLValue::Record(fields) => Some(fields),
            _ => None,
        }
    }

    /// Returns the case of a variant and its payload, which is `null` if the case has none.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{types::Label, IDLValue};
    ///
    /// let value = IDLValue::from_rust(&Ok::<u8, String>(5))?;
    /// let (case, payload) = value.as_variant().unwrap();
    /// assert_eq!(*case, Label::Named("Ok".to_string()));
    /// assert_eq!(*payload, IDLValue::Nat8(5));
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn as_variant(&self) -> Option<(&Label, &IDLValue)> {
        match self {
            IDLValue::Variant(variant) => Some((&variant.0.id, &variant.0.val)),
            _ => None,
        }
    }

    /// Returns a principal, or that of a service.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{IDLValue, Principal};
    ///
    /// let canister = Principal::management_canister();
    /// assert_eq!(IDLValue::Principal(canister).as_principal(), Some(canister));
    /// assert_eq!(IDLValue::Service(canister).as_principal(), Some(canister));
    /// ```
    pub fn as_principal(&self) -> Option<Principal> {
        match self {
            IDLValue::Principal(id) | IDLValue::Service(id) => Some(*id),
            _ => None,
        }
    }

    /// Returns the service and the method name of a function.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{IDLValue, Principal};
    ///
    /// let canister = Principal::management_canister();
    /// let callback = IDLValue::Func(canister, "add".to_string());
    /// assert_eq!(callback.as_func(), Some((canister, "add")));
    /// ```
    pub fn as_func(&self) -> Option<(Principal, &str)> {
        match self {
            IDLValue::Func(id, method) => Some((*id, method)),
            _ => None,
        }
    }
}
