//! `#[serde(with = …)]` helpers for values behind `Rc` and `Arc`, for which serde has no
//! implementation unless its feature `rc` is on.

macro_rules! shared {
    ($($(#[$doc:meta])* $module:ident: $std:ident::$Pointer:ident;)*) => {$(
        $(#[$doc])*
        pub mod $module {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};
            use std::$std::$Pointer;

            /// Serializes the value inside.
            ///
            /// # Errors
            ///
            /// Those of the serializer and of the value.
            pub fn serialize<T: Serialize, S: Serializer>(
                data: &$Pointer<T>,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                data.as_ref().serialize(serializer)
            }

            /// Deserializes a value into a new pointer.
            ///
            /// # Errors
            ///
            /// Those of the deserializer and of the value.
            pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$Pointer<T>, D::Error> {
                T::deserialize(deserializer).map($Pointer::new)
            }
        }
    )*};
}

shared! {
    /// Serializes and deserializes an [`Rc`](std::rc::Rc) as the value inside; sharing is not preserved.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, Deserialize};
    /// use std::rc::Rc;
    ///
    /// #[derive(CandidType, Deserialize)]
    /// struct List {
    ///     head: u8,
    ///     #[serde(with = "candid::rc")]
    ///     tail: Rc<Option<List>>,
    /// }
    /// let list = List { head: 1, tail: Rc::new(None) };
    /// let bytes = candid::encode_one(&list)?;
    /// assert!(candid::decode_one::<List>(&bytes)?.tail.is_none());
    /// # Ok::<(), candid::Error>(())
    /// ```
    rc: rc::Rc;

    /// Serializes and deserializes an [`Arc`](std::sync::Arc) as the value inside; sharing is not preserved.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, Deserialize};
    /// use std::sync::Arc;
    ///
    /// #[derive(CandidType, Deserialize)]
    /// struct Config {
    ///     #[serde(with = "candid::arc")]
    ///     name: Arc<String>,
    /// }
    /// let bytes = candid::encode_one(&Config { name: Arc::new("main".to_owned()) })?;
    /// assert_eq!(*candid::decode_one::<Config>(&bytes)?.name, "main");
    /// # Ok::<(), candid::Error>(())
    /// ```
    arc: sync::Arc;
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};
    use std::{rc::Rc, sync::Arc};

    #[test]
    fn written_as_the_value_inside() {
        #[derive(Serialize, Deserialize)]
        struct Shared {
            #[serde(with = "super::rc")]
            a: Rc<u8>,
            #[serde(with = "super::arc")]
            b: Arc<u8>,
        }
        let shared: Shared = serde_json::from_str(r#"{"a":1,"b":2}"#).unwrap();
        assert_eq!((*shared.a, *shared.b), (1, 2));
        assert_eq!(serde_json::to_string(&shared).unwrap(), r#"{"a":1,"b":2}"#);
    }
}
