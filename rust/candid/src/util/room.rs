//! Vectors that are given room once.

use crate::error::{internal, Result};

/// Checks that there is room for one more, as the caller knows there is. Then pushing it grows nothing, which the compiler knows, too:
/// so the vector need not be in memory.
///
/// # Errors
///
/// If there is none.
#[inline(always)]
pub(crate) fn check_room<T>(all: &Vec<T>) -> Result<()> {
    if all.len() == all.capacity() {
        return Err(internal());
    }
    Ok(())
}
