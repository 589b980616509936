//! The kind of an error: what programs branch on.

use crate::error::Error;

/// The kind of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorKind {
    /// The bytes are not a Candid message: header, value or trailing bytes.
    Malformed,
    /// The input ends inside a value.
    Truncated,
    /// The type on the wire, or the value, does not coerce to the expected type.
    Subtype,
    /// A quota set by the caller is used up.
    Quota,
    /// A bound built into this crate is exceeded.
    Limit,
    /// Memory could not be reserved.
    Reserve,
    /// Anything else: messages of serde, of visitors, of users.
    Custom,
    /// The bound of [`ErrorKind::Limit`] on values that take no bytes, which a quota replaces.
    ZeroSized,
}

impl ErrorKind {
    /// The kinds with codes of their own.
    const ALL: [ErrorKind; 7] = [
        ErrorKind::Malformed,
        ErrorKind::Truncated,
        ErrorKind::Subtype,
        ErrorKind::Quota,
        ErrorKind::Limit,
        ErrorKind::Reserve,
        ErrorKind::Custom,
    ];

    const fn code(self) -> &'static str {
        match self {
            ErrorKind::Malformed => "candid::malformed",
            ErrorKind::Truncated => "candid::truncated",
            ErrorKind::Subtype => "candid::subtype",
            ErrorKind::Quota => "candid::quota",
            ErrorKind::Limit | ErrorKind::ZeroSized => "candid::limit",
            ErrorKind::Reserve => "candid::reserve",
            ErrorKind::Custom => "candid::custom",
        }
    }
}

impl Error {
    /// All codes that [`Error::code`] returns.
    pub const CODES: [&'static str; 7] = {
        let mut codes = [""; ErrorKind::ALL.len()];
        let mut i = 0;
        while i < codes.len() {
            codes[i] = ErrorKind::ALL[i].code();
            i += 1;
        }
        codes
    };

