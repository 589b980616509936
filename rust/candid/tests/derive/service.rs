//! `#[candid_method]` and `export_service!`. What is printed is what candid 0.10.39 prints,
//! but for `r#type`, which is called `type`, and for names in place of `Box1_1`.

#![allow(dead_code, reason = "only their signatures matter")]

use candid::{candid_method, export_service, CandidType, Deserialize, Principal};

/// A list.
#[derive(CandidType, Deserialize)]
struct List {
    /// Its first element.
    head: u8,
    tail: Option<Box<List>>,
}

#[derive(CandidType, Deserialize)]
struct Init {
    a: u8,
    mode: Mode,
}

/// A mode.
#[derive(CandidType, Deserialize)]
enum Mode {
    /// Nothing to say.
    Quiet,
    Loud {
        volume: u8,
    },
}

#[derive(CandidType, Deserialize)]
struct Box1<T> {
    a: T,
}

struct Service;

impl Service {
    /// Not printed.
    #[candid_method(init)]
    fn new(_init: Init, _n: Box1<i8>) -> Self {
        Service
    }

    #[candid_method]
    fn m_self(&self, x: u8) -> u8 {
        x
    }

    #[candid_method(query)]
    fn m_mut(&mut self) {}
}

/// Looks at a list.
///  Twice.
#[candid_method(query)]
fn look(list: List) -> List {
    list
}

#[candid_method(composite_query, rename = "renamed")]
async fn composite(_: u8, (_a, _b): (u8, u8)) -> (u8, String) {
    (1, String::new())
}

#[candid_method(oneway)]
fn forget(_x: Principal) {}

#[candid_method(update)]
#[allow(clippy::unused_unit, reason = "the same as no result")]
fn update() -> () {}

#[candid_method]
fn one() -> (u8,) {
    (1,)
}

#[candid_method(update, rename = "a b")]
fn odd(_x: &str) -> Result<(), String> {
    Ok(())
}

#[candid_method]
fn r#type() -> Vec<Mode> {
    Vec::new()
}

#[candid_method]
fn boxes(x: Box1<u8>) -> Box1<u16> {
    Box1 { a: x.a.into() }
}

export_service!();

#[test]
fn prints_the_service() {
    let wanted = r#"type Box1Int8 = record { a : int8 };
type Box1Nat16 = record { a : nat16 };
type Box1Nat8 = record { a : nat8 };
type Init = record { a : nat8; mode : Mode };
// A list.
type List = record {
  // Its first element.
  head : nat8;
  tail : opt List;
};
// A mode.
type Mode = variant {
  Loud : record { volume : nat8 };
  // Nothing to say.
  Quiet;
};
type Result = variant { Ok; Err : text };
service : (Init, Box1Int8) -> {
  "a b" : (text) -> (Result);
  boxes : (Box1Nat8) -> (Box1Nat16);
  forget : (principal) -> () oneway;
  // Looks at a list.
  // Twice.
  look : (List) -> (List) query;
  m_mut : () -> () query;
  m_self : (nat8) -> (nat8);
  one : () -> (nat8);
  renamed : (nat8, record { nat8; nat8 }) -> (nat8, text) composite_query;
  "type" : () -> (vec Mode);
  update : () -> ();
}"#;
    assert_eq!(__export_service(), wanted);
}

/// Types are checked where functions are written, whatever else is there.
mod odd_places {
    use candid::{candid_method, CandidType};

    #[derive(CandidType)]
    struct Name(String);

    trait Named {
        fn name(&self, prefix: Name) -> Name;
        fn count() -> u8;
    }

    struct Service<'a>(&'a str);

    impl Named for Service<'_> {
        #[candid_method]
        fn name(&self, prefix: Name) -> Name {
            #![allow(clippy::let_and_return, reason = "an inner attribute stays first")]
            let name = Name(prefix.0 + self.0);
            name
        }

        #[candid_method(query)]
        fn count() -> u8 {
            1
        }
    }

    // An item of the function hides the type.
    #[allow(elided_lifetimes_in_paths, reason = "canisters may have them")]
    #[candid_method]
    fn hidden(_name: Name, at: std::borrow::Cow<str>) -> usize {
        struct Name;
        let _ = Name;
        at.len()
    }

    #[candid_method]
    const fn constant(x: &[u8; 2]) -> u8 {
        x[0]
    }

    #[candid_method]
    extern "C" fn foreign(_name: Box<Name>) {}

    candid::export_service!();

    #[test]
    fn are_exported() {
        let expected = "service : {
  constant : (blob) -> (nat8);
  count : () -> (nat8) query;
  foreign : (text) -> ();
  hidden : (text, text) -> (nat64);
  name : (text) -> (text);
}";
        assert_eq!(__export_service(), expected);
        assert_eq!(
            (hidden(Name(String::new()), "ab".into()), constant(&[1, 2])),
            (2, 1)
        );
        assert_eq!(Service("b").name(Name("a".into())).0, "ab");
        assert_eq!(Service::count(), 1);
    }
}

/// What one `export_service!` printed, the next does not, wherever the crate is named.
mod after {
    mod elsewhere {
        pub(super) use candid as inner;
    }

    #[super::candid_method]
    fn later() {}

    candid::export_service!(elsewhere::inner);

    #[test]
    fn starts_afresh() {
        assert_eq!(__export_service(), "service : { later : () -> () }");
    }
}

/// What is added to a function gets no warning: not on one line, in generic items, and without a type that is returned. Interfaces cannot
/// have most of these, so none is printed here.
#[deny(warnings, clippy::pedantic, clippy::nursery)]
#[allow(
    clippy::unused_async,
    clippy::missing_const_for_fn,
    reason = "the subject is another"
)]
mod without_warnings {
    use candid::{candid_method, CandidType};

    #[rustfmt::skip]
    mod on_one_line {
        use super::candid_method;

        #[candid_method]
        pub(super) const fn constant(x: u8) -> u8 { x }

        #[candid_method]
        pub(super) async fn later(x: u16) -> u16 { x }

        #[candid_method]
        pub(super) fn never(x: bool) -> ! { panic!("{x}") }
    }

    pub(super) struct Service<T>(T);

    impl<T: CandidType + Copy, const N: usize> Service<[T; N]> {
        #[candid_method]
        const fn first(&self, other: [T; N]) -> (T, T) {
            (self.0[0], other[0])
        }
    }

    trait Generic<T: CandidType> {
        #[candid_method]
        fn count(&self, items: Vec<T>) -> usize {
            items.len()
        }
    }

    impl<T: CandidType> Generic<T> for Service<T> {}

    #[test]
    fn are_functions() {
        assert_eq!(on_one_line::constant(1), 1);
        drop(on_one_line::later(2));
        assert!(std::panic::catch_unwind(|| on_one_line::never(true)).is_err());
        assert_eq!(Service([1u8, 2]).first([3, 4]), (1, 3));
        assert_eq!(Service(1u8).count(vec![5, 6]), 2);
    }
}
