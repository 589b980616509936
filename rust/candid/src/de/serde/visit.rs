//! The forms in which values are passed to visitors.

use crate::de::errors;
use crate::de::plan::step::{Op, Step};
use crate::de::read::decoder::{is_large, Decoder};
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
    /// Checks the stack for what a visitor makes of a value with parts: in each form, as most visitors ask for theirs.
    #[inline(always)]
    pub(crate) fn check_stack_of<V: Visitor<'de>>(&mut self, _visitor: &V) -> Result<()> {
        if const { is_large::<V::Value>() } {
            self.check_stack_for::<V::Value>()?;
        }
        Ok(())
    }

    /// Visits a record as a sequence if its labels are 0, 1, ….
    pub(crate) fn visit_tuple<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        self.check_stack_of(&visitor)?;
        let node = self.enter_record()?;
        if !node.is_sequence() {
            return Err(errors::wrong_form("a tuple", self.step, &visitor));
        }
        TupleAccess::new(self.cx, node).visit(visitor)
    }

    /// Visits a record as a map from field names to values.
    #[inline]
    pub(crate) fn visit_record<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        self.check_stack_of(&visitor)?;
        let node = self.enter_record()?;
        FieldAccess::new(self.cx, node).visit(visitor)
    }

    #[inline]
    pub(crate) fn visit_vec<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        self.check_stack_of(&visitor)?;
        let (node, len) = self.enter_vec()?;
        VecAccess::new(self.cx, node.element, len, node.element_min).visit(visitor)
    }

    pub(crate) fn visit_blob_as_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        if mechanisms::RAW_NUMBERS && is_visitor_of::<V, Vec<u8>>() {
            let blob = self.read_blob()?;
            return fixed_width_vec::try_vec_u8::<V>(blob).ok_or_else(internal);
        }
        let len = self.enter_blob()?;
        VecAccess::new(self.cx, Step::new(Op::Nat8), len, 1).visit(visitor)
    }

    #[inline(always)]
    pub(crate) fn visit_opt<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.enter_opt()? {
            Some(payload) => visitor.visit_some(payload),
            None => visitor.visit_none(),
        }
    }

    /// Decodes any value, in the form that fits the wire best. Outlined, so that its callers, which try their own form first,
    /// stay small.
    #[inline(never)]
    pub(crate) fn visit_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.step.op() {
            Op::Vec => return self.visit_vec(visitor),
            Op::Record => return self.visit_record(visitor),
            Op::Variant => return self.visit_enum(visitor),
            Op::Opt | Op::PlainOpt | Op::OptOfValue => return self.visit_opt(visitor),
            _ => {}
        }
        match self.read_leaf()? {
            Leaf::Unit => visitor.visit_unit(),
            Leaf::None => visitor.visit_none(),
            Leaf::Bool(value) => visitor.visit_bool(value),
            Leaf::U8(value) => visitor.visit_u8(value),
            Leaf::U16(value) => visitor.visit_u16(value),
            Leaf::U32(value) => visitor.visit_u32(value),
            Leaf::U64(value) => visitor.visit_u64(value),
            Leaf::I8(value) => visitor.visit_i8(value),
            Leaf::I16(value) => visitor.visit_i16(value),
            Leaf::I32(value) => visitor.visit_i32(value),
            Leaf::I64(value) => visitor.visit_i64(value),
            Leaf::F32(value) => visitor.visit_f32(value),
            Leaf::F64(value) => visitor.visit_f64(value),
            Leaf::Number(number) => number.visit(visitor),
            Leaf::Text(text) => visitor.visit_borrowed_str(text),
            Leaf::Bytes(bytes) => visitor.visit_borrowed_bytes(bytes),
            Leaf::Func(principal, method) => visitor.visit_seq(FuncAccess::new(principal, method)),
        }
    }

    /// Reads a value without parts. Compiled once, not for each visitor.
    fn read_leaf(mut self) -> Result<Leaf<'de>> {
        let reader = &mut self.cx.state.reader;
        Ok(match self.step.op() {
            Op::Null | Op::Reserved => Leaf::Unit,
            Op::Bool => Leaf::Bool(reader.read_bool()?),
            Op::Nat8 => Leaf::U8(reader.read_u8()?),
            Op::Nat16 => Leaf::U16(reader.read_u16()?),
            Op::Nat32 => Leaf::U32(reader.read_u32()?),
            Op::Nat64 => Leaf::U64(reader.read_u64()?),
            Op::Int8 => Leaf::I8(reader.read_i8()?),
            Op::Int16 => Leaf::I16(reader.read_i16()?),
            Op::Int32 => Leaf::I32(reader.read_i32()?),
            Op::Int64 => Leaf::I64(reader.read_i64()?),
            Op::Float32 => Leaf::F32(reader.read_f32()?),
            Op::Float64 => Leaf::F64(reader.read_f64()?),
            Op::Nat => Leaf::Number(BigNumber::nat(self.cx.state)?),
            Op::Int => Leaf::Number(BigNumber::int(self.cx.state)?),
            Op::NatAsInt => Leaf::Number(BigNumber::nat_as_int(self.cx.state)?),
            Op::Text => Leaf::Text(self.read_text()?),
            Op::Principal | Op::ServiceAsPrincipal | Op::Service => {
                Leaf::Bytes(reader.read_principal()?)
            }
            Op::Func => {
                let (principal, method) = reference::read_func(self.cx.state)?;
                Leaf::Func(principal, method)
            }
            Op::Blob => Leaf::Bytes(self.read_blob()?),
            Op::None => Leaf::None,
            Op::SkipToNone => {
                self.skip_wire()?;
                Leaf::None
            }
            Op::SkipToReserved | Op::SkipToNull => {
                self.skip_wire()?;
                Leaf::Unit
            }
            _ => return Err(self.mismatch()),
        })
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

/// A value without parts, in the form in which visitors take it.
enum Leaf<'de> {
    Unit,
    None,
    Bool(bool),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    F32(f32),
    F64(f64),
    Number(BigNumber<'de>),
    Text(&'de str),
    Bytes(&'de [u8]),
    Func(&'de [u8], &'de str),
}
