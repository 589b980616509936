//! The benchmarks of `../../src` that have a floor, with values made as they are there.

use crate::{nns, requests, round_trip, values};
use canbench_rs::{bench, BenchResult};
use candid::{CandidType, Deserialize, Int, Nat};
use serde_bytes::ByteBuf;
use std::collections::BTreeMap;

const N: usize = 1 << 21;

#[bench(raw)]
fn blob() -> BenchResult {
    round_trip(&ByteBuf::from(vec![0x61; N]))
}

#[bench(raw)]
fn vec_u8() -> BenchResult {
    round_trip(&vec![0x61_u8; N])
}

#[bench(raw)]
fn text() -> BenchResult {
    round_trip(&"a".repeat(N))
}

#[bench(raw)]
fn vec_int16() -> BenchResult {
    round_trip(&vec![-1_i16; N])
}

#[bench(raw)]
fn vec_nat() -> BenchResult {
    round_trip(&(0..1_u64 << 18).map(Nat::from).collect::<Vec<_>>())
}

#[bench(raw)]
fn vec_nat64() -> BenchResult {
    round_trip(&(0..N as u64).collect::<Vec<_>>())
}

#[bench(raw)]
fn vec_nat32() -> BenchResult {
    round_trip(&(0..N as u32).collect::<Vec<_>>())
}

#[bench(raw)]
fn btreemap() -> BenchResult {
    let map: BTreeMap<String, Nat> = (0..1_u32 << 20)
        .map(|i| (i.to_string(), Nat::from(i)))
        .collect();
    round_trip(&map)
}

#[derive(CandidType, Deserialize)]
pub(crate) struct Cell {
    pub(crate) head: Int,
    pub(crate) tail: Option<Box<Cell>>,
}

#[bench(raw)]
fn option_list() -> BenchResult {
    let list = (0..2048).fold(None, |tail, x| {
        let head = Int::from(x);
        Some(Box::new(Cell { head, tail }))
    });
    round_trip(&list)
}

#[derive(CandidType, Deserialize)]
pub(crate) enum List {
    Nil,
    Cons(Int, Box<List>),
}

#[bench(raw)]
fn variant_list() -> BenchResult {
    let list = (0..2048).fold(List::Nil, |tail, x| {
        List::Cons(Int::from(x), Box::new(tail))
    });
    round_trip(&list)
}

#[bench(raw)]
fn nns_list_proposal() -> BenchResult {
    round_trip(&nns::ListProposalInfoResponse {
        proposal_info: vec![values::proposal_info(); 1000],
    })
}

pub(crate) fn neurons(n: u64) -> nns::ListNeuronsResponse {
    nns::ListNeuronsResponse {
        neuron_infos: (0..n).map(|i| (i, values::neuron_info(i))).collect(),
        full_neurons: (0..n).map(values::neuron).collect(),
    }
}

#[bench(raw)]
fn nns_list_neurons() -> BenchResult {
    round_trip(&neurons(100))
}

#[bench(raw)]
fn wide_record() -> BenchResult {
    round_trip(&vec![values::metrics(); 100])
}

#[bench(raw)]
fn result_variant() -> BenchResult {
    round_trip(&requests::accounts())
}

#[bench(raw)]
fn large_variant() -> BenchResult {
    round_trip(&requests::actions())
}

#[bench(raw)]
fn double_option() -> BenchResult {
    round_trip(&requests::updates())
}

#[bench(raw)]
fn multi_arg() -> BenchResult {
    round_trip(&requests::three_args())
}
