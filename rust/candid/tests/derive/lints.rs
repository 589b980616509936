//! What is generated brings up no lint, nor anything that a crate may forbid.
#![forbid(deprecated, unused_imports, unreachable_code)]

use candid::{CandidType, Decode, Deserialize, Encode};

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Named {
    a: u8,
    b: Option<String>,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
enum Void {}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct OfVoid {
    void: Void,
    rest: u8,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
enum Cases {
    Unit,
    Newtype(u8),
    Never(Void),
    Both(Void, u8),
    Fields { x: u8 },
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Flat {
    #[serde(flatten)]
    named: Named,
    c: u8,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct FlatOf<'a, T> {
    #[serde(flatten)]
    named: Named,
    c: T,
    d: &'a str,
}

#[test]
fn lints_may_be_forbidden() {
    let named = Named { a: 1, b: None };
    assert_eq!(Decode!(&Encode!(&named).unwrap(), Named).unwrap(), named);
    for case in [Cases::Unit, Cases::Newtype(1), Cases::Fields { x: 2 }] {
        assert_eq!(Decode!(&Encode!(&case).unwrap(), Cases).unwrap(), case);
    }
    assert!(Decode!(&Encode!(&named).unwrap(), OfVoid).is_err());
    let flat = FlatOf {
        named,
        c: 1u8,
        d: "d",
    };
    assert_eq!(
        Decode!(&Encode!(&flat).unwrap(), FlatOf<'_, u8>).unwrap(),
        flat
    );
    let Flat { c, .. } = Decode!(&Encode!(&flat).unwrap(), Flat).unwrap();
    assert_eq!(c, 1);
}
