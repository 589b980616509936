//! Parses and checks a `.did` file with its imports, and shows findings with their source lines.
//!
//! ```text
//! type Account = record { owner : principal; subaccount : opt blob }
//! type Fee = record { since : nat64; amount : nat }
//! installed with Fee, method balance_of : (Account) -> (nat) query
//! mistaken.did:2:37: unbound type identifier Tokn
//! error[E0201]: unbound type identifier Tokn
//!   ┌─ mistaken.did:2:37
//!   │
//! 2 │ service : { balance_of : (text) -> (Tokn) query }
//!   │                                     ^^^^
//!   │
//!   = did you mean Token?
//! ```

use candid_parser::check::{self, Memory};
use candid_parser::types::TypeInner;
use candid_parser::{check_file, Error};
use std::path::Path;

fn main() -> Result<(), Error> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/ledger.did");
    let (types, service, _) = check_file(&file)?;
    print!("{types}");
    if let Some(TypeInner::Class(init, service)) = service.as_deref() {
        let method = types.get_method(service, "balance_of")?;
        println!("installed with {}, method balance_of : {method}", init[0]);
    }

    // A text as if it were a file, whose imports come from memory here; `Disk` reads them.
    let text = "type Token = nat;\nservice : { balance_of : (text) -> (Tokn) query }";
    let checked = check::text(&Memory::default(), Path::new("mistaken.did"), text);
    if let Err(Error::Parse(findings)) = checked {
        println!("{findings}");
        println!("{}", findings.render().trim_end());
    }
    Ok(())
}
