//! Accounts in a stream: one Candid message whose argument is a `vec`, written and read one account at a time.
//!
//! The message is an ordinary one: any Candid library decodes it, and a later version of [`Account`] reads what an earlier
//! one has written, by the rules of Candid's subtyping.

use candid::stream::{VecReader, VecWriter};
use candid::{CandidType, Deserialize, Nat, Principal};
use std::io::{Read, Write};

/// An account.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct Account {
    pub owner: Principal,
    pub name: String,
    pub balance: Nat,
    pub notes: Vec<String>,
}

/// What is known of all accounts without keeping them.
#[derive(CandidType, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Summary {
    pub accounts: u64,
    pub total: Nat,
    pub richest: Option<Account>,
}

/// Writes the accounts; only one of them is in memory at a time, and a buffer of 16 KiB.
///
/// # Errors
///
/// If the stream fails.
pub fn write<W: Write>(
    stream: W,
    accounts: impl ExactSizeIterator<Item = Account>,
) -> candid::Result<W> {
    let mut writer = VecWriter::new(stream, accounts.len())?;
    for account in accounts {
        writer.write(&account)?;
    }
    writer.finish()
}

/// Reads all accounts, one by one.
///
/// # Errors
///
/// If the stream is not what [`write`] has written, or fails.
pub fn summarise(stream: impl Read) -> candid::Result<Summary> {
    let mut summary = Summary::default();
    for account in VecReader::<Account, _>::new(stream)? {
        let account = account?;
        summary.accounts += 1;
        summary.total += account.balance.clone();
        let richest = summary.richest.as_ref();
        if richest.is_none_or(|richest| richest.balance < account.balance) {
            summary.richest = Some(account);
        }
    }
    Ok(summary)
}

/// Reads accounts from a position on, up to a number of them.
///
/// # Errors
///
/// As those of [`summarise`], up to the last account that is returned.
pub fn page(stream: impl Read, from: u64, limit: u16) -> candid::Result<Vec<Account>> {
    let mut reader = VecReader::<Account, _>::new(stream)?;
    for _ in 0..from {
        if reader.next().transpose()?.is_none() {
            return Ok(Vec::new());
        }
    }
    reader.take(usize::from(limit)).collect()
}

/// Makes up an account.
#[must_use]
pub fn example(number: u64) -> Account {
    let notes = (0..number % 4).map(|note| format!("note {note} of account {number}"));
    Account {
        owner: Principal::from_slice(&number.to_be_bytes()),
        name: format!("account {number}"),
        // Some are longer than 64 bits.
        balance: Nat::from(number)
            * if number.is_multiple_of(3) {
                u64::MAX
            } else {
                1
            },
        notes: notes.collect(),
    }
}
