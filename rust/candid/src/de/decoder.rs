//! The decoder of one value: `{ context, step }`, created for each nested value and passed on.
//!
//! The `enter_` methods read and charge the start of a container, the `visit_` methods hand its parts to a visitor.

use super::number::BigNumber;
use super::plan::{internal, EntryChecks, Op, RecordNode, Step, VecNode};
use super::record::{ByField, ByOrdinal, ByPosition};
use super::reference::FuncAccess;
use super::seq::{in_element, VecAccess};
use super::state::{too_long_cold, Context};
use super::visitor_kind::{is_visitor_of, takes_ordinals};
use super::{bytes, reference, skip, text};
use crate::error::{Error, Result};
use candid_wire::text::to_string;
use serde::de::Visitor;

/// Decodes one value according to its step.
pub struct Decoder<'a, 'p, 'de> {
    pub(crate) cx: &'a mut Context<'p, 'de>,
    pub(crate) step: Step,
}

impl<'a, 'p, 'de> Decoder<'a, 'p, 'de> {
    /// Returns the decoder of a value inside this one.
    #[inline]
    pub(crate) fn at(&mut self, step: Step) -> Decoder<'_, 'p, 'de> {
        Decoder { cx: self.cx, step }
    }

    /// Enters a record: checks the stack and charges the static cost.
    #[inline(always)]
    pub(crate) fn enter_record(&mut self) -> Result<&'p RecordNode> {
        let node = self.cx.plan.record_node(self.step.index())?;
        match node.checks {
            EntryChecks::Nothing => {}
            EntryChecks::Stack => self.cx.state.stack.check()?,
            EntryChecks::Count => self.cx.state.count_more(node)?,
        }
        self.cx.state.budget.charge(node.cost)?;
        Ok(node)
    }

    /// Enters a vector: reads the length, then checks and charges its static part.
    #[inline]
    pub(crate) fn enter_vec(&mut self) -> Result<(&'p VecNode, usize)> {
        let node = self.cx.plan.vec_node(self.step.index())?;
        self.cx.state.stack.check()?;
        let len = self.cx.state.reader.read_len()?;
        let state = &mut *self.cx.state;
        match u32::try_from(len) {
            Ok(n) if node.cost_fits_u32 => {
                let n = u64::from(n);
                let cost = n.wrapping_mul(node.element_cost).wrapping_add(2);
                state.budget.charge(cost)?;
                if n.wrapping_mul(node.element_min) > state.reader.remaining() as u64 {
                    let offset = state.reader.offset();
                    return Err(too_long_cold(len, node.element_min, offset));
                }
            }
            _ => state.enter_unusual_vec(node, len)?,
        }
        Ok((node, len))
    }

    /// Visits a record as a sequence if its labels are 0, 1, ….
    pub(crate) fn visit_tuple<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let node = self.enter_record()?;
        if !node.is_tuple {
            return Err(wrong_form("a tuple", self.step, &visitor));
        }
        ByPosition::new(self.cx, node).visit(visitor)
    }

    /// Visits a record as a map from field names to values.
    #[inline]
    pub(crate) fn visit_record<V: Visitor<'de>>(
        mut self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let node = self.enter_record()?;
        if !takes_ordinals::<V>(node, names) {
            return ByField::new(self.cx, node).visit(visitor);
        }
        ByOrdinal::new(self.cx, node).visit(visitor)
    }

    #[inline]
    pub(crate) fn visit_vec<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let (node, len) = self.enter_vec()?;
        VecAccess::new(self.cx, node.element, len).visit(visitor)
    }

    pub(crate) fn visit_blob_as_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        if is_visitor_of::<V, Vec<u8>>() {
            let blob = self.read_blob()?;
            return bytes::try_vec_u8::<V>(blob).ok_or_else(internal);
        }
        let len = self.enter_blob()?;
        VecAccess::new(self.cx, Step::new(Op::Nat8), len).visit(visitor)
    }

    /// Enters a `vec nat8` whose bytes are read one by one: reads the length and charges for them. The container has
    /// already charged its 2.
    pub(crate) fn enter_blob(&mut self) -> Result<usize> {
        let state = &mut *self.cx.state;
        let len = state.reader.read_len()?;
        // The same check as where the bytes are taken all at once.
        state.reader.clone().skip_bytes(len)?;
        state.budget.charge(len as u64)?;
        Ok(len)
    }

    /// Reads the bytes of a `vec nat8`. The container has already charged its 2.
    #[inline]
    pub(crate) fn read_blob(self) -> Result<&'de [u8]> {
        let blob = self.cx.state.reader.read_blob()?;
        self.cx.state.budget.charge(blob.len() as u64)?;
        Ok(blob)
    }

    /// Reads the bytes of a principal. Returns `None`, consuming nothing, if the next value is not a
    /// principal, or an opaque one.
    #[inline]
    pub(crate) fn try_read_principal(&mut self) -> Option<&'de [u8]> {
        match self.step.is_leaf(Op::Principal) {
            true => self.cx.state.reader.read_principal().ok(),
            false => None,
        }
    }

    /// Reads a text. The container has already charged its 1.
    #[inline]
    pub(crate) fn read_text(self) -> Result<&'de str> {
        let text = text::read_text(&mut self.cx.state.reader)?;
        self.cx.state.budget.charge(text.len() as u64)?;
        Ok(text)
    }

    /// Reads a text into a `String`. The container has already charged its 1.
    #[inline]
    pub(crate) fn read_string<T>(self, wrap: impl FnOnce(String) -> T) -> Result<T> {
        let state = &mut *self.cx.state;
        match text::try_read_short(&mut state.reader) {
            Some(text) => {
                state.budget.charge(text.len() as u64)?;
                Ok(wrap(to_string(text)))
            }
            None => match text::read_string(state) {
                Ok(text) => Ok(wrap(text)),
                Err(error) => Err(error),
            },
        }
    }

    /// Decodes any value, in the form that fits the wire best.
    pub(crate) fn visit_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let reader = &mut self.cx.state.reader;
        match self.step.op() {
            Op::Null => visitor.visit_unit(),
            Op::Bool => visitor.visit_bool(reader.read_bool()?),
            Op::Nat8 => visitor.visit_u8(reader.read_u8()?),
            Op::Nat16 => visitor.visit_u16(reader.read_u16()?),
            Op::Nat32 => visitor.visit_u32(reader.read_u32()?),
            Op::Nat64 => visitor.visit_u64(reader.read_u64()?),
            Op::Int8 => visitor.visit_i8(reader.read_i8()?),
            Op::Int16 => visitor.visit_i16(reader.read_i16()?),
            Op::Int32 => visitor.visit_i32(reader.read_i32()?),
            Op::Int64 => visitor.visit_i64(reader.read_i64()?),
            Op::Float32 => visitor.visit_f32(reader.read_f32()?),
            Op::Float64 => visitor.visit_f64(reader.read_f64()?),
            Op::Nat => BigNumber::nat(self.cx.state)?.visit(visitor),
            Op::Int => BigNumber::int(self.cx.state)?.visit(visitor),
            Op::NatAsInt => BigNumber::nat_as_int(self.cx.state)?.visit(visitor),
            Op::Text => visitor.visit_borrowed_str(self.read_text()?),
            Op::Principal | Op::ServiceAsPrincipal | Op::Service => {
                visitor.visit_borrowed_bytes(reader.read_principal()?)
            }
            Op::Func => {
                let (principal, method) = reference::read_func(self.cx.state)?;
                visitor.visit_seq(FuncAccess::new(principal, method))
            }
            Op::Blob => visitor.visit_borrowed_bytes(self.read_blob()?),
            Op::Vec => self.visit_vec(visitor),
            Op::Record => self.visit_record(&[], visitor),
            Op::Variant => self.visit_enum(&[], visitor),
            Op::Opt | Op::PlainOpt | Op::OptOfValue => self.visit_opt(visitor),
            Op::ReservedNull => visitor.visit_unit(),
            Op::None => visitor.visit_none(),
            Op::SkipToNone => {
                self.skip_wire()?;
                visitor.visit_none()
            }
            Op::Reserved | Op::Future => {
                self.skip_wire()?;
                visitor.visit_unit()
            }
            Op::Empty | Op::Mismatch | Op::InfiniteOpt | Op::Missing => Err(self.refuse()),
        }
    }

    /// Skips the value of a step that yields no value.
    #[inline]
    pub(crate) fn skip_wire(&mut self) -> Result<()> {
        skip::skip(self.cx.state, self.cx.plan, self.step.wire())
    }

    /// Returns the error of the first element of a vector whose elements do not coerce.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse_first(mut self, element: Step) -> Error {
        let error = self.at(element).refuse();
        in_element(error, self.cx.state, 0)
    }

    /// Returns the error for a requested form that the value does not have.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse_form(self, asked: &str, visitor: &dyn serde::de::Expected) -> Error {
        match self.step.op() {
            Op::Empty | Op::Mismatch | Op::InfiniteOpt | Op::Missing => self.refuse(),
            _ => wrong_form(asked, self.step, visitor),
        }
    }

    /// Returns the error that a refusing step stands for.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse(self) -> Error {
        let offset = self.cx.state.reader.offset();
        let full = self.cx.state.full_error_message;
        let error = match self.step.op() {
            Op::Empty => Error::subtype("the type on the wire has no values"),
            op => match self.cx.plan.pair(self.step.index()) {
                Some((_, expected)) if op == Op::Missing => Error::subtype(format_args!(
                    "the field is missing: {} is wanted",
                    self.cx.plan.describe_expected(expected, full)
                )),
                Some((wire, expected)) => Error::subtype(format_args!(
                    "expected {}, found {}{}",
                    self.cx.plan.describe_expected(expected, full),
                    self.cx.plan.describe_wire(wire, full),
                    match op {
                        Op::InfiniteOpt => ", which would be opt of itself without end",
                        _ => "",
                    }
                )),
                None => internal(),
            },
        };
        error.at_offset(offset)
    }
}

/// Returns the error for a visitor that requested a form the value does not have.
#[cold]
#[inline(never)]
fn wrong_form(asked: &str, step: Step, visitor: &dyn serde::de::Expected) -> Error {
    Error::subtype(format_args!(
        "the Rust type asks for {asked} ({visitor}), but its Candid type reads as {:?}",
        match step.op() {
            Op::PlainOpt => Op::Opt,
            op => op,
        }
    ))
}