    /// Returns whether the type on the wire or the value does not coerce to the expected type.
    ///
    /// # Examples
    ///
    /// ```
    /// let bytes = candid::encode_one("five")?;
    /// assert!(candid::decode_one::<u8>(&bytes).unwrap_err().is_subtype());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn is_subtype(&self) -> bool {
        self.0.kind == ErrorKind::Subtype
    }

    /// Returns whether the bytes are not a valid Candid message; includes [`Error::is_truncated`].
    ///
    /// # Examples
    ///
    /// ```
    /// assert!(candid::decode_one::<u8>(b"no message").unwrap_err().is_malformed());
    /// ```
    pub fn is_malformed(&self) -> bool {
        matches!(self.0.kind, ErrorKind::Malformed | ErrorKind::Truncated)
    }

    /// Returns whether the input ends inside a value.
    ///
    /// # Examples
    ///
    /// ```
    /// let bytes = candid::encode_one("five")?;
    /// let error = candid::decode_one::<String>(&bytes[..bytes.len() - 1]).unwrap_err();
    /// assert!(error.is_truncated() && error.is_malformed());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn is_truncated(&self) -> bool {
        self.0.kind == ErrorKind::Truncated
    }

    /// Returns whether a quota of [`crate::DecoderConfig`] is used up.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{decode_one_with_config, encode_one, DecoderConfig};
    ///
    /// let mut config = DecoderConfig::new();
    /// config.set_decoding_quota(1_000);
    /// let error = decode_one_with_config::<Vec<u64>>(&encode_one(vec![0u64; 1_000])?, &config).unwrap_err();
    /// assert!(error.is_quota());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn is_quota(&self) -> bool {
        self.0.kind == ErrorKind::Quota
    }

    /// Returns whether a bound built into this crate is exceeded: of nesting, of types, or of decoded values that take no
    /// bytes. Values that are skipped have no such bound: a `vec null` of any length decodes as `reserved`.
    ///
    /// # Examples
    ///
    /// ```
    /// // A million values that take no bytes.
    /// let bytes = candid::encode_one(vec![(); 1_000_000])?;
    /// assert!(candid::decode_one::<Vec<()>>(&bytes).unwrap_err().is_limit());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn is_limit(&self) -> bool {
        matches!(self.0.kind, ErrorKind::Limit | ErrorKind::ZeroSized)
    }

    /// Returns whether the message has more values that take no bytes than are decoded without a decoding quota; one that pays
    /// for them lifts this bound. Includes no other bound of [`Error::is_limit`].
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{decode_one, decode_one_with_config, encode_one, DecoderConfig};
    ///
    /// let bytes = encode_one(vec![(); 1_000_000])?;
    /// assert!(decode_one::<Vec<()>>(&bytes).unwrap_err().is_zero_sized());
    /// let mut config = DecoderConfig::new();
    /// config.set_decoding_quota(10_000_000);
    /// assert_eq!(decode_one_with_config::<Vec<()>>(&bytes, &config)?.len(), 1_000_000);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn is_zero_sized(&self) -> bool {
        self.0.kind == ErrorKind::ZeroSized
    }

    /// Returns whether memory could not be reserved: the error of
    /// [`IDLBuilder::try_reserve_value_serializer_capacity`](crate::ser::IDLBuilder::try_reserve_value_serializer_capacity), or any
    /// other `TryReserveError`, as one of this type. Decoding returns none: it reserves a small multiple of the message.
    ///
    /// # Examples
    ///
    /// ```
    /// let error = Vec::<u8>::new().try_reserve(usize::MAX).unwrap_err();
    /// assert!(candid::Error::from(error).is_reserve());
    /// ```
    pub fn is_reserve(&self) -> bool {
        self.0.kind == ErrorKind::Reserve
    }

    /// Returns whether the error is of any other kind: messages of serde, of visitors, of [`Error::msg`].
    ///
    /// # Examples
    ///
    /// ```
    /// // A text that its `Deserialize` refuses.
    /// let bytes = candid::encode_one("here")?;
    /// assert!(candid::decode_one::<std::net::IpAddr>(&bytes).unwrap_err().is_custom());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn is_custom(&self) -> bool {
        self.0.kind == ErrorKind::Custom
    }

    /// Returns a code for the kind of the error: for metrics, logs and replies that programs read. Codes do not change
    /// between versions; a later version may add some.
    ///
    /// | code | the error |
    /// |---|---|
    /// | `candid::malformed` | the bytes are not a valid message: [`Error::is_malformed`] |
    /// | `candid::truncated` | the input ends inside a value: [`Error::is_truncated`] |
    /// | `candid::subtype` | the type or value does not coerce to the expected type: [`Error::is_subtype`] |
    /// | `candid::quota` | a quota of the caller is used up: [`Error::is_quota`] |
    /// | `candid::limit` | a bound built into this crate is exceeded: [`Error::is_limit`] |
    /// | `candid::reserve` | memory could not be reserved: [`Error::is_reserve`] |
    /// | `candid::custom` | any other, such as those of user code: [`Error::is_custom`] |
    ///
    /// # Examples
    ///
    /// ```
    /// let bytes = candid::encode_one("forty-two")?;
    /// assert_eq!(candid::decode_one::<u8>(&bytes).unwrap_err().code(), "candid::subtype");
    /// assert_eq!(candid::decode_one::<String>(&bytes[..9]).unwrap_err().code(), "candid::truncated");
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn code(&self) -> &'static str {
        self.0.kind.code()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_a_code_of_its_own_that_is_documented() {
        let is_in_table = |code: &str| {
            let row = format!("    /// | `{code}` | ");
            include_str!("kind.rs").contains(&row)
        };
        for (kind, code) in ErrorKind::ALL.into_iter().zip(Error::CODES) {
            assert_eq!(Error::new(kind, "").code(), code);
            assert_eq!(
                Error::CODES.iter().filter(|other| **other == code).count(),
                1
            );
            assert!(is_in_table(code), "{code}");
        }
        let names = [
            "malformed",
            "truncated",
            "subtype",
            "quota",
            "limit",
            "reserve",
            "custom",
        ];
        // Programs compare with these texts.
        assert_eq!(Error::CODES, names.map(|name| format!("candid::{name}")));
        let start_of_row = concat!("    /// | ", "`candid::");
        let n_rows = include_str!("kind.rs").matches(start_of_row).count();
        assert_eq!(n_rows, Error::CODES.len());
        // The last kind but one, which shares its code: none is missing in `ALL`.
        assert_eq!(ErrorKind::Custom as usize + 1, ErrorKind::ALL.len());
        assert_eq!(ErrorKind::ZeroSized as usize, ErrorKind::ALL.len());
        assert_eq!(Error::new(ErrorKind::ZeroSized, "").code(), "candid::limit");
    }
}
