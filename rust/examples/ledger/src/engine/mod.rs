//! The ledger without a canister: who holds how much, who may spend it, and why a transfer is refused.
//!
//! The caller and the time are arguments, so that a test can be anybody at any time.

mod allowances;
mod ledger;
mod recent;
mod refusal;
mod terms;

pub use ledger::{Ledger, Standard, MAX_MEMO};
pub use refusal::Refusal;
pub use terms::{Holding, Terms};

/// Nanoseconds since 1970.
pub type Time = u64;
