//! Mismatches of one pair of types: reason, location within the pair, and message.

use crate::types::subtype::brevity::name;
use crate::types::ty::label::{Label, SharedLabel};
use crate::types::ty::print::brief;
use crate::types::ty::{FuncMode, Type};

/// One step from a pair of types to a pair of their parts.
#[derive(Clone)]
pub(super) enum Step {
    Record(SharedLabel),
    Variant(SharedLabel),
    Method(String),
    /// An argument list, with the numbers of arguments of both sides of the *outer* pair.
    Inputs {
        left: usize,
        right: usize,
    },
    /// A result list.
    Outputs {
        left: usize,
        right: usize,
    },
    /// The arguments of a service constructor.
    InitArgs,
    /// A position in a list that has more than one member.
    Position(usize),
}

impl Step {
    /// Returns the text of the step. `is_turned`: the pair is in reverse order, with the old type on the left.
    pub(super) fn describe(&self, voice: Voice, is_turned: bool) -> String {
        let list = |name: &str, word: &str, left: usize, right: usize| {
            let (new, old) = new_and_old(left, right, is_turned);
            match (old, new) {
                (1, 1) => format!("{name} type"),
                _ if old == new || matches!(voice, Voice::Relation) => format!("{name} types"),
                (1, _) => format!("{name} types (old has 1 {word}, new has {new})"),
                _ => format!("{name} types (old has {old} {word}s, new has {new})"),
            }
        };
        match self {
            Step::Record(label) => format!("record field {}", self::label(label)),
            Step::Variant(label) => format!("variant field {}", self::label(label)),
            Step::Method(method) => format!("method \"{}\"", name(method)),
            Step::Inputs { left, right } => list("input", "arg", *left, *right),
            Step::Outputs { left, right } => list("return", "value", *left, *right),
            Step::InitArgs => "init args".to_string(),
            Step::Position(position) => format!("record field {position}"),
        }
    }
}

/// The audience of the message.
#[derive(Clone, Copy)]
pub(super) enum Voice {
    /// The caller asked whether a relation holds between two types.
    Relation,
    /// The caller asked whether a new interface may replace an old one.
    Upgrade,
}

/// A local reason why a pair of types is not in the relation.
pub(super) enum Mismatch {
    /// The constructors are incompatible.
    NotSubtype(Type, Type),
    NotEqual(Type, Type),
    /// Holds by the special rule for `opt` only.
    Special(Type, Type),
    /// The left record lacks a field of the right one.
    MissingField {
        label: String,
        ty: Type,
    },
    /// The right variant lacks a case of the left one.
    ExtraTag(SharedLabel),
    MissingMethod(String),
    Modes(Vec<FuncMode>, Vec<FuncMode>),
    /// Equality: a field, case, method or argument of one side only.
    OneSided {
        left: bool,
        what: String,
    },
    /// A type that cannot be resolved: a name without definition.
    Unresolved(String),
    /// The limit on pairs was reached: the pair is undecided.
    TooMuchWork,
}

impl Mismatch {
    pub(super) fn describe(&self, voice: Voice, is_turned: bool) -> String {
        match self {
            Mismatch::NotSubtype(left, right) => {
                format!("{} is not a subtype of {}", brief(left), brief(right))
            }
            Mismatch::NotEqual(left, right) => {
                format!("{} is not equal to {}", brief(left), brief(right))
            }
            Mismatch::Special(left, right) => format!(
                "{} is a subtype of {} only by the special rule for opt: the types have diverged \
                 and values may be lost",
                brief(left),
                brief(right)
            ),
            Mismatch::MissingField { label, ty } => missing_field(label, ty, voice, is_turned),
            Mismatch::ExtraTag(label) => extra_tag(&self::label(label), voice, is_turned),
            Mismatch::MissingMethod(method) => missing_method(&name(method), voice, is_turned),
            Mismatch::Modes(left, right) => {
                let (new, old) = new_and_old(left, right, is_turned);
                match voice {
                    Voice::Relation => format!(
                        "function annotation {} differs from the expected {}",
                        modes(left),
                        modes(right)
                    ),
                    Voice::Upgrade => {
                        let (old, new) = (modes(old), modes(new));
                        format!("function annotation changed from {old} to {new}")
                    }
                }
            }
            Mismatch::OneSided { left, what } => {
                let side = if *left { "first" } else { "second" };
                format!("{what} is only in the {side} type")
            }
            Mismatch::Unresolved(message) => message.clone(),
            Mismatch::TooMuchWork => "not compared: too many pairs of types".to_string(),
        }
    }
}

/// Returns the new and the old of two sides: `is_turned` if the old one is on the left.
fn new_and_old<T>(left: T, right: T, is_turned: bool) -> (T, T) {
    if is_turned {
        (right, left)
    } else {
        (left, right)
    }
}

/// Returns the number or name of a field, on one line.
pub(super) fn label(label: &Label) -> String {
    match label {
        Label::Named(text) => name(text).into_owned(),
        number => number.to_string(),
    }
}

fn extra_tag(label: &str, voice: Voice, is_turned: bool) -> String {
    match (voice, is_turned) {
        (Voice::Relation, _) => format!("case {label} is not in the expected variant"),
        (Voice::Upgrade, false) => {
            format!("new variant has field {label} that does not exist in the old type")
        }
        (Voice::Upgrade, true) => format!(
            "old callers may send variant case {label}, which the new service no longer handles"
        ),
    }
}

fn missing_method(name: &str, voice: Voice, is_turned: bool) -> String {
    match (voice, is_turned) {
        (Voice::Relation, _) => format!("method \"{name}\" is only in the expected type"),
        (Voice::Upgrade, false) => {
            format!("method \"{name}\" is expected by the old interface but missing in the new one")
        }
        (Voice::Upgrade, true) => format!(
            "new service requires method \"{name}\", which services that old callers pass don't \
             provide"
        ),
    }
}

fn missing_field(label: &str, ty: &Type, voice: Voice, is_turned: bool) -> String {
    let ty = brief(ty);
    match (voice, is_turned) {
        (Voice::Relation, _) => format!(
            "field {label} of type {ty} is only in the expected type and is not opt, null or \
             reserved"
        ),
        (Voice::Upgrade, false) => format!(
            "new type is missing required field {label} (type {ty}), which is expected by the old \
             type and is not optional"
        ),
        (Voice::Upgrade, true) => format!(
            "new service requires field {label} (type {ty}), which old callers don't provide and \
             is not optional"
        ),
    }
}

/// Returns the annotation of a function; one without is an update function.
fn modes(modes: &[FuncMode]) -> String {
    if modes.is_empty() {
        return "update".to_string();
    }
    let keywords: Vec<_> = modes.iter().map(FuncMode::keyword).collect();
    keywords.join(" ")
}
