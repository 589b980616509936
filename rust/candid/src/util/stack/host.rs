//! Stack bounds from `stacker`, verified to be those of the current stack.
//!
//! The crate `stacker` asks the system once per thread for the end of its stack, and tracks the stacks that it creates
//! itself. It does not know coroutines and signal handlers: there its answer is about another stack, which may have
//! lower addresses, so that a small stack appears large. Unverified, its answer can only make the limit stricter.

use crate::util::stack::{RESERVE, SPREAD};
use std::cell::Cell;
use std::ops::Range;

/// The stack assumed below the caller, besides [`RESERVE`], until the stack is identified.
///
/// The messages of nearly all programs need less, so they do not pay for identifying it. Where the stack cannot be
/// identified, as in coroutines and signal handlers, this remains the limit, and stacks of 96 KiB are large enough.
const ASSUMED: usize = 32 * 1024;

/// A verified stack: its end according to `stacker`, and its address range.
#[derive(Clone, Copy)]
struct Stack {
    reported: usize,
    lowest: usize,
    end: usize,
}

impl Stack {
    const NONE: Self = Stack {
        reported: 0,
        lowest: 0,
        end: 0,
    };
}

thread_local! {
    /// The first and the last verified stack: the thread's own, and one that it grew. An entry of an
    /// unmapped stack does no harm, because its end must be the one that `stacker` reports now.
    static VERIFIED: [Cell<Stack>; 2] = const { [Cell::new(Stack::NONE), Cell::new(Stack::NONE)] };
}

/// Whether an address is on the stack that `stacker` reports.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    not(any(target_os = "linux", target_os = "android")),
    allow(dead_code, reason = "needs memory maps")
)]
pub(crate) enum Answer {
    /// It is, and the stack has this range of addresses.
    Own { lowest: usize, end: usize },
    /// It is on another stack.
    Foreign,
    /// The system reports no memory maps.
    Unknown,
}

/// The page size, or a divisor of it.
const PAGE: usize = 4096;

/// Without memory maps, the maximum size of a stack.
const MAX_STACK: usize = 64 * 1024 * 1024;

/// Returns the lowest address of the stack, or a higher one.
///
/// The default is the limit assumed for any stack. If the end that `stacker` reports is closer, the stack is either
/// small or another one; using that end is safe in both cases.
#[inline]
pub(crate) fn assumed_lowest(here: usize) -> usize {
    let assumed = here.saturating_sub(ASSUMED + RESERVE);
    match reported() {
        Some(reported) => reported.max(assumed),
        None => assumed,
    }
}

/// Returns the addresses of the stack if it is certain which stack the address `here` is on.
#[cold]
pub(crate) fn verified(here: usize) -> Option<Range<usize>> {
    // For the main thread, musl reports the current size of the stack, which may have grown since.
    let reported = reported().unwrap_or(0);
    VERIFIED.with(|[first, second]| {
        let mut stacks = [first, second].into_iter();
        let known = stacks.find(|known| known.get().reported == reported);
        if let Some(known) = known.map(Cell::get) {
            if (known.lowest..known.end).contains(&here) {
                return Some(known.lowest..known.end);
            }
        }
        let (lowest, end) = match ask(here, reported) {
            Answer::Own { lowest, end } => (lowest, end),
            Answer::Foreign => return None,
            // The first deep message on a stack that `stacker` reports is assumed to be on it. Later ones must be close
            // to that address.
            Answer::Unknown if known.is_some() || here.saturating_sub(reported) > MAX_STACK => {
                return None
            }
            Answer::Unknown => (reported, here.saturating_add(SPREAD)),
        };
        let place = match known {
            Some(known) => known,
            None if first.get().reported == 0 => first,
            None => second,
        };
        place.set(Stack {
            reported,
            lowest,
            end,
        });
        Some(lowest..end)
    })
}

/// Returns the end of the stack according to `stacker`, if this call is above it.
#[inline]
fn reported() -> Option<usize> {
    let local = 0u8;
    let here = std::ptr::addr_of!(local) as usize;
    match stacker::remaining_stack()? {
        0 => None,
        // `stacker` counts from its own frame, a little below ours. Stacks end at a page boundary.
        left => Some(here.saturating_sub(left) / PAGE * PAGE),
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
use crate::util::stack::maps::ask;

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn ask(_here: usize, _reported: usize) -> Answer {
    Answer::Unknown
}
