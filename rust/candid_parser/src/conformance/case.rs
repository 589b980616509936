//! Evaluation of one assertion, and of its inputs: a message or text.

use super::Assert;
use crate::{parse_idl_args, Result};
use candid::types::Type;
use candid::{DecoderConfig, IDLArgs, TypeEnv};

pub use crate::syntax::ast::InputKind as Input;

/// Decoding quota for a message: enough for any message of a few kilobytes that is not a bomb.
const DECODING_QUOTA: usize = 20_000_000;

/// Skipping quota, for the parts of a message that no type expects.
const SKIPPING_QUOTA: usize = 10_000;

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
fn decode(bytes: &[u8], env: &TypeEnv, types: &[Type]) -> candid::Result<IDLArgs> {
    let mut config = DecoderConfig::new();
    config
        .set_decoding_quota(DECODING_QUOTA)
        .set_skipping_quota(SKIPPING_QUOTA);
    IDLArgs::from_bytes_with_types_with_config(bytes, env, types, &config)
}

/// The part of an assertion that is at fault, and the message for the user.
type Broken = (Part, String);

/// A part of an assertion.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Left,
    Right,
    Both,
}

/// Evaluates an assertion.
///
/// # Errors
///
/// If it fails.
pub(super) fn run(
    assert: &Assert,
    env: &TypeEnv,
    types: &[Type],
) -> std::result::Result<(), Broken> {
    use Part::{Both, Left, Right};
    let parse = |input: &Input| input.parse(env, types).map_err(|error| error.to_string());
    let survives = |part: Part, value: &IDLArgs| {
        survives(value, env, types).map_err(|message| (part, message))
    };
    let left = parse(&assert.left);
    let Some(right) = &assert.right else {
        return match (left, assert.pass) {
            (Ok(value), true) => survives(Left, &value),
            (Err(error), true) => Err((Left, format!("refused: {error}"))),
            (Ok(value), false) => Err((Left, format!("accepted as {value:?}"))),
            (Err(_), false) => Ok(()),
        };
    };
    let left = left.map_err(|error| (Left, format!("the left side is refused: {error}")))?;
    let right = parse(right);
    let right = right.map_err(|error| (Right, format!("the right side is refused: {error}")))?;
    if same(&left, &right, env, types) != assert.pass {
        let not = if assert.pass { "not " } else { "" };
        return Err((Both, format!("{left:?} is {not}equal to {right:?}")));
    }
    survives(Left, &left)?;
    survives(Right, &right)
}

/// Returns whether two values are equal, or equal as bytes: a NaN is not equal to itself.
fn same(a: &IDLArgs, b: &IDLArgs, env: &TypeEnv, types: &[Type]) -> bool {
    let bytes = |args: &IDLArgs| args.to_bytes_with_types(env, types).ok();
    a == b || bytes(a).is_some_and(|a| Some(a) == bytes(b))
}

/// Checks the round trips: to bytes and back, to text and back.
fn survives(args: &IDLArgs, env: &TypeEnv, types: &[Type]) -> std::result::Result<(), String> {
    let bytes = args
        .to_bytes_with_types(env, types)
        .map_err(|error| format!("{args:?} cannot be encoded: {error}"))?;
    let decoded = decode(&bytes, env, types)
        .map_err(|error| format!("{args:?} cannot be read back from its bytes: {error}"))?;
    let text = args.to_string();
    let parsed = Input::Text(text.clone())
        .parse(env, types)
        .map_err(|error| format!("{text} cannot be read back: {error}"))?;
    for (again, form) in [(decoded, "bytes"), (parsed, "text")] {
        // Compared as text: a NaN is not equal to itself, and all of them print alike.
        if format!("{again:?}") != format!("{args:?}") {
            return Err(format!(
                "the round trip of {args:?} through its {form} gives {again:?}"
            ));
        }
    }
    Ok(())
}
