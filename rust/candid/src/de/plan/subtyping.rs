//! Subtyping of a type of the wire and an expected type. It determines whether a reference may be decoded, and whether
//! an option must inspect its payload ahead: all values of a type coerce to its supertypes.
//!
//! The rules are those of `types/subtype`, without reports: a test compares both. Here they apply to a table and
//! expected types, by index, and the work is bounded, because the table is untrusted: in proportion to the header and
//! to the graphs of references. Each pair of types is visited once in the lifetime of the plan, and failures propagate
//! backwards, so types that share most of their parts are compared once.
//!
//! `spec/Candid.md#upgrading-and-subtyping`

use crate::de::header::{Entry, WireField, WireType};
use crate::de::plan::memo::{Compared, Pair};
use crate::de::plan::side::{Fields, Shape, Side};
use crate::de::plan::{too_many_pairs_cold, Plan};
use crate::error::{internal, Error, Result};
use crate::schema::descriptor::{Descriptor, FieldDescriptor};
use crate::schema::expected::{ExpectedFields, ExpectedType};
use candid_wire::limits::COMPARED_PARTS_PER_BYTE;
use candid_wire::opcode::Primitive;
use std::rc::Rc;

const NO_EDGE: u32 = u32::MAX;

/// Whether a subtyping holds; the error of a visit that ends before that is known.
type Holds<E> = std::result::Result<bool, E>;

/// An edge from a pair to one that depends on it.
struct Edge {
    dependent: u32,
    next: u32,
}

impl Plan {
    /// Returns whether `wire` is a subtype of `expected`.
    ///
    /// # Errors
    ///
    /// If that takes more work than the header pays for, or if the expected type contains one without values.
    pub(crate) fn is_subtype(&self, wire: WireType, expected: &ExpectedType) -> Result<bool> {
        if let ExpectedType::Static(expected) = expected {
            if let Some(holds) = self.is_subtype_of_few(wire, expected, &mut { FEW }) {
                return Ok(holds);
            }
        }
        let (left, right) = (Side::Wire(wire), Side::Expected(expected.clone()));
        if let Some(compared) = self.compared.0.borrow().as_ref() {
            if let Some(pair) = compared.pairs.get(&(left.key(), right.key())) {
                return Ok(!pair.fails);
            }
        }
        // Taken out of the cell, because hand-written types are the user's code, which may come back.
        let compared = self.compared.0.take();
        let compared = compared.unwrap_or_else(|| Box::new(Compared::new(&self.table)));
        let mut check = SubtypeCheck {
            plan: self,
            first: compared.pairs.len(),
            compared,
            edges: Vec::new(),
            failing: Vec::new(),
        };
        let result = check.run(left, right);
        let mut compared = check.compared;
        if result.is_err() {
            // The pairs seen on the way have no verdict.
            compared.pairs.clear();
        }
        self.compared.0.replace(Some(compared));
        self.note_added();
        result
    }

    /// Returns whether `wire` is a subtype of a constant type, if that takes at most `n_left` parts, which are then subtracted,
    /// and no others: such types need no memo. `None` also of some that are not.
    fn is_subtype_of_few(
        &self,
        wire: WireType,
        expected: &'static Descriptor,
        n_left: &mut usize,
    ) -> Option<bool> {
        let mut use_parts = |n: usize| {
            *n_left = n_left.checked_sub(n)?;
            Some(())
        };
        match (expected, self.table.entry(wire)) {
            (Descriptor::Opt(_), _) => Some(true),
            (Descriptor::Primitive(expected), None) => {
                Some(is_primitive_subtype(wire.primitive()?, *expected))
            }
            (Descriptor::Vec(element), Some(Entry::Vec(found))) => {
                use_parts(1)?;
                self.is_subtype_of_few(found, element(), n_left)
            }
            (Descriptor::Record(fields), Some(Entry::Record(range))) => {
                let found = self.table.fields(range);
                use_parts(1 + found.len().max(fields.len()))?;
                let holds = all_fields(found, fields, |found, field| match (found, (field.ty)()) {
                    (Some(found), ty) => self.is_subtype_of_few(found, ty, n_left).ok_or(()),
                    (None, Descriptor::Opt(_)) if field.aliases().is_empty() => Ok(true),
                    (None, _) => Err(()),
                });
                holds.ok()
            }
            (Descriptor::Variant(cases), Some(Entry::Variant(range))) => {
                let found = self.table.fields(range);
                use_parts(1 + found.len().max(cases.len()))?;
                let holds = all_cases(found, cases, |found, case| {
                    self.is_subtype_of_few(found, (case.ty)(), n_left).ok_or(())
                });
                holds.ok()
            }
            _ => None,
        }
    }
}

