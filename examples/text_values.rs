//! Values in text at the types of a method: errors point to the literal, what is dropped is a warning.
//!
//! ```text
//! (record { age = 7 : nat8; name = "a" })
//! (record { age = 7 : nat8; name = "a" })
//!   warning: field city is dropped: the type has no such field, in argument 1
//! error: 1:29: 256 is not in the range of nat8, 0 to 255, in argument 1, field age
//! ```

use candid_parser::value::TextArgs;
use candid_parser::{check, Error, IDLArgs};
use std::path::Path;

const INTERFACE: &str = "service : { put : (record { name : text; age : nat8 }) -> () }";

fn main() -> Result<(), Error> {
    let checked = check::text(&check::Disk, Path::new("put.did"), INTERFACE)?;
    let (types, service) = (&checked.env, checked.actor.as_ref());
    let service = service.ok_or_else(|| Error::msg("no service"))?;
    let method = types.get_method(service, "put")?;

    for text in [
        r#"(record { name = "a"; age = 7 })"#,
        r#"(record { name = "a"; age = 7; city = "b" })"#,
        r#"(record { name = "a"; age = 256 })"#,
    ] {
        match TextArgs::new(text).at_types(types, &method.args) {
            Ok(typed) => {
                let bytes = typed.args.to_bytes_with_types(types, &method.args)?;
                let again = IDLArgs::from_bytes_with_types(&bytes, types, &method.args)?;
                println!("{again}");
                for warning in &typed.warnings.list {
                    println!("  warning: {}", warning.message);
                }
            }
            Err(error) => println!("error: {error}"),
        }
    }
    Ok(())
}
