//! `#[serde(flatten)]` of structs into records.

use candid::types::TypeDoc;
use candid::{decode_one, encode_one, CandidType, Deserialize, Int, Nat, Principal};
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Checks that both types are one, and that their values have the same messages, also in other values.
#[track_caller]
pub(super) fn same<F, P>(flat: &F, plain: &P)
where
    F: CandidType + DeserializeOwned + PartialEq + Debug + Clone,
    P: CandidType + DeserializeOwned + PartialEq + Debug + Clone,
{
    assert_eq!(F::ty().to_string(), P::ty().to_string());
    let bytes = encode_one(flat).unwrap();
    assert_eq!(bytes, encode_one(plain).unwrap());
    assert_eq!(&decode_one::<F>(&bytes).unwrap(), flat);
    assert_eq!(&decode_one::<P>(&bytes).unwrap(), plain);
    super::descriptors::check_same::<F>();
    let many = vec![Some(flat.clone()), None, Some(flat.clone())];
    let bytes = encode_one(&many).unwrap();
    for _ in 0..2 {
        assert_eq!(decode_one::<Vec<Option<F>>>(&bytes).unwrap(), many);
    }
    let wrapped = Generic {
        value: flat.clone(),
    };
    let bytes = encode_one(&wrapped).unwrap();
    assert_eq!(decode_one::<Generic<F>>(&bytes).unwrap(), wrapped);
}

#[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Generic<T> {
    value: T,
}

/// Checks the same for JSON.
#[track_caller]
pub(super) fn same_in_json<F, P>(flat: &F, plain: &P)
where
    F: Serialize + DeserializeOwned + PartialEq + Debug,
    P: Serialize,
{
    let json = serde_json::to_value(flat).unwrap();
    assert_eq!(json, serde_json::to_value(plain).unwrap());
    assert_eq!(&serde_json::from_value::<F>(json).unwrap(), flat);
}

/// The ids of `a` to `z` are in alphabetical order.
#[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
pub(super) struct Page {
    /// The first item.
    pub(super) b: u32,
    pub(super) d: String,
    pub(super) g: Option<u8>,
}

#[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
pub(super) struct Limits {
    pub(super) f: bool,
    pub(super) c: Vec<u64>,
    pub(super) i: u8,
}

pub(super) fn page() -> Page {
    Page {
        b: 1,
        d: "d".into(),
        g: Some(2),
    }
}

pub(super) fn limits() -> Limits {
    Limits {
        f: true,
        c: vec![3],
        i: 4,
    }
}

#[test]
fn fields_are_interleaved() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Flat {
        h: u16,
        #[serde(flatten)]
        page: Page,
        a: u8,
        #[serde(flatten)]
        limits: Limits,
        #[serde(rename = "e")]
        renamed: i8,
    }
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Plain {
        a: u8,
        b: u32,
        c: Vec<u64>,
        d: String,
        e: i8,
        f: bool,
        g: Option<u8>,
        h: u16,
        i: u8,
    }
    let flat = Flat {
        h: 7,
        page: page(),
        a: 5,
        limits: limits(),
        renamed: -1,
    };
    let plain = Plain {
        a: 5,
        b: 1,
        c: vec![3],
        d: "d".into(),
        e: -1,
        f: true,
        g: Some(2),
        h: 7,
        i: 4,
    };
    same(&flat, &plain);
    same_in_json(&flat, &plain);
}

#[test]
fn nothing_but_flattened_fields() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Inner {
        #[serde(flatten)]
        page: Page,
    }
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Empty {}
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Outer {
        #[serde(flatten)]
        empty: Empty,
        #[serde(flatten)]
        inner: Inner,
        #[serde(flatten)]
        limits: Limits,
    }
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Plain {
        b: u32,
        c: Vec<u64>,
        d: String,
        f: bool,
        g: Option<u8>,
        i: u8,
    }
    let inner = Inner { page: page() };
    same(&inner, &page());
    let outer = Outer {
        empty: Empty {},
        inner,
        limits: limits(),
    };
    let plain = Plain {
        b: 1,
        c: vec![3],
        d: "d".into(),
        f: true,
        g: Some(2),
        i: 4,
    };
    same(&outer, &plain);
    same_in_json(&outer, &plain);
}

