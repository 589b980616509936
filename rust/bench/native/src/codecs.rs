//! The codecs: each by the function its documentation names for a buffer that is there already.

use crate::subject::Codec;
use borsh::{BorshDeserialize, BorshSerialize};
use candid::CandidType;
use serde::de::DeserializeOwned;
use serde::Serialize;

/// The name of this repository's implementation in the report.
pub const OURS: &str = "candid (ours)";
/// The name of this repository's implementation where it makes a new vector.
pub const OURS_ANEW: &str = "ours, new vector";
/// The name of the published one.
pub const INCUMBENT: &str = "candid 0.10.39";

/// This repository's `candid`.
pub fn ours<T: CandidType + DeserializeOwned>() -> Codec<T> {
    Codec {
        name: OURS,
        encode: |value, buffer| candid::encode_one_into(buffer, value).expect("encodes"),
        decode: |message| candid::decode_one(message).expect("decodes"),
    }
}

/// This repository's `candid` as the published one is used: a new vector for each message.
pub fn ours_anew<T: CandidType + DeserializeOwned>() -> Codec<T> {
    Codec {
        name: OURS_ANEW,
        encode: |value, buffer| *buffer = candid::encode_one(value).expect("encodes"),
        ..ours()
    }
}

/// The published `candid`. It has nothing that encodes into a buffer without a copy, so this is what it is
/// quickest at: to return a new vector.
pub fn incumbent<T: candid_incumbent::CandidType + DeserializeOwned>() -> Codec<T> {
    Codec {
        name: INCUMBENT,
        encode: |value, buffer| *buffer = candid_incumbent::encode_one(value).expect("encodes"),
        decode: |message| candid_incumbent::decode_one(message).expect("decodes"),
    }
}

/// `bincode` 2 in its standard configuration, through serde.
pub fn bincode<T: Serialize + DeserializeOwned>() -> Codec<T> {
    Codec {
        name: "bincode",
        encode: |value, buffer| {
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
        encode: |value, buffer| {
            *buffer = postcard::to_extend(value, std::mem::take(buffer)).expect("encodes");
        },
        decode: |message| postcard::from_bytes(message).expect("decodes"),
    }
}

/// `borsh`.
pub fn borsh<T: BorshSerialize + BorshDeserialize>() -> Codec<T> {
    Codec {
        name: "borsh",
        encode: |value, buffer| borsh::to_writer(buffer, value).expect("encodes"),
        decode: |message| borsh::from_slice(message).expect("decodes"),
    }
}

/// `prost`, on a message of its own.
pub fn prost<T: prost::Message + Default>() -> Codec<T> {
    Codec {
        name: "prost",
        encode: |value, buffer| value.encode(buffer).expect("a vector has room"),
        decode: |message| T::decode(message).expect("decodes"),
    }
}

/// `ciborium`.
pub fn ciborium<T: Serialize + DeserializeOwned>() -> Codec<T> {
    Codec {
        name: "ciborium",
        encode: |value, buffer| ciborium::into_writer(value, buffer).expect("encodes"),
        decode: |message| ciborium::from_reader(message).expect("decodes"),
    }
}

/// `rmp-serde`: MessagePack, structs as arrays.
pub fn rmp_serde<T: Serialize + DeserializeOwned>() -> Codec<T> {
    Codec {
        name: "rmp-serde",
        encode: |value, buffer| rmp_serde::encode::write(buffer, value).expect("encodes"),
        decode: |message| rmp_serde::from_slice(message).expect("decodes"),
    }
}

/// `serde_json`.
pub fn serde_json<T: Serialize + DeserializeOwned>() -> Codec<T> {
    Codec {
        name: "serde_json",
        encode: |value, buffer| serde_json::to_writer(buffer, value).expect("encodes"),
        decode: |message| serde_json::from_slice(message).expect("decodes"),
    }
}
