//! Tests of `impls`.

use crate::schema::descriptor::{Descriptor, FieldDescriptor};
use crate::traits::CandidType;
use crate::types::ty::{Field, Type, TypeInner};
use candid_wire::opcode::Primitive;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};

/// Panics unless the descriptor describes `ty`.
fn check_same(descriptor: &Descriptor, ty: &Type) {
    match (descriptor, ty.as_ref()) {
        (Descriptor::Primitive(found), expected) => {
            assert_eq!(Some(*found), primitive(expected), "{expected:?}");
        }
        (Descriptor::Opt(inner), TypeInner::Opt(ty))
        | (Descriptor::Vec(inner), TypeInner::Vec(ty)) => check_same(inner(), ty),
        (Descriptor::Record(fields), TypeInner::Record(types))
        | (Descriptor::Variant(fields), TypeInner::Variant(types)) => {
            check_same_fields(fields, types);
        }
        (found, expected) => panic!("expected {expected:?}, found {found:?}"),
    }
}

fn check_same_fields(fields: &[FieldDescriptor], types: &[Field]) {
    assert!(fields.windows(2).all(|pair| pair[0].id < pair[1].id));
    assert_eq!(fields.len(), types.len());
    for (field, expected) in fields.iter().zip(types) {
        assert_eq!(field.id, expected.id.get_id());
        if let Some(name) = field.name {
            assert_eq!(name, expected.id.to_string());
        }
        check_same((field.ty)(), &expected.ty);
    }
}

fn primitive(ty: &TypeInner) -> Option<Primitive> {
    Primitive::ALL
        .into_iter()
        .find(|primitive| primitive.name() == ty.to_string())
}

macro_rules! check_types {
    ($($ty:ty => $text:literal,)*) => {
        $(
            assert_eq!(<$ty as CandidType>::ty().to_string(), $text);
            check_same(<$ty as CandidType>::__descriptor(), &<$ty as CandidType>::ty());
        )*
    };
}

#[test]
fn primitives() {
    check_types! {
        bool => "bool",
        u8 => "nat8",
        u16 => "nat16",
        u32 => "nat32",
        u64 => "nat64",
        u128 => "nat",
        usize => "nat64",
        i8 => "int8",
        i16 => "int16",
        i32 => "int32",
        i64 => "int64",
        i128 => "int",
        isize => "int64",
        f32 => "float32",
        f64 => "float64",
        () => "null",
        str => "text",
        String => "text",
        std::path::Path => "text",
        std::path::PathBuf => "text",
        char => "text",
        std::net::IpAddr => "text",
        std::net::Ipv4Addr => "text",
        std::net::Ipv6Addr => "text",
        std::net::SocketAddr => "text",
        std::net::SocketAddrV4 => "text",
        std::net::SocketAddrV6 => "text",
        std::num::NonZeroU8 => "nat8",
        std::num::NonZeroI128 => "int",
        std::num::Wrapping<u32> => "nat32",
        std::num::Saturating<i16> => "int16",
        std::sync::atomic::AtomicBool => "bool",
        std::sync::atomic::AtomicU64 => "nat64",
    }
}

#[test]
fn containers() {
    check_types! {
        Option<u8> => "opt nat8",
        Option<Option<()>> => "opt opt null",
        std::marker::PhantomData<u8> => "null",
        Vec<u8> => "blob",
        Vec<u32> => "vec nat32",
        [u16] => "vec nat16",
        [u8; 3] => "blob",
        VecDeque<u8> => "blob",
        LinkedList<u16> => "vec nat16",
        BTreeSet<bool> => "vec bool",
        HashSet<u8> => "blob",
        BinaryHeap<i8> => "vec int8",
        BTreeMap<String, u8> => "vec record { text; nat8 }",
        HashMap<u8, ()> => "vec record { nat8; null }",
        (u8,) => "record { nat8 }",
        (u8, (String, ())) => "record { nat8; record { text; null } }",
        Result<u8, String> => "variant { Ok : nat8; Err : text }",
        std::time::Duration => "record { secs : nat64; nanos : nat32 }",
        std::time::SystemTime =>
            "record { nanos_since_epoch : nat32; secs_since_epoch : nat64 }",
        std::ops::Range<u8> => "record { end : nat8; start : nat8 }",
        std::ops::RangeInclusive<u8> => "record { end : nat8; start : nat8 }",
        std::ops::RangeFrom<u8> => "record { start : nat8 }",
        std::ops::RangeTo<u8> => "record { end : nat8 }",
        std::ops::Bound<u8> => "variant { Included : nat8; Unbounded; Excluded : nat8 }",
        std::ffi::OsString => "variant { Unix : blob; Windows : vec nat16 }",
    }
}

#[test]
fn wrappers() {
    check_types! {
        &u8 => "nat8",
        &mut u8 => "nat8",
        Box<str> => "text",
        Box<[u8]> => "blob",
        std::rc::Rc<u8> => "nat8",
        std::sync::Arc<str> => "text",
        std::borrow::Cow<'static, [u8]> => "blob",
        std::cell::Cell<u8> => "nat8",
        std::cell::RefCell<u8> => "nat8",
        std::sync::Mutex<u8> => "nat8",
        std::sync::RwLock<u8> => "nat8",
        std::cmp::Reverse<u8> => "nat8",
    }
}

#[cfg(feature = "serde_bytes")]
#[test]
fn bytes() {
    check_types! {
        serde_bytes::ByteBuf => "blob",
        serde_bytes::Bytes => "blob",
        serde_bytes::ByteArray<3> => "blob",
    }
}

#[cfg(all(
    feature = "bytes",
    feature = "chrono",
    feature = "indexmap",
    feature = "rust_decimal",
    feature = "serde_json",
    feature = "smallvec",
    feature = "time",
    feature = "uuid"
))]
#[test]
fn other_crates() {
    check_types! {
        bytes::Bytes => "blob",
        bytes::BytesMut => "blob",
        chrono::DateTime<chrono::Utc> => "text",
        chrono::NaiveDate => "text",
        chrono::TimeDelta => "record { int64; int32 }",
        crate::Json<serde_json::Value> => "text",
        indexmap::IndexMap<String, u8> => "vec record { text; nat8 }",
        indexmap::IndexSet<u16> => "vec nat16",
        rust_decimal::Decimal => "text",
        smallvec::SmallVec<[u8; 2]> => "blob",
        smallvec::SmallVec<[Option<u8>; 2]> => "vec opt nat8",
        time::OffsetDateTime => "text",
        time::SignedDuration => "record { int64; int32 }",
        time::Timestamp => "int",
        uuid::Uuid => "text",
        uuid::NonNilUuid => "text",
    }
}
