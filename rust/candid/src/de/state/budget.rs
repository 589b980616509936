//! The remaining decoding and skipping quotas. No other code subtracts from them.
//!
//! The equations are in [`DecoderConfig::set_decoding_quota`]. The plan adds up static costs, so a record of fixed-size
//! fields is charged once.

use crate::de::config::DecoderConfig;
use crate::de::cost::SKIP_FACTOR;
use crate::error::{Error, ErrorKind};
use candid_wire::limits::MAX_ZERO_SIZED_VALUES;

/// Returns the product, saturating at `u64::MAX`. Small numbers, nearly all, take a single multiplication: on wasm32,
/// std's check calls a function of 35 instructions that multiplies in 128 bits.
#[inline]
pub(crate) fn times(a: u64, b: u64) -> u64 {
    match (a | b) >> 32 {
        0 => a.wrapping_mul(b),
        _ => times_cold(a, b),
    }
}

#[cold]
#[inline(never)]
fn times_cold(a: u64, b: u64) -> u64 {
    a.saturating_mul(b)
}

/// The state of the quotas while one message is decoded.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    decoding: Quota,
    skipping: Quota,
    /// How many more zero-sized values may be produced. A quota covers them; this bounds them where none is set.
    zero_sized: u64,
    /// The factor for skipped values: 50, or 1 inside an `IDLValue`, where every value is charged as skipped. 0 in kept
    /// bytes, which have been charged for.
    skip_factor: u16,
}

/// The units where no quota is set. Less than the greatest number, which no budget has: a case whose payload is not compiled
/// costs that. The header takes some of a quota that is as high.
const UNLIMITED: u64 = u64::MAX - 1;

/// The remaining units of one quota.
#[derive(Clone, Copy, Debug)]
struct Quota {
    left: u64,
    /// Whether the caller set it. If not, `left` starts at a number that only a length without the bytes for it can
    /// exceed.
    is_set: bool,
    kind: QuotaKind,
    /// How many of its units one unit here is.
    unit: u16,
}

#[derive(Clone, Copy, Debug)]
enum QuotaKind {
    Decoding,
    Skipping,
}

/// A copy takes no bulk memory operation, which each dynamic value would otherwise cost three.
const _: () = assert!(size_of::<Budget>() <= 64);

impl Quota {
    fn new(quota: Option<usize>, kind: QuotaKind) -> Self {
        Quota {
            left: quota.map_or(UNLIMITED, |n| n as u64),
            is_set: quota.is_some(),
            kind,
            unit: 1,
        }
    }

    /// Returns the quota in larger units, each worth `unit` of its own.
    #[cfg(feature = "value")]
    fn in_units_of(self, unit: u16) -> Self {
        Quota {
            left: if self.is_set {
                self.left / u64::from(unit)
            } else {
                UNLIMITED
            },
            unit,
            ..self
        }
    }

    #[inline]
    fn charge(&mut self, cost: u64) -> Result<(), Error> {
        if cost > self.left {
            return Err(self.exceeded_cold(cost));
        }
        self.left -= cost;
        Ok(())
    }

    /// As [`Quota::charge`], for what the message claims: it exceeds only a quota that is set.
    #[inline]
    fn charge_claimed(&mut self, cost: u64) -> Result<(), Error> {
        if cost > self.left && !self.is_set {
            return Ok(());
        }
        self.charge(cost)
    }

    #[cold]
    #[inline(never)]
    fn exceeded_cold(&self, asked: u64) -> Error {
        let unit = u64::from(self.unit);
        let name = match self.kind {
            QuotaKind::Decoding => "decoding",
            QuotaKind::Skipping => "skipping",
        };
        Error::new(
            ErrorKind::Quota,
            format!(
                "{name} quota exceeded: {} requested, {} left",
                asked.saturating_mul(unit),
                self.left.saturating_mul(unit)
            ),
        )
    }
}

