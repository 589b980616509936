//! Records built from their bytes, without their plan: those of fixed size, and those whose fields are of fixed size or
//! options of such values.
//!
//! The plan knows which records of messages are laid out as the Rust type declares, with no field to skip or to add. Whether
//! derived code reads a Rust type, rather than a `Deserialize` of its own, turns out when the first value is read field by
//! field: its node then keeps the identity of the type. Of an option whose first value was null, that is not known yet; as
//! long as it is not, values in it are read field by field.

use crate::de::plan::node::{Layout, Node, RecordNode, UNKNOWN_PAYLOAD};
use crate::de::plan::step::{Op, Step};
use crate::de::plan::Plan;
use crate::de::read::decoder::Decoder;
use crate::de::read::layout::{AsPayload, FieldLayout, Input};
use crate::de::read::record::Record;
use crate::de::read::reserve;
use crate::error::Result;
use crate::traits::CandidType;
use crate::util::mechanisms;
use std::cell::Cell;
use std::slice;

/// Of records with options.
struct WithOptions<'p, 'de> {
    bytes: &'de [u8],
    /// The costs of the payloads, of the options that are next.
    payload_costs: slice::Iter<'p, Cell<u32>>,
    /// The sum of the costs of the payloads so far.
    cost: u64,
}

impl Input for WithOptions<'_, '_> {
    #[inline(always)]
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes.take()
    }

    #[inline(always)]
    fn take_tag(&mut self) -> Option<bool> {
        let cost = self.payload_costs.next()?.get();
        match self.bytes.take()? {
            [0] => Some(false),
            [1] if cost != UNKNOWN_PAYLOAD => {
                self.cost += u64::from(cost);
                Some(true)
            }
            _ => None,
        }
    }
}

impl<'p> Decoder<'_, 'p, '_> {
    /// Decodes a record at once. Returns `None`, consuming nothing, if the bytes are invalid, if a quota does not suffice,
    /// or if it is not known yet that derived code reads this type.
    #[inline(always)]
    pub fn at_once<T: CandidType>(&mut self) -> Option<T> {
        let node = self.built_at_once::<T>(self.step)?;
        let state = &mut *self.cx.state;
        if const { T::__SIZE != 0 } {
            // The container has already charged for it.
            let (mut bytes, rest) = state.reader.rest().split_at_checked(T::__SIZE)?;
            let value = T::__from_bytes(&mut bytes)?;
            state.reader.advance_to(rest);
            return Some(value);
        }
        let mut input = input_of(node, state.reader.rest())?;
        let value = T::__from_bytes(&mut input)?;
        state.budget.charge(node.cost + input.cost).ok()?;
        state.reader.advance_to(input.bytes);
        Some(value)
    }

    /// Returns the node of a step whose values are built from their bytes as values of `T`.
    #[inline(always)]
    pub(super) fn built_at_once<T: CandidType>(&self, step: Step) -> Option<&'p RecordNode> {
        if const { !mechanisms::FIXED_RECORDS || !T::__FROM_BYTES } || !step.is(Op::Record) {
            return None;
        }
        let node = self.cx.plan.record_node(step.slot()).ok()?;
        (node.built_from_bytes.get() == Some(typeid::of::<T>())).then_some(node)
    }

    /// Appends the next elements of a vector that has been entered, at most `n`, building them from their bytes. Returns how
    /// many: all up to the first that has to be read by `step`.
    #[inline]
    pub(super) fn read_at_once<T: CandidType>(
        &mut self,
        step: Step,
        elements: &mut Vec<T>,
        n: usize,
    ) -> usize {
        let Some(node) = self.built_at_once::<T>(step) else {
            return 0;
        };
        let state = &mut *self.cx.state;
        let n_before = elements.len();
        if const { T::__SIZE != 0 } {
            let size = n.saturating_mul(T::__SIZE);
            let Some((bytes, rest)) = state.reader.rest().split_at_checked(size) else {
                return 0;
            };
            // Exact: the bytes of all elements are there.
            elements.reserve_exact(n);
            for mut element in bytes.chunks_exact(T::__SIZE) {
                match T::__from_bytes(&mut element) {
                    Some(value) => elements.push(value),
                    None => {
                        elements.truncate(n_before);
                        return 0;
                    }
                }
            }
            state.reader.advance_to(rest);
            return n;
        }
        let Some(mut input) = input_of(node, state.reader.rest()) else {
            return 0;
        };
        // Larger elements get capacity by those before them.
        let n = if const { reserve::is_small::<T>(1) } {
            n
        } else {
            n.min(elements.capacity() - n_before)
        };
        let all = input.payload_costs.clone();
        let (mut n_read, mut rest, mut cost) = (0, input.bytes, 0);
        while n_read < n {
            input.payload_costs = all.clone();
            let Some(value) = T::__from_bytes(&mut input) else {
                break;
            };
            elements.push(value);
            n_read += 1;
            (rest, cost) = (input.bytes, input.cost);
        }
        let cost = (n_read as u64)
            .saturating_mul(node.cost)
            .saturating_add(cost);
        if state.budget.charge(cost).is_err() {
            elements.truncate(n_before);
            return 0;
        }
        state.reader.advance_to(rest);
        n_read
    }
}

