use candid::CandidType;
use std::collections::HashMap;

#[derive(CandidType)]
struct Inner {
    a: u8,
}

#[derive(CandidType)]
struct Map {
    #[serde(flatten)]
    rest: HashMap<String, u8>,
}

#[derive(CandidType)]
struct Optional {
    #[serde(flatten)]
    inner: Option<Inner>,
}

#[derive(CandidType)]
struct Clash {
    #[serde(flatten)]
    inner: Inner,
    a: u8,
}

#[derive(CandidType)]
struct Twice {
    #[serde(flatten)]
    first: Inner,
    #[serde(flatten)]
    second: Inner,
}

#[derive(CandidType)]
struct Aliased {
    #[serde(alias = "b")]
    c: u8,
}

#[derive(CandidType)]
struct Shadowed {
    b: u8,
    #[serde(flatten)]
    inner: Aliased,
}

#[derive(CandidType)]
struct Tuple(#[serde(flatten)] Inner, u8);

#[derive(CandidType)]
enum Variant {
    A {
        #[serde(flatten)]
        inner: Inner,
    },
}

#[derive(CandidType)]
#[serde(transparent)]
struct Transparent {
    #[serde(flatten)]
    inner: Inner,
}

#[derive(CandidType)]
struct WithType {
    #[serde(flatten, with = "module")]
    #[candid(with_type = "Inner")]
    inner: u8,
}

#[derive(CandidType)]
struct RestWithType {
    #[serde(with = "module")]
    #[candid(rest, with_type = "Inner")]
    inner: u8,
}

fn main() {}
