//! Propagates failures through the pair graph and reports them.

use crate::types::subtype::brevity;
use crate::types::subtype::explore::{Edge, Graph, Item, Relation};
use crate::types::subtype::mismatch::{Audience, Mismatch, Names, Step};
use crate::types::subtype::model::{Gamma, Incompatibility, OptReport};
use crate::types::ty::TypeInner;
use std::collections::VecDeque;

impl Graph {
    /// Marks every pair that fails itself or depends on one that does.
    pub(super) fn propagate(&mut self) {
        let is_strict = self.is_strict();
        let mut dependents = vec![Vec::new(); self.pairs.len()];
        let mut failing = Vec::new();
        for (i, pair) in self.pairs.iter().enumerate() {
            for item in &pair.items {
                match item {
                    Item::OptRule(..) if !is_strict => {}
                    Item::Needs(edge) | Item::OptRule(Some(edge), _) => {
                        dependents[edge.pair].push(i);
                    }
                    Item::Fails(..) | Item::OptRule(None, _) => failing.push(i),
                }
            }
        }
        while let Some(i) = failing.pop() {
            if !std::mem::replace(&mut self.pairs[i].fails, true) {
                failing.append(&mut dependents[i]);
            }
        }
    }

    /// Returns whether the first pair is in the relation.
    pub(super) fn holds(&self) -> bool {
        self.pairs.iter().take(1).all(|first| !first.fails)
    }

    fn is_strict(&self) -> bool {
        matches!(self.relation, Relation::Subtype(OptReport::Error))
    }

    fn fails(&self, edge: &Edge) -> bool {
        self.pairs[edge.pair].fails
    }

    /// Writes a line for each pair that holds by the special rule for `opt` only, if warnings are enabled. Each pair is
    /// printed once, with the shortest path to it, up to a maximum.
    pub(super) fn warn(&self) {
        if matches!(self.relation, Relation::Subtype(OptReport::Warning)) {
            /// The maximum number of warnings; more would not be read.
            const MAX_WARNINGS: usize = 20;
            let (warnings, n_more) = self.warnings(MAX_WARNINGS);
            for warning in warnings {
                eprintln!(
                    "warning: {warning} (see \
                     https://github.com/dfinity/candid/blob/master/spec/Candid.md#upgrading-and-subtyping)"
                );
            }
            if n_more > 0 {
                eprintln!("warning: {n_more} more warnings are not shown");
            }
        }
    }

    /// Returns the first `most` warnings, and how many more there are.
    pub(super) fn warnings(&self, most: usize) -> (Vec<Incompatibility>, usize) {
        let (mut warnings, mut n_more) = (Vec::new(), 0);
        let names = Names::of(self);
        let mut reached_by: Vec<Option<(usize, &Edge)>> = vec![None; self.pairs.len()];
        let mut next = VecDeque::from([0]);
        while let Some(i) = next.pop_front() {
            for item in &self.pairs[i].items {
                let edge = match item {
                    Item::Needs(edge) => edge,
                    Item::OptRule(Some(edge), _) if !self.fails(edge) => edge,
                    Item::OptRule(_, mismatch) if warnings.len() < most => {
                        let mut path = Vec::new();
                        let mut at = i;
                        while let Some((from, edge)) = reached_by[at] {
                            let texts = texts(&edge.steps, Audience::Relation, &names);
                            path.extend(texts.into_iter().rev());
                            at = from;
                        }
                        path.reverse();
                        warnings.push(Incompatibility {
                            path: brevity::path(&path, &[]),
                            message: mismatch.describe(Audience::Relation, &names),
                        });
                        continue;
                    }
                    Item::OptRule(..) => {
                        n_more += 1;
                        continue;
                    }
                    Item::Fails(..) => continue,
                };
                if reached_by[edge.pair].is_none() {
                    reached_by[edge.pair] = Some((i, edge));
                    next.push_back(edge.pair);
                }
            }
        }
        (warnings, n_more)
    }

    /// Adds the pairs with names that hold to `gamma`.
    pub(super) fn remember(&self, gamma: &mut Gamma) {
        for item in self.pairs.iter().flat_map(|pair| &pair.items) {
            match item {
                Item::Needs(edge) | Item::OptRule(Some(edge), _)
                    if !self.fails(edge) && edge.has_name() =>
                {
                    gamma.insert((edge.left.clone(), edge.right.clone()));
                }
                _ => {}
            }
        }
    }

    /// Returns the failures below the first pair in reading order, at most `most`.
    pub(super) fn failures(&self, audience: Audience, most: usize) -> Vec<Incompatibility> {
        let mut texts = Texts {
            names: Names::of(self),
            audience,
            path: Vec::new(),
            outer: Vec::new(),
            failures: Vec::new(),
        };
        self.walk(most, &mut texts);
        texts.failures
    }