/// Values are kept in serde's buffer before they are read, whatever their types.
mod kinds {
    use super::*;

    candid::define_function!(Callback : (u8) -> () query);

    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    enum Kind {
        Unit,
        Newtype(u8),
        Option(Option<Box<Kind>>),
        Tuple(u8, String),
        Struct { x: u8, y: Vec<Kind> },
        Blob(Vec<u8>),
    }

    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Unit;

    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Newtype(Vec<u8>);

    #[derive(CandidType, Deserialize, PartialEq, Debug, Clone)]
    struct Permuted {
        #[candid(id = 1)]
        _1_: u8,
        #[candid(id = 0)]
        _0_: u8,
    }

    #[derive(CandidType, Deserialize, PartialEq, Debug, Clone)]
    struct Kinds {
        numbers: (u8, u16, u32, u64, i8, i16, i32, i64),
        floats: (f32, f64),
        nats: Vec<Nat>,
        ints: Vec<Int>,
        text: String,
        character: char,
        blob: Vec<u8>,
        bytes: serde_bytes::ByteBuf,
        #[serde(with = "serde_bytes")]
        with_bytes: Vec<u8>,
        array: [u8; 3],
        kinds: Vec<Kind>,
        nested: Option<Option<Generic<Vec<Option<u8>>>>>,
        unit: (),
        unit_struct: Unit,
        newtype: Newtype,
        map: BTreeMap<String, Kind>,
        numbered: BTreeMap<u64, Vec<u8>>,
        result: Result<u8, String>,
        principal: Principal,
        permuted: Permuted,
        boxed: Box<Kind>,
        absent: Option<u64>,
    }

    #[derive(CandidType, Deserialize, PartialEq, Debug, Clone)]
    struct Flat {
        #[serde(flatten)]
        kinds: Kinds,
    }

    fn kinds() -> Vec<Kind> {
        vec![
            Kind::Unit,
            Kind::Newtype(1),
            Kind::Option(None),
            Kind::Option(Some(Box::new(Kind::Unit))),
            Kind::Tuple(2, "b".into()),
            Kind::Struct {
                x: 3,
                y: vec![Kind::Blob(vec![1, 2])],
            },
            Kind::Blob(vec![]),
        ]
    }

    #[test]
    fn all_of_them() {
        let large = Nat::from(u128::MAX) * 5u8;
        let value = Kinds {
            numbers: (
                u8::MAX,
                u16::MAX,
                u32::MAX,
                u64::MAX,
                i8::MIN,
                i16::MIN,
                i32::MIN,
                i64::MIN,
            ),
            floats: (0.1, f64::MAX),
            nats: vec![0u8.into(), u64::MAX.into(), u128::MAX.into(), large.clone()],
            ints: vec![(-1).into(), i128::MIN.into(), large.into()],
            text: "text".into(),
            character: 'ä',
            blob: vec![1, 2, 3],
            bytes: vec![4, 5].into(),
            with_bytes: vec![6],
            array: [7, 8, 9],
            kinds: kinds(),
            nested: Some(Some(Generic {
                value: vec![None, Some(1)],
            })),
            unit: (),
            unit_struct: Unit,
            newtype: Newtype(vec![1]),
            map: [("a".to_string(), Kind::Unit)].into(),
            numbered: [(5, vec![1]), (6, vec![])].into(),
            result: Err("no".into()),
            principal: Principal::from_slice(&[2, 1]),
            permuted: Permuted { _1_: 11, _0_: 10 },
            boxed: Box::new(Kind::Newtype(1)),
            absent: None,
        };
        same(
            &Flat {
                kinds: value.clone(),
            },
            &value,
        );
    }

