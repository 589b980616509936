//! Where a comparison is, and in which directions the changes that it finds break something.

use super::places::At;
use super::Rule;
use std::collections::BTreeSet;

/// Rules of changes, with their directions.
pub(super) type Rules = BTreeSet<(Rule, Direction)>;

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
