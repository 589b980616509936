//! The traits that Rust types and serializers implement.

mod compound;

pub use compound::Compound;

use crate::data::rest::Rest;
use crate::de::plan::node::FieldStep;
use crate::de::read::decoder::Decoder;
use crate::de::read::emplace::{Emplace, Identity};
use crate::de::read::layout::{AsPayload, FieldLayout, Input};
use crate::de::read::record::Record;
use crate::error::internal;
use crate::schema::descriptor::Descriptor;
use crate::schema::flatten::{Part, RecordFields};
use crate::ser::batch::FieldBatch;
use crate::ser::parts;
use crate::types::docs::TypeDoc;
use crate::types::id::TypeId;
use crate::types::registry;
use crate::types::ty::Type;

/// A Rust type with a Candid type, implemented by `#[derive(CandidType)]`.
///
/// # Examples
///
/// ```
/// use candid::{CandidType, Deserialize};
///
/// #[derive(CandidType, Deserialize)]
/// struct Account {
///     owner: candid::Principal,
///     subaccount: Option<Vec<u8>>,
/// }
/// assert_eq!(
///     Account::ty().to_string(),
///     "record { owner : principal; subaccount : opt blob }"
/// );
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no Candid type",
    label = "`CandidType` is not implemented for `{Self}`",
    note = "for a type of your crate, add `#[derive(CandidType)]`",
    note = "for a type of `bytes`, `chrono`, `indexmap`, `rust_decimal`, `smallvec`, `time` or `uuid`, turn on the feature of \
            `candid` with that name, such as `chrono` for `chrono::DateTime<Utc>`; for `serde_json::Value`, use `candid::Json` \
            with the feature `serde_json`",
    note = "for a type of another crate, look for a feature of that crate; otherwise use a type that has a Candid type, such as \
            nanoseconds in a `u64` for a time, or name it where the field is converted: `#[serde(with = \"…\")]` with \
            `#[candid(with_type = \"…\")]`"
)]
pub trait CandidType {
    /// Returns the Candid type of `Self`, built once per thread and Rust type and cached.
    fn ty() -> Type {
        registry::type_once_with_docs(Self::id(), Self::_ty, Self::_ty_doc)
    }

    /// Returns the identity of the Rust type.
    fn id() -> TypeId {
        TypeId::of::<Self>()
    }

    /// Builds the Candid type of `Self`: defined by implementations, called by [`CandidType::ty`].
    fn _ty() -> Type;

    /// Returns the doc comments of the type and its fields.
    fn _ty_doc() -> TypeDoc {
        TypeDoc::default()
    }

    /// Writes the value with `serializer`, as the type [`CandidType::ty`].
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error>;

