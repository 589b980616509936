//! Reading of fixed-size values: bytes, `bool`, the tag of an `opt`, numbers of 8 to 64 bits.

use super::{fail_byte, Reader};
use crate::error::{WireError, WireErrorKind};

impl Reader<'_> {
    /// Reads one byte, the encoding of a `nat8`.
    ///
    /// # Errors
    ///
    /// [`Truncated`](WireErrorKind::Truncated) if nothing is left.
    #[inline(always)]
    pub fn read_u8(&mut self) -> Result<u8, WireError> {
        match self.rest.next() {
            Some(&byte) => Ok(byte),
            None => Err(self.truncated()),
        }
    }

    /// Reads `N` bytes.
    ///
    /// # Errors
    ///
    /// [`Truncated`](WireErrorKind::Truncated) if fewer are left.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::reader::Reader;
    ///
    /// let mut reader = Reader::new(b"DIDL\x00\x00");
    /// assert_eq!(reader.read_array(), Ok(*b"DIDL"));
    /// ```
    #[inline(always)]
    pub fn read_array<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        match self.rest().first_chunk() {
            Some(array) => {
                self.advance_by::<N>();
                Ok(*array)
            }
            None => Err(self.truncated()),
        }
    }

    /// Reads a `bool`.
    ///
    /// # Errors
    ///
    /// [`InvalidBool`](WireErrorKind::InvalidBool) for anything but 0 and 1,
    /// [`Truncated`](WireErrorKind::Truncated) if nothing is left.
    #[inline(always)]
    pub fn read_bool(&mut self) -> Result<bool, WireError> {
        self.read_zero_or_one()
            .ok_or_else(|| fail_byte(WireErrorKind::InvalidBool, self.rest(), self.len))
    }

    /// Reads the tag of an `opt`; returns whether a value follows.
    ///
    /// # Errors
    ///
    /// [`InvalidOptTag`](WireErrorKind::InvalidOptTag) for anything but 0 and 1,
    /// [`Truncated`](WireErrorKind::Truncated) if nothing is left.
    #[inline(always)]
    pub fn read_opt_tag(&mut self) -> Result<bool, WireError> {
        self.read_zero_or_one()
            .ok_or_else(|| fail_byte(WireErrorKind::InvalidOptTag, self.rest(), self.len))
    }

    #[inline(always)]
    fn read_zero_or_one(&mut self) -> Option<bool> {
        match self.rest().first() {
            Some(&byte) if byte <= 1 => {
                self.advance_by::<1>();
                Some(byte != 0)
            }
            _ => None,
        }
    }
}

/// Defines the methods for little-endian numbers, which differ only in the type.
macro_rules! read_numbers {
    ($($name:ident: $number:ty, $candid:literal;)*) => {
        impl Reader<'_> {
            $(
                #[doc = concat!("Reads a `", $candid, "`.")]
                ///
                /// # Errors
                ///
                /// [`Truncated`](WireErrorKind::Truncated) if too few bytes are left.
                #[inline(always)]
                pub fn $name(&mut self) -> Result<$number, WireError> {
                    self.read_array().map(<$number>::from_le_bytes)
                }
            )*
        }
    };
}

read_numbers! {
    read_u16: u16, "nat16";
    read_u32: u32, "nat32";
    read_u64: u64, "nat64";
    read_i8: i8, "int8";
    read_i16: i16, "int16";
    read_i32: i32, "int32";
    read_i64: i64, "int64";
    read_f32: f32, "float32";
    read_f64: f64, "float64";
}
