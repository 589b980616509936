//! Where there is no `/proc`, `stacker` asks the system.

/// Returns the lowest address of the stack that the address `here` is on; `None` if the system does not tell.
pub(crate) fn lowest(here: usize) -> Option<usize> {
    Some(here.saturating_sub(stacker::remaining_stack()?))
}
