use candid::{candid_method, CandidType};
use std::collections::BTreeMap;
use std::time::Instant;

#[derive(CandidType)]
struct Derived(u8);

struct Argument;

struct Returned;

struct Service;

impl Service {
    /// The type is reported once, although it is in two methods.
    #[candid_method(init)]
    fn new(_seed: Argument) -> Self {
        Service
    }

    #[candid_method]
    fn add(&self, _known: &Derived, _missing: Argument) {}
}

#[candid_method(query)]
async fn find(_name: &str) -> (Derived, Result<Returned, String>) {
    struct Returned;
    unimplemented!()
}

#[candid_method]
fn times() -> BTreeMap<String, Instant> {
    BTreeMap::new()
}

candid::export_service!();

fn main() {}
