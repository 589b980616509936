//! A deserializer that detects whether serde's derived code calls it.

use crate::de::read::decoder::Decoder;
use crate::de::read::emplace::Emplace;
use crate::de::read::layout::{FieldLayout, Input};
use crate::de::serde::visitor_kind::is_derived_visitor_of;
use crate::error::Error;
use crate::util::mechanisms;
use serde::de::{Deserializer, Expected, Unexpected, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// Derived decoding of a type all of whose fields have `Deserialize`.
pub trait ReadFields<'de>: Sized {
    /// The name in the declaration.
    const NAME: &'static str;

    /// Reads a value and returns the result of `wrap`.
    ///
    /// # Errors
    ///
    /// Those of the value.
    fn read_fields<W: Emplace<Self>>(
        decoder: Decoder<'_, '_, 'de>,
        wrap: W,
    ) -> crate::error::Result<W::Out>;

    /// The number of fields, if the record of a message may lack some of them because serde has defaults for them.
    const N_FIELDS: Option<usize> = None;

    /// [`CandidType::__LAYOUT`](crate::CandidType::__LAYOUT) of a value whose fields the derived code reads.
    const LAYOUT: &'static [FieldLayout] = &[];

    /// [`CandidType::__from_bytes`](crate::CandidType::__from_bytes) of such a value.
    fn fields_from_bytes<I: Input>(_input: &mut I) -> Option<Self> {
        None
    }
}

/// Decodes for a hand-written `T::deserialize`; refuses one that serde derived, before anything is read.
pub(crate) struct Recognise<'a, 'p, 'de, T> {
    decoder: Decoder<'a, 'p, 'de>,
    ty: PhantomData<T>,
}

/// The reason for which there is no value.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The visitor is the one that serde derives for the type. Nothing was read.
    Derived,
    /// The value is malformed or does not coerce.
    Failed(Error),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Derived => f.write_str("derived"),
            Refusal::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

impl serde::de::Error for Refusal {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Refusal::Failed(Error::custom(message))
    }

    #[cold]
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Refusal::Failed(Error::invalid_type(found, expected))
    }

    #[cold]
    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Refusal::Failed(Error::invalid_value(found, expected))
    }
}

impl<'a, 'p, 'de, T> Recognise<'a, 'p, 'de, T> {
    #[inline(always)]
    pub(crate) fn new(decoder: Decoder<'a, 'p, 'de>) -> Self {
        Recognise {
            decoder,
            ty: PhantomData,
        }
    }
}

/// Returns the result with its error as a refusal.
#[inline(always)]
fn or_refusal<T>(result: crate::error::Result<T>) -> Result<T, Refusal> {
    match result {
        Ok(value) => Ok(value),
        Err(error) => Err(Refusal::Failed(error)),
    }
}

/// Forwards to the decoder.
macro_rules! forward {
    ($($method:ident($($argument:ident: $ty:ty),*);)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value, Refusal> {
            or_refusal(self.decoder.$method($($argument,)* visitor))
        }
    )*};
}

/// Forwards unless the visitor is a derived one: for the methods that derived code calls.
macro_rules! recognise {
    ($($method:ident($($argument:ident: $ty:ty),*);)*) => {$(
        #[inline(always)]
        fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value, Refusal> {
            if mechanisms::DIRECT_READS && is_derived_visitor_of::<V, T>(T::NAME) {
                return Err(Refusal::Derived);
            }
            or_refusal(self.decoder.$method($($argument,)* visitor))
        }
    )*};
}

impl<'de, T: for<'a> ReadFields<'a>> Deserializer<'de> for Recognise<'_, '_, 'de, T> {
    type Error = Refusal;

    #[inline]
    fn is_human_readable(&self) -> bool {
        self.decoder.is_human_readable()
    }

    recognise! {
        deserialize_struct(name: &'static str, fields: &'static [&'static str]);
        deserialize_enum(name: &'static str, variants: &'static [&'static str]);
        deserialize_tuple_struct(name: &'static str, len: usize);
        deserialize_newtype_struct(name: &'static str);
        deserialize_unit_struct(name: &'static str);
    }

    forward! {
        deserialize_any();
        deserialize_bool();
        deserialize_i8();
        deserialize_i16();
        deserialize_i32();
        deserialize_i64();
        deserialize_i128();
        deserialize_u8();
        deserialize_u16();
        deserialize_u32();
        deserialize_u64();
        deserialize_u128();
        deserialize_f32();
        deserialize_f64();
        deserialize_char();
        deserialize_str();
        deserialize_string();
        deserialize_bytes();
        deserialize_byte_buf();
        deserialize_option();
        deserialize_unit();
        deserialize_seq();
        deserialize_tuple(len: usize);
        deserialize_map();
        deserialize_identifier();
        deserialize_ignored_any();
    }
}
