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

fn main() {}
