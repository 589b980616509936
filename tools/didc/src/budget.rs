//! What all files of a command may take together: a few bytes may stand for any number of files, each of which takes as much as one may.

use crate::{input, wasm};
use std::cell::Cell;

/// What is left for the files that are still to be read.
pub(crate) struct Budget {
    /// The bytes that packed files have when they are unpacked.
    pub(crate) bytes: Cell<u64>,
    /// The instructions of modules that are run.
    pub(crate) instructions: Cell<u64>,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            bytes: Cell::new(input::MAX_UNPACKED_OF_ALL),
            instructions: Cell::new(wasm::FUEL_OF_ALL),
        }
    }
}