    #[test]
    fn references() {
        #[derive(CandidType, Deserialize, PartialEq, Debug)]
        struct Inner {
            func: Callback,
            principals: Vec<Principal>,
        }
        #[derive(CandidType, Deserialize, PartialEq, Debug)]
        struct Flat {
            #[serde(flatten)]
            inner: Inner,
        }
        let inner = Inner {
            func: Callback::new(Principal::from_slice(&[2]), "m".into()),
            principals: vec![Principal::from_slice(&[2, 1]), Principal::anonymous()],
        };
        let flat = Flat { inner };
        let bytes = encode_one(&flat).unwrap();
        assert_eq!(bytes, encode_one(&flat.inner).unwrap());
        assert_eq!(decode_one::<Flat>(&bytes).unwrap(), flat);
    }

    /// The coercions are those of the fields.
    #[test]
    fn coercions() {
        #[derive(CandidType)]
        struct Older {
            kind: Option<u8>,
            numbers: Vec<u8>,
            surplus: Kind,
            n: Nat,
            text: &'static str,
        }
        #[derive(CandidType, Deserialize, PartialEq, Debug)]
        struct Inner {
            kind: Option<Kind>,
            numbers: Vec<u8>,
            n: Int,
            added: Option<u8>,
        }
        #[derive(CandidType, Deserialize, PartialEq, Debug)]
        struct Newer {
            #[serde(flatten)]
            inner: Inner,
            text: Option<String>,
        }
        let older = Older {
            kind: Some(1),
            numbers: vec![1],
            surplus: Kind::Unit,
            n: 5u8.into(),
            text: "a",
        };
        let newer = Newer {
            inner: Inner {
                kind: None,
                numbers: vec![1],
                n: 5.into(),
                added: None,
            },
            text: Some("a".into()),
        };
        assert_eq!(
            decode_one::<Newer>(&encode_one(older).unwrap()).unwrap(),
            newer
        );
    }

    /// Numbers of 128 bits are the ones that serde's buffer does not hold, in any format.
    #[test]
    fn numbers_of_128_bits() {
        #[derive(CandidType, Deserialize, PartialEq, Debug)]
        struct Inner {
            n: u128,
        }
        #[derive(CandidType, Deserialize, PartialEq, Debug)]
        struct Flat {
            #[serde(flatten)]
            inner: Inner,
        }
        let bytes = encode_one(Flat {
            inner: Inner { n: 1 },
        })
        .unwrap();
        let error = decode_one::<Flat>(&bytes).unwrap_err().to_string();
        assert_eq!(
            error,
            "Deserialize error: u128 is not supported in argument 1, byte offset 12"
        );
    }
}

#[test]
fn generic_types() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Paged<T, U> {
        items: Vec<T>,
        #[serde(flatten)]
        of: U,
    }
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Plain {
        items: Vec<Option<String>>,
        f: bool,
        c: Vec<u64>,
        i: u8,
    }
    let flat = Paged {
        items: vec![None, Some("a".to_string())],
        of: limits(),
    };
    let plain = Plain {
        items: flat.items.clone(),
        f: true,
        c: vec![3],
        i: 4,
    };
    same(&flat, &plain);
    same_in_json(&flat, &plain);
}

#[test]
fn other_attributes() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(rename_all = "camelCase")]
    struct Inner {
        #[serde(default, alias = "oldName")]
        new_name: String,
        #[serde(skip)]
        skipped: u8,
        last_one: u8,
    }
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Outer {
        #[serde(flatten)]
        inner: Inner,
        #[serde(default)]
        with_default: Vec<u8>,
        #[serde(skip)]
        skipped: Option<String>,
    }
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[allow(non_snake_case, reason = "the labels of the other")]
    struct Plain {
        newName: String,
        lastOne: u8,
        with_default: Vec<u8>,
    }
    let outer = |name: &str, with_default| Outer {
        inner: Inner {
            new_name: name.into(),
            skipped: 0,
            last_one: 1,
        },
        with_default,
        skipped: None,
    };
    let plain = Plain {
        newName: "n".into(),
        lastOne: 1,
        with_default: vec![1],
    };
    same(&outer("n", vec![1]), &plain);
    same_in_json(&outer("n", vec![1]), &plain);
    #[derive(CandidType)]
    #[allow(non_snake_case, reason = "the labels of the other")]
    struct Old {
        oldName: &'static str,
        lastOne: u8,
    }
    let old = encode_one(Old {
        oldName: "o",
        lastOne: 1,
    })
    .unwrap();
    assert_eq!(decode_one::<Outer>(&old).unwrap(), outer("o", vec![]));
    #[derive(CandidType)]
    #[allow(non_snake_case, reason = "the labels of the other")]
    struct Oldest {
        lastOne: u8,
    }
    let oldest = encode_one(Some(Oldest { lastOne: 1 })).unwrap();
    assert_eq!(
        decode_one::<Option<Outer>>(&oldest).unwrap(),
        Some(outer("", vec![]))
    );
}

