//! Propagates failures through the pair graph and reports them.

use crate::types::subtype::brevity;
use crate::types::subtype::explore::{Edge, Graph, Item, Relation};
use crate::types::subtype::mismatch::{Audience, Mismatch, Names, Step};
use crate::types::subtype::model::{Gamma, Incompatibility, OptReport};
use crate::types::ty::{Type, TypeInner};
use std::collections::VecDeque;

impl Graph {
    /// Marks every pair that fails itself or depends on one that does.
    pub(super) fn propagate(&mut self) {
        let fails = self.failing(self.is_strict());
        for pair in &mut self.pairs {
            let mut n_missing = 0;
            let has_other_mismatch = pair.items.iter().any(|item| match item {
                Item::Fails(_, Mismatch::ExtraCase(_)) => {
                    n_missing += 1;
                    false
                }
                Item::Fails(..) | Item::OptRule(..) => true,
                Item::Needs(edge) => fails[edge.pair],
            });
            // A case that only one side has may be a case of the other side with another name.
            pair.lacks_only_cases = !has_other_mismatch
                && pair.left.parts().count() == pair.right.parts().count() + n_missing;
        }
        for (pair, fails) in self.pairs.iter_mut().zip(fails) {
            pair.fails = fails;
        }
    }

    /// Returns for each pair whether it fails; if not strictly, the special rule for `opt` counts.
    fn failing(&self, is_strict: bool) -> Vec<bool> {
        let mut fails = vec![false; self.pairs.len()];
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
            if !std::mem::replace(&mut fails[i], true) {
                failing.append(&mut dependents[i]);
            }
        }
        fails
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
                            let texts = texts(&edge.steps, &names);
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
            fails: self.failing(false),
            failures: Vec::new(),
        };
        self.walk(most, &mut texts);
        texts.failures
    }

    /// Visits the failures below the first pair in reading order, at most `most`.
    ///
    /// A pair that is reached again is reported as explained before. That keeps the report as short as the graph, where
    /// paths through it can be exponentially many. What was explained by pairs around it, each of which depends on the
    /// others, has the reasons of the outermost of them, as soon as that is left (the components of Tarjan's algorithm).
    pub(super) fn walk(&self, most: usize, sink: &mut impl Sink) {
        let mut n_failures = 0;
        let mut is_entered = vec![false; self.pairs.len()];
        // Set on leaving a pair below which a failure was reported. A pair that fails only because of one around it has
        // no earlier explanation to refer to, and the surrounding pair gives the reason.
        let mut is_explained = is_entered.clone();
        // The pairs that were left and may depend on one that was not, and the numbers of pairs in the order of entry.
        let mut open = Vec::new();
        let mut numbers = vec![0; self.pairs.len()];
        let mut outermost: Vec<Option<usize>> = vec![None; self.pairs.len()];
        let mut n_entered = 0;
        let mut frames: Vec<Frame> = Vec::new();
        let nearest = self.nearest_failures();
        if self.pairs[0].fails {
            frames.push(Frame::new(0, 0, 0));
            open.push(0);
        }
        while let Some(frame) = frames.last_mut().filter(|_| n_failures < most) {
            let pair = frame.pair;
            let Some(item) = self.pairs[pair].items.get(frame.next_item) else {
                is_explained[pair] = n_failures > frame.outer_failures;
                let lowest = frame.lowest;
                if lowest == numbers[pair] {
                    while let Some(member) = open.pop() {
                        outermost[member] = Some(pair);
                        if member == pair {
                            break;
                        }
                    }
                }
                frames.pop();
                if let Some(outer) = frames.last_mut() {
                    outer.lowest = outer.lowest.min(lowest);
                    sink.leave();
                }
                continue;
            };
            frame.next_item += 1;
            match item {
                Item::Fails(steps, mismatch) => sink.failure(steps, Cause::Local(mismatch)),
                Item::OptRule(Some(edge), _) if !self.fails(edge) => continue,
                Item::OptRule(..) if !self.is_strict() => continue,
                Item::OptRule(Some(edge), mismatch) if self.pairs[edge.pair].lacks_only_cases => {
                    sink.failure(&[], Cause::ExtraCases(mismatch));
                }
                Item::OptRule(None, mismatch) => sink.failure(&[], Cause::Local(mismatch)),
                Item::OptRule(Some(edge), mismatch) => {
                    let why = Self::why(edge, &nearest);
                    sink.failure(&[], Cause::Diverged(mismatch, why));
                }
                Item::Needs(edge) if !self.fails(edge) => continue,
                Item::Needs(edge) if is_entered[edge.pair] && !self.is_plain(edge) => {
                    let explained_by = match outermost[edge.pair] {
                        Some(outermost) => outermost,
                        None => {
                            frame.lowest = frame.lowest.min(numbers[edge.pair]);
                            if !is_explained[edge.pair] {
                                continue;
                            }
                            edge.pair
                        }
                    };
                    sink.failure(&edge.steps, Cause::Seen(self.relation, edge, explained_by));
                }
                Item::Needs(edge) => {
                    is_entered[edge.pair] = true;
                    n_entered += 1;
                    numbers[edge.pair] = n_entered;
                    open.push(edge.pair);
                    frames.push(Frame::new(edge.pair, n_entered, n_failures));
                    sink.enter(&edge.steps, edge.pair);
                    continue;
                }
            }
            n_failures += 1;
        }
    }

    /// Returns for each pair that fails the item that leads to the nearest failure; none unless the special rule for `opt` is one.
    fn nearest_failures(&self) -> Vec<Option<&Item>> {
        if !self.is_strict() {
            return Vec::new();
        }
        let mut nearest = vec![None; self.pairs.len()];
        let mut dependents = vec![Vec::new(); self.pairs.len()];
        let mut failing = VecDeque::new();
        for (i, pair) in self.pairs.iter().enumerate() {
            for item in &pair.items {
                match item {
                    Item::Needs(edge) | Item::OptRule(Some(edge), _) => {
                        dependents[edge.pair].push((i, item));
                    }
                    Item::Fails(..) | Item::OptRule(None, _) if nearest[i].is_none() => {
                        nearest[i] = Some(item);
                        failing.push_back(i);
                    }
                    Item::Fails(..) | Item::OptRule(None, _) => {}
                }
            }
        }
        while let Some(i) = failing.pop_front() {
            for (dependent, item) in std::mem::take(&mut dependents[i]) {
                if nearest[dependent].is_none() {
                    nearest[dependent] = Some(item);
                    failing.push_back(dependent);
                }
            }
        }
        nearest
    }

    /// Returns the nearest failure below a pair that fails, with the steps to it; `None` if it is far.
    fn why<'g>(edge: &Edge, nearest: &[Option<&'g Item>]) -> Option<(Vec<Step>, &'g Mismatch)> {
        /// Maximum number of pairs that are passed.
        const MAX: usize = 16;
        let (mut pair, mut steps) = (edge.pair, edge.steps.clone());
        for _ in 0..MAX {
            match (*nearest.get(pair)?)? {
                Item::Needs(edge) | Item::OptRule(Some(edge), _) => {
                    steps.extend(edge.steps.iter().cloned());
                    pair = edge.pair;
                }
                Item::Fails(more, mismatch) => {
                    steps.extend(more.iter().cloned());
                    return Some((steps, mismatch));
                }
                Item::OptRule(None, mismatch) => return Some((steps, mismatch)),
            }
        }
        None
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
    /// The following failures are below these steps, of a pair.
    fn enter(&mut self, steps: &[Step], pair: usize);
    /// Back to before the last steps.
    fn leave(&mut self);
    /// A failure, below further steps.
    fn failure(&mut self, steps: &[Step], cause: Cause<'_>);
}

/// The reason of a failure.
pub(super) enum Cause<'a> {
    Local(&'a Mismatch),
    /// The special rule for `opt`, and a failure of what is in it, below further steps.
    Diverged(&'a Mismatch, Option<(Vec<Step>, &'a Mismatch)>),
    /// The special rule for `opt`, whose variant on the right lacks cases and differs in nothing else.
    ExtraCases(&'a Mismatch),
    /// The pair of types has been visited before; the last pair is the one that was left with all the reasons.
    Seen(Relation, &'a Edge, usize),
}

/// Failures as texts.
struct Texts<'g> {
    names: Names<'g>,
    audience: Audience,
    path: Vec<String>,
    /// The audience and the length of the path outside of each pair.
    outer: Vec<(Audience, usize)>,
    /// Whether pairs fail even if the special rule for `opt` counts.
    fails: Vec<bool>,
    failures: Vec<Incompatibility>,
}

impl Sink for Texts<'_> {
    fn enter(&mut self, steps: &[Step], _: usize) {
        self.outer.push((self.audience, self.path.len()));
        self.path.extend(texts(steps, &self.names));
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
            Cause::Local(mismatch) | Cause::Diverged(mismatch, _) | Cause::ExtraCases(mismatch) => {
                mismatch.describe(self.audience.after(steps), &self.names)
            }
            Cause::Seen(relation, edge, _) => {
                let left = apart(&edge.left, &edge.right);
                let right = apart(&edge.right, &edge.left);
                let mismatch = match self.fails.get(edge.pair) {
                    Some(false) => Mismatch::Special(left, right),
                    _ => Mismatch::Unrelated(relation, left, right),
                };
                format!(
                    "{} (see above)",
                    mismatch.describe(Audience::Relation, &self.names)
                )
            }
        };
        let steps = texts(steps, &self.names);
        let path = brevity::path(&self.path, &steps);
        self.failures.push(Incompatibility { path, message });
    }
}

