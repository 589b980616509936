//! The smallest canister worth measuring: one query with one record in and one out. What its module weighs is
//! what `ic-cdk` and `candid` weigh.

use candid::{CandidType, Deserialize};

/// What is asked.
#[derive(CandidType, Deserialize)]
struct Request {
    name: String,
    amount: u64,
}

/// What is answered.
#[derive(CandidType, Deserialize)]
struct Response {
    greeting: String,
    total: u64,
}

#[ic_cdk::query]
fn greet(request: Request) -> Response {
    Response {
        greeting: request.name,
        total: request.amount.wrapping_add(1),
    }
}

// In the module whose imports are checked, not in the one that is measured: what prints the interface.
#[cfg(feature = "export")]
ic_cdk::export_candid!();
