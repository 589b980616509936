//! A vector as a message, written element by element.

use crate::error::{Error, Result};
use crate::ser::header::Header;
use crate::ser::value::ValueSerializer;
use crate::traits::CandidType;
use candid_wire::writer::write_leb_u64;
use std::io::Write;
use std::marker::PhantomData;

/// Bytes are handed to the stream once there are so many.
const CHUNK: usize = 16 * 1024;

/// Writes a message with one argument, a `vec`, element by element.
///
/// It keeps 16 KiB and one element in memory. The number of elements comes first in a message, so it must be known.
///
/// # Examples
///
/// ```
/// use candid::stream::VecWriter;
///
/// let mut writer = VecWriter::new(Vec::new(), 2)?;
/// writer.write(&"one")?;
/// writer.write(&"two")?;
/// assert_eq!(writer.finish()?, candid::encode_one(["one", "two"])?);
/// # Ok::<(), candid::Error>(())
/// ```
pub struct VecWriter<T, W> {
    stream: W,
    buffer: Vec<u8>,
    n_left: usize,
    /// Whether the stream has failed, so that it is unknown how much of the buffer it has; or an element has panicked.
    has_failed: bool,
    elements: PhantomData<fn(&T)>,
}

impl<T: CandidType, W: Write> VecWriter<T, W> {
    /// Starts a message with a vector of `n_elements`.
    ///
    /// # Errors
    ///
    /// If the type has no encoding, such as one that is known only at run time.
    pub fn new(stream: W, n_elements: usize) -> Result<Self> {
        let mut buffer = Header::of(&[Vec::<T>::__descriptor])?.bytes().to_vec();
        write_leb_u64(&mut buffer, n_elements as u64);
        Ok(VecWriter {
            stream,
            buffer,
            n_left: n_elements,
            has_failed: false,
            elements: PhantomData,
        })
    }

    /// Writes the next element.
    ///
    /// # Errors
    ///
    /// If there are more than the number given to [`VecWriter::new`], or the element cannot be encoded: the vector is then
    /// as before. If the stream fails: all further calls do.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut writer = candid::stream::VecWriter::new(Vec::new(), 1)?;
    /// writer.write(&5u64)?;
    /// assert!(writer.write(&6u64).is_err());
    /// assert_eq!(writer.finish()?, candid::encode_one([5u64])?);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn write(&mut self, element: &T) -> Result<()> {
        self.check()?;
        if self.n_left == 0 {
            return Err(Error::msg("expected no more elements, found another one"));
        }
        let start = self.buffer.len();
        // If the element panics, the buffer is lost.
        self.has_failed = true;
        let mut serializer = ValueSerializer::over(std::mem::take(&mut self.buffer));
        let result = element.idl_serialize(&mut serializer);
        self.buffer = std::mem::take(serializer.buffer());
        self.has_failed = false;
        if result.is_err() {
            self.buffer.truncate(start);
            return result;
        }
        self.n_left -= 1;
        if self.buffer.len() >= CHUNK {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes what is left and returns the stream.
    ///
    /// # Errors
    ///
    /// If there are fewer elements than the number given to [`VecWriter::new`], or the stream fails.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut writer = candid::stream::VecWriter::new(Vec::new(), 2)?;
    /// writer.write(&5u64)?;
    /// assert_eq!(writer.finish().unwrap_err().to_string(), "1 elements are missing");
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn finish(mut self) -> Result<W> {
        self.check()?;
        if self.n_left > 0 {
            let missing = self.n_left;
            return Err(Error::msg(format_args!("{missing} elements are missing")));
        }
        self.flush()?;
        self.stream.flush()?;
        Ok(self.stream)
    }

    fn check(&self) -> Result<()> {
        if self.has_failed {
            let message = "the stream has failed or an element has panicked before";
            return Err(Error::msg(message));
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.has_failed = true;
        self.stream.write_all(&self.buffer)?;
        self.has_failed = false;
        self.buffer.clear();
        // One large element does not keep its memory.
        self.buffer.shrink_to(2 * CHUNK);
        Ok(())
    }
}
