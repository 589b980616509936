//! What a caller may choose about the JSON.

/// Options of the JSON that is written and read; both sides must use the same ones.
///
/// # Examples
///
/// ```
/// use candid::json::{self, BlobEncoding, JsonOptions};
///
/// let options = JsonOptions::new().blob(BlobEncoding::Hex);
/// let blob = serde_bytes::ByteBuf::from([0, 255]);
/// assert_eq!(json::encode_one_with(&blob, &options).unwrap(), r#""00ff""#);
/// assert_eq!(json::encode_one(&blob).unwrap(), r#""AP8=""#);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JsonOptions {
    pub(super) blob: BlobEncoding,
    pub(super) unknown_keys: UnknownKeys,
}

/// How `blob` is written: the encoding of its bytes in a string.
///
/// # Examples
///
/// ```
/// use candid::json::{decode_one_with, BlobEncoding, JsonOptions};
///
/// let hex = JsonOptions::new().blob(BlobEncoding::Hex);
/// assert_eq!(decode_one_with::<Vec<u8>>(r#""01FF""#, &hex)?, [1, 255]);
/// # Ok::<(), candid::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlobEncoding {
    /// Base64 with the standard alphabet and padding: RFC 4648, section 4.
    #[default]
    Base64,
    /// Two hexadecimal digits for each byte: lower case when written, either case when read.
    Hex,
}

/// What happens to the keys of an object that are not fields of the record.
///
/// # Examples
///
/// ```
/// use candid::json::{decode_one_with, JsonOptions, UnknownKeys};
///
/// #[derive(candid::CandidType, candid::Deserialize)]
/// struct User { name: String }
///
/// let text = r#"{"name": "Alice", "nmae": "Bob"}"#;
/// let error = decode_one_with::<User>(text, &JsonOptions::new()).err().unwrap();
/// assert!(error.to_string().contains(r#"found "nmae" (did you mean "name"?)"#));
/// let skip = JsonOptions::new().unknown_keys(UnknownKeys::Skip);
/// assert_eq!(decode_one_with::<User>(text, &skip)?.name, "Alice");
/// # Ok::<(), candid::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownKeys {
    /// They are errors.
    #[default]
    Refuse,
    /// They are skipped with their values.
    Skip,
}

impl BlobEncoding {
    /// Returns the name, for errors.
    pub(super) fn name(self) -> &'static str {
        match self {
            BlobEncoding::Base64 => "base64",
            BlobEncoding::Hex => "hex",
        }
    }
}

impl JsonOptions {
    /// Returns the defaults: base64, and unknown keys are refused.
    pub fn new() -> Self {
        JsonOptions::default()
    }

    /// Sets how `blob` is written.
    #[must_use]
    pub fn blob(mut self, encoding: BlobEncoding) -> Self {
        self.blob = encoding;
        self
    }

    /// Sets what happens to unknown keys when reading.
    #[must_use]
    pub fn unknown_keys(mut self, unknown_keys: UnknownKeys) -> Self {
        self.unknown_keys = unknown_keys;
        self
    }
}
