//! `#[serde(with = …)]` helpers for numbers in formats for people.

/// `#[serde(with = "candid::nat_as_string")]`: a [`Nat`](crate::Nat) or [`Int`](crate::Int) that is a decimal string
/// in human-readable formats such as JSON, which have no numbers of any size, or an `Option` or `Vec` of such. Candid and
/// other binary formats are as without it.
///
/// Strings and numbers are read, with `_` between digits too. As with any `with` of serde, an option that may be missing in
/// JSON needs `#[serde(default)]`.
///
/// # Examples
///
/// ```
/// use candid::{CandidType, Deserialize, Nat};
/// use serde::Serialize;
///
/// #[derive(CandidType, Serialize, Deserialize, Debug, PartialEq)]
/// struct Account {
///     #[serde(with = "candid::nat_as_string")]
///     balance: Nat,
/// }
/// let account = Account { balance: "100_000_000_000_000_000_000".parse()? };
/// let json = serde_json::to_string(&account).unwrap();
/// assert_eq!(json, r#"{"balance":"100000000000000000000"}"#);
/// assert_eq!(serde_json::from_str::<Account>(&json).unwrap(), account);
/// assert_eq!(serde_json::from_str::<Account>(r#"{"balance":5}"#).unwrap().balance, 5u8);
/// # Ok::<(), candid::Error>(())
/// ```
pub mod nat_as_string {
    use crate::data::int::Int;
    use crate::data::nat::Nat;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// A number of any size, or an option or a vector of such.
    pub trait Number: Serialize {
        /// Serializes the decimal digits.
        #[doc(hidden)]
        fn serialize_digits<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
    }

    impl Number for Nat {
        fn serialize_digits<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(&self.0)
        }
    }

    impl Number for Int {
        fn serialize_digits<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(&self.0)
        }
    }

    impl<N: Number> Number for Option<N> {
        fn serialize_digits<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.as_ref().map(Digits).serialize(serializer)
        }
    }

    impl<N: Number> Number for Vec<N> {
        fn serialize_digits<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.iter().map(Digits))
        }
    }

    struct Digits<'a, N>(&'a N);

    impl<N: Number> Serialize for Digits<'_, N> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.0.serialize_digits(serializer)
        }
    }

    /// Serializes a number.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    pub fn serialize<N: Number, S: Serializer>(
        number: &N,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            number.serialize_digits(serializer)
        } else {
            number.serialize(serializer)
        }
    }

    /// Deserializes a number.
    ///
    /// # Errors
    ///
    /// Those of the deserializer, and if it is no number.
    pub fn deserialize<'de, N, D>(deserializer: D) -> Result<N, D::Error>
    where
        N: Number + Deserialize<'de>,
        D: Deserializer<'de>,
    {
        N::deserialize(deserializer)
    }
}
