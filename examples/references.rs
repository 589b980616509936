//! References to services and their methods: a subscriber gives the method to call.
//!
//! ```text
//! Subscribe: record {
//!   callback : func (text) -> () oneway;
//!   ledger : service { total : () -> (nat64) query };
//! }
//! call notify of aaaaa-aa
//! expected func (text) -> () oneway, found func (nat) -> () oneway in argument 1, byte offset 13
//! ```

use candid::{define_function, define_service, func};
use candid::{CandidType, Decode, Deserialize, Encode, Nat, Principal};

define_function!(Callback : (String) -> () oneway);
define_service!(Ledger : { "total" : func!(() -> (u64) query) });

#[derive(CandidType, Deserialize)]
struct Subscribe {
    callback: Callback,
    ledger: Ledger,
}

define_function!(OfNumbers : (Nat) -> () oneway);

fn main() -> candid::Result<()> {
    println!("Subscribe: {}", Subscribe::ty());
    let canister = Principal::management_canister();
    let bytes = Encode!(&Subscribe {
        callback: Callback::new(canister, "notify".into()),
        ledger: Ledger::new(canister),
    })?;
    let request = Decode!(&bytes, Subscribe)?;
    assert_eq!(request.ledger.0.principal, canister);
    let callback = request.callback.0;
    println!("call {} of {}", callback.method, callback.principal);

    // A function of another type is refused: the caller could not call it.
    let other = OfNumbers::new(canister, "add".into());
    if let Err(error) = Decode!(&Encode!(&other)?, Callback) {
        println!("{error}");
    }
    Ok(())
}
