//! Subtype checks of references: the wire's function or service type must be a subtype of the expected one.
//!
//! The rules are those of `types/subtype`, without reports: a test compares both. Here they apply to a table and a
//! graph, by index, so that a pair of types takes forty bytes, and the work is bounded, because the table is untrusted:
//! in proportion to the header and to the expected type. Pairs are cached, so that many references whose types share
//! most of their parts are compared once.
//!
//! `spec/Candid.md#upgrading-and-subtyping`

use crate::de::header::WireType;
use crate::de::plan::memo::{Compared, SubtypePair};
use crate::de::plan::side::{Shape, Side, Sides};
use crate::de::plan::Plan;
use crate::error::{internal, Error, ErrorKind, Result};
use crate::schema::expected::ExpectedType;
use crate::util::id_map::IdMap;
use candid_wire::limits::{
    MAX_REFERENCE_PAIRS, MAX_REFERENCE_WORK, MIN_REFERENCE_PAIRS, MIN_REFERENCE_WORK,
};
use candid_wire::opcode::Primitive;
use std::rc::Rc;

/// An edge from a pair to one that depends on it.
struct Edge {
    dependent: u32,
    next: u32,
}

const NO_EDGE: u32 = u32::MAX;

impl Plan {
    /// Returns whether the reference type `wire` is a subtype of `expected`.
    ///
    /// # Errors
    ///
    /// If that takes more work than the header pays for.
    pub(crate) fn is_subtype(&self, wire: WireType, expected: &ExpectedType) -> Result<bool> {
        let ExpectedType::Node(graph, node) = expected else {
            return Err(internal());
        };
        let mut compared = self.references.compared.borrow_mut();
        let compared = compared.get_or_insert_with(Rc::as_ptr(graph) as usize, || {
            let header_len = self.table.header_len();
            let paid_for = |each: usize, n_expected: usize, least| {
                let n = header_len.saturating_add(n_expected);
                n.saturating_mul(each).saturating_add(least)
            };
            Compared {
                _graph: graph.clone(),
                pairs: IdMap::default(),
                pairs_left: paid_for(MAX_REFERENCE_PAIRS, graph.n_nodes(), MIN_REFERENCE_PAIRS),
                work_left: paid_for(MAX_REFERENCE_WORK, graph.n_parts(), MIN_REFERENCE_WORK),
            }
        });
        let n_before = compared.pairs.len();
        let root = (Side::Wire(wire), Side::ExpectedType(*node));
        if let Some(pair) = compared.pairs.get(&root) {
            return Ok(!pair.fails);
        }
        let sides = Sides {
            table: &self.table,
            graph,
        };
        let check = SubtypeCheck {
            sides,
            compared,
            edges: Vec::new(),
            failing: Vec::new(),
        };
        let result = check.span(root.0, root.1);
        if result.is_err() {
            // The pairs found are not known to hold, and no budget is left to determine it.
            compared.pairs.clear();
            compared.work_left = 0;
        }
        let holds = result?;
        let n_more = compared.pairs.len() - n_before;
        let n_pairs = self.references.n_pairs.get();
        self.references.n_pairs.set(n_pairs.saturating_add(n_more));
        Ok(holds)
    }
}

/// One comparison: the new pairs reachable from a pair.
struct SubtypeCheck<'a> {
    sides: Sides<'a>,
    compared: &'a mut Compared,
    edges: Vec<Edge>,
    /// The pairs that fail by themselves.
    failing: Vec<usize>,
}

