//! The forms in which values are passed to visitors.

use crate::de::errors;
use crate::de::plan::step::{Op, Step};
use crate::de::read::decoder::Decoder;
use crate::de::read::number::BigNumber;
use crate::de::read::reference;
use crate::de::serde::fixed_width_vec;
use crate::de::serde::record::{FieldAccess, TupleAccess};
use crate::de::serde::reference::FuncAccess;
use crate::de::serde::seq::VecAccess;
use crate::de::serde::visitor_kind::is_visitor_of;
use crate::error::{internal, Error, Result};
use crate::util::mechanisms;
use serde::de::Visitor;

impl<'de> Decoder<'_, '_, 'de> {
    /// Visits a record as a sequence if its labels are 0, 1, ….
    pub(crate) fn visit_tuple<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let node = self.enter_record()?;
        if !node.is_sequence() {
            return Err(errors::wrong_form("a tuple", self.step, &visitor));
        }
        TupleAccess::new(self.cx, node).visit(visitor)
    }

    /// Visits a record as a map from field names to values.
    #[inline]
    pub(crate) fn visit_record<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let node = self.enter_record()?;
        FieldAccess::new(self.cx, node).visit(visitor)
    }

    #[inline]
    pub(crate) fn visit_vec<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let (node, len) = self.enter_vec()?;
        VecAccess::new(self.cx, node.element, len).visit(visitor)
    }

    pub(crate) fn visit_blob_as_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        if mechanisms::RAW_NUMBERS && is_visitor_of::<V, Vec<u8>>() {
            let blob = self.read_blob()?;
            return fixed_width_vec::try_vec_u8::<V>(blob).ok_or_else(internal);
        }
        let len = self.enter_blob()?;
        VecAccess::new(self.cx, Step::new(Op::Nat8), len).visit(visitor)
    }

    #[inline(always)]
    pub(crate) fn visit_opt<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.enter_opt()? {
            Some(payload) => visitor.visit_some(payload),
            None => visitor.visit_none(),
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
            Op::Record => self.visit_record(visitor),
            Op::Variant => self.visit_enum(visitor),
            Op::Opt | Op::PlainOpt | Op::OptOfValue => self.visit_opt(visitor),
            Op::Reserved => visitor.visit_unit(),
            Op::None => visitor.visit_none(),
            Op::SkipToNone => {
                self.skip_wire()?;
                visitor.visit_none()
            }
            Op::SkipToReserved | Op::SkipToNull => {
                self.skip_wire()?;
                visitor.visit_unit()
            }
            Op::Empty | Op::Mismatch | Op::InfiniteOpt | Op::Missing | Op::Rest => {
                Err(self.mismatch())
            }
        }
    }

    /// Returns the error for a requested form that the value does not have.
    #[cold]
    #[inline(never)]
    pub(crate) fn wrong_form(self, asked: &str, visitor: &dyn serde::de::Expected) -> Error {
        if self.step.is_failure() {
            return self.mismatch();
        }
        errors::wrong_form(asked, self.step, visitor)
    }
}
