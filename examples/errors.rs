//! An error says what was expected, where, and of what kind it is.
//!
//! ```text
//! expected nat64, found nat in argument 1 at amounts.1, byte offset 22
//! path 0.amounts.1, offset Some(22), subtype true, truncated false
//! ```

use candid::{CandidType, Decode, Deserialize, Encode, Int, Nat};

#[derive(CandidType)]
struct Sent {
    amounts: (Int, Nat),
}

#[derive(CandidType, Deserialize, Debug)]
struct Expected {
    amounts: (Int, u64),
}

fn main() -> candid::Result<()> {
    let bytes = Encode!(&Sent {
        amounts: (Int::from(1), Nat::from(2u8)),
    })?;
    match Decode!(&bytes, Expected) {
        Ok(value) => println!("{value:?}"),
        Err(error) => {
            println!("{error}");
            println!(
                "path {}, offset {:?}, subtype {}, truncated {}",
                error.path(),
                error.offset(),
                error.is_subtype(),
                error.is_truncated()
            );
        }
    }
    Ok(())
}
