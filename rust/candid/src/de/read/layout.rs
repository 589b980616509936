//! How values of Rust types are laid out in messages, if they can be built from their bytes.

use std::any::TypeId;

/// One field of a Rust type whose values are built from their bytes.
#[derive(Clone, Copy, Debug)]
pub struct FieldLayout {
    /// [`CandidType::__SIZE`](crate::CandidType::__SIZE) of the field.
    pub(crate) size: usize,
    /// Whether it can be built: it has a fixed size, or is an option of such values.
    is_built: bool,
    /// The payload, if it is an option.
    pub(crate) payload: AsPayload,
}

/// A type as the payload of an option, in a record that is built from its bytes.
#[derive(Clone, Copy, Debug)]
pub enum AsPayload {
    /// The field is not an option, or its payload is not built.
    Never,
    /// The opcode of a number or a `bool`.
    Leaf(u8),
    /// The identity of a record of fixed size.
    Record(fn() -> TypeId),
}

impl AsPayload {
    /// Returns that of a type whose values are records.
    pub const fn of<T: ?Sized>() -> Self {
        AsPayload::Record(typeid::of::<T>)
    }
}

impl FieldLayout {
    /// Returns the layout of a field, of a type with these constants of [`CandidType`](crate::CandidType).
    pub(crate) const fn new(size: usize, is_from_bytes: bool, option_of: AsPayload) -> Self {
        FieldLayout {
            size,
            is_built: is_from_bytes && (size != 0 || !matches!(option_of, AsPayload::Never)),
            payload: option_of,
        }
    }

    /// Returns whether records with these fields are built from their bytes.
    pub const fn are_built(fields: &[FieldLayout]) -> bool {
        let mut i = 0;
        while i < fields.len() {
            if !fields[i].is_built {
                return false;
            }
            i += 1;
        }
        !fields.is_empty()
    }
}

/// The bytes that values are built from.
pub trait Input {
    /// Takes the next bytes. Returns `None` if there are too few.
    fn take<const N: usize>(&mut self) -> Option<[u8; N]>;

    /// Takes a `bool`. Returns `None` for other bytes than its two.
    #[inline(always)]
    fn take_bool(&mut self) -> Option<bool> {
        match self.take()? {
            [byte @ ..=1] => Some(byte != 0),
            _ => None,
        }
    }

    /// Takes the tag of an option, and returns whether there is a payload. Returns `None` if it is not known how to build
    /// the payload, and for other bytes than tags.
    fn take_tag(&mut self) -> Option<bool>;
}

/// Of values of fixed size.
impl Input for &[u8] {
    #[inline(always)]
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.split_first_chunk()?;
        *self = rest;
        Some(*first)
    }

    #[inline(always)]
    fn take_tag(&mut self) -> Option<bool> {
        None
    }
}

/// Of values of fixed size that were built before, as [`Input`] of their bytes: those of a `bool` need no check.
pub(crate) struct Valid<'de>(pub(crate) &'de [u8]);

impl Input for Valid<'_> {
    #[inline(always)]
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.0.take()
    }

    #[inline(always)]
    fn take_bool(&mut self) -> Option<bool> {
        let [byte] = self.take()?;
        Some(byte != 0)
    }

    #[inline(always)]
    fn take_tag(&mut self) -> Option<bool> {
        None
    }
}
