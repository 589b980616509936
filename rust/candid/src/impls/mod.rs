//! [`CandidType`] for the types of `std`, of `data` and of `serde_bytes`, one family per file; in `crates/` for those of other
//! crates.
//!
//! Each implementation gives the same type twice: as [`CandidType::_ty`], for printing and subtyping, and as a constant
//! [`Descriptor`], for the decoder. The tests below check that both agree.

#[cfg(feature = "serde_bytes")]
pub(crate) mod bytes;
pub(crate) mod cells;
#[cfg(any(
    feature = "bytes",
    feature = "chrono",
    feature = "indexmap",
    feature = "rust_decimal",
    feature = "serde_json",
    feature = "smallvec",
    feature = "time",
    feature = "uuid"
))]
pub(crate) mod crates;
pub(crate) mod keys;
pub(crate) mod maps;
pub(crate) mod net;
pub(crate) mod number_wrappers;
#[cfg(feature = "bignum")]
pub(crate) mod numbers;
pub(crate) mod option;
#[cfg(any(unix, windows))]
pub(crate) mod os_string;
pub(crate) mod pointers;
pub(crate) mod primitives;
pub(crate) mod ranges;
pub(crate) mod references;
pub(crate) mod reserved;
pub(crate) mod rest;
pub(crate) mod result;
pub(crate) mod sequences;
pub(crate) mod text;
pub(crate) mod time;
pub(crate) mod tuples;

/// Implements `_ty` and `__descriptor` for a primitive type, by its name in [`TypeInner`](crate::types::TypeInner) and
/// [`Primitive`](candid_wire::opcode::Primitive).
macro_rules! primitive_type {
    ($name:ident) => {
        fn _ty() -> $crate::types::ty::Type {
            $crate::types::ty::TypeInner::$name.into()
        }

        #[inline(never)]
        fn __descriptor() -> &'static $crate::schema::descriptor::Descriptor {
            const {
                &$crate::schema::descriptor::Descriptor::Primitive(
                    candid_wire::opcode::Primitive::$name,
                )
            }
        }
    };
}
pub(crate) use primitive_type;

/// Implements `_ty` and `__descriptor` for a type that is encoded as another.
macro_rules! type_of {
    ($ty:ty) => {
        fn _ty() -> $crate::types::ty::Type {
            <$ty as $crate::traits::CandidType>::ty()
        }

        fn __descriptor() -> &'static $crate::schema::descriptor::Descriptor {
            <$ty as $crate::traits::CandidType>::__descriptor()
        }
    };
}
pub(crate) use type_of;

/// Implements `_ty` and `__descriptor` for a record or variant, whose fields are in the order of their ids; each with its
/// position in the Rust declaration.
macro_rules! fields_type {
    ($Kind:ident { $($name:literal $ordinal:literal: $ty:ty),* }) => {
        fn _ty() -> $crate::types::ty::Type {
            let field = |name: &str, ty| $crate::types::ty::Field {
                id: $crate::types::ty::Label::Named(name.to_owned()).into(),
                ty,
            };
            $crate::types::ty::TypeInner::$Kind(vec![$(field($name, <$ty>::ty())),*]).into()
        }

        #[inline(never)]
        fn __descriptor() -> &'static $crate::schema::descriptor::Descriptor {
            use $crate::schema::descriptor::{Descriptor, FieldDescriptor};
            const {
                &Descriptor::$Kind(
                    const {
                        &[$(FieldDescriptor::named(
                            candid_wire::label::label_hash($name),
                            $name,
                            $ordinal,
                            <$ty>::__descriptor,
                        )),*]
                    },
                )
            }
        }
    };
}
pub(crate) use fields_type;

/// Implements `__READS`, `__read_with` and `__read_boxed`: the types whose values derived code reads without serde.
macro_rules! reads {
    ($reads:expr, $(#[$attribute:meta])+ |$decoder:ident, $wrap:ident| $body:expr) => {
        const __READS: bool = $reads;

        #[inline]
        fn __read_boxed(
            mut decoder: $crate::de::direct::Decoder<'_, '_, '_>,
        ) -> Option<Box<Self>> {
            let value = Self::__read_with(decoder.by_ref(), $crate::de::direct::InBox);
            decoder.boxed(value)
        }

        $(#[$attribute])+
        fn __read_with<Wrap: $crate::de::direct::Emplace<Self>>(
            $decoder: $crate::de::direct::Decoder<'_, '_, '_>,
            $wrap: Wrap,
        ) -> $crate::Result<Wrap::Out> {
            $body
        }
    };
}
pub(crate) use reads;

/// [`CandidType::__read_with`] of a type that serde's own implementation decodes at least as well.
macro_rules! read_by_serde {
    () => {
        $crate::impls::reads! { true, #[inline(always)] |decoder, wrap| {
            wrap.wrap_read(serde::Deserialize::deserialize(decoder))
        } }

        #[inline]
        fn __read_vec(
            decoder: $crate::de::direct::Decoder<'_, '_, '_>,
        ) -> $crate::Result<Vec<Self>> {
            serde::Deserialize::deserialize(decoder)
        }
    };
}
pub(crate) use read_by_serde;

#[cfg(test)]
mod tests;
