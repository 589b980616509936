//! Nesting depth, bounded by the remaining stack.
//!
//! A fixed depth is either too small for real lists or too large for a small stack, because the frames between two
//! levels belong to the user's `Deserialize` code. So each level compares the address of a local with the lowest
//! permitted address: one comparison, no counter to restore.

#[cfg(any(target_os = "linux", target_os = "android"))]
mod maps;
#[cfg(not(target_family = "wasm"))]
#[path = "host.rs"]
mod system;
#[cfg(target_family = "wasm")]
#[path = "wasm.rs"]
mod system;

use crate::error::{Error, ErrorKind};
use system::{assumed_lowest, verified_lowest};

/// Stack reserved for the code that runs between two checks.
pub(crate) const RESERVE: usize = 64 * 1024;

/// The lowest stack address that a call may reach.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackLimit(usize);

impl StackLimit {
    /// No limit, for values that do not nest.
    pub(crate) const NONE: StackLimit = StackLimit(0);

    /// Returns the limit for calls made from here.
    #[inline]
    pub(crate) fn of_this_thread() -> Self {
        let here = here();
        StackLimit(assumed_lowest(here).saturating_add(RESERVE))
    }

    /// Checks that the stack is not used up.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Limit`] if it is.
    #[inline(always)]
    pub(crate) fn check(&mut self) -> Result<(), Error> {
        if here() < self.0 {
            // A Wasm module has a single stack, so there is nothing to look up.
            #[cfg(target_family = "wasm")]
            return Err(too_deep_cold());
            #[cfg(not(target_family = "wasm"))]
            return self.extend_cold();
        }
        Ok(())
    }

    /// Looks up the actual stack, and continues if it is larger than assumed.
    #[cfg(not(target_family = "wasm"))]
    #[cold]
    #[inline(never)]
    fn extend_cold(&mut self) -> Result<(), Error> {
        let here = here();
        if let Some(lowest) = verified_lowest(here) {
            self.0 = lowest.saturating_add(RESERVE);
        }
        if here < self.0 {
            return Err(too_deep_cold());
        }
        Ok(())
    }
}

impl StackLimit {
    /// Checks that so much of the stack is left, besides what is left at the limit.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Limit`] if it is not.
    #[cold]
    pub(crate) fn check_for(&mut self, n_bytes: usize) -> Result<(), Error> {
        let end = here().saturating_sub(n_bytes);
        if end < self.0 {
            if let Some(lowest) = verified_lowest(here()) {
                self.0 = lowest.saturating_add(RESERVE);
            }
            if end < self.0 {
                return Err(too_deep_cold());
            }
        }
        Ok(())
    }
}

/// Returns a lower bound on the remaining stack.
pub(crate) fn remaining() -> usize {
    let here = here();
    here.saturating_sub(verified_lowest(here).unwrap_or_else(|| assumed_lowest(here)))
}

/// Stack required for one level of a recursion over a type, and the amount added where it is missing.
#[cfg(not(target_family = "wasm"))]
const LEVEL: usize = 128 * 1024;
#[cfg(not(target_family = "wasm"))]
const STEP: usize = 1024 * 1024;

/// Runs one level of an infallible recursion, growing the stack if it runs short.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn level<R>(f: impl FnOnce() -> R) -> R {
    if remaining() >= LEVEL {
        f()
    } else {
        stacker::grow(STEP, f)
    }
}

/// Runs one level of an infallible recursion; the stack of a Wasm module cannot grow.
#[cfg(target_family = "wasm")]
pub(crate) fn level<R>(f: impl FnOnce() -> R) -> R {
    f()
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
