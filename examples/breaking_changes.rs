//! What breaks when an interface replaces an older one, with an id and a place for each change.
//!
//! ```text
//! B001: method get: removed
//! B008: method put, argument 1, field age: added, of type nat8, which is not opt, null or reserved
//! ```

use candid_parser::breaking::{compare, Options};
use candid_parser::check::{self, Checked, Disk};
use candid_parser::Error;
use std::path::Path;

const OLD: &str = "service : { put : (record { name : text }) -> (); get : () -> (nat) query }";
const NEW: &str = "service : { put : (record { name : text; age : nat8 }) -> (nat) }";

fn load(name: &str, text: &str) -> Result<Checked, Error> {
    check::text(&Disk, Path::new(name), text)
}

fn main() -> Result<(), Error> {
    let (new, old) = (load("new.did", NEW)?, load("old.did", OLD)?);
    let found = compare(&new, &old, &Options::default())?;
    for change in &found.list {
        println!("{}: {}: {}", change.rule.id(), change.path, change.message);
    }
    Ok(())
}
