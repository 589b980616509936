//! The opcodes of types, as an enum.

use candid_wire::opcode::{Composite, Primitive};

/// The number of a primitive type or a type constructor on the wire.
///
/// `spec/Candid.md#types-1`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i64)]
pub enum Opcode {
    /// `null`
    Null = Primitive::Null.opcode() as i64,
    /// `bool`
    Bool = Primitive::Bool.opcode() as i64,
    /// `nat`
    Nat = Primitive::Nat.opcode() as i64,
    /// `int`
    Int = Primitive::Int.opcode() as i64,
    /// `nat8`
    Nat8 = Primitive::Nat8.opcode() as i64,
    /// `nat16`
    Nat16 = Primitive::Nat16.opcode() as i64,
    /// `nat32`
    Nat32 = Primitive::Nat32.opcode() as i64,
    /// `nat64`
    Nat64 = Primitive::Nat64.opcode() as i64,
    /// `int8`
    Int8 = Primitive::Int8.opcode() as i64,
    /// `int16`
    Int16 = Primitive::Int16.opcode() as i64,
    /// `int32`
    Int32 = Primitive::Int32.opcode() as i64,
    /// `int64`
    Int64 = Primitive::Int64.opcode() as i64,
    /// `float32`
    Float32 = Primitive::Float32.opcode() as i64,
    /// `float64`
    Float64 = Primitive::Float64.opcode() as i64,
    /// `text`
    Text = Primitive::Text.opcode() as i64,
    /// `reserved`
    Reserved = Primitive::Reserved.opcode() as i64,
    /// `empty`
    Empty = Primitive::Empty.opcode() as i64,
    /// `opt`
    Opt = Composite::Opt.opcode() as i64,
    /// `vec`
    Vec = Composite::Vec.opcode() as i64,
    /// `record`
    Record = Composite::Record.opcode() as i64,
    /// `variant`
    Variant = Composite::Variant.opcode() as i64,
    /// `func`
    Func = Composite::Func.opcode() as i64,
    /// `service`
    Service = Composite::Service.opcode() as i64,
    /// `principal`
    Principal = Primitive::Principal.opcode() as i64,
}
