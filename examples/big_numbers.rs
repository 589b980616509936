//! Numbers of any size: `nat` and `int`.
//!
//! ```text
//! 2^100 = 1_267_650_600_228_229_401_496_703_205_376
//! as u128: 1267650600228229401496703205376
//! as u64: expected nat64, found nat in argument 1, byte offset 7
//! -5 as int: -5
//! ```

use candid::{Decode, Encode, Int, Nat};

fn main() -> candid::Result<()> {
    let mut power = Nat::from(1u8);
    for _ in 0..100 {
        power *= 2u8;
    }
    println!("2^100 = {power}");
    let bytes = Encode!(&power)?;
    // `u128` and `i128` are `nat` and `int` in Candid; smaller numbers have types of their own.
    println!("as u128: {}", Decode!(&bytes, u128)?);
    if let Err(error) = Decode!(&bytes, u64) {
        println!("as u64: {error}");
    }
    let bytes = Encode!(&-5i128)?;
    println!("-5 as int: {}", Decode!(&bytes, Int)?);
    Ok(())
}
