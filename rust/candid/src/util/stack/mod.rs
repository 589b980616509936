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
use system::{assumed_lowest, verified};

/// Stack reserved for the code that runs between two checks.
pub(crate) const RESERVE: usize = 64 * 1024;

/// The stack addresses that a call may reach.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackLimit {
    lowest: usize,
    /// The distance from there to the highest one. A call above it is on another stack: that of a coroutine, or one that was
    /// grown between two levels.
    #[cfg(not(target_family = "wasm"))]
    len: usize,
}

impl StackLimit {
    /// No limit, for values that do not nest.
    pub(crate) const NONE: StackLimit = StackLimit {
        lowest: 0,
        #[cfg(not(target_family = "wasm"))]
        len: usize::MAX,
    };

    /// Returns the limit for calls made from here.
    #[inline]
    pub(crate) fn of_this_thread() -> Self {
        let here = here();
        StackLimit::new(assumed_lowest(here), here.saturating_add(SPREAD))
    }

    /// Returns the limit on a stack with these addresses.
    #[inline(always)]
    fn new(lowest: usize, _highest: usize) -> Self {
        let lowest = lowest.saturating_add(RESERVE);
        StackLimit {
            lowest,
            #[cfg(not(target_family = "wasm"))]
            len: _highest.saturating_sub(lowest),
        }
    }

    /// Returns whether a call may not reach this address, or it is on another stack.
    #[inline(always)]
    fn is_outside(&self, address: usize) -> bool {
        #[cfg(target_family = "wasm")]
        return address < self.lowest;
        #[cfg(not(target_family = "wasm"))]
        return address.wrapping_sub(self.lowest) > self.len;
    }

    /// Checks that the stack is not used up.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Limit`] if it is.
    #[inline(always)]
    pub(crate) fn check(&mut self) -> Result<(), Error> {
        if self.is_outside(here()) {
            // A Wasm module has a single stack, so there is nothing to look up.
            #[cfg(target_family = "wasm")]
            return Err(too_deep_cold());
            #[cfg(not(target_family = "wasm"))]
            return self.check_for(0);
        }
        Ok(())
    }

    /// Checks that so much of the stack is left, besides what is left at the limit. Looks up the actual stack, and continues
    /// if it is larger than assumed, or another one.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Limit`] if it is not.
    #[cold]
    #[inline(never)]
    pub(crate) fn check_for(&mut self, n_bytes: usize) -> Result<(), Error> {
        let here = here();
        let end = here.saturating_sub(n_bytes);
        if self.is_outside(here) || self.is_outside(end) {
            match verified(here) {
                Some(stack) => *self = StackLimit::new(stack.start, stack.end),
                // Another stack, of which nothing is known.
                None if here > self.lowest && self.is_outside(here) => {
                    *self = StackLimit::of_this_thread();
                }
                None => {}
            }
            if end < self.lowest {
                return Err(too_deep_cold());
            }
        }
        Ok(())
    }
}

/// Returns a lower bound on the remaining stack.
pub(crate) fn remaining() -> usize {
    let here = here();
    here.saturating_sub(verified(here).map_or_else(|| assumed_lowest(here), |stack| stack.start))
}

/// How far above the first check of a message another one may be without a look at the stack.
const SPREAD: usize = 64 * 1024;

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
