//! A stack as deep as a type is.

/// What is left in any case, enough for the levels of ordinary interfaces.
const ORDINARY: usize = 256 * 1024;

/// Enough for a level of any printer here, without optimisation.
const PER_LEVEL: usize = 8 * 1024;

/// Runs `f` with a stack that suffices for a recursion over that many levels.
pub(super) fn with_levels<R>(levels: usize, f: impl FnOnce() -> R) -> R {
    let size = levels.saturating_mul(PER_LEVEL).saturating_add(ORDINARY);
    grow(size, f)
}

/// Runs one level of a recursion whose depth is not known.
pub(crate) fn level<R>(f: impl FnOnce() -> R) -> R {
    grow(ORDINARY / 2, f)
}

#[cfg(not(target_family = "wasm"))]
fn grow<R>(needed: usize, f: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(needed, needed.saturating_add(4 * ORDINARY), f)
}

/// The stack of a Wasm module is one piece.
#[cfg(target_family = "wasm")]
fn grow<R>(_needed: usize, f: impl FnOnce() -> R) -> R {
    f()
}
