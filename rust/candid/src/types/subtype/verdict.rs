//! Propagates failures through the pair graph and reports them.

use crate::types::subtype::brevity;
use crate::types::subtype::explore::{Edge, Graph, Item, Relation};
use crate::types::subtype::mismatch::{Mismatch, Step};
use crate::types::subtype::model::{Gamma, Incompatibility, OptReport};
use crate::types::ty::TypeInner;
use std::collections::VecDeque;

pub(super) use super::mismatch::Audience;

/// The pairs that are not in the relation, by index.
pub(super) struct Failing(Vec<bool>);

impl Graph {
    /// Propagates local failures to every pair that depends on them.
    pub(super) fn failing(&self) -> Failing {
        let is_strict = self.is_strict();
        let mut dependents = vec![Vec::new(); self.pairs.len()];
        let mut failing = vec![false; self.pairs.len()];
        for (i, pair) in self.pairs.iter().enumerate() {
            for item in &pair.items {
                match item {
                    Item::Needs(edge) => dependents[edge.pair].push(i),
                    Item::Fails(..) => failing[i] = true,
                    Item::OptRule(Some(edge), _) if is_strict => dependents[edge.pair].push(i),
                    Item::OptRule(None, _) if is_strict => failing[i] = true,
                    Item::OptRule(..) => {}
                }
            }
        }
        let mut spread: Vec<usize> = (0..failing.len()).filter(|&i| failing[i]).collect();
        while let Some(i) = spread.pop() {
            for &dependent in &dependents[i] {
                if !std::mem::replace(&mut failing[dependent], true) {
                    spread.push(dependent);
                }
            }
        }
        Failing(failing)
    }

    fn is_strict(&self) -> bool {
        matches!(self.relation, Relation::Subtype(OptReport::Error))
    }

