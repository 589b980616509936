//! Evaluation of one assertion.

use super::input::decode;
use super::{Assert, Input};
use candid::types::Type;
use candid::{IDLArgs, TypeEnv};

/// The reason why an assertion fails.
pub(super) struct Broken {
    /// The part of the assertion that is at fault.
    pub(super) part: Part,
    /// The message for the user.
    pub(super) message: String,
}

/// A part of an assertion.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Left,
    Right,
    Both,
}

impl Part {
    fn is_broken(self, message: String) -> Broken {
        Broken {
            part: self,
            message,
        }
    }
}

/// Evaluates an assertion.
///
/// # Errors
///
/// If it fails.
pub(super) fn run(assert: &Assert, env: &TypeEnv, types: &[Type]) -> Result<(), Broken> {
    use Part::{Both, Left, Right};
    let parse = |input: &Input| input.parse(env, types).map_err(|error| error.to_string());
    let survives = |part: Part, value: &IDLArgs| {
        survives(value, env, types).map_err(|message| part.is_broken(message))
    };
    let left = parse(&assert.left);
    let Some(right) = &assert.right else {
        return match (left, assert.pass) {
            (Ok(value), true) => survives(Left, &value),
            (Err(error), true) => Err(Left.is_broken(format!("refused: {error}"))),
            (Ok(value), false) => Err(Left.is_broken(format!("accepted as {value:?}"))),
            (Err(_), false) => Ok(()),
        };
    };
    let refused = |part: Part, side: &str, error: String| {
        part.is_broken(format!("the {side} side is refused: {error}"))
    };
    let left = left.map_err(|error| refused(Left, "left", error))?;
    let right = parse(right).map_err(|error| refused(Right, "right", error))?;
    if same(&left, &right, env, types) != assert.pass {
        let verb = if assert.pass {
            "is not equal to"
        } else {
            "is equal to"
        };
        return Err(Both.is_broken(format!("{left:?} {verb} {right:?}")));
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
        // Compared as text: a NaN is not equal to itself, and all of them print alike.
        if format!("{again:?}") != format!("{args:?}") {
            return Err(format!(
                "the round trip of {args:?} through its {form} gives {again:?}"
            ));
        }
    }
    Ok(())
}
