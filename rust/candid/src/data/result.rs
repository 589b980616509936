//! `MotokoResult`: Motoko's `Result`, with its lower-case case names.

use serde::{Deserialize, Serialize};

/// Motoko's `Result`: `variant { ok : T; err : E }`, where Rust's has the cases `Ok` and `Err`.
///
/// # Examples
///
/// ```
/// use candid::{CandidType, MotokoResult};
///
/// type Reply = MotokoResult<u8, String>;
/// assert_eq!(Reply::ty().to_string(), "variant { ok : nat8; err : text }");
/// assert_eq!(Reply::from(Ok(1)).into_result(), Ok(1));
///
/// // What a Motoko canister returns, as Rust's `Result`.
/// let bytes = candid::encode_one(Reply::err("empty".to_string()))?;
/// let reply: Result<u8, String> = candid::decode_one::<Reply>(&bytes)?.into_result();
/// assert_eq!(reply, Err("empty".to_string()));
/// # Ok::<(), candid::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, candid_derive::CandidType)]
#[allow(
    non_camel_case_types,
    reason = "the tags are Motoko's, and the published crate spells them so"
)]
pub enum MotokoResult<T, E> {
    /// Success.
    ok(T),
    /// Failure.
    err(E),
}

impl<T, E> MotokoResult<T, E> {
    /// Converts to Rust's `Result`.
    ///
    /// # Errors
    ///
    /// The payload of `err`.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::MotokoResult;
    ///
    /// let reply: MotokoResult<u8, &str> = MotokoResult::err("no");
    /// assert_eq!(reply.into_result(), Err("no"));
    /// ```
    pub fn into_result(self) -> Result<T, E> {
        match self {
            MotokoResult::ok(value) => Ok(value),
            MotokoResult::err(error) => Err(error),
        }
    }
}

impl<T, E> From<Result<T, E>> for MotokoResult<T, E> {
    fn from(result: Result<T, E>) -> Self {
        match result {
            Ok(value) => MotokoResult::ok(value),
            Err(error) => MotokoResult::err(error),
        }
    }
}
