//! `CandidType` and `Deserialize` written by hand: a colour that is a text such as `#ff8000`.
//!
//! ```text
//! text
//! Colour(255, 128, 0)
//! Deserialize error: expected a colour such as #ff8000, found red in argument 1, byte offset 11
//! ```

use candid::types::{Serializer, Type, TypeInner};
use candid::{CandidType, Decode, Deserialize, Encode};
use serde::de::Error as _;

#[derive(Debug)]
struct Colour(u8, u8, u8);

impl CandidType for Colour {
    fn _ty() -> Type {
        TypeInner::Text.into()
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        // What is written here must be a value of the type above.
        serializer.serialize_text(&format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2))
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse(&text).ok_or_else(|| {
            D::Error::custom(format!("expected a colour such as #ff8000, found {text}"))
        })
    }
}

fn parse(text: &str) -> Option<Colour> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some(Colour(part(0)?, part(2)?, part(4)?))
}

fn main() -> candid::Result<()> {
    println!("{}", Colour::ty());
    println!("{:?}", Decode!(&Encode!(&Colour(255, 128, 0))?, Colour)?);
    if let Err(error) = Decode!(&Encode!(&"red")?, Colour) {
        println!("{error}");
    }
    Ok(())
}
