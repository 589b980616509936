//! One assertion: whether it holds, and what was found if not.

use super::input::decode;
use super::{Assert, Input};
use candid::types::Type;
use candid::{IDLArgs, TypeEnv};

/// Runs an assertion.
///
/// # Errors
///
/// What is wrong, for a person to read.
pub(super) fn run(assert: &Assert, env: &TypeEnv, types: &[Type]) -> Result<(), String> {
    let parse = |input: &Input| input.parse(env, types).map_err(|error| error.to_string());
    let left = parse(&assert.left);
    let Some(right) = &assert.right else {
        return match (left, assert.pass) {
            (Ok(value), true) => survives(&value, env, types),
            (Err(error), true) => Err(format!("refused: {error}")),
            (Ok(value), false) => Err(format!("accepted as {value:?}")),
            (Err(_), false) => Ok(()),
        };
    };
    let left = left.map_err(|error| format!("the left side is refused: {error}"))?;
    let right = parse(right).map_err(|error| format!("the right side is refused: {error}"))?;
    if same(&left, &right, env, types) != assert.pass {
        let verb = match assert.pass {
            true => "is not equal to",
            false => "is equal to",
        };
        return Err(format!("{left:?} {verb} {right:?}"));
    }
    survives(&left, env, types)?;
    survives(&right, env, types)
}

/// Equality by bytes as well: a NaN is not equal to itself.
fn same(a: &IDLArgs, b: &IDLArgs, env: &TypeEnv, types: &[Type]) -> bool {
    let bytes = |args: &IDLArgs| args.to_bytes_with_types(env, types).ok();
    a == b || bytes(a).is_some_and(|a| Some(a) == bytes(b))
}

/// The round trips: to bytes and back, to text and back.
fn survives(args: &IDLArgs, env: &TypeEnv, types: &[Type]) -> Result<(), String> {
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
        // By text: a NaN is not equal to itself, and all of them print alike.
        if format!("{again:?}") != format!("{args:?}") {
            return Err(format!("{args:?} comes back from its {form} as {again:?}"));
        }
    }
    Ok(())
}
