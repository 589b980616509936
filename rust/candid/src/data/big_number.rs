//! The implementations that `Nat` and `Int` have in common.

/// Implements printing, parsing, conversion from and to the number inside, and `Deserialize` with a visitor `$Visitor`,
/// which has the given methods besides.
macro_rules! big_number {
    (
        $Name:ident($Big:ident), $keyword:literal, $Visitor:ident, $Bytes:ident;
        $(#[$deserialize_doc:meta])*
        fn deserialize;
        $($visit:tt)*
    ) => {
        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&pp_num_str(&self.0.to_str_radix(10)))
            }
        }

        impl FromStr for $Name {
            type Err = Error;

            #[doc = concat!("Parses a number as [`", stringify!($Name), "::parse`].")]
            fn from_str(text: &str) -> Result<Self> {
                $Name::parse(text.as_bytes())
            }
        }

        impl From<$Big> for $Name {
            fn from(number: $Big) -> Self {
                $Name(number)
            }
        }

        impl From<$Name> for $Big {
            fn from(number: $Name) -> Self {
                number.0
            }
        }

        impl<'de> Deserialize<'de> for $Name {
            $(#[$deserialize_doc])*
            #[inline]
            fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
            where
                D: de::Deserializer<'de>,
            {
                deserializer.deserialize_any($Visitor)
            }
        }

        struct $Visitor;

        impl<'de> Visitor<'de> for $Visitor {
            type Value = $Name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($keyword)
            }

            fn visit_str<E: de::Error>(self, v: &str) -> std::result::Result<$Name, E> {
                v.parse().map_err(E::custom)
            }

            /// Our decoder passes a number of more than 64 bits as its LEB128 bytes, in a newtype so that no other
            /// source of bytes is mistaken for it.
            fn visit_newtype_struct<D>(self, deserializer: D) -> std::result::Result<$Name, D::Error>
            where
                D: de::Deserializer<'de>,
            {
                deserializer.deserialize_bytes($Bytes)
            }

            fn visit_seq<A>(self, seq: A) -> std::result::Result<$Name, A::Error>
            where
                A: de::SeqAccess<'de>,
            {
                $Big::deserialize(SeqAccessDeserializer::new(seq)).map($Name)
            }

            $($visit)*
        }
    };
}
pub(crate) use big_number;
