//! `text`: strings, characters, and UTF-8 paths.

use crate::de::direct::{Decoder, Identity};
use crate::impls::{primitive_type, reads};
use crate::traits::{CandidType, Serializer};
use serde::ser::Error as _;
use std::path::{Path, PathBuf};

impl CandidType for str {
    primitive_type!(Text);

    const __READS: bool = true;

    #[inline]
    fn __read_boxed(mut decoder: Decoder<'_, '_, '_>) -> Option<Box<Self>> {
        let value = decoder.by_ref().read_text_with(Identity);
        decoder.boxed(value.map(String::into_boxed_str))
    }

    #[inline]
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_text(self)
    }
}

impl CandidType for String {
    primitive_type!(Text);

    const __IS_EXACT: bool = true;

    reads! { true, #[inline] |decoder, wrap| decoder.read_text_with(wrap) }

    #[inline]
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_text(self)
    }
}

/// A text of this character. Decoding fails for any other text.
impl CandidType for char {
    primitive_type!(Text);

    #[inline]
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_text(self.encode_utf8(&mut [0; 4]))
    }
}

impl CandidType for Path {
    primitive_type!(Text);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        match self.to_str() {
            Some(text) => serializer.serialize_text(text),
            None => Err(S::Error::custom(format_args!(
                "expected a UTF-8 path, found {}",
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
