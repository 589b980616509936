//! Recursion over deeply nested types, on a growing stack.
//!
//! The remaining stack is determined by `candid`, not by `stacker::maybe_grow`, which in a coroutine measures to the
//! end of another stack.

/// Minimum stack kept free, in bytes: enough for one level of any recursion of this crate, without optimisation.
const LEVEL: usize = 128 * 1024;

/// Size in bytes of an additional stack segment: some hundred levels.
const STEP: usize = 1024 * 1024;

/// Stack per level of a model or of a document, in bytes, to build, traverse and drop it, without optimisation.
const DOCUMENT_LEVEL: usize = 8 * 1024;

/// Runs one level of a recursion over a type, on a new stack segment if the current one runs short.
#[inline]
pub(crate) fn level<R>(f: impl FnOnce() -> R) -> R {
    with_stack(LEVEL, STEP, f)
}

/// Runs `f` with enough stack for recursion over the given number of levels.
pub(crate) fn with_levels<R>(levels: usize, f: impl FnOnce() -> R) -> R {
    let levels = levels.saturating_mul(DOCUMENT_LEVEL);
    let size = levels.saturating_add(2 * LEVEL);
    with_stack(size, size.saturating_add(STEP), f)
}

/// Runs `f` with at least `least` bytes of stack, on a new segment of `size` bytes if there is less.
#[cfg(not(target_family = "wasm"))]
#[inline]
fn with_stack<R>(least: usize, size: usize, f: impl FnOnce() -> R) -> R {
    if candid::remaining_stack() >= least {
        f()
    } else {
        stacker::grow(size, f)
    }
}

/// Calls `f`. The stack of a Wasm module cannot grow; there the parser's nesting limit must suffice.
#[cfg(target_family = "wasm")]
#[inline]
fn with_stack<R>(_least: usize, _size: usize, f: impl FnOnce() -> R) -> R {
    f()
}
