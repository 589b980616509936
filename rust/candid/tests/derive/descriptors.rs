//! The constant descriptors: the same type as `ty()`, and the numbers that serde's derive uses.

use candid::types::descriptor::{Descriptor, Fields};
use candid::types::{Field, Type, TypeId, TypeInner};
use candid::{CandidType, Deserialize};
use serde::de::value::{Error, MapDeserializer};
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

fn assert_same_fields(found: &Fields, wanted: &[Field], met: &mut HashSet<usize>) {
    assert!(found.fields.windows(2).all(|pair| pair[0].id < pair[1].id));
    assert_eq!(found.fields.len(), wanted.len());
    for (found, wanted) in found.fields.iter().zip(wanted) {
        assert_eq!(found.id, wanted.id.get_id());
        assert_same((found.ty)(), &wanted.ty, met);
    }
}

fn fields<T: CandidType>() -> &'static Fields {
    match T::__descriptor() {
        Descriptor::Record(fields) | Descriptor::Variant(fields) => fields,
        other => panic!("expected a record or variant, found {other:?}"),
    }
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
#[serde(default)]
#[derive(Default)]
struct Plain {
    zebra: u8,
    #[serde(skip)]
    skipped: u8,
    ant: u8,
    #[serde(rename = "m", default)]
    middle: u8,
    r#type: u8,
}

/// serde's derived visitor takes our ordinals for its field numbers.
#[test]
fn ordinals_are_those_of_serde() {
    let fields = fields::<Plain>();
    assert_eq!(fields.derived.unwrap()(), TypeId::of::<Plain>());
    let entries = fields.fields.iter().map(|field| {
        let value = match field.name.unwrap() {
            "zebra" => 1u8,
            "ant" => 2,
            "m" => 3,
            "type" => 4,
            other => panic!("there is no field {other}"),
        };
        (u64::from(field.ordinal), value)
    });
    let found = Plain::deserialize(MapDeserializer::<_, Error>::new(entries)).unwrap();
    let wanted = Plain {
        zebra: 1,
        skipped: 0,
        ant: 2,
        middle: 3,
        r#type: 4,
    };
    assert_eq!(found, wanted);
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
    let name = fields.derived.unwrap()();
    assert_eq!(name, TypeId::of::<Variants>());
    let found: Vec<_> = fields
        .fields
        .iter()
        .map(|field| (field.name.unwrap(), field.ordinal))
        .collect();
    assert_eq!(found, [("Ant", 1), ("Zebra", 0)]);
    let Descriptor::Record(payload) = (fields.fields[0].ty)() else {
        panic!("expected a record");
    };
    assert_eq!(payload.derived.unwrap()(), name);
    let found: Vec<_> = payload
        .fields
        .iter()
        .map(|field| (field.name.unwrap(), field.ordinal))
        .collect();
    assert_eq!(found, [("a", 1), ("z", 0)]);
}

/// Declares a struct and returns whether its descriptor claims to number as serde does.
macro_rules! claims {
    ([$($item:tt)*] [$($field:tt)*]) => {{
        #[derive(CandidType, Deserialize, Default)]
        $($item)*
        #[allow(dead_code, reason = "only the declaration matters")]
        struct Declared {
            a: u8,
            $($field)*
            b: Option<u8>,
        }
        fields::<Declared>().derived.is_some()
    }};
}

#[test]
fn what_may_differ_is_not_claimed() {
    assert!(claims!([][]));
    assert!(claims!([#[serde(default)]][]));
    assert!(claims!([#[serde(rename = "X", bound = "")]][]));
    assert!(claims!([][#[serde(default, rename = "x")]]));
    assert!(claims!([][#[serde(skip)]]));
    assert!(claims!([][#[serde(rename(serialize = "x", deserialize = "x"))]]));
    assert!(!claims!([#[serde(rename_all = "UPPERCASE")]][]));
    assert!(!claims!([#[serde(deny_unknown_fields)]][]));
    assert!(!claims!([][#[serde(alias = "x")]]));
    assert!(!claims!([][#[serde(rename(serialize = "x"))]]));
    assert!(!claims!([][#[serde(rename(deserialize = "x"))]]));
    assert!(!claims!([][#[serde(rename(serialize = "x", deserialize = "y"))]]));
    assert!(!claims!([][#[serde(skip_serializing)]]));
    assert!(!claims!([][#[serde(skip_deserializing)]]));
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
