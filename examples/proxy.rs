//! A proxy that changes a record, and passes on the fields that it does not know.
//!
//! ```text
//! type of the proxy: record { to : text; fee : nat64 }
//! kept: 2 fields, 34 bytes
//! passed on: Transfer { to: "alice", fee: 11, memo: "rent", amount: 500 }
//! ```

use candid::{CandidType, Decode, Deserialize, Encode, Rest};

/// The record as the sender and the receiver know it.
#[derive(CandidType, Deserialize, Debug)]
struct Transfer {
    to: String,
    fee: u64,
    memo: String,
    amount: u64,
}

/// The part of it that the proxy needs.
#[derive(CandidType, Deserialize)]
struct Proxied {
    to: String,
    fee: u64,
    // Not part of the Candid type.
    #[candid(rest)]
    rest: Rest,
}

fn main() -> candid::Result<()> {
    let received = Encode!(&Transfer {
        to: "alice".into(),
        fee: 10,
        memo: "rent".into(),
        amount: 500,
    })?;
    println!("type of the proxy: {}", Proxied::ty());

    let mut transfer = Decode!(&received, Proxied)?;
    transfer.fee += 1;
    // The sender decides what is kept: bound it before it is stored.
    let rest = &transfer.rest;
    println!("kept: {} fields, {} bytes", rest.len(), rest.n_bytes());

    let sent = Encode!(&transfer)?;
    println!("passed on: {:?}", Decode!(&sent, Transfer)?);
    Ok(())
}
