//! Records, tuples, variants, argument lists, numbers: absent and surplus parts.

use super::{reads, refuses};
use candid::{decode_args, encode_args, CandidType, Deserialize, Int, Nat, Reserved};

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Empty0 {}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct A {
    a: u8,
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Wide {
    a: u8,
    aa: Vec<String>,
    b: Option<Nat>,
    c: (u8, (bool, i64)),
    zz: [u16; 2],
}

fn wide() -> Wide {
    Wide {
        a: 1,
        aa: vec!["x".into(), "yz".into()],
        b: Some(Nat::from(300u16)),
        c: (1, (true, -1)),
        zz: [1, 2],
    }
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Optional {
    opt: Option<u8>,
    null: (),
    reserved: Reserved,
    deep: Option<Option<Box<Optional>>>,
}

#[test]
fn numbers() {
    for n in [0u64, 1, 63, 64, 127, 128, 1 << 40, u64::MAX] {
        reads(Nat::from(n), Int::from(n));
        reads(vec![Nat::from(n)], vec![Int::from(n)]);
    }
    reads(Nat::from(u128::MAX), Int::from(u128::MAX));
    reads(Nat::from(7u8), 7u128);
    reads(Nat::from(7u8), 7i128);
    reads(Int::from(-7), -7i128);
    refuses::<_, Nat>(Int::from(1));
    refuses::<_, u8>(1u16);
    refuses::<_, u16>(1u8);
    refuses::<_, Nat>(1u64);
    refuses::<_, u64>(Nat::from(1u8));
    refuses::<_, Int>(1i64);
    refuses::<_, f64>(1f32);
    refuses::<_, bool>(1u8);
    refuses::<_, ()>(1u8);
    refuses::<_, ()>(None::<u8>);
    refuses::<_, String>(vec![1u8]);
    refuses::<_, Vec<u8>>("text");
}

#[test]
fn absent_fields() {
    let absent = Optional {
        opt: None,
        null: (),
        reserved: Reserved,
        deep: None,
    };
    reads(Empty0 {}, absent.clone());
    reads(A { a: 1 }, absent.clone());
    reads(
        vec![Empty0 {}, Empty0 {}],
        vec![absent.clone(), absent.clone()],
    );
    reads((Empty0 {}, 5u8), (absent, 5u8));
    reads((), ());
    reads((1u8,), (1u8, None::<u8>, (), Reserved));
    refuses::<_, A>(Empty0 {});
    refuses::<_, (u8, u8)>((1u8,));
    refuses::<_, (u8, Vec<u8>)>((1u8,));
}

#[test]
fn surplus_fields() {
    reads(wide(), Empty0 {});
    reads(wide(), A { a: 1 });
    reads(vec![wide(), wide()], vec![A { a: 1 }, A { a: 1 }]);
    reads((wide(), 1u8), (Empty0 {}, 1u8));
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Middle {
        b: Option<Int>,
    }
    reads(
        wide(),
        Middle {
            b: Some(Int::from(300)),
        },
    );
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Last {
        zz: Vec<u16>,
        new: Option<u8>,
    }
    reads(
        wide(),
        Last {
            zz: vec![1, 2],
            new: None,
        },
    );
    reads((1u8, 2u16, "x"), (1u8,));
    reads((1u8, 2u16, "x"), (1u8, 2u16));
    reads(vec![(1u8, 2u16, "x")], vec![(1u8, 2u16)]);
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Pair(u8, u16);
    reads((1u8, 2u16, "x"), Pair(1, 2));
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct One(u8);
    reads(1u8, One(1));
}

#[test]
fn fields_that_are_not_wanted_by_their_own_type() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Kept {
        a: Reserved,
        aa: Reserved,
        b: Option<String>,
        c: (Reserved, (bool,)),
    }
    let kept = Kept {
        a: Reserved,
        aa: Reserved,
        b: None,
        c: (Reserved, (true,)),
    };
    reads(wide(), kept);
}

#[test]
fn variants() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    enum Few {
        Tuple(u8, u16),
        Unit,
        Struct { x: Nat },
    }
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    enum Many {
        Another(String),
        Struct { x: Int, y: Option<u8> },
        Tuple(u8, u16, Option<u8>),
        Unit,
        Zzz,
    }
    reads(Few::Tuple(1, 2), Many::Tuple(1, 2, None));
    reads(Few::Unit, Many::Unit);
    let x = Few::Struct { x: Nat::from(1u8) };
    reads(
        x,
        Many::Struct {
            x: Int::from(1),
            y: None,
        },
    );
    reads(Many::Unit, Few::Unit);
    reads(Many::Tuple(1, 2, Some(3)), Few::Tuple(1, 2));
    refuses::<_, Few>(Many::Zzz);
    refuses::<_, Few>(Many::Another("x".into()));
    refuses::<_, Few>(Many::Struct {
        x: Int::from(1),
        y: None,
    });
    refuses::<_, Few>(1u8);
    refuses::<_, Few>(wide());
    // A payload that is not the tag's.
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    enum Other {
        Unit(u8),
    }
    refuses::<_, Other>(Few::Unit);
    refuses::<_, Few>(Other::Unit(1));
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    enum Loose {
        Unit(Option<u8>),
    }
    reads(Few::Unit, Loose::Unit(None));
}

#[test]
fn argument_lists() {
    let bytes = encode_args((1u8, "two", Some(3u8), wide())).unwrap();
    assert_eq!(decode_args::<()>(&bytes).unwrap(), ());
    assert_eq!(decode_args::<(u8,)>(&bytes).unwrap(), (1,));
    assert_eq!(decode_args::<(u8, &str)>(&bytes).unwrap(), (1, "two"));
    type Reserveds = (Reserved, Reserved, Reserved, Reserved);
    assert!(decode_args::<Reserveds>(&bytes).is_ok());
    let bytes = encode_args((1u8,)).unwrap();
    type Longer = (u8, Option<u8>, (), Reserved, Option<Nat>);
    assert_eq!(
        decode_args::<Longer>(&bytes).unwrap(),
        (1, None, (), Reserved, None)
    );
    let error = decode_args::<(u8, u8)>(&bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "missing argument: expected nat8 in argument 2, byte offset 8"
    );
    assert!(error.is_subtype());
    assert_eq!(decode_args::<(Option<u8>,)>(b"DIDL\0\0").unwrap(), (None,));
}
