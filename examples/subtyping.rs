//! Compares two versions of an interface: may clients of the old one use the new one?
//!
//! ```text
//! optional field: compatible
//! required field: not compatible
//! ```

use candid_parser::utils::{service_compatible, CandidSource};

const OLD: &str = "service : { put : (record { name : text }) -> () }";
const OPTIONAL: &str = "service : { put : (record { name : text; age : opt nat8 }) -> () }";
const REQUIRED: &str = "service : { put : (record { name : text; age : nat8 }) -> () }";

fn main() {
    for (what, new) in [("optional field", OPTIONAL), ("required field", REQUIRED)] {
        match service_compatible(CandidSource::Text(new), CandidSource::Text(OLD)) {
            Ok(()) => println!("{what}: compatible"),
            // The error says which method, and why.
            Err(_) => println!("{what}: not compatible"),
        }
    }
}
