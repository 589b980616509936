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
    /// Returns the text of the step. `is_reversed`: the pair is in reverse order, with the old type on the left.
    pub(super) fn describe(&self, audience: Audience, is_reversed: bool) -> String {
        let list = |name: &str, word: &str, left: usize, right: usize| {
            let (new, old) = new_and_old(left, right, is_reversed);
            match (old, new) {
                (1, 1) => format!("{name} type"),
                _ if old == new || matches!(audience, Audience::Relation) => {
                    format!("{name} types")
                }
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
pub(super) enum Audience {
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
    pub(super) fn describe(&self, audience: Audience, is_reversed: bool) -> String {
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
            Mismatch::MissingField { label, ty } => missing_field(label, ty, audience, is_reversed),
            Mismatch::ExtraTag(label) => extra_tag(&self::label(label), audience, is_reversed),
            Mismatch::MissingMethod(method) => missing_method(&name(method), audience, is_reversed),
            Mismatch::Modes(left, right) => {
                let (new, old) = new_and_old(left, right, is_reversed);
                match audience {
                    Audience::Relation => format!(
                        "function annotation {} differs from the expected {}",
                        modes(left),
                        modes(right)
                    ),
                    Audience::Upgrade => {
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

/// Returns the new and the old of two sides: `is_reversed` if the old one is on the left.
fn new_and_old<T>(left: T, right: T, is_reversed: bool) -> (T, T) {
    if is_reversed {
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

fn extra_tag(label: &str, audience: Audience, is_reversed: bool) -> String {
    match (audience, is_reversed) {
        (Audience::Relation, _) => format!("case {label} is not in the expected variant"),
        (Audience::Upgrade, false) => {
            format!("new variant has field {label} that does not exist in the old type")
        }
        (Audience::Upgrade, true) => format!(
            "old callers may send variant case {label}, which the new service no longer handles"
        ),
    }
}

fn missing_method(name: &str, audience: Audience, is_reversed: bool) -> String {
    match (audience, is_reversed) {
        (Audience::Relation, _) => format!("method \"{name}\" is only in the expected type"),
        (Audience::Upgrade, false) => {
            format!("method \"{name}\" is expected by the old interface but missing in the new one")
        }
        (Audience::Upgrade, true) => format!(
            "new service requires method \"{name}\", which services that old callers pass don't \
             provide"
        ),
    }
}

fn missing_field(label: &str, ty: &Type, audience: Audience, is_reversed: bool) -> String {
    let ty = brief(ty);
    match (audience, is_reversed) {
        (Audience::Relation, _) => format!(
            "field {label} of type {ty} is only in the expected type and is not opt, null or \
             reserved"
        ),
        (Audience::Upgrade, false) => format!(
            "new type is missing required field {label} (type {ty}), which is expected by the old \
             type and is not optional"
        ),
        (Audience::Upgrade, true) => format!(
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