/// Returns the bytes of records with options, as the first of which `rest` begins with.
#[inline(always)]
fn input_of<'p, 'de>(node: &'p RecordNode, rest: &'de [u8]) -> Option<WithOptions<'p, 'de>> {
    let layout = node.layout.as_deref()?;
    Some(WithOptions {
        bytes: rest,
        payload_costs: layout.payload_costs.iter(),
        cost: 0,
    })
}

impl Record<'_, '_, '_> {
    /// Finishes a record that is a `T`, as [`Record::finish`] does. If all its values are laid out alike and no unknown
    /// `Deserialize` read any of it, later values are built from their bytes.
    ///
    /// # Errors
    ///
    /// Those of [`Record::finish`].
    #[inline(always)]
    pub fn finish_as<T: CandidType>(self) -> Result<()> {
        if const { mechanisms::FIXED_RECORDS && T::__FROM_BYTES } {
            let is_known = self.n_deserialize_calls == self.cx.state.n_deserialize_calls;
            if const { T::__SIZE != 0 } {
                let is_of_size = |size: u16| usize::from(size) == T::__SIZE;
                if is_known && self.node.fixed.is_some_and(|fixed| is_of_size(fixed.size)) {
                    self.node.built_from_bytes.set(Some(typeid::of::<T>()));
                }
            } else if let (true, Some(layout)) = (is_known, &self.node.layout) {
                if is_laid_out(self.cx.plan, self.node, layout, T::__LAYOUT) {
                    self.node.built_from_bytes.set(Some(typeid::of::<T>()));
                }
            }
        }
        self.finish()
    }
}

/// Returns whether a record of a message is laid out as a Rust type declares. Notes which payloads are known to be.
#[cold]
#[inline(never)]
fn is_laid_out(
    plan: &Plan,
    node: &RecordNode,
    layout: &Layout,
    declared: &'static [FieldLayout],
) -> bool {
    let size: usize = declared.iter().map(|field| field.size).sum();
    let is_opt = |field: &&FieldLayout| !matches!(field.payload, AsPayload::Never);
    if size != layout.size
        || declared.len() != node.fields.len()
        || declared.iter().filter(is_opt).count() != layout.payload_costs.len()
    {
        return false;
    }
    let mut payload_costs = layout.payload_costs.iter();
    for (field, declared) in node.fields.iter().zip(declared) {
        if field.step.is_plain_opt() == matches!(declared.payload, AsPayload::Never) {
            return false;
        }
        if !field.step.is_plain_opt() {
            continue;
        }
        let (Some(known), (payload, cost)) = (payload_costs.next(), field.step.plain_payload())
        else {
            return false;
        };
        let is_known = match declared.payload {
            AsPayload::Never => false,
            AsPayload::Leaf(op) => payload.is_leaf(Op::of(op)),
            AsPayload::Record(id) => {
                payload.is(Op::Record)
                    && matches!(plan.compiled_node(payload.slot()),
                        Some(Node::Record(node)) if node.built_from_bytes.get() == Some(id()))
            }
        };
        if is_known {
            known.set(u32::try_from(cost).unwrap_or(UNKNOWN_PAYLOAD));
        }
    }
    true
}
