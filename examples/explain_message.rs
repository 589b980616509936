//! Shows what each byte of a message stands for, and where it is broken.
//!
//! ```text
//!  0 magic number "DIDL"
//!  4 1 type
//!  5 type 0 = record with 1 field
//!  7 field owner (947296307) : text
//! 13 1 argument
//! 14 argument 1 : record (type 0)
//! 15 0 : record (type 0)
//! 15 length 5, of 0.owner : text
//! 16 only 4 bytes of 5: "alic"
//! expected more bytes, found the end of the input in argument 1 at 947296307, byte offset 16
//! ```

use candid_parser::explain::{Explain, Names};
use candid_parser::{parse_idl_args, Error};

fn main() -> Result<(), Error> {
    let mut bytes = parse_idl_args(r#"(record { owner = "alice" })"#)?.to_bytes()?;
    // The last byte is lost.
    bytes.pop();

    // Messages have hashes of names. `Names::of` takes the names of an interface.
    let mut names = Names::new();
    names.insert("owner");
    let explained = Explain::new().names(&names).rows(&bytes, |row| {
        println!("{:>2} {}", row.offset, row.meaning);
        Ok::<(), Error>(())
    })?;
    if let Some(error) = explained.error {
        println!("{error}");
    }
    Ok(())
}
