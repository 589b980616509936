//! Test-only counter of the work of skipping, lookahead and pair lookup: it must be proportional to the bytes, which
//! time is too noisy to test.

#[cfg(test)]
thread_local! {
    static WORK: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts one value, or one part of a record.
#[inline(always)]
pub(crate) fn count_work() {
    #[cfg(test)]
    WORK.set(WORK.get() + 1);
}

#[cfg(test)]
mod tests;
