//! The types of primitive values.

use candid::types::TypeInner;
#[cfg(feature = "template")]
use candid_wire::opcode::Primitive;

/// Declares [`PrimType`], and its conversions from and to names and types.
macro_rules! prims {
    ($($prim:ident $name:literal $bytes:literal)*) => {
        /// The types of primitive values.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "each is the type of that name")]
        pub enum PrimType {
            $($prim,)*
        }

        impl PrimType {
            /// All primitive types.
            pub const ALL: [PrimType; [$(PrimType::$prim),*].len()] = [$(PrimType::$prim),*];

            /// Returns the name of the type in Candid.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(PrimType::$prim => $name,)*
                }
            }

            /// Returns the primitive type of the given name.
            ///
            /// # Examples
            ///
            /// ```
            /// use candid_parser::syntax::PrimType;
            ///
            /// assert_eq!(PrimType::str_to_enum("nat8"), Some(PrimType::Nat8));
            /// assert_eq!(PrimType::str_to_enum("principal"), None);
            /// ```
            // A call for each name in a type is 0.4 % of parsing.
            #[inline(always)]
            pub fn str_to_enum(name: &str) -> Option<Self> {
                match name.as_bytes() {
                    $($bytes => Some(PrimType::$prim),)*
                    _ => None,
                }
            }

            /// Returns the type on the wire.
            #[cfg(feature = "template")]
            pub(crate) const fn wire(self) -> Primitive {
                match self {
                    $(PrimType::$prim => Primitive::$prim,)*
                }
            }

            /// Returns the type in the representation of the `candid` crate.
            #[must_use]
            pub fn to_candid(self) -> TypeInner {
                match self {
                    $(PrimType::$prim => TypeInner::$prim,)*
                }
            }

            /// Returns the primitive type that a type is.
            pub(crate) fn of_candid(ty: &TypeInner) -> Option<Self> {
                match ty {
                    $(TypeInner::$prim => Some(PrimType::$prim),)*
                    _ => None,
                }
            }
        }
    };
}

prims! {
    Nat "nat" b"nat"
    Nat8 "nat8" b"nat8"
    Nat16 "nat16" b"nat16"
    Nat32 "nat32" b"nat32"
    Nat64 "nat64" b"nat64"
    Int "int" b"int"
    Int8 "int8" b"int8"
    Int16 "int16" b"int16"
    Int32 "int32" b"int32"
    Int64 "int64" b"int64"
    Float32 "float32" b"float32"
    Float64 "float64" b"float64"
    Bool "bool" b"bool"
    Text "text" b"text"
    Null "null" b"null"
    Reserved "reserved" b"reserved"
    Empty "empty" b"empty"
}
