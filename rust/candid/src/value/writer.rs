//! Values written at types, in one pass: annotation and encoding together, without a copy of the value.
//!
//! What does not fit is only found here; [`IDLValue::annotate_type`] says why.

use crate::schema::graph::{GraphNode, ReferenceParts};
use crate::types::ty::TypeInner;
use crate::util::stack::StackLimit;
use crate::value::annotate::{converted, Literals, Source};
use crate::value::layout::{At, Layout, LayoutField, Op, Order, Parts};
use crate::value::model::{IDLField, IDLValue, VariantValue};
use candid_wire::opcode::Primitive;
use candid_wire::writer;
use std::rc::Rc;

/// Writes values at the types of a graph, by the rules of [`IDLValue::annotate_type`] for text.
pub(super) struct ValueWriter<'l, 'g> {
    layout: &'l Layout<'g>,
    out: Vec<u8>,
    stack: StackLimit,
    writes: Writes,
    /// The ids of a record's fields and their positions.
    ids: Vec<(u32, usize)>,
}

/// Which values are written.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Writes {
    /// Those that annotation accepts.
    Annotated,
    /// Those whose type, inferred for all of them together, is certainly the one at which they are written.
    Exact,
}

/// Why nothing was written: the value does not fit, or it takes too much stack to find out.
#[derive(Debug)]
pub(super) struct NotWritten;

/// How many bytes the id of a canister takes in a message.
const ID_LEN: usize = 12;

type Written = std::result::Result<(), NotWritten>;

/// The capacity reserved for the elements of a vector, from the size of the first, is at most this many bytes.
const MAX_RESERVED: usize = 1 << 20;

/// How many cases are compared before one is found by its id.
const COMPARED_CASES: usize = 8;

impl<'l, 'g> ValueWriter<'l, 'g> {
    /// Returns a writer that appends to `out`.
    pub(super) fn new(layout: &'l Layout<'g>, out: Vec<u8>, writes: Writes) -> Self {
        ValueWriter {
            layout,
            out,
            stack: StackLimit::of_this_thread(),
            writes,
            ids: Vec::new(),
        }
    }

    /// Returns whether a value that does not have the type itself may be written.
    fn converts(&self) -> bool {
        self.writes == Writes::Annotated
    }

