use candid::CandidType;

#[derive(CandidType)]
#[candid_path = "candid"]
struct Path {
    #[serde(rename = 5)]
    a: u8,
    #[serde(rename)]
    b: u8,
    #[serde(rename(serialise = "c"))]
    c: u8,
}

fn main() {}
