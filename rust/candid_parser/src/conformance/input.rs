//! The inputs of an assertion: a message or text.

use crate::{parse_idl_args, Result};
use candid::types::Type;
use candid::{DecoderConfig, IDLArgs, TypeEnv};

/// Decoding quota for a message: enough for any message of a few kilobytes that is not a bomb.
const DECODING_QUOTA: usize = 20_000_000;

/// Skipping quota, for the parts of a message that no type expects.
const SKIPPING_QUOTA: usize = 10_000;

pub use crate::syntax::ast::InputKind as Input;

impl Input {
    /// Returns the arguments decoded as these types.
    ///
    /// # Errors
    ///
    /// If the text or the message is malformed or does not match the types, or the message is a bomb.
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
