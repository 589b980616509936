//! `#[candid_method]` and `export_service!`: the same text.

/// Defines services once with each implementation, and a test that compares what they export.
macro_rules! services {
    ($($name:ident { $($item:tt)* })*) => {
        mod ours {
            $(pub(super) mod $name {
                #![allow(dead_code, unused_imports, unused_variables, reason = "only the signatures matter")]
                use candid::{candid_method, CandidType, Deserialize, Func, Int, Nat, Principal, Reserved, Service};
                use std::collections::BTreeMap;

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

                $($item)*
                candid_incumbent::export_service!(candid_incumbent);

                pub(in super::super) fn exported() -> String {
                    __export_service()
                }
            })*
        }

        $(#[test]
        fn $name() {
            let text = ours::$name::exported();
            assert_eq!(text, theirs::$name::exported());
            assert!(text.contains("service"), "{text}");
        })*
    };
}

services! {
    nothing {}
    methods {
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
    constructed {
        #[candid_method(init)]
        fn init(owner: Principal, name: Option<String>) {}
        #[candid_method]
        fn m(x: Result<Nat, Option<Int>>) {}
    }
    of_self {
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
}
