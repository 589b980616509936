//! Balances, and everything that changes them.

use super::allowances::Allowances;
use super::recent::{Key, Recent};
use super::{Refusal, Terms, Time};
use candid::utils::ArgumentEncoder;
use candid::{CandidType, Deserialize, Nat, Principal};
use icrc_ledger_types::icrc1::account::{Account, Subaccount};
use icrc_ledger_types::icrc1::transfer::{BlockIndex, Memo, TransferArg};
use icrc_ledger_types::icrc103::get_allowances::{self, GetAllowancesArgs};
use icrc_ledger_types::icrc2::allowance::{Allowance, AllowanceArgs};
use icrc_ledger_types::icrc2::approve::ApproveArgs;
use icrc_ledger_types::icrc2::transfer_from::TransferFromArgs;
use std::collections::BTreeMap;

/// How many bytes a memo may have.
pub const MAX_MEMO: usize = 32;
/// How many allowances one answer has at most.
const MAX_ALLOWANCES: usize = 500;

/// A standard, and where it is described.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct Standard {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub url: String,
}

/// Who holds how much. This is also what an upgrade keeps.
#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub struct Ledger {
    terms: Terms,
    balances: BTreeMap<Account, Nat>,
    allowances: Allowances,
    recent: Recent,
    supply: Nat,
    next_block: BlockIndex,
}

/// What a transfer takes from one account and gives to another; the difference is burnt.
struct Movement {
    from: Account,
    to: Account,
    amount: Nat,
    /// What the sender pays beyond the amount.
    fee: Nat,
}

fn account(owner: Principal, subaccount: Option<Subaccount>) -> Account {
    Account { owner, subaccount }
}

fn check_memo(memo: Option<&Memo>) -> Result<(), Refusal> {
    match memo {
        Some(memo) if memo.0.len() > MAX_MEMO => Err(Refusal::MemoTooLong(MAX_MEMO)),
        _ => Ok(()),
    }
}

impl Ledger {
    /// Returns a ledger with the holdings that its terms begin with.
    pub fn new(mut terms: Terms) -> Self {
        let holdings = std::mem::take(&mut terms.holdings);
        let mut ledger = Ledger {
            terms,
            balances: BTreeMap::new(),
            allowances: Allowances::default(),
            recent: Recent::default(),
            supply: Nat::from(0u8),
            next_block: Nat::from(0u8),
        };
        for holding in holdings {
            ledger.supply += holding.amount.clone();
            ledger.credit(holding.account, holding.amount);
            ledger.next_block += 1u8;
        }
        ledger
    }

    /// The terms; whose holdings at the beginning are forgotten.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// How many tokens there are.
    pub fn supply(&self) -> Nat {
        self.supply.clone()
    }

    /// What the account holds.
    pub fn balance(&self, account: Account) -> Nat {
        let balance = self.balances.get(&account);
        balance.cloned().unwrap_or_else(|| Nat::from(0u8))
    }

    /// What the spender may take from the account.
    pub fn allowance(&self, asked: AllowanceArgs, now: Time) -> Allowance {
        self.allowances.get(asked.account, asked.spender, now)
    }

    /// The allowances of an account, page by page. Accounts without an owner given are the caller's.
    pub fn allowances(
        &self,
        caller: Principal,
        asked: GetAllowancesArgs,
        now: Time,
    ) -> get_allowances::Allowances {
        let from = asked.from_account.unwrap_or(account(caller, None));
        let take = asked.take.and_then(|take| usize::try_from(take.0).ok());
        let take = take.map_or(MAX_ALLOWANCES, |take| take.min(MAX_ALLOWANCES));
        self.allowances.list(from, asked.prev_spender, take, now)
    }

    /// Checks what is the same for every transaction. Returns what to remember this one by.
    fn admit(
        &mut self,
        memo: Option<&Memo>,
        created: Option<Time>,
        now: Time,
        asked: impl ArgumentEncoder,
    ) -> Result<Option<Key>, Refusal> {
        check_memo(memo)?;
        let max = self.terms.max_recent;
        self.recent.check(created, now, max, asked)
    }

    /// Moves tokens of the caller. Returns the number of the transaction.
    ///
    /// # Errors
    ///
    /// Whatever ICRC-1 knows; nothing has changed then.
    pub fn transfer(
        &mut self,
        caller: Principal,
        asked: TransferArg,
        now: Time,
    ) -> Result<BlockIndex, Refusal> {
        let (memo, created) = (asked.memo.as_ref(), asked.created_at_time);
        let key = self.admit(memo, created, now, (caller, &asked))?;
        let from = account(caller, asked.from_subaccount);
        let movement = self.movement(from, asked.to, asked.amount, asked.fee)?;
        self.carry_out(&movement)?;
        Ok(self.done(key))
    }

