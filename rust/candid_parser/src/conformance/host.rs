//! Assertions in a form from which tests for other languages are generated.

use super::{Assert, Input};
use crate::parse_idl_args;
use candid::types::Type;
use candid::{IDLArgs, TypeEnv};

/// The checks of a test in another language for one assertion.
#[derive(Debug, Clone, PartialEq)]
pub struct HostTest {
    /// The description; with `(encode?)` in front if a value comes first, as not every language can write it.
    pub desc: String,
    /// The checks.
    pub asserts: Vec<HostAssert>,
}

/// One check.
#[derive(Debug, Clone, PartialEq)]
pub enum HostAssert {
    /// Encoding the value with these types yields these bytes, or, if false, others.
    Encode(IDLArgs, Vec<Type>, bool, Vec<u8>),
    /// The value cannot be encoded with these types.
    NotEncode(IDLArgs, Vec<Type>),
    /// Decoding the bytes as these types yields this value, or, if false, another.
    Decode(Vec<u8>, Vec<Type>, bool, IDLArgs),
    /// The bytes cannot be decoded as these types.
    NotDecode(Vec<u8>, Vec<Type>),
}

impl HostTest {
    /// Returns the checks of an assertion whose types are `types`. An assertion that fails, or whose text cannot be
    /// parsed at all, may have none.
    pub fn from_assert(assert: &Assert, env: &TypeEnv, types: &[Type]) -> Self {
        let (desc, asserts) = match &assert.left {
            Input::Text(text) => {
                let desc = format!("(encode?) {}", assert.desc());
                (desc, from_text(text, assert, env, types))
            }
            Input::Blob(bytes) => (assert.desc(), from_bytes(bytes, assert, env, types)),
        };
        HostTest {
            desc,
            asserts: asserts.unwrap_or_default(),
        }
    }
}

fn from_text(
    text: &str,
    assert: &Assert,
    env: &TypeEnv,
    types: &[Type],
) -> Option<Vec<HostAssert>> {
    let args = parse_idl_args(text).ok()?;
    let types = types.to_vec();
    if assert.right.is_none() && !assert.pass {
        return Some(vec![HostAssert::NotEncode(args, types)]);
    }
    let typed = args.clone().annotate_types(true, env, &types).ok()?;
    let bytes = typed.to_bytes_with_types(env, &types).ok()?;
    Some(vec![
        HostAssert::Encode(args, types.clone(), true, bytes.clone()),
        HostAssert::Decode(bytes, types, true, typed),
    ])
}

fn from_bytes(
    bytes: &[u8],
    assert: &Assert,
    env: &TypeEnv,
    types: &[Type],
) -> Option<Vec<HostAssert>> {
    let decode = |bytes: &[u8], holds, value: &IDLArgs| {
        HostAssert::Decode(bytes.to_vec(), types.to_vec(), holds, value.clone())
    };
    if assert.right.is_none() && !assert.pass {
        return Some(vec![HostAssert::NotDecode(bytes.to_vec(), types.to_vec())]);
    }
    let left = assert.left.parse(env, types).ok()?;
    let mut asserts = vec![decode(bytes, true, &left)];
    if let Some(right) = &assert.right {
        let value = right.parse(env, types).ok()?;
        if let Input::Blob(right) = right {
            asserts.push(decode(right, true, &value));
        }
        if !assert.pass {
            asserts.push(decode(bytes, false, &value));
        }
    }
    Some(asserts)
}