    /// Returns the constant form of [`CandidType::ty`], the input of the decoder's plan.
    ///
    /// What is kept for a type is found by this address. Inlined, the constant would be in each unit of code generation, and
    /// what one has prepared would not be found by another.
    #[doc(hidden)]
    #[inline(never)]
    fn __descriptor() -> &'static Descriptor {
        const {
            &Self::__FIELDS.descriptor_or(Descriptor::Dynamic {
                id: TypeId::of::<Self>,
                ty: Self::ty,
            })
        }
    }

    /// The fields of a struct that may be flattened into another.
    #[doc(hidden)]
    const __FIELDS: RecordFields = RecordFields::Unknown;

    /// What these are made of, if others are flattened into the struct.
    #[doc(hidden)]
    const __PARTS: &'static [Part] = &[];

    /// Builds the record whose fields are flattened into another: never a reference to a type that is being built, as
    /// [`CandidType::ty`] of the target of a pointer may be.
    #[doc(hidden)]
    fn __flattened_ty() -> Type {
        Self::_ty()
    }

    /// The size in bytes of every value, if the type is a fixed-width number, a `bool`, or a record of such; else 0.
    #[doc(hidden)]
    const __SIZE: usize = 0;

    /// Whether [`CandidType::__read_with`] can read values.
    #[doc(hidden)]
    const __READS: bool = false;

    /// Reads a value, bypassing serde's visitors where the result is known to be the same, and returns the result of
    /// `wrap`, which builds a large value at its destination.
    #[doc(hidden)]
    fn __read_with<W: Emplace<Self>>(
        _decoder: Decoder<'_, '_, '_>,
        _wrap: W,
    ) -> crate::error::Result<W::Out>
    where
        Self: Sized,
    {
        Err(internal())
    }

    /// Reads a value into a box: for [`CandidType::__read_with`] of boxes, some of which hold unsized types. The result is
    /// one word, for lists; [`Decoder::boxed`] keeps the error.
    #[doc(hidden)]
    fn __read_boxed(_decoder: Decoder<'_, '_, '_>) -> Option<Box<Self>> {
        None
    }

    /// Whether [`CandidType::__from_bytes`] builds values, where derived code reads them.
    #[doc(hidden)]
    const __FROM_BYTES: bool = FieldLayout::are_built(Self::__LAYOUT);

    /// The fields in the order of their ids, if it is a record.
    #[doc(hidden)]
    const __LAYOUT: &'static [FieldLayout] = &[];

    /// The layout of a field of this type.
    #[doc(hidden)]
    const __AS_FIELD: FieldLayout =
        FieldLayout::new(Self::__SIZE, Self::__FROM_BYTES, Self::__OPTION_OF);

    /// The type as the payload of an option, in a record that is built from its bytes.
    #[doc(hidden)]
    const __AS_PAYLOAD: AsPayload = AsPayload::Never;

    /// [`CandidType::__AS_PAYLOAD`] of the payload, if the type is an option.
    #[doc(hidden)]
    const __OPTION_OF: AsPayload = AsPayload::Never;

    /// Builds a value from its bytes, which are laid out as the type is declared. Returns `None` if they are invalid.
    #[doc(hidden)]
    fn __from_bytes<I: Input>(_input: &mut I) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Whether values nest without bound only through pointers and vectors that check the stack. A hand-written type
    /// may itself be a pointer, so the stack is checked before its values.
    #[doc(hidden)]
    const __CHECKS_STACK: bool = Self::__READS;

    /// Whether equal values are indistinguishable, apart from floats, which cannot be keys. False for types of users,
    /// which may compare only a part.
    #[doc(hidden)]
    const __IS_EXACT: bool = false;

    /// Reads a value by the fastest path available.
    ///
    /// Like the methods that write parts, it is called by its path, `<T as CandidType>::__read`: of a `T` without
    /// `CandidType`, each such call is then the same error, which the compiler prints once.
    #[doc(hidden)]
    #[inline(always)]
    fn __read<'de>(decoder: Decoder<'_, '_, 'de>) -> crate::error::Result<Self>
    where
        Self: Sized + serde::Deserialize<'de>,
    {
        if const { Self::__READS } {
            Self::__read_with(decoder, Identity)
        } else {
            decoder.read_by_deserialize()
        }
    }

    /// Reads the next field of a record. On failure, [`Record::failed`] adds the field to the error: in the caller, since a
    /// large value stays where it is only if the result is returned unchanged.
    #[doc(hidden)]
    #[inline(always)]
    fn __read_field<'p, 'de>(
        record: &mut Record<'_, 'p, 'de>,
        field: &'p FieldStep,
    ) -> crate::error::Result<Self>
    where
        Self: Sized + serde::Deserialize<'de>,
    {
        match record.skip_to(field) {
            Ok(()) => Self::__read(record.field(field)),
            Err(error) => Err(error),
        }
    }

    /// Writes the value as the next part of a record, variant or vector.
    #[doc(hidden)]
    #[inline(always)]
    fn __write_part<C: Compound>(&self, compound: &mut C) -> Result<(), C::Error> {
        compound.serialize_element(self)
    }

    /// Writes the value as the next field of a record of several.
    #[doc(hidden)]
    #[inline(always)]
    fn __write_field<C: Compound>(
        &self,
        compound: &mut C,
        batch: &mut FieldBatch<'_>,
    ) -> Result<(), C::Error> {
        compound.__field(batch, self)
    }

    /// Reads the elements of a vector.
    #[doc(hidden)]
    fn __read_vec(decoder: Decoder<'_, '_, '_>) -> crate::error::Result<Vec<Self>>
    where
        Self: Sized,
    {
        decoder.read_vec()
    }

    /// Builds an array from the bytes of its elements, if the type is a fixed-width number or `bool`. Returns `None` if they
    /// are invalid or not as many as for `N` elements.
    #[doc(hidden)]
    fn __array_from_bytes<const N: usize>(_bytes: &[u8]) -> Option<[Self; N]>
    where
        Self: Sized,
    {
        None
    }

    /// Writes the elements of a vector. Fixed-width numbers are written at once.
    ///
    /// Not inlined: next to other code, the compiler puts the batch of a fixed-size element into memory.
    #[doc(hidden)]
    #[inline(never)]
    fn __serialize_elements<C: Compound>(
        elements: &[Self],
        compound: &mut C,
    ) -> Result<(), C::Error>
    where
        Self: Sized,
    {
        serialize_in_parts(elements, compound, serialize_each)
    }
}

