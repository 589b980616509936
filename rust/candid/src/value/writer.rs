//! Values written at types, in one pass: annotation and encoding together, without a copy of the value.
//!
//! What does not fit is only found here; [`IDLValue::annotate_type`] says why.

use crate::schema::graph::{Graph, GraphField, GraphNode, ReferenceParts};
use crate::types::ty::label::Label;
use crate::types::ty::TypeInner;
use crate::util::bytes_eq;
use crate::util::id_map::IdMap;
use crate::util::stack::StackLimit;
use crate::value::annotate::{converted, Literals, Source};
use crate::value::model::{IDLField, IDLValue, VariantValue};
use candid_wire::opcode::Primitive;
use candid_wire::writer;
use std::rc::Rc;

/// Writes values at the types of a graph, by the rules of [`IDLValue::annotate_type`] for text.
pub(super) struct ValueWriter<'g> {
    graph: &'g Graph,
    out: Vec<u8>,
    stack: StackLimit,
    /// The order of the last record of each type whose fields were not in that of the type.
    orders: IdMap<usize, Rc<Order>>,
    /// The ids of a record's fields and their positions.
    ids: Vec<(u32, usize)>,
}

/// Where the fields of a record are: at the next one of its type they are expected there.
struct Order {
    /// The position of each expected field, if it is not missing.
    positions: Vec<Option<usize>>,
}

impl Order {
    /// Returns whether another record certainly has the same order.
    fn is_of(&self, fields: &[IDLField], expected: &[GraphField]) -> bool {
        let mut n_found = 0;
        for (expected, position) in expected.iter().zip(&self.positions) {
            if let Some(position) = position {
                if !fields
                    .get(*position)
                    .is_some_and(|field| has_label(field, expected))
                {
                    return false;
                }
                n_found += 1;
            }
        }
        // Nothing is surplus, and nothing there twice.
        n_found == fields.len()
    }
}

/// Why nothing was written: the value does not fit, or it takes too much stack to find out.
#[derive(Debug)]
pub(super) struct NotWritten;

/// How many bytes the id of a canister takes in a message.
const ID_LEN: usize = 12;

type Written = std::result::Result<(), NotWritten>;

/// The capacity reserved for the elements of a vector, from the size of the first, is at most this many bytes.
const MAX_RESERVED: usize = 1 << 20;

impl<'g> ValueWriter<'g> {
    /// Returns a writer that appends to `out`.
    pub(super) fn new(graph: &'g Graph, out: Vec<u8>) -> Self {
        ValueWriter {
            graph,
            out,
            stack: StackLimit::of_this_thread(),
            orders: IdMap::default(),
            ids: Vec::new(),
        }
    }

