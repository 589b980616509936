//! Records that keep their other fields, of messages that coroutines of one thread read and write by turns.
#![cfg(not(any(miri, target_family = "wasm")))]
#![allow(
    unsafe_code,
    reason = "code that is called by a derive has no other way to a coroutine's yielder"
)]

use candid::types::{Serializer, Type};
use candid::{decode_one, encode_one, CandidType, Decode, Deserialize, Rest};
use corosensei::{Coroutine, CoroutineResult, Yielder};
use serde::de::Deserializer;
use std::cell::Cell;
use std::ptr;

thread_local! {
    static YIELDER: Cell<*const Yielder<(), ()>> = const { Cell::new(ptr::null()) };
}

/// Lets others run, in a coroutine.
fn wait() {
    // SAFETY: the coroutine that has set it is the one that runs, and has its yielder as long as it does.
    if let Some(yielder) = unsafe { YIELDER.get().as_ref() } {
        yielder.suspend(());
        YIELDER.set(yielder);
    }
}

/// Read and written while others are.
#[derive(Debug)]
struct Slow(u8);

impl CandidType for Slow {
    fn _ty() -> Type {
        u8::ty()
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        wait();
        self.0.idl_serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Slow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = u8::deserialize(deserializer)?;
        wait();
        Ok(Slow(value))
    }
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone, Copy)]
struct Newer {
    a: u8,
    m: u8,
    z: u8,
}

#[derive(CandidType, Deserialize)]
struct Older {
    m: Slow,
    #[candid(rest)]
    others: Rest,
}

type PassedOn = Coroutine<(), (), Newer>;

/// A coroutine that passes the record on: it waits while it has read one half, and while it writes.
fn pass_on(newer: Newer) -> PassedOn {
    Coroutine::new(move |yielder, ()| {
        YIELDER.set(yielder);
        let older: Older = decode_one(&encode_one(newer).unwrap()).unwrap();
        let bytes = encode_one([older]).unwrap();
        YIELDER.set(ptr::null());
        let [newer] = Decode!(&bytes, [Newer; 1]).unwrap();
        newer
    })
}

fn newer(a: u8) -> Newer {
    Newer {
        a,
        m: a + 1,
        z: a + 2,
    }
}

#[test]
fn each_message_keeps_its_own() {
    // Which of three coroutines runs next.
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [2, 1, 0]] {
        let mut all = [10, 20, 30].map(|a| pass_on(newer(a)));
        let mut done = Vec::new();
        while done.len() < all.len() {
            for i in order {
                if all[i].done() {
                    continue;
                }
                if let CoroutineResult::Return(passed_on) = all[i].resume(()) {
                    done.push(passed_on);
                }
            }
        }
        let expected = order.map(|i| newer([10, 20, 30][i]));
        assert_eq!(done, expected);
    }
}