/// Writes elements one by one, small ones of a fixed size several at a time.
#[inline(always)]
pub(crate) fn serialize_each<T: CandidType, C: Compound>(
    elements: &[T],
    compound: &mut C,
) -> Result<(), C::Error> {
    if const { T::__SIZE == 0 || T::__SIZE > FieldBatch::SIZE / 4 } {
        for element in elements {
            compound.serialize_element(element)?;
        }
        return Ok(());
    }
    // The compiler unrolls a loop over as many.
    let mut batches = elements.chunks_exact(FieldBatch::SIZE / T::__SIZE.clamp(8, 16));
    for elements in &mut batches {
        let mut bytes = [0; FieldBatch::SIZE];
        let mut batch = FieldBatch::new(&mut bytes);
        for element in elements {
            compound.__field(&mut batch, element)?;
        }
        compound.__end(&mut batch);
    }
    for element in batches.remainder() {
        compound.serialize_element(element)?;
    }
    Ok(())
}

/// Writes elements with `write`, a part of them after the other, with capacity according to those before.
#[inline(always)]
pub(crate) fn serialize_in_parts<T: CandidType, C: Compound>(
    elements: &[T],
    compound: &mut C,
    write: impl FnMut(&[T], &mut C) -> Result<(), C::Error>,
) -> Result<(), C::Error> {
    parts::in_parts(elements, T::__SIZE, compound, C::__as_vec, write)
}

