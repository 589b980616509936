//! Static analysis of coercion: whether all values of one type coerce to another, decided once per pair. It determines
//! whether an option must inspect its payload ahead.
//!
//! `spec/Candid.md#decoding`

use crate::de::header::{Entry, WireType};
use crate::de::plan::memo::CoercionPair;
use crate::de::plan::Plan;
use crate::error::{Error, ErrorKind, Result};
use crate::schema::expected::{ExpectedType, TypeShape};
use crate::util::id_map::IdMap;
use candid_wire::limits::{MAX_PAIRS, MAX_PARTS, MIN_PAIRS, MIN_PARTS};
use candid_wire::opcode::Primitive;
use std::cell::Cell;

/// An edge: if the pair fails, `parent` fails, too.
struct Edge {
    parent: u32,
    next: u32,
}

const NO_EDGE: u32 = u32::MAX;

/// The pairs reachable from one query, and their dependencies.
struct CoercionCheck<'a> {
    plan: &'a Plan,
    pairs: &'a mut IdMap<(u32, usize), CoercionPair>,
    /// The number of pairs that were known before.
    first: usize,
    /// The types of the new pairs.
    types: Vec<(WireType, ExpectedType)>,
    edges: Vec<Edge>,
}

impl CoercionCheck<'_> {
    /// Records that `parent` depends on a pair, which is analysed later if it is new. Returns whether the pair is known
    /// to fail.
    fn add(&mut self, wire: WireType, expected: ExpectedType, parent: Option<u32>) -> Result<bool> {
        let WireType::Index(index) = wire else {
            return self.plan.fails_here(wire, &expected, &mut Vec::new());
        };
        let new = || CoercionPair {
            fails: false,
            first_edge: NO_EDGE,
        };
        let n_before = self.pairs.len();
        let place = self
            .pairs
            .place_or_insert_with((index, expected.key()), new);
        if place == n_before {
            self.plan.check_pairs(n_before)?;
            self.types.push((wire, expected));
        }
        let (Some(pair), Some(parent)) = (self.pairs.at_mut(place), parent) else {
            return Ok(false);
        };
        if place >= self.first {
            let edge = u32::try_from(self.edges.len()).map_err(|_| too_many_pairs_cold())?;
            let next = std::mem::replace(&mut pair.first_edge, edge);
            self.edges.push(Edge { parent, next });
        }
        Ok(pair.fails)
    }

    fn run(mut self, wire: WireType, expected: ExpectedType) -> Result<()> {
        self.add(wire, expected, None)?;
        let mut failing = Vec::new();
        let mut parts = Vec::new();
        let mut next = 0;
        while let Some((wire, expected)) = self.types.get(next).cloned() {
            let place = u32::try_from(self.first + next).map_err(|_| too_many_pairs_cold())?;
            let mut fails = self.plan.fails_here(wire, &expected, &mut parts)?;
            for (wire, expected) in parts.drain(..) {
                fails |= self.add(wire, expected, Some(place))?;
            }
            if fails {
                failing.push(place);
            }
            next += 1;
        }
        // Pairs that depend on a failing pair fail, too.
        while let Some(place) = failing.pop() {
            let Some(pair) = self.pairs.at_mut(place as usize) else {
                continue;
            };
            if std::mem::replace(&mut pair.fails, true) {
                continue;
            }
            let mut edge = pair.first_edge;
            while let Some(Edge { parent, next }) = self.edges.get(edge as usize) {
                failing.push(*parent);
                edge = *next;
            }
        }
        Ok(())
    }
}

impl Plan {
    /// Returns whether some value of type `wire` may fail to coerce to `expected`.
    ///
    /// A pair fails if it does by itself or a pair of its parts does; a cycle through data is not a failure. The search
    /// visits each pair once in the lifetime of the plan, and failures propagate backwards, so the work is linear in
    /// the types.
    ///
    /// # Errors
    ///
    /// If the expected type contains one without values, or if there are too many pairs.
    pub(crate) fn may_fail(&self, wire: WireType, expected: &ExpectedType) -> Result<bool> {
        let WireType::Index(index) = wire else {
            return self.fails_here(wire, expected, &mut Vec::new());
        };
        let root = (index, expected.key());
        if let Some(pair) = self.fallible.0.borrow().get(&root) {
            return Ok(pair.fails);
        }
        // Outside the borrow: hand-written types are the user's code.
        let mut pairs = self.fallible.0.take();
        let check = CoercionCheck {
            plan: self,
            first: pairs.len(),
            pairs: &mut pairs,
            types: Vec::new(),
            edges: Vec::new(),
        };
        let result = check.run(wire, expected.clone());
        if result.is_err() {
            // The pairs seen on the way have no verdict.
            pairs.clear();
        }
        let fails = pairs.get(&root).is_none_or(|pair| pair.fails);
        self.fallible.0.replace(pairs);
        result.map(|()| fails)
    }