/// How many parts of types are compared without a memo.
const FEW: usize = 16;

/// One comparison: the new pairs reachable from a pair.
struct SubtypeCheck<'a> {
    plan: &'a Plan,
    compared: Box<Compared>,
    /// The number of pairs that were known before.
    first: usize,
    edges: Vec<Edge>,
    /// The pairs that fail by themselves.
    failing: Vec<u32>,
}

impl SubtypeCheck<'_> {
    fn run(&mut self, left: Side, right: Side) -> Result<bool> {
        if !self.holds_if(left, right, None)? {
            return Ok(false);
        }
        let mut next = self.first;
        while let Some((_, pair)) = self.compared.pairs.nth(next) {
            let (left, right) = (pair.left.clone(), pair.right.clone());
            let position = number(next)?;
            self.work(1)?;
            if !self.parts_may_hold(&left, &right, Some(position))? {
                self.failing.push(position);
            }
            next += 1;
        }
        // Pairs that depend on a failing pair fail, too.
        while let Some(position) = self.failing.pop() {
            let Some(pair) = self.compared.pairs.nth_mut(position as usize) else {
                continue;
            };
            if std::mem::replace(&mut pair.fails, true) {
                continue;
            }
            let mut edge = pair.first_edge;
            while let Some(Edge { dependent, next }) = self.edges.get(edge as usize) {
                self.failing.push(*dependent);
                edge = *next;
            }
        }
        // Without a new pair, it was known to hold.
        let root = self.compared.pairs.nth(self.first);
        Ok(root.is_none_or(|(_, pair)| !pair.fails))
    }

    /// Returns whether one type is a subtype of another as far as it is known: false if it is not, true if it is or if
    /// it depends on a pair that is checked later; `dependent` then depends on that pair.
    fn holds_if(&mut self, left: Side, right: Side, dependent: Option<u32>) -> Result<bool> {
        match (left.primitive(), right.primitive()) {
            (Some(left), Some(right)) => return Ok(is_primitive_subtype(left, right)),
            // All types are subtypes of an option, of which there are many: there is nothing to check.
            (None, None) if right.is_opt(&self.plan.table) => return Ok(true),
            (None, None) => {}
            _ => return self.parts_may_hold(&left, &right, None),
        }
        let n_before = self.compared.pairs.len();
        let key = (left.key(), right.key());
        let position = self.compared.pairs.position_or_insert_with(key, || Pair {
            left,
            right,
            fails: false,
            first_edge: NO_EDGE,
        });
        if position == n_before {
            self.plan.check_pairs(n_before)?;
        }
        let Some(pair) = self.compared.pairs.nth_mut(position) else {
            return Err(internal());
        };
        if pair.fails {
            return Ok(false);
        }
        if let (Some(dependent), true) = (dependent, position >= self.first) {
            let edge = number(self.edges.len())?;
            self.edges.push(Edge {
                dependent,
                next: std::mem::replace(&mut pair.first_edge, edge),
            });
        }
        Ok(true)
    }

    /// Checks one pair: returns whether it holds if the pairs of its parts do, which are checked later. `own` is the
    /// position of the pair, unless a type is primitive.
    fn parts_may_hold(&mut self, left: &Side, right: &Side, own: Option<u32>) -> Result<bool> {
        use Shape as S;
        let table = &self.plan.table;
        match (left.shape(table)?, right.shape(table)?) {
            (S::Primitive(left), S::Primitive(right)) => Ok(is_primitive_subtype(left, right)),
            (_, S::Primitive(Primitive::Reserved) | S::Opt(_) | S::Any)
            | (S::Primitive(Primitive::Empty), _)
            | (S::Service(_), S::Primitive(Primitive::Principal)) => Ok(true),
            (S::Vec(left), S::Vec(right)) => self.holds_if(left, right, own),
            (S::Record(left), S::Record(right)) => {
                self.work(left.len() + right.len())?;
                if let (Fields::Wire(left), Fields::Expected(ExpectedFields::Static(right))) =
                    (left, right)
                {
                    return all_fields::<Error>(left, right, |left, field| {
                        match (left, (field.ty)()) {
                            (Some(left), right) => self.part_may_hold(left, right, own),
                            // An alias may be there, with another type than `null`.
                            (None, _) if !field.aliases().is_empty() => Ok(false),
                            (None, Descriptor::Opt(_)) => Ok(true),
                            (None, ty) => {
                                let right = Side::Expected(ExpectedType::of_descriptor(ty)?);
                                right.is_nullable(&self.plan.table)
                            }
                        }
                    });
                }
                let mut found = 0;
                for i in 0..right.len() {
                    let (Some(id), Some(expected)) = (right.id(i), right.ty(i)?) else {
                        break;
                    };
                    let holds = if advance_to(&id, &mut found, |i| left.id(i)) {
                        self.holds_if_some(left.ty(found)?, Some(expected), own)?
                    } else {
                        // An alias may be there, with another type than `null`.
                        right.aliases(i).is_empty() && expected.is_nullable(table)?
                    };
                    if !holds {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (S::Variant(left), S::Variant(right)) => {
                self.work(left.len() + right.len())?;
                if let (Fields::Wire(left), Fields::Expected(ExpectedFields::Static(right))) =
                    (left, right)
                {
                    return all_cases::<Error>(left, right, |left, case| {
                        self.part_may_hold(left, (case.ty)(), own)
                    });
                }
                let mut expected = 0;
                for i in 0..left.len() {
                    let Some(id) = left.id(i) else { break };
                    let is_found = advance_to(&id, &mut expected, |i| right.id(i));
                    if !is_found || !self.holds_if_some(left.ty(i)?, right.ty(expected)?, own)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (S::Func(left_func), S::Func(right_func)) => {
                self.add_work_for(left, right);
                // Argument and result lists are tuples; arguments change sides.
                let (left, right) = (left_func, right_func);
                self.work(left.n_parts() + right.n_parts())?;
                Ok(left.annotations().eq(right.annotations())
                    && self.list_may_hold(&|i| right.arg(i), &|i| left.arg(i), own)?
                    && self.list_may_hold(&|i| left.ret(i), &|i| right.ret(i), own)?)
            }
            (S::Service(found_methods), S::Service(expected_methods)) => {
                self.add_work_for(left, right);
                let (left, right) = (found_methods, expected_methods);
                self.work(left.len() + right.len())?;
                let mut found = 0;
                for i in 0..right.len() {
                    let Some(name) = right.name(i) else { break };
                    let is_found = advance_to(&name, &mut found, |i| left.name(i));
                    if !is_found || !self.holds_if_some(left.ty(found), right.ty(i), own)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// As [`Self::holds_if`] for a part of the wire and one of a constant type.
    fn part_may_hold(
        &mut self,
        left: WireType,
        right: &'static Descriptor,
        own: Option<u32>,
    ) -> Result<bool> {
        let mut n_left = FEW;
        match self.plan.is_subtype_of_few(left, right, &mut n_left) {
            Some(holds) => self.work(FEW - n_left).map(|()| holds),
            None => {
                let right = Side::Expected(ExpectedType::of_descriptor(right)?);
                self.holds_if(Side::Wire(left), right, own)
            }
        }
    }

    /// As [`Self::holds_if`] for two parts that are present.
    fn holds_if_some(
        &mut self,
        left: Option<Side>,
        right: Option<Side>,
        dependent: Option<u32>,
    ) -> Result<bool> {
        match (left, right) {
            (Some(left), Some(right)) => self.holds_if(left, right, dependent),
            _ => Err(internal()),
        }
    }

    /// Returns whether the types of one list may be subtypes of those of another; an expected entry that is missing
    /// must be nullable.
    fn list_may_hold(
        &mut self,
        found: &dyn Fn(usize) -> Option<Side>,
        expected: &dyn Fn(usize) -> Option<Side>,
        own: Option<u32>,
    ) -> Result<bool> {
        let mut i = 0;
        while let Some(expected) = expected(i) {
            let holds = match found(i) {
                Some(ty) => self.holds_if(ty, expected, own)?,
                None => expected.is_nullable(&self.plan.table)?,
            };
            if !holds {
                return Ok(false);
            }
            i += 1;
        }
        Ok(true)
    }

    /// Adds the work that the graph of an expected reference pays for, once.
    fn add_work_for(&mut self, left: &Side, right: &Side) {
        for side in [left, right] {
            let Side::Expected(ExpectedType::Node(graph, _)) = side else {
                continue;
            };
            let compared = &mut self.compared;
            let address = Rc::as_ptr(graph) as usize;
            if compared.graphs.insert(address, ()).is_none() {
                let more = graph.n_parts().saturating_mul(COMPARED_PARTS_PER_BYTE);
                compared.work_left = compared.work_left.saturating_add(more);
            }
        }
    }

    fn work(&mut self, n_parts: usize) -> Result<()> {
        match self.compared.work_left.checked_sub(n_parts) {
            Some(left) => {
                self.compared.work_left = left;
                Ok(())
            }
            None => Err(too_many_pairs_cold()),
        }
    }
}

fn is_primitive_subtype(left: Primitive, right: Primitive) -> bool {
    left == right
        || right == Primitive::Reserved
        || left == Primitive::Empty
        || (left, right) == (Primitive::Nat, Primitive::Int)
}

/// Returns whether `holds` returns true for the type on the wire, if any, of each field of a constant type.
fn all_fields<E>(
    mut found: &[WireField],
    fields: &'static [FieldDescriptor],
    mut holds: impl FnMut(Option<WireType>, &'static FieldDescriptor) -> Holds<E>,
) -> Holds<E> {
    for field in fields {
        let ty = take_type(&mut found, field.id);
        if !holds(ty, field)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether a constant type has each of the cases on the wire, and `holds` returns true for it.
fn all_cases<E>(
    found: &[WireField],
    mut cases: &'static [FieldDescriptor],
    mut holds: impl FnMut(WireType, &'static FieldDescriptor) -> Holds<E>,
) -> Holds<E> {
    for WireField { id, ty } in found {
        let case = loop {
            match cases.split_first() {
                Some((case, rest)) if case.id <= *id => {
                    cases = rest;
                    if case.id == *id {
                        break case;
                    }
                }
                _ => return Ok(false),
            }
        };
        if !holds(*ty, case)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Removes the fields up to one with this id, or to a greater one, and returns the type of the former.
fn take_type(rest: &mut &[WireField], id: u32) -> Option<WireType> {
    while let Some((field, tail)) = rest.split_first() {
        if field.id > id {
            return None;
        }
        *rest = tail;
        if field.id == id {
            return Some(field.ty);
        }
    }
    None
}

/// Advances to the first entry of a sorted list that does not precede `key`. Returns whether its key is `key`.
fn advance_to<K: Ord>(key: &K, at: &mut usize, key_at: impl Fn(usize) -> Option<K>) -> bool {
    loop {
        match key_at(*at) {
            Some(other) if other < *key => *at += 1,
            other => return other.as_ref() == Some(key),
        }
    }
}

fn number(position: usize) -> Result<u32> {
    u32::try_from(position).map_err(|_| too_many_pairs_cold())
}

#[cfg(all(test, feature = "value"))]
mod tests;
