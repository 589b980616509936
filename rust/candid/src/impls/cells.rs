//! Cells, locks and [`Reverse`]: they have the type of their content and are encoded as it.

use crate::impls::type_of;
use crate::traits::{CandidType, Serializer};
use serde::ser::Error as _;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::sync::{Mutex, RwLock};

impl<T: CandidType + Copy> CandidType for Cell<T> {
    type_of!(T);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.get().idl_serialize(serializer)
    }
}

/// Implements [`CandidType`] of types whose content has to be borrowed, which may fail.
macro_rules! borrowed {
    ($($(#[$doc:meta])* $Cell:ident, $borrow:ident;)*) => {$(
        $(#[$doc])*
        impl<T: CandidType> CandidType for $Cell<T> {
            type_of!(T);

            fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
                match self.$borrow() {
                    Ok(value) => value.idl_serialize(serializer),
                    Err(error) => Err(S::Error::custom(error)),
                }
            }
        }
    )*};
}

borrowed! {
    /// Encoding fails while the value is mutably borrowed.
    RefCell, try_borrow;
    /// Encoding waits for the lock, and fails if a thread has panicked while it had it.
    Mutex, lock;
    /// Encoding waits for the lock, and fails if a thread has panicked while it had it.
    RwLock, read;
}

impl<T: CandidType> CandidType for Reverse<T> {
    type_of!(T);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.0.idl_serialize(serializer)
    }
}
