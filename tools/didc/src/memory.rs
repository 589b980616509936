//! Memory limit of commands: untrusted input must not exhaust the memory of the machine.
//!
//! A command that exceeds the limit ends with a message. A thread compares the allocated total with the limit every few
//! milliseconds; an allocation far beyond the remaining memory is refused by the allocator, which ends the process too,
//! with the standard library's message.

use crate::code;
use cap::Cap;
use std::alloc::System;
use std::io::Write;
use std::time::Duration;

// Tests count what each command allocates, by another allocator.
#[cfg_attr(not(test), global_allocator)]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// The default limit, in MiB: several times the requirement of the largest known benign inputs.
pub(crate) const DEFAULT: u64 = 4096;

/// The interval between comparisons of the total with the limit.
const INTERVAL: Duration = Duration::from_millis(2);

/// The amount, in MiB, by which a command may exceed the limit between two comparisons.
const MARGIN: u64 = 512;

/// Sets a limit in MiB, beyond which the process ends; 0 is no limit.
pub(crate) fn limit(mib: u64) {
    if mib == 0 {
        return;
    }
    let bytes = |mib: u64| usize::try_from(mib.saturating_mul(1 << 20)).unwrap_or(usize::MAX);
    let most = bytes(mib);
    // If it is exceeded already, the comparison below reports it.
    let _ = ALLOCATOR.set_limit(bytes(mib.saturating_add(MARGIN)));
    // Without a thread, the limit of the allocator remains.
    let _ = std::thread::Builder::new()
        .name("memory".to_string())
        .spawn(move || loop {
            if ALLOCATOR.allocated() > most {
                end(mib);
            }
            std::thread::sleep(INTERVAL);
        });
}

fn end(mib: u64) -> ! {
    let _ = writeln!(
        std::io::stderr(),
        "error[{}]: memory limit of {mib} MiB exceeded; use --max-memory to change it",
        code::LIMIT.id
    );
    std::process::exit(1);
}
