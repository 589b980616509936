//! Stable memory: grown without cost, stored only as far as written, cheap to copy for a message whose changes are
//! discarded.

use std::collections::BTreeMap;
use std::sync::Arc;

/// The unit in which memories grow.
pub const PAGE: u64 = 65_536;
/// The maximum size of a canister's stable memory: 500 GiB.
const MAX_PAGES: u64 = 500 << 14;

/// A canister's stable memory.
#[derive(Clone, Debug, Default)]
pub struct Stable {
    pages: u64,
    /// The pages that were written; all else is zero.
    written: BTreeMap<u64, Arc<Vec<u8>>>,
}

impl Stable {
    /// Returns a memory that starts with the given bytes, the last page padded with zeros.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let mut stable = Self::default();
        let len = bytes.len() as u64;
        stable.grow(len.div_ceil(PAGE));
        stable.write(0, bytes);
        stable
    }

    /// Returns the size in pages.
    #[must_use]
    pub fn pages(&self) -> u64 {
        self.pages
    }

    /// Adds pages and returns the previous number; `None` if the maximum would be exceeded.
    pub fn grow(&mut self, pages: u64) -> Option<u64> {
        let grown = self
            .pages
            .checked_add(pages)
            .filter(|total| *total <= MAX_PAGES)?;
        Some(std::mem::replace(&mut self.pages, grown))
    }

    /// Returns whether `len` bytes from `offset` on are in bounds.
    #[must_use]
    pub fn contains(&self, offset: u64, len: u64) -> bool {
        offset
            .checked_add(len)
            .is_some_and(|end| end <= self.pages * PAGE)
    }

    /// Copies from `offset` on. The caller has checked [`Stable::contains`]; bytes out of bounds read as zero.
    pub fn read(&self, offset: u64, into: &mut [u8]) {
        into.fill(0);
        for (page, from, at, len) in pieces(offset, into.len()) {
            if let Some(bytes) = self.written.get(&page) {
                into[at..at + len].copy_from_slice(&bytes[from..from + len]);
            }
        }
    }

    /// Writes from `offset` on. The caller has checked [`Stable::contains`].
    pub fn write(&mut self, offset: u64, bytes: &[u8]) {
        for (page, from, at, len) in pieces(offset, bytes.len()) {
            let stored = self
                .written
                .entry(page)
                .or_insert_with(|| Arc::new(vec![0; 1 << 16]));
            Arc::make_mut(stored)[from..from + len].copy_from_slice(&bytes[at..at + len]);
        }
    }
}

/// Splits a range at page borders: page, position in it, position in the range, length.
fn pieces(offset: u64, len: usize) -> impl Iterator<Item = (u64, usize, usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        if at == len {
            return None;
        }
        let position = offset + at as u64;
        let from = usize::try_from(position % PAGE).ok()?;
        let piece = (len - at).min((1 << 16) - from);
        let result = (position / PAGE, from, at, piece);
        at += piece;
        Some(result)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_across_pages_is_read() {
        let mut stable = Stable::default();
        assert_eq!(stable.grow(3), Some(0));
        let bytes: Vec<u8> = (0..100_000u32).map(|i| i.to_le_bytes()[0]).collect();
        stable.write(65_000, &bytes);
        let mut read = vec![1; 100_002];
        stable.read(64_999, &mut read);
        assert_eq!(read[0], 0);
        assert_eq!(read[1..=100_000], bytes);
        assert_eq!(read[100_001], 0);
    }

    #[test]
    fn the_end_is_where_it_should_be() {
        let mut stable = Stable::default();
        let rows = [
            (0, 0, 0, true),
            (0, 0, 1, false),
            (1, 65_535, 1, true),
            (1, 65_536, 1, false),
        ];
        for (pages, offset, len, inside) in rows {
            stable.grow(pages - stable.pages());
            assert_eq!(
                stable.contains(offset, len),
                inside,
                "{pages} {offset} {len}"
            );
        }
        assert!(!stable.contains(u64::MAX, 2));
        assert_eq!(stable.grow(u64::MAX), None);
        assert_eq!(stable.grow(MAX_PAGES), None);
        assert_eq!(stable.pages(), 1);
    }

    #[test]
    fn a_copy_stays_as_it_is() {
        let mut stable = Stable::from_bytes(b"before");
        let copy = stable.clone();
        stable.write(0, b"after!");
        let mut read = [0; 6];
        copy.read(0, &mut read);
        assert_eq!(&read, b"before");
    }
}
