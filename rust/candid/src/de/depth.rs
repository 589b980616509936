//! How deep a value may nest: as deep as the stack allows, and no deeper.
//!
//! A fixed depth is either too small for real lists or too large for a small stack, because the
//! frames between two levels belong to the user's `Deserialize` code. So each level compares the
//! address of a local with the lowest address it may have: one comparison, no counter to restore.

use crate::error::{Error, ErrorKind};

/// What must be left for the code that runs between two checks.
const RESERVE: usize = 64 * 1024;

/// What a decode may use where the size of the stack cannot be known.
#[cfg(not(target_family = "wasm"))]
const ASSUMED: usize = 512 * 1024;

/// The lowest stack address that a decode may reach.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackLimit(usize);

impl StackLimit {
    /// Takes the limit of the current thread.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn of_this_thread() -> Self {
        let left = stacker::remaining_stack().unwrap_or(ASSUMED + RESERVE);
        StackLimit(here().saturating_sub(left.saturating_sub(RESERVE)))
    }

    /// On wasm32 the stack lies first in memory and grows towards address 0, so the address itself
    /// is what is left. (With a linker that puts data first the address is larger and the check
    /// never fires; then the Wasm engine's own guard traps.)
    #[cfg(target_family = "wasm")]
    pub(crate) fn of_this_thread() -> Self {
        StackLimit(RESERVE)
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
