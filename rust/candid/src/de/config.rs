//! Limits on the work that a message may cause. The decoder only reads them.

/// Limits for decoding one message. By default no quota is set: the bounds built into the decoder (input size, nesting
/// depth, zero-sized values) always hold.
///
/// # Examples
///
/// ```
/// use candid::{Decode, DecoderConfig, Encode};
///
/// let bytes = Encode!(&42u32, &"hello", &"extra arguments").unwrap();
/// let mut config = DecoderConfig::new();
/// config.set_decoding_quota(1000).set_skipping_quota(50);
/// let ((number, text), cost) = Decode!(@Debug [config]; &bytes, u32, String).unwrap();
/// assert_eq!((number, text.as_str()), (42, "hello"));
/// // `cost` holds what was used, not what is left.
/// assert_eq!(cost.decoding_quota, Some(846));
/// assert_eq!(cost.skipping_quota, Some(16));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecoderConfig {
    /// The decoding quota or, in the result of [`DecoderConfig::compute_cost`], the amount used.
    pub decoding_quota: Option<usize>,
    /// The skipping quota, or the amount used.
    pub skipping_quota: Option<usize>,
    /// The largest type table accepted, in entries; [`candid_wire::limits::MAX_TYPE_TABLE`] if unset.
    pub max_type_len: Option<usize>,
    /// The longest header accepted, in bytes; [`candid_wire::limits::MAX_HEADER_LEN`] if unset.
    pub max_header_len: Option<usize>,
    full_error_message: bool,
}

impl DecoderConfig {
    /// Returns a configuration without quotas and limits, for messages that were decoded before.
    pub(crate) fn without_limits() -> Self {
        DecoderConfig {
            max_header_len: Some(usize::MAX),
            max_type_len: Some(usize::MAX),
            ..DecoderConfig::default()
        }
    }

