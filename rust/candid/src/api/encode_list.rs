//! The expansion of [`Encode!`](crate::Encode): argument lists of any length as nested pairs.

use crate::error::Result;
use crate::schema::descriptor::DescriptorFn;
use crate::ser::builder::write_message;
use crate::ser::value::ValueSerializer;
use crate::traits::CandidType;

/// A list of borrowed arguments: `(&a, (&b, ()))`.
#[doc(hidden)]
pub trait EncodeList {
    fn types(types: &mut Types);
    fn values(&self, values: &mut ValueSerializer) -> Result<()>;
}

/// The argument types during collection; a few need no allocation.
#[doc(hidden)]
pub struct Types {
    inline: [DescriptorFn; MAX_INLINE],
    n_inline: usize,
    overflow: Vec<DescriptorFn>,
}

const MAX_INLINE: usize = 16;

impl Types {
    fn push(&mut self, ty: DescriptorFn) {
        match self.inline.get_mut(self.n_inline) {
            Some(slot) if self.overflow.is_empty() => {
                *slot = ty;
                self.n_inline += 1;
            }
            _ => {
                if self.overflow.is_empty() {
                    self.overflow.extend_from_slice(&self.inline);
                }
                self.overflow.push(ty);
            }
        }
    }

    fn as_slice(&self) -> &[DescriptorFn] {
        if self.overflow.is_empty() {
            self.inline.get(..self.n_inline).unwrap_or(&self.inline)
        } else {
            &self.overflow
        }
    }
}

impl EncodeList for () {
    fn types(_types: &mut Types) {}

    fn values(&self, _values: &mut ValueSerializer) -> Result<()> {
        Ok(())
    }
}

impl<T: CandidType, Rest: EncodeList> EncodeList for (&T, Rest) {
    #[inline]
    fn types(types: &mut Types) {
        types.push(T::__descriptor);
        Rest::types(types);
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
    let mut types = Types {
        inline: [<()>::__descriptor; MAX_INLINE],
        n_inline: 0,
        overflow: Vec::new(),
    };
    List::types(&mut types);
    let mut out = Vec::new();
    write_message(&mut out, types.as_slice(), |values| list.values(values))?;
    Ok(out)
}
