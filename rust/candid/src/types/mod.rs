//! The type language, subtyping, and the traits of types with a Candid type.

#[doc(hidden)]
pub mod derived;
pub mod docs;
pub mod env;
mod expansion;
pub(crate) mod id;
pub(crate) mod opcode;
pub mod registry;
pub mod report;
pub mod subtype;
pub mod ty;

#[doc(hidden)]
pub use crate::schema::descriptor;

/// Types and their parts by their paths in candid 0.10.39.
pub mod internal {
    pub use super::id::TypeId;
    pub use super::opcode::Opcode;
    pub use super::registry::{env_clear, find_type, find_type_doc, unroll};
    pub use super::ty::{
        is_primitive, text_size, Field, FuncMode, Function, Label, SharedLabel, Type, TypeInner,
    };
    pub use crate::container::{get_type, type_of, TypeContainer};
    pub use crate::types::docs::{FieldDoc, TypeDoc, TypeDocs};
}

/// [`TypeEnv`] by its older path.
pub mod type_env {
    pub use super::env::TypeEnv;
}

/// Numbers of any size.
#[cfg(feature = "bignum")]
pub mod number {
    pub use crate::data::{Int, Nat};
}

/// Function and service references.
pub mod reference {
    pub use crate::data::{Func, FuncVisitor, Service};
}

/// Dynamic values.
#[cfg(feature = "value")]
pub mod value {
    pub use crate::value::{
        Difference, IDLArgs, IDLField, IDLValue, IDLValueVisitor, ValueDisplay, ValueIndex,
        VariantValue, MAX_DIFFERENCES,
    };
}

pub use crate::container::{get_type, TypeContainer};
#[doc(hidden)]
pub use crate::data::serde_value;
pub use crate::data::{arc, bounded_vec, leb128_io as leb128, principal, rc, reserved, result};
#[doc(hidden)]
pub mod flatten {
    pub use crate::schema::flatten::check::check;
    pub use crate::schema::flatten::{
        merge, merged_doc, merged_type, HasParts, Part, RecordFields, Run,
    };
    pub use crate::ser::part::{serialize_parts, RecordPart};
}
#[doc(hidden)]
pub mod method {
    pub use crate::api::prepare::{prepare_decoding, prepare_encoding};
    pub use crate::container::method_type::{MethodType, NoMethodType};
}
pub use crate::impls::keys::{HashedKey, OrderedKey};
#[doc(hidden)]
pub use crate::impls::references::__serialize_principals;
#[doc(hidden)]
pub use crate::ser::batch::FieldBatch;
// As in `de::direct`, so that a facade need not re-export the macros.
#[doc(hidden)]
pub use crate::traits::__size_of_record;
pub use crate::traits::{CandidType, Compound, Serializer};
#[doc(hidden)]
pub use crate::{__cases, __descriptors, __parts, __write_fields};
pub use docs::{FieldDoc, TypeDoc, TypeDocs};
pub use env::TypeEnv;
#[doc(hidden)]
pub use id::choose_name;
pub use id::TypeId;
pub use ty::{Field, FuncMode, Function, Label, SharedLabel, Type, TypeInner};
