//! References: principals, services and functions.
//!
//! `spec/Candid.md#references-1`

use super::state::State;
use crate::error::{Error, Result};
use serde::de::value::{BorrowedBytesDeserializer, BorrowedStrDeserializer};
use serde::de::{DeserializeSeed, SeqAccess};

/// Reads a function reference, and charges for the method name: the rest of its cost is static.
pub(crate) fn read_func<'de>(state: &mut State<'de>) -> Result<(&'de [u8], &'de str)> {
    let (principal, method) = read_func_parts(state)?;
    state.budget.charge(method.len() as u64)?;
    Ok((principal, method))
}

/// Reads the principal and the method name of a function reference.
pub(crate) fn read_func_parts<'de>(state: &mut State<'de>) -> Result<(&'de [u8], &'de str)> {
    // `i8(1)` for a public function, then the service it belongs to.
    state.reader.read_reference_flag()?;
    let principal = state.reader.read_principal()?;
    let method = state.reader.read_text()?;
    Ok((principal, method))
}

/// A function reference as a sequence: the principal's bytes, then the method name.
pub(crate) struct FuncAccess<'de> {
    principal: Option<&'de [u8]>,
    method: Option<&'de str>,
}

impl<'de> FuncAccess<'de> {
    pub(crate) fn new(principal: &'de [u8], method: &'de str) -> Self {
        FuncAccess {
            principal: Some(principal),
            method: Some(method),
        }
    }
}

impl<'de> SeqAccess<'de> for FuncAccess<'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if let Some(principal) = self.principal.take() {
            return seed
                .deserialize(BorrowedBytesDeserializer::new(principal))
                .map(Some);
        }
        match self.method.take() {
            Some(method) => seed
                .deserialize(BorrowedStrDeserializer::new(method))
                .map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(usize::from(self.principal.is_some()) + usize::from(self.method.is_some()))
    }
}
