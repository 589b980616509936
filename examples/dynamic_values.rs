//! Values whose type is known at run time only: feature `value`.
//!
//! ```text
//! (record { id = 1 : nat8; name = "a" })
//! name: "a"
//! (record { id = 1 : nat8; name = "b" })
//! ```

use candid::types::Label;
use candid::{CandidType, Encode, IDLArgs, IDLValue};

#[derive(CandidType)]
struct Entry {
    id: u8,
    name: String,
}

fn main() -> candid::Result<()> {
    let entry = Entry {
        id: 1,
        name: "a".into(),
    };
    let bytes = Encode!(&entry)?;
    // A message has field ids, not names: the types give the names back.
    let mut args = IDLArgs::from_bytes_with_types(&bytes, &candid::TypeEnv::new(), &[Entry::ty()])?;
    println!("{args}");
    let name = Label::Named("name".into());
    if let Some(IDLValue::Record(fields)) = args.args.first_mut() {
        for field in fields.iter_mut().filter(|field| field.id == name) {
            println!("name: {}", field.val);
            field.val = IDLValue::Text("b".into());
        }
    }
    println!("{args}");
    Ok(())
}
