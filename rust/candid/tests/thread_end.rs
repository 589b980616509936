//! Calls from destructors that run while a thread ends, when the state of the thread may be gone: a panic there would end the
//! process.

#![cfg(feature = "value")]

use candid::types::{Type, TypeInner};
use candid::{decode_one, encode_one, CandidType, Deserialize, Func, IDLArgs, Lazy, Principal};
use candid::{Rest, TypeEnv};
use std::cell::RefCell;
use std::sync::mpsc::{channel, Sender};

/// Its `CandidType` is written by hand, so that its type is made at run time.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct ByHand(u64);

impl CandidType for ByHand {
    fn _ty() -> Type {
        TypeInner::Nat64.into()
    }

    fn idl_serialize<S: candid::types::Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_nat64(self.0)
    }
}

#[derive(Debug, Clone, PartialEq, CandidType, Deserialize)]
struct Tree {
    label: String,
    children: Vec<Tree>,
}

#[derive(CandidType, Deserialize)]
struct Newer {
    known: u8,
    more: String,
}

#[derive(CandidType, Deserialize)]
struct Older {
    known: u8,
    #[candid(rest)]
    rest: Rest,
}

candid::define_function!(Callback : (String) -> () oneway);

type Call = fn() -> String;

/// What each of them says in any thread, at any time.
const CALLS: [(&str, Call); 8] = [
    ("a derived type", || {
        let tree = Tree {
            label: "root".to_owned(),
            children: vec![],
        };
        let bytes = encode_one(&tree).unwrap();
        format!("{:?}", decode_one::<Tree>(&bytes).unwrap())
    }),
    ("its type", || Tree::ty().to_string()),
    ("a type by hand", || {
        let bytes = encode_one(ByHand(7)).unwrap();
        format!("{:?}", decode_one::<ByHand>(&bytes).unwrap())
    }),
    ("a function", || {
        let callback = Callback(Func {
            principal: Principal::anonymous(),
            method: "call".to_owned(),
        });
        let bytes = encode_one(callback).unwrap();
        decode_one::<Callback>(&bytes).unwrap().0.method
    }),
    ("values", || {
        let bytes = encode_one((1_u8, Some("text"))).unwrap();
        let args = IDLArgs::from_bytes(&bytes).unwrap();
        assert_eq!(args.to_bytes().unwrap(), bytes);
        let types = [TypeInner::Reserved.into()];
        let reserved = IDLArgs::from_bytes_with_types(&bytes, &TypeEnv::new(), &types);
        format!("{args} {}", reserved.unwrap())
    }),
    ("fields that are kept", || {
        let more = "more".to_owned();
        let bytes = encode_one(Newer { known: 1, more }).unwrap();
        let older: Older = decode_one(&bytes).unwrap();
        // To be written, they have to be registered in the thread.
        match encode_one(older) {
            Ok(bytes) => assert_eq!(decode_one::<Newer>(&bytes).unwrap().more, "more"),
            Err(error) => assert!(error.to_string().starts_with("a record has other fields")),
        }
        "either".to_owned()
    }),
    ("a lazy value", || {
        let bytes = encode_one(vec!["text"]).unwrap();
        let lazy: Lazy<Vec<String>> = decode_one(&bytes).unwrap();
        lazy.get().unwrap().concat()
    }),
    ("an error", || {
        decode_one::<String>(&encode_one(7_u64).unwrap())
            .unwrap_err()
            .to_string()
    }),
];

/// Calls each when it is dropped.
struct AtEnd(Sender<Vec<String>>);

impl Drop for AtEnd {
    fn drop(&mut self) {
        let said = CALLS.iter().map(|(_, call)| call()).collect();
        let _ = self.0.send(said);
    }
}

thread_local! {
    static AT_END: RefCell<Option<AtEnd>> = const { RefCell::new(None) };
}

#[test]
fn destructors_of_thread_locals_encode_and_decode() {
    let expected: Vec<String> = CALLS.iter().map(|(_, call)| call()).collect();
    // Thread-locals are dropped in the order of their first use, or in the opposite one: with what they use, and without.
    for is_first in [true, false] {
        let (sender, receiver) = channel();
        let thread = std::thread::spawn(move || {
            let set = || AT_END.set(Some(AtEnd(sender)));
            let call = || CALLS.iter().for_each(|(_, call)| drop(call()));
            if is_first {
                set();
                call();
            } else {
                call();
                set();
            }
        });
        thread.join().unwrap();
        let said = receiver.recv().unwrap();
        for ((name, _), (said, expected)) in CALLS.iter().zip(said.iter().zip(&expected)) {
            assert_eq!(said, expected, "{name}");
        }
    }
}
