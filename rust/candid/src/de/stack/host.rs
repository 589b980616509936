//! What `stacker` says of the stack, and whether it speaks of the one we are on.
//!
//! The crate `stacker` asks the system once per thread where its stack ends, and follows the stacks that it makes itself.
//! Of coroutines and signal handlers it knows nothing: on their stacks its answer is that for another one, which may lie
//! below, so that a small stack seems to be a large one. It is believed as far as it makes the limit stricter; to go
//! further it must be verified.

use super::super::depth::RESERVE;
use std::cell::Cell;

/// What any stack is assumed to have below the caller, besides [`RESERVE`], until it is known which stack it is.
///
/// The messages of nearly all programs need less, so nearly nobody pays for asking. Where nobody can tell, as in
/// coroutines and signal handlers, it stays the limit, and stacks of 96 KiB are large enough.
const ASSUMED: usize = 32 * 1024;

/// A stack that was verified: its end as `stacker` tells it, and the addresses it has.
#[derive(Clone, Copy)]
struct Stack {
    told: usize,
    lowest: usize,
    end: usize,
}

impl Stack {
    const NONE: Self = Stack {
        told: 0,
        lowest: 0,
        end: 0,
    };
}

thread_local! {
    /// The first and the last one: the stack of the thread, and one that it grew. One that was unmapped is not taken for
    /// another one that lies there now, because `stacker` tells the end of that: another one, or the same.
    static VERIFIED: [Cell<Stack>; 2] = const { [Cell::new(Stack::NONE), Cell::new(Stack::NONE)] };
}

/// Whether an address is on the stack that `stacker` speaks of.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    not(any(target_os = "linux", target_os = "android")),
    allow(dead_code, reason = "other systems do not tell")
)]
pub(super) enum Answer {
    /// It is, and this is the range of its addresses.
    Own { lowest: usize, end: usize },
    /// It is on another one.
    Foreign,
    /// Nobody tells.
    Unknown,
}

/// How far above the place that was seen first on a stack others on it may be, where the system does not tell.
const SPREAD: usize = 64 * 1024;

/// The size of a page, or a part of it.
const PAGE: usize = 4096;

/// No stack is larger, where the system does not tell.
const MAX_STACK: usize = 64 * 1024 * 1024;

/// Returns the lowest address of the stack, or a higher one.
///
/// Such is the one for what is assumed of any stack. If the end that `stacker` tells is closer, the stack is either a small
/// one or another one; no harm in believing it.
#[inline]
pub(crate) fn believed(here: usize) -> usize {
    let assumed = here.saturating_sub(ASSUMED + RESERVE);
    match told() {
        Some(told) => told.max(assumed),
        None => assumed,
    }
}

/// Returns the lowest address of the stack if it is certain which one the address `here` is on.
#[cold]
pub(crate) fn verified(here: usize) -> Option<usize> {
    // musl tells of the main thread what it has now, and it may have grown since.
    let told = told().unwrap_or(0);
    VERIFIED.with(|stacks| verified_with(stacks, told, here, ask))
}

/// Returns the end of the stack as `stacker` tells it, if we are above.
#[inline]
fn told() -> Option<usize> {
    let local = 0u8;
    let here = std::ptr::addr_of!(local) as usize;
    match stacker::remaining_stack()? {
        0 => None,
        // It counts from its own frame, a little below ours. Stacks end with a page.
        left => Some(here.saturating_sub(left) / PAGE * PAGE),
    }
}

fn verified_with(
    stacks: &[Cell<Stack>; 2],
    told: usize,
    here: usize,
    ask: impl FnOnce(usize, usize) -> Answer,
) -> Option<usize> {
    let [first, second] = stacks;
    let known = stacks.iter().find(|known| known.get().told == told);
    if let Some(known) = known.map(Cell::get) {
        if (known.lowest..known.end).contains(&here) {
            return Some(known.lowest);
        }
    }
    let (lowest, end) = match ask(here, told) {
        Answer::Own { lowest, end } => (lowest, end),
        Answer::Foreign => return None,
        // The first deep message on a stack that `stacker` tells of is supposed to be on it. Those that come later must
        // not be far from there.
        Answer::Unknown if known.is_some() || here.saturating_sub(told) > MAX_STACK => return None,
        Answer::Unknown => (told, here.saturating_add(SPREAD)),
    };
    let verified = Stack { told, lowest, end };
    match known {
        Some(known) => known.set(verified),
        None if first.get().told == 0 => first.set(verified),
        None => second.set(verified),
    }
    Some(lowest)
}

#[cfg(any(target_os = "linux", target_os = "android"))]
use super::maps::ask;

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn ask(_here: usize, _told: usize) -> Answer {
    Answer::Unknown
}