    /// Returns what was written.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.out
    }

    /// Appends a value at the type of node `index`. Where it does not fit, a part of it may have been appended.
    #[inline(always)]
    pub(super) fn write(&mut self, value: &IDLValue, index: u32) -> Written {
        match self.graph.node(index) {
            GraphNode::Primitive(ty) => self.primitive(value, *ty),
            node => self.composite(value, node),
        }
    }

    fn composite(&mut self, value: &IDLValue, node: &'g GraphNode) -> Written {
        self.stack.check().map_err(|_| NotWritten)?;
        match (node, value) {
            (GraphNode::Opt(_), IDLValue::Null | IDLValue::None | IDLValue::Reserved) => {
                self.out.push(0);
                Ok(())
            }
            (GraphNode::Opt(payload), IDLValue::Opt(content)) => {
                self.out.push(1);
                self.write(content, *payload)
            }
            (GraphNode::Vec(element), IDLValue::Vec(items)) => self.vec(items, *element),
            (GraphNode::Vec(element), IDLValue::Blob(bytes)) => match self.graph.node(*element) {
                GraphNode::Primitive(Primitive::Nat8) => {
                    writer::write_blob(&mut self.out, bytes);
                    Ok(())
                }
                _ => Err(NotWritten),
            },
            (GraphNode::Record(expected), IDLValue::Record(fields)) => {
                self.record(fields, expected)
            }
            (GraphNode::Variant(cases), IDLValue::Variant(variant)) => self.variant(variant, cases),
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
    fn vec(&mut self, items: &[IDLValue], element: u32) -> Written {
        writer::write_len(&mut self.out, items.len());
        let Some((first, rest)) = items.split_first() else {
            return Ok(());
        };
        let node = self.graph.node(element);
        if items.iter().all(|item| id_at(item, node).is_some()) {
            let ids = items.iter().filter_map(|item| id_at(item, node));
            self.out.reserve(items.len().saturating_mul(ID_LEN));
            writer::write_principals(&mut self.out, ids);
            return Ok(());
        }
        let start = self.out.len();
        self.write(first, element)?;
        let size = self.out.len().saturating_sub(start);
        let likely = (size.saturating_add(size / 8)).saturating_mul(rest.len());
        self.out.reserve(likely.min(MAX_RESERVED));
        rest.iter().try_for_each(|item| self.write(item, element))
    }

    #[inline(never)]
    fn record(&mut self, fields: &[IDLField], expected: &[GraphField]) -> Written {
        // Most records have the type's fields in the same order.
        let mut n_written = 0;
        for (field, expected) in fields.iter().zip(expected) {
            if !has_label(field, expected) {
                break;
            }
            self.write(&field.val, expected.node)?;
            n_written += 1;
        }
        if n_written == expected.len() && n_written == fields.len() {
            return Ok(());
        }
        self.rest_of_record(fields, expected, n_written)
    }

    /// Writes the fields of a record from number `n_written` on, whose values are elsewhere in the record or missing.
    #[inline(never)]
    fn rest_of_record(
        &mut self,
        fields: &[IDLField],
        expected: &[GraphField],
        n_written: usize,
    ) -> Written {
        let key = expected.as_ptr() as usize;
        let known = self.orders.get(&key);
        let order = match known.filter(|order| order.is_of(fields, expected)) {
            Some(order) => order.clone(),
            None => {
                let order = Rc::new(self.order_of(fields, expected)?);
                self.orders.insert(key, order.clone());
                order
            }
        };
        let places = expected.iter().zip(&order.positions).skip(n_written);
        for (expected, position) in places {
            match position.and_then(|position| fields.get(position)) {
                Some(field) => self.write(&field.val, expected.node)?,
                None => self.absent(expected.node)?,
            }
        }
        Ok(())
    }

    /// Finds the fields of a record.
    fn order_of(
        &mut self,
        fields: &[IDLField],
        expected: &[GraphField],
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
        let position_of = |expected: &GraphField| {
            while ids.next_if(|(id, _)| *id < expected.id).is_some() {}
            let found = ids.next_if(|(id, _)| *id == expected.id);
            found.map(|(_, position)| *position)
        };
        Ok(Order {
            positions: expected.iter().map(position_of).collect(),
        })
    }

    /// Writes the value of a missing field, as [`IDLValue::absent`] is.
    fn absent(&mut self, index: u32) -> Written {
        match self.graph.node(index) {
            GraphNode::Opt(_) => {
                self.out.push(0);
                Ok(())
            }
            GraphNode::Primitive(Primitive::Null | Primitive::Reserved) => Ok(()),
            _ => Err(NotWritten),
        }
    }

    #[inline(never)]
    fn variant(&mut self, variant: &VariantValue, cases: &[GraphField]) -> Written {
        let VariantValue(field, hint) = variant;
        // A value that was annotated knows where its case is.
        let hint = usize::try_from(*hint).unwrap_or(usize::MAX);
        let position = match cases.get(hint) {
            Some(case) if has_label(field, case) => hint,
            _ => {
                let id = field.id.get_id();
                let found = cases.binary_search_by_key(&id, |case| case.id);
                found.map_err(|_| NotWritten)?
            }
        };
        let case = cases.get(position).ok_or(NotWritten)?;
        writer::write_len(&mut self.out, position);
        self.write(&field.val, case.node)
    }

    fn primitive(&mut self, value: &IDLValue, ty: Primitive) -> Written {
        if self.is_written(value, ty) {
            return Ok(());
        }
        self.converted(value, ty)
    }

    /// Writes a value that is not of the primitive type, but becomes one.
    #[inline(never)]
    fn converted(&mut self, value: &IDLValue, ty: Primitive) -> Written {
        if ty == Primitive::Reserved {
            return Ok(());
        }
        let at = TypeInner::from_primitive(ty);
        match converted(value, &at, Source::Text, Literals::WithoutType) {
            Some(Ok(value)) if self.is_written(&value, ty) => Ok(()),
            _ => Err(NotWritten),
        }
    }

    /// Writes a value of a primitive type. Returns false if it is of another type.
    #[inline(always)]
    fn is_written(&mut self, value: &IDLValue, ty: Primitive) -> bool {
        let out = &mut self.out;
        match (value, ty) {
            (IDLValue::Null, Primitive::Null) => {}
            (IDLValue::Bool(v), Primitive::Bool) => out.push(u8::from(*v)),
            (IDLValue::Nat(v), Primitive::Nat) => v.write_leb128(out),
            (IDLValue::Int(v), Primitive::Int) => v.write_sleb128(out),
            (IDLValue::Nat8(v), Primitive::Nat8) => out.push(*v),
            (IDLValue::Nat16(v), Primitive::Nat16) => out.extend_from_slice(&v.to_le_bytes()),
            (IDLValue::Nat32(v), Primitive::Nat32) => out.extend_from_slice(&v.to_le_bytes()),
            (IDLValue::Nat64(v), Primitive::Nat64) => out.extend_from_slice(&v.to_le_bytes()),
            (IDLValue::Int8(v), Primitive::Int8) => out.extend_from_slice(&v.to_le_bytes()),
            (IDLValue::Int16(v), Primitive::Int16) => out.extend_from_slice(&v.to_le_bytes()),
            (IDLValue::Int32(v), Primitive::Int32) => out.extend_from_slice(&v.to_le_bytes()),
            (IDLValue::Int64(v), Primitive::Int64) => out.extend_from_slice(&v.to_le_bytes()),
            (IDLValue::Float32(v), Primitive::Float32) => out.extend_from_slice(&v.to_le_bytes()),
            (IDLValue::Float64(v), Primitive::Float64) => out.extend_from_slice(&v.to_le_bytes()),
            (IDLValue::Text(v), Primitive::Text) => writer::write_text(out, v),
            (IDLValue::Principal(v), Primitive::Principal) => {
                writer::write_principal(out, v.as_slice());
            }
            _ => return false,
        }
        true
    }
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

/// Returns whether a field certainly has the expected label: names are compared, and not hashed.
#[inline]
fn has_label(field: &IDLField, expected: &GraphField) -> bool {
    match (&field.id, expected.label.as_ref()) {
        (Label::Named(name), Label::Named(expected)) => {
            bytes_eq::equal(name.as_bytes(), expected.as_bytes())
        }
        (Label::Id(id) | Label::Unnamed(id), _) => *id == expected.id,
        (Label::Named(_), Label::Id(_) | Label::Unnamed(_)) => false,
    }
}

#[cfg(test)]
mod tests;
