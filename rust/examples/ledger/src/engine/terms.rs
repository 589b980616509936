//! What a ledger is installed with.

use candid::{CandidType, Deserialize, Nat};
use icrc_ledger_types::icrc1::account::Account;

/// What an account holds.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct Holding {
    /// Whose tokens these are.
    pub account: Account,
    /// How many of the smallest units.
    pub amount: Nat,
}

/// What the token is called, and the rules of its ledger.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct Terms {
    /// The name of the token.
    pub name: String,
    /// Its short name.
    pub symbol: String,
    /// How many digits of an amount are behind the decimal point.
    pub decimals: u8,
    /// What a transfer or an approval costs; it is burnt. Nothing smaller can be burnt.
    pub fee: Nat,
    /// What comes from this account is new, what goes to it is burnt.
    pub minting_account: Account,
    /// Who holds tokens at the beginning.
    pub holdings: Vec<Holding>,
    /// How many transactions with a time of creation are remembered for a day. More than that have to wait.
    pub max_recent: u32,
}

impl Terms {
    /// Whether this is the account that tokens come from.
    pub(crate) fn is_minter(&self, account: &Account) -> bool {
        self.minting_account == *account
    }
}
