//! Limits the work for messages of untrusted senders.
//!
//! ```text
//! small: 3 names for 53 units
//! large: decoding quota exceeded
//! ```

use candid::{Decode, DecoderConfig, Encode};

fn main() -> candid::Result<()> {
    // Enough for any list of names of at most 1,000 bytes, and for little else. Computed from the type: keep the result.
    let config = DecoderConfig::for_payload::<Vec<String>>(1_000);

    let small = Encode!(&vec!["a", "b", "c"])?;
    // `@Debug` returns what was used, too. Quotas can also be set by hand, see `set_decoding_quota`.
    let (names, used) = Decode!(@Debug [config]; &small, Vec<String>)?;
    let units = used.decoding_quota.unwrap_or_default();
    println!("small: {} names for {units} units", names.len());

    let largest = Encode!(&vec!["a"; 400])?;
    assert!(largest.len() <= 1_000);
    assert_eq!(Decode!([config]; &largest, Vec<String>)?.len(), 400);

    let large = Encode!(&vec!["a"; 100_000])?;
    match Decode!([config]; &large, Vec<String>) {
        Ok(names) => println!("large: {} names", names.len()),
        Err(error) if error.is_quota() => println!("large: decoding quota exceeded"),
        Err(error) => return Err(error),
    }
    Ok(())
}
