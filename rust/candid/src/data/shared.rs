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