    /// Visits the failures below the first pair in reading order, at most `most`.
    ///
    /// A pair that is reached again is reported as explained before. That keeps the report as short as the graph, where
    /// paths through it can be exponentially many.
    pub(super) fn walk(&self, most: usize, sink: &mut impl Sink) {
        let mut n_failures = 0;
        let mut is_entered = vec![false; self.pairs.len()];
        // Set on leaving a pair below which a failure was reported. A pair that fails only because of one around it has
        // no earlier explanation to refer to, and the surrounding pair gives the reason.
        let mut is_explained = is_entered.clone();
        let mut frames = Vec::new();
        if self.pairs[0].fails {
            frames.push(Frame {
                pair: 0,
                next_item: 0,
                outer_failures: 0,
            });
        }
        while let Some(frame) = frames.last_mut().filter(|_| n_failures < most) {
            let pair = frame.pair;
            let Some(item) = self.pairs[pair].items.get(frame.next_item) else {
                is_explained[pair] = n_failures > frame.outer_failures;
                frames.pop();
                if !frames.is_empty() {
                    sink.leave();
                }
                continue;
            };
            frame.next_item += 1;
            match item {
                Item::Fails(steps, mismatch) => sink.failure(steps, Cause::Local(mismatch)),
                Item::OptRule(Some(edge), _) if !self.fails(edge) => continue,
                Item::OptRule(..) if !self.is_strict() => continue,
                Item::OptRule(_, mismatch) => sink.failure(&[], Cause::Local(mismatch)),
                Item::Needs(edge) if !self.fails(edge) => continue,
                Item::Needs(edge) if is_entered[edge.pair] && !self.is_plain(edge) => {
                    if !is_explained[edge.pair] {
                        continue;
                    }
                    sink.failure(&edge.steps, Cause::Seen(self.relation, edge));
                }
                Item::Needs(edge) => {
                    is_entered[edge.pair] = true;
                    frames.push(Frame {
                        pair: edge.pair,
                        next_item: 0,
                        outer_failures: n_failures,
                    });
                    sink.enter(&edge.steps);
                    continue;
                }
            }
            n_failures += 1;
        }
    }

    /// Returns whether a resolved pair of types is so simple that explaining it is as short as a reference to its
    /// explanation: one line, which must not depend on whether equal types share an allocation.
    fn is_plain(&self, edge: &Edge) -> bool {
        if edge.has_name() {
            return false;
        }
        let mut edge = edge;
        loop {
            match self.pairs[edge.pair].items.as_slice() {
                [Item::Fails(steps, _)] => return steps.is_empty(),
                [Item::OptRule(..)] => return true,
                [Item::Needs(next)] if next.has_name() => return true,
                [Item::Needs(next)] => edge = next,
                _ => return false,
            }
        }
    }
}

/// Receives failures with the steps that lead to them.
pub(super) trait Sink {
    /// The following failures are below these steps.
    fn enter(&mut self, steps: &[Step]);
    /// Back to before the last steps.
    fn leave(&mut self);
    /// A failure, below further steps.
    fn failure(&mut self, steps: &[Step], cause: Cause<'_>);
}

/// The reason of a failure.
pub(super) enum Cause<'a> {
    Local(&'a Mismatch),
    /// The pair of types has been visited before.
    Seen(Relation, &'a Edge),
}

/// Failures as texts.
struct Texts<'g> {
    names: Names<'g>,
    audience: Audience,
    path: Vec<String>,
    /// The audience and the length of the path outside of each pair.
    outer: Vec<(Audience, usize)>,
    failures: Vec<Incompatibility>,
}

impl Sink for Texts<'_> {
    fn enter(&mut self, steps: &[Step]) {
        self.outer.push((self.audience, self.path.len()));
        self.path.extend(texts(steps, self.audience, &self.names));
        self.audience = self.audience.after(steps);
    }

    fn leave(&mut self) {
        if let Some((audience, len)) = self.outer.pop() {
            self.audience = audience;
            self.path.truncate(len);
        }
    }

    fn failure(&mut self, steps: &[Step], cause: Cause<'_>) {
        let message = match cause {
            // A list's missing member belongs to the side that the list is on.
            Cause::Local(mismatch) => mismatch.describe(self.audience.after(steps), &self.names),
            Cause::Seen(relation, edge) => {
                let mismatch = Mismatch::Unrelated(relation, edge.left.clone(), edge.right.clone());
                format!(
                    "{} (see above)",
                    mismatch.describe(Audience::Relation, &self.names)
                )
            }
        };
        let steps = texts(steps, self.audience, &self.names);
        let path = brevity::path(&self.path, &steps);
        self.failures.push(Incompatibility { path, message });
    }
}

/// A pair whose failures are being reported.
struct Frame {
    pair: usize,
    next_item: usize,
    /// The number of failures reported before.
    outer_failures: usize,
}

fn texts(steps: &[Step], audience: Audience, names: &Names<'_>) -> Vec<String> {
    let texts = steps.iter().map(|step| step.describe(audience, names));
    texts.collect()
}

impl Edge {
    /// Returns whether one of the types is written as a name.
    fn has_name(&self) -> bool {
        let is_name = |ty: &TypeInner| matches!(ty, TypeInner::Var(_) | TypeInner::Knot(_));
        is_name(&self.left) || is_name(&self.right)
    }
}
