//! Values of one type read at another, rule by rule: what the wire says, what the reader wants, what
//! comes out. Every row holds for typed and for dynamic decoding.
#![cfg(feature = "default")]

#[path = "coercion/containers.rs"]
mod containers;
#[path = "coercion/malformed.rs"]
mod malformed;
#[path = "coercion/opt.rs"]
mod opt;
#[path = "coercion/records.rs"]
mod records;
#[path = "coercion/references.rs"]
mod references;
#[path = "coercion/serde.rs"]
mod serde_forms;

use candid::{encode_one, CandidType};
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// Checks that a value on the wire reads as another.
#[track_caller]
fn reads<W, R>(wire: W, expected: R)
where
    W: CandidType,
    R: CandidType + DeserializeOwned + PartialEq + Debug,
{
    reads_bytes(&encode_one(wire).unwrap(), expected);
}

/// Checks that a value on the wire is refused because its type does not fit.
#[track_caller]
fn refuses<W, R>(wire: W)
where
    W: CandidType,
    R: CandidType + DeserializeOwned + Debug,
{
    let bytes = encode_one(wire).unwrap();
    let error = candid::decode_one::<R>(&bytes).unwrap_err();
    assert!(error.is_subtype(), "{error}");
    #[cfg(feature = "value")]
    {
        let error = dynamic::<R>(&bytes).unwrap_err();
        assert!(error.is_subtype(), "dynamic: {error}");
    }
}

/// [`reads`] of a message.
#[track_caller]
fn reads_bytes<R>(bytes: &[u8], expected: R)
where
    R: CandidType + DeserializeOwned + PartialEq + Debug,
{
    assert_eq!(candid::decode_one::<R>(bytes).unwrap(), expected);
    #[cfg(feature = "value")]
    {
        let value = dynamic::<R>(bytes).unwrap();
        let bytes = value
            .to_bytes_with_types(&candid::TypeEnv::new(), &[R::ty()])
            .unwrap();
        assert_eq!(
            candid::decode_one::<R>(&bytes).unwrap(),
            expected,
            "dynamic: {value}"
        );
    }
}

/// [`reads_bytes`] of a message in hex.
#[track_caller]
fn reads_hex<R>(hex: &str, expected: R)
where
    R: CandidType + DeserializeOwned + PartialEq + Debug,
{
    reads_bytes(&hex::decode(hex).unwrap(), expected);
}

/// Checks that a message in hex is refused with this text.
#[track_caller]
fn refuses_hex<R>(hex: &str, text: &str)
where
    R: CandidType + DeserializeOwned + Debug,
{
    let bytes = hex::decode(hex).unwrap();
    let error = candid::decode_one::<R>(&bytes).unwrap_err();
    assert_eq!(error.to_string(), text);
    #[cfg(feature = "value")]
    {
        let error = dynamic::<R>(&bytes).unwrap_err();
        assert_eq!(error.to_string(), text, "dynamic");
    }
}

/// Decodes at the type of `R` without `R`.
#[cfg(feature = "value")]
fn dynamic<R: CandidType>(bytes: &[u8]) -> candid::Result<candid::IDLArgs> {
    candid::IDLArgs::from_bytes_with_types(bytes, &candid::TypeEnv::new(), &[R::ty()])
}
