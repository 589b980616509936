//! Who may spend how much of somebody else's tokens.

use super::{Refusal, Time};
use candid::{CandidType, Deserialize, Nat};
use icrc_ledger_types::icrc1::account::Account;
use icrc_ledger_types::icrc103::get_allowances;
use icrc_ledger_types::icrc2::allowance::Allowance;
use std::collections::BTreeMap;
use std::ops::Bound;

/// By the account that is spent from, then by who spends.
#[derive(CandidType, Deserialize, Debug, Default, PartialEq)]
pub(crate) struct Allowances(BTreeMap<(Account, Account), Allowance>);

fn is_over(allowance: &Allowance, now: Time) -> bool {
    allowance.expires_at.is_some_and(|end| end <= now)
}

impl Allowances {
    /// Returns what `spender` may take from `account` now.
    pub(crate) fn get(&self, account: Account, spender: Account, now: Time) -> Allowance {
        match self.0.get(&(account, spender)) {
            Some(allowance) if !is_over(allowance, now) => allowance.clone(),
            _ => Allowance {
                allowance: Nat::from(0u8),
                expires_at: None,
            },
        }
    }

    /// Sets what `spender` may take from `account`; nothing is as good as no entry.
    pub(crate) fn set(&mut self, account: Account, spender: Account, allowance: Allowance) {
        if allowance.allowance == 0u8 {
            self.0.remove(&(account, spender));
        } else {
            self.0.insert((account, spender), allowance);
        }
    }

    /// Returns what is left after `amount` is taken.
    ///
    /// # Errors
    ///
    /// The spender may not take as much.
    pub(crate) fn after(
        &self,
        account: Account,
        spender: Account,
        amount: &Nat,
        now: Time,
    ) -> Result<Allowance, Refusal> {
        let mut allowance = self.get(account, spender, now);
        if allowance.allowance < *amount {
            return Err(Refusal::InsufficientAllowance(allowance.allowance));
        }
        allowance.allowance -= amount.clone();
        Ok(allowance)
    }

    /// Returns at most `n` of the allowances of `account`, those after the one of `previous`.
    pub(crate) fn list(
        &self,
        account: Account,
        previous: Option<Account>,
        n: usize,
        now: Time,
    ) -> get_allowances::Allowances {
        let from = match previous {
            Some(previous) => Bound::Excluded((account, previous)),
            None => Bound::Unbounded,
        };
        let entries = self.0.range((from, Bound::Unbounded));
        let entries = entries.skip_while(|((from, _), _)| *from < account);
        let own = entries.take_while(|((from, _), _)| *from == account);
        let open = own.filter(|(_, allowance)| !is_over(allowance, now));
        let one = |(&(from_account, to_spender), allowance): (&(Account, Account), &Allowance)| {
            get_allowances::Allowance {
                from_account,
                to_spender,
                allowance: allowance.allowance.clone(),
                expires_at: allowance.expires_at,
            }
        };
        open.take(n).map(one).collect()
    }
}
