//! Parameters, borrowed fields and recursion.

use super::{check, check_written};
use candid::{CandidType, Deserialize};

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct List {
    head: u8,
    tail: Option<Box<List>>,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
#[allow(non_camel_case_types, reason = "the names of the Candid type")]
enum Tree<T> {
    leaf(T),
    node(Box<Tree<T>>, Box<Tree<T>>),
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Nested(Vec<Nested>);

#[derive(CandidType, Deserialize, Debug, PartialEq)]
enum Even {
    Zero,
    Next(Box<Odd>),
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Odd {
    previous: Even,
}

#[test]
fn recursion() {
    let tail = Some(Box::new(List {
        head: 2,
        tail: None,
    }));
    check(
        List { head: 1, tail },
        "record { head : nat8; tail : opt List }",
        "4449444c026c02a0d2aca8047b90eddae704016e00010001010200",
    );
    check(
        Tree::node(Box::new(Tree::leaf(1u8)), Box::new(Tree::leaf(2))),
        "variant { leaf : nat8; node : record { Tree; Tree } }",
        "4449444c026b029e87c0bd047b8294a8c804016c020000010001000100010002",
    );
    check(
        Nested(vec![Nested(vec![])]),
        "vec Nested",
        "4449444c016d0001000100",
    );
    check(
        Even::Next(Box::new(Odd {
            previous: Even::Zero,
        })),
        "variant { Next : record { previous : Even }; Zero }",
        "4449444c026b0293e2ee9e0301c8f6a8de037f6c01b7f8c29d020001000001",
    );
}

#[test]
fn lifetimes() {
    #[derive(CandidType)]
    struct Borrowed<'a, T: ?Sized + 'a> {
        a: &'a T,
    }
    check_written(
        &Borrowed { a: "q" },
        "record { a : text }",
        "4449444c016c01617101000171",
    );
}

#[test]
fn const_parameters_and_where() {
    #[derive(CandidType)]
    struct Array<const N: usize, T = u8>
    where
        T: Clone,
    {
        a: [T; N],
    }
    check_written(
        &Array::<2> { a: [1, 2] },
        "record { a : blob }",
        "4449444c026c0161016d7b0100020102",
    );
}

#[test]
fn payloads_with_parameters() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    enum Either<L, R> {
        Both(L, R),
        Left { only: L },
        Right(R),
    }
    let ty = "variant {\n  Both : record { nat8; text };\n  Left : record { only : nat8 };\n  \
              Right : text;\n}";
    let header =
        "4449444c036b03a1e9d2df0201a7e8a4940302bcf7c5e407716c02007b01716c01ec8acacd047b0100";
    for (value, payload) in [
        (Either::Both(1u8, String::from("a")), "00010161"),
        (Either::Left { only: 1 }, "0101"),
        (Either::Right("a".into()), "020161"),
    ] {
        check(value, ty, &format!("{header}{payload}"));
    }
    super::descriptors::check_same::<Either<Vec<u16>, Tree<i64>>>();
}
