//! Nesting limit of the parser: as deep as the stack allows, up to a constant.
//!
//! Traversing, copying or dropping a tree later needs stack as well. A level of the parser uses more of it than a level
//! of dropping, cloning or comparing, and the parser leaves a quarter of the stack to them besides.

/// Hard limit, independent of stack size.
const MAX_DEPTH: u32 = 20_000;

/// Stack space, in bytes, for the code between two checks.
const RESERVE: usize = 64 * 1024;

/// The current nesting depth, and the lowest stack address that the parser may reach.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Nesting {
    pub(crate) depth: u32,
    lowest: usize,
}

impl Nesting {
    /// Returns the limit of the current thread.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn of_this_thread() -> Self {
        let left = candid::remaining_stack();
        Nesting {
            depth: 0,
            lowest: here().saturating_sub(left.saturating_sub(RESERVE) / 4 * 3),
        }
    }

    /// On wasm32 the stack comes first in memory and grows towards address 0, so the address itself is the remaining
    /// space.
    #[cfg(target_family = "wasm")]
    pub(crate) fn of_this_thread() -> Self {
        Nesting {
            depth: 0,
            lowest: RESERVE + here().saturating_sub(RESERVE) / 4,
        }
    }

    /// Returns whether there is no stack for another level.
    #[inline]
    pub(crate) fn is_used_up(self) -> bool {
        self.depth >= MAX_DEPTH || here() < self.lowest
    }
}

/// Returns an address in the caller's stack frame, or close to it.
#[inline(always)]
fn here() -> usize {
    let local = 0u8;
    std::ptr::addr_of!(local) as usize
}
