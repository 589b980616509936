//! How deep a value may nest: as deep as the stack allows, and no deeper.
//!
//! A fixed depth is either too small for real lists or too large for a small stack, because the
//! frames between two levels belong to the user's `Deserialize` code. So each level compares the
//! address of a local with the lowest address it may have: one comparison, no counter to restore.

use super::stack::lowest;
use crate::error::{Error, ErrorKind};

/// What must be left for the code that runs between two checks.
const RESERVE: usize = 64 * 1024;

/// What a decode may use where the size of the stack cannot be known.
const ASSUMED: usize = 512 * 1024;

/// The lowest stack address that a decode may reach.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackLimit(usize);

impl StackLimit {
    /// No limit: for what does not nest.
    pub(crate) const NONE: StackLimit = StackLimit(0);

    /// Takes the limit of the current thread.
    pub(crate) fn of_this_thread() -> Self {
        let here = here();
        StackLimit(match lowest(here) {
            Some(lowest) => lowest.saturating_add(RESERVE),
            None => here.saturating_sub(ASSUMED),
        })
    }

    /// Checks that the stack is not used up.
    #[inline(always)]
    pub(crate) fn check(self) -> Result<(), Error> {
        if here() < self.0 {
            return Err(too_deep_cold());
        }
        Ok(())
    }
}

/// Returns an address in the caller's stack frame, or close to it.
#[inline(always)]
fn here() -> usize {
    let local = 0u8;
    std::ptr::addr_of!(local) as usize
}

#[cold]
#[inline(never)]
fn too_deep_cold() -> Error {
    Error::new(
        ErrorKind::Limit,
        "the value is nested too deeply for the stack",
    )
}
