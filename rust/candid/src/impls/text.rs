//! `text`: strings, and UTF-8 paths.

use super::primitives::primitive_type;
use super::read_boxed;
use crate::de::direct::{Decoder, Emplace};
use crate::types::descriptor::Descriptor;
use crate::types::{CandidType, Serializer, Type, TypeInner};
use candid_wire::opcode::Primitive;
use serde::ser::Error as _;
use std::path::{Path, PathBuf};

impl CandidType for str {
    primitive_type!(Text);

    #[inline]
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_text(self)
    }
}

impl CandidType for String {
    primitive_type!(Text);

    const __READS: bool = true;

    const __IS_EXACT: bool = true;

    read_boxed!();

    #[inline]
    fn __read_with<W: Emplace<Self>>(
        decoder: Decoder<'_, '_, '_>,
        wrap: W,
    ) -> crate::Result<W::Out> {
        decoder.read_text_with(wrap)
    }

    #[inline]
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_text(self)
    }
}

impl CandidType for Path {
    primitive_type!(Text);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        match self.to_str() {
            Some(text) => serializer.serialize_text(text),
            None => Err(S::Error::custom(format_args!(
                "expected a path in UTF-8, found {}",
                self.display()
            ))),
        }
    }
}

impl CandidType for PathBuf {
    primitive_type!(Text);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.as_path().idl_serialize(serializer)
    }
}
