//! Per-thread cache of encoded headers, keyed by descriptors.

use crate::error::Result;
use crate::schema::descriptor::{Descriptor, DescriptorFn};
use crate::ser::small_table;
use crate::ser::table::TypeSerialize;
use crate::util::mechanisms;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The number of headers cached. The set of possible headers is fixed by the program, not by its input.
const MAX_KEPT: usize = 256;

/// Headers from this position on move towards the front when they are used.
const N_FRONT: usize = 16;

/// The capacity reserved for the values of a first message, and the maximum for later ones: a message of ordinary size
/// takes one allocation, and a large one does not make later ones large.
const FIRST_CAPACITY: usize = 128;
const MAX_CAPACITY: usize = 1024;

/// Headers, each behind the first element of its key, or 0 if it has none.
type Headers = RefCell<Vec<(usize, Rc<Header>)>>;

thread_local! {
    static HEADERS: Headers = const { RefCell::new(Vec::new()) };
}

/// The header for arguments of certain types.
pub(crate) struct Header {
    /// How many arguments it is for.
    n_types: usize,
    /// The addresses of the descriptors of all but the first: each identifies a type.
    others: Box<[usize]>,
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
        // Nearly always the only argument: its function is called once, not for each header.
        let first = types.first().map_or(0, |ty| key_of(*ty));
        match Self::kept(first, |header| header.is_of(types)) {
            Some(header) => Ok(header),
            None => Self::of_cold(types),
        }
    }

    /// Returns the cached header whose key begins with `first` for which `is_wanted` returns true.
    #[inline]
    fn kept(first: usize, is_wanted: impl Fn(&Header) -> bool) -> Option<Rc<Header>> {
        if !mechanisms::CACHED_HEADERS {
            return None;
        }
        // During thread teardown the cache may be gone.
        let kept = HEADERS.try_with(|headers| {
            let kept = headers.try_borrow().ok()?;
            let mut front = kept.iter().take(N_FRONT);
            if let Some((_, header)) =
                front.find(|(key, header)| *key == first && is_wanted(header))
            {
                return Some(header.clone());
            }
            drop(kept);
            kept_behind(headers, first, is_wanted)
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
        match Self::kept(key, |header| header.n_types == 1) {
            Some(header) => Ok(header),
            None => Self::build(std::iter::once(ty)),
        }
    }

    #[cold]
    #[inline(never)]
    fn of_cold(types: &[DescriptorFn]) -> Result<Rc<Header>> {
        Self::build(types.iter().map(|ty| ty()))
    }

    fn build(
        types: impl ExactSizeIterator<Item = &'static Descriptor> + Clone,
    ) -> Result<Rc<Header>> {
        let small = if mechanisms::SMALL_TABLES {
            small_table::header_of(types.clone())
        } else {
            None
        };
        let (bytes, has_rest) = match small {
            Some(bytes) => (bytes, false),
            None => bytes_of(types.clone())?,
        };
        let n_types = types.len();
        let mut keys = types.map(|ty| std::ptr::from_ref(ty) as usize);
        let first = keys.next().unwrap_or(0);
        let header = Rc::new(Header {
            n_types,
            others: keys.collect(),
            has_rest,
            bytes,
            capacity: Cell::new(FIRST_CAPACITY),
        });
        let _ = HEADERS.try_with(|headers| {
            if let Ok(mut headers) = headers.try_borrow_mut() {
                if headers.len() == MAX_KEPT {
                    // Those that are used are in front of it.
                    headers.pop();
                }
                headers.push((first, header.clone()));
            }
        });
        Ok(header)
    }

    /// Returns whether it is that of these types, of which the first is known to be its first.
    #[inline]
    fn is_of(&self, types: &[DescriptorFn]) -> bool {
        self.n_types == types.len()
            && (self.n_types <= 1
                || self
                    .others
                    .iter()
                    .zip(types.iter().skip(1))
                    .all(|(key, ty)| *key == key_of(*ty)))
    }

    /// Returns a header that is not in the cache of those of Rust types.
    #[cfg(feature = "value")]
    pub(crate) fn of_bytes(bytes: Vec<u8>) -> Self {
        Header {
            n_types: 0,
            others: Box::default(),
            has_rest: false,
            bytes,
            capacity: Cell::new(FIRST_CAPACITY),
        }
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

/// Returns the header for arguments of any types, and whether one of them is a record that keeps other fields.
pub(crate) fn bytes_of(
    types: impl Iterator<Item = &'static Descriptor>,
) -> Result<(Vec<u8>, bool)> {
    let mut table = TypeSerialize::new();
    for ty in types {
        table.push_descriptor(ty)?;
    }
    table.serialize()?;
    Ok((table.take_result(), table.has_rest()))
}

/// Returns the cached header whose key begins with `first` for which `is_wanted` returns true, and moves it towards the front.
#[cold]
#[inline(never)]
fn kept_behind(
    headers: &Headers,
    first: usize,
    is_wanted: impl Fn(&Header) -> bool,
) -> Option<Rc<Header>> {
    let mut headers = headers.try_borrow_mut().ok()?;
    let mut all = headers.iter();
    let i = all.position(|(key, header)| *key == first && is_wanted(header))?;
    let (_, header) = headers.get(i).cloned()?;
    headers.swap(i, i / 2);
    Some(header)
}

#[inline]
fn key_of(ty: DescriptorFn) -> usize {
    std::ptr::from_ref(ty()) as usize
}
