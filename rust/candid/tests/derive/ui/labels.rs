use candid::CandidType;

#[derive(CandidType)]
struct Fields {
    a: u8,
    #[serde(rename = "a")]
    b: u8,
    hanorani: u8,
    diropeta: u8,
}

#[derive(CandidType)]
enum Variants {
    A,
    #[serde(rename = "A")]
    B,
    C {
        hanorani: u8,
        diropeta: u8,
    },
}

#[derive(CandidType)]
struct Fine {
    a: u8,
    #[serde(skip, rename = "a")]
    b: u8,
}

#[derive(CandidType)]
struct NumbersAndNames {
    #[serde(rename = "0")]
    a: u8,
    #[candid(id = 48)]
    b: u8,
    #[serde(rename = "")]
    c: u8,
    #[candid(id = 0)]
    d: u8,
    // Serde would read both from one.
    #[candid(id = 1)]
    #[serde(rename = "e")]
    f: u8,
    e: u8,
}

fn main() {}
