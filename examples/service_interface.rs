//! Exports the interface of a service from its functions.
//!
//! ```text
//! type Account = record { owner : text };
//! type Result = variant { Ok : nat64; Err : text };
//! service : {
//!   // The amount that an account holds.
//!   balance_of : (Account) -> (nat64) query;
//!   transfer : (Account, nat64) -> (Result);
//! }
//! ```

use candid::{candid_method, export_service, CandidType, Deserialize};

#[derive(CandidType, Deserialize)]
struct Account {
    owner: String,
}

/// The amount that an account holds.
#[candid_method(query)]
fn balance_of(account: Account) -> u64 {
    account.owner.len() as u64
}

#[candid_method(update)]
fn transfer(to: Account, amount: u64) -> Result<u64, String> {
    match to.owner.as_str() {
        "" => Err("nobody".into()),
        _ => Ok(amount),
    }
}

export_service!();

fn main() {
    println!("{}", __export_service());
    // In a canister, the system calls these.
    let owner = String::from("alice");
    assert!(transfer(
        Account { owner },
        balance_of(Account {
            owner: "bob".into()
        })
    )
    .is_ok());
}
