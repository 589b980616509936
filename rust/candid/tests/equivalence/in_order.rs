//! Records whose declaration is in the order of the wire: taken as a sequence against by name.
//!
//! The readers of [`by_name`] announce a second name for a field, so nothing but names can tell them their
//! fields.

use crate::{agree, quotas, reader, Reader};
use candid::{encode_one, CandidType, Deserialize, Nat};

macro_rules! declare {
    ($(#[$alias:meta])*) => {
        #[derive(CandidType, Deserialize, Debug, Clone)]
        pub(super) struct Inner {
            pub(super) fee: u64,
            $(#[$alias])*
            pub(super) memo: Option<Nat>,
        }

        #[derive(CandidType, Deserialize, Debug, Clone)]
        pub(super) struct Outer {
            $(#[$alias])*
            pub(super) fee: Option<String>,
            pub(super) status: String,
            pub(super) owner: Option<Box<Outer>>,
            pub(super) kind: bool,
            pub(super) memo: Vec<Inner>,
            #[serde(default)]
            pub(super) label: Nat,
        }

        /// As a newer reader declares it: what is absent comes last.
        #[derive(CandidType, Deserialize, Debug)]
        #[allow(dead_code, reason = "compared by their text")]
        pub(super) struct Newer {
            $(#[$alias])*
            pub(super) fee: u64,
            pub(super) memo: Option<Nat>,
            pub(super) label: Option<Nat>,
            #[serde(skip)]
            pub(super) skipped: u8,
            pub(super) approved: Option<Inner>,
        }

        /// As an older reader declares it, which wants less.
        #[derive(CandidType, Deserialize, Debug)]
        #[allow(dead_code, reason = "compared by their text")]
        pub(super) struct Older {
            $(#[$alias])*
            pub(super) status: String,
            pub(super) memo: Vec<Inner>,
        }

        /// One that needs what is absent.
        #[derive(CandidType, Deserialize, Debug)]
        #[allow(dead_code, reason = "compared by their text")]
        pub(super) struct Demanding {
            $(#[$alias])*
            pub(super) fee: u64,
            pub(super) memo: Option<Nat>,
            pub(super) label: Nat,
        }
    };
}

mod by_name {
    use super::*;
    declare!(#[serde(alias = "another name")]);
}
declare!();

fn outer() -> Outer {
    let inner = |memo| Inner { fee: 1 << 40, memo };
    let outer = Outer {
        fee: None,
        status: "a".into(),
        owner: None,
        kind: true,
        memo: vec![inner(None), inner(Some(Nat::from(300_u16)))],
        label: Nat::from(5_u8),
    };
    Outer {
        fee: Some("fee".into()),
        owner: Some(Box::new(outer.clone())),
        ..outer
    }
}

/// Else nothing here is taken as a sequence.
#[test]
fn the_declarations_are_in_the_order_of_the_wire() {
    let names = [
        "fee", "status", "owner", "kind", "memo", "label", "approved",
    ];
    assert!(names.is_sorted_by_key(|name| candid::idl_hash(name)));
}

#[test]
fn at_the_same_type() {
    agree(
        &encode_one(outer()).unwrap(),
        &[reader!(Outer), reader!(by_name::Outer)],
    );
}

#[test]
fn at_other_types() {
    let inner = &outer().memo[1];
    agree(
        &encode_one(inner).unwrap(),
        &[reader!(Newer), reader!(by_name::Newer)],
    );
    agree(
        &encode_one(outer()).unwrap(),
        &[reader!(Older), reader!(by_name::Older)],
    );
}

#[test]
fn what_is_missing() {
    let bytes = encode_one(&outer().memo[1]).unwrap();
    let [fast, by_name]: [Reader; 2] = [reader!(Demanding), reader!(by_name::Demanding)];
    for config in &quotas() {
        let found = fast(&bytes, config);
        assert!(found.is_err());
        assert_eq!(found, by_name(&bytes, config));
    }
}
