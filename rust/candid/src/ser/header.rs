//! The header of an argument list, made once and copied afterwards.

use super::table::TypeSerialize;
use crate::error::Result;
use crate::fifo_cache::FifoCache;
use crate::types::descriptor::DescriptorFn;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// How many headers are kept. Which ones there can be is fixed by the program, not by its input.
const MAX_KEPT: usize = 32;

/// How many bytes of values a first message is expected to have, and at most any later one: a message
/// of the usual size takes one allocation, and a large one does not make those after it large.
const FIRST_CAPACITY: usize = 128;
const MAX_ROOM: usize = 1024;

thread_local! {
    static HEADERS: RefCell<FifoCache<Rc<Header>, MAX_KEPT>> = const { RefCell::new(FifoCache::new()) };
}

/// The header for arguments of certain types.
pub(crate) struct Header {
    /// The addresses of the descriptors of the arguments: each identifies a type.
    key: Box<[usize]>,
    /// In the memory in which they were made, which is a little more than they take.
    bytes: Vec<u8>,
    /// How many bytes of values to make room for: what recent messages had.
    capacity: Cell<usize>,
}

impl Header {
    /// Returns the header for arguments of these types.
    ///
    /// # Errors
    ///
    /// If one of the types is none that values have.
    pub(crate) fn of(types: &[DescriptorFn]) -> Result<Rc<Header>> {
        let known = HEADERS.try_with(|headers| {
            let headers = headers.try_borrow().ok()?;
            headers.iter().find(|header| header.is_of(types)).cloned()
        });
        match known {
            Ok(Some(header)) => Ok(header),
            _ => Self::of_cold(types),
        }
    }

    #[cold]
    #[inline(never)]
    fn of_cold(types: &[DescriptorFn]) -> Result<Rc<Header>> {
        let mut table = TypeSerialize::new();
        for ty in types {
            table.push_descriptor(ty())?;
        }
        table.serialize()?;
        let header = Rc::new(Header {
            key: types.iter().map(|ty| key_of(*ty)).collect(),
            bytes: table.take_result(),
            capacity: Cell::new(FIRST_CAPACITY),
        });
        // At the end of a thread there may be nothing to keep it in.
        let _ = HEADERS.try_with(|headers| {
            if let Ok(mut headers) = headers.try_borrow_mut() {
                headers.keep(header.clone());
            }
        });
        Ok(header)
    }

    #[inline]
    fn is_of(&self, types: &[DescriptorFn]) -> bool {
        self.key.len() == types.len()
            && self
                .key
                .iter()
                .zip(types)
                .all(|(key, ty)| *key == key_of(*ty))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns how long a message is likely to be.
    #[inline]
    pub(crate) fn expected_len(&self) -> usize {
        self.bytes.len() + self.capacity.get()
    }

    /// Notes how long a message was. What was longer is forgotten little by little.
    #[inline]
    pub(crate) fn note_len(&self, len: usize) {
        let capacity = self.capacity.get();
        let values = len.saturating_sub(self.bytes.len()).min(MAX_ROOM);
        self.capacity.set(values.max(capacity - capacity / 8));
    }
}

#[inline]
fn key_of(ty: DescriptorFn) -> usize {
    std::ptr::from_ref(ty()) as usize
}
