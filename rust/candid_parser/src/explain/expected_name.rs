//! Errors of decoding with the expected type as the interface has it, rather than with all its parts.

use candid::types::{Type, TypeEnv, TypeInner};
use candid::Error;

/// The levels of options in one another that are passed.
const MAX_OPTIONS: usize = 100;

/// Returns the text of an error of decoding at types, in which the expected type is as written, if that is shorter.
///
/// # Examples
///
/// ```
/// use candid::types::{Type, TypeEnv, TypeInner};
/// use candid_parser::explain::named_expected;
///
/// let fee: Type = TypeInner::Record(vec![]).into();
/// let env = TypeEnv([("Fee".to_string(), fee)].into());
/// let types = [TypeInner::Var("Fee".to_string()).into()];
/// let bytes = candid::encode_one("text")?;
/// let mut message = candid::de::IDLDeserialize::new(&bytes)?;
/// let error = message.get_value_with_type(&env, &types[0]).unwrap_err();
/// assert_eq!(
///     named_expected(error.to_string(), &error, &env, &types),
///     "expected Fee, found text in argument 1, byte offset 7"
/// );
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn named_expected(text: String, error: &Error, env: &TypeEnv, types: &[Type]) -> String {
    let of_types = text.strip_prefix("expected ");
    let Some((parts, rest)) = of_types
        .filter(|_| error.is_subtype())
        .and_then(|rest| rest.split_once(", found "))
    else {
        return text;
    };
    let Ok(mut ty) = env.type_at(types, &error.path()) else {
        return text;
    };
    // The error is of the content of an option, which has no path of its own.
    for _ in 0..MAX_OPTIONS {
        match env.trace_type(&ty).as_ref().map(AsRef::as_ref) {
            Ok(TypeInner::Opt(content)) if !parts.starts_with("opt ") => ty = content.clone(),
            _ => break,
        }
    }
    // The name of a number or text says less than what it is.
    let has_parts = |ty: Type| {
        use TypeInner::{Func, Opt, Record, Service, Variant, Vec};
        matches!(
            ty.as_ref(),
            Func(_) | Opt(_) | Record(_) | Service(_) | Variant(_) | Vec(_)
        )
    };
    let is_primitive = !env.trace_type(&ty).is_ok_and(has_parts);
    let written = ty.to_string();
    match !is_primitive && written.len() < parts.len() && !written.contains('\n') {
        true => format!("expected {written}, found {rest}"),
        false => text,
    }
}
