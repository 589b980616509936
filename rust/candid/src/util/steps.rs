//! Test-only counters for the steps of skipping, lookahead and pair lookup: their number must be proportional to the
//! bytes, which time is too noisy to test.

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts one value, or one part of a record.
#[inline(always)]
pub(crate) fn count_step() {
    #[cfg(test)]
    STEPS.set(STEPS.get() + 1);
}

#[cfg(test)]
mod tests;
