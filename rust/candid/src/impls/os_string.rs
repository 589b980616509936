//! Strings of operating systems, encoded as variants of what they are there, as in serde. Serde has none for other systems, such
//! as `wasm32-unknown-unknown`, so there is none here.

use crate::impls::fields_type;
use crate::traits::{CandidType, Compound, Serializer};
use std::ffi::{OsStr, OsString};

/// On Unix, `variant { Unix : blob }` of this type; on Windows, `variant { Windows : vec nat16 }`. Decoding fails on the
/// other system. Not on other targets, such as `wasm32-unknown-unknown`.
impl CandidType for OsStr {
    fields_type!(Variant { "Unix" 0: Vec<u8>, "Windows" 1: Vec<u16> });

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt;
            let mut compound = serializer.serialize_variant(0)?;
            compound.serialize_blob(self.as_bytes())
        }
        #[cfg(windows)]
        {
            use std::os::windows::ffi::OsStrExt;
            let wide: Vec<u16> = self.encode_wide().collect();
            serializer.serialize_variant(1)?.serialize_element(&wide)
        }
    }
}

/// As [`OsStr`].
impl CandidType for OsString {
    fields_type!(Variant { "Unix" 0: Vec<u8>, "Windows" 1: Vec<u16> });

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.as_os_str().idl_serialize(serializer)
    }
}
