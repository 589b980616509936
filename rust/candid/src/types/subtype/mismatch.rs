//! Mismatches of one pair of types: reason, location within the pair, and message.
//!
//! Arguments and results are counted from 1, as in errors of decoding.

use crate::types::subtype::brevity::name;
use crate::types::subtype::explore::{Graph, Relation};
use crate::types::ty::label::{Label, SharedLabel};
use crate::types::ty::print::brief;
use crate::types::ty::{FuncMode, Type};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// One step from a pair of types to a pair of their parts.
#[derive(Clone)]
pub(super) enum Step {
    Record(SharedLabel),
    Variant(SharedLabel),
    Method(String),
    /// An argument list, whose members are compared in reverse: the subtype is on the other side.
    Inputs,
    Outputs,
    /// The arguments of a service constructor.
    InitArgs,
    /// A position in a list, and what its members are called.
    Position(&'static str, usize),
}

impl Step {
    /// Returns the path to a member of this list.
    pub(super) fn member(&self, position: usize) -> Vec<Step> {
        vec![self.clone(), self.position(position)]
    }

    /// Returns the step from this list to a member.
    pub(super) fn position(&self, position: usize) -> Step {
        let word = match self {
            Step::Outputs => "result",
            Step::InitArgs => "init argument",
            _ => "argument",
        };
        Step::Position(word, position)
    }

    /// Returns the text, if it has one: a list is named by its members.
    pub(super) fn describe(&self, names: &Names<'_>) -> Option<String> {
        let part = self.part(names);
        match self {
            Step::Record(_) => Some(format!("record {part}")),
            Step::Variant(_) => Some(format!("variant {part}")),
            Step::Inputs | Step::Outputs | Step::InitArgs => None,
            Step::Method(_) | Step::Position(..) => Some(part),
        }
    }

