//! Function references as sequences.

use crate::error::{Error, Result};
use serde::de::value::{BorrowedBytesDeserializer, BorrowedStrDeserializer};
use serde::de::{DeserializeSeed, SeqAccess};

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
