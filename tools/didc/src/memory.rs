//! How much memory a command may take: what strangers write must not take the whole machine.
//!
//! A command that takes more ends with a message. Looking after it takes a thread that compares the sum of what is allocated
//! with the limit every few milliseconds; what allocates much more at once than is left gets nothing from the allocator,
//! which ends the process too, in the words of the standard library.

use cap::Cap;
use std::alloc::System;
use std::io::Write;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// The limit unless another is given, in MiB: several times what the largest inputs need that are known to mean well.
pub(crate) const DEFAULT: u64 = 4096;

/// How often the sum is compared with the limit.
const INTERVAL: Duration = Duration::from_millis(2);

/// How far a command may be beyond the limit between two comparisons, in MiB.
const MARGIN: u64 = 512;

/// Ends the process from now on if it takes more than so many MiB; 0 is no limit.
pub(crate) fn limit(mib: u64) {
    if mib == 0 {
        return;
    }
    let bytes = |mib: u64| usize::try_from(mib.saturating_mul(1 << 20)).unwrap_or(usize::MAX);
    let most = bytes(mib);
    // If it is exceeded already, the comparison below says so.
    let _ = ALLOCATOR.set_limit(bytes(mib.saturating_add(MARGIN)));
    // Without a thread there is still the allocator.
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
        "error: this takes more than {mib} MiB of memory; --max-memory sets another limit"
    );
    std::process::exit(1);
}