/// Fields that are borrowed stay so, also through serde's buffer.
#[test]
fn lifetimes() {
    use std::borrow::Cow;

    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct Inner<'a> {
        #[serde(borrow)]
        name: Cow<'a, str>,
        text: &'a str,
    }
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct Outer<'a> {
        r#type: u8,
        #[serde(flatten, borrow)]
        r#in: Inner<'a>,
    }
    let outer = Outer {
        r#type: 1,
        r#in: Inner {
            name: "a".into(),
            text: "b",
        },
    };
    let ty = "record { name : text; \"text\" : text; \"type\" : nat8 }";
    assert_eq!(Outer::ty().to_string(), ty);
    let bytes = encode_one(&outer).unwrap();
    let found: Outer<'_> = decode_one(&bytes).unwrap();
    assert_eq!(found, outer);
    assert!(matches!(found.r#in.name, Cow::Borrowed(_)));
}

/// What is deprecated may be used where the declaration allows it, and only there.
#[deny(deprecated, unused_qualifications, clippy::all)]
mod deprecated {
    use super::{CandidType, Page};

    #[derive(CandidType)]
    #[allow(dead_code, reason = "only the declaration matters")]
    #[deprecated]
    struct Old<'a> {
        x: &'a u8,
        #[serde(flatten)]
        page: Page,
    }

    #[derive(CandidType)]
    #[allow(deprecated, dead_code, reason = "only the declaration matters")]
    struct Flat<'a> {
        #[serde(flatten)]
        old: Old<'a>,
        y: u8,
    }

    #[derive(CandidType)]
    #[allow(deprecated, dead_code, reason = "only the declaration matters")]
    struct Generic<T> {
        #[serde(flatten)]
        old: Box<Other>,
        y: T,
    }

    #[derive(CandidType)]
    #[deprecated]
    struct Other {}
}

#[test]
fn packed() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
    #[repr(C, packed)]
    struct Inner {
        b: u8,
        d: u32,
    }
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
    #[repr(C, packed)]
    struct Flat {
        a: u8,
        #[serde(flatten)]
        inner: Inner,
        c: u16,
    }
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Plain {
        a: u8,
        b: u8,
        c: u16,
        d: u32,
    }
    let flat = Flat {
        a: 1,
        inner: Inner { b: 2, d: 4 },
        c: 3,
    };
    let plain = Plain {
        a: 1,
        b: 2,
        c: 3,
        d: 4,
    };
    same(&flat, &plain);
    same_in_json(&flat, &plain);
}

#[test]
fn comments() {
    /// The outer comment.
    #[derive(CandidType)]
    #[allow(dead_code, reason = "only the declaration matters")]
    struct Outer {
        /// A comment.
        a: u8,
        #[serde(flatten)]
        page: Page,
    }
    let TypeDoc { docs, fields } = Outer::_ty_doc();
    assert_eq!(docs, ["The outer comment."]);
    let fields: Vec<_> = fields
        .into_iter()
        .map(|(id, field)| (id, field.docs))
        .collect();
    let expected = [
        (97, vec!["A comment.".to_string()]),
        (98, vec!["The first item.".to_string()]),
    ];
    assert_eq!(fields, expected);
}