impl Budget {
    /// Returns the budget of a message of `message_len` bytes.
    pub(crate) fn new(config: &DecoderConfig, message_len: usize) -> Self {
        Budget {
            decoding: Quota::new(config.decoding_quota, QuotaKind::Decoding),
            skipping: Quota::new(config.skipping_quota, QuotaKind::Skipping),
            zero_sized: match config.decoding_quota {
                Some(_) => u64::MAX,
                None => MAX_ZERO_SIZED_VALUES.saturating_add(message_len as u64),
            },
            skip_factor: SKIP_FACTOR,
        }
    }

    /// Returns the budget of kept bytes, which have been charged for and counted when they were kept: it has no bounds.
    pub(crate) fn prepaid() -> Self {
        Budget {
            zero_sized: u64::MAX,
            skip_factor: 0,
            ..Self::new(&DecoderConfig::new(), 0)
        }
    }

    /// Returns whether this is the budget of kept bytes.
    pub(crate) fn is_prepaid(&self) -> bool {
        self.skip_factor == 0
    }

    /// Returns the remaining quotas after a header of this cost, which they suffice for: [`check_header`].
    #[inline]
    pub(crate) fn after_header(
        config: &DecoderConfig,
        message_len: usize,
        header_cost: u64,
    ) -> Self {
        let mut budget = Self::new(config, message_len);
        budget.decoding.left = budget.decoding.left.saturating_sub(header_cost);
        budget
    }

    /// Returns whether no quota is set: then what is charged shows nowhere, and all of a message costs less than there is.
    #[cfg(feature = "value")]
    #[inline]
    pub(crate) fn is_unlimited(&self) -> bool {
        !self.decoding.is_set && !self.skipping.is_set
    }

    /// Returns the budget of a dynamic value, in units that charge both quotas as skipping does.
    #[cfg(feature = "value")]
    pub(crate) fn for_dynamic(&self) -> Self {
        let decoding = self.decoding.in_units_of(self.skip_factor);
        let skipping = self.skipping.in_units_of(1);
        Budget {
            decoding: if skipping.left < decoding.left {
                skipping
            } else {
                decoding
            },
            skipping: Quota::new(None, QuotaKind::Skipping),
            zero_sized: self.zero_sized,
            skip_factor: 1,
        }
    }

    /// Charges for the used part of a dynamic value's budget.
    #[cfg(feature = "value")]
    pub(crate) fn charge_dynamic(&mut self, left: &Budget) -> Result<(), Error> {
        self.zero_sized = left.zero_sized;
        let used = self.for_dynamic().decoding.left - left.decoding.left;
        self.charge_skipped(used)
    }

    /// Charges for a value that is decoded, at a price that the bytes before it bound: without a quota, all of a message
    /// costs less than the units there are.
    #[inline]
    pub(crate) fn charge(&mut self, cost: u64) -> Result<(), Error> {
        self.decoding.charge(cost)
    }

    /// Charges as [`Budget::charge`] does, or returns false.
    #[inline(always)]
    pub(crate) fn try_charge(&mut self, cost: u64) -> bool {
        let left = &mut self.decoding.left;
        let suffices = cost <= *left;
        if suffices {
            *left -= cost;
        }
        suffices
    }

    /// Charges for the elements that a vector claims to have, before it is known whether there are bytes for them.
    #[inline]
    pub(crate) fn charge_claimed(&mut self, cost: u64) -> Result<(), Error> {
        self.decoding.charge_claimed(cost)
    }

    /// Returns for how many values of this cost the quota suffices.
    #[inline]
    pub(crate) fn n_affordable(&self, cost: u64) -> usize {
        let n = self.decoding.left / cost.max(1);
        usize::try_from(n).unwrap_or(usize::MAX)
    }

    /// Charges for a value that is skipped or decoded without a type.
    #[inline]
    pub(crate) fn charge_skipped(&mut self, cost: u64) -> Result<(), Error> {
        self.skipping.charge_claimed(cost)?;
        self.charge_claimed(times(cost, u64::from(self.skip_factor)))
    }

