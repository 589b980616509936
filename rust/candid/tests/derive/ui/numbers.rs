use candid::CandidType;

#[derive(CandidType)]
struct Numbers {
    #[candid(id = 5)]
    a: u8,
    #[candid(id = 5)]
    b: u8,
    #[candid(id = "5")]
    c: u8,
    #[candid(id = 4294967296)]
    d: u8,
    #[candid(number = 5)]
    e: u8,
    #[candid(id = 24186)]
    f: u8,
    lf: u8,
}

#[derive(CandidType)]
struct Tuple(#[candid(id = 5)] u8, u8);

fn main() {}
