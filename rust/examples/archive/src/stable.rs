//! Stable memory as the archive wants it.

use crate::engine::{Full, Memory};
use ic_cdk::stable::{stable_grow, stable_read, stable_size, stable_write};

const PAGE: u64 = 65_536;

/// The stable memory of this canister.
pub(crate) struct Stable;

impl Memory for Stable {
    fn reserve(&self, n_bytes: u64) -> Result<(), Full> {
        let missing = n_bytes.div_ceil(PAGE).saturating_sub(stable_size());
        if missing > 0 {
            stable_grow(missing).map_err(|_| Full)?;
        }
        Ok(())
    }

    fn size(&self) -> u64 {
        stable_size() * PAGE
    }

    fn read(&self, offset: u64, to: &mut [u8]) {
        stable_read(offset, to);
    }

    fn write(&self, offset: u64, bytes: &[u8]) {
        stable_write(offset, bytes);
    }
}
