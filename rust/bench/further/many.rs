//! The messages of a service of 24 methods, called in turn, and of 24 clients that call one method.

use crate::{decode, encode};
use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::{CandidType, Deserialize, Nat, Principal};

/// Records that differ in one field, and so have types and headers of their own.
macro_rules! arguments {
    ($($Argument:ident $field:ident)*) => {
        $(
            #[derive(CandidType, Deserialize)]
            struct $Argument {
                caller: Principal,
                amount: Nat,
                memo: Option<Vec<u8>>,
                $field: Option<u64>,
            }
        )*

        /// A message for each method.
        fn encode_all() -> Vec<Vec<u8>> {
            vec![$(encode(&$Argument {
                caller: Principal::from_slice(&[7; 10]),
                amount: Nat::from(1_000_000_u32),
                memo: Some(vec![1, 2, 3, 4]),
                $field: Some(5),
            })),*]
        }

        fn decode_all(messages: &[Vec<u8>]) {
            let mut messages = messages.iter();
            $(decode::<$Argument>(messages.next().unwrap());)*
        }
    };
}

arguments! {
    A a B b C c D d E e F f G g H h I i J j K k L l
    M m N n O o P p Q q R r S s T t U u V v W w X x
}

/// Each method is called ten times, after it was called once.
#[bench(raw)]
fn many_methods() -> BenchResult {
    decode_all(&encode_all());
    bench_fn(|| {
        for _ in 0..10 {
            let messages = {
                let _scope = bench_scope("1. Encoding");
                encode_all()
            };
            let _scope = bench_scope("2. Decoding");
            decode_all(&messages);
        }
    })
}

/// The type of the method that the clients call: what all of their types have in common.
#[derive(CandidType, Deserialize)]
struct Common {
    caller: Principal,
    amount: Nat,
    memo: Option<Vec<u8>>,
}

/// Each client has a version of its own of the interface, and so a header of its own. It calls ten times, after it called once.
#[bench(raw)]
fn many_clients() -> BenchResult {
    let messages = encode_all();
    let decode_all = || -> Vec<Common> { messages.iter().map(|bytes| decode(bytes)).collect() };
    decode_all();
    bench_fn(|| {
        for _ in 0..10 {
            let calls = {
                let _scope = bench_scope("2. Decoding");
                decode_all()
            };
            let _scope = bench_scope("1. Encoding");
            for call in &calls {
                std::hint::black_box(encode(&call.amount));
            }
        }
    })
}
