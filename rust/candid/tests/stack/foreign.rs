//! Stacks that nobody tells of: those of coroutines and signal handlers.

use crate::{check, in_child, list, on_thread, system_tells, List, ENDLESS};
use candid::{decode_one, CandidType, Deserialize};
use corosensei::stack::{DefaultStack, Stack as _};
use corosensei::{on_stack, Coroutine, CoroutineResult};
use serde::Deserializer;
use std::cell::Cell;

const KIB: usize = 1024;

fn stack(kib: usize) -> DefaultStack {
    DefaultStack::new(kib * KIB).unwrap()
}

fn on_coroutine(stack: DefaultStack, f: impl FnOnce() + 'static) {
    let mut coroutine = Coroutine::<(), (), (), _>::with_stack(stack, move |_, ()| f());
    assert!(matches!(coroutine.resume(()), CoroutineResult::Return(())));
}

/// Shows the system where the thread's own stack is if it does not tell.
fn begin() {
    if !system_tells() {
        check(100);
    }
}

/// Some of the stacks lie above those of the threads, some below, some between; a stack that was unmapped is followed by a
/// smaller one at its place.
#[test]
fn coroutines() {
    in_child("foreign::coroutines", || {
        begin();
        let sizes = || [1024, 128, 96, 64 * KIB, 128, 256, 96];
        for kib in sizes() {
            on_coroutine(stack(kib), || check(2));
        }
        let above = sizes().map(stack);
        on_thread(2 * KIB, move || {
            begin();
            for stack in above {
                on_coroutine(stack, || check(2));
            }
            check(500);
            for kib in sizes() {
                on_coroutine(stack(kib), || check(2));
            }
            check(500);
        });
        let above = sizes().map(stack);
        on_thread(2 * KIB, move || {
            check(500);
            for stack in above {
                on_coroutine(stack, || check(2));
            }
        });
    });
}

/// The stack of the thread is grown in the coroutine, which then waits: what `stacker` tells outside is that of the coroutine.
#[test]
fn coroutines_that_grow_their_stack() {
    in_child("foreign::coroutines_that_grow_their_stack", || {
        let outside = |stacks: Vec<DefaultStack>| {
            begin();
            for stack in stacks {
                let mut coroutine = Coroutine::<(), (), (), _>::with_stack(stack, |yielder, ()| {
                    check(2);
                    stacker::grow(KIB * KIB, || {
                        check(200);
                        yielder.suspend(());
                        check(200);
                    });
                    check(2);
                });
                assert!(matches!(coroutine.resume(()), CoroutineResult::Yield(())));
                check(2);
                assert!(matches!(coroutine.resume(()), CoroutineResult::Return(())));
            }
        };
        let stacks = || vec![stack(256), stack(4 * KIB), stack(128)];
        outside(stacks());
        let above = stacks();
        on_thread(KIB, move || outside(above));
        on_thread(KIB, move || outside(stacks()));
    });
}

thread_local! {
    static OTHER_STACK: Cell<Option<DefaultStack>> = const { Cell::new(None) };
}

/// A list that is read on another stack than what it is in.
#[derive(CandidType)]
struct Elsewhere(List);

impl<'de> Deserialize<'de> for Elsewhere {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stack = OTHER_STACK.take().unwrap();
        on_stack(stack, || List::deserialize(deserializer).map(Elsewhere))
    }
}

/// Runs on a stack below `other`: that of a thread, or of one that it starts.
fn elsewhere(other: DefaultStack, n_threads: usize) {
    let local = 0u8;
    if std::ptr::addr_of!(local) as usize > other.base().get() {
        assert!(n_threads < 20, "all threads are above");
        return on_thread(48 * KIB, move || elsewhere(other, n_threads + 1));
    }
    begin();
    for (other, len) in [(stack(256), 2), (stack(256), ENDLESS), (other, ENDLESS)] {
        OTHER_STACK.set(Some(other));
        match decode_one::<Elsewhere>(&list(len)) {
            Ok(Elsewhere(list)) => list.unlink(),
            Err(error) => assert!(error.is_limit(), "{error}"),
        }
    }
    check(500);
}

#[test]
fn another_stack_within_a_message() {
    in_child("foreign::another_stack_within_a_message", || {
        elsewhere(stack(1024), 0);
    });
}

#[cfg(all(unix, not(miri)))]
mod signals {
    #![allow(
        unsafe_code,
        reason = "there is no other way to have a signal handled on a stack of its own"
    )]

    use super::KIB;
    use crate::{check, in_child, on_thread};
    use std::sync::atomic::{AtomicUsize, Ordering};

    static HANDLED: AtomicUsize = AtomicUsize::new(0);

    extern "C" fn handle(_signal: libc::c_int) {
        check(2);
        HANDLED.fetch_add(1, Ordering::SeqCst);
    }

    /// Handles a signal on a stack in `memory`, which has no page without access below.
    fn handle_in(memory: &mut [u8]) {
        let stack = libc::stack_t {
            ss_sp: memory.as_mut_ptr().cast(),
            ss_flags: 0,
            ss_size: memory.len(),
        };
        let before = HANDLED.load(Ordering::SeqCst);
        // SAFETY: the memory outlives the handler, which runs during `raise`; afterwards the stack is taken away. The
        // signal is raised by this thread at a place where the handler may allocate.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handle as *const () as usize;
            action.sa_flags = libc::SA_ONSTACK;
            assert_eq!(
                libc::sigaction(libc::SIGUSR1, &action, std::ptr::null_mut()),
                0
            );
            let mut old: libc::stack_t = std::mem::zeroed();
            assert_eq!(libc::sigaltstack(&stack, &mut old), 0);
            assert_eq!(libc::raise(libc::SIGUSR1), 0);
            assert_eq!(libc::sigaltstack(&old, std::ptr::null_mut()), 0);
        }
        assert_eq!(HANDLED.load(Ordering::SeqCst), before + 1);
    }

    /// What lies below the stack of the handler must stay as it is.
    fn handle_above_others(kib: usize) {
        let mut memory = vec![0x5a; (4 * KIB + kib) * KIB];
        let (below, stack) = memory.split_at_mut(4 * KIB * KIB);
        handle_in(stack);
        assert!(below.iter().all(|byte| *byte == 0x5a), "{kib} KiB");
    }

    #[test]
    fn handlers() {
        in_child("foreign::signals::handlers", || {
            for kib in [96, 128, 1024, 96] {
                handle_above_others(kib);
                on_thread(2 * KIB, move || handle_above_others(kib));
                let mut small = vec![0; kib * KIB];
                on_thread(KIB, move || {
                    check(100);
                    handle_in(&mut small);
                    check(100);
                });
            }
        });
    }
}
