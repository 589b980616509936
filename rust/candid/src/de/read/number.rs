//! `nat` and `int`: numbers of any size.

use crate::de::cost;
use crate::de::errors::number_out_of_range;
use crate::de::state::State;
use crate::error::Result;
use candid_wire::error::WireError;
use candid_wire::limits::MAX_LEB64_LEN;
use candid_wire::reader::Reader;

/// A decoded `nat` or `int`.
pub(crate) enum BigNumber<'de> {
    U64(u64),
    I64(i64),
    /// LEB128 bytes of a number beyond 64 bits.
    Nat(&'de [u8]),
    /// SLEB128 bytes of a number beyond 64 bits.
    Int(&'de [u8]),
    /// LEB128 bytes of a `nat` beyond 64 bits, decoded as `int`.
    NatAsInt(&'de [u8]),
}

/// Reads a `nat` of at most eight bytes, and charges one unit per byte. Returns `None`, consuming nothing, if it must
/// be read as a [`BigNumber`].
#[inline(always)]
pub(crate) fn short_nat(state: &mut State<'_>) -> Result<Option<u64>> {
    let Some((number, n_bytes)) = state.reader.read_short_leb() else {
        return Ok(None);
    };
    state.budget.charge(n_bytes.into())?;
    Ok(Some(number))
}

/// Reads an `int`, as [`short_nat`] does a `nat`.
#[inline(always)]
pub(crate) fn short_int(state: &mut State<'_>) -> Result<Option<i64>> {
    let Some((number, n_bytes)) = state.reader.read_short_sleb() else {
        return Ok(None);
    };
    state.budget.charge(n_bytes.into())?;
    Ok(Some(number))
}

impl<'de> BigNumber<'de> {
    /// Reads a `nat`, and charges one unit per byte.
    #[inline(never)]
    pub(crate) fn nat(state: &mut State<'de>) -> Result<Self> {
        if let Some(number) = short_nat(state)? {
            return Ok(BigNumber::U64(number));
        }
        Self::long_nat(state)
    }

    /// Reads a `nat` that [`short_nat`] has not read.
    #[inline(always)]
    pub(crate) fn long_nat(state: &mut State<'de>) -> Result<Self> {
        let bytes = state.reader.read_leb_raw()?;
        charge_bytes(state, bytes)?;
        Ok(match of_64_bits(bytes, Reader::read_leb_u64) {
            Some(number) => BigNumber::U64(number),
            None => BigNumber::Nat(bytes),
        })
    }

    /// Reads an `int`, and charges one unit per byte.
    #[inline(never)]
    pub(crate) fn int(state: &mut State<'de>) -> Result<Self> {
        if let Some(number) = short_int(state)? {
            return Ok(BigNumber::I64(number));
        }
        Self::long_int(state)
    }

    /// Reads an `int` that [`short_int`] has not read.
    #[inline(always)]
    pub(crate) fn long_int(state: &mut State<'de>) -> Result<Self> {
        let bytes = state.reader.read_leb_raw()?;
        charge_bytes(state, bytes)?;
        Ok(match of_64_bits(bytes, Reader::read_sleb_i64) {
            Some(number) => BigNumber::I64(number),
            None => BigNumber::Int(bytes),
        })
    }

    /// Reads a `nat` where `int` is expected.
    #[inline]
    pub(crate) fn nat_as_int(state: &mut State<'de>) -> Result<Self> {
        Ok(match Self::nat(state)? {
            BigNumber::Nat(bytes) => BigNumber::NatAsInt(bytes),
            small => small,
        })
    }

    /// Returns the number as a `u128`.
    ///
    /// # Errors
    ///
    /// If it is negative or needs more than 128 bits.
    pub(crate) fn to_u128(&self) -> Result<u128> {
        match *self {
            BigNumber::U64(number) => Ok(number.into()),
            BigNumber::I64(number) => {
                u128::try_from(number).map_err(|_| number_out_of_range("u128"))
            }
            BigNumber::Nat(bytes) | BigNumber::NatAsInt(bytes) => Reader::new(bytes)
                .read_leb_u128()
                .map_err(|_| number_out_of_range("u128")),
            BigNumber::Int(bytes) => Reader::new(bytes)
                .read_sleb_i128()
                .ok()
                .and_then(|number| u128::try_from(number).ok())
                .ok_or_else(|| number_out_of_range("u128")),
        }
    }

    /// Returns the number as an `i128`.
    ///
    /// # Errors
    ///
    /// If it needs more than 128 bits.
    pub(crate) fn to_i128(&self) -> Result<i128> {
        match *self {
            BigNumber::U64(number) => Ok(number.into()),
            BigNumber::I64(number) => Ok(number.into()),
            BigNumber::Nat(bytes) | BigNumber::NatAsInt(bytes) => Reader::new(bytes)
                .read_leb_u128()
                .ok()
                .and_then(|number| i128::try_from(number).ok())
                .ok_or_else(|| number_out_of_range("i128")),
            BigNumber::Int(bytes) => Reader::new(bytes)
                .read_sleb_i128()
                .map_err(|_| number_out_of_range("i128")),
        }
    }
}

/// Returns the number if it fits 64 bits, and takes no more bytes than such a number may.
#[inline(always)]
fn of_64_bits<'de, T>(
    bytes: &'de [u8],
    read: impl FnOnce(&mut Reader<'de>) -> std::result::Result<T, WireError>,
) -> Option<T> {
    if bytes.len() <= MAX_LEB64_LEN {
        read(&mut Reader::new(bytes)).ok()
    } else {
        None
    }
}

#[inline]
fn charge_bytes(state: &mut State<'_>, bytes: &[u8]) -> Result<()> {
    state.budget.charge(cost::big_number(bytes.len() as u64))
}