    /// Returns what was written.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.out
    }

    /// Appends a value at the type of node `index`. Where it does not fit, a part of it may have been appended.
    pub(super) fn write(&mut self, value: &IDLValue, index: u32) -> Written {
        self.write_one(value, &self.layout.at(index))
    }

    /// Outlined, as is [`ValueWriter::field`]: in a loop the compiler computes the address of each part of a value.
    #[inline(never)]
    fn write_one(&mut self, value: &IDLValue, at: &At) -> Written {
        self.write_at(value, at)
    }

    #[inline(always)]
    fn write_at(&mut self, value: &IDLValue, at: &At) -> Written {
        let out = &mut self.out;
        // By the type first: the tag of the value is then compared with one number.
        macro_rules! by_type {
            ($($op:ident $value:ident => $write:expr;)*) => {
                match at.op {
                    Op::Null => {
                        if let IDLValue::Null = value {
                            return Ok(());
                        }
                    }
                    $(Op::$op => {
                        if let IDLValue::$op($value) = value {
                            $write;
                            return Ok(());
                        }
                    })*
                    Op::Reserved | Op::Empty => {}
                    Op::Opt => return self.opt(value, at.node),
                    Op::Vec => return self.vec(value, at.node),
                    Op::Record => return self.record(value, at.node),
                    Op::Variant => return self.variant(value, at.node),
                    Op::Other => return self.reference(value, at.node),
                }
            };
        }
        by_type! {
            Bool v => out.push(u8::from(*v));
            Nat v => v.write_leb128(out);
            Int v => v.write_sleb128(out);
            Nat8 v => out.push(*v);
            Nat16 v => out.extend_from_slice(&v.to_le_bytes());
            Nat32 v => out.extend_from_slice(&v.to_le_bytes());
            Nat64 v => out.extend_from_slice(&v.to_le_bytes());
            Int8 v => out.extend_from_slice(&v.to_le_bytes());
            Int16 v => out.extend_from_slice(&v.to_le_bytes());
            Int32 v => out.extend_from_slice(&v.to_le_bytes());
            Int64 v => out.extend_from_slice(&v.to_le_bytes());
            Float32 v => out.extend_from_slice(&v.to_le_bytes());
            Float64 v => out.extend_from_slice(&v.to_le_bytes());
            Text v => writer::write_text(out, v);
            Principal v => writer::write_principal(out, v.as_slice());
        }
        self.converted(value, at)
    }

    #[inline(never)]
    fn opt(&mut self, value: &IDLValue, payload: u32) -> Written {
        match value {
            IDLValue::Opt(content) => {
                self.stack.check().map_err(|_| NotWritten)?;
                self.out.push(1);
                self.write_one(content, &self.layout.at(payload))
            }
            IDLValue::Null | IDLValue::None => {
                self.out.push(0);
                Ok(())
            }
            IDLValue::Reserved if self.converts() => {
                self.out.push(0);
                Ok(())
            }
            _ => Err(NotWritten),
        }
    }

    #[inline(never)]
    fn reference(&mut self, value: &IDLValue, index: u32) -> Written {
        match (self.layout.graph.node(index), value) {
            (GraphNode::Reference(ReferenceParts::Service(_)), IDLValue::Service(id)) => {
                writer::write_principal(&mut self.out, id.as_slice());
                Ok(())
            }
            (GraphNode::Reference(ReferenceParts::Func { .. }), IDLValue::Func(id, method)) => {
                writer::write_reference_flag(&mut self.out);
                writer::write_principal(&mut self.out, id.as_slice());
                writer::write_text(&mut self.out, method);
                Ok(())
            }
            _ => Err(NotWritten),
        }
    }

    #[inline(never)]
    fn vec(&mut self, value: &IDLValue, element: u32) -> Written {
        self.stack.check().map_err(|_| NotWritten)?;
        let at = self.layout.at(element);
        let items = match value {
            IDLValue::Vec(items) => items,
            IDLValue::Blob(bytes) if at.op == Op::Nat8 => {
                writer::write_blob(&mut self.out, bytes);
                return Ok(());
            }
            _ => return Err(NotWritten),
        };
        writer::write_len(&mut self.out, items.len());
        let Some((first, rest)) = items.split_first() else {
            return Ok(());
        };
        let node = self.layout.graph.node(element);
        if items.iter().all(|item| id_at(item, node).is_some()) {
            let ids = items.iter().filter_map(|item| id_at(item, node));
            self.out.reserve(items.len().saturating_mul(ID_LEN));
            writer::write_principals(&mut self.out, ids);
            return Ok(());
        }
        let start = self.out.len();
        self.write_one(first, &at)?;
        let size = self.out.len().saturating_sub(start);
        let likely = (size.saturating_add(size / 8)).saturating_mul(rest.len());
        self.out.reserve(likely.min(MAX_RESERVED));
        rest.iter().try_for_each(|item| self.write_one(item, &at))
    }

    #[inline(never)]
    fn record(&mut self, value: &IDLValue, index: u32) -> Written {
        let IDLValue::Record(fields) = value else {
            return Err(NotWritten);
        };
        self.stack.check().map_err(|_| NotWritten)?;
        let record = self.layout.parts(index).ok_or(NotWritten)?;
        // Most records have the type's fields in the same order.
        let mut n_written = 0;
        for (field, expected) in fields.iter().zip(&record.fields) {
            if !self.field(field, expected)? {
                break;
            }
            n_written += 1;
        }
        if n_written == record.fields.len() && n_written == fields.len() {
            return Ok(());
        }
        self.rest_of_record(fields, record, n_written)
    }

    /// Writes the value of a field if that certainly has the expected label, and returns whether it has.
    #[inline(never)]
    fn field(
        &mut self,
        field: &IDLField,
        expected: &LayoutField<'_>,
    ) -> std::result::Result<bool, NotWritten> {
        if !expected.is_of(field) {
            return Ok(false);
        }
        self.write_at(&field.val, &expected.at)?;
        Ok(true)
    }

    /// Writes the fields of a record from number `n_written` on, whose values are elsewhere in the record or missing.
    #[inline(never)]
    fn rest_of_record(
        &mut self,
        fields: &[IDLField],
        record: &Parts<'_>,
        n_written: usize,
    ) -> Written {
        if !self.converts() && fields.len() != record.fields.len() {
            return Err(NotWritten);
        }
        let known = record.order.borrow().clone();
        let order = match known {
            Some(order) if order.is_of(fields, &record.fields) => order,
            _ => {
                let order = Rc::new(self.order_of(fields, &record.fields)?);
                *record.order.borrow_mut() = Some(order.clone());
                order
            }
        };
        let places = record.fields.iter().zip(&order.positions);
        for (expected, position) in places.skip(n_written) {
            match position.and_then(|position| fields.get(position)) {
                Some(field) => self.write_one(&field.val, &expected.at)?,
                None => self.absent(expected)?,
            }
        }
        Ok(())
    }

    /// Finds the fields of a record.
    fn order_of(
        &mut self,
        fields: &[IDLField],
        expected: &[LayoutField<'_>],
    ) -> std::result::Result<Order, NotWritten> {
        let ids = &mut self.ids;
        ids.clear();
        ids.extend(fields.iter().map(|field| field.id.get_id()).zip(0..));
        ids.sort_unstable();
        // Annotation decides which of two fields with one label counts.
        if ids.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(NotWritten);
        }
        let mut ids = ids.iter().peekable();
        let position_of = |expected: &LayoutField<'_>| {
            while ids.next_if(|(id, _)| *id < expected.id).is_some() {}
            let found = ids.next_if(|(id, _)| *id == expected.id);
            found.map(|(_, position)| *position)
        };
        let positions: Vec<_> = expected.iter().map(position_of).collect();
        Ok(Order {
            n_found: positions.iter().flatten().count(),
            positions,
        })
    }

    /// Writes the value of a missing field, as [`IDLValue::absent`] is.
    fn absent(&mut self, expected: &LayoutField<'_>) -> Written {
        match expected.at.op {
            _ if !self.converts() => Err(NotWritten),
            Op::Opt => {
                self.out.push(0);
                Ok(())
            }
            Op::Null | Op::Reserved => Ok(()),
            _ => Err(NotWritten),
        }
    }

    #[inline(never)]
    fn variant(&mut self, value: &IDLValue, index: u32) -> Written {
        let IDLValue::Variant(VariantValue(field, hint)) = value else {
            return Err(NotWritten);
        };
        self.stack.check().map_err(|_| NotWritten)?;
        let cases = &self.layout.parts(index).ok_or(NotWritten)?.fields;
        let position = position_of_case(field, *hint, cases).ok_or(NotWritten)?;
        let case = cases.get(position).ok_or(NotWritten)?;
        writer::write_len(&mut self.out, position);
        self.write_one(&field.val, &case.at)
    }

    /// Writes a value that is not of the primitive type, but becomes one.
    #[inline(never)]
    fn converted(&mut self, value: &IDLValue, at: &At) -> Written {
        let GraphNode::Primitive(ty) = self.layout.graph.node(at.node) else {
            return Err(NotWritten);
        };
        if !self.converts() {
            return Err(NotWritten);
        }
        if *ty == Primitive::Reserved {
            return Ok(());
        }
        let expected = TypeInner::from_primitive(*ty);
        match converted(value, &expected, Source::Text, Literals::WithoutType) {
            Some(Ok(value)) if value.primitive() == Some(*ty) => self.write_one(&value, at),
            _ => Err(NotWritten),
        }
    }
}

/// Returns the position of a case: that which an annotated value has, or by its name among the first few, or by its id.
fn position_of_case(field: &IDLField, hint: u64, cases: &[LayoutField<'_>]) -> Option<usize> {
    let hint = usize::try_from(hint).unwrap_or(usize::MAX);
    // 0 is also in values that were not annotated.
    if hint != 0 && cases.get(hint).is_some_and(|case| case.is_case(field)) {
        return Some(hint);
    }
    let mut first = cases.iter().take(COMPARED_CASES);
    if let Some(position) = first.position(|case| case.is_case(field)) {
        return Some(position);
    }
    let id = field.id.get_id();
    cases.binary_search_by_key(&id, |case| case.id).ok()
}

/// Returns the bytes of a principal or service at its own type.
#[inline(always)]
fn id_at<'v>(value: &'v IDLValue, node: &GraphNode) -> Option<&'v [u8]> {
    match (value, node) {
        (IDLValue::Principal(id), GraphNode::Primitive(Primitive::Principal))
        | (IDLValue::Service(id), GraphNode::Reference(ReferenceParts::Service(_))) => {
            Some(id.as_slice())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