    /// Counts values that are produced without reading a byte.
    #[inline]
    pub(crate) fn count_zero_sized(&mut self, n: u64) -> Result<(), Error> {
        if n > self.zero_sized {
            return Err(zero_sized_cold());
        }
        self.zero_sized -= n;
        Ok(())
    }

    /// Returns how many more values without bytes may be produced.
    pub(crate) fn zero_sized_left(&self) -> u64 {
        self.zero_sized
    }

    /// Returns the budget with so many values without bytes, in place of those of its message alone.
    pub(crate) fn with_zero_sized(self, zero_sized: u64) -> Self {
        Budget { zero_sized, ..self }
    }

    /// Returns `config` with the remaining quotas.
    pub(crate) fn left_of(&self, config: &DecoderConfig) -> DecoderConfig {
        // The remaining units are at most the quota that was set, which was a `usize`.
        let left = |quota: &Quota| {
            (quota.is_set).then(|| usize::try_from(quota.left).unwrap_or(usize::MAX))
        };
        let mut config = config.clone();
        config.decoding_quota = left(&self.decoding);
        config.skipping_quota = left(&self.skipping);
        config
    }
}

/// Checks whether the decoding quota suffices for a header of this cost. Apart from [`Budget::after_header`], so that the budget is
/// made in place, not copied from a result.
///
/// # Errors
///
/// If it does not.
#[inline]
pub(crate) fn check_header(config: &DecoderConfig, cost: u64) -> Result<(), Error> {
    Quota::new(config.decoding_quota, QuotaKind::Decoding).charge(cost)
}

#[cold]
#[inline(never)]
fn zero_sized_cold() -> Error {
    Error::new(
        ErrorKind::ZeroSized,
        format!(
            "more than {MAX_ZERO_SIZED_VALUES} zero-sized values, and no decoding quota is set"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_is_usable_to_the_last_unit() {
        let mut config = DecoderConfig::new();
        config.set_decoding_quota(100).set_skipping_quota(3);
        let mut budget = Budget::new(&config, 0);
        budget.charge(50).unwrap();
        budget.charge_skipped(1).unwrap();
        let left = budget.left_of(&config);
        assert_eq!(left.decoding_quota, Some(0));
        assert_eq!(left.skipping_quota, Some(2));
        let error = budget.charge(1).unwrap_err();
        assert!(error.is_quota());
        assert_eq!(
            error.to_string(),
            "decoding quota exceeded: 1 requested, 0 left"
        );
    }

    #[test]
    fn products_stop_at_the_largest_number() {
        let numbers = [0, 1, 50, (1 << 32) - 1, 1 << 32, u64::MAX / 50, u64::MAX];
        for a in numbers {
            for b in numbers {
                assert_eq!(times(a, b), a.saturating_mul(b), "{a} {b}");
            }
        }
    }

    #[test]
    fn costs_beyond_64_bits_are_refused_not_wrapped() {
        let mut config = DecoderConfig::new();
        config.set_decoding_quota(usize::MAX);
        let mut budget = Budget::new(&config, 0);
        budget.charge(1).unwrap();
        assert!(budget.charge_skipped(u64::MAX).is_err());
    }

    #[test]
    fn values_without_bytes_are_bounded_without_a_quota_only() {
        let mut free = Budget::new(&DecoderConfig::new(), 0);
        assert!(free.count_zero_sized(MAX_ZERO_SIZED_VALUES).is_ok());
        assert!(free.count_zero_sized(1).unwrap_err().is_limit());
        let mut config = DecoderConfig::new();
        config.set_decoding_quota(1);
        let mut bounded = Budget::new(&config, 0);
        assert!(bounded.count_zero_sized(MAX_ZERO_SIZED_VALUES + 1).is_ok());
        let mut longer = Budget::new(&DecoderConfig::new(), 1000);
        assert!(longer
            .count_zero_sized(MAX_ZERO_SIZED_VALUES + 1000)
            .is_ok());
        assert!(longer.count_zero_sized(1).unwrap_err().is_limit());
    }
}