/// Returns a type, in words if its name is that of another one with the number that it has where both interfaces are in one set
/// of definitions.
fn apart(ty: &Type, other: &Type) -> Type {
    let (TypeInner::Var(name), TypeInner::Var(other)) = (ty.as_ref(), other.as_ref()) else {
        return ty.clone();
    };
    match name.strip_prefix(other.as_str()) {
        Some(number) if number.starts_with('/') => {
            TypeInner::Var(format!("the other {other}")).into()
        }
        _ => ty.clone(),
    }
}

/// A pair whose failures are being reported.
struct Frame {
    pair: usize,
    next_item: usize,
    /// The lowest number of a pair that it is known to depend on, which was not left.
    lowest: usize,
    /// The number of failures reported before.
    outer_failures: usize,
}

impl Frame {
    fn new(pair: usize, number: usize, outer_failures: usize) -> Self {
        Frame {
            pair,
            next_item: 0,
            lowest: number,
            outer_failures,
        }
    }
}

fn texts(steps: &[Step], names: &Names<'_>) -> Vec<String> {
    let texts = steps.iter().filter_map(|step| step.describe(names));
    texts.collect()
}

impl Edge {
    /// Returns whether one of the types is written as a name.
    fn has_name(&self) -> bool {
        let is_name = |ty: &TypeInner| matches!(ty, TypeInner::Var(_) | TypeInner::Knot(_));
        is_name(&self.left) || is_name(&self.right)
    }
}
