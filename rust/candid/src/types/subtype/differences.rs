//! Mismatches as data, for tools that show them in the source of both types.

use super::brevity::MAX_REASONS;
use super::explore::{Graph, Relation, BASE_WORK};
use super::mismatch::{Mismatch, Step};
use super::model::OptReport;
use super::verdict::{Cause, Sink};
use crate::types::env::TypeEnv;
use crate::types::ty::label::Label;
use crate::types::ty::Type;

/// A step from a type to a part of it. `opt` and `vec` take none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A field of a record.
    Field(Label),
    /// A case of a variant.
    Case(Label),
    /// A method of a service.
    Method(String),
    /// The arguments of a function, whose roles are exchanged by subtyping: the subtype is on the right.
    Args,
    /// The results of a function.
    Rets,
    /// The arguments of a service constructor.
    InitArgs,
    /// A member of a list.
    Position(usize),
}

/// A reason why two types are not in the relation.
#[derive(Clone, Debug)]
pub enum Reason {
    /// Their constructors are incompatible.
    Unrelated(Type, Type),
    /// Subtyping: only by the special rule for `opt`. With a reason why what is in it is not a subtype, below further parts, if
    /// one is near.
    OptRule(Option<(Vec<Part>, Box<Reason>)>),
    /// Likewise, of two variants in `opt`, only because the one on the right lacks cases, and has no others: values of the other
    /// cases are kept.
    OptRuleForCases,
    /// Subtyping: the record or list on the left lacks a part that it must have.
    MissingLeft(Part),
    /// Subtyping: the variant on the right lacks a case of the one on the left.
    MissingRight(Part),
    /// Identity: a part of the left type only.
    OnlyLeft(Part),
    /// Identity: a part of the right type only.
    OnlyRight(Part),
    /// The annotations of functions differ.
    Modes,
    /// Identity: the label of the part is a name on one side and a number on the other.
    Spelling,
    /// The reasons were given before, where this pair of types was entered first; it was left since.
    Seen(usize),
    /// Not decided, for this reason.
    Undecided(String),
}

/// A relation of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The left type is a subtype of the right one without the special rule for `opt`.
    Subtype,
    /// The types are equal, and their labels are spelled alike.
    Identity,
}

/// Receives the reasons why two types are not in a relation, from the outside in.
pub trait Visitor {
    /// The following reasons are about these parts, whose types are a pair with a number.
    fn enter(&mut self, parts: &[Part], pair: usize);
    /// Back to before the last parts that were entered.
    fn leave(&mut self);
    /// A reason, below further parts.
    fn found(&mut self, parts: &[Part], reason: Reason);
}

/// Visits every reason why two types are not in a relation, at most [`MAX_REASONS`]. Returns whether these are all.
pub fn visit(
    comparison: Comparison,
    env: &TypeEnv,
    left: &Type,
    right: &Type,
    visitor: &mut dyn Visitor,
) -> bool {
    let relation = match comparison {
        Comparison::Subtype => Relation::Subtype(OptReport::Error),
        Comparison::Identity => Relation::Identical,
    };
    let graph = Graph::explore(relation, env, None, left, right, BASE_WORK);
    let mut sink = Parts { visitor, n: 0 };
    graph.walk(MAX_REASONS, &mut sink);
    sink.n < MAX_REASONS
}

struct Parts<'a> {
    visitor: &'a mut dyn Visitor,
    n: usize,
}

impl Sink for Parts<'_> {
    fn enter(&mut self, steps: &[Step], pair: usize) {
        self.visitor.enter(&parts(steps), pair);
    }

    fn leave(&mut self) {
        self.visitor.leave();
    }

    fn failure(&mut self, steps: &[Step], cause: Cause<'_>) {
        self.n += 1;
        let reason = match cause {
            Cause::Local(mismatch) => reason(mismatch),
            Cause::Diverged(_, why) => Reason::OptRule(
                why.map(|(steps, mismatch)| (parts(&steps), Box::new(reason(mismatch)))),
            ),
            Cause::ExtraCases(_) => Reason::OptRuleForCases,
            Cause::Seen(_, _, pair) => Reason::Seen(pair),
        };
        self.visitor.found(&parts(steps), reason);
    }
}

fn parts(steps: &[Step]) -> Vec<Part> {
    steps.iter().map(part).collect()
}

fn part(step: &Step) -> Part {
    match step {
        Step::Record(label) => Part::Field(Label::clone(label)),
        Step::Variant(label) => Part::Case(Label::clone(label)),
        Step::Method(name) => Part::Method(name.clone()),
        Step::Inputs => Part::Args,
        Step::Outputs => Part::Rets,
        Step::InitArgs => Part::InitArgs,
        Step::Position(_, position) => Part::Position(*position),
    }
}

fn reason(mismatch: &Mismatch) -> Reason {
    match mismatch {
        Mismatch::Unrelated(_, left, right) => Reason::Unrelated(left.clone(), right.clone()),
        Mismatch::Special(..) => Reason::OptRule(None),
        Mismatch::MissingField(field, _) => Reason::MissingLeft(part(field)),
        Mismatch::ExtraCase(label) => Reason::MissingRight(Part::Case(Label::clone(label))),
        Mismatch::MissingMethod(name) => Reason::MissingLeft(Part::Method(name.clone())),
        Mismatch::Modes(..) => Reason::Modes,
        Mismatch::OneSided(step, "first") => Reason::OnlyLeft(part(step)),
        Mismatch::OneSided(step, _) => Reason::OnlyRight(part(step)),
        Mismatch::Spelling(..) => Reason::Spelling,
        Mismatch::Unresolved(message) => Reason::Undecided(message.clone()),
        Mismatch::TooMuchWork => Reason::Undecided("too many pairs of types".to_string()),
    }
}
