//! Compile-time type descriptors, the input of plan compilation.
//!
//! A [`Descriptor`] holds label hashes, names and one function pointer per field type, and no [`Type`] is built from
//! it: a recursive type costs nothing, and a cold message touches only the types it reaches. `#[derive(CandidType)]`
//! and our implementations for std types provide descriptors; hand-written implementations fall back to
//! [`Descriptor::Dynamic`], as those of references do, with what a first header needs of functions.

use crate::types::id::TypeId;
use crate::types::ty::Type;
use candid_wire::opcode::{Composite, Primitive};

/// Returns the descriptor of one Rust type. The address of the descriptor identifies the type: equal addresses mean
/// equal types (but one type may have several addresses).
pub type DescriptorFn = fn() -> &'static Descriptor;

/// The Candid type of one Rust type, one level deep.
#[derive(Debug)]
pub enum Descriptor {
    /// A primitive type, including `reserved`, `empty` and `principal`.
    Primitive(Primitive),
    /// `opt`
    Opt(DescriptorFn),
    /// `vec`
    Vec(DescriptorFn),
    /// `record`: the fields, sorted by id, ids distinct.
    Record(&'static [FieldDescriptor]),
    /// A `record` whose other fields are kept: those of its type, and the name by which serde knows the field for the
    /// others.
    RecordWithRest {
        /// As those of a record.
        fields: &'static [FieldDescriptor],
        /// The name.
        rest: &'static str,
    },
    /// `variant`: the cases, sorted by id, ids distinct.
    Variant(&'static [FieldDescriptor]),
    /// A type known only through [`CandidType::ty`](crate::CandidType::ty): hand-written implementations, references.
    Dynamic {
        /// The identity of the Rust type.
        id: fn() -> TypeId,
        /// The Candid type.
        ty: fn() -> Type,
        /// The same type, if it is known to be that of a function.
        func: Option<&'static FuncDescriptor>,
    },
    /// The type of another Rust type: a newtype has that of its field. Looked up on demand, because newtypes may
    /// contain themselves.
    Alias(DescriptorFn),
}

/// The type of a function.
#[derive(Clone, Copy, Debug)]
pub struct FuncDescriptor {
    /// Its entry in a type table, with zeros for the codes of its parts, and lengths of one byte.
    pub entry: &'static [u8],
    /// How many of its parts are arguments.
    pub n_args: usize,
    /// The types of the arguments, then those of the results.
    pub parts: &'static [DescriptorFn],
}

/// One field of a record or one case of a variant.
#[derive(Clone, Copy, Debug)]
pub struct FieldDescriptor {
    /// The label's hash, or the number itself of a numeric label.
    pub id: u32,
    /// The name that serde uses; `None` in tuples, and where it is `_5_` for the number 5.
    pub name: Option<&'static str>,
    /// The position in the Rust declaration, without skipped fields: the number of a case in code that the derive
    /// generates. Another for the values of maps.
    pub ordinal: u32,
    /// What messages may have in place of it.
    pub tolerance: Option<&'static Tolerance>,
    /// The type of the field.
    pub ty: DescriptorFn,
}

/// What messages may have in place of a field or case, by attributes of serde: the type does not tell.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// Whether the decoder leaves the field out if it is missing and not optional, so that serde provides the value.
    pub has_default: bool,
    /// Whether such a field is one of a tuple: then it is left out only if no later field is there.
    pub is_in_tuple: bool,
    /// The ids of other labels that it is known by: of fields that are there, its own counts first, then these in order.
    pub aliases: &'static [u32],
}

impl FuncDescriptor {
    /// The first byte of an entry.
    pub const OPCODE: u8 = Composite::Func.byte();
}

impl Descriptor {
    /// Returns whether this is a Rust map, which has the same Candid type as a vector of pairs.
    pub(crate) fn is_map(&self) -> bool {
        match self {
            Descriptor::Vec(pair) => match pair() {
                Descriptor::Record([_, value]) => value.id == 1 && value.ordinal == u32::MAX,
                _ => false,
            },
            _ => false,
        }
    }
}

impl FieldDescriptor {
    /// Returns a field with a name.
    pub const fn named(id: u32, name: &'static str, ordinal: u32, ty: DescriptorFn) -> Self {
        FieldDescriptor {
            id,
            name: Some(name),
            ordinal,
            tolerance: None,
            ty,
        }
    }

    /// Returns a field whose label is a number; for the number 5, serde uses the name `_5_`.
    pub const fn numbered(id: u32, ordinal: u32, ty: DescriptorFn) -> Self {
        FieldDescriptor {
            id,
            name: None,
            ordinal,
            tolerance: None,
            ty,
        }
    }

    /// Returns the field with what messages may have in place of it.
    #[must_use]
    pub const fn with_tolerance(mut self, tolerance: &'static Tolerance) -> Self {
        self.tolerance = Some(tolerance);
        self
    }

    /// Returns the ids of other labels that it is known by.
    pub(crate) const fn aliases(&self) -> &'static [u32] {
        match self.tolerance {
            Some(tolerance) => tolerance.aliases,
            None => &[],
        }
    }

    /// Returns the second field of a pair in a map.
    pub const fn map_value(ty: DescriptorFn) -> Self {
        let mut field = FieldDescriptor::unnamed(1, ty);
        field.ordinal = u32::MAX;
        field
    }

    /// Returns a field of a tuple.
    pub const fn unnamed(id: u32, ty: DescriptorFn) -> Self {
        FieldDescriptor {
            id,
            name: None,
            ordinal: id,
            tolerance: None,
            ty,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    /// Defines functions that return descriptors.
    macro_rules! descriptors {
        ($($name:ident = $descriptor:expr;)*) => {
            $(fn $name() -> &'static $crate::schema::descriptor::Descriptor {
                const { &$descriptor }
            })*
        };
    }
    pub(crate) use descriptors;
}
