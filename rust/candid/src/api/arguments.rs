//! Traits for tuples as argument lists.

use crate::de::message::IDLDeserialize;
use crate::error::Result;
use crate::ser::buffer::Buffer;
use crate::ser::builder::{write_message, IDLBuilder};
use crate::traits::CandidType;
use crate::util::tuples::for_tuples;
use serde::de::Deserialize;

/// An argument list to encode: tuples of up to 16 values, each its own argument.
///
/// # Examples
///
/// ```
/// use candid::utils::{ArgumentDecoder, ArgumentEncoder};
///
/// /// Calls a method, here one that returns its arguments.
/// fn call<A: ArgumentEncoder, R: for<'a> ArgumentDecoder<'a>>(args: A) -> candid::Result<R> {
///     candid::decode_args(&candid::encode_args(args)?)
/// }
///
/// let (to, amount): (String, u64) = call(("alice", 5u64))?;
/// assert_eq!((to.as_str(), amount), ("alice", 5));
/// # Ok::<(), candid::Error>(())
/// ```
pub trait ArgumentEncoder {
    /// Appends the arguments to a message.
    ///
    /// # Errors
    ///
    /// If a value cannot be written.
    fn encode(self, ser: &mut IDLBuilder) -> Result<()>;

    /// Appends the borrowed arguments to a message.
    ///
    /// # Errors
    ///
    /// If a value cannot be written.
    fn encode_ref(&self, ser: &mut IDLBuilder) -> Result<()>;

    /// Appends the whole message to `out`, types first, or nothing on failure.
    #[doc(hidden)]
    fn __encode_into<B: Buffer>(&self, out: &mut B) -> Result<()>
    where
        Self: Sized,
    {
        let mut builder = IDLBuilder::new();
        self.encode_ref(&mut builder)?;
        builder.append_to(out)
    }
}

/// An argument list to decode into: tuples of up to 16 types. [`ArgumentEncoder`] has an example.
pub trait ArgumentDecoder<'a>: Sized {
    /// Decodes the arguments; surplus ones remain for [`IDLDeserialize::done`](crate::de::IDLDeserialize::done).
    ///
    /// # Errors
    ///
    /// If a value cannot be decoded.
    fn decode(de: &mut IDLDeserialize<'a>) -> Result<Self>;
}

impl ArgumentEncoder for () {
    fn encode(self, _ser: &mut IDLBuilder) -> Result<()> {
        Ok(())
    }

    fn encode_ref(&self, _ser: &mut IDLBuilder) -> Result<()> {
        Ok(())
    }
}

impl ArgumentDecoder<'_> for () {
    fn decode(_de: &mut IDLDeserialize<'_>) -> Result<Self> {
        Ok(())
    }
}

macro_rules! tuples {
    ($(($($index:tt $T:ident),+))*) => {$(
        impl<$($T: CandidType),+> ArgumentEncoder for ($($T,)+) {
            fn encode(self, ser: &mut IDLBuilder) -> Result<()> {
                self.encode_ref(ser)
            }

            fn encode_ref(&self, ser: &mut IDLBuilder) -> Result<()> {
                $(ser.arg(&self.$index)?;)+
                Ok(())
            }

            fn __encode_into<Buf: Buffer>(&self, out: &mut Buf) -> Result<()> {
                write_message(out, &[$($T::__descriptor),+], |values| {
                    $(self.$index.idl_serialize(&mut *values)?;)+
                    Ok(())
                })
            }
        }

        impl<'a, $($T: Deserialize<'a> + CandidType),+> ArgumentDecoder<'a> for ($($T,)+) {
            fn decode(de: &mut IDLDeserialize<'a>) -> Result<Self> {
                Ok(($(de.get_value::<$T>()?,)+))
            }
        }
    )*};
}

for_tuples!(tuples);
