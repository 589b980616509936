//! The expansion of [`Encode!`](crate::Encode): argument lists of any length as nested pairs.

use crate::error::Result;
use crate::schema::descriptor::DescriptorFn;
use crate::ser::builder::write_message;
use crate::ser::value::ValueSerializer;
use crate::traits::CandidType;

/// A list of borrowed arguments: `(&a, (&b, ()))`.
#[doc(hidden)]
pub trait EncodeList {
    /// The number of arguments.
    const LEN: usize;
    /// Sets all of `types`, of which there are [`Self::LEN`].
    fn types(types: &mut [DescriptorFn]);
    fn values(&self, values: &mut ValueSerializer) -> Result<()>;
}

impl EncodeList for () {
    const LEN: usize = 0;

    fn types(_types: &mut [DescriptorFn]) {}

    fn values(&self, _values: &mut ValueSerializer) -> Result<()> {
        Ok(())
    }
}

impl<T: CandidType, Rest: EncodeList> EncodeList for (&T, Rest) {
    const LEN: usize = 1 + Rest::LEN;

    #[inline]
    fn types(types: &mut [DescriptorFn]) {
        if let Some((first, rest)) = types.split_first_mut() {
            *first = T::__descriptor;
            Rest::types(rest);
        }
    }

    #[inline]
    fn values(&self, values: &mut ValueSerializer) -> Result<()> {
        self.0.idl_serialize(&mut *values)?;
        self.1.values(values)
    }
}

/// Returns an argument of [`Encode!`](crate::Encode).
#[doc(hidden)]
#[inline(always)]
pub fn argument<T: ?Sized + CandidType>(value: &T) -> &T {
    value
}

/// Encodes a list of arguments.
#[doc(hidden)]
pub fn encode_list<List: EncodeList>(list: &List) -> Result<Vec<u8>> {
    /// The number of types that need no allocation.
    const MAX_INLINE: usize = 16;
    let mut inline = [<()>::__descriptor as DescriptorFn; MAX_INLINE];
    let mut many;
    let types = match inline.get_mut(..List::LEN) {
        Some(types) => types,
        None => {
            many = vec![<()>::__descriptor as DescriptorFn; List::LEN];
            many.as_mut_slice()
        }
    };
    List::types(types);
    let mut out = Vec::new();
    write_message(&mut out, types, |values| list.values(values))?;
    Ok(out)
}
