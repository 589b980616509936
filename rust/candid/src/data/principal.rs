//! `Principal`: the identity of callers and canisters, with the platform's own type.

pub use ic_principal::{Principal, PrincipalError};
