//! Linux tells in `/proc` where the stack of a thread ends, which takes neither `unsafe` nor a dependency.
//!
//! The crate `stacker` asks libc for it; it would be a quarter of the time that `candid` and all it depends on take to
//! compile, because it comes with the crates that build assembler code.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::ops::Range;

/// How much of the address space below the stack of the main thread the kernel keeps free.
const GAP: usize = 1024 * 1024;

thread_local! {
    /// The stack this thread was on when it was asked last. A thread may change to another one and back.
    static LAST: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// Returns the lowest address of the stack that the address `here` is on; `None` if the system does not tell.
pub(crate) fn lowest(here: usize) -> Option<usize> {
    let (start, end) = LAST.get();
    if (start..end).contains(&here) {
        return Some(start);
    }
    let stack = find(here)?;
    LAST.set((stack.start, stack.end));
    Some(stack.start)
}

#[cold]
fn find(here: usize) -> Option<Range<usize>> {
    let maps = BufReader::new(File::open("/proc/self/maps").ok()?);
    let limits = || fs::read_to_string("/proc/self/limits").ok();
    find_in(here, maps.lines().map_while(Result::ok), limits)
}

/// Finds the stack in the lines of `/proc/self/maps`.
///
/// The stacks of threads, and those that programs make, are mapped as a whole, above a page without access. That of
/// the main thread grows until it meets its limit or what is mapped below.
fn find_in(
    here: usize,
    maps: impl Iterator<Item = String>,
    limits: impl FnOnce() -> Option<String>,
) -> Option<Range<usize>> {
    let mut below = 0;
    for line in maps {
        let mapped = addresses(&line)?;
        if !mapped.contains(&here) {
            below = mapped.end;
            continue;
        }
        if !line.ends_with("[stack]") {
            return Some(mapped);
        }
        let lowest = mapped.end.saturating_sub(max_size(&limits()?)?);
        let start = lowest.max(below.saturating_add(GAP)).min(mapped.start);
        return Some(start..mapped.end);
    }
    None
}

/// Reads the start of a line of `/proc/self/maps`: `7ffee9526000-7ffee9547000 rw-p …`.
fn addresses(line: &str) -> Option<Range<usize>> {
    let (addresses, _) = line.split_once(' ')?;
    let (start, end) = addresses.split_once('-')?;
    let number = |text| usize::from_str_radix(text, 16).ok();
    Some(number(start)?..number(end)?)
}

/// Finds the limit in `/proc/self/limits`: `Max stack size   8388608   unlimited   bytes`.
fn max_size(limits: &str) -> Option<usize> {
    let mut lines = limits.lines();
    let size = lines.find_map(|line| line.strip_prefix("Max stack size"))?;
    match size.split_whitespace().next()? {
        "unlimited" => Some(usize::MAX),
        bytes => bytes.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::{find_in, lowest};

    const MAPS: &str = "\
        55d0c0000000-55d0c0001000 r--p 00000000 fe:00 1 /a file [stack] \n\
        7f8800000000-7f8800001000 ---p 00000000 00:00 0 \n\
        7f8800001000-7f8800201000 rw-p 00000000 00:00 0 \n\
        7ffe00000000-7ffe00001000 r--p 00000000 00:00 0 [vvar]\n\
        7ffee9526000-7ffee9547000 rw-p 00000000 00:00 0                          [stack]\n\
        ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]";

    #[test]
    fn stacks_are_found() {
        let found = |here, limit: &str| {
            let limits = format!(
                "Limit  Soft  Hard  Units\nMax stack size  {limit}  unlimited  bytes \nMax x 1 2 b"
            );
            let maps = MAPS.lines().map(ToString::to_string);
            find_in(here, maps, || Some(limits)).map(|stack| (stack.start, stack.end))
        };
        let end = 0x7ffe_e954_7000;
        let rows = [
            (
                0x7f88_0000_1000,
                "0",
                Some((0x7f88_0000_1000, 0x7f88_0020_1000)),
            ),
            (
                0x7f88_0020_0fff,
                "0",
                Some((0x7f88_0000_1000, 0x7f88_0020_1000)),
            ),
            (0x7f88_0020_1000, "0", None),
            (0x7ffe_e953_0000, "8388608", Some((end - 0x80_0000, end))),
            (0x7ffe_e953_0000, "unlimited", Some((0x7ffe_0010_1000, end))),
            // What it has, it has, whatever the limit is now.
            (0x7ffe_e953_0000, "4096", Some((0x7ffe_e952_6000, end))),
            (0x7ffe_e953_0000, "many", None),
        ];
        for (here, limit, expected) in rows {
            assert_eq!(found(here, limit), expected, "{here:x} {limit}");
        }
    }

    #[test]
    fn threads_know_their_stacks() {
        for size in [1 << 20, 16 << 20] {
            let left = move || {
                let local = 0u8;
                let here = std::ptr::addr_of!(local) as usize;
                lowest(here).map(|lowest| here - lowest)
            };
            let thread = std::thread::Builder::new().stack_size(size).spawn(left);
            let left = thread.unwrap().join().unwrap().unwrap();
            assert!(
                left > size / 2 && left <= size + (1 << 16),
                "{left} of {size}"
            );
        }
    }
}
