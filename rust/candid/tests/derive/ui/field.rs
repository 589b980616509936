// One error for each field, whichever methods of `CandidType` the derive calls.
use candid::{CandidType, Deserialize};
use std::collections::BTreeMap;

#[derive(Deserialize, Clone)]
struct NotDerived(u8);

#[derive(CandidType)]
struct Encoded {
    field: NotDerived,
}

#[derive(CandidType, Deserialize)]
struct Both {
    id: u8,
    field: Option<NotDerived>,
    map: BTreeMap<String, NotDerived>,
}

#[derive(CandidType, Deserialize)]
struct Newtype(NotDerived);

#[derive(CandidType, Deserialize)]
enum Cases {
    Newtype(NotDerived),
    Tuple(u8, NotDerived),
    Struct { id: u8, field: NotDerived },
}

#[derive(CandidType, Deserialize)]
struct Generic<T> {
    id: T,
    field: NotDerived,
}

#[derive(CandidType, Deserialize)]
struct Flat {
    id: u8,
    #[serde(flatten)]
    rest: NotDerived,
}

#[derive(CandidType, Deserialize, Clone)]
#[serde(from = "NotDerived", into = "NotDerived")]
struct Proxy(u8);

impl From<NotDerived> for Proxy {
    fn from(other: NotDerived) -> Self {
        Proxy(other.0)
    }
}

impl From<Proxy> for NotDerived {
    fn from(proxy: Proxy) -> Self {
        NotDerived(proxy.0)
    }
}

fn main() {}