    /// Returns a configuration without quotas.
    ///
    /// Set quotas in canister methods that untrusted callers can reach; data that the canister itself wrote needs none.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::DecoderConfig;
    ///
    /// assert_eq!(DecoderConfig::new(), DecoderConfig::default());
    /// assert_eq!(DecoderConfig::new().decoding_quota, None);
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Limits the work of decoding one message to `n` units. Decoding that exceeds it fails with an error for which
    /// [`Error::is_quota`](crate::Error::is_quota) is true.
    ///
    /// The cost of a message is 4 times the byte length of its header (all bytes before the first value) plus the cost
    /// `C` of each value. It depends on the types and the bytes alone, never on the Rust types:
    ///
    /// ```text
    /// C(n : nat)       = |leb128(n)|            C(i : int)       = |sleb128(i)|
    /// C(n : nat<N>)    = N / 8                  C(i : int<N>)    = N / 8
    /// C(z : float<N>)  = N / 8                  C(b : bool)      = 1
    /// C(t : text)      = 1 + |t|                C(_ : null)      = 1
    /// C(_ : reserved)  = 1                      C(_ : principal) = 30
    ///
    /// C(null : opt t)  = 2
    /// C(?v : opt t)    = 2 + C(v : t)
    /// C(b : blob)      = 2 + |b|
    /// C(v^N : vec t)   = 2 + 3 * N + sum C(v[i] : t)
    /// C(kv* : record)  = 2 + min(7 * N, 4 + 5 * N) + sum (|k| + C(v : t))    for N fields
    /// C(v*  : tuple)   = 2 + 3 * N + sum C(v : t)           for the labels 0, 1, … N - 1
    /// C(kv : variant)  = 2 + 5 + |k| + C(v : t)            C(v : t) = 0 if t is null
    /// C(s : service)   = 1 + 30 + |type table|
    /// C(f : func)      = 2 + 30 + C(name : text) + |type table|
    /// ```
    ///
    /// LEB128 numbers of 17 to 19 bytes, which hold up to 128 bits, count as 16. `|k|` is the length of the field's
    /// name, 1 if the reader has no name for it; `|type table|` the number of entries. An element of a vector costs 2
    /// instead of 3 if its type is not primitive. A value decoded as an option (`t` as `opt t`) costs no more
    /// than itself. Where candid 0.10.39 charged less than these equations once did, the lower figure applies, so
    /// existing quotas remain sufficient.
    ///
    /// A skipped value (a surplus argument or field, an option whose value does not coerce) costs 50 times as much; in
    /// skipped values `opt`, `vec` and `variant` count 1 less, and references count only their principal and name,
    /// without the type table.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{decode_one_with_config, encode_one, DecoderConfig};
    ///
    /// // A header of 9 bytes costs 36; a vector 2, and each of its elements 3 and its 8 bytes.
    /// let bytes = encode_one(vec![1u64, 2])?;
    /// let mut config = DecoderConfig::new();
    /// config.set_decoding_quota(36 + 2 + 2 * (3 + 8));
    /// assert_eq!(decode_one_with_config::<Vec<u64>>(&bytes, &config)?, [1, 2]);
    /// config.set_decoding_quota(59);
    /// assert!(decode_one_with_config::<Vec<u64>>(&bytes, &config).unwrap_err().is_quota());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn set_decoding_quota(&mut self, n: usize) -> &mut Self {
        self.decoding_quota = Some(n);
        self
    }

    /// Limits the cost of values that are skipped or decoded to `IDLValue` to `n` units: the
    /// cost of [`DecoderConfig::set_decoding_quota`] without the factor of 50.
    ///
    /// A small value such as 10,000 suits most canister methods.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{decode_one_with_config, encode_args, DecoderConfig};
    ///
    /// let bytes = encode_args((1u8, "a second argument that is not expected"))?;
    /// let mut config = DecoderConfig::new();
    /// config.set_skipping_quota(100);
    /// assert_eq!(decode_one_with_config::<u8>(&bytes, &config)?, 1);
    /// config.set_skipping_quota(10);
    /// assert!(decode_one_with_config::<u8>(&bytes, &config).unwrap_err().is_quota());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn set_skipping_quota(&mut self, n: usize) -> &mut Self {
        self.skipping_quota = Some(n);
        self
    }

    /// Limits the number of entries in the type table to `n` (10,000 if not set). Decoding a message with more fails with an
    /// error for which [`Error::is_limit`](crate::Error::is_limit) is true.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{decode_one_with_config, encode_one, DecoderConfig};
    ///
    /// // The message defines one type, `vec nat64`.
    /// let bytes = encode_one(vec![1u64])?;
    /// let mut config = DecoderConfig::new();
    /// config.set_max_type_len(0);
    /// assert!(decode_one_with_config::<Vec<u64>>(&bytes, &config).unwrap_err().is_limit());
    /// config.set_max_type_len(1);
    /// assert_eq!(decode_one_with_config::<Vec<u64>>(&bytes, &config)?, [1]);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn set_max_type_len(&mut self, n: usize) -> &mut Self {
        self.max_type_len = Some(n);
        self
    }

    /// Limits the header, all bytes before the first value, to `n` bytes (65,536 if not set). Decoding a message with a longer one
    /// fails with an error for which [`Error::is_limit`](crate::Error::is_limit) is true.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{decode_one_with_config, encode_one, DecoderConfig};
    ///
    /// // `DIDL`, one type of two bytes, and one argument of that type.
    /// let bytes = encode_one(vec![1u64])?;
    /// let mut config = DecoderConfig::new();
    /// config.set_max_header_len(8);
    /// assert!(decode_one_with_config::<Vec<u64>>(&bytes, &config).unwrap_err().is_limit());
    /// config.set_max_header_len(9);
    /// assert_eq!(decode_one_with_config::<Vec<u64>>(&bytes, &config)?, [1]);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn set_max_header_len(&mut self, n: usize) -> &mut Self {
        self.max_header_len = Some(n);
        self
    }

    /// Sets whether error messages print types in full length (`true`) or cut them after a few hundred characters
    /// (`false`, the default). The field path and the offset are always included.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{decode_one_with_config, encode_one, DecoderConfig};
    ///
    /// type Two = (u64, u64, u64, u64);
    /// type Three = (Two, Two, Two, Two);
    /// type Four = (Three, Three, Three, Three);
    ///
    /// let bytes = encode_one(Four::default())?;
    /// let mut config = DecoderConfig::new();
    /// let brief = decode_one_with_config::<u8>(&bytes, &config).unwrap_err().to_string();
    /// config.set_full_error_message(true);
    /// let full = decode_one_with_config::<u8>(&bytes, &config).unwrap_err().to_string();
    /// assert!(brief.len() < full.len());
    /// assert_eq!(full.matches("nat64").count(), 64);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn set_full_error_message(&mut self, n: bool) -> &mut Self {
        self.full_error_message = n;
        self
    }

    /// Returns a configuration in which each set quota holds the amount used of `original`, where `self` holds the
    /// remaining quotas.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::de::IDLDeserialize;
    /// use candid::DecoderConfig;
    ///
    /// let bytes = candid::encode_one(5u8)?;
    /// let mut config = DecoderConfig::new();
    /// config.set_decoding_quota(1_000);
    /// let mut message = IDLDeserialize::new_with_config(&bytes, &config)?;
    /// message.get_value::<u8>()?;
    /// let used = message.get_config().compute_cost(&config);
    /// assert_eq!(used.decoding_quota, Some(29));
    /// assert_eq!(used.skipping_quota, None);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn compute_cost(&self, original: &Self) -> Self {
        let used = |before: Option<usize>, left: Option<usize>| Some(before?.saturating_sub(left?));
        DecoderConfig {
            decoding_quota: used(original.decoding_quota, self.decoding_quota),
            skipping_quota: used(original.skipping_quota, self.skipping_quota),
            ..original.clone()
        }
    }

    pub(crate) fn full_error_message(&self) -> bool {
        self.full_error_message
    }
}
