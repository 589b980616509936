//! Why a transaction is refused, and how each method says so: ICRC-1 and ICRC-2 have an error type for each.

use super::Time;
use candid::Nat;
use icrc_ledger_types::icrc1::transfer::{BlockIndex, TransferError};
use icrc_ledger_types::icrc2::approve::ApproveError;
use icrc_ledger_types::icrc2::transfer_from::TransferFromError;

/// Why nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The fee is another one.
    BadFee(Nat),
    /// Less than this cannot be burnt.
    BadBurn(Nat),
    /// The account holds this much only.
    InsufficientFunds(Nat),
    /// The spender may take this much only.
    InsufficientAllowance(Nat),
    /// The allowance was not what the owner thought it was.
    AllowanceChanged(Nat),
    /// The approval would have ended before now.
    Expired(Time),
    /// Created so long ago that it may have been carried out and forgotten.
    TooOld,
    /// Created later than now.
    CreatedInFuture(Time),
    /// Too many transactions are remembered.
    Busy,
    /// It has been carried out before, as this transaction.
    Duplicate(BlockIndex),
    /// The memo is longer than this.
    MemoTooLong(usize),
    /// From an account to the same one, or from or to an account that cannot take part.
    Senseless(&'static str),
}

/// For reasons that the standard has no words for: a number for programs, a text for people.
fn generic(refusal: &Refusal) -> (Nat, String) {
    let (code, message) = match refusal {
        Refusal::MemoTooLong(max) => (1u8, format!("a memo has at most {max} bytes")),
        Refusal::Senseless(why) => (2, (*why).to_string()),
        other => (3, format!("{other:?}")),
    };
    (code.into(), message)
}

/// The refusals that all methods have a word for.
macro_rules! common {
    ($refusal:expr, $error:ident) => {
        match $refusal {
            Refusal::BadFee(expected_fee) => $error::BadFee { expected_fee },
            Refusal::InsufficientFunds(balance) => $error::InsufficientFunds { balance },
            Refusal::TooOld => $error::TooOld,
            Refusal::CreatedInFuture(ledger_time) => $error::CreatedInFuture { ledger_time },
            Refusal::Busy => $error::TemporarilyUnavailable,
            Refusal::Duplicate(duplicate_of) => $error::Duplicate { duplicate_of },
            other => {
                let (error_code, message) = generic(&other);
                $error::GenericError {
                    error_code,
                    message,
                }
            }
        }
    };
}

impl From<Refusal> for TransferError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::BadBurn(min_burn_amount) => TransferError::BadBurn { min_burn_amount },
            refusal => common!(refusal, TransferError),
        }
    }
}

impl From<Refusal> for TransferFromError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::BadBurn(min_burn_amount) => TransferFromError::BadBurn { min_burn_amount },
            Refusal::InsufficientAllowance(allowance) => {
                TransferFromError::InsufficientAllowance { allowance }
            }
            refusal => common!(refusal, TransferFromError),
        }
    }
}

impl From<Refusal> for ApproveError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::AllowanceChanged(current_allowance) => {
                ApproveError::AllowanceChanged { current_allowance }
            }
            Refusal::Expired(ledger_time) => ApproveError::Expired { ledger_time },
            refusal => common!(refusal, ApproveError),
        }
    }
}
