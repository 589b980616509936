//! `Reserved`, to which every value coerces, and `Empty`, which has no values.

use serde::de::{self, Deserialize, IgnoredAny, Visitor};
use std::fmt;

/// A value without content: the type `reserved`, the supertype of all types.
///
/// It replaces a field or argument that is no longer used. A value of any type decodes as it.
///
/// # Examples
///
/// ```
/// use candid::{decode_one, encode_one, Reserved};
///
/// let bytes = encode_one("no longer used")?;
/// assert_eq!(decode_one::<Reserved>(&bytes)?, Reserved);
/// # Ok::<(), candid::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reserved;

/// The type `empty`, the subtype of all types, which has no values.
///
/// # Examples
///
/// ```
/// use candid::{decode_one, encode_one, Empty};
///
/// let bytes = encode_one(Some(1u8))?;
/// assert!(decode_one::<Empty>(&bytes).is_err());
/// # Ok::<(), candid::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Empty {}

impl serde::Serialize for Reserved {
    fn serialize<S>(&self, serializer: S) -> Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        serializer.serialize_unit()
    }
}

impl<'de> Deserialize<'de> for Reserved {
    fn deserialize<D>(deserializer: D) -> Result<Self, D::Error>
    where
        D: de::Deserializer<'de>,
    {
        // `IgnoredAny` calls `deserialize_ignored_any`, so the value is skipped, not built.
        IgnoredAny::deserialize(deserializer).map(|IgnoredAny| Reserved)
    }
}

impl<'de> Deserialize<'de> for Empty {
    /// # Errors
    ///
    /// Always: no value has the type `empty`.
    fn deserialize<D>(deserializer: D) -> Result<Self, D::Error>
    where
        D: de::Deserializer<'de>,
    {
        deserializer.deserialize_any(EmptyVisitor)
    }
}

/// Accepts nothing: every method that is not overridden returns an error.
struct EmptyVisitor;

impl Visitor<'_> for EmptyVisitor {
    type Value = Empty;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no value: type empty has no values")
    }
}
