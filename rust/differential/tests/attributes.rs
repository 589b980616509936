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

macro_rules! check {
    ($name:ident, $candid:ident, $path:literal) => {
        mod $name {
            use super::*;

            #[derive($candid::CandidType)]
            #[serde_with::serde_as]
            #[derive($candid::Deserialize, Debug, PartialEq)]
            #[candid_path($path)]
            pub(super) struct Amount {
                #[serde_as(as = "Doubled")]
                pub(super) value: u64,
                pub(super) fee: u64,
            }
        }
    };
}

check!(ours, candid, "candid");
check!(theirs, candid_incumbent, "candid_incumbent");

#[derive(CandidType)]
struct Sent {
    value: u64,
    fee: u64,
}

#[test]
fn what_an_attribute_macro_adds_is_called() {
    let bytes = Encode!(
        &Sent { value: 21, fee: 1 },
        &vec![Sent { value: 1, fee: 2 }]
    )
    .unwrap();
    let (amount, amounts) = Decode!(&bytes, ours::Amount, Vec<ours::Amount>).unwrap();
    let (expected, _) =
        candid_incumbent::Decode!(&bytes, theirs::Amount, Vec<theirs::Amount>).unwrap();
    assert_eq!((amount.value, amount.fee), (expected.value, expected.fee));
    assert_eq!((amount.value, amount.fee), (42, 1));
    assert_eq!((amounts[0].value, amounts[0].fee), (2, 2));
}
