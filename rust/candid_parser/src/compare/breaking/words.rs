//! The words of findings, and the forms of types in JSON.

use super::places::List;
use candid::types::{Label, Type as CandidType, TypeEnv, TypeInner};

pub(super) fn member(list: Option<List>, position: usize) -> String {
    let word = list.map_or("field", List::member);
    format!("{word} {}", position.saturating_add(1))
}

pub(super) fn name(label: &Label) -> String {
    match label {
        Label::Named(name) => quoted(name),
        number => number.to_string(),
    }
}

/// Returns a name unchanged if it is short and one word, else quoted and cut.
pub(super) fn quoted(name: &str) -> String {
    /// Maximum number of characters.
    const MAX: usize = 100;
    let is_plain = |c: char| c.is_alphanumeric() || c == '_';
    match name.len() <= MAX && !name.is_empty() && name.chars().all(is_plain) {
        true => name.to_string(),
        false => format!("{:?}", name.chars().take(MAX).collect::<String>()),
    }
}

/// Returns whether values of a type have another form in JSON than those of another type, which is not equal: by the
/// constructors, as the parts are compared on their own. `is_in_opt`: they are the parts of `opt`.
pub(super) fn changes_form(
    env: &TypeEnv,
    old: &CandidType,
    new: &CandidType,
    is_in_opt: bool,
) -> bool {
    let traced = |ty: &CandidType| env.trace_type(ty).unwrap_or_else(|_| ty.clone());
    let (old, new) = (traced(old), traced(new));
    let is_nested = |part: &CandidType| {
        let part = traced(part);
        matches!(
            part.as_ref(),
            TypeInner::Null | TypeInner::Reserved | TypeInner::Opt(_)
        )
    };
    match (old.as_ref(), new.as_ref()) {
        (TypeInner::Nat, TypeInner::Int) | (TypeInner::Int, TypeInner::Nat) => false,
        (TypeInner::Service(_), TypeInner::Principal) => false,
        (TypeInner::Principal, TypeInner::Service(_)) => false,
        (TypeInner::Null, TypeInner::Opt(_) | TypeInner::Reserved) => false,
        (TypeInner::Empty, _) | (_, TypeInner::Empty) => false,
        (TypeInner::Opt(_), TypeInner::Opt(_)) => false,
        // The value is wrapped.
        (_, TypeInner::Opt(_)) if is_in_opt => true,
        (_, TypeInner::Opt(part)) => {
            is_nested(part) || {
                let part = traced(part);
                std::mem::discriminant(part.as_ref()) != std::mem::discriminant(old.as_ref())
            }
        }
        _ => true,
    }
}

/// Returns the steps of a path as a text; of a long one, both ends.
pub(super) fn joined(outer: &[String], last: Option<&str>) -> String {
    /// Maximum number of steps at each end.
    const MAX: usize = 16;
    let mut text = match outer.len().checked_sub(2 * MAX) {
        None | Some(0) => outer.join(", "),
        Some(n) => {
            let (first, last) = (&outer[..MAX], &outer[outer.len() - MAX..]);
            format!("{}, … {n} more …, {}", first.join(", "), last.join(", "))
        }
    };
    if let Some(last) = last {
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(last);
    }
    text
}