    /// Writes a line for each pair that holds by the special rule for `opt` only, if warnings are enabled. Each pair is
    /// printed once, with the shortest path to it, up to a maximum.
    pub(super) fn warn(&self, failing: &Failing) {
        if matches!(self.relation, Relation::Subtype(OptReport::Warning)) {
            /// The maximum number of warnings; more would not be read.
            const MAX_WARNINGS: usize = 20;
            let (warnings, n_more) = self.warnings(failing, MAX_WARNINGS);
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
    pub(super) fn warnings(&self, failing: &Failing, most: usize) -> (Vec<Incompatibility>, usize) {
        let (mut warnings, mut n_more) = (Vec::new(), 0);
        let mut reached_by: Vec<Option<(usize, &Edge)>> = vec![None; self.pairs.len()];
        let mut next = VecDeque::from([0]);
        while let Some(i) = next.pop_front() {
            for item in &self.pairs[i].items {
                match item {
                    Item::Needs(edge) => reach(edge, i, &mut reached_by, &mut next),
                    Item::OptRule(Some(edge), _) if !failing.0[edge.pair] => {
                        reach(edge, i, &mut reached_by, &mut next);
                    }
                    Item::OptRule(..) if warnings.len() == most => n_more += 1,
                    Item::OptRule(_, mismatch) => warnings.push(Incompatibility {
                        path: self.path(&reached_by, i),
                        message: mismatch.describe(Audience::Relation, false),
                    }),
                    Item::Fails(..) => {}
                }
            }
        }
        (warnings, n_more)
    }

    fn path(&self, reached_by: &[Option<(usize, &Edge)>], pair: usize) -> Vec<String> {
        let mut steps: Vec<&Step> = Vec::new();
        let mut at = pair;
        while let Some((from, edge)) = reached_by[at] {
            steps.extend(edge.steps.iter().rev());
            at = from;
        }
        let steps = steps.iter().rev();
        let steps: Vec<String> = steps
            .map(|step| step.describe(Audience::Relation, false))
            .collect();
        brevity::path(&steps, &[])
    }

    /// Adds the pairs with names that hold to `gamma`.
    pub(super) fn remember(&self, failing: &Failing, gamma: &mut Gamma) {
        for pair in &self.pairs {
            for item in &pair.items {
                let (Item::Needs(edge) | Item::OptRule(Some(edge), _)) = item else {
                    continue;
                };
                if !failing.0[edge.pair] && edge.has_name() {
                    gamma.insert((edge.left.clone(), edge.right.clone()));
                }
            }
        }
    }
}

/// Queues the pair of `edge` the first time it is reached.
fn reach<'a>(
    edge: &'a Edge,
    from: usize,
    reached_by: &mut [Option<(usize, &'a Edge)>],
    next: &mut VecDeque<usize>,
) {
    if reached_by[edge.pair].is_none() {
        reached_by[edge.pair] = Some((from, edge));
        next.push_back(edge.pair);
    }
}

/// The failures below the first pair, one at a time, in reading order.
///
/// A pair that is reached again is reported as explained above. That keeps the report as short as the graph, where
/// paths through it can be exponentially many.
pub(super) struct Failures<'a> {
    graph: &'a Graph,
    failing: &'a Failing,
    audience: Audience,
    is_entered: Vec<bool>,
    /// Set on leaving a pair below which a failure was reported. A pair that fails only because of one around it has no
    /// earlier explanation to refer to, and the surrounding pair gives the reason.
    is_explained: Vec<bool>,
    n_said: usize,
    frames: Vec<Frame>,
    path: Vec<String>,
}

struct Frame {
    pair: usize,
    next_item: usize,
    is_reversed: bool,
    /// The length of the path outside this pair.
    outer_path: usize,
    /// The number of failures reported before.
    outer_said: usize,
}

impl<'a> Failures<'a> {
    pub(super) fn new(graph: &'a Graph, failing: &'a Failing, audience: Audience) -> Self {
        let is_any = failing.0.first().copied().unwrap_or(false);
        let root = Frame {
            pair: 0,
            next_item: 0,
            is_reversed: false,
            outer_path: 0,
            outer_said: 0,
        };
        Failures {
            graph,
            failing,
            audience,
            is_entered: vec![false; graph.pairs.len()],
            is_explained: vec![false; graph.pairs.len()],
            n_said: 0,
            frames: if is_any { vec![root] } else { Vec::new() },
            path: Vec::new(),
        }
    }

    fn say(&mut self, steps: &[Step], is_reversed: bool, message: String) -> Incompatibility {
        self.n_said += 1;
        let steps: Vec<String> = steps
            .iter()
            .map(|step| step.describe(self.audience, is_reversed))
            .collect();
        let path = brevity::path(&self.path, &steps);
        Incompatibility { path, message }
    }

    fn enter(&mut self, edge: &Edge, is_reversed: bool) {
        self.is_entered[edge.pair] = true;
        self.frames.push(Frame {
            pair: edge.pair,
            next_item: 0,
            is_reversed: is_reversed != edge.is_reversed,
            outer_path: self.path.len(),
            outer_said: self.n_said,
        });
        let steps = edge
            .steps
            .iter()
            .map(|step| step.describe(self.audience, is_reversed));
        self.path.extend(steps);
    }
}

impl Iterator for Failures<'_> {
    type Item = Incompatibility;

    fn next(&mut self) -> Option<Incompatibility> {
        loop {
            let frame = self.frames.last_mut()?;
            let (pair, is_reversed) = (frame.pair, frame.is_reversed);
            let Some(item) = self.graph.pairs[pair].items.get(frame.next_item) else {
                self.is_explained[pair] = self.n_said > frame.outer_said;
                self.path.truncate(frame.outer_path);
                self.frames.pop();
                continue;
            };
            frame.next_item += 1;
            match item {
                Item::Fails(steps, mismatch) => {
                    // A list's missing member belongs to the side that the list is on.
                    let is_input = matches!(steps.first(), Some(Step::Inputs { .. }));
                    let message = mismatch.describe(self.audience, is_reversed != is_input);
                    return Some(self.say(steps, is_reversed, message));
                }
                Item::OptRule(edge, mismatch) if self.graph.is_strict() => {
                    if edge.as_ref().is_none_or(|edge| self.failing.0[edge.pair]) {
                        let message = mismatch.describe(self.audience, is_reversed);
                        return Some(self.say(&[], is_reversed, message));
                    }
                }
                Item::OptRule(..) => {}
                Item::Needs(edge) if !self.failing.0[edge.pair] => {}
                Item::Needs(edge) if self.graph.is_plain(edge) => self.enter(edge, is_reversed),
                Item::Needs(edge) if self.is_explained[edge.pair] => {
                    let message = self.graph.above(edge);
                    return Some(self.say(&edge.steps, is_reversed, message));
                }
                Item::Needs(edge) if self.is_entered[edge.pair] => {}
                Item::Needs(edge) => self.enter(edge, is_reversed),
            }
        }
    }
}

impl Graph {
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

    fn above(&self, edge: &Edge) -> String {
        let (left, right) = (edge.left.clone(), edge.right.clone());
        let mismatch = match self.relation {
            Relation::Equal => Mismatch::NotEqual(left, right),
            Relation::Subtype(_) => Mismatch::NotSubtype(left, right),
        };
        format!(
            "{} (see above)",
            mismatch.describe(Audience::Relation, false)
        )
    }
}

impl Edge {
    /// Returns whether one of the types is written as a name.
    fn has_name(&self) -> bool {
        let is_name = |ty: &TypeInner| matches!(ty, TypeInner::Var(_) | TypeInner::Knot(_));
        is_name(&self.left) || is_name(&self.right)
    }
}
