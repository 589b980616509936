//! The primitive types, as types and as opcodes.

use crate::types::ty::TypeInner;
use candid_wire::opcode::Primitive;

/// Defines the conversions for types of the same name on both sides.
macro_rules! conversions {
    ($($name:ident)*) => {
        impl TypeInner {
            /// Returns the primitive type that this is, if it is one.
            pub(crate) fn primitive(&self) -> Option<Primitive> {
                Some(match self {
                    $(TypeInner::$name => Primitive::$name,)*
                    _ => return None,
                })
            }

            /// Returns the primitive type.
            pub(crate) fn from_primitive(primitive: Primitive) -> Self {
                match primitive {
                    $(Primitive::$name => TypeInner::$name,)*
                }
            }
        }
    };
}

conversions! {
    Null Bool Nat Int Nat8 Nat16 Nat32 Nat64 Int8 Int16 Int32 Int64 Float32 Float64 Text Reserved Empty Principal
}
