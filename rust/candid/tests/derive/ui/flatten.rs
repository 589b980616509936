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

#[derive(CandidType)]
struct Both<'a> {
    #[serde(rename = "x")]
    a: &'a u8,
}

// Types with lifetimes are checked, too.
#[derive(CandidType)]
struct WithLifetime<'a> {
    #[serde(flatten)]
    both: Both<'a>,
    #[candid(id = 120)]
    number: u8,
}

// Of types with other parameters, the structs that are known anyway.
#[derive(CandidType)]
struct Generic<T, const N: usize> {
    a: [T; N],
    #[serde(flatten)]
    unknown: T,
    #[serde(flatten)]
    known: Inner,
    #[serde(flatten)]
    list: Vec<u8>,
}

#[derive(CandidType)]
struct Attributes {
    #[candid(id = 1)]
    #[serde(flatten)]
    id: Inner,
    #[serde(flatten, skip_deserializing)]
    not_read: Inner,
    #[serde(flatten, with = "serde_bytes")]
    bytes: Inner,
}

#[derive(CandidType)]
struct Direct {
    a: u8,
    #[serde(flatten)]
    inner: Option<Box<Direct>>,
    #[serde(flatten)]
    itself: Box<Direct>,
}

mod made {
    use candid::CandidType;

    macro_rules! flat {
        ($name:ident, $field:ident: $ty:ty, $attribute:ident) => {
            #[derive(CandidType)]
            struct $name {
                a: u8,
                #[serde($attribute)]
                $field: $ty,
            }
        };
    }

    flat!(ByMacro, inner: super::Inner, flatten);
}

fn main() {}
