//! A token ledger as a canister: ICRC-1 transfers, ICRC-2 approvals, and the list of approvals of ICRC-103.
//!
//! The [`engine`] does the work; this file is the canister around it. The types of arguments and results are those of
//! the published crate `icrc-ledger-types`, which is built on this repository's `candid` here.

pub mod engine;

use candid::Nat;
use engine::{Ledger, Standard, Terms, MAX_MEMO};
use ic_cdk::api::{msg_caller, time};
use icrc_ledger_types::icrc::generic_metadata_value::MetadataValue;
use icrc_ledger_types::icrc::metadata_key::MetadataKey;
use icrc_ledger_types::icrc1::account::Account;
use icrc_ledger_types::icrc1::transfer::{BlockIndex, TransferArg, TransferError};
use icrc_ledger_types::icrc103::get_allowances::{
    Allowances, GetAllowancesArgs, GetAllowancesError,
};
use icrc_ledger_types::icrc2::allowance::{Allowance, AllowanceArgs};
use icrc_ledger_types::icrc2::approve::{ApproveArgs, ApproveError};
use icrc_ledger_types::icrc2::transfer_from::{TransferFromArgs, TransferFromError};
use std::cell::RefCell;

thread_local! {
    static LEDGER: RefCell<Option<Ledger>> = const { RefCell::new(None) };
}

/// Every canister that answers has been installed with a ledger.
fn closed() -> ! {
    ic_cdk::trap("there is no ledger")
}

fn change<T>(how: impl FnOnce(&mut Ledger) -> T) -> T {
    LEDGER.with_borrow_mut(|ledger| how(ledger.as_mut().unwrap_or_else(|| closed())))
}

fn ask<T>(how: impl FnOnce(&Ledger) -> T) -> T {
    LEDGER.with_borrow(|ledger| how(ledger.as_ref().unwrap_or_else(|| closed())))
}

#[ic_cdk::init]
fn init(terms: Terms) {
    LEDGER.set(Some(Ledger::new(terms)));
    candid::prepare_service!();
}

#[ic_cdk::pre_upgrade]
fn pre_upgrade() {
    if let Err(error) = ask(|ledger| ic_cdk::storage::stable_save((ledger,))) {
        ic_cdk::trap(format!("cannot store the ledger: {error}"));
    }
}

#[ic_cdk::post_upgrade]
fn post_upgrade() {
    match ic_cdk::storage::stable_restore() {
        Ok((ledger,)) => LEDGER.set(Some(ledger)),
        // Going on without the balances would be worse than not going on.
        Err(reason) => ic_cdk::trap(format!("cannot restore the ledger: {reason}")),
    }
    // Or the first call of each method would take more instructions, and each query of types that no update has seen.
    candid::prepare_service!();
}

#[ic_cdk::query]
fn icrc1_name() -> String {
    ask(|ledger| ledger.terms().name.clone())
}

#[ic_cdk::query]
fn icrc1_symbol() -> String {
    ask(|ledger| ledger.terms().symbol.clone())
}

#[ic_cdk::query]
fn icrc1_decimals() -> u8 {
    ask(|ledger| ledger.terms().decimals)
}

#[ic_cdk::query]
fn icrc1_fee() -> Nat {
    ask(|ledger| ledger.terms().fee.clone())
}

#[ic_cdk::query]
fn icrc1_metadata() -> Vec<(String, MetadataValue)> {
    let entry = |key: &str, value: MetadataValue| (key.to_string(), value);
    ask(|ledger| {
        let terms = ledger.terms();
        vec![
            entry(MetadataKey::ICRC1_NAME, terms.name.as_str().into()),
            entry(MetadataKey::ICRC1_SYMBOL, terms.symbol.as_str().into()),
            entry(
                MetadataKey::ICRC1_DECIMALS,
                u64::from(terms.decimals).into(),
            ),
            entry(MetadataKey::ICRC1_FEE, terms.fee.clone().into()),
            entry(MetadataKey::ICRC1_MAX_MEMO_LENGTH, (MAX_MEMO as u64).into()),
        ]
    })
}

#[ic_cdk::query]
fn icrc1_supported_standards() -> Vec<Standard> {
    let standard = |name: &str| Standard {
        name: name.to_string(),
        url: format!("https://github.com/dfinity/ICRC-1/tree/main/standards/{name}"),
    };
    ["ICRC-1", "ICRC-2", "ICRC-103"].map(standard).into()
}

#[ic_cdk::query]
fn icrc1_minting_account() -> Option<Account> {
    ask(|ledger| Some(ledger.terms().minting_account))
}

#[ic_cdk::query]
fn icrc1_total_supply() -> Nat {
    ask(Ledger::supply)
}

#[ic_cdk::query]
fn icrc1_balance_of(account: Account) -> Nat {
    ask(|ledger| ledger.balance(account))
}

#[ic_cdk::update]
fn icrc1_transfer(asked: TransferArg) -> Result<BlockIndex, TransferError> {
    Ok(change(|ledger| {
        ledger.transfer(msg_caller(), asked, time())
    })?)
}

#[ic_cdk::update]
fn icrc2_approve(asked: ApproveArgs) -> Result<BlockIndex, ApproveError> {
    Ok(change(|ledger| {
        ledger.approve(msg_caller(), asked, time())
    })?)
}

#[ic_cdk::update]
fn icrc2_transfer_from(asked: TransferFromArgs) -> Result<BlockIndex, TransferFromError> {
    Ok(change(|ledger| {
        ledger.transfer_from(msg_caller(), asked, time())
    })?)
}

#[ic_cdk::query]
fn icrc2_allowance(asked: AllowanceArgs) -> Allowance {
    ask(|ledger| ledger.allowance(asked, time()))
}

#[ic_cdk::query]
fn icrc103_get_allowances(asked: GetAllowancesArgs) -> Result<Allowances, GetAllowancesError> {
    Ok(ask(|ledger| ledger.allowances(msg_caller(), asked, time())))
}

ic_cdk::export_candid!();

#[cfg(test)]
mod tests {
    /// `UPDATE=1 cargo test` writes it.
    #[test]
    fn the_interface_is_the_committed_one() {
        let exported = super::__export_service() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/ledger.did");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, &exported).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), exported);
    }
}
