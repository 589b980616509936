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

/// Encoding fails while the value is mutably borrowed.
impl<T: CandidType> CandidType for RefCell<T> {
    type_of!(T);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        match self.try_borrow() {
            Ok(value) => value.idl_serialize(serializer),
            Err(error) => Err(S::Error::custom(error)),
        }
    }
}

/// Encoding waits for the lock, and fails if a thread has panicked while it had it.
impl<T: CandidType> CandidType for Mutex<T> {
    type_of!(T);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        match self.lock() {
            Ok(value) => value.idl_serialize(serializer),
            Err(error) => Err(S::Error::custom(error)),
        }
    }
}

/// Encoding waits for the lock, and fails if a thread has panicked while it had it.
impl<T: CandidType> CandidType for RwLock<T> {
    type_of!(T);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        match self.read() {
            Ok(value) => value.idl_serialize(serializer),
            Err(error) => Err(S::Error::custom(error)),
        }
    }
}

impl<T: CandidType> CandidType for Reverse<T> {
    type_of!(T);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.0.idl_serialize(serializer)
    }
}
