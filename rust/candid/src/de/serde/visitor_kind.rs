//! Recognition of serde's visitors: those of std's types by identity, derived ones by their value type and path.
//!
//! For a known visitor, the decoder may use a shorter path to the same value: copy a vector at once, read a record
//! itself. Failing to recognise a visitor costs only speed; mistaking one for another would
//! produce wrong values. So value types are compared by identity, not by name.

use serde::de::{Deserialize, Deserializer, IgnoredAny, Visitor};
use std::any;
use std::fmt;

/// Returns whether the visitor, or its value, is serde's `IgnoredAny`, which discards its input.
#[inline(always)]
pub(crate) fn is_ignored_any<V>() -> bool {
    typeid::of::<V>() == typeid::of::<IgnoredAny>()
}

/// Returns whether `V` is the visitor that `T::deserialize` uses. `T` is a type of std, so its `Deserialize` is serde's
/// own, and the answer is a constant.
#[inline(always)]
pub(crate) fn is_visitor_of<'de, V, T: Deserialize<'de>>() -> bool {
    visitor_of::<T>() == Some(typeid::of::<V>())
}

/// Returns the identity of the visitor that `T::deserialize` uses.
#[inline(always)]
fn visitor_of<'de, T: Deserialize<'de>>() -> Option<any::TypeId> {
    match T::deserialize(AskForVisitor) {
        Err(VisitorId(id)) => id,
        Ok(_) => None,
    }
}

/// A deserializer that refuses every visitor with the identity of its type.
struct AskForVisitor;

#[derive(Debug)]
struct VisitorId(Option<any::TypeId>);

impl fmt::Display for VisitorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl std::error::Error for VisitorId {}

impl serde::de::Error for VisitorId {
    fn custom<T: fmt::Display>(_message: T) -> Self {
        VisitorId(None)
    }
}

impl<'de> Deserializer<'de> for AskForVisitor {
    type Error = VisitorId;

    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline(always)]
    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, VisitorId> {
        Err(VisitorId(Some(typeid::of::<V>())))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Returns whether `V` is the visitor in the `Deserialize` that serde derives for `T`, which has no parameters and the
/// name `name`. Evaluated at compile time: it compares constants.
#[inline(always)]
pub(crate) fn is_derived_visitor_of<'de, V: Visitor<'de>, T>(name: &str) -> bool {
    typeid::of::<V::Value>() == typeid::of::<T>()
        && is_derived_path(any::type_name::<V>(), any::type_name::<T>(), name).is_some()
}

/// Returns `Some` if `visitor` is the path of the visitor in the `Deserialize` that serde derives for the type `ty`,
/// which ends in `name`: `app::_::<impl serde_core::de::Deserialize<'_> for app::Account>::deserialize::__Visitor<'_>`.
///
/// The visitor of a case with fields is in a method of its enum's visitor: `<…__Visitor<'_> as
/// serde_core::de::Visitor<'_>>::visit_enum::__Visitor<'_>`.
#[inline(always)]
fn is_derived_path(visitor: &str, ty: &str, name: &str) -> Option<()> {
    // Bytes and std's comparison, which the compiler evaluates where all are constants.
    let (visitor, ty) = (visitor.as_bytes(), ty.as_bytes());
    let module = ty.strip_suffix(name.as_bytes())?.strip_suffix(b"::")?;
    let rest = visitor.strip_prefix(b"<").unwrap_or(visitor);
    let rest = rest
        .strip_prefix(module)?
        .strip_prefix(b"::_::<impl serde")?;
    let rest = rest.strip_prefix(b"_core").unwrap_or(rest);
    let rest = rest.strip_prefix(b"::de::Deserialize")?;
    let rest = rest.strip_prefix(b"<'_>").unwrap_or(rest);
    let rest = rest.strip_prefix(b" for ")?.strip_prefix(ty)?;
    // Parameters are printed as declared.
    let rest = match rest.strip_prefix(b"<") {
        Some(parameters) => {
            let n = parameters.iter().position(|byte| *byte == b'>')?;
            parameters.get(n + 1..)?
        }
        None => rest,
    };
    let rest = rest.strip_prefix(b">::deserialize::__Visitor")?;
    matches!(rest.first(), None | Some(b'<')).then_some(())
}

#[cfg(test)]
mod tests;
