//! On wasm32 the stack lies first in memory and grows towards address 0.
//!
//! With a linker that puts data first addresses are larger and the check never fires; then the Wasm engine's own
//! guard traps.

/// Returns the lowest address of the stack.
#[inline(always)]
pub(crate) fn believed(_here: usize) -> usize {
    0
}

/// Returns the lowest address of the stack.
#[inline(always)]
pub(crate) fn verified(_here: usize) -> Option<usize> {
    Some(0)
}
