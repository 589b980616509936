use candid::CandidType;
use std::collections::{BTreeMap, HashMap};

struct NotDerived;

#[derive(CandidType)]
struct Derived;

#[derive(CandidType)]
struct NoType {
    hash_map: HashMap<NotDerived, u8>,
}

#[derive(CandidType)]
struct NoHash {
    hash_map: HashMap<f64, u8>,
}

#[derive(CandidType)]
struct NoHashOfOurs {
    hash_map: HashMap<Derived, u8>,
}

#[derive(CandidType)]
struct NoOrder {
    btree_map: BTreeMap<Derived, u8>,
}

#[derive(CandidType)]
struct NoTypeInOrder {
    btree_map: BTreeMap<NotDerived, u8>,
}

fn main() {}
