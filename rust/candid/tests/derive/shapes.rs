//! Structs and enums of every shape. Messages are those of candid 0.10.39.

use super::{check, check_written};
use candid::{CandidType, Deserialize};

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Unit;
#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct EmptyNamed {}
#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct EmptyTuple();
#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Newtype(u8);
#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct OneField {
    x: u8,
}
#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Pair(u8, String);

#[derive(CandidType, Deserialize, Debug, PartialEq)]
enum Shapes {
    A,
    B(u8),
    C(u8, String),
    D { x: u8, a: String },
    F(),
    G {},
    H((u8,)),
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
enum Never {}

#[test]
fn structs() {
    check(Unit, "null", "4449444c00017f");
    check(EmptyNamed {}, "record {}", "4449444c016c000100");
    check(EmptyTuple(), "record {}", "4449444c016c000100");
    check(Newtype(7), "nat8", "4449444c00017b07");
    check(
        OneField { x: 1 },
        "record { x : nat8 }",
        "4449444c016c01787b010001",
    );
    check(
        Pair(1, "a".into()),
        "record { nat8; text }",
        "4449444c016c02007b01710100010161",
    );
}

#[test]
fn enums() {
    let ty = "variant {\n  A;\n  B : nat8;\n  C : record { nat8; text };\n  \
              D : record { a : text; x : nat8 };\n  F : record {};\n  G : record {};\n  \
              H : record { nat8 };\n}";
    let header =
        "4449444c056b07417f427b430144024603470348046c02007b01716c026171787b6c006c01007b0100";
    for (value, payload) in [
        (Shapes::A, "00"),
        (Shapes::B(1), "0101"),
        (Shapes::C(1, "a".into()), "02010161"),
        (
            Shapes::D {
                x: 1,
                a: "q".into(),
            },
            "03017101",
        ),
        (Shapes::F(), "04"),
        (Shapes::G {}, "05"),
        (Shapes::H((1,)), "0601"),
    ] {
        check(value, ty, &format!("{header}{payload}"));
    }
}

#[test]
fn without_variants() {
    check(None::<Never>, "opt variant {}", "4449444c026e016b00010000");
}

#[test]
fn packed() {
    #[derive(CandidType, Clone, Copy)]
    #[repr(C, packed)]
    struct Packed {
        a: u8,
        b: u32,
    }
    check_written(
        &Packed { a: 1, b: 2 },
        "record { a : nat8; b : nat32 }",
        "4449444c016c02617b627901000102000000",
    );
}

#[test]
fn names_in_scope_do_not_matter() {
    #![allow(dead_code, reason = "only their names matter")]
    type Result = ();
    type Type = ();
    type Vec<T> = Option<T>;
    struct Serializer;
    enum Option<T> {
        Some(T),
        None,
    }
    #[derive(candid::CandidType)]
    struct Plain {
        ty: u8,
        compound: u8,
        serializer: u8,
    }
    check_written(
        &Plain {
            ty: 1,
            compound: 2,
            serializer: 3,
        },
        "record { ty : nat8; serializer : nat8; compound : nat8 }",
        "4449444c016c0385cb017b928dfff8057beb86bf8e087b0100010302",
    );
}

#[test]
fn nothing_is_in_scope() {
    mod bare {
        #![no_implicit_prelude]

        #[derive(::candid::CandidType)]
        pub(super) struct Inner {
            /// A comment.
            #[serde(alias = "other", default)]
            pub(super) x: u8,
        }

        #[derive(::candid::CandidType)]
        pub(super) enum Cases {
            #[serde(alias = "Other")]
            A(u8, u8),
        }

        #[derive(::candid::CandidType)]
        pub(super) struct Outer {
            #[serde(flatten)]
            pub(super) inner: Inner,
            pub(super) cases: Cases,
        }
    }
    check_written(
        &bare::Outer {
            inner: bare::Inner { x: 1 },
            cases: bare::Cases::A(2, 3),
        },
        "record { x : nat8; cases : variant { A : record { nat8; nat8 } } }",
        "4449444c036c02787bc3f7828904016b0141026c02007b017b010001000203",
    );
}
