//! Values written at types, in one pass: annotation and encoding together, without a copy of the value.
//!
//! What does not fit is only found here; [`IDLValue::annotate_type`] says why.

mod by_type;

use crate::schema::graph::{GraphNode, ReferenceParts};
use crate::ser::parts;
use crate::types::ty::TypeInner;
use crate::util::stack::StackLimit;
use crate::value::annotate::{converted, Literals, Source};
use crate::value::layout::{At, Layout, LayoutField, Op, Order, Parts};
use crate::value::model::{IDLField, IDLValue, VariantValue};
use crate::value::short;
use by_type::write_by_type;
use candid_wire::opcode::Primitive;
use candid_wire::writer;
use std::rc::Rc;

/// Writes values at the types of a graph, by the rules of [`IDLValue::annotate_type`] for text.
pub(super) struct ValueWriter<'l> {
    layout: &'l Layout,
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

/// Why fields were not written as those expected where they are. The numbers leave 0 for a result without one.
#[repr(u32)]
enum Stopped {
    /// One may have another label: none was written.
    AtLabel = 1,
    /// The value of one does not fit.
    AtValue,
}

/// How many bytes the id of a canister takes in a message.
const ID_LEN: usize = 12;

type Written = std::result::Result<(), NotWritten>;

impl<'l> ValueWriter<'l> {
    /// Returns a writer that appends to `out`.
    pub(super) fn new(layout: &'l Layout, out: Vec<u8>, writes: Writes) -> Self {
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

    /// Appends a value of a type. Outlined, as is [`ValueWriter::four_fields`]: in a loop the compiler computes the address of
    /// each part of a value.
    #[inline(never)]
    fn write_one(&mut self, value: &IDLValue, at: &At) -> Written {
        self.write_as(value, at.op, at)
    }

    /// Appends a value of a type, or of the part of it, with this operation. Without optimization, what is inlined takes stack
    /// in each level of values.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_as(&mut self, value: &IDLValue, op: Op, at: &At) -> Written {
        let prefix = [];
        write_by_type!(self, value, op, at, prefix, {
            Op::Opt => self.opt(value, at),
            Op::Vec => self.vec(value, at.node),
            Op::Record => self.record(value, at.node),
            Op::Variant => self.variant(value, at.node),
            Op::Other => self.reference(value, at.node),
        })
    }

    /// Appends the payload of an option or variant that has parts: one without takes no check of the stack.
    #[inline(never)]
    fn nested(&mut self, value: &IDLValue, at: &At) -> Written {
        match at.op {
            Op::Vec => self.vec(value, at.node),
            Op::Record => self.record(value, at.node),
            Op::Opt | Op::Variant => self.nested_checked(value, at),
            _ => self.reference(value, at.node),
        }
    }

    #[inline(never)]
    fn nested_checked(&mut self, value: &IDLValue, at: &At) -> Written {
        self.stack.check().map_err(|_| NotWritten)?;
        match at.op {
            Op::Opt => self.opt(value, at),
            _ => self.variant(value, at.node),
        }
    }

    /// As [`ValueWriter::nested`], of the type of a node.
    #[inline(never)]
    fn nested_at(&mut self, value: &IDLValue, index: u32) -> Written {
        self.nested(value, &self.layout.at(index))
    }

    #[inline(never)]
    fn opt(&mut self, value: &IDLValue, at: &At) -> Written {
        let IDLValue::Opt(content) = value else {
            return self.none(value);
        };
        let (value, op, prefix) = (&**content, at.part, [1]);
        write_by_type!(self, value, op, at, prefix, {
            Op::Opt | Op::Vec | Op::Record | Op::Variant | Op::Other => self.nested_at(value, at.node),
        })
    }

    /// Appends an option without a value. Outlined, so that one with a value takes one comparison.
    #[inline(never)]
    fn none(&mut self, value: &IDLValue) -> Written {
        match value {
            IDLValue::Null | IDLValue::None => {}
            IDLValue::Reserved if self.converts() => {}
            _ => return Err(NotWritten),
        }
        self.out.push(0);
        Ok(())
    }