/// Writes one value. Implementations of [`CandidType`] call exactly one of its methods.
///
/// A method that starts a record, vector or variant returns a [`Compound`], which writes the parts. What is written must be a
/// value of the type that [`CandidType::_ty`] returns: the order of fields and cases is that of their ids, as in the type.
///
/// # Examples
///
/// ```
/// use candid::types::{Compound as _, Field, Label, Serializer, Type, TypeInner};
/// use candid::{decode_one, encode_one, CandidType};
///
/// /// `record { lo : nat64; hi : nat64 }`, sorted by the ids of the names.
/// struct Bits128(u128);
///
/// impl CandidType for Bits128 {
///     fn _ty() -> Type {
///         let field = |name: &str| Field { id: Label::Named(name.to_string()).into(), ty: u64::ty() };
///         let mut fields = vec![field("lo"), field("hi")];
///         fields.sort_by_key(|field| field.id.get_id());
///         TypeInner::Record(fields).into()
///     }
///     fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
///         // The hash of `hi` is the smaller one.
///         let mut record = serializer.serialize_struct()?;
///         record.serialize_element(&((self.0 >> 64) as u64))?;
///         record.serialize_element(&(self.0 as u64))
///     }
/// }
///
/// #[derive(CandidType, candid::Deserialize)]
/// struct Parts { lo: u64, hi: u64 }
/// let parts: Parts = decode_one(&encode_one(Bits128(7 << 64 | 5))?)?;
/// assert_eq!((parts.hi, parts.lo), (7, 5));
/// # Ok::<(), candid::Error>(())
/// ```
pub trait Serializer: Sized {
    /// The error of a failed write.
    type Error: serde::ser::Error;
    /// The writer of the parts of a record, variant or vector.
    type Compound: Compound<Error = Self::Error>;
    /// Writes a `bool`.
    fn serialize_bool(self, v: bool) -> Result<(), Self::Error>;
    /// Writes a `nat`.
    #[cfg(feature = "bignum")]
    fn serialize_nat(self, v: &crate::data::nat::Nat) -> Result<(), Self::Error>;
    /// Writes a `nat` that fits 128 bits.
    fn serialize_u128(self, v: u128) -> Result<(), Self::Error>;
    /// Writes a `nat8`.
    fn serialize_nat8(self, v: u8) -> Result<(), Self::Error>;
    /// Writes a `nat16`.
    fn serialize_nat16(self, v: u16) -> Result<(), Self::Error>;
    /// Writes a `nat32`.
    fn serialize_nat32(self, v: u32) -> Result<(), Self::Error>;
    /// Writes a `nat64`.
    fn serialize_nat64(self, v: u64) -> Result<(), Self::Error>;
    /// Writes an `int`.
    #[cfg(feature = "bignum")]
    fn serialize_int(self, v: &crate::data::int::Int) -> Result<(), Self::Error>;
    /// Writes an `int` that fits 128 bits.
    fn serialize_i128(self, v: i128) -> Result<(), Self::Error>;
    /// Writes an `int8`.
    fn serialize_int8(self, v: i8) -> Result<(), Self::Error>;
    /// Writes an `int16`.
    fn serialize_int16(self, v: i16) -> Result<(), Self::Error>;
    /// Writes an `int32`.
    fn serialize_int32(self, v: i32) -> Result<(), Self::Error>;
    /// Writes an `int64`.
    fn serialize_int64(self, v: i64) -> Result<(), Self::Error>;
    /// Writes a `float32`.
    fn serialize_float32(self, v: f32) -> Result<(), Self::Error>;
    /// Writes a `float64`.
    fn serialize_float64(self, v: f64) -> Result<(), Self::Error>;
    /// Writes a `text`.
    fn serialize_text(self, v: &str) -> Result<(), Self::Error>;
    /// Writes `null` or `reserved`: no bytes.
    fn serialize_null(self, v: ()) -> Result<(), Self::Error>;
    /// Returns an error: `empty` has no values.
    fn serialize_empty(self) -> Result<(), Self::Error>;
    /// Writes an `opt`.
    fn serialize_option<T: ?Sized + CandidType>(self, v: Option<&T>) -> Result<(), Self::Error>;
    /// Starts a `record`; its fields follow in the order of their ids.
    fn serialize_struct(self) -> Result<Self::Compound, Self::Error>;
    /// Starts a `vec` of `len` elements.
    fn serialize_vec(self, len: usize) -> Result<Self::Compound, Self::Error>;
    /// Writes a `vec nat8`.
    fn serialize_blob(self, v: &[u8]) -> Result<(), Self::Error>;
    /// Starts a `variant`: `index` is the position of the case in the order of the ids.
    fn serialize_variant(self, index: u64) -> Result<Self::Compound, Self::Error>;
    /// Writes a `principal` or a `service`.
    fn serialize_principal(self, v: &[u8]) -> Result<(), Self::Error>;
    /// Writes a `func`.
    fn serialize_function(self, v: &[u8], meth: &str) -> Result<(), Self::Error>;

    /// Writes a value that is encoded already. Returns `None` if this serializer does not write the binary format.
    #[doc(hidden)]
    fn __encoded(self, _bytes: &[u8]) -> Option<Result<(), Self::Error>> {
        None
    }

    /// Checks that the stack is not used up: called where a value contains another, which may be as deep as memory
    /// allows.
    #[doc(hidden)]
    #[inline(always)]
    fn __check_stack(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Notes the fields that a record has besides those of its type: called before the record is written.
    ///
    /// # Errors
    ///
    /// If there are any, and the serializer does not write them.
    #[doc(hidden)]
    fn __other_fields(&mut self, rest: &Rest) -> Result<(), Self::Error> {
        if rest.is_empty() {
            return Ok(());
        }
        Err(serde::ser::Error::custom(
            "this serializer does not write the other fields of a record (`candid::Rest`)",
        ))
    }
}

/// Returns the size of a record with fields of these sizes: 0 if it is not fixed.
#[doc(hidden)]
pub const fn __size_of_record(fields: &[usize]) -> usize {
    let mut size = 0;
    let mut i = 0;
    while i < fields.len() {
        if fields[i] == 0 {
            return 0;
        }
        size += fields[i];
        i += 1;
    }
    size
}
