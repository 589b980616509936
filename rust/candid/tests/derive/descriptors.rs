//! The constant descriptors: the same type as `ty()`, and positions in the declaration.

use crate::read::IS_BUILT;
use candid::types::descriptor::{Descriptor, FieldDescriptor};
use candid::types::{Field, Type, TypeInner};
use candid::{CandidType, Deserialize};
use std::collections::HashSet;

/// Checks that the descriptor says the same as the type.
#[track_caller]
pub(super) fn check_same<T: CandidType>() {
    let mut met = HashSet::new();
    assert_same(T::__descriptor(), &T::ty(), &mut met);
}

/// Recursive types meet the same pair again. A name in the type is not looked up: the first time
/// round compares what it stands for.
fn assert_same(found: &'static Descriptor, wanted: &Type, met: &mut HashSet<usize>) {
    if !met.insert(found as *const Descriptor as usize) {
        return;
    }
    match (found, wanted.as_ref()) {
        (_, TypeInner::Knot(_)) => {}
        (Descriptor::Alias(ty), _) => assert_same(ty(), wanted, met),
        (Descriptor::Primitive(found), wanted) => {
            assert_eq!(found.name(), Type::from(wanted.clone()).to_string());
        }
        (Descriptor::Opt(inner), TypeInner::Opt(ty))
        | (Descriptor::Vec(inner), TypeInner::Vec(ty)) => assert_same(inner(), ty, met),
        (Descriptor::Record(fields), TypeInner::Record(types))
        | (Descriptor::Variant(fields), TypeInner::Variant(types)) => {
            assert_same_fields(fields, types, met);
        }
        (found, wanted) => panic!("expected {wanted:?}, found {found:?}"),
    }
}

fn assert_same_fields(
    found: &'static [FieldDescriptor],
    wanted: &[Field],
    met: &mut HashSet<usize>,
) {
    assert!(found.windows(2).all(|pair| pair[0].id < pair[1].id));
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(wanted) {
        assert_eq!(found.id, wanted.id.get_id());
        assert_same((found.ty)(), &wanted.ty, met);
    }
}

fn fields<T: CandidType>() -> &'static [FieldDescriptor] {
    match T::__descriptor() {
        Descriptor::Record(fields) | Descriptor::Variant(fields) => fields,
        other => panic!("expected a record or variant, found {other:?}"),
    }
}

#[test]
fn ordinals_of_variants() {
    #[derive(CandidType, Deserialize)]
    #[allow(dead_code, reason = "only the declaration matters")]
    enum Variants {
        Zebra,
        #[serde(skip)]
        Skipped,
        Ant {
            z: u8,
            a: u8,
        },
    }
    let fields = fields::<Variants>();
    let found: Vec<_> = fields
        .iter()
        .map(|field| (field.name.unwrap(), field.ordinal))
        .collect();
    assert_eq!(found, [("Ant", 1), ("Zebra", 0)]);
    let Descriptor::Record(payload) = (fields[0].ty)() else {
        panic!("expected a record");
    };
    let found: Vec<_> = payload
        .iter()
        .map(|field| (field.name.unwrap(), field.ordinal))
        .collect();
    assert_eq!(found, [("a", 1), ("z", 0)]);
}

/// Checks whether the derived code reads the fields of structs as serde's would.
macro_rules! check_reads {
    ($({ $($declaration:tt)* } => $expected:expr;)*) => {$({
        #[derive(CandidType, Deserialize, Default)]
        #[allow(dead_code, reason = "only the declaration matters")]
        $($declaration)*
        assert_eq!(<Declared as CandidType>::__READS, $expected, "{}", stringify!($($declaration)*));
    })*};
}

/// Does the same with attributes that are not written where they stand: a macro behind serde's derive may have put them there.
macro_rules! check_reads_with {
    ($([$($item:tt)*] [$($field:tt)*] => $expected:expr;)*) => {
        check_reads! {$({ $($item)* struct Declared { a: u8, $($field)* b: Option<u8> } } => $expected;)*}
    };
}

