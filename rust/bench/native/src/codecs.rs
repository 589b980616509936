//! The codecs: each by the functions that its documentation names for a new vector, and for a buffer that is there already.

use crate::subject::Codec;
use borsh::{BorshDeserialize, BorshSerialize};
use candid::CandidType;
use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Error;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::Archive;
use serde::de::DeserializeOwned;
use serde::Serialize;

/// The name of this repository's implementation in the report.
pub const OURS: &str = "candid (ours)";
/// The name of the published one.
pub const INCUMBENT: &str = "candid 0.10.39";

/// This repository's `candid`.
pub fn ours<T: CandidType + DeserializeOwned>() -> Codec<T> {
    Codec {
        name: OURS,
        encode: |value| candid::encode_one(value).expect("encodes"),
        encode_into: |value, buffer| candid::encode_one_into(buffer, value).expect("encodes"),
        decode: |message| candid::decode_one(message).expect("decodes"),
    }
}

/// The published `candid`. It has nothing that encodes into a buffer without a copy, so that is what it is
/// quickest at: to return a new vector.
pub fn incumbent<T: candid_incumbent::CandidType + DeserializeOwned>() -> Codec<T> {
    Codec {
        name: INCUMBENT,
        encode: |value| candid_incumbent::encode_one(value).expect("encodes"),
        encode_into: |value, buffer| {
            *buffer = candid_incumbent::encode_one(value).expect("encodes");
        },
        decode: |message| candid_incumbent::decode_one(message).expect("decodes"),
    }
}

/// This repository's `candid`, dynamic values: types are found in the values, and in the message. Neither
/// implementation has a function that encodes these into a buffer.
pub fn ours_dynamic() -> Codec<candid::IDLArgs> {
    Codec {
        name: OURS,
        encode: |value| value.to_bytes().expect("encodes"),
        encode_into: |value, buffer| *buffer = value.to_bytes().expect("encodes"),
        decode: |message| candid::IDLArgs::from_bytes(message).expect("decodes"),
    }
}

/// The published `candid`, dynamic values.
pub fn incumbent_dynamic() -> Codec<candid_incumbent::types::value::IDLArgs> {
    Codec {
        name: INCUMBENT,
        encode: |value| value.to_bytes().expect("encodes"),
        encode_into: |value, buffer| *buffer = value.to_bytes().expect("encodes"),
        decode: |message| {
            candid_incumbent::types::value::IDLArgs::from_bytes(message).expect("decodes")
        },
    }
}

/// `bincode` 2 in its standard configuration, through serde.
pub fn bincode<T: Serialize + DeserializeOwned>() -> Codec<T> {
    Codec {
        name: "bincode",
        encode: |value| {
            bincode::serde::encode_to_vec(value, bincode::config::standard()).expect("encodes")
        },
        encode_into: |value, buffer| {
            let config = bincode::config::standard();
            bincode::serde::encode_into_std_write(value, buffer, config).expect("encodes");
        },
        decode: |message| {
            let config = bincode::config::standard();
            let (value, n_read) =
                bincode::serde::decode_from_slice(message, config).expect("decodes");
            assert_eq!(n_read, message.len());
            value
        },
    }
}

/// `postcard`.
pub fn postcard<T: Serialize + DeserializeOwned>() -> Codec<T> {
    Codec {
        name: "postcard",
        encode: |value| postcard::to_stdvec(value).expect("encodes"),
        encode_into: |value, buffer| {
            *buffer = postcard::to_extend(value, std::mem::take(buffer)).expect("encodes");
        },
        decode: |message| postcard::from_bytes(message).expect("decodes"),
    }
}

/// `borsh`.
pub fn borsh<T: BorshSerialize + BorshDeserialize>() -> Codec<T> {
    Codec {
        name: "borsh",
        encode: |value| borsh::to_vec(value).expect("encodes"),
        encode_into: |value, buffer| borsh::to_writer(buffer, value).expect("encodes"),
        decode: |message| borsh::from_slice(message).expect("decodes"),
    }
}

/// What `rkyv` encodes, checks and decodes with the functions of its high-level interface.
pub trait Rkyv:
    for<'a> rkyv::Serialize<Serializer<'a>> + Archive<Archived: ArchivedAs<Self>> + Sized
{
}

impl<T> Rkyv for T where
    T: for<'a> rkyv::Serialize<Serializer<'a>> + Archive<Archived: ArchivedAs<Self>>
{
}

/// What `rkyv` made of a `T`, which it can check, and make a `T` of.
pub trait ArchivedAs<T>:
    for<'a> CheckBytes<HighValidator<'a, Error>> + rkyv::Deserialize<T, HighDeserializer<Error>>
{
}

impl<A, T> ArchivedAs<T> for A where
    A: for<'a> CheckBytes<HighValidator<'a, Error>> + rkyv::Deserialize<T, HighDeserializer<Error>>
{
}

type Serializer<'a> = HighSerializer<Vec<u8>, ArenaHandle<'a>, Error>;

/// `rkyv`: checks the message and makes owned values of it, which is more than the access in place that it is
/// made for. The allocator aligns vectors sufficiently for it.
pub fn rkyv<T: Rkyv>() -> Codec<T> {
    Codec {
        name: "rkyv",
        encode: |value| rkyv::api::high::to_bytes_in(value, Vec::new()).expect("encodes"),
        encode_into: |value, buffer| {
            let empty = std::mem::take(buffer);
            *buffer = rkyv::api::high::to_bytes_in(value, empty).expect("encodes");
        },
        decode: |message| rkyv::from_bytes::<T, Error>(message).expect("decodes"),
    }
}

/// `prost`, on a message of its own.
pub fn prost<T: prost::Message + Default>() -> Codec<T> {
    Codec {
        name: "prost",
        encode: |value| value.encode_to_vec(),
        encode_into: |value, buffer| value.encode(buffer).expect("a vector has room"),
        decode: |message| T::decode(message).expect("decodes"),
    }
}

/// `ciborium`.
pub fn ciborium<T: Serialize + DeserializeOwned>() -> Codec<T> {
    Codec {
        name: "ciborium",
        encode: |value| {
            let mut buffer = Vec::new();
            ciborium::into_writer(value, &mut buffer).expect("encodes");
            buffer
        },
        encode_into: |value, buffer| ciborium::into_writer(value, buffer).expect("encodes"),
        decode: |message| ciborium::from_reader(message).expect("decodes"),
    }
}

/// `rmp-serde`: MessagePack, structs as arrays.
pub fn rmp_serde<T: Serialize + DeserializeOwned>() -> Codec<T> {
    Codec {
        name: "rmp-serde",
        encode: |value| rmp_serde::to_vec(value).expect("encodes"),
        encode_into: |value, buffer| rmp_serde::encode::write(buffer, value).expect("encodes"),
        decode: |message| rmp_serde::from_slice(message).expect("decodes"),
    }
}

/// `serde_json`.
pub fn serde_json<T: Serialize + DeserializeOwned>() -> Codec<T> {
    Codec {
        name: "serde_json",
        encode: |value| serde_json::to_vec(value).expect("encodes"),
        encode_into: |value, buffer| serde_json::to_writer(buffer, value).expect("encodes"),
        decode: |message| serde_json::from_slice(message).expect("decodes"),
    }
}
