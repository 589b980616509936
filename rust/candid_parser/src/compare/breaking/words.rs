//! The words of findings, and the forms of types in JSON.

use super::places::List;
use candid::types::{Label, Type as CandidType, TypeEnv, TypeInner};
use candid::Principal;
use std::borrow::Cow;

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

/// Maximum number of characters of a name that is shown whole.
const MAX_NAME: usize = 100;

/// Returns a name unchanged if it is short and one word, else quoted and [`cut`].
pub(super) fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || c == '_';
    if name.len() <= MAX_NAME && !name.is_empty() && name.chars().all(is_plain) {
        return name.to_string();
    }
    format!("{:?}", cut(name))
}

/// Returns a name unchanged if it is short, else its start and a digest of all of it, as other names have the same start.
pub(super) fn cut(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(MAX_NAME) {
        None => name.into(),
        Some((end, _)) => {
            let start = name.get(..end).unwrap_or(name);
            format!("{start}… {}", hex(digest(name.as_bytes()))).into()
        }
    }
}

/// The first bytes of a cryptographic digest.
type Digest = [u8; 8];

/// Returns the start of the SHA-224 of bytes, with which the principal of a key begins. No other name or path
/// can be made for it, which an entry of the configuration would allow too.
fn digest(bytes: &[u8]) -> Digest {
    let principal = Principal::self_authenticating(bytes);
    let first = principal.as_slice().first_chunk().copied();
    first.unwrap_or_default()
}

fn hex(digest: Digest) -> String {
    format!("{:016x}", u64::from_be_bytes(digest))
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

/// A path, of whose text there is a bounded part.
#[derive(Default)]
pub(super) struct Path {
    steps: Vec<String>,
    /// For each step the digest of the path up to it, so that no text takes more time at a deeper place.
    digests: Vec<Digest>,
}

impl Path {
    /// Maximum number of steps at each end of a text.
    const MAX: usize = 16;

    pub(super) fn push(&mut self, step: String) {
        let outer = self.digests.last().copied().unwrap_or_default();
        // Those at the start of a text are not digested, so most paths take no digest at all.
        let digest = match self.steps.len() < Self::MAX {
            true => Digest::default(),
            false => digest(&[&outer, step.as_bytes()].concat()),
        };
        self.steps.push(step);
        self.digests.push(digest);
    }

    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns the steps from a number of them on.
    pub(super) fn from(&self, len: usize) -> Vec<String> {
        self.steps.get(len..).unwrap_or_default().to_vec()
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.steps.truncate(len);
        self.digests.truncate(len);
    }

    /// Returns the steps as a text; of a long path both ends, and a digest of those between.
    pub(super) fn joined(&self, last: Option<&str>) -> String {
        let steps = &self.steps;
        let mut text = match steps.len().checked_sub(2 * Self::MAX) {
            None | Some(0) => steps.join(", "),
            Some(n) => {
                let end = steps.len() - Self::MAX;
                let (first, last) = (&steps[..Self::MAX], &steps[end..]);
                let between = hex(self.digests[end - 1]);
                let (first, last) = (first.join(", "), last.join(", "));
                format!("{first}, … {n} more, {between} …, {last}")
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_and_paths_differ() {
        let long = "n".repeat(100);
        assert_eq!(quoted(&long), long);
        assert_eq!(
            quoted(&format!("{long}A")),
            format!("\"{long}… 814d9d5ba43f0f23\"")
        );
        assert_ne!(quoted(&format!("{long}A")), quoted(&format!("{long}B")));
        let path = |differs: usize, len: usize| {
            let mut path = Path::default();
            for step in 0..len {
                path.push(format!("field {}", u8::from(step == differs)));
            }
            path.joined(Some("field x"))
        };
        for differs in 0..40 {
            assert_ne!(path(differs, 40), path(40, 40), "step {differs}");
        }
        let shown = path(40, 33);
        assert!(shown.contains("field 0, … 1 more, "), "{shown}");
        assert!(shown.ends_with(" …, field 0, field 0, field 0, field 0, field 0, field 0, field 0, field 0, field 0, field 0, field 0, field 0, field 0, field 0, field 0, field 0, field x"), "{shown}");
    }
}
