//! Limits the work for messages of untrusted senders.
//!
//! ```text
//! small: 3 names for 53 units
//! large: decoding quota exceeded
//! ```

use candid::{Decode, DecoderConfig, Encode};

fn main() -> candid::Result<()> {
    let mut config = DecoderConfig::new();
    config.set_decoding_quota(10_000).set_skipping_quota(1_000);

    let small = Encode!(&vec!["a", "b", "c"])?;
    // `@Debug` returns what was used, too: to find out what a quota should be.
    let (names, used) = Decode!(@Debug [config]; &small, Vec<String>)?;
    let units = used.decoding_quota.unwrap_or_default();
    println!("small: {} names for {units} units", names.len());

    let large = Encode!(&vec!["a"; 100_000])?;
    match Decode!([config]; &large, Vec<String>) {
        Ok(names) => println!("large: {} names", names.len()),
        Err(error) if error.is_quota() => println!("large: decoding quota exceeded"),
        Err(error) => return Err(error),
    }
    Ok(())
}