/// A missing or wrong field is an error with its path.
#[test]
fn errors() {
    #[derive(CandidType, Deserialize, Debug)]
    struct Outer {
        a: u8,
        #[serde(flatten)]
        page: Page,
    }
    #[derive(CandidType)]
    struct Wrong<T> {
        a: u8,
        b: T,
        d: &'static str,
    }
    let decode = |bytes: Vec<u8>| decode_one::<Outer>(&bytes).unwrap_err().to_string();
    let wrong = encode_one(Wrong { a: 1, b: "", d: "" }).unwrap();
    assert_eq!(
        decode(wrong),
        "expected nat32, found text in argument 1 at b, byte offset 16"
    );
    let missing = encode_one(Generic { value: 1u8 }).unwrap();
    assert_eq!(
        decode(missing),
        "missing field `a`: expected nat8 in argument 1 at a, byte offset 15"
    );
}

/// More fields and more structs than any constant of one size has room for.
mod wide {
    use super::*;

    macro_rules! wide {
        ($($Part:ident $part:ident: $($field:ident)*;)*) => {
            $(
                #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
                struct $Part {
                    $($field: u8),*
                }
            )*

            #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
            struct Flat {
                own: u16,
                $(
                    #[serde(flatten)]
                    $part: $Part,
                )*
            }

            #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
            struct Plain {
                own: u16,
                $($($field: u8,)*)*
            }

            /// Numbers the fields in the order of the declaration.
            fn values() -> (Flat, Plain) {
                let (mut flat, mut plain) = (Flat::default(), Plain::default());
                let mut n = 0;
                $($(
                    n += 1;
                    flat.$part.$field = n;
                    plain.$field = n;
                )*)*
                (flat, plain)
            }
        };
    }

    wide! {
        Part00 part00: a00 b00 c00 d00;
        Part01 part01: a01 b01 c01 d01;
        Part02 part02: a02 b02 c02 d02;
        Part03 part03: a03 b03 c03 d03;
        Part04 part04: a04 b04 c04 d04;
        Part05 part05: a05 b05 c05 d05;
        Part06 part06: a06 b06 c06 d06;
        Part07 part07: a07 b07 c07 d07;
        Part08 part08: a08 b08 c08 d08;
        Part09 part09: a09 b09 c09 d09;
        Part10 part10: a10 b10 c10 d10;
        Part11 part11: a11 b11 c11 d11;
        Part12 part12: a12 b12 c12 d12;
        Part13 part13: a13 b13 c13 d13;
        Part14 part14: a14 b14 c14 d14;
        Part15 part15: a15 b15 c15 d15;
        Part16 part16: a16 b16 c16 d16;
        Part17 part17: a17 b17 c17 d17;
        Part18 part18: a18 b18 c18 d18;
        Part19 part19: a19 b19 c19 d19;
        Part20 part20: a20 b20 c20 d20;
        Part21 part21: a21 b21 c21 d21;
        Part22 part22: a22 b22 c22 d22;
        Part23 part23: a23 b23 c23 d23;
        Part24 part24: a24 b24 c24 d24;
        Part25 part25: a25 b25 c25 d25;
        Part26 part26: a26 b26 c26 d26;
        Part27 part27: a27 b27 c27 d27;
        Part28 part28: a28 b28 c28 d28;
        Part29 part29: a29 b29 c29 d29;
        Part30 part30: a30 b30 c30 d30;
        Part31 part31: a31 b31 c31 d31;
        Part32 part32: a32 b32 c32 d32;
        Part33 part33: a33 b33 c33 d33;
    }

    #[test]
    fn fields() {
        let (flat, plain) = values();
        same(&flat, &plain);
        same_in_json(&flat, &plain);
    }

    /// Each field is there once, and neighbours of one struct are one run.
    #[test]
    fn lists() {
        assert_eq!(Flat::__FIELDS.list().len(), 4 * 34 + 1);
        let runs = Flat::__FIELDS.runs();
        assert_eq!(
            runs.iter().map(|run| run.n_fields).sum::<usize>(),
            4 * 34 + 1
        );
        assert!(runs.windows(2).all(|pair| pair[0].part != pair[1].part));
    }
}
