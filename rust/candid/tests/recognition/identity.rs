//! Types of one path are apart: two blocks of one function each declare a type of the same name.

use candid::types::{Serializer, Type, TypeContainer, TypeId, TypeInner};
use candid::{CandidType, Decode, Deserialize, Encode};

macro_rules! hand_written {
    ($name:ident($field:ty), $inner:ident, $serialize:ident($($value:tt)*)) => {
        #[derive(Deserialize, Debug, PartialEq)]
        struct $name($field);
        impl CandidType for $name {
            fn _ty() -> Type {
                TypeInner::$inner.into()
            }
            fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
                serializer.$serialize($($value)* self.0)
            }
        }
    };
}

#[test]
fn hand_written_types_of_one_path_have_tables_of_their_own() {
    let (number, number_id) = {
        hand_written!(Id(u64), Nat64, serialize_nat64());
        assert_eq!(Decode!(&Encode!(&Id(5)).unwrap(), Id).unwrap(), Id(5));
        (Encode!(&Id(7)).unwrap(), TypeId::of::<Id>())
    };
    let (text, text_id) = {
        hand_written!(Id(String), Text, serialize_text(&));
        let id = || Id("abc".to_string());
        assert_eq!(Decode!(&Encode!(&id()).unwrap(), Id).unwrap(), id());
        (Encode!(&id()).unwrap(), TypeId::of::<Id>())
    };
    assert_eq!(number, b"DIDL\0\x01\x78\x07\0\0\0\0\0\0\0");
    assert_eq!(text, b"DIDL\0\x01\x71\x03abc");
    assert_eq!(number_id.name, text_id.name);
    assert_ne!(number_id, text_id);
}

#[test]
fn derived_types_of_one_path_are_apart() {
    let mut types = TypeContainer::new();
    let first = {
        #[derive(CandidType, Deserialize, Debug, PartialEq)]
        struct A {
            x: u8,
        }
        let bytes = Encode!(&vec![A { x: 1 }]).unwrap();
        assert_eq!(Decode!(&bytes, Vec<A>).unwrap(), [A { x: 1 }]);
        (bytes, types.add::<A>().to_string())
    };
    let second = {
        #[derive(CandidType, Deserialize, Debug, PartialEq)]
        struct A {
            x: String,
        }
        let a = || A { x: "one".into() };
        let bytes = Encode!(&vec![a()]).unwrap();
        assert_eq!(Decode!(&bytes, Vec<A>).unwrap(), [a()]);
        (bytes, types.add::<A>().to_string())
    };
    assert_ne!(first.1, second.1);
    // A vector of a record with the field `x`, a `nat8` and a `text`.
    assert_eq!(first.0, b"DIDL\x02\x6d\x01\x6c\x01\x78\x7b\x01\0\x01\x01");
    assert_eq!(
        second.0,
        b"DIDL\x02\x6d\x01\x6c\x01\x78\x71\x01\0\x01\x03one"
    );
}

#[test]
fn generic_hand_written_types_are_apart() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Wrapper<T>(T);
    impl<T: CandidType> CandidType for Wrapper<T> {
        fn _ty() -> Type {
            T::ty()
        }
        fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
            self.0.idl_serialize(serializer)
        }
    }
    let bytes = Encode!(&Wrapper(1u8), &Wrapper("a".to_string()), &Wrapper(2u16)).unwrap();
    assert_eq!(bytes, b"DIDL\0\x03\x7b\x71\x7a\x01\x01a\x02\0");
    let decoded = Decode!(&bytes, Wrapper<u8>, Wrapper<String>, Wrapper<u16>).unwrap();
    assert_eq!(decoded, (Wrapper(1), Wrapper("a".to_string()), Wrapper(2)));
}
