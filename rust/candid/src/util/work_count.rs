//! Test-only counter of the work of skipping, lookahead, pair lookup, following names and comparing types for a type table: it
//! must be proportional to the bytes, or to the text, which time is too noisy to test.

#[cfg(test)]
thread_local! {
    static WORK: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts one value, one part of a record, one step from a name to its definition, or one pair of types.
#[inline(always)]
pub(crate) fn count_work() {
    #[cfg(test)]
    WORK.set(WORK.get() + 1);
}

#[cfg(test)]
mod tests;