    /// Moves tokens of somebody who allowed it.
    ///
    /// # Errors
    ///
    /// Whatever ICRC-2 knows; nothing has changed then.
    pub fn transfer_from(
        &mut self,
        caller: Principal,
        asked: TransferFromArgs,
        now: Time,
    ) -> Result<BlockIndex, Refusal> {
        let (memo, created) = (asked.memo.as_ref(), asked.created_at_time);
        let key = self.admit(memo, created, now, (caller, &asked))?;
        let spender = account(caller, asked.spender_subaccount);
        let movement = self.movement(asked.from, asked.to, asked.amount, asked.fee)?;
        // Whoever spends their own tokens needs nobody's leave.
        if spender == movement.from {
            self.carry_out(&movement)?;
        } else {
            let total = movement.amount.clone() + movement.fee.clone();
            let left = self.allowances.after(asked.from, spender, &total, now)?;
            self.carry_out(&movement)?;
            self.allowances.set(asked.from, spender, left);
        }
        Ok(self.done(key))
    }

    /// Lets somebody else spend tokens of the caller, from now on so many.
    ///
    /// # Errors
    ///
    /// Whatever ICRC-2 knows; nothing has changed then.
    pub fn approve(
        &mut self,
        caller: Principal,
        asked: ApproveArgs,
        now: Time,
    ) -> Result<BlockIndex, Refusal> {
        let (memo, created) = (asked.memo.as_ref(), asked.created_at_time);
        let key = self.admit(memo, created, now, (caller, &asked))?;
        let from = account(caller, asked.from_subaccount);
        if from == asked.spender {
            return Err(Refusal::Senseless("nobody needs leave to spend their own"));
        }
        if self.terms.is_minter(&from) {
            return Err(Refusal::Senseless("the minting account holds nothing"));
        }
        self.check_fee(asked.fee, &self.terms.fee)?;
        if asked.expires_at.is_some_and(|end| end <= now) {
            return Err(Refusal::Expired(now));
        }
        let current = self.allowances.get(from, asked.spender, now).allowance;
        if asked.expected_allowance.is_some_and(|e| e != current) {
            return Err(Refusal::AllowanceChanged(current));
        }
        let fee = self.terms.fee.clone();
        self.debit(from, fee.clone())?;
        self.supply -= fee;
        let allowance = Allowance {
            allowance: asked.amount,
            expires_at: asked.expires_at,
        };
        self.allowances.set(from, asked.spender, allowance);
        Ok(self.done(key))
    }

    /// Finds out what a transfer costs. New tokens and burnt ones cost nothing.
    fn movement(
        &self,
        from: Account,
        to: Account,
        amount: Nat,
        fee: Option<Nat>,
    ) -> Result<Movement, Refusal> {
        let mints = self.terms.is_minter(&from);
        let burns = self.terms.is_minter(&to);
        if mints && burns {
            return Err(Refusal::Senseless("the minting account holds nothing"));
        }
        let expected = if mints || burns {
            Nat::from(0u8)
        } else {
            self.terms.fee.clone()
        };
        self.check_fee(fee, &expected)?;
        if burns && amount < self.terms.fee {
            return Err(Refusal::BadBurn(self.terms.fee.clone()));
        }
        Ok(Movement {
            from,
            to,
            amount,
            fee: expected,
        })
    }

    fn check_fee(&self, stated: Option<Nat>, expected: &Nat) -> Result<(), Refusal> {
        match stated {
            Some(stated) if stated != *expected => Err(Refusal::BadFee(expected.clone())),
            _ => Ok(()),
        }
    }

    fn carry_out(&mut self, movement: &Movement) -> Result<(), Refusal> {
        if self.terms.is_minter(&movement.from) {
            self.supply += movement.amount.clone();
        } else {
            let total = movement.amount.clone() + movement.fee.clone();
            self.debit(movement.from, total)?;
        }
        if self.terms.is_minter(&movement.to) {
            self.supply -= movement.amount.clone();
        } else {
            self.credit(movement.to, movement.amount.clone());
        }
        self.supply -= movement.fee.clone();
        Ok(())
    }

    fn debit(&mut self, account: Account, amount: Nat) -> Result<(), Refusal> {
        let balance = self.balance(account);
        if balance < amount {
            return Err(Refusal::InsufficientFunds(balance));
        }
        let left = balance - amount;
        if left == 0u8 {
            self.balances.remove(&account);
        } else {
            self.balances.insert(account, left);
        }
        Ok(())
    }

    fn credit(&mut self, account: Account, amount: Nat) {
        if amount != 0u8 {
            let balance = self.balance(account);
            self.balances.insert(account, balance + amount);
        }
    }

    fn done(&mut self, key: Option<super::recent::Key>) -> BlockIndex {
        let block = self.next_block.clone();
        self.next_block += 1u8;
        self.recent.add(key, &block);
        block
    }
}
