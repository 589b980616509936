//! Output buffers: a byte vector, or another growing buffer of the caller's.

#[cfg(feature = "bignum")]
use candid_wire::leb128;
use candid_wire::writer;

/// A growing buffer that [`encode_args_into`](crate::encode_args_into) appends messages to.
///
/// `Vec<u8>` is one, and with the feature `bytes` so is `bytes::BytesMut`. Implement three methods for another:
///
/// ```
/// use candid::ser::Buffer;
///
/// #[derive(Default)]
/// struct Secret(Vec<u8>);
///
/// impl Buffer for Secret {
///     fn written(&self) -> usize {
///         self.0.len()
///     }
///
///     fn append(&mut self, bytes: &[u8]) {
///         self.0.extend_from_slice(bytes);
///     }
///
///     fn truncate(&mut self, len: usize) {
///         self.0[len..].fill(0);
///         self.0.truncate(len);
///     }
/// }
///
/// let mut secret = Secret::default();
/// candid::encode_args_into(&mut secret, (42u8, "hello"))?;
/// assert_eq!(secret.0, candid::encode_args((42u8, "hello"))?);
/// # Ok::<(), candid::Error>(())
/// ```
///
/// A message is written from start to end in small pieces, so `append` should be cheap. During writing, the buffer is
/// moved out of its place and replaced by its default: both should be cheap, too.
pub trait Buffer: Default {
    /// Returns how many bytes the buffer holds.
    fn written(&self) -> usize;

    /// Appends `bytes`.
    fn append(&mut self, bytes: &[u8]);

    /// Truncates the buffer to its first `len` bytes, which removes a message whose values could not all be written.
    fn truncate(&mut self, len: usize);

    /// Reserves capacity for a message of `len` bytes if the buffer has none yet: otherwise its owner has sized it.
    #[doc(hidden)]
    #[inline]
    fn __expect(&mut self, _len: usize) {}

    /// Returns the buffer as a vector, if it is one.
    #[doc(hidden)]
    #[inline(always)]
    fn __as_vec(&mut self) -> Option<&mut Vec<u8>> {
        None
    }
}

/// The buffer of [`encode_args`](crate::encode_args), written with the functions of `candid_wire`.
impl Buffer for Vec<u8> {
    #[inline]
    fn written(&self) -> usize {
        self.len()
    }

    #[inline]
    fn append(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    #[inline]
    fn truncate(&mut self, len: usize) {
        Vec::truncate(self, len);
    }

    #[inline]
    fn __expect(&mut self, len: usize) {
        if self.capacity() == 0 {
            // It grows by doubling, so that large messages end up with common sizes. In between, where many are kept
            // until they are sent, doubling would waste memory.
            self.reserve_exact(match len {
                256..=1024 => len.next_multiple_of(128),
                _ => len.next_power_of_two(),
            });
        }
    }

    #[inline(always)]
    fn __as_vec(&mut self) -> Option<&mut Vec<u8>> {
        Some(self)
    }
}

#[cfg(feature = "bytes")]
impl Buffer for bytes::BytesMut {
    #[inline]
    fn written(&self) -> usize {
        self.len()
    }

    #[inline]
    fn append(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    #[inline]
    fn truncate(&mut self, len: usize) {
        bytes::BytesMut::truncate(self, len);
    }

    #[inline]
    fn __expect(&mut self, len: usize) {
        if self.capacity() == 0 {
            self.reserve(len);
        }
    }
}

/// Writes the parts of values: to a vector with the functions of `candid_wire`, which the compiler selects by the type.
pub(crate) trait Write: Buffer {
    #[inline]
    fn byte(&mut self, byte: u8) {
        match self.__as_vec() {
            Some(vec) => vec.push(byte),
            None => self.append(&[byte]),
        }
    }

    #[inline]
    fn leb_u64(&mut self, value: u64) {
        match self.__as_vec() {
            Some(vec) => writer::write_leb_u64(vec, value),
            None => self.leb_u128(value.into()),
        }
    }

    #[inline]
    fn leb_u128(&mut self, mut value: u128) {
        if let Some(vec) = self.__as_vec() {
            return writer::write_leb_u128(vec, value);
        }
        while value >= 0x80 {
            self.byte((value & 0x7f) as u8 | 0x80);
            value >>= 7;
        }
        self.byte((value & 0x7f) as u8);
    }

    #[cfg(feature = "bignum")]
    #[inline]
    fn sleb_i64(&mut self, value: i64) {
        match self.__as_vec() {
            Some(vec) => writer::write_sleb_i64(vec, value),
            None => self.sleb_i128(value.into()),
        }
    }

    #[inline]
    fn sleb_i128(&mut self, mut value: i128) {
        if let Some(vec) = self.__as_vec() {
            return writer::write_sleb_i128(vec, value);
        }
        // The last byte carries the sign in its bit 0x40.
        while !(-0x40..0x40).contains(&value) {
            self.byte((value & 0x7f) as u8 | 0x80);
            value >>= 7;
        }
        self.byte((value & 0x7f) as u8);
    }

    /// Appends bytes, preceded by their number.
    #[inline]
    fn blob(&mut self, bytes: &[u8]) {
        match self.__as_vec() {
            Some(vec) => writer::write_blob(vec, bytes),
            None => {
                self.leb_u64(bytes.len() as u64);
                self.append(bytes);
            }
        }
    }

    /// Appends a principal: a flag, the length, the bytes.
    #[inline]
    fn principal(&mut self, bytes: &[u8]) {
        match self.__as_vec() {
            Some(vec) => writer::write_principal(vec, bytes),
            None => {
                self.byte(1);
                self.blob(bytes);
            }
        }
    }

    /// Appends bytes, usually few.
    #[inline]
    fn bytes(&mut self, bytes: &[u8]) {
        match self.__as_vec() {
            Some(vec) => writer::write_bytes(vec, bytes),
            None => self.append(bytes),
        }
    }
}

impl<B: Buffer> Write for B {}

/// Returns a function that appends the first bytes of a block of LEB128.
#[cfg(feature = "bignum")]
pub(crate) fn append_block<B: Buffer>(out: &mut B) -> impl FnMut(&leb128::Block, usize) + '_ {
    |block, n| out.append(block.as_flattened().get(..n).unwrap_or_default())
}
