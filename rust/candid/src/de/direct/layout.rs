//! Records built from their bytes, without their plan: those of fixed size, and those whose fields are of fixed size or
//! options of such values.
//!
//! The plan knows which records of messages are laid out as the Rust type declares, with no field to skip or to add. Whether
//! derived code reads a Rust type, rather than a `Deserialize` of its own, turns out when the first value is read field by
//! field: its node then keeps the identity of the type. Of an option whose first value was null, that is not known yet; as
//! long as it is not, values in it are read field by field.
//!
//! So are options of such values, `usize` and newtypes of fixed size in vectors. A newtype has no node: the first element of each
//! vector tells whether derived code reads it.

use crate::de::plan::node::{Layout, Node, RecordNode, UNKNOWN_PAYLOAD};
use crate::de::plan::step::{Op, Step};
use crate::de::plan::Plan;
use crate::de::read::decoder::Decoder;
use crate::de::read::emplace::unwrap_checked;
use crate::de::read::layout::{AsPayload, FieldLayout, Input, Valid};
use crate::de::read::record::Record;
use crate::de::read::reserve;
use crate::error::Result;
use crate::traits::CandidType;
use crate::util::mechanisms;
use std::cell::Cell;
use std::slice;

/// The size of elements that the compiler moves several times if they come from an iterator.
const MAX_EXTENDED: usize = 128;

/// Of records with options.
struct WithOptions<'p, 'de> {
    bytes: slice::Iter<'de, u8>,
    /// The costs of the payloads, of the options that are next.
    payload_costs: slice::Iter<'p, Cell<u32>>,
    /// The sum of the costs of the payloads so far.
    cost: u64,
}

impl Input for WithOptions<'_, '_> {
    #[inline(always)]
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        take(&mut self.bytes)
    }

    #[inline(always)]
    fn take_tag(&mut self) -> Option<bool> {
        let cost = self.payload_costs.next()?.get();
        match self.take()? {
            [0] => Some(false),
            [1] if cost != UNKNOWN_PAYLOAD => {
                self.cost += u64::from(cost);
                Some(true)
            }
            _ => None,
        }
    }
}

/// Of options in vectors, of which the payload is known.
#[derive(Clone)]
struct Options<'de>(slice::Iter<'de, u8>);

impl Input for Options<'_> {
    #[inline(always)]
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        take(&mut self.0)
    }

    #[inline(always)]
    fn take_tag(&mut self) -> Option<bool> {
        match self.take()? {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        }
    }
}

/// Takes bytes of an iterator, of which that changes one of two words: of a slice, it changes both.
#[inline(always)]
fn take<const N: usize>(bytes: &mut slice::Iter<'_, u8>) -> Option<[u8; N]> {
    let first = *bytes.as_slice().first_chunk()?;
    if let Some(last) = N.checked_sub(1) {
        bytes.nth(last);
    }
    Some(first)
}

/// Of null.
struct Null;

impl Input for Null {
    #[inline(always)]
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        None
    }

    #[inline(always)]
    fn take_tag(&mut self) -> Option<bool> {
        Some(false)
    }
}

