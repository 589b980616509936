//! One JSON value per line (NDJSON), and JSON that has the types in it: feature `json`.
//!
//! ```text
//! {"to":"alice","amount":"100"}
//! {"to":"bob","amount":"7"}
//! 1: "alice"
//! 2: "bob"
//! line 3, column 16: missing field `amount`: expected nat64 at byte offset 15
//! 4: "dave"
//! ["alice",{"opt":{"nat64":"100"}}]
//! ```

use candid::json::{lossless, JsonOptions, LineReader, LineWriter};
use candid::{CandidType, Encode, IDLArgs, IDLValue, TypeEnv};

#[derive(CandidType)]
struct Transfer {
    to: &'static str,
    amount: u64,
}

fn main() -> candid::Result<()> {
    let (env, ty) = (TypeEnv::new(), Transfer::ty());
    let mut lines = LineWriter::new(Vec::new(), JsonOptions::new());
    for (to, amount) in [("alice", 100), ("bob", 7)] {
        lines.write_value(&IDLValue::from_rust(&Transfer { to, amount })?, &env, &ty)?;
    }
    let mut input = lines.into_inner();
    print!("{}", String::from_utf8_lossy(&input));

    // A line that is wrong is an error of its own: the next one is read all the same.
    input.extend(b"{\"to\": \"carol\"}\n{\"to\": \"dave\", \"amount\": 5}\n");
    let mut lines = LineReader::new(input.as_slice(), JsonOptions::new()).max_len(1_000);
    while let Some(read) = lines.next_value(&env, &ty) {
        match read {
            Ok(value) => println!("{}: {}", lines.line_number(), value["to"]),
            Err(error) => println!("{error}"),
        }
    }

    // Without a type: nothing is lost, and a program that knows no types can read it.
    let args = IDLArgs::from_bytes(&Encode!(&"alice", &Some(100u64))?)?;
    let text = lossless::args_to_string(&args, &JsonOptions::new())?;
    println!("{text}");
    assert_eq!(lossless::args_from_str(&text, &JsonOptions::new())?, args);
    Ok(())
}