    #[inline(never)]
    fn variant(&mut self, value: &IDLValue, index: u32) -> Written {
        let IDLValue::Variant(VariantValue(field, hint)) = value else {
            return Err(NotWritten);
        };
        let cases = self.layout.parts(index).ok_or(NotWritten)?;
        let (position, case) = cases.case(field, *hint).ok_or(NotWritten)?;
        let (value, op, at) = (&field.val, case.at.op, &case.at);
        let prefix = match u8::try_from(position) {
            Ok(index @ ..0x80) => [index],
            _ => {
                writer::write_len(&mut self.out, position);
                return self.payload(value, at);
            }
        };
        write_by_type!(self, value, op, at, prefix, {
            Op::Opt | Op::Vec | Op::Record | Op::Variant | Op::Other => self.nested(value, at),
        })
    }

    /// Appends the payload of a case whose index takes more than a byte.
    #[cold]
    fn payload(&mut self, value: &IDLValue, at: &At) -> Written {
        match at.op {
            Op::Opt | Op::Vec | Op::Record | Op::Variant | Op::Other => self.nested(value, at),
            _ => self.write_one(value, at),
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
        let IDLValue::Vec(items) = value else {
            return Err(NotWritten);
        };
        writer::write_len(&mut self.out, items.len());
        let are_ids = match self.layout.graph.node(element) {
            GraphNode::Primitive(Primitive::Principal) => self.ids(items, |item| match item {
                IDLValue::Principal(id) => Some(id.as_slice()),
                _ => None,
            }),
            GraphNode::Reference(ReferenceParts::Service(_)) => {
                self.ids(items, |item| match item {
                    IDLValue::Service(id) => Some(id.as_slice()),
                    _ => None,
                })
            }
            _ => false,
        };
        if are_ids {
            return Ok(());
        }
        let at = self.layout.at(element);
        if at.op == Op::Record {
            let record = self.layout.parts(element).ok_or(NotWritten)?;
            return self.items(items, |writer, item| writer.record_of(item, record));
        }
        self.items(items, |writer, item| writer.write_one(item, &at))
    }

    /// Appends the bytes of principals or services, or nothing if an item is neither, and returns whether all are.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ids(&mut self, items: &[IDLValue], bytes_of: impl Fn(&IDLValue) -> Option<&[u8]>) -> bool {
        let start = self.out.len();
        self.out.reserve(items.len().saturating_mul(ID_LEN));
        let mut n = 0;
        let ids = items.iter().map_while(|item| {
            let bytes = bytes_of(item)?;
            n += 1;
            Some(bytes)
        });
        writer::write_principals(&mut self.out, ids);
        if n < items.len() {
            self.out.truncate(start);
        }
        n == items.len()
    }

    #[inline(always)]
    fn items(
        &mut self,
        items: &[IDLValue],
        write: impl Fn(&mut Self, &IDLValue) -> Written,
    ) -> Written {
        parts::in_parts(
            items,
            0,
            self,
            |writer| Some(&mut writer.out),
            |items, writer| items.iter().try_for_each(|item| write(writer, item)),
        )
    }

    #[inline(never)]
    fn record(&mut self, value: &IDLValue, index: u32) -> Written {
        self.stack.check().map_err(|_| NotWritten)?;
        let record = self.layout.parts(index).ok_or(NotWritten)?;
        self.record_of(value, record)
    }

