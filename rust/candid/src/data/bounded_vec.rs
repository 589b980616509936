//! `BoundedVec`: a vector whose decoding fails beyond the limits of its type.

use ic_principal::Principal;
use serde::de::{self, Deserialize, IgnoredAny, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// The value of a limit that is not set.
pub const UNBOUNDED: usize = usize::MAX;

/// The message of candid 0.10.39, which panics both in the constructor and in decoding.
const WITHOUT_LIMIT: &str = "BoundedVec must be bounded by at least one parameter.";

/// A vector whose length, total data size and data size per element are checked during decoding.
///
/// The Candid type is `vec T`, as that of `Vec<T>`. Sizes are those of [`DataSize`]. [`UNBOUNDED`] means no limit.
/// Decoding fails at the first element that exceeds a limit, and an element beyond the maximum length is not even
/// decoded. [`BoundedVec::new`] checks no size. At least one limit must be set: for a type without any, `new` panics
/// and decoding fails.
///
/// # Examples
///
/// ```
/// use candid::types::bounded_vec::{BoundedVec, UNBOUNDED};
/// use candid::{decode_one, encode_one};
///
/// /// At most 3 names, none longer than 8 bytes.
/// type Names = BoundedVec<3, UNBOUNDED, 8, String>;
///
/// let bytes = encode_one(vec!["ada", "grace"])?;
/// assert_eq!(decode_one::<Names>(&bytes)?.get().len(), 2);
/// let bytes = encode_one(vec!["ada", "grace hopper"])?;
/// assert!(decode_one::<Names>(&bytes).is_err());
/// # Ok::<(), candid::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoundedVec<
    const MAX_ALLOWED_LEN: usize,
    const MAX_ALLOWED_TOTAL_DATA_SIZE: usize,
    const MAX_ALLOWED_ELEMENT_DATA_SIZE: usize,
    T,
>(Vec<T>);

impl<
        const MAX_ALLOWED_LEN: usize,
        const MAX_ALLOWED_TOTAL_DATA_SIZE: usize,
        const MAX_ALLOWED_ELEMENT_DATA_SIZE: usize,
        T,
    > BoundedVec<MAX_ALLOWED_LEN, MAX_ALLOWED_TOTAL_DATA_SIZE, MAX_ALLOWED_ELEMENT_DATA_SIZE, T>
{
    /// Wraps a vector unchecked: the limits apply to decoded data.
    ///
    /// # Panics
    ///
    /// Panics if all three limits of the type are [`UNBOUNDED`].
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::types::bounded_vec::{BoundedVec, UNBOUNDED};
    ///
    /// let ids: BoundedVec<3, UNBOUNDED, UNBOUNDED, u64> = BoundedVec::new(vec![1, 2]);
    /// assert_eq!(ids.get(), &[1, 2]);
    /// ```
    pub fn new(data: Vec<T>) -> Self {
        assert!(Self::LIMITS.any(), "{WITHOUT_LIMIT}");
        BoundedVec(data)
    }

    /// The limits as values, so that one copy of the visitor serves all of them.
    const LIMITS: Limits = Limits {
        len: MAX_ALLOWED_LEN,
        total: MAX_ALLOWED_TOTAL_DATA_SIZE,
        element: MAX_ALLOWED_ELEMENT_DATA_SIZE,
    };

    /// Returns the vector.
    pub fn get(&self) -> &Vec<T> {
        &self.0
    }
}

/// The data size of a value in bytes, as counted by [`BoundedVec`].
///
/// # Examples
///
/// Implement it for your own type to have vectors of it bounded:
///
/// ```
/// use candid::types::bounded_vec::DataSize;
///
/// struct Header(String, String);
///
/// impl DataSize for Header {
///     fn data_size(&self) -> usize {
///         self.0.data_size() + self.1.data_size()
///     }
/// }
/// assert_eq!(Header("host".into(), "ic0.app".into()).data_size(), 11);
/// ```
pub trait DataSize {
    /// Returns the number of bytes.
    fn data_size(&self) -> usize;
}

macro_rules! data_size {
    ($($ty:ty: |$value:ident| $size:expr;)*) => {$(
        impl DataSize for $ty {
            fn data_size(&self) -> usize {
                let $value = self;
                $size
            }
        }
    )*};
}

data_size! {
    u8: |_value| size_of::<u8>();
    u64: |_value| size_of::<u64>();
    str: |text| text.len();
    String: |text| text.len();
    Principal: |id| id.as_slice().len();
}

impl<T: DataSize> DataSize for [T] {
    fn data_size(&self) -> usize {
        self.iter()
            .fold(0, |size, item| size.saturating_add(item.data_size()))
    }
}

impl<T: DataSize> DataSize for Vec<T> {
    /// Returns the sizes of the elements plus that of the vector itself, so that empty vectors count.
    fn data_size(&self) -> usize {
        size_of::<Self>().saturating_add(self.as_slice().data_size())
    }
}

impl<
        'de,
        const MAX_ALLOWED_LEN: usize,
        const MAX_ALLOWED_TOTAL_DATA_SIZE: usize,
        const MAX_ALLOWED_ELEMENT_DATA_SIZE: usize,
        T: Deserialize<'de> + DataSize,
    > Deserialize<'de>
    for BoundedVec<MAX_ALLOWED_LEN, MAX_ALLOWED_TOTAL_DATA_SIZE, MAX_ALLOWED_ELEMENT_DATA_SIZE, T>
{
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_seq(BoundedVisitor {
                limits: Self::LIMITS,
                item: PhantomData,
            })
            .map(BoundedVec)
    }
}

