//! The macros by example: each form that the incumbent's take, with the same result.

use candid_differential::known::Differences;

/// Runs the same calls with one of the implementations, and prints what they return.
macro_rules! calls {
    ($side:ident, $candid:ident) => {
        mod $side {
            use $candid::types::internal::TypeContainer;
            use $candid::types::Type;
            use $candid::{
                define_function, define_service, field, func, record, service, variant, CandidType, Decode,
                DecoderConfig, Encode, Nat, Principal,
            };

            fn shown(ty: Type) -> String {
                format!("{ty} {ty:?}")
            }

            mod references {
                use super::*;

                define_function!(pub Public : (u8, Nat) -> (Option<String>) query);
                define_function!(pub(super) Inner : () -> () oneway);
                define_function!(Private : (Private) -> (Vec<Public>,));
                define_service!(pub(super) Store : {
                    "get" : Public::ty();
                    "put" : func!((u8) -> ());
                });

                pub(super) fn types() -> [String; 3] {
                    let value = Private::new(Principal::management_canister(), "m".to_string());
                    let bytes = Encode!(&value).unwrap();
                    let back = Decode!(&bytes, Private).unwrap();
                    assert_eq!((back.0.principal, back.0.method), (value.0.principal, value.0.method));
                    // The type of a recursive function is found by its name.
                    let mut container = TypeContainer::new();
                    let ty = container.add::<Private>();
                    [shown(ty), container.env.to_string().replace("theirs", "ours"), hex::encode(bytes)]
                }
            }

            pub(super) fn messages() -> Vec<String> {
                let (n, text) = (300u16, String::from("text"));
                let bytes = Encode!(&n, &text, &Some(Nat::from(7u8))).unwrap();
                let mut config = DecoderConfig::new();
                config.set_decoding_quota(1_000);
                let all = Decode!(&bytes, u16, String, Option<Nat>).unwrap();
                let first = Decode!(&bytes, u16).unwrap();
                let none = Decode!(&bytes).unwrap();
                let limited = Decode!([config]; &bytes, u16, String).unwrap();
                let by_reference = Decode!([&config]; &bytes).map(|()| "nothing").unwrap();
                let (measured, cost) = Decode!(@Debug [config]; &bytes, u16, String, Option<Nat>).unwrap();
                assert!(cost.decoding_quota > Some(0));
                vec![
                    format!("{bytes:?} {:?} {:?}", Encode!().unwrap(), Encode!(&(), &&[1u8, 2][..]).unwrap()),
                    format!("{all:?} {first:?} {none:?} {limited:?} {by_reference:?} {measured:?}"),
                    format!("{:?}", Decode!(&bytes, u16, Nat).is_err()),
                    format!("{:?}", Decode!([DecoderConfig::new()]; b"DIDL\0\0", Option<u8>).unwrap()),
                ]
            }

            pub(super) fn types() -> Vec<String> {
                let nat = || Nat::ty();
                let name = "in a variable";
                let mut all = vec![
                    format!("{:?}", field! { a : nat() }),
                    format!("{:?}", field! { 5 : nat() }),
                    format!("{:?}", field! { type : nat() }),
                    format!("{:?}", field! { r#fn : nat() }),
                    format!("{:?}", field! { "in quotes" : nat() }),
                    format!("{:?}", field! { _ : nat() }),
                ];
                all.extend([
                    shown(record! {}),
                    shown(record! { b : nat(); a : nat(); 7 : nat() }),
                    shown(record! { b : nat(); a : record! { x : nat(); }; }),
                    shown(variant! {}),
                    shown(variant! { no : Type::from($candid::types::TypeInner::Null); yes : nat(); }),
                    shown(func!(() -> ())),
                    shown(func!((u8, Nat,) -> (Vec<u8>,))),
                    shown(func!((u8) -> (Option<Nat>) query)),
                    shown(func!(() -> (Nat) composite_query)),
                    shown(func!((u8) -> () oneway)),
                    shown(service! {}),
                    shown(service! { "z" : func!(() -> ()); "a" : func!((u8) -> () oneway); }),
                    shown(service! { name : func!(() -> ()) }),
                ]);
                all.extend(references::types());
                all
            }
        }
    };
}

calls!(ours, candid);
calls!(theirs, candid_incumbent);

#[test]
fn messages() {
    assert_eq!(ours::messages(), theirs::messages());
}

#[test]
fn types() {
    let mut differences = Differences::new("macros");
    let (ours, theirs) = (ours::types(), theirs::types());
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours
        .iter()
        .zip(&theirs)
        .filter(|(ours, theirs)| ours != theirs)
    {
        differences.add(ours, theirs);
    }
    differences.check();
}
