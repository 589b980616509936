//! The traits that Rust types and serializers implement.

mod serializer;

pub use serializer::{Compound, Serializer};

use crate::de::plan::node::FieldStep;
use crate::de::read::decoder::Decoder;
use crate::de::read::emplace::{unwrap_checked, Emplace, Identity};
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
                func: None,
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

    /// [`CandidType::__SIZE`] of the payload, if the type is an option.
    #[doc(hidden)]
    const __PAYLOAD_SIZE: Option<usize> = None;

    /// Whether values are options that are copied by a bulk operation, even if they are null.
    #[doc(hidden)]
    const __IS_LARGE_OPTION: bool = false;

    /// Returns whether a field that did not fail is null, if it is a large option; else true.
    #[doc(hidden)]
    #[inline(always)]
    fn __is_null_if_large(_field: &crate::error::Result<Self>) -> bool
    where
        Self: Sized,
    {
        true
    }

    /// Returns the value of a field of which [`CandidType::__is_null_if_large`] is true.
    #[doc(hidden)]
    #[inline(always)]
    fn __unwrap_null_if_large(field: crate::error::Result<Self>) -> Self
    where
        Self: Sized,
    {
        unwrap_checked(field)
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
