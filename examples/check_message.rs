//! Parses an interface, and checks messages of one of its methods.
//!
//! ```text
//! (Account) -> (nat) query
//! (record { tag = null; owner = "alice" })
//! expected text, found nat in argument 1 at owner, byte offset 15
//! ```

use candid_parser::{check_prog, parse_idl_args, Error, IDLArgs, IDLProg, TypeEnv};

const INTERFACE: &str = "
    type Account = record { owner : text; tag : opt nat8 };
    service : { balance_of : (Account) -> (nat) query }";

fn main() -> Result<(), Error> {
    let program: IDLProg = INTERFACE.parse()?;
    let mut types = TypeEnv::new();
    let Some(service) = check_prog(&mut types, &program)? else {
        return Err(Error::msg("no service"));
    };
    let method = types.get_method(&service, "balance_of")?;
    println!("{method}");
    for text in [
        r#"(record { owner = "alice" })"#,
        "(record { owner = 5 : nat })",
    ] {
        // The message of a caller, who need not know the interface.
        let bytes = parse_idl_args(text)?.to_bytes()?;
        match IDLArgs::from_bytes_with_types(&bytes, &types, &method.args) {
            Ok(args) => println!("{args}"),
            Err(error) => println!("{error}"),
        }
    }
    Ok(())
}
