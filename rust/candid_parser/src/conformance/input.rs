//! What an assertion is about: a message or a text.

use crate::{parse_idl_args, Result};
use candid::types::Type;
use candid::{DecoderConfig, IDLArgs, TypeEnv};

/// What a message may cost: enough for any message of a few kilobytes that says what it means.
const DECODING_QUOTA: usize = 20_000_000;

/// What the parts of it may cost that nobody wants.
const SKIPPING_QUOTA: usize = 10_000;

/// A side of an assertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// Arguments in text.
    Text(String),
    /// A message.
    Blob(Vec<u8>),
}

impl Input {
    /// Returns the arguments at these types.
    ///
    /// # Errors
    ///
    /// If the text or the message is malformed or does not fit the types, or the message is a bomb.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{types::TypeInner, TypeEnv};
    /// use candid_parser::test::Input;
    ///
    /// let types = [TypeInner::Nat8.into()];
    /// let args = Input::Text("(5)".to_string()).parse(&TypeEnv::new(), &types).unwrap();
    /// assert_eq!(args.to_string(), "(5 : nat8)");
    /// ```
    pub fn parse(&self, env: &TypeEnv, types: &[Type]) -> Result<IDLArgs> {
        match self {
            Input::Text(text) => Ok(parse_idl_args(text)?.annotate_types(true, env, types)?),
            Input::Blob(bytes) => Ok(decode(bytes, env, types)?),
        }
    }
}

/// Decodes a message under the quota of test files.
pub(super) fn decode(bytes: &[u8], env: &TypeEnv, types: &[Type]) -> candid::Result<IDLArgs> {
    let mut config = DecoderConfig::new();
    config
        .set_decoding_quota(DECODING_QUOTA)
        .set_skipping_quota(SKIPPING_QUOTA);
    IDLArgs::from_bytes_with_types_with_config(bytes, env, types, &config)
}
