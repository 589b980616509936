//! A per-thread slot that passes kept bytes through serde, whose data model has no type for them.
//!
//! As in `value/value_slot.rs`: the decoder puts them into the slot and calls the visitor, which takes them; nothing runs in
//! between. A request for bytes is recognised by the identity of the visitor's value, a type that no other code can name.

use crate::de::read::decoder::Decoder;
use crate::de::read::keep::Kept;
use crate::error::Result;
use serde::de::{Deserialize, Deserializer, Visitor};
use std::cell::Cell;
use std::fmt;
use std::mem::ManuallyDrop;

thread_local! {
    /// Empty between calls, so that there is nothing to drop, and it is there for destructors of other thread-locals.
    static KEPT: ManuallyDrop<Cell<Option<Kept>>> = const { ManuallyDrop::new(Cell::new(None)) };
}

/// Reads a value as its bytes if it comes from a message and they can be kept. Otherwise decodes it into `value`.
///
/// # Errors
///
/// Those of the deserializer.
pub(crate) fn read<'de, T, D>(
    deserializer: D,
    value: &mut Option<Box<T>>,
) -> std::result::Result<Option<Kept>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    // Other formats must not see a newtype.
    if typeid::of::<D>() != typeid::of::<Decoder<'_, '_, '_>>() {
        *value = Some(Box::new(T::deserialize(deserializer)?));
        return Ok(None);
    }
    let Outcome(kept) = deserializer.deserialize_newtype_struct("Lazy", Request(value))?;
    Ok(kept)
}

/// Returns whether the visitor is that of [`read`].
#[inline(always)]
pub(crate) fn is_request<'de, V: Visitor<'de>>() -> bool {
    typeid::of::<V::Value>() == typeid::of::<Outcome>()
}

impl<'de> Decoder<'_, '_, 'de> {
    /// Answers a request: with the bytes in the slot, or with the decoder of the value.
    pub(crate) fn visit_lazily<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.try_keep()? {
            Some(kept) => {
                KEPT.with(|slot| slot.set(Some(kept)));
                visitor.visit_unit()
            }
            None if self.step.is_failure() => Err(self.mismatch()),
            None => visitor.visit_newtype_struct(self),
        }
    }
}

/// The bytes, or `None` if the visitor has decoded the value.
struct Outcome(Option<Kept>);

struct Request<'a, T>(&'a mut Option<Box<T>>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Request<'_, T> {
    type Value = Outcome;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> std::result::Result<Outcome, E> {
        Ok(Outcome(KEPT.with(|slot| slot.take())))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> std::result::Result<Outcome, D::Error> {
        *self.0 = Some(Box::new(T::deserialize(deserializer)?));
        Ok(Outcome(None))
    }
}
