//! Transactions that were carried out lately: the same one again, as when a client has lost the answer and asks once
//! more, must not move the tokens twice.

use super::{Refusal, Time};
use candid::utils::ArgumentEncoder;
use candid::{CandidType, Deserialize};
use icrc_ledger_types::icrc1::transfer::BlockIndex;
use serde_bytes::ByteBuf;
use std::collections::BTreeMap;

/// For how long a transaction is remembered after its creation: a day.
const WINDOW: Time = 24 * 60 * 60 * 1_000_000_000;
/// How far a client's clock may be wrong: two minutes.
const DRIFT: Time = 2 * 60 * 1_000_000_000;

/// What tells one transaction from another: when it was created, and all that was asked for, as Candid. The time comes
/// first, so that what is to be forgotten lies together.
pub(crate) type Key = (Time, ByteBuf);

/// The transactions that are remembered, and what they became.
#[derive(CandidType, Deserialize, Debug, Default, PartialEq)]
pub(crate) struct Recent(BTreeMap<Key, BlockIndex>);

impl Recent {
    /// Returns what to remember a transaction by; nothing if it does not say when it was created, for then it may be
    /// repeated.
    ///
    /// # Errors
    ///
    /// It was carried out before, is too old to know, is from the future, or `max` others are remembered.
    pub(crate) fn check(
        &mut self,
        created: Option<Time>,
        now: Time,
        max: u32,
        asked: impl ArgumentEncoder,
    ) -> Result<Option<Key>, Refusal> {
        let Some(created) = created else {
            return Ok(None);
        };
        let oldest = now.saturating_sub(WINDOW + DRIFT);
        if created < oldest {
            return Err(Refusal::TooOld);
        }
        if created > now.saturating_add(DRIFT) {
            return Err(Refusal::CreatedInFuture(now));
        }
        self.0 = self.0.split_off(&(oldest, ByteBuf::new()));
        let Ok(asked) = candid::encode_args(asked) else {
            return Err(Refusal::Senseless("this cannot be encoded"));
        };
        let key = (created, ByteBuf::from(asked));
        if let Some(block) = self.0.get(&key) {
            return Err(Refusal::Duplicate(block.clone()));
        }
        if self.0.len() >= max as usize {
            return Err(Refusal::Busy);
        }
        Ok(Some(key))
    }

    /// Remembers a transaction.
    pub(crate) fn add(&mut self, key: Option<Key>, block: &BlockIndex) {
        if let Some(key) = key {
            self.0.insert(key, block.clone());
        }
    }
}
