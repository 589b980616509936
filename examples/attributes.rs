//! Attributes of serde, and of `candid`, on types that derive `CandidType`.
//!
//! ```text
//! record { userName : text; color : text; tags : vec text; phone : text }
//! record { userName = "al"; color = "00ff80"; tags = vec {}; phone = "5550100" }
//! ```

use candid::{CandidType, Decode, Deserialize, IDLValue};

#[derive(CandidType, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
struct User {
    user_name: String,
    #[serde(flatten)] // The fields of the struct are fields of the record.
    contact: Contact,
    #[serde(default)] // Empty if a message does not have it.
    tags: Vec<String>,
    #[serde(with = "hex")]
    #[candid(with_type = "String")] // What the functions of `hex` write and read.
    color: u32,
}

#[derive(CandidType, Deserialize, Clone, Debug)]
struct Contact {
    phone: Phone,
}

#[derive(CandidType, Deserialize, Clone, Debug)]
#[serde(from = "String", into = "String")]
struct Phone(Vec<u8>);

impl From<String> for Phone {
    fn from(text: String) -> Self {
        Phone(text.bytes().filter(u8::is_ascii_digit).collect())
    }
}
impl From<Phone> for String {
    fn from(phone: Phone) -> Self {
        phone.0.into_iter().map(char::from).collect()
    }
}

mod hex {
    use serde::{de::Error, Deserialize, Deserializer, Serializer};
    pub(super) fn serialize<S: Serializer>(number: &u32, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{number:06x}"))
    }
    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
        u32::from_str_radix(&String::deserialize(from)?, 16).map_err(D::Error::custom)
    }
}

fn main() -> candid_parser::Result<()> {
    println!("{}", User::ty());
    let text = r#"(record { userName = "al"; phone = "555-0100"; color = "00ff80" })"#;
    let user = Decode!(&candid_parser::parse_idl_args(text)?.to_bytes()?, User)?;
    println!("{}", IDLValue::from_rust(&user)?);
    Ok(())
}
