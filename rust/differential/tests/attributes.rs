//! Attribute macros between the derives: the declaration that serde's derive sees is another one than ours saw.

use candid::{CandidType, Decode, Deserialize, Encode};
use serde::{de::Deserializer, ser::Serializer};

/// Twice as much as is written.
struct Doubled;

impl<'de> serde_with::DeserializeAs<'de, u64> for Doubled {
    fn deserialize_as<D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        Ok(u64::deserialize(deserializer)? * 2)
    }
}

impl serde_with::SerializeAs<u64> for Doubled {
    fn serialize_as<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(*value)
    }
}

#[derive(CandidType)]
#[serde_with::serde_as]
#[derive(Deserialize, Debug, PartialEq)]
struct Amount {
    #[serde_as(as = "Doubled")]
    value: u64,
    fee: u32,
}

#[derive(CandidType)]
struct Sent {
    value: u64,
    fee: u32,
}

fn message() -> Vec<u8> {
    Encode!(
        &Sent { value: 21, fee: 1 },
        &vec![Sent { value: 1, fee: 2 }]
    )
    .unwrap()
}

#[test]
fn what_an_attribute_macro_adds_is_called() {
    let (amount, amounts) = Decode!(&message(), Amount, Vec<Amount>).unwrap();
    // As candid 0.10.39 decodes them.
    assert_eq!(amount, Amount { value: 42, fee: 1 });
    assert_eq!(amounts, [Amount { value: 2, fee: 2 }]);
}

#[allow(dead_code, reason = "serde's derive has not seen it")]
fn twice<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    Ok(u64::deserialize(deserializer)? * 2)
}

/// What serde's derive sees has no function; the declaration that ours sees has one.
#[derive(Deserialize, Debug, PartialEq)]
#[serde_with::apply(u64 => #[serde(deserialize_with = "twice")])]
#[derive(CandidType)]
struct Late {
    value: u64,
    fee: u32,
}

#[test]
fn what_an_attribute_macro_adds_after_serde_is_not_called() {
    let (amount, amounts) = Decode!(&message(), Late, Vec<Late>).unwrap();
    // As candid 0.10.39 decodes them.
    assert_eq!(amount, Late { value: 21, fee: 1 });
    assert_eq!(amounts, [Late { value: 1, fee: 2 }]);
}

/// What an attribute macro adds may stand in the arguments of another one: in another place than the declaration.
macro_rules! late {
    ($name:ident, $value:ident, $($attribute:tt)*) => {
        #[derive(Deserialize, Debug, PartialEq)]
        #[serde_with::apply(u64 => $($attribute)*)]
        #[derive(CandidType)]
        struct $name {
            $value: u64,
            fee: u32,
        }
    };
}
late!(LateArgument, value, #[serde(deserialize_with = "twice")]);

macro_rules! late_in_front {
    ([$($attribute:tt)*] $name:ident $value:ident) => {
        late!($name, $value, $($attribute)*);
    };
}
late_in_front!([#[serde(deserialize_with = "twice")]] LateInFront value);

#[test]
fn what_an_attribute_macro_adds_from_arguments_is_not_called() {
    let message = message();
    let (amount, amounts) = Decode!(&message, LateArgument, Vec<LateArgument>).unwrap();
    // As candid 0.10.39 decodes them.
    assert_eq!(amount, LateArgument { value: 21, fee: 1 });
    assert_eq!(amounts, [LateArgument { value: 1, fee: 2 }]);
    let (amount, amounts) = Decode!(&message, LateInFront, Vec<LateInFront>).unwrap();
    assert_eq!(amount, LateInFront { value: 21, fee: 1 });
    assert_eq!(amounts, [LateInFront { value: 1, fee: 2 }]);
}
