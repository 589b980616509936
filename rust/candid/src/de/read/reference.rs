//! References to functions. Principals, as which services are read too, are in `decoder.rs`.
//!
//! `spec/Candid.md#references-1`

use crate::de::cost;
use crate::de::state::State;
use crate::error::Result;

/// Reads a function reference, and charges for the method name: the rest of its cost is static.
pub(crate) fn read_func<'de>(state: &mut State<'de>) -> Result<(&'de [u8], &'de str)> {
    let (principal, method) = read_func_parts(state)?;
    state.budget.charge(cost::bytes(method.len()))?;
    Ok((principal, method))
}

/// Reads the principal and the method name of a function reference.
pub(crate) fn read_func_parts<'de>(state: &mut State<'de>) -> Result<(&'de [u8], &'de str)> {
    // `i8(1)` for a public function, then the service it belongs to.
    state.reader.read_reference_flag()?;
    let principal = state.reader.read_principal()?;
    let method = state.reader.read_text()?;
    Ok((principal, method))
}
