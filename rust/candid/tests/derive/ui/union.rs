use candid::CandidType;

#[derive(CandidType)]
union Either {
    a: u8,
    b: u16,
}

fn main() {}
