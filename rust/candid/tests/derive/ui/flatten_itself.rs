use candid::CandidType;
use std::rc::Rc;

#[derive(CandidType)]
struct Itself {
    a: u8,
    #[serde(flatten)]
    inner: Box<Itself>,
}

#[derive(CandidType)]
struct First {
    #[serde(flatten)]
    second: Box<Second>,
}

#[derive(CandidType)]
struct Second {
    #[serde(flatten)]
    first: Rc<First>,
}

fn main() {}
