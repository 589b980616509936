//! Containers of std besides vectors and sorted maps of `../src`, and slices.

use crate::{decode, encode, round_trip};
use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::{CandidType, Deserialize, Nat, Principal};
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::BuildHasherDefault;

const N: u64 = 100_000;

/// Std's hash without its seed, which is an address: then the order does not depend on the rest of the module.
type Hashed = BuildHasherDefault<DefaultHasher>;

/// Numbers of all lengths, all different, not in order.
fn numbers() -> impl Iterator<Item = u64> {
    (1..=N).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (i % 32))
}

fn principals() -> impl Iterator<Item = Principal> {
    (0..N).map(|i| Principal::from_slice(&[&i.to_be_bytes()[..], &[1, 1]].concat()))
}

#[bench(raw)]
fn btreeset_u64() -> BenchResult {
    round_trip(&numbers().collect::<BTreeSet<_>>())
}

#[bench(raw)]
fn btreeset_principal() -> BenchResult {
    round_trip(&principals().collect::<BTreeSet<_>>())
}

#[bench(raw)]
fn btreemap_u64() -> BenchResult {
    let map: BTreeMap<u64, u64> = (0..N).map(|i| (i, i * 3)).collect();
    round_trip(&map)
}

/// The pairs of a hash map, which come in no order, decoded as a sorted map.
#[bench(raw)]
fn btreemap_unordered() -> BenchResult {
    let pairs: Vec<(u64, u64)> = numbers().zip(0..).collect();
    bench_fn(|| {
        let bytes = {
            let _scope = bench_scope("1. Encoding");
            encode(&pairs)
        };
        {
            let _scope = bench_scope("2. Decoding");
            decode::<BTreeMap<u64, u64>>(&bytes);
        }
    })
}

#[bench(raw)]
fn hashset_u64() -> BenchResult {
    round_trip(&numbers().collect::<HashSet<_, Hashed>>())
}

#[bench(raw)]
fn hashmap_text_nat() -> BenchResult {
    let map: HashMap<String, Nat, Hashed> = (0..N).map(|i| (i.to_string(), Nat::from(i))).collect();
    round_trip(&map)
}

#[bench(raw)]
fn vecdeque_u64() -> BenchResult {
    let mut deque: VecDeque<u64> = numbers().collect();
    deque.rotate_left(N as usize / 3);
    round_trip(&deque)
}

#[bench(raw)]
fn vecdeque_text() -> BenchResult {
    round_trip(
        &numbers()
            .map(|i| i.to_string())
            .collect::<VecDeque<String>>(),
    )
}

#[bench(raw)]
fn slice_u64() -> BenchResult {
    let numbers: Vec<u64> = numbers().collect();
    bench_fn(|| {
        let bytes = {
            let _scope = bench_scope("1. Encoding");
            encode(&numbers.as_slice())
        };
        {
            let _scope = bench_scope("2. Decoding");
            decode::<Box<[u64]>>(&bytes);
        }
    })
}

#[bench(raw)]
fn slice_text() -> BenchResult {
    let texts: Vec<String> = numbers().map(|i| i.to_string()).collect();
    bench_fn(|| {
        let bytes = {
            let _scope = bench_scope("1. Encoding");
            encode(&texts.as_slice())
        };
        {
            let _scope = bench_scope("2. Decoding");
            decode::<Box<[String]>>(&bytes);
        }
    })
}

#[bench(raw)]
fn principal_nat_pairs() -> BenchResult {
    round_trip(
        &principals()
            .zip(numbers().map(Nat::from))
            .collect::<Vec<_>>(),
    )
}

/// An account of a ledger, with its subaccount as an array.
#[derive(CandidType, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Account {
    owner: Principal,
    subaccount: Option<[u8; 32]>,
}

#[bench(raw)]
fn btreemap_account_nat() -> BenchResult {
    let account = |(i, owner): (u64, Principal)| Account {
        owner,
        subaccount: (i % 2 == 0).then_some([3; 32]),
    };
    let accounts = numbers().zip(principals()).map(account);
    round_trip(
        &accounts
            .zip(numbers().map(Nat::from))
            .collect::<BTreeMap<_, _>>(),
    )
}

/// Hashes and the like.
#[bench(raw)]
fn arrays_u8() -> BenchResult {
    round_trip(&numbers().map(|i| [i as u8; 32]).collect::<Vec<_>>())
}

/// An id, an amount or a time.
#[derive(CandidType, Deserialize)]
struct Id(u64);

#[bench(raw)]
fn vec_newtype_u64() -> BenchResult {
    round_trip(&numbers().map(Id).collect::<Vec<_>>())
}

#[bench(raw)]
fn vec_bool() -> BenchResult {
    round_trip(&numbers().map(|i| i % 3 == 0).collect::<Vec<_>>())
}

#[bench(raw)]
fn vec_usize() -> BenchResult {
    round_trip(&numbers().map(|i| i as usize).collect::<Vec<_>>())
}

#[bench(raw)]
fn vec_opt_u64() -> BenchResult {
    let opt = |i: u64| (i % 2 == 0).then_some(i);
    round_trip(&numbers().map(opt).collect::<Vec<_>>())
}
