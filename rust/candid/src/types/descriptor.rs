//! What a Rust type wants, as constants: the decoder plans from these without building a [`Type`].
//!
//! A [`Descriptor`] holds label hashes, names and one function pointer per field type, so a
//! recursive type costs nothing and a cold message touches only the types it reaches.
//! `#[derive(CandidType)]` and our implementations for std types make them; hand-written
//! implementations fall back to [`Descriptor::Dynamic`].

use crate::types::{Type, TypeId};
use candid_wire::opcode::Primitive;

/// Returns the descriptor of one Rust type. The address of what it returns identifies the type:
/// equal addresses mean equal types (but one type may have several addresses).
pub type DescriptorFn = fn() -> &'static Descriptor;

/// The shape of one Rust type's Candid type, one level deep.
#[derive(Debug)]
pub enum Descriptor {
    /// A primitive type, `reserved`, `empty` and `principal` among them.
    Primitive(Primitive),
    /// `opt`
    Opt(DescriptorFn),
    /// `vec`
    Vec(DescriptorFn),
    /// `record`
    Record(Fields),
    /// `variant`
    Variant(Fields),
    /// Known only through [`CandidType::ty`](crate::CandidType::ty): hand-written
    /// implementations, references.
    Dynamic {
        /// The identity of the Rust type.
        id: fn() -> TypeId,
        /// Its type.
        ty: fn() -> Type,
    },
    /// The type of another Rust type: a newtype has that of its field. Looked up when it is asked for, because
    /// newtypes may contain themselves.
    Alias(DescriptorFn),
}

/// The fields of a record or the tags of a variant.
#[derive(Debug)]
pub struct Fields {
    /// Sorted by id, ids distinct.
    pub fields: &'static [FieldDescriptor],
    /// Where the derive saw the declaration that serde's derive sees too (no `alias`, `flatten`,
    /// `from`, … that would make them differ): the Rust type. The decoder then may hand serde a
    /// field's ordinal instead of its name.
    pub derived: Option<fn() -> TypeId>,
}

/// One field of a record or one tag of a variant.
#[derive(Debug)]
pub struct FieldDescriptor {
    /// The label's hash, or the number itself of a numeric label.
    pub id: u32,
    /// What serde knows the field as; `None` in tuples, and where that is `_5_` for the number 5.
    pub name: Option<&'static str>,
    /// The position in the Rust declaration, counting only what serde counts.
    pub ordinal: u32,
    /// The type of the field.
    pub ty: DescriptorFn,
}

impl FieldDescriptor {
    /// A field with a name.
    pub const fn named(id: u32, name: &'static str, ordinal: u32, ty: DescriptorFn) -> Self {
        FieldDescriptor {
            id,
            name: Some(name),
            ordinal,
            ty,
        }
    }

    /// A field whose label is a number, and which serde knows as `_5_` if the number is 5.
    pub const fn numbered(id: u32, ordinal: u32, ty: DescriptorFn) -> Self {
        FieldDescriptor {
            id,
            name: None,
            ordinal,
            ty,
        }
    }

    /// A field of a tuple.
    pub const fn unnamed(id: u32, ty: DescriptorFn) -> Self {
        FieldDescriptor {
            id,
            name: None,
            ordinal: id,
            ty,
        }
    }
}

impl Fields {
    /// Fields in the order of their ids.
    pub const fn new(fields: &'static [FieldDescriptor]) -> Self {
        Fields {
            fields,
            derived: None,
        }
    }

    /// The same, where serde's derive sees the same declaration of the Rust type `id`.
    pub const fn derived(fields: &'static [FieldDescriptor], id: fn() -> TypeId) -> Self {
        Fields {
            fields,
            derived: Some(id),
        }
    }
}
