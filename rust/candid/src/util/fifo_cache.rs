//! A bounded FIFO cache: a fixed number of items, the oldest replaced first.

/// A cache of up to `MAX` items.
pub(crate) struct FifoCache<T, const MAX: usize> {
    items: Vec<T>,
    /// The index of the oldest item, once there are `MAX`.
    oldest: usize,
}

impl<T, const MAX: usize> FifoCache<T, MAX> {
    pub(crate) const fn new() -> Self {
        FifoCache {
            items: Vec::new(),
            oldest: 0,
        }
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// Adds an item, replacing the oldest if the cache is full.
    pub(crate) fn keep(&mut self, item: T) {
        if self.items.len() < MAX {
            self.items.push(item);
        } else if let Some(oldest) = self.items.get_mut(self.oldest) {
            *oldest = item;
            self.oldest = (self.oldest + 1) % MAX;
        }
    }

    /// Removes the items for which `keep` returns false.
    pub(crate) fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.items.retain(keep);
        self.oldest = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::FifoCache;

    #[test]
    fn the_oldest_is_replaced() {
        let mut recent = FifoCache::<_, 3>::new();
        for n in 0..8 {
            recent.keep(n);
        }
        let mut items: Vec<_> = recent.iter().copied().collect();
        items.sort_unstable();
        assert_eq!(items, [5, 6, 7]);
        recent.retain(|n| *n != 6);
        recent.keep(8);
        assert_eq!(recent.iter().count(), 3);
    }
}