    /// Checks whether one more pair of types of a kind is allowed when there are `n` already.
    ///
    /// # Errors
    ///
    /// If there are too many.
    #[inline]
    pub(crate) fn check_pairs(&self, n: usize) -> Result<()> {
        if n < MIN_PAIRS || n - MIN_PAIRS < self.table.header_len().saturating_mul(MAX_PAIRS) {
            return Ok(());
        }
        Err(too_many_pairs_cold())
    }

    /// Counts the fields or cases of a compiled pair.
    ///
    /// # Errors
    ///
    /// If there are too many.
    pub(crate) fn count_parts(&self, n_wire: usize, n_expected: usize) -> Result<()> {
        self.count(&self.n_parts, n_wire, n_expected)
    }

    fn count(&self, n_parts: &Cell<usize>, n_wire: usize, n_expected: usize) -> Result<()> {
        let n = n_parts.get().saturating_add(n_wire);
        let n = n.saturating_add(n_expected);
        n_parts.set(n);
        if n < MIN_PARTS || n - MIN_PARTS < self.table.header_len().saturating_mul(MAX_PARTS) {
            return Ok(());
        }
        Err(too_many_pairs_cold())
    }

    /// Returns whether one pair fails by itself; the pairs of parts that it depends on go to `pending`.
    fn fails_here(
        &self,
        wire: WireType,
        expected: &ExpectedType,
        pending: &mut Vec<(WireType, ExpectedType)>,
    ) -> Result<bool> {
        let view = expected.view()?;
        let primitive = match wire {
            WireType::Primitive(primitive) => Some(primitive),
            WireType::Index(_) => None,
        };
        Ok(match (primitive, self.table.entry(wire), view) {
            (_, _, TypeShape::Primitive(Primitive::Reserved) | TypeShape::Opt(_)) => false,
            (_, _, TypeShape::Any) => false,
            // There are no values that could fail.
            (Some(Primitive::Empty), _, _) => false,
            (Some(found), _, TypeShape::Primitive(expected)) => {
                found != expected && (found, expected) != (Primitive::Nat, Primitive::Int)
            }
            (_, Some(Entry::Service(_)), TypeShape::Primitive(Primitive::Principal)) => false,
            (_, Some(Entry::Vec(element)), TypeShape::Vec(expected)) => {
                pending.push((element, expected));
                false
            }
            (_, Some(Entry::Record(range)), TypeShape::Record(expected_fields)) => {
                let fields = self.table.fields(range);
                self.count(&self.n_classified, fields.len(), expected_fields.len())?;
                let mut fields = fields.iter().peekable();
                for i in 0..expected_fields.len() {
                    let Some(expected) = expected_fields.get(i)? else {
                        break;
                    };
                    while fields.next_if(|field| field.id < expected.id).is_some() {}
                    match fields.next_if(|field| field.id == expected.id) {
                        Some(field) => pending.push((field.ty, expected.ty)),
                        None if expected.ty.is_optional() => {}
                        None => return Ok(true),
                    }
                }
                false
            }
            (_, Some(Entry::Variant(range)), TypeShape::Variant(expected_fields)) => {
                let tags = self.table.fields(range);
                self.count(&self.n_classified, tags.len(), expected_fields.len())?;
                let mut i = 0;
                for tag in tags {
                    while expected_fields.id(i).is_some_and(|id| id < tag.id) {
                        i += 1;
                    }
                    match expected_fields.get(i)? {
                        Some(expected) if expected.id == tag.id => {
                            pending.push((tag.ty, expected.ty))
                        }
                        _ => return Ok(true),
                    }
                }
                false
            }
            (_, Some(Entry::Func { .. } | Entry::Service(_)), TypeShape::Reference(..)) => {
                !self.is_subtype(wire, expected)?
            }
            _ => true,
        })
    }
}

#[cold]
#[inline(never)]
fn too_many_pairs_cold() -> Error {
    Error::new(
        ErrorKind::Limit,
        "too many pairs of wire and expected types to compare",
    )
}
