//! A test of one line: the interface of a canister is the one in its `.did` file.
//!
//! ```text
//! the interface is that of data/greeter.did
//! method "greet" > result 1: text is not equal to opt text
//! ```

use candid::{candid_method, export_service};
use candid_parser::testing::assert_interface;
use candid_parser::utils::{service_equal, CandidSource};

/// Greets by name.
#[candid_method(query)]
fn greet(name: String) -> String {
    format!("Hello, {name}!")
}

// `ic_cdk::export_candid!()` in a canister with `ic-cdk`.
export_service!();

// In your crate, a function with `#[test]`. With `CANDID_BLESS=1` it writes the file.
fn interface_is_that_of_the_file() {
    assert_interface!("data/greeter.did");
}

fn main() {
    interface_is_that_of_the_file();
    println!("the interface is that of data/greeter.did");

    // What the test would say.
    let other = "service : { greet : (text) -> (opt text) query }";
    let source = __export_service();
    if let Err(error) = service_equal(CandidSource::Text(&source), CandidSource::Text(other)) {
        println!("{error}");
    }
    assert_eq!(greet("Ann".into()), "Hello, Ann!");
}
