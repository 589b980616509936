//! Recursion over types as deep as they are.
//!
//! How much stack is left is what `candid` says, not `stacker::maybe_grow`, which in a coroutine counts down to the end
//! of another stack.

/// What is left in any case: enough for one level of any walk of this crate, without optimisation.
#[cfg(not(target_family = "wasm"))]
const LEVEL: usize = 128 * 1024;

/// What is added where it does not suffice: some hundred levels.
#[cfg(not(target_family = "wasm"))]
const STEP: usize = 1024 * 1024;

/// Runs one level of a recursion over a type, with more stack if it runs short.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn level<R>(f: impl FnOnce() -> R) -> R {
    with_stack(LEVEL, STEP, f)
}

/// Runs `f` with so much stack at least, on a new one of `size` if there is less.
#[cfg(not(target_family = "wasm"))]
#[inline]
fn with_stack<R>(least: usize, size: usize, f: impl FnOnce() -> R) -> R {
    match candid::remaining_stack() >= least {
        true => f(),
        false => stacker::grow(size, f),
    }
}

/// The stack of a Wasm module is one piece; there the parser's bound on nesting has to suffice.
#[cfg(target_family = "wasm")]
pub(crate) fn level<R>(f: impl FnOnce() -> R) -> R {
    f()
}

/// What a level of a model or of a document takes when it is made, walked and dropped, without optimisation.
#[cfg(not(target_family = "wasm"))]
const DOCUMENT_LEVEL: usize = 8 * 1024;

/// Runs `f` with a stack that suffices for recursion over something with that many levels.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn with_levels<R>(levels: usize, f: impl FnOnce() -> R) -> R {
    let levels = levels.saturating_mul(DOCUMENT_LEVEL);
    let size = levels.saturating_add(2 * LEVEL);
    with_stack(size, size.saturating_add(STEP), f)
}

/// The same; see [`level`].
#[cfg(target_family = "wasm")]
pub(crate) fn with_levels<R>(_levels: usize, f: impl FnOnce() -> R) -> R {
    f()
}
