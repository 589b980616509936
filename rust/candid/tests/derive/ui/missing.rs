use candid::{CandidType, Deserialize};
use std::collections::HashMap;
use std::time::Instant;

#[derive(Deserialize, PartialEq, Eq, Hash)]
struct NotDerived {
    a: u8,
}

#[derive(CandidType, Deserialize)]
struct Record {
    a: u8,
    b: NotDerived,
    c: Vec<NotDerived>,
}

#[derive(CandidType, Deserialize)]
enum Variant {
    A(NotDerived),
    B { x: NotDerived },
}

#[derive(CandidType)]
struct At {
    at: Instant,
}

#[derive(CandidType, PartialEq)]
struct NoKey(u8);

#[derive(CandidType)]
struct Keys {
    keys: HashMap<NoKey, u8>,
}

#[derive(CandidType)]
struct OnlyEncodes(u8);

fn main() {
    let _ = candid::encode_one(NotDerived { a: 1 });
    let _ = candid::decode_one::<OnlyEncodes>(&[]);
}
