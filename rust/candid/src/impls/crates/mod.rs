//! [`CandidType`] for types of other crates, each behind the feature of the crate's name.

#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "indexmap")]
mod indexmap;
#[cfg(feature = "serde_json")]
mod json;
#[cfg(feature = "rust_decimal")]
mod rust_decimal;
#[cfg(feature = "smallvec")]
mod smallvec;
#[cfg(feature = "time")]
mod time;
#[cfg(feature = "uuid")]
mod uuid;

#[cfg(any(feature = "chrono", feature = "time"))]
mod readable {
    use crate::traits::Serializer;
    use serde::ser::Error as _;
    use serde::Serialize;
    use std::fmt::{self, Write as _};

    /// The text of a value in serde's formats for people.
    struct Readable<'a, T>(&'a T);

    impl<T: Serialize> fmt::Display for Readable<'_, T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.serialize(f)
        }
    }

    /// Writes the text that the value's `Serialize` writes for people, and its `Deserialize` therefore reads.
    pub(super) fn write_readable<T: Serialize, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<(), S::Error> {
        let mut text = String::new();
        match write!(text, "{}", Readable(value)) {
            Ok(()) => serializer.serialize_text(&text),
            Err(fmt::Error) => Err(S::Error::custom("the value has no text")),
        }
    }

    /// Implements [`CandidType`](crate::CandidType) for types that serde writes as text for people.
    macro_rules! texts {
        ($($ty:ty;)*) => {$(
            impl $crate::traits::CandidType for $ty {
                $crate::impls::primitive_type!(Text);
                $crate::impls::read_by_serde!();

                fn idl_serialize<S: $crate::traits::Serializer>(
                    &self,
                    serializer: S,
                ) -> Result<(), S::Error> {
                    $crate::impls::crates::readable::write_readable(self, serializer)
                }
            }
        )*};
    }
    pub(super) use texts;
}
