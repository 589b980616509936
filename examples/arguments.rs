//! The arguments of a call without macros: as tuples, and one by one.
//!
//! ```text
//! 22 bytes: transfer of 5 to alice
//! one by one: 5, "alice", and nothing more: true
//! ```

use candid::de::IDLDeserialize;
use candid::ser::IDLBuilder;
use candid::{decode_args, encode_args};

fn main() -> candid::Result<()> {
    // A tuple is a list of arguments; `encode_one` and `decode_one` are for exactly one.
    let bytes = encode_args(("alice", 5u64))?;
    let (to, amount): (String, u64) = decode_args(&bytes)?;
    println!("{} bytes: transfer of {amount} to {to}", bytes.len());

    // Where the number of arguments is known at run time only.
    let mut message = IDLBuilder::new();
    message.arg(&amount)?;
    message.arg(&to)?;
    let bytes = message.serialize_to_vec()?;
    let mut arguments = IDLDeserialize::new(&bytes)?;
    let amount: u64 = arguments.get_value()?;
    let to: &str = arguments.get_value()?;
    let is_done = arguments.is_done();
    arguments.done()?;
    println!("one by one: {amount}, {to:?}, and nothing more: {is_done}");
    Ok(())
}