#[derive(Clone, Copy)]
struct Limits {
    len: usize,
    total: usize,
    element: usize,
}

impl Limits {
    /// Returns whether at least one limit is set.
    const fn any(self) -> bool {
        self.len != UNBOUNDED || self.total != UNBOUNDED || self.element != UNBOUNDED
    }
}

struct BoundedVisitor<T> {
    limits: Limits,
    item: PhantomData<T>,
}

impl<'de, T: Deserialize<'de> + DataSize> Visitor<'de> for BoundedVisitor<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")?;
        let limits = [
            (self.limits.len, "elements"),
            (self.limits.total, "bytes total"),
            (self.limits.element, "bytes per element"),
        ];
        let mut join = " with";
        for (limit, what) in limits.iter().filter(|(limit, _)| *limit != UNBOUNDED) {
            write!(f, "{join} max {limit} {what}")?;
            join = ",";
        }
        Ok(())
    }

    fn visit_seq<A>(self, mut seq: A) -> Result<Vec<T>, A::Error>
    where
        A: de::SeqAccess<'de>,
    {
        /// The maximum capacity reserved for a length in the input before any element is read.
        const CAUTIOUS: usize = 4096;

        let limits = self.limits;
        if !limits.any() {
            return Err(de::Error::custom(WITHOUT_LIMIT));
        }
        let n_announced = seq.size_hint().unwrap_or(0);
        if n_announced > limits.len {
            return Err(exceeded("number of elements", limits.len));
        }
        let n_cautious = CAUTIOUS / size_of::<T>().max(1);
        let mut items = Vec::with_capacity(n_announced.min(n_cautious));
        let mut total = 0usize;
        loop {
            if items.len() >= limits.len {
                return match seq.next_element::<IgnoredAny>()? {
                    Some(IgnoredAny) => Err(exceeded("number of elements", limits.len)),
                    None => Ok(items),
                };
            }
            let Some(item) = seq.next_element::<T>()? else {
                return Ok(items);
            };
            let size = item.data_size();
            if size > limits.element {
                return Err(exceeded("single element data size", limits.element));
            }
            total = total.saturating_add(size);
            if total > limits.total {
                return Err(exceeded("total data size", limits.total));
            }
            items.push(item);
        }
    }
}

#[cold]
fn exceeded<E: de::Error>(what: &str, limit: usize) -> E {
    E::custom(format_args!("the {what} exceeds maximum allowed {limit}"))
}