impl<'p, 'de> Decoder<'_, 'p, 'de> {
    /// Decodes a record at once. Returns `None`, consuming nothing, if the bytes are invalid, if a quota does not suffice,
    /// or if it is not known yet that derived code reads this type.
    #[inline(always)]
    pub fn at_once<T: CandidType>(&mut self) -> Option<T> {
        if const { !mechanisms::FIXED_RECORDS || !T::__FROM_BYTES } {
            return None;
        }
        if const { T::__SIZE != 0 } {
            self.fixed_at_once()
        } else {
            self.with_options_at_once()
        }
    }

    // Without optimization, what is inlined takes stack in each level of values.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fixed_at_once<T: CandidType>(&mut self) -> Option<T> {
        self.built_at_once::<T>(self.step)?;
        let state = &mut *self.cx.state;
        // The container has already charged for it.
        let (mut bytes, rest) = state.reader.rest().split_at_checked(T::__SIZE)?;
        let value = T::__from_bytes(&mut bytes)?;
        state.reader.advance_to(rest);
        Some(value)
    }

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_options_at_once<T: CandidType>(&mut self) -> Option<T> {
        let node = self.built_at_once::<T>(self.step)?;
        let state = &mut *self.cx.state;
        let mut input = input_of(node, state.reader.rest())?;
        let value = T::__from_bytes(&mut input)?;
        state.budget.charge(node.cost + input.cost).ok()?;
        state.reader.advance_to(input.bytes.as_slice());
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
    /// many: all up to the first that has to be read by `step`. `is_known` says that derived code reads elements of fixed size.
    #[inline]
    pub(super) fn read_at_once<T: CandidType>(
        &mut self,
        step: Step,
        is_known: bool,
        elements: &mut Vec<T>,
        n: usize,
    ) -> usize {
        if const { T::__SIZE != 0 } {
            if !is_known && self.built_at_once::<T>(step).is_none() {
                return 0;
            }
            // Exact, where the bytes of all elements are there.
            let n_there = self.cx.state.reader.remaining() / T::__SIZE;
            elements.reserve_exact(n.min(n_there));
            let built = self.fixed_elements(n);
            let n_built = built.len();
            if const { size_of::<T>() <= MAX_EXTENDED } {
                elements.extend(built);
            } else {
                built.for_each(|element| elements.push(element));
            }
            return n_built;
        }
        if const { T::__PAYLOAD_SIZE.is_some() } {
            return self.options_at_once(step, elements, n);
        }
        let Some(node) = self.built_at_once::<T>(step) else {
            return 0;
        };
        let state = &mut *self.cx.state;
        // Larger elements get capacity by those before them.
        let n = if const { reserve::is_small::<T>(1) } {
            n
        } else {
            n.min(elements.capacity() - elements.len())
        };
        let n = n.min(state.budget.n_affordable(node.cost));
        let Some(mut input) = input_of(node, state.reader.rest()) else {
            return 0;
        };
        let all = input.payload_costs.clone();
        let n_before = elements.len();
        let (mut n_read, mut rest, mut cost) = (0, input.bytes.clone(), 0);
        while n_read < n {
            input.payload_costs = all.clone();
            let Some(value) = T::__from_bytes(&mut input) else {
                break;
            };
            elements.push(value);
            n_read += 1;
            (rest, cost) = (input.bytes.clone(), input.cost);
        }
        let cost = (n_read as u64)
            .saturating_mul(node.cost)
            .saturating_add(cost);
        if state.budget.charge(cost).is_err() {
            elements.truncate(n_before);
            return 0;
        }
        state.reader.advance_to(rest.as_slice());
        n_read
    }

    /// Appends options, as [`Decoder::read_at_once`] does: as many as there is capacity for.
    fn options_at_once<T: CandidType>(
        &mut self,
        step: Step,
        elements: &mut Vec<T>,
        n: usize,
    ) -> usize {
        let (payload, cost) = step.plain_payload();
        if !step.is_plain_opt() || !is_built_payload(self.cx.plan, payload, T::__OPTION_OF) {
            return 0;
        }
        let state = &mut *self.cx.state;
        let n = n
            .min(elements.capacity() - elements.len())
            .min(state.budget.n_affordable(cost));
        let n_before = elements.len();
        let mut n_read = n;
        let bytes = state.reader.rest();
        let mut input = Options(bytes.iter());
        // After an option that is invalid, the input stays in front of it.
        elements.extend((0..n).map(|i| {
            let mut rest = input.clone();
            let value = T::__from_bytes(&mut rest);
            match value {
                Some(_) => input = rest,
                None => n_read = n_read.min(i),
            }
            unwrap_checked(value.or_else(|| T::__from_bytes(&mut Null)).ok_or(()))
        }));
        elements.truncate(n_before + n_read);
        let rest = input.0.as_slice();
        // Each has a tag.
        let n_bytes = bytes.len() - rest.len() - n_read;
        let n_payloads = n_bytes / T::__PAYLOAD_SIZE.unwrap_or_default().max(1);
        let cost = (n_payloads as u64).saturating_mul(cost);
        if !state.budget.try_charge(cost) {
            elements.truncate(n_before);
            return 0;
        }
        state.reader.advance_to(rest);
        n_read
    }

    /// Takes up to `n` elements of fixed size, all up to the first that is invalid, and returns those, built from their bytes.
    #[inline(always)]
    pub(super) fn fixed_elements<T: CandidType>(
        &mut self,
        n: usize,
    ) -> impl ExactSizeIterator<Item = T> + use<'de, T> {
        let reader = &mut self.cx.state.reader;
        let input = reader.rest();
        let n = n.min(input.len() / T::__SIZE);
        let (bytes, _) = input.split_at_checked(n * T::__SIZE).unwrap_or_default();
        // All of them first: then how many there are is known, and where no bytes are invalid, nothing remains of this.
        let is_valid = |mut element: &[u8]| T::__from_bytes(&mut element).is_some();
        let mut elements = bytes.chunks_exact(T::__SIZE);
        let n = match elements.all(is_valid) {
            true => n,
            false => n - elements.len() - 1,
        };
        let (valid, rest) = input.split_at_checked(n * T::__SIZE).unwrap_or_default();
        reader.advance_to(rest);
        valid
            .chunks_exact(T::__SIZE)
            .map(|element| unwrap_checked(T::__from_bytes(&mut Valid(element)).ok_or(())))
    }
}

