//! Values whose type is known at run time only: feature `value`.
//!
//! ```text
//! (record { owner = record { name = "a" }; tags = vec { "x"; "y" } })
//! "y" "a"
//! expected field color, found record { name = "a";} at owner
//! tags[1]: "y" -> "z"
//! record { owner = record { … }; tags = vec { … };}
//! record { owner = record { name = "a";}; …
//! ```

use candid::{CandidType, Deserialize, Encode, IDLArgs, IDLValue, TypeEnv};

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Entry {
    owner: Owner,
    tags: Vec<String>,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Owner {
    name: String,
}

fn main() -> candid::Result<()> {
    let name = "a".into();
    let (owner, tags) = (Owner { name }, vec!["x".into(), "y".into()]);
    let entry = Entry { owner, tags };
    // A message has field ids, not names: the types give the names back.
    let bytes = Encode!(&entry)?;
    let args = IDLArgs::from_bytes_with_types(&bytes, &TypeEnv::new(), &[Entry::ty()])?;
    println!("{args}");

    // From a Rust value and back.
    let value = IDLValue::from_rust(&entry)?;
    assert_eq!(value.to_rust::<Entry>()?, entry);

    // Where nothing is, `[…]` panics, `get` returns `None` and `at` an error.
    println!("{} {}", value["tags"][1], args.at("0.owner.name")?);
    assert!(value.get("color").is_none());
    if let Err(error) = value.at("owner.color") {
        println!("{error}");
    }

    // Changes a part, and says what differs.
    let mut other = value.clone();
    other["tags"][1] = IDLValue::from("z");
    for difference in value.diff(&other) {
        println!("{difference}");
    }

    // A stranger's value may be large: printed within bounds.
    println!("{}", value.display().max_depth(1));
    println!("{}", value.display().max_len(40));
    Ok(())
}
