//! Encodes a value, decodes it, and shows its Candid type.
//!
//! ```text
//! type: record { to : text; memo : opt blob; amount : nat64 }
//! decoded: Transfer { to: "alice", amount: 100, memo: None } and true
//! ```

use candid::{CandidType, Decode, Deserialize, Encode};

#[derive(CandidType, Deserialize, Debug)]
struct Transfer {
    to: String,
    amount: u64,
    memo: Option<Vec<u8>>,
}

fn main() -> candid::Result<()> {
    println!("type: {}", Transfer::ty());
    let transfer = Transfer {
        to: "alice".into(),
        amount: 100,
        memo: None,
    };
    // A message has a list of arguments: here two.
    let bytes = Encode!(&transfer, &true)?;
    let (transfer, flag) = Decode!(&bytes, Transfer, bool)?;
    println!("decoded: {transfer:?} and {flag}");
    Ok(())
}
