//! The macros by example: each form that the incumbent's take, with the same result.

use candid_differential::known::Differences;

/// Runs the same calls with one of the implementations, and prints what they return.
macro_rules! calls {
    ($side:ident, $candid:ident) => {
        mod $side {
            use super::Calls;
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
                let made = made(|| Ok(bytes.clone())).unwrap();
                vec![
                    format!("{bytes:?} {:?} {:?}", Encode!().unwrap(), Encode!(&(), &&[1u8, 2][..]).unwrap()),
                    format!("{all:?} {first:?} {none:?} {limited:?} {by_reference:?} {measured:?} {made:?}"),
                    format!("{:?}", Decode!(&bytes, u16, Nat).is_err()),
                    format!("{:?}", Decode!([DecoderConfig::new()]; b"DIDL\0\0", Option<u8>).unwrap()),
                ]
            }

            /// The bytes are made where the macro stands: by `?` of the function there, and kept for what borrows them.
            fn made(bytes: impl Fn() -> Result<Vec<u8>, String>) -> Result<(usize, usize, usize), String> {
                let one = Decode!(&bytes()?, u16).map(usize::from).unwrap();
                let two = Decode!(&bytes()?, u16, &str).map(|(_, text)| text.len()).unwrap();
                let three = Decode!(@Debug [DecoderConfig::new()]; &bytes()?, u16, &str)
                    .map(|((_, text), _)| text.len())
                    .unwrap();
                Ok((one, two, three))
            }

            /// The forms in which the incumbent's macros call themselves.
            pub(super) fn steps() -> Vec<String> {
                let (n, text) = (300u16, String::from("text"));
                let mut builder = $candid::ser::IDLBuilder::new();
                let bytes = Encode!(@PutValue builder &n, &text, ).unwrap();
                let mut de = $candid::de::IDLDeserialize::new(&bytes).unwrap();
                let values = Decode!(@GetValue [] de u16, String, ).unwrap();
                let mut all = vec![format!("{bytes:?} {values:?} {:?}", de.is_done())];

                // In which order, and what is left out behind an error.
                let mut rec = Calls::default();
                let one = Decode!(@GetValue [] rec u8, );
                let three = Decode!(@GetValue [] rec u8, u64, Option<u8>, );
                let failed = Decode!(@GetValue [] rec u8, i8, u64, );
                let (a, b) = (1u8, 2u8);
                let known = Decode!(@GetValue [a b] rec u64, );
                let no_more: Result<_, i8> = Decode!(@GetValue [a] rec);
                let all_known: Result<_, i8> = Decode!(@GetValue [a b a] rec);
                let nothing: Result<(), i8> = Decode!(@GetValue [] rec);
                all.push(format!("{one:?} {three:?} {failed:?} {known:?} {no_more:?} {all_known:?} {nothing:?}"));
                let written = Encode!(@PutValue rec &1u8, &2u64, ).map(|rec| rec.len());
                let failed = Encode!(@PutValue rec &1u8, &2i8, &"not asked for".parse::<u8>().unwrap(), );
                let nothing = Encode!(@PutValue rec).map(|rec| rec.len());
                all.push(format!("{written:?} {failed:?} {nothing:?} {:?}", rec.0));
                all
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

/// Writes down how it is called. Whatever has to do with `i8` fails.
#[derive(Default)]
struct Calls(Vec<String>);

impl Calls {
    fn called<T>(&mut self, what: &str) -> Result<&mut Self, i8> {
        let of = std::any::type_name::<T>();
        self.0.push(format!("{what} {of}"));
        if of == "i8" {
            return Err(-1);
        }
        Ok(self)
    }

    fn get_value<T: Default>(&mut self) -> Result<T, i8> {
        self.called::<T>("get_value").map(|_| T::default())
    }

    fn arg<T>(&mut self, _: &T) -> Result<&mut Self, i8> {
        self.called::<T>("arg")
    }

    fn serialize_to_vec(&mut self) -> Result<Vec<String>, i8> {
        let all = self.called::<()>("serialize_to_vec")?;
        Ok(all.0.clone())
    }
}

calls!(ours, candid);
calls!(theirs, candid_incumbent);

#[test]
fn messages() {
    assert_eq!(ours::messages(), theirs::messages());
}

#[test]
fn steps() {
    assert_eq!(ours::steps(), theirs::steps());
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
