//! Functions whose quotas are constants, for `ic-cdk`'s `decode_with`.

use crate::api::{decode_args_with_config, decode_one_with_config, ArgumentDecoder};
use crate::de::config::DecoderConfig;
use crate::error::Result;
use crate::traits::CandidType;
use serde::de::Deserialize;

/// Quotas in examples.
macro_rules! example {
    (enough $quota:ident) => {
        "1_000"
    };
    (none $quota:ident) => {
        "0"
    };
}

/// Defines functions like `ic-cdk`'s `decode_with`: quotas as constants, a trap on error; and those that return it.
macro_rules! with_quotas {
    ($(
        $args:ident, $one:ident, $try_args:ident, $try_one:ident, [$($quota:ident),*], $doc:literal,
            {$($set:ident($value:ident))*};
    )*) => {$(
        #[doc = concat!("Decodes a tuple of arguments with ", $doc, " set by constants, for `ic-cdk`'s `decode_with`.")]
        ///
        /// # Panics
        ///
        /// If decoding fails: in a canister this rejects the call.
        #[doc = concat!("[`", stringify!($try_args), "`] returns the error.")]
        pub fn $args<$(const $quota: usize,)* Tuple>(bytes: Vec<u8>) -> Tuple
        where
            Tuple: for<'a> ArgumentDecoder<'a>,
        {
            or_trap($try_args::<$($quota,)* Tuple>(&bytes))
        }

        #[doc = concat!("Decodes a single argument with ", $doc, " set by constants, for `ic-cdk`'s `decode_with`.")]
        ///
        /// # Panics
        ///
        /// If decoding fails: in a canister this rejects the call.
        #[doc = concat!("[`", stringify!($try_one), "`] returns the error.")]
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use candid::", stringify!($one), ";")]
        ///
        #[doc = concat!("let text: String = ", stringify!($one), "::<", $(example!(enough $quota), ", ",)* "_>(candid::encode_one(\"hello\")?);")]
        /// assert_eq!(text, "hello");
        /// # Ok::<(), candid::Error>(())
        /// ```
        pub fn $one<$(const $quota: usize,)* T>(bytes: Vec<u8>) -> T
        where
            T: for<'a> Deserialize<'a> + CandidType,
        {
            or_trap($try_one::<$($quota,)* T>(&bytes))
        }

        #[doc = concat!("Decodes a tuple of arguments with ", $doc, " set by constants.")]
        ///
        /// # Errors
        ///
        /// Those of [`decode_args_with_config`].
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use candid::", stringify!($try_args), ";")]
        ///
        /// let bytes = candid::encode_args(("hello", 42u8))?;
        #[doc = concat!("let (text, number) = ", stringify!($try_args), "::<", $(example!(enough $quota), ", ",)* "(&str, u8)>(&bytes)?;")]
        /// assert_eq!((text, number), ("hello", 42));
        #[doc = concat!("let error = ", stringify!($try_args), "::<", $(example!(none $quota), ", ",)* "(&str,)>(&bytes).unwrap_err();")]
        /// assert!(error.is_quota());
        /// # Ok::<(), candid::Error>(())
        /// ```
        pub fn $try_args<'a, $(const $quota: usize,)* Tuple: ArgumentDecoder<'a>>(
            bytes: &'a [u8],
        ) -> Result<Tuple> {
            let mut config = DecoderConfig::new();
            $(config.$set($value);)*
            decode_args_with_config(bytes, &config)
        }

        #[doc = concat!("Decodes a single argument with ", $doc, " set by constants.")]
        ///
        /// # Errors
        ///
        /// Those of [`decode_one_with_config`].
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use candid::", stringify!($try_one), ";")]
        ///
        /// let bytes = candid::encode_args(("hello", 42u8))?;
        #[doc = concat!("let text = ", stringify!($try_one), "::<", $(example!(enough $quota), ", ",)* "&str>(&bytes)?;")]
        /// assert_eq!(text, "hello");
        #[doc = concat!("let error = ", stringify!($try_one), "::<", $(example!(none $quota), ", ",)* "&str>(&bytes).unwrap_err();")]
        /// assert!(error.is_quota());
        /// # Ok::<(), candid::Error>(())
        /// ```
        pub fn $try_one<'a, $(const $quota: usize,)* T>(bytes: &'a [u8]) -> Result<T>
        where
            T: Deserialize<'a> + CandidType,
        {
            let mut config = DecoderConfig::new();
            $(config.$set($value);)*
            decode_one_with_config(bytes, &config)
        }
    )*};
}

with_quotas! {
    decode_args_with_decoding_quota, decode_one_with_decoding_quota,
        try_decode_args_with_decoding_quota, try_decode_one_with_decoding_quota, [N],
        "a decoding quota", { set_decoding_quota(N) };
    decode_args_with_skipping_quota, decode_one_with_skipping_quota,
        try_decode_args_with_skipping_quota, try_decode_one_with_skipping_quota, [M],
        "a skipping quota", { set_skipping_quota(M) };
    decode_args_with_decoding_and_skipping_quota, decode_one_with_decoding_and_skipping_quota,
        try_decode_args_with_decoding_and_skipping_quota, try_decode_one_with_decoding_and_skipping_quota,
        [N, M], "a decoding and a skipping quota",
        { set_decoding_quota(N) set_skipping_quota(M) };
}

fn or_trap<T>(result: Result<T>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("cannot decode the arguments: {error}"),
    }
}