#[test]
fn what_may_differ_is_left_to_serde() {
    check_reads! {
        { struct Declared { a: u8, b: Option<u8> } } => IS_BUILT;
        { #[serde(default)] struct Declared { a: u8, b: Option<u8> } } => IS_BUILT;
        { #[serde(rename = "X")] struct Declared { a: u8, b: Option<u8> } } => IS_BUILT;
        { #[serde(bound = "")] struct Declared { a: u8, b: Option<u8> } } => false;
        { struct Declared { a: u8, #[serde(default, rename = "x")] b: Option<u8> } } => IS_BUILT;
        { struct Declared { a: u8, #[serde(skip)] b: Option<u8> } } => IS_BUILT;
        { struct Declared { a: u8, #[serde(skip, default = "Option::default")] b: Option<u8> } } => IS_BUILT;
        // Taken from the default of the whole struct.
        { #[serde(default)] struct Declared { a: u8, #[serde(skip)] b: Option<u8> } } => false;
        { struct Declared { a: u8, #[serde(deserialize_with = "u8::deserialize")] x: u8, b: Option<u8> } } => IS_BUILT;
        { struct Declared { a: u8, #[serde(with = "serde_bytes")] x: Vec<u8>, b: Option<u8> } } => IS_BUILT;
        { struct Declared { a: u8, #[serde(with = "serde_bytes")] x: Option<serde_bytes::ByteBuf>, b: Option<u8> } } => IS_BUILT;
        { struct Declared { a: u8, x: std::borrow::Cow<'static, str>, b: Option<u8> } } => IS_BUILT;
        // Not in every version of `serde_bytes`; a module that may have no function to read; one for some inputs only.
        { struct Declared { a: u8, #[serde(with = "serde_bytes")] x: [u8; 4], b: Option<u8> } } => false;
        { struct Declared { a: u8, #[serde(with = "candid::rc")] x: std::rc::Rc<u8>, b: Option<u8> } } => false;
        { struct Declared { a: u8, #[serde(deserialize_with = "u8::deserialize", bound = "")] x: u8, b: Option<u8> } } => false;
        { struct Declared { a: u8, #[serde(rename(serialize = "x", deserialize = "x"))] b: Option<u8> } } => IS_BUILT;
        { #[serde(rename_all = "UPPERCASE")] struct Declared { a: u8, b: Option<u8> } } => IS_BUILT;
        { struct Declared { a: u8, #[serde(alias = "x")] b: Option<u8> } } => false;
        // Only serde knows what these are read as.
        { #[candid(unchecked)] #[serde(rename_all = "UPPERCASE")] struct Declared { a: u8, b: Option<u8> } } => false;
        { #[candid(unchecked)] #[serde(deny_unknown_fields)] struct Declared { a: u8, b: Option<u8> } } => false;
        { #[candid(unchecked)] struct Declared { a: u8, #[serde(rename(serialize = "x"))] b: Option<u8> } } => false;
        { #[candid(unchecked)] struct Declared { a: u8, #[serde(rename(deserialize = "x"))] b: Option<u8> } } => false;
        { #[candid(unchecked)] struct Declared { a: u8, #[serde(rename(serialize = "x", deserialize = "y"))] b: Option<u8> } } => false;
        { #[candid(unchecked)] struct Declared { a: u8, #[serde(skip_serializing)] b: Option<u8> } } => false;
        { struct Declared { a: u8, #[serde(skip_deserializing)] b: Option<u8> } } => false;
    }
    check_reads_with! {
        [] [] => IS_BUILT;
        [#[serde(default)]] [] => false;
        [] [#[serde(default)]] => false;
        // Of no consequence for what is read.
        [] [#[serde(skip_serializing_if = "Option::is_none")]] => IS_BUILT;
    }
}

/// Newtypes and units are looked up as what they are written as.
#[test]
fn without_fields_of_their_own() {
    #[derive(CandidType)]
    struct Unit;
    #[derive(CandidType)]
    #[allow(dead_code, reason = "only the declaration matters")]
    struct Newtype<T>(Option<T>);
    check_same::<Unit>();
    check_same::<Newtype<u8>>();
    let Descriptor::Alias(unit) = Unit::__descriptor() else {
        panic!("a unit is no alias");
    };
    assert!(matches!(unit(), Descriptor::Primitive(_)));
    let Descriptor::Alias(newtype) = Newtype::<u8>::__descriptor() else {
        panic!("a newtype is no alias");
    };
    assert!(matches!(newtype(), Descriptor::Opt(_)));
}
