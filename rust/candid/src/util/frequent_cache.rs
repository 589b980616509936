//! A cache bounded by bytes and items that keeps what is used often.
//!
//! An item that is new replaces those used least, and starts with one use more than the last of them. This is the algorithm
//! *space saving* for finding frequent items in a stream (Metwally, Agrawal, El Abbadi 2005), with sizes. In a flood of
//! items that are used once each, of which `n` fit, what is used in more than one of `n` lookups stays. What is no longer
//! used is replaced after [`MAX_LEAD`] rounds of others.

/// By how much the uses of an item may exceed those of a new one.
const MAX_LEAD: u32 = 64;

/// A cache of items that take up to `MAX_BYTES` together.
#[derive(Debug)]
pub(crate) struct FrequentCache<T, const MAX_ITEMS: usize, const MAX_BYTES: usize> {
    items: Vec<Kept<T>>,
    /// The bytes of all items.
    n_bytes: usize,
    /// The uses of the last item that was replaced.
    floor: u32,
    /// The maximum of uses that are counted: [`MAX_LEAD`] more.
    max_uses: u32,
    /// How many items were added or used so far.
    time: u32,
}

#[derive(Debug)]
struct Kept<T> {
    item: T,
    n_bytes: usize,
    /// How often it was used, above what the item that it replaced had.
    n_uses: u32,
    /// When it was used last.
    time: u32,
}

impl<T, const MAX_ITEMS: usize, const MAX_BYTES: usize> FrequentCache<T, MAX_ITEMS, MAX_BYTES> {
    /// The maximum size of an item: several fit, so that a large one replaces few others.
    pub(crate) const MAX_ITEM_BYTES: usize = MAX_BYTES / 32;

    pub(crate) const fn new() -> Self {
        FrequentCache {
            items: Vec::new(),
            n_bytes: 0,
            floor: 0,
            max_uses: MAX_LEAD,
            time: 0,
        }
    }

    /// Returns the first item for which `is_wanted` returns true, and counts the use.
    #[inline]
    pub(crate) fn find(&mut self, is_wanted: impl Fn(&T) -> bool) -> Option<&T> {
        let i = self.items.iter().position(|kept| is_wanted(&kept.item))?;
        let kept = self.items.get_mut(i)?;
        self.time = self.time.wrapping_add(1);
        kept.time = self.time;
        if kept.n_uses < self.max_uses {
            kept.n_uses += 1;
        }
        let n_uses = kept.n_uses;
        // What is used often is found early.
        let earlier = i / 2;
        match self.items.get(earlier) {
            Some(kept) if i > 0 && kept.n_uses < n_uses => self.swapped(i, earlier),
            _ => self.items.get(i).map(|kept| &kept.item),
        }
    }

    /// Swaps two items, and returns that which is then at the second place.
    #[cold]
    #[inline(never)]
    fn swapped(&mut self, i: usize, earlier: usize) -> Option<&T> {
        self.items.swap(i, earlier);
        self.items.get(earlier).map(|kept| &kept.item)
    }

    /// Adds an item of `n_bytes`, unless it is too large. `is_needed` says that it will be used often.
    pub(crate) fn keep(&mut self, item: T, n_bytes: usize, is_needed: bool) {
        if n_bytes > Self::MAX_ITEM_BYTES {
            return;
        }
        while self.items.len() >= MAX_ITEMS || self.n_bytes.saturating_add(n_bytes) > MAX_BYTES {
            if !self.remove_least() {
                break;
            }
        }
        let lead = if is_needed { MAX_LEAD } else { 1 };
        self.time = self.time.wrapping_add(1);
        self.items.push(Kept {
            item,
            n_bytes,
            n_uses: self.floor.saturating_add(lead),
            time: self.time,
        });
        self.n_bytes = self.n_bytes.saturating_add(n_bytes);
    }

    /// Sets the size of an item, which may have grown, and removes it if it is too large, or others for it.
    pub(crate) fn resize(&mut self, is_wanted: impl Fn(&T) -> bool, n_bytes: usize) {
        let Some(i) = self.items.iter().position(|kept| is_wanted(&kept.item)) else {
            return;
        };
        if n_bytes > Self::MAX_ITEM_BYTES {
            self.remove(i);
            return;
        }
        if let Some(kept) = self.items.get_mut(i) {
            self.n_bytes = self
                .n_bytes
                .saturating_sub(kept.n_bytes)
                .saturating_add(n_bytes);
            kept.n_bytes = n_bytes;
        }
        while self.n_bytes > MAX_BYTES && self.remove_least() {}
    }