    /// Returns the text without the kind of type around the part.
    fn part(&self, names: &Names<'_>) -> String {
        match self {
            Step::Record(label) => format!("field {}", names.label(label)),
            Step::Variant(label) => format!("case {}", names.label(label)),
            Step::Method(method) => format!("method \"{}\"", name(method)),
            Step::Inputs | Step::Outputs | Step::InitArgs => String::new(),
            Step::Position(word, position) => format!("{word} {}", position.saturating_add(1)),
        }
    }
}

/// The audience of the message.
#[derive(Clone, Copy)]
pub(super) enum Audience {
    /// The caller asked whether a relation holds between two types.
    Relation,
    /// The caller asked whether a new interface, on the left, may replace an old one.
    Upgrade,
    /// The same within an argument, where the old type is on the left.
    Argument,
}

impl Audience {
    /// Returns the audience of what these steps lead to.
    pub(super) fn after(self, steps: &[Step]) -> Self {
        match (self, steps.first()) {
            (Audience::Upgrade, Some(Step::Inputs)) => Audience::Argument,
            (Audience::Argument, Some(Step::Inputs)) => Audience::Upgrade,
            _ => self,
        }
    }
}

/// A local reason why a pair of types is not in the relation.
pub(super) enum Mismatch {
    /// The constructors are incompatible.
    Unrelated(Relation, Type, Type),
    /// Holds by the special rule for `opt` only.
    Special(Type, Type),
    /// The left record lacks a field of the right one.
    MissingField(Step, Type),
    /// The right variant lacks a case of the left one.
    ExtraCase(SharedLabel),
    MissingMethod(String),
    Modes(Vec<FuncMode>, Vec<FuncMode>),
    /// Equality: a field, case, method or argument of the first or the second type only.
    OneSided(Step, &'static str),
    /// Identity: two labels of one id.
    Spelling(SharedLabel, SharedLabel),
    /// A type that cannot be resolved: a name without definition.
    Unresolved(String),
    /// The limit on pairs was reached: the pair is undecided.
    TooMuchWork,
}

impl Mismatch {
    pub(super) fn describe(&self, audience: Audience, names: &Names<'_>) -> String {
        use Audience::{Argument, Relation as Related, Upgrade};
        match self {
            Mismatch::Unrelated(relation, left, right) => {
                let related = match relation {
                    Relation::Equal | Relation::Identical => "equal to",
                    Relation::Subtype(_) => "a subtype of",
                };
                format!("{} is not {related} {}", brief(left), brief(right))
            }
            Mismatch::Special(left, right) => format!(
                "{} is a subtype of {} only by the special rule for opt: the types have diverged \
                 and values may be lost",
                brief(left),
                brief(right)
            ),
            Mismatch::MissingField(field, ty) => {
                let (field, ty) = (field.part(names), brief(ty));
                match audience {
                    Related => format!(
                        "{field} of type {ty} is only in the expected type and is not opt, null or \
                         reserved"
                    ),
                    Upgrade => format!(
                        "new type is missing required {field} (type {ty}), which is expected by \
                         the old type and is not optional"
                    ),
                    Argument => format!(
                        "new service requires {field} (type {ty}), which old callers don't provide \
                         and is not optional"
                    ),
                }
            }
            Mismatch::ExtraCase(tag) => {
                let tag = names.label(tag);
                match audience {
                    Related => format!("case {tag} is not in the expected variant"),
                    Upgrade => {
                        format!("new variant has case {tag} that does not exist in the old type")
                    }
                    Argument => format!(
                        "old callers may send variant case {tag}, which the new service no longer \
                         handles"
                    ),
                }
            }
            Mismatch::MissingMethod(method) => {
                let method = name(method);
                match audience {
                    Related => format!("method \"{method}\" is only in the expected type"),
                    Upgrade => format!(
                        "method \"{method}\" is expected by the old interface but missing in the \
                         new one"
                    ),
                    Argument => format!(
                        "new service requires method \"{method}\", which services that old callers \
                         pass don't provide"
                    ),
                }
            }
            Mismatch::Modes(left, right) => {
                let (left, right) = (modes(left), modes(right));
                match audience {
                    Related => {
                        format!("function annotation {left} differs from the expected {right}")
                    }
                    Upgrade => format!("function annotation changed from {right} to {left}"),
                    Argument => format!("function annotation changed from {left} to {right}"),
                }
            }
            Mismatch::OneSided(part, side) => {
                format!("{} is only in the {side} type", part.part(names))
            }
            Mismatch::Spelling(left, right) => {
                format!("label {} is not spelled {}", label(left), label(right))
            }
            Mismatch::Unresolved(message) => message.clone(),
            Mismatch::TooMuchWork => "not compared: too many pairs of types".to_string(),
        }
    }
}

/// Returns a name on one line, in quotes if it is not a word.
fn quoted(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || c == '_';
    match !text.is_empty() && text.chars().all(is_plain) {
        true => name(text),
        false => format!("\"{}\"", name(text)).into(),
    }
}

/// Returns the number or name of a field, on one line.
fn label(label: &Label) -> Cow<'_, str> {
    match label {
        Label::Named(text) => quoted(text),
        number => number.to_string().into(),
    }
}

/// The names of fields and cases in the types compared: one type may have the name where another has its hash.
pub(super) struct Names<'g> {
    graph: &'g Graph,
    /// Collected only for a number: `None` if several names have this hash.
    by_id: OnceCell<BTreeMap<u32, Option<&'g str>>>,
}

impl<'g> Names<'g> {
    pub(super) fn of(graph: &'g Graph) -> Self {
        let by_id = OnceCell::new();
        Names { graph, by_id }
    }

    /// Returns the name, which may be that of the number, on one line.
    fn label<'a>(&'a self, label: &'a Label) -> Cow<'a, str> {
        let found = match label {
            Label::Id(id) => self.by_id.get_or_init(|| self.collect()).get(id),
            Label::Named(_) | Label::Unnamed(_) => None,
        };
        match found {
            Some(Some(found)) => quoted(found),
            _ => self::label(label),
        }
    }

    fn collect(&self) -> BTreeMap<u32, Option<&'g str>> {
        let mut by_id = BTreeMap::new();
        for field in self.graph.fields() {
            if let Label::Named(name) = &*field.id {
                let found = by_id.entry(field.id.get_id()).or_insert(Some(&**name));
                if *found != Some(name) {
                    *found = None;
                }
            }
        }
        by_id
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
