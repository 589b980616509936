//! [`IDLValue`]: any Candid value.

use crate::data::int::Int;
use crate::data::nat::Nat;
use crate::types::ty::label::Label;
use candid_wire::opcode::Primitive;
use ic_principal::Principal;

/// Any Candid value.
///
/// `{}` prints it as Candid, broken over lines if it is long; `{:?}` prints it as Candid on one
/// line. Cloning, comparing and dropping a value use stack space that grows with its depth.
///
/// # Examples
///
/// ```
/// use candid::IDLValue;
///
/// let value = IDLValue::try_from_candid_type(&(1u8, "one")).unwrap();
/// assert_eq!(value.to_string(), r#"record { 1 : nat8; "one" }"#);
/// assert_eq!(value.value_ty().to_string(), "record { nat8; text }");
/// ```
#[derive(Clone, PartialEq)]
pub enum IDLValue {
    /// `true`, `false`
    Bool(bool),
    /// The value of type `null`.
    Null,
    /// `text`
    Text(String),
    /// An integer literal whose type is not yet known: only in parsed text.
    Number(String),
    /// `float64`
    Float64(f64),
    /// An `opt` with a value.
    Opt(Box<IDLValue>),
    /// `vec`
    Vec(Vec<IDLValue>),
    /// `vec nat8`
    Blob(Vec<u8>),
    /// `record`
    Record(Vec<IDLField>),
    /// `variant`
    Variant(VariantValue),
    /// `principal`
    Principal(Principal),
    /// `service`
    Service(Principal),
    /// `func`: the service and the method name.
    Func(Principal, String),
    /// An `opt` without a value.
    None,
    /// `int`
    Int(Int),
    /// `nat`
    Nat(Nat),
    /// `nat8`
    Nat8(u8),
    /// `nat16`
    Nat16(u16),
    /// `nat32`
    Nat32(u32),
    /// `nat64`
    Nat64(u64),
    /// `int8`
    Int8(i8),
    /// `int16`
    Int16(i16),
    /// `int32`
    Int32(i32),
    /// `int64`
    Int64(i64),
    /// `float32`
    Float32(f32),
    /// A value of type `reserved`, without its content.
    Reserved,
}

/// One field of a record, or the case and payload of a variant.
///
/// # Examples
///
/// ```
/// use candid::types::value::{IDLField, VariantValue};
/// use candid::{types::Label, IDLValue};
///
/// let name = IDLField { id: Label::Named("name".to_string()), val: IDLValue::from("Alice") };
/// let user = IDLValue::Record(vec![name]);
/// assert_eq!(user.to_string(), r#"record { name = "Alice" }"#);
///
/// // A case without payload; the number is its position in the variant type.
/// let none = IDLField { id: Label::Named("none".to_string()), val: IDLValue::Null };
/// let case = IDLValue::Variant(VariantValue(Box::new(none), 0));
/// assert_eq!(case.to_string(), "variant { none }");
/// ```
#[derive(Clone, PartialEq)]
pub struct IDLField {
    /// The label: equal to any other label with the same id.
    pub id: Label,
    /// The value.
    pub val: IDLValue,
}

/// A variant: its case and payload, and the position of the case in the variant type. [`IDLField`] has an example.
///
/// The position belongs to the type and is ignored in comparisons.
#[derive(Clone)]
pub struct VariantValue(pub Box<IDLField>, pub u64);

impl PartialEq for VariantValue {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl IDLValue {
    /// Returns whether this is a number whose type is not a subtype of another number's. An integer literal beside one
    /// takes its type; beside a `nat` it is an `int`, as everywhere without a type.
    pub(crate) fn is_fixed_number(&self) -> bool {
        let is_number = |ty: Primitive| ty.fixed_size() > Some(0) && ty != Primitive::Bool;
        self.primitive().is_some_and(is_number)
    }

    /// Returns the primitive type of the value, if it has one; an integer literal has none yet.
    pub(crate) fn primitive(&self) -> Option<Primitive> {
        Some(match self {
            IDLValue::Null => Primitive::Null,
            IDLValue::Bool(_) => Primitive::Bool,
            IDLValue::Nat(_) => Primitive::Nat,
            IDLValue::Int(_) => Primitive::Int,
            IDLValue::Nat8(_) => Primitive::Nat8,
            IDLValue::Nat16(_) => Primitive::Nat16,
            IDLValue::Nat32(_) => Primitive::Nat32,
            IDLValue::Nat64(_) => Primitive::Nat64,
            IDLValue::Int8(_) => Primitive::Int8,
            IDLValue::Int16(_) => Primitive::Int16,
            IDLValue::Int32(_) => Primitive::Int32,
            IDLValue::Int64(_) => Primitive::Int64,
            IDLValue::Float32(_) => Primitive::Float32,
            IDLValue::Float64(_) => Primitive::Float64,
            IDLValue::Text(_) => Primitive::Text,
            IDLValue::Reserved => Primitive::Reserved,
            IDLValue::Principal(_) => Primitive::Principal,
            _ => return None,
        })
    }
}

/// An argument list: the content of a Candid message.
///
/// `{}` prints it as Candid, broken over lines if it is long; `{:?}` prints each argument on one line.
///
/// # Examples
///
/// ```
/// use candid::{Encode, IDLArgs};
///
/// let bytes = Encode!(&1u8, &"one").unwrap();
/// let args = IDLArgs::from_bytes(&bytes).unwrap();
/// assert_eq!(args.to_string(), r#"(1 : nat8, "one")"#);
/// assert_eq!(args.to_bytes().unwrap(), bytes);
/// ```
#[derive(Clone, PartialEq)]
pub struct IDLArgs {
    /// The arguments.
    pub args: Vec<IDLValue>,
}