/// Returns the bytes of records with options, as the first of which `rest` begins with.
#[inline(always)]
fn input_of<'p, 'de>(node: &'p RecordNode, rest: &'de [u8]) -> Option<WithOptions<'p, 'de>> {
    let layout = node.layout.as_deref()?;
    Some(WithOptions {
        bytes: rest.iter(),
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
    if size != layout.size || declared.len() != node.fields.len() {
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
        let is_known = is_built_payload(plan, payload, declared.payload);
        // Another Rust type may have been read here, of other payloads.
        known.set(match u32::try_from(cost) {
            Ok(cost) if is_known => cost,
            _ => UNKNOWN_PAYLOAD,
        });
    }
    true
}

/// Returns whether it is known that payloads of a plain option can be built from their bytes.
fn is_built_payload(plan: &Plan, payload: Step, declared: AsPayload) -> bool {
    match declared {
        AsPayload::Never => false,
        AsPayload::Leaf(op) => payload.is_leaf(Op::of(op)),
        AsPayload::Record(id) => {
            payload.is(Op::Record)
                && matches!(plan.compiled_node(payload.slot()),
                    Some(Node::Record(node)) if node.built_from_bytes.get() == Some(id()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::de::config::DecoderConfig;
    use crate::de::header::TypeTable;
    use crate::schema::expected::ExpectedType;
    use candid_wire::reader::Reader;

    type Value = (Option<(u64,)>, u8);

    /// The descriptors of two Rust types may be one, and so their nodes.
    #[test]
    fn a_payload_that_is_known_of_one_type_is_not_of_another() {
        let bytes = crate::encode_one::<Value>((None, 7)).unwrap();
        let table = TypeTable::read(&mut Reader::new(&bytes), &DecoderConfig::new()).unwrap();
        let wire = table.args()[0].ty;
        let plan = Plan::new(table);
        let expected = ExpectedType::of_descriptor(Value::__descriptor()).unwrap();
        let step = plan.step(wire, &expected).unwrap();
        let node = plan.record_node(step.slot()).unwrap();
        let layout = node.layout.as_deref().unwrap();
        let (payload, cost) = node.fields[0].step.plain_payload();
        let read = plan.record_node(payload.slot()).unwrap();
        let cost_of = |declared| {
            assert!(is_laid_out(&plan, node, layout, declared));
            layout.payload_costs[0].get()
        };
        assert_eq!(cost_of(Value::__LAYOUT), UNKNOWN_PAYLOAD);
        read.built_from_bytes.set(Some(typeid::of::<(u64,)>()));
        assert_eq!(u64::from(cost_of(Value::__LAYOUT)), cost);
        let other = FieldLayout::new(0, true, AsPayload::of::<str>());
        let other: &'static [_] = Box::leak(Box::new([other, u8::__AS_FIELD]));
        assert_eq!(cost_of(other), UNKNOWN_PAYLOAD);
        assert_eq!(u64::from(cost_of(Value::__LAYOUT)), cost);
    }
}
