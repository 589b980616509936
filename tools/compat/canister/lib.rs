//! The example of the README as a canister: what somebody writes who has a crate with `ic-cdk`, `candid` and `serde`, and
//! the patch.

use candid::{CandidType, Deserialize, Nat};
use std::cell::RefCell;

/// An order to pay.
#[derive(CandidType, Deserialize, Clone)]
struct Transfer {
    to: String,
    amount: Nat,
    memo: Option<Vec<u8>>,
}

#[derive(CandidType, Deserialize)]
enum Refusal {
    Unfunded { balance: Nat },
    ToNobody,
}

thread_local! {
    static BALANCE: RefCell<Nat> = RefCell::default();
    static DONE: RefCell<Vec<Transfer>> = RefCell::default();
}

#[ic_cdk::init]
fn init(balance: Nat) {
    BALANCE.replace(balance);
}

/// Pays, and returns what is left.
#[ic_cdk::update]
fn transfer(order: Transfer) -> Result<Nat, Refusal> {
    if order.to.is_empty() {
        return Err(Refusal::ToNobody);
    }
    let balance = BALANCE.with_borrow(Clone::clone);
    if balance < order.amount {
        return Err(Refusal::Unfunded { balance });
    }
    let left = balance - order.amount.clone();
    BALANCE.replace(left.clone());
    DONE.with_borrow_mut(|done| done.push(order));
    Ok(left)
}

#[ic_cdk::query]
fn done(from: u32, limit: Option<u32>) -> (Vec<Transfer>, Nat) {
    let page = DONE.with_borrow(|done| {
        let rest = done.iter().skip(from as usize);
        rest.take(limit.unwrap_or(100) as usize).cloned().collect()
    });
    (page, BALANCE.with_borrow(Clone::clone))
}

ic_cdk::export_candid!();

#[cfg(test)]
mod tests {
    #[test]
    fn the_interface_is_the_one_that_is_used() {
        assert_eq!(super::__export_service(), include_str!("canister.did").trim_end());
    }
}
