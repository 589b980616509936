//! The book in stable memory: how many bytes, as eight bytes with the lowest first, and that many bytes of Candid.

use crate::engine::Snapshot;
use ic_cdk::stable::{stable_grow, stable_read, stable_size, stable_write};

const PAGE: u64 = 65_536;
const PREFIX: u64 = 8;

/// Stores a snapshot over what was there.
///
/// # Errors
///
/// There is not enough stable memory.
pub(crate) fn save(snapshot: &Snapshot) -> Result<(), String> {
    let bytes = candid::encode_one(snapshot).map_err(|error| error.to_string())?;
    let needed = (PREFIX + bytes.len() as u64).div_ceil(PAGE);
    let missing = needed.saturating_sub(stable_size());
    stable_grow(missing).map_err(|error| error.to_string())?;
    stable_write(0, &(bytes.len() as u64).to_le_bytes());
    stable_write(PREFIX, &bytes);
    Ok(())
}

/// The snapshot that was stored.
///
/// # Errors
///
/// There is none, or it is damaged.
pub(crate) fn load() -> Result<Snapshot, String> {
    let available = (stable_size() * PAGE)
        .checked_sub(PREFIX)
        .ok_or("nothing is stored")?;
    let mut prefix = [0; 8];
    stable_read(0, &mut prefix);
    let length = u64::from_le_bytes(prefix);
    if length > available {
        return Err(format!(
            "{length} bytes are said to be stored, {available} are there"
        ));
    }
    let length = usize::try_from(length).map_err(|error| error.to_string())?;
    let mut bytes = vec![0; length];
    stable_read(PREFIX, &mut bytes);
    candid::decode_one(&bytes).map_err(|error| error.to_string())
}
