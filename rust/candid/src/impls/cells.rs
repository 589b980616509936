//! Cells and [`Reverse`]: they have the type of their content and are encoded as it.

use crate::schema::descriptor::Descriptor;
use crate::traits::{CandidType, Serializer};
use crate::types::ty::Type;
use serde::ser::Error as _;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;

impl<T: CandidType + Copy> CandidType for Cell<T> {
    fn _ty() -> Type {
        T::ty()
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.get().idl_serialize(serializer)
    }

    fn __descriptor() -> &'static Descriptor {
        T::__descriptor()
    }
}

/// Encoding fails while the value is mutably borrowed.
impl<T: CandidType> CandidType for RefCell<T> {
    fn _ty() -> Type {
        T::ty()
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        match self.try_borrow() {
            Ok(value) => value.idl_serialize(serializer),
            Err(error) => Err(S::Error::custom(error)),
        }
    }

    fn __descriptor() -> &'static Descriptor {
        T::__descriptor()
    }
}

impl<T: CandidType> CandidType for Reverse<T> {
    fn _ty() -> Type {
        T::ty()
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.0.idl_serialize(serializer)
    }

    fn __descriptor() -> &'static Descriptor {
        T::__descriptor()
    }
}
