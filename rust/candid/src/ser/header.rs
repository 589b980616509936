//! Per-thread cache of encoded headers, keyed by descriptors.

use crate::error::Result;
use crate::schema::descriptor::{Descriptor, DescriptorFn};
use crate::ser::table::TypeSerialize;
use crate::util::frequent_cache::FrequentCache;
use crate::util::mechanisms;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The number of headers cached, and their size in bytes. The set of possible headers is fixed by the program, not by its
/// input.
const MAX_KEPT: usize = 256;
const MAX_KEPT_BYTES: usize = 1 << 20;

type Headers = FrequentCache<Rc<Header>, MAX_KEPT, MAX_KEPT_BYTES>;

/// The capacity reserved for the values of a first message, and the maximum for later ones: a message of ordinary size
/// takes one allocation, and a large one does not make later ones large.
const FIRST_CAPACITY: usize = 128;
const MAX_CAPACITY: usize = 1024;

thread_local! {
    static HEADERS: RefCell<Headers> = const { RefCell::new(Headers::new()) };
}

/// The header for arguments of certain types.
pub(crate) struct Header {
    /// The addresses of the arguments' descriptors: each identifies a type.
    key: Box<[usize]>,
    /// In its original allocation, which is a little larger than the header.
    bytes: Vec<u8>,
    /// Whether a type is a record that keeps other fields.
    has_rest: bool,
    /// The capacity in bytes to reserve for values, learned from recent messages.
    capacity: Cell<usize>,
}

impl Header {
    /// Returns the header for arguments of these types.
    ///
    /// # Errors
    ///
    /// If one of the types has no values.
    pub(crate) fn of(types: &[DescriptorFn]) -> Result<Rc<Header>> {
        match Self::kept(|header| header.is_of(types)) {
            Some(header) => Ok(header),
            None => Self::of_cold(types),
        }
    }

    /// Returns the cached header for which `is_wanted` returns true.
    #[inline]
    fn kept(is_wanted: impl Fn(&Header) -> bool) -> Option<Rc<Header>> {
        if !mechanisms::CACHED_HEADERS {
            return None;
        }
        // During thread teardown the cache may be gone.
        let kept = HEADERS.try_with(|headers| {
            let mut headers = headers.try_borrow_mut().ok()?;
            headers.find(|header| is_wanted(header)).cloned()
        });
        kept.ok().flatten()
    }

    /// Returns the header for one argument of this type.
    ///
    /// # Errors
    ///
    /// If the type has no values.
    pub(crate) fn of_type(ty: &'static Descriptor) -> Result<Rc<Header>> {
        let key = std::ptr::from_ref(ty) as usize;
        match Self::kept(|header| *header.key == [key]) {
            Some(header) => Ok(header),
            None => Self::build(std::iter::once(ty), false),
        }
    }

    #[cold]
    #[inline(never)]
    fn of_cold(types: &[DescriptorFn]) -> Result<Rc<Header>> {
        Self::build(types.iter().map(|ty| ty()), false)
    }

    /// Keeps the header for arguments of these types, if it is not kept, as one that is used often.
    ///
    /// # Errors
    ///
    /// If one of the types has no values.
    pub(crate) fn prepare(types: &[DescriptorFn]) -> Result<Rc<Header>> {
        match Self::kept(|header| header.is_of(types)) {
            Some(header) => Ok(header),
            None => Self::build(types.iter().map(|ty| ty()), true),
        }
    }

    fn build(
        types: impl Iterator<Item = &'static Descriptor> + Clone,
        is_needed: bool,
    ) -> Result<Rc<Header>> {
        let mut table = TypeSerialize::new();
        for ty in types.clone() {
            table.push_descriptor(ty)?;
        }
        table.serialize()?;
        let header = Rc::new(Header {
            key: types.map(|ty| std::ptr::from_ref(ty) as usize).collect(),
            has_rest: table.has_rest(),
            bytes: table.take_result(),
            capacity: Cell::new(FIRST_CAPACITY),
        });
        let _ = HEADERS.try_with(|headers| {
            if let Ok(mut headers) = headers.try_borrow_mut() {
                let n_bytes =
                    size_of::<Header>() + header.bytes.capacity() + size_of_val(&*header.key);
                headers.keep(header.clone(), n_bytes, is_needed);
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

    /// Returns whether a type is a record that keeps other fields.
    #[inline]
    pub(crate) fn has_rest(&self) -> bool {
        self.has_rest
    }

    /// Returns the likely length of a message.
    #[inline]
    pub(crate) fn expected_len(&self) -> usize {
        self.bytes.len() + self.capacity.get()
    }

    /// Records the length of a message. Greater lengths of earlier ones decay gradually.
    #[inline]
    pub(crate) fn record_len(&self, len: usize) {
        let capacity = self.capacity.get();
        let values = len.saturating_sub(self.bytes.len()).min(MAX_CAPACITY);
        self.capacity.set(values.max(capacity - capacity / 8));
    }
}

#[inline]
fn key_of(ty: DescriptorFn) -> usize {
    std::ptr::from_ref(ty()) as usize
}
