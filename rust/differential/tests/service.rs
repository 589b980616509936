//! `#[candid_method]` and `export_service!`: the same text.

use candid_differential::known::Differences;

/// Defines services once with each implementation, and a test that compares what they export.
macro_rules! services {
    ($($name:ident [$($ty:item)*] { $($item:tt)* })*) => {
        mod ours {
            $(pub(super) mod $name {
                #![allow(dead_code, unused_imports, unused_variables, reason = "only the signatures matter")]
                use candid::{candid_method, CandidType, Deserialize, Func, Int, Nat, Principal, Reserved, Service};
                use std::collections::BTreeMap;

                $(#[derive(CandidType, Deserialize)] $ty)*
                $($item)*
                candid::export_service!();

                pub(in super::super) fn exported() -> String {
                    __export_service()
                }
            })*
        }

        mod theirs {
            $(pub(super) mod $name {
                #![allow(dead_code, unused_imports, unused_variables, reason = "only the signatures matter")]
                use candid_incumbent::{
                    candid_method, CandidType, Deserialize, Func, Int, Nat, Principal, Reserved, Service,
                };
                use std::collections::BTreeMap;

                $(#[derive(CandidType, Deserialize)] #[candid_path("candid_incumbent")] $ty)*
                $($item)*
                candid_incumbent::export_service!(candid_incumbent);

                pub(in super::super) fn exported() -> String {
                    __export_service()
                }
            })*
        }

        #[test]
        fn services_export_the_same_text() {
            let mut differences = Differences::new("service");
            $(
                let (ours, theirs) = (ours::$name::exported(), theirs::$name::exported());
                assert!(ours.contains("service"), "{ours}");
                let rest = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
                let (ours, theirs) = (rest(&ours), rest(&theirs));
                for i in 0..ours.len().max(theirs.len()) {
                    if ours.get(i) != theirs.get(i) {
                        let what = format!("{:?}, theirs {:?}", ours.get(i), theirs.get(i));
                        differences.add(stringify!($name), &what);
                    }
                }
            )*
            differences.check();
        }
    };
}

services! {
    nothing [] {}
    methods [] {
        /// Adds.
        ///
        ///   Twice.
        #[candid_method]
        fn add(a: Nat, b: Int) -> Int { unimplemented!() }
        #[candid_method(query)]
        fn get() -> (u8, String, Option<Vec<u8>>) { unimplemented!() }
        #[candid_method(composite_query, rename = "look up")]
        fn look_up(key: BTreeMap<String, Vec<Option<bool>>>) -> Reserved { unimplemented!() }
        #[candid_method(oneway)]
        fn tell(_: Principal) {}
        #[candid_method(update)]
        fn put(v: [u16; 3], u: (), t: (u8,), f: f32, g: f64) -> Result<(), String> { unimplemented!() }
        #[candid_method]
        fn references(f: Func, s: Service) -> (i8, i16, i32, i64, i128, u16, u32, u64, u128) { unimplemented!() }
        #[candid_method(query)]
        fn query(service: u8) -> u8 { service }
    }
    constructed [] {
        #[candid_method(init)]
        fn init(owner: Principal, name: Option<String>) {}
        #[candid_method]
        fn m(x: Result<Nat, Option<Int>>) {}
    }
    of_self [] {
        struct State;
        impl State {
            #[candid_method(init)]
            fn new(_n: u8) -> Self { State }
            /// Looks.
            #[candid_method(query)]
            fn look(&self) -> u64 { 0 }
            #[candid_method]
            fn touch(&mut self, _n: Vec<Nat>) {}
        }
    }
    constructed_at_once [
        struct Settings { fee: Option<Nat>, minters: Vec<Principal> }
    ] {
        /// Installs it.
        #[candid_method(init)]
        fn init(settings: Option<Settings>, _: u8, name: String) {}
    }
    recursive_types [
        /// A tree.
        struct Tree { value: Int, children: Vec<Tree> }
        struct List { head: Nat, tail: Option<Box<List>> }
        enum Expr { Leaf(u8), Add(Box<Expr>, Box<Expr>), Of { tree: Tree, list: Option<List> } }
    ] {
        #[candid_method(query)]
        fn eval(e: Expr) -> Result<Int, Expr> { unimplemented!() }
        #[candid_method]
        fn put(list: List, trees: Vec<Tree>) {}
    }
    names [
        struct Record {
            #[serde(rename = "two words")]
            a: u8,
            r#type: Option<String>,
            #[serde(rename = "ein Wörtchen")]
            b: Vec<u8>,
            #[serde(rename = "\"quoted\"")]
            c: (),
            query: bool,
        }
        #[serde(rename = "Other name")]
        enum Variant { #[serde(rename = "service")] A, r#Type(u8), #[serde(rename = "")] C(u8, u16), Opt { opt: () } }
    ] {
        #[candid_method(query, rename = "import")]
        fn a(record: Record) -> Variant { unimplemented!() }
        #[candid_method(rename = "\"")]
        fn b(r#type: u8, r#fn: u8) {}
        #[candid_method(rename = "")]
        fn c() {}
        #[candid_method(rename = "ü")]
        fn d(vec: Vec<Variant>) -> (Record,) { unimplemented!() }
    }
    documented [
        /// What is asked.
        ///
        /// At length.
        struct Question {
            /// Who asks.
            who: Principal,
            /// Lines:
            ///  * indented
            what: String,
        }
        /// One of two.
        enum Answer {
            /// Good.
            Yes,
            /// Bad, "quoted".
            No {
                /// Why.
                why: String,
            },
        }
    ] {
        /**
        A block
          of lines.
        */
        #[candid_method]
        fn ask(q: Question) -> Answer { unimplemented!() }
        #[doc = "by attribute"]
        #[candid_method(query)]
        fn last() -> Option<Question> { unimplemented!() }
    }
    generic_types [
        struct Page<T> { items: Vec<T>, next: Option<u64> }
        struct Pair<A, B>(A, B);
        struct Point { x: f64, y: f64 }
    ] {
        #[candid_method(query)]
        fn texts(from: u64) -> Page<String> { unimplemented!() }
        #[candid_method(query)]
        fn points(from: Option<Page<Point>>) -> Page<Point> { unimplemented!() }
        #[candid_method(query)]
        fn pairs(p: Pair<Point, Pair<u8, String>>) -> (Pair<u8, u8>, Page<Pair<Point, Point>>) { unimplemented!() }
    }
    shapes [
        struct Unit;
        struct Nothing {}
        struct Newtype(Nat);
        struct Bytes { #[serde(with = "serde_bytes")] a: Vec<u8>, b: [u8; 4], c: serde_bytes::ByteBuf }
    ] {
        #[candid_method]
        fn all(a: Unit, b: Nothing, c: Newtype, d: Bytes) -> ((), (u8, (u8, u8))) { unimplemented!() }
        #[candid_method]
        fn maps(m: BTreeMap<Principal, Vec<BTreeMap<u8, ()>>>) -> Box<Option<Newtype>> { unimplemented!() }
    }
    many_methods [
            pub(super) struct Char { pub(super) code: u32 }
    ] {
        #[candid_method(query)]
        fn zebra() -> bool { true }
        #[candid_method]
        fn b2() {}
        #[candid_method(composite_query)]
        fn b10(n: u8) -> u8 { n }
        #[candid_method(oneway)]
        fn aa(n: usize, m: isize, d: std::time::Duration) {}
        #[candid_method(update, rename = "Zebra")]
        fn upper() -> Option<bool> { None }
    }
}
