//! Quotas for messages of a type and a length.

use crate::de::config::DecoderConfig;
use crate::de::cost;
use crate::de::excess::{Costs, SCALE, UNKNOWN_RATE};
use crate::error::Result;
use crate::schema::expected::ExpectedType;
use crate::ser::header::Header;
use crate::traits::CandidType;
use candid_wire::reader::Reader;

/// Headers of other senders may be longer than ours by so much, in addition to the same length again.
const SURPLUS_HEADER: u64 = 64;

/// Surplus data may cost this fraction of the bytes, and this much for short messages.
const SURPLUS_FRACTION: u64 = 4;
const SURPLUS_BASE: u64 = 200;

/// What a skipped field costs at most per unit of the skipping quota: as skipped data, and for its label.
const SURPLUS_PRICE: u64 = cost::SKIP_FACTOR as u64 + 8;

impl DecoderConfig {
    /// Returns quotas for messages of at most `max_bytes` bytes with a value of type `T`, or with several arguments, in
    /// which case `T` is the tuple of their types.
    ///
    /// They suffice for each message of at most `max_bytes` bytes from a sender
    ///
    /// * whose type is that of `T`, or an older version of it: without some fields of optional types, with `t` in place
    ///   of `opt t` where that `opt` does not contain itself, with fewer cases, with `nat` in place of `int`;
    /// * or a newer version, whose surplus fields, arguments and values of unknown cases have a cost (that of
    ///   [`DecoderConfig::set_skipping_quota`]) of at most `max_bytes / 4 + 200`. Texts and blobs cost little more than a
    ///   unit per byte. A message with more such data fails, with an error for which
    ///   [`Error::is_quota`](crate::Error::is_quota) is true.
    ///
    /// There are three exceptions. Elements of vectors that have no bytes (`vec null`, `vec record {}`) count as one
    /// byte each toward `max_bytes`. The header may have twice the length of the one that this crate writes for `T`,
    /// and 64 bytes. Of a value whose type is known only in the message, such as `IDLValue`, nothing can be derived; it may
    /// cost 32 units per byte. What a `Deserialize` takes as any value (`deserialize_any`) at a type written by hand costs as
    /// much as surplus data, which the type does not tell.
    ///
    /// The decoding quota is the least multiple of `max_bytes` that suffices for long messages, rounded up to a
    /// sixteenth, and constants: the cost of the header, of what a value has once, and of the surplus. The multiple is 1
    /// for texts and blobs, 1.375 for `vec nat64`, about 10 for vectors of small records, and 14.5 more for the surplus.
    ///
    /// The length of the message is not checked. The computation goes through the types in `T` dozens of times:
    /// keep the result for messages that are decoded often. A type without values has quotas as for the type `null`.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, Decode, DecoderConfig, Deserialize, Encode};
    ///
    /// #[derive(CandidType, Deserialize)]
    /// struct Transfer {
    ///     to: String,
    ///     amount: u64,
    /// }
    ///
    /// let config = DecoderConfig::for_payload::<Vec<Transfer>>(10_000);
    /// let transfers: Vec<_> = (0..400).map(|i| Transfer { to: "alice".into(), amount: i }).collect();
    /// let bytes = Encode!(&transfers)?;
    /// assert!(bytes.len() <= 10_000);
    /// assert_eq!(Decode!([config]; &bytes, Vec<Transfer>)?.len(), 400);
    ///
    /// // A surplus argument of 3,000 bytes is too much.
    /// let bytes = Encode!(&transfers, &"x".repeat(3_000))?;
    /// assert!(Decode!([config]; &bytes, Vec<Transfer>).err().unwrap().is_quota());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn for_payload<T: CandidType>(max_bytes: usize) -> Self {
        let max_bytes = max_bytes as u64;
        // A type without values has no header.
        let (header_len, n_entries) = header_of::<T>().unwrap_or_default();
        let header = (2 * header_len + SURPLUS_HEADER).saturating_mul(cost::HEADER_BYTE);
        let costs = ExpectedType::of_descriptor(T::__descriptor())
            .and_then(|ty| Costs::of(ty, 2 * n_entries + 1));
        let (values, has_unknown) = match costs {
            Ok(costs) => {
                let per_byte = costs.rate.saturating_mul(max_bytes.into());
                let scaled = costs.excess.saturating_add(per_byte).max(0);
                let units = scaled.saturating_add(SCALE - 1) / SCALE;
                (u64::try_from(units).unwrap_or(u64::MAX), costs.has_unknown)
            }
            Err(_) => (cost::UNIT, false),
        };
        let surplus = max_bytes / SURPLUS_FRACTION + SURPLUS_BASE;
        let decoding = header
            .saturating_add(values)
            .saturating_add(surplus.saturating_mul(SURPLUS_PRICE));
        let skipping = if has_unknown {
            surplus.saturating_add(max_bytes.saturating_mul(UNKNOWN_RATE))
        } else {
            surplus
        };
        let mut config = DecoderConfig::new();
        config
            .set_decoding_quota(usize::try_from(decoding).unwrap_or(usize::MAX))
            .set_skipping_quota(usize::try_from(skipping).unwrap_or(usize::MAX));
        config
    }
}

/// Returns the length of the header for one argument, and the number of entries of its type table.
fn header_of<T: CandidType>() -> Result<(u64, u64)> {
    let header = Header::of(&[T::__descriptor])?;
    let mut reader = Reader::new(header.bytes());
    reader.skip_bytes(b"DIDL".len())?;
    Ok((header.bytes().len() as u64, reader.read_leb_u64()?))
}
