//! Attributes of fields, variants and items.

use super::{check, check_written};
use candid::{CandidType, Deserialize};
use serde::Serialize;

#[test]
fn rename() {
    #[derive(CandidType, Deserialize)]
    #[candid(unchecked)]
    struct Renamed {
        #[serde(rename = "zz")]
        a: u8,
        #[serde(rename(serialize = "yy"))]
        b: u8,
        #[serde(rename(serialize = "ss", deserialize = "dd"))]
        c: u8,
        #[serde(rename(deserialize = "xx"))]
        d: u8,
        r#type: u8,
        #[serde(rename = "5")]
        five: u8,
        #[serde(rename = "r#fn")]
        f: u8,
    }
    let value = Renamed {
        a: 1,
        b: 2,
        c: 3,
        d: 4,
        r#type: 5,
        five: 6,
        f: 7,
    };
    check_written(
        &value,
        "record {\n  \"5\" : nat8;\n  d : nat8;\n  ss : nat8;\n  yy : nat8;\n  zz : nat8;\n  \
         \"r#fn\" : nat8;\n  \"type\" : nat8;\n}",
        "4449444c016c07357b647ba0c9017be0d3017bc0d5017bf9f5d4db047bbae5a3e8047b010006040302010705",
    );
}

#[test]
fn rename_in_enums() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    enum Renamed {
        #[serde(rename = "one")]
        A,
        #[serde(rename = "two")]
        B(u8),
        #[allow(non_camel_case_types, reason = "a keyword")]
        r#fn,
        S {
            #[serde(rename = "inner")]
            x: u8,
        },
    }
    let ty = "variant { S : record { inner : nat8 }; fn; one; two : nat8 }";
    let header = "4449444c026b045301c8b2017fe6b4d2027f8cdbe1027b6c0196e3f0f00b7b0100";
    for (value, payload) in [
        (Renamed::A, "02"),
        (Renamed::B(1), "0301"),
        (Renamed::r#fn, "01"),
        (Renamed::S { x: 1 }, "0001"),
    ] {
        check(value, ty, &format!("{header}{payload}"));
    }
}

