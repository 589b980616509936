//! Verdicts of lookahead on options that are decoded later.

use crate::util::work_count::count_work;
use std::collections::VecDeque;

/// Verdicts on later options of the message, in the order in which they are reached.
#[derive(Debug, Default)]
pub(crate) struct PayloadVerdicts(VecDeque<Verdict>);

/// The verdict on one option.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Verdict {
    /// The offset of the payload and the slot of the option, which together identify one option.
    pub(crate) offset: usize,
    pub(crate) slot: u32,
    pub(crate) coerces: bool,
}

impl PayloadVerdicts {
    pub(crate) fn new(verdicts: Vec<Verdict>) -> Self {
        PayloadVerdicts(verdicts.into())
    }

    /// Removes and returns the verdict on an option that was inspected from an outer one, together with all earlier
    /// verdicts.
    pub(crate) fn take(&mut self, offset: usize, slot: u32) -> Option<bool> {
        while let Some(first) = self.0.front().copied() {
            count_work();
            if first.offset > offset {
                break;
            }
            self.0.pop_front();
            if first.offset == offset && first.slot == slot {
                return Some(first.coerces);
            }
        }
        None
    }
}
