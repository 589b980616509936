//! Types of methods that `#[candid_method]` has checked, for `export_service!`.

use crate::container::TypeContainer;
use crate::schema::descriptor::Descriptor;
use crate::traits::CandidType;
use crate::types::ty::Type;
use std::convert::Infallible;
use std::marker::PhantomData;

/// A type in a signature. Without `CandidType`, `add` is that of [`NoMethodType`], so that the only error is the one at the
/// function.
#[derive(Debug)]
pub struct MethodType<T>(PhantomData<T>);

impl<T: CandidType> MethodType<T> {
    /// Adds the type to the definitions, and returns it.
    pub fn add(types: &mut TypeContainer) -> Type {
        types.add::<T>()
    }

    /// Returns the descriptor of the type.
    pub fn descriptor() -> &'static Descriptor {
        T::__descriptor()
    }
}

/// A type without `CandidType`.
pub trait NoMethodType {
    /// Evaluated where `add` is called, because it belongs to a type.
    const ERROR: Infallible = panic!(
        "a type of a method has no `CandidType` where `export_service!` is called: the type with this name in the function is \
         another one"
    );

    /// Does not compile where it is called, which is after the error at the function. If there is none, the function has
    /// another type, which has the same name there.
    fn add(_types: &mut TypeContainer) -> Type {
        match Self::ERROR {}
    }

    /// Does not compile either.
    fn descriptor() -> &'static Descriptor {
        match Self::ERROR {}
    }
}

impl<T> NoMethodType for MethodType<T> {}
