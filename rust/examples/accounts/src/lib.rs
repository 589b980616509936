//! Accounts as a canister whose memory does not hold them: they are in stable memory, from where `summary` and `page` read
//! them one by one. An upgrade writes and moves nothing.
//!
//! Stable memory has the length of a Candid message in 8 bytes, and the message. The [`engine`] writes and reads it; this
//! file is the canister around it.

pub mod engine;

use engine::{Account, Summary};
use ic_cdk::stable::{StableReader, StableWriter};
use std::cell::RefCell;
use std::io::{Read, Seek, SeekFrom, Write};

thread_local! {
    /// Read again after an upgrade.
    static SUMMARY: RefCell<Summary> = RefCell::default();
}

/// Where the message begins.
const START: usize = size_of::<u64>();

fn trap_with(error: impl std::fmt::Display) -> ! {
    ic_cdk::trap(format!("stable memory: {error}"))
}

/// Writes the length last: as long as it is not there, neither is the message.
fn store(accounts: impl ExactSizeIterator<Item = Account>) -> candid::Result<()> {
    let mut writer = StableWriter::default();
    writer.write_all(&0u64.to_le_bytes())?;
    writer = engine::write(writer, accounts)?;
    let n_bytes = writer.offset() - START as u64;
    writer.seek(SeekFrom::Start(0))?;
    writer.write_all(&n_bytes.to_le_bytes())?;
    Ok(())
}

/// Returns the stream with the message; it ends where the message does, not where stable memory does.
fn stored() -> candid::Result<impl Read> {
    let mut n_bytes = [0; START];
    let mut reader = StableReader::default();
    reader.read_exact(&mut n_bytes)?;
    Ok(reader.take(u64::from_le_bytes(n_bytes)))
}

fn summarise() -> candid::Result<()> {
    SUMMARY.set(engine::summarise(stored()?)?);
    Ok(())
}

/// Puts made-up accounts in place of all others, and returns the number of bytes that they take.
#[ic_cdk::update]
fn replace(n_accounts: u32) -> u64 {
    store((0..n_accounts).map(|number| engine::example(number.into())))
        .and_then(|()| summarise())
        .unwrap_or_else(|error| trap_with(error));
    stored().map_or(0, |mut message| {
        std::io::copy(&mut message, &mut std::io::sink()).unwrap_or_else(|error| trap_with(error))
    })
}

#[ic_cdk::init]
fn init() {
    store(std::iter::empty()).unwrap_or_else(|error| trap_with(error));
}

#[ic_cdk::post_upgrade]
fn post_upgrade() {
    summarise().unwrap_or_else(|error| trap_with(error));
}

#[ic_cdk::query]
fn summary() -> Summary {
    SUMMARY.with_borrow(Clone::clone)
}

#[ic_cdk::query]
fn page(from: u64, limit: u16) -> Vec<Account> {
    stored()
        .and_then(|stream| engine::page(stream, from, limit))
        .unwrap_or_else(|error| trap_with(error))
}

ic_cdk::export_candid!();

#[cfg(test)]
mod tests {
    /// `UPDATE=1 cargo test` writes it.
    #[test]
    fn the_interface_is_the_committed_one() {
        let exported = super::__export_service() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/accounts.did");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, &exported).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), exported);
    }
}