    #[inline(never)]
    fn record_of(&mut self, value: &IDLValue, record: &Parts) -> Written {
        let IDLValue::Record(fields) = value else {
            return Err(NotWritten);
        };
        if fields.len() != record.fields.len() {
            return self.rest_of_record(fields, record, 0);
        }
        // Most records have the type's fields in the same order.
        let (mut rest, mut expected) = (&fields[..], &record.fields[..]);
        let stopped = 'stopped: {
            while let (Some((four, after)), Some((expected_four, expected_after))) =
                (rest.split_first_chunk(), expected.split_first_chunk())
            {
                if let Err(stopped) = self.four_fields(four, expected_four) {
                    break 'stopped stopped;
                }
                (rest, expected) = (after, expected_after);
            }
            while let (Some((field, after)), Some((expected_field, expected_after))) =
                (rest.split_first(), expected.split_first())
            {
                if let Err(stopped) = self.one_field(field, expected_field) {
                    break 'stopped stopped;
                }
                (rest, expected) = (after, expected_after);
            }
            return Ok(());
        };
        match stopped {
            Stopped::AtLabel => {
                self.rest_of_record(fields, record, fields.len().saturating_sub(rest.len()))
            }
            Stopped::AtValue => Err(NotWritten),
        }
    }

    /// Writes the values of four fields if they certainly have the expected labels.
    #[inline(never)]
    fn four_fields(
        &mut self,
        fields: &[IDLField; 4],
        expected: &[LayoutField; 4],
    ) -> std::result::Result<(), Stopped> {
        let [a, b, c, d] = fields;
        let [w, x, y, z] = expected;
        if !w.is_of(a) || !x.is_of(b) || !y.is_of(c) || !z.is_of(d) {
            return Err(Stopped::AtLabel);
        }
        // Not a loop, in which the compiler computes addresses.
        self.write_field(a, w)?;
        self.write_field(b, x)?;
        self.write_field(c, y)?;
        self.write_field(d, z)
    }

    /// Writes the value of a field if it certainly has the expected label.
    #[inline(never)]
    fn one_field(
        &mut self,
        field: &IDLField,
        expected: &LayoutField,
    ) -> std::result::Result<(), Stopped> {
        if !expected.is_of(field) {
            return Err(Stopped::AtLabel);
        }
        self.write_field(field, expected)
    }

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_field(
        &mut self,
        field: &IDLField,
        expected: &LayoutField,
    ) -> std::result::Result<(), Stopped> {
        let written = self.write_as(&field.val, expected.at.op, &expected.at);
        written.map_err(|NotWritten| Stopped::AtValue)
    }

    /// Writes the fields of a record from number `n_written` on, whose values are elsewhere in the record or missing.
    #[inline(never)]
    fn rest_of_record(&mut self, fields: &[IDLField], record: &Parts, n_written: usize) -> Written {
        if !self.converts() && fields.len() != record.fields.len() {
            return Err(NotWritten);
        }
        let known = record.order.borrow().clone();
        let order = match known {
            Some(order) if order.is_of(fields, &record.fields) => order,
            _ => {
                let order = Order::of(fields, &record.fields, &mut self.ids);
                let order = Rc::new(order.ok_or(NotWritten)?);
                if order.n_found == fields.len() {
                    *record.order.borrow_mut() = Some(order.clone());
                }
                order
            }
        };
        let rest = record.fields.get(n_written..).unwrap_or_default();
        let positions = order.positions.get(n_written..).unwrap_or_default();
        self.fields_at(fields, rest, positions)
    }

    /// Writes the values of fields at these positions.
    fn fields_at(
        &mut self,
        fields: &[IDLField],
        expected: &[LayoutField],
        positions: &[usize],
    ) -> Written {
        for (expected, position) in expected.iter().zip(positions) {
            match fields.get(*position) {
                Some(field) => self.write_one(&field.val, &expected.at)?,
                None => self.absent(expected)?,
            }
        }
        Ok(())
    }

    /// Writes the value of a missing field, as [`IDLValue::absent`] is.
    fn absent(&mut self, expected: &LayoutField) -> Written {
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

    /// Writes a value that is not of the type, which has no parts or is a blob, but becomes one.
    #[inline(never)]
    fn unlike(&mut self, value: &IDLValue, op: Op, at: &At) -> Written {
        let ty = match self.layout.graph.node(at.node) {
            GraphNode::Primitive(ty) => ty,
            GraphNode::Vec(element) => return self.vec(value, *element),
            _ => return Err(NotWritten),
        };
        if !self.converts() {
            return Err(NotWritten);
        }
        if *ty == Primitive::Reserved {
            return Ok(());
        }
        let expected = TypeInner::from_primitive(*ty);
        match converted(value, &expected, Source::Text, Literals::WithoutType) {
            Some(Ok(value)) if value.primitive() == Some(*ty) => {
                let (part, node) = (op, at.node);
                self.write_one(&value, &At { op, part, node })
            }
            _ => Err(NotWritten),
        }
    }
}

#[cfg(test)]
mod tests;
