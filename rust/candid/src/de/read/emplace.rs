//! Destinations for decoded values, and fields on the way there.

use crate::error::Result;

/// A destination for a decoded value: a large one is built in place, not copied. Types rather than closures, so that
/// the compiler always inlines them.
pub trait Emplace<T> {
    /// The result of placing the value.
    type Out;

    /// Places the value and returns the result.
    fn wrap(self, value: T) -> Self::Out;

    /// Places the value that was read, if any.
    #[inline(always)]
    fn wrap_read(self, value: Result<T>) -> Result<Self::Out>
    where
        Self: Sized,
    {
        match value {
            Ok(value) => Ok(self.wrap(value)),
            Err(error) => Err(error),
        }
    }
}

/// Returns the value itself.
#[derive(Debug)]
pub struct Identity;

impl<T> Emplace<T> for Identity {
    type Out = T;

    #[inline(always)]
    fn wrap(self, value: T) -> T {
        value
    }

    /// Returns the result itself: to take it apart, the compiler copies it, and outside canisters the copy waits for what was
    /// just written.
    #[inline(always)]
    fn wrap_read(self, value: Result<T>) -> Result<T> {
        value
    }
}

/// Wraps the value in `Some`, then applies the inner destination.
#[derive(Debug)]
pub struct InSome<W>(pub(crate) W);

impl<T, W: Emplace<Option<T>>> Emplace<T> for InSome<W> {
    type Out = W::Out;

    #[inline(always)]
    fn wrap(self, value: T) -> W::Out {
        self.0.wrap(Some(value))
    }
}

/// Boxes the value.
#[derive(Debug)]
pub struct InBox;

impl<T> Emplace<T> for InBox {
    type Out = Box<T>;

    #[inline(always)]
    fn wrap(self, value: T) -> Box<T> {
        Box::new(value)
    }
}

/// Appends the value to a vector.
pub(crate) struct Push<'a, T>(pub(crate) &'a mut Vec<T>);

impl<T> Emplace<T> for Push<'_, T> {
    type Out = ();

    #[inline(always)]
    fn wrap(self, value: T) {
        self.0.push(value);
    }
}

/// Returns the value of a field or element that did not fail: on failure the caller has returned already.
///
/// A function rather than an inline `match`, with which the compiler first copies a large value to the record on the
/// stack, and then the record to its destination.
#[inline(always)]
pub fn unwrap_checked<T, E>(field: std::result::Result<T, E>) -> T {
    match field {
        Ok(value) => value,
        Err(_) => has_returned(),
    }
}

/// Panics: the caller has returned already.
///
/// # Panics
///
/// Always.
#[cold]
#[inline(never)]
pub fn has_returned() -> ! {
    unreachable!("a value is made of parts none of which failed")
}
