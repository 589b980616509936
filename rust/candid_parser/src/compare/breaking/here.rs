//! Where a comparison is, and in which directions the changes that it finds break something.

use super::places::At;
use super::Rule;
use std::collections::BTreeMap;

/// Rules of changes, with their directions and causes.
#[derive(Clone, Default)]
pub(super) struct Rules(BTreeMap<(Rule, Direction), Cause>);

/// The same, of a pair of types that was left: each rule with the number of its cause.
pub(super) type Causes = Vec<(Rule, Direction, usize)>;

/// Why there are changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// The number of the only cause.
    One(usize),
    Several,
}

impl Rules {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a change of a rule.
    pub(super) fn add(&mut self, rule: Rule, direction: Direction, cause: usize) {
        let cause = Cause::One(cause);
        let known = self.0.entry((rule, direction)).or_insert(cause);
        if *known != cause {
            *known = Cause::Several;
        }
    }

    /// Returns each rule with the number of its cause, of which several are a new one together.
    pub(super) fn causes(self, mut new_cause: impl FnMut() -> usize) -> Causes {
        let causes = self.0.into_iter().map(|((rule, direction), cause)| {
            let cause = match cause {
                Cause::One(cause) => cause,
                Cause::Several => new_cause(),
            };
            (rule, direction, cause)
        });
        causes.collect()
    }
}

/// What is restored when a pair of types is left.
pub(super) struct Outer<'a> {
    pub(super) pair: usize,
    pub(super) here: Here<'a>,
    pub(super) path_len: usize,
    pub(super) rules: Rules,
}

/// The direction in which a change breaks something: values flow from callers to the service, or back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Direction {
    Any,
    /// That of the place where it was found.
    Same,
    /// The other one only.
    Other,
}

/// The current place in both interfaces.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) new: At<'a>,
    pub(super) old: At<'a>,
    /// Whether values flow from callers to the service.
    pub(super) in_args: bool,
}