impl SubtypeCheck<'_> {
    fn span(mut self, left: Side, right: Side) -> Result<bool> {
        let first = self.compared.pairs.len();
        if !self.holds_if(left, right, None)? {
            return Ok(false);
        }
        let mut next = first;
        while let Some(((left, right), _)) = self.compared.pairs.at(next) {
            let (left, right) = (*left, *right);
            if !self.parts_may_hold(left, right, next)? {
                self.failing.push(next);
            }
            next += 1;
        }
        // Pairs that depend on a failing pair fail, too.
        while let Some(place) = self.failing.pop() {
            let Some(pair) = self.compared.pairs.at_mut(place) else {
                continue;
            };
            if std::mem::replace(&mut pair.fails, true) {
                continue;
            }
            let mut edge = pair.first_edge;
            while let Some(Edge { dependent, next }) = self.edges.get(edge as usize) {
                self.failing.push(*dependent as usize);
                edge = *next;
            }
        }
        Ok(match self.compared.pairs.at(first) {
            Some((_, pair)) => !pair.fails,
            // It was decided without a pair.
            None => true,
        })
    }

    /// Returns whether one type is a subtype of another as far as it is known: false if it is not, true if it is or if
    /// it depends on a pair that is checked later; `dependent` then depends on that pair.
    fn holds_if(&mut self, left: Side, right: Side, dependent: Option<usize>) -> Result<bool> {
        use Shape as S;
        self.work()?;
        match (self.sides.shape(left), self.sides.shape(right)) {
            (_, S::Primitive(Primitive::Reserved) | S::Opt)
            | (S::Primitive(Primitive::Empty), _)
            | (S::Primitive(Primitive::Nat), S::Primitive(Primitive::Int))
            | (S::Service(_), S::Primitive(Primitive::Principal)) => return Ok(true),
            (S::Primitive(left), S::Primitive(right)) => return Ok(left == right),
            (S::Vec(_), S::Vec(_))
            | (S::Record(_), S::Record(_))
            | (S::Variant(_), S::Variant(_))
            | (S::Func(_), S::Func(_))
            | (S::Service(_), S::Service(_)) => {}
            _ => return Ok(false),
        }
        let n_before = self.compared.pairs.len();
        let place = self
            .compared
            .pairs
            .place_or_insert_with((left, right), || SubtypePair {
                fails: false,
                first_edge: NO_EDGE,
            });
        let n_more = usize::from(place == n_before) + usize::from(dependent.is_some());
        self.compared.pairs_left = match self.compared.pairs_left.checked_sub(n_more) {
            Some(left) => left,
            None => return Err(too_much_cold()),
        };
        let (Some(pair), Some(dependent)) = (self.compared.pairs.at_mut(place), dependent) else {
            return Ok(true);
        };
        if pair.fails {
            return Ok(false);
        }
        let edge = number(self.edges.len())?;
        self.edges.push(Edge {
            dependent: number(dependent)?,
            next: std::mem::replace(&mut pair.first_edge, edge),
        });
        Ok(true)
    }

    /// Checks one pair: returns whether it holds if the pairs of its parts do, which are checked later.
    fn parts_may_hold(&mut self, left: Side, right: Side, place: usize) -> Result<bool> {
        use Shape as S;
        let sides = self.sides;
        let own = Some(place);
        match (sides.shape(left), sides.shape(right)) {
            (S::Vec(left), S::Vec(right)) => self.holds_if(left, right, own),
            (S::Record(left), S::Record(right)) => {
                let mut found = 0;
                for i in 0..right.len() {
                    let Some((id, expected)) = right.get(i) else {
                        break;
                    };
                    self.pass(
                        |i| left.get(i).is_some_and(|(other, _)| other < id),
                        &mut found,
                    )?;
                    match left.get(found) {
                        Some((other, ty)) if other == id => {
                            if !self.holds_if(ty, expected, own)? {
                                return Ok(false);
                            }
                        }
                        _ => {
                            if !sides.is_nullable(expected) {
                                return Ok(false);
                            }
                        }
                    }
                }
                Ok(true)
            }
            (S::Variant(left), S::Variant(right)) => {
                let mut expected = 0;
                for i in 0..left.len() {
                    let Some((id, ty)) = left.get(i) else { break };
                    self.pass(
                        |i| right.get(i).is_some_and(|(other, _)| other < id),
                        &mut expected,
                    )?;
                    match right.get(expected) {
                        Some((other, expected)) if other == id => {
                            if !self.holds_if(ty, expected, own)? {
                                return Ok(false);
                            }
                        }
                        _ => return Ok(false),
                    }
                }
                Ok(true)
            }
            (S::Func(left), S::Func(right)) => {
                // Argument and result lists are tuples; arguments change sides.
                Ok(left.has_modes_of(right)
                    && self.list_may_hold(&|i| right.arg(i), &|i| left.arg(i), own)?
                    && self.list_may_hold(&|i| left.ret(i), &|i| right.ret(i), own)?)
            }
            (S::Service(left), S::Service(right)) => {
                let mut found = 0;
                for i in 0..right.len() {
                    let Some((name, expected)) = right.get(i) else {
                        break;
                    };
                    self.pass(
                        |i| left.get(i).is_some_and(|(other, _)| other < name),
                        &mut found,
                    )?;
                    match left.get(found) {
                        Some((other, ty)) if other == name => {
                            if !self.holds_if(ty, expected, own)? {
                                return Ok(false);
                            }
                        }
                        _ => return Ok(false),
                    }
                }
                Ok(true)
            }
            _ => Err(internal()),
        }
    }

    /// Advances past the entries of a sorted list that come before the one searched for.
    fn pass(&mut self, is_before: impl Fn(usize) -> bool, at: &mut usize) -> Result<()> {
        self.work()?;
        while is_before(*at) {
            *at += 1;
            self.work()?;
        }
        Ok(())
    }

    fn work(&mut self) -> Result<()> {
        match self.compared.work_left.checked_sub(1) {
            Some(left) => {
                self.compared.work_left = left;
                Ok(())
            }
            None => Err(too_much_cold()),
        }
    }

    /// Returns whether the types of one list may be subtypes of those of another; an expected entry that is missing
    /// must be nullable.
    fn list_may_hold(
        &mut self,
        found: &dyn Fn(usize) -> Option<Side>,
        expected: &dyn Fn(usize) -> Option<Side>,
        own: Option<usize>,
    ) -> Result<bool> {
        let mut i = 0;
        while let Some(expected) = expected(i) {
            self.work()?;
            let holds = match found(i) {
                Some(ty) => self.holds_if(ty, expected, own)?,
                None => self.sides.is_nullable(expected),
            };
            if !holds {
                return Ok(false);
            }
            i += 1;
        }
        Ok(true)
    }
}

fn number(place: usize) -> Result<u32> {
    u32::try_from(place).map_err(|_| too_much_cold())
}

#[cold]
#[inline(never)]
fn too_much_cold() -> Error {
    Error::new(
        ErrorKind::Limit,
        "too many pairs of function and service types to compare",
    )
}

#[cfg(all(test, feature = "value"))]
mod tests;
