//! What an archive is written to: stable memory, or a vector in tests.

use std::cell::RefCell;

/// There is no more room.
#[derive(Debug)]
pub struct Full;

/// Bytes by offset. What has never been written is zero.
pub trait Memory {
    /// Makes room for so many bytes.
    ///
    /// # Errors
    ///
    /// There is no more room.
    fn reserve(&self, n_bytes: u64) -> Result<(), Full>;

    /// How many bytes there is room for.
    fn size(&self) -> u64;

    /// Reads what there is room for.
    fn read(&self, offset: u64, to: &mut [u8]);

    /// Writes where there is room.
    fn write(&self, offset: u64, bytes: &[u8]);
}

fn index(offset: u64) -> usize {
    usize::try_from(offset).expect("tests are small")
}

impl Memory for RefCell<Vec<u8>> {
    fn reserve(&self, n_bytes: u64) -> Result<(), Full> {
        let n_bytes = index(n_bytes).max(self.borrow().len());
        self.borrow_mut().resize(n_bytes, 0);
        Ok(())
    }

    fn size(&self) -> u64 {
        self.borrow().len() as u64
    }

    fn read(&self, offset: u64, to: &mut [u8]) {
        let from = index(offset);
        to.copy_from_slice(&self.borrow()[from..from + to.len()]);
    }

    fn write(&self, offset: u64, bytes: &[u8]) {
        let from = index(offset);
        self.borrow_mut()[from..from + bytes.len()].copy_from_slice(bytes);
    }
}

impl<M: Memory> Memory for &M {
    fn reserve(&self, n_bytes: u64) -> Result<(), Full> {
        (**self).reserve(n_bytes)
    }

    fn size(&self) -> u64 {
        (**self).size()
    }

    fn read(&self, offset: u64, to: &mut [u8]) {
        (**self).read(offset, to);
    }

    fn write(&self, offset: u64, bytes: &[u8]) {
        (**self).write(offset, bytes);
    }
}