#[test]
fn skip() {
    /// Not a Candid type.
    #[derive(Default, Debug, PartialEq)]
    struct Opaque;

    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Named {
        #[serde(skip)]
        a: Opaque,
        b: u8,
    }
    check(
        Named { a: Opaque, b: 1 },
        "record { b : nat8 }",
        "4449444c016c01627b010001",
    );

    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Tuple(#[serde(skip)] Opaque, u8, u16);
    check(
        Tuple(Opaque, 1, 2),
        "record { nat8; nat16 }",
        "4449444c016c02007b017a0100010200",
    );

    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    enum Variants {
        #[serde(skip)]
        #[allow(dead_code, reason = "cannot be decoded")]
        A(Opaque),
        B {
            #[serde(skip)]
            x: Opaque,
            y: u8,
        },
        C(#[serde(skip)] Opaque),
    }
    let ty = "variant { B : record { y : nat8 }; C }";
    let header = "4449444c026b024201437f6c01797b0100";
    check(
        Variants::B { x: Opaque, y: 1 },
        ty,
        &format!("{header}0001"),
    );
    check(Variants::C(Opaque), ty, &format!("{header}01"));
    assert!(candid::encode_one(Variants::A(Opaque)).is_err());
}

#[test]
fn bytes() {
    #[derive(CandidType, Serialize, Deserialize, Debug, PartialEq)]
    struct Bytes {
        #[serde(with = "serde_bytes")]
        a: Vec<u8>,
        b: Vec<u8>,
        #[serde(with = "serde_bytes")]
        c: [u8; 3],
        #[serde(with = "serde_bytes")]
        d: serde_bytes::ByteBuf,
    }
    check(
        Bytes {
            a: vec![1, 2],
            b: vec![3],
            c: [1, 2, 3],
            d: serde_bytes::ByteBuf::from(vec![4]),
        },
        "record { a : blob; b : blob; c : blob; d : blob }",
        "4449444c026c0461016201630164016d7b01000201020103030102030104",
    );

    #[derive(CandidType, Serialize, Deserialize, Debug, PartialEq)]
    struct Newtype(#[serde(with = "serde_bytes")] Vec<u8>);
    check(Newtype(vec![1]), "blob", "4449444c016d7b01000101");

    // candid 0.10.39 does not compile this one.
    #[derive(CandidType, Serialize, Deserialize, Debug, PartialEq)]
    struct Optional {
        #[serde(with = "serde_bytes")]
        a: Option<Vec<u8>>,
    }
    check(
        Optional { a: Some(vec![7]) },
        "record { a : opt blob }",
        "4449444c036c0161016e026d7b0100010107",
    );

    #[derive(CandidType, Serialize, Deserialize, Debug, PartialEq)]
    enum Variants {
        #[serde(with = "serde_bytes")]
        A(Vec<u8>),
        B {
            #[serde(with = "serde_bytes")]
            x: Vec<u8>,
        },
        C(#[serde(with = "serde_bytes")] Vec<u8>),
        D(#[serde(with = "serde_bytes")] Vec<u8>, u8),
    }
    let ty = "variant {\n  A : blob;\n  B : record { x : blob };\n  C : blob;\n  \
              D : record { blob; nat8 };\n}";
    let header = "4449444c046b0441014202430144036d7b6c0178016c020001017b0100";
    for (value, payload) in [
        (Variants::A(vec![1, 2]), "00020102"),
        (Variants::B { x: vec![1, 2] }, "01020102"),
        (Variants::C(vec![1]), "020101"),
        (Variants::D(vec![1], 2), "03010102"),
    ] {
        check(value, ty, &format!("{header}{payload}"));
    }
}

/// A field with `serde_bytes` has its own type but is written through `AsRef<[u8]>`.
#[test]
fn bytes_of_another_type() {
    use candid::types::{Serializer, Type, TypeInner};

    #[derive(Serialize)]
    struct Text(Vec<u8>);
    impl AsRef<[u8]> for Text {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
    impl CandidType for Text {
        fn _ty() -> Type {
            TypeInner::Text.into()
        }
        fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
            serializer.serialize_text("not called")
        }
    }
    #[derive(CandidType)]
    struct Holder {
        #[serde(with = "serde_bytes")]
        a: Text,
    }
    check_written(
        &Holder {
            a: Text(b"x".to_vec()),
        },
        "record { a : text }",
        "4449444c016c01617101000178",
    );
}

#[test]
fn candid_path() {
    mod elsewhere {
        pub(crate) mod inner {
            pub(crate) use candid::*;
        }
    }
    #[derive(CandidType)]
    #[candid_path("elsewhere::inner")]
    struct Here {
        a: u8,
        b: (),
    }
    check_written(
        &Here { a: 1, b: () },
        "record { a : nat8; b : null }",
        "4449444c016c02617b627f010001",
    );
}

/// A module with the items that the derive names, and no macro.
#[test]
fn candid_path_to_a_facade() {
    #[allow(
        unused_imports,
        reason = "debug builds, which read by visitors, name types alone"
    )]
    mod facade {
        pub(crate) use candid::{de, types, Deserialize, Result};
    }
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    #[candid_path("facade")]
    struct Inner(u8, String);
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    #[candid_path("facade")]
    enum Outer {
        Unit,
        Tuple(u8, Inner),
        Named { a: Inner, b: Option<u8> },
    }
    let value = Outer::Named {
        a: Inner(1, "x".to_string()),
        b: None,
    };
    let bytes = candid::encode_one(&value).unwrap();
    assert_eq!(candid::decode_one::<Outer>(&bytes).unwrap(), value);
    let tuple = Outer::Tuple(2, Inner(3, String::new()));
    let bytes = candid::encode_args((&tuple, &Outer::Unit)).unwrap();
    let decoded: (Outer, Outer) = candid::decode_args(&bytes).unwrap();
    assert_eq!(decoded, (tuple, Outer::Unit));
}

/// Labels that are numbers: on the wire they are themselves, not the hash of how Rust spells them.
#[test]
fn numeric_labels() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Numbered {
        #[candid(id = 5)]
        _5_: u8,
        #[serde(rename = "_5_x")]
        named: u8,
        #[candid(id = 0)]
        #[serde(rename = "_0_")]
        zero: u8,
        #[candid(id = 0xffff_ffff)]
        _4294967295_: u8,
    }
    let value = Numbered {
        _5_: 5,
        named: 1,
        zero: 0,
        _4294967295_: 9,
    };
    check(
        value,
        "record { 0 : nat8; 5 : nat8; _5_x : nat8; 4_294_967_295 : nat8 }",
        "4449444c016c04007b057baf9fcff7037bffffffff0f7b010000050109",
    );

    // All of a tuple's labels, and still a struct with names.
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Pair {
        #[candid(id = 1)]
        _1_: bool,
        #[candid(id = 0)]
        _0_: u8,
    }
    check(
        Pair { _1_: true, _0_: 7 },
        "record { nat8; bool }",
        "4449444c016c02007b017e01000701",
    );

    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    enum Tagged {
        #[candid(id = 7)]
        _7_,
        #[candid(id = 1)]
        #[serde(rename = "_1_")]
        One(u8),
        #[candid(id = 2)]
        _2_ {
            #[candid(id = 3)]
            _3_: u8,
        },
    }
    let ty = "variant { 1 : nat8; 2 : record { 3 : nat8 }; 7 }";
    let header = "4449444c026b03017b0201077f6c01037b0100";
    for (value, payload) in [
        (Tagged::_7_, "02"),
        (Tagged::One(4), "0004"),
        (Tagged::_2_ { _3_: 6 }, "0106"),
    ] {
        check(value, ty, &format!("{header}{payload}"));
    }

    // The number and the name that spells it, side by side: serde needs two names for them.
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Both {
        #[candid(id = 5)]
        #[serde(rename = "_5_2")]
        number: u8,
        #[serde(rename = "_5_")]
        name: u8,
    }
    check(
        Both { number: 1, name: 2 },
        "record { 5 : nat8; _5_ : nat8 }",
        "4449444c016c02057ba989a1027b01000102",
    );
}