    /// Removes the item used least, of several that which was not used for longest, and returns whether there was one.
    fn remove_least(&mut self) -> bool {
        let time = self.time;
        let least = (0..).zip(&self.items).min_by_key(|(_, kept)| {
            let age = time.wrapping_sub(kept.time);
            (kept.n_uses, u32::MAX - age)
        });
        let Some((i, kept)) = least else {
            return false;
        };
        self.floor = self.floor.max(kept.n_uses);
        self.max_uses = self.floor.saturating_add(MAX_LEAD);
        self.remove(i);
        true
    }

    fn remove(&mut self, i: usize) {
        if i < self.items.len() {
            let removed = self.items.swap_remove(i);
            self.n_bytes = self.n_bytes.saturating_sub(removed.n_bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FrequentCache, MAX_LEAD};

    type Numbers = FrequentCache<u32, 16, 3200>;

    fn has(cache: &mut Numbers, n: u32) -> bool {
        cache.find(|item| *item == n).is_some()
    }

    /// Looks a number up, and adds it if it is not there; returns whether it was.
    fn use_of(cache: &mut Numbers, n: u32, n_bytes: usize) -> bool {
        let is_there = has(cache, n);
        if !is_there {
            cache.keep(n, n_bytes, false);
        }
        is_there
    }

    #[test]
    fn the_oldest_of_those_used_once_is_replaced() {
        let mut cache = Numbers::new();
        for n in 0..20 {
            cache.keep(n, 1, false);
        }
        let kept: Vec<_> = (0..20).filter(|n| has(&mut cache, *n)).collect();
        assert_eq!(kept, Vec::from_iter(4..20));
    }

    #[test]
    fn what_is_used_more_often_than_once_in_the_number_of_items_survives_a_flood() {
        for bytes_of_flood in [1, 100, 200] {
            let mut cache = Numbers::new();
            let mut n_missed = 0;
            for flood in 0..100_000 {
                if flood % 12 == 0 {
                    n_missed += u32::from(!use_of(&mut cache, 0, 50));
                }
                use_of(&mut cache, 1 + flood, bytes_of_flood);
            }
            assert_eq!(n_missed, 1, "{bytes_of_flood}");
        }
    }

    /// Others that are used until they have as many uses as can be counted do not replace what is used in between.
    #[test]
    fn what_is_used_in_every_second_lookup_survives_items_that_are_used_as_often() {
        let mut cache = Numbers::new();
        let mut n_missed = 0;
        for lookup in 0..200_000 {
            n_missed += u32::from(!use_of(&mut cache, 0, 1));
            // Each of fifteen others in turn, until all have the most uses; then one that is new.
            let is_new = lookup % 2_000 == 1_999;
            use_of(&mut cache, if is_new { lookup } else { 1 + lookup % 15 }, 1);
        }
        assert_eq!(n_missed, 1);
    }

    #[test]
    fn what_is_no_longer_used_is_replaced_in_the_end() {
        let mut cache = Numbers::new();
        for _ in 0..1_000_000 {
            use_of(&mut cache, 0, 1);
        }
        for n in 0..16 * MAX_LEAD + 16 {
            use_of(&mut cache, 1 + n, 1);
        }
        assert!(!has(&mut cache, 0));
    }

    #[test]
    fn the_bytes_are_bounded() {
        let mut cache = Numbers::new();
        cache.keep(0, 101, false);
        assert!(!has(&mut cache, 0));
        for n in 1..100 {
            cache.keep(n, 100, true);
            cache.resize(|item| *item == n / 2, 90);
            assert!(cache.n_bytes <= 3200);
            assert_eq!(
                cache.n_bytes,
                cache.items.iter().map(|kept| kept.n_bytes).sum::<usize>()
            );
        }
        cache.resize(|item| *item == 99, 101);
        assert!(!has(&mut cache, 99));
    }
}
