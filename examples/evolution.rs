//! A type gets a field; old and new programs exchange messages.
//!
//! ```text
//! old message, new reader: New { name: "a", age: None, tags: [] }
//! new message, old reader: Old { name: "a" }
//! ```

use candid::{CandidType, Decode, Deserialize, Encode};

#[derive(CandidType, Deserialize, Debug)]
struct Old {
    name: String,
}

#[derive(CandidType, Deserialize, Debug)]
struct New {
    name: String,
    // An added field that is an option is compatible for everybody.
    age: Option<u8>,
    // Another one has a default. Readers in other languages do not know it.
    #[serde(default)]
    tags: Vec<String>,
}

fn main() -> candid::Result<()> {
    let old = Encode!(&Old { name: "a".into() })?;
    println!("old message, new reader: {:?}", Decode!(&old, New)?);
    let new = Encode!(&New {
        name: "a".into(),
        age: Some(7),
        tags: vec!["b".into()],
    })?;
    println!("new message, old reader: {:?}", Decode!(&new, Old)?);
    Ok(())
}
