//! Linux memory maps from `/proc`, which identify the stack that an address is on.

use crate::util::stack::system::Answer;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::ops::Range;

/// How much address space the kernel keeps free below the stack of the main thread.
const GAP: usize = 1024 * 1024;

/// Returns whether the address `here` is on the stack that ends at `reported`.
pub(crate) fn ask(here: usize, reported: usize) -> Answer {
    let Ok(maps) = File::open("/proc/self/maps") else {
        return Answer::Unknown;
    };
    let lines = BufReader::new(maps).lines().map_while(Result::ok);
    let limits = || fs::read_to_string("/proc/self/limits").ok();
    ask_lines(here, reported, lines, limits).unwrap_or(Answer::Unknown)
}

/// Finds the stack in the lines of `/proc/self/maps`.
///
/// The stacks of threads, and those that `stacker` creates, are mapped as a whole, above an inaccessible page. A stack
/// that a program places in allocated memory may end anywhere in the mapping, so only the reported end counts, and only
/// if it is in the same mapping. The stack of the main thread has a name, and grows until it meets its limit or the
/// mapping below.
fn ask_lines(
    here: usize,
    reported: usize,
    maps: impl Iterator<Item = String>,
    limits: impl FnOnce() -> Option<String>,
) -> Option<Answer> {
    let mut below = 0;
    for line in maps {
        let mapped = addresses(&line)?;
        if !mapped.contains(&here) {
            below = mapped.end;
            continue;
        }
        let lowest = if line.ends_with(" [stack]") {
            let lowest = mapped.end.saturating_sub(max_size(&limits()?)?);
            lowest.max(below.saturating_add(GAP)).min(mapped.start)
        } else if mapped.contains(&reported) {
            reported
        } else {
            return Some(Answer::Foreign);
        };
        return Some(Answer::Own {
            lowest,
            end: mapped.end,
        });
    }
    None
}

/// Parses the start of a line of `/proc/self/maps`: `7ffee9526000-7ffee9547000 rw-p …`.
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
    use super::ask_lines;
    use crate::util::stack::system::Answer;

    const MAPS: &str = "\
        55d0c0000000-55d0c0001000 r--p 00000000 fe:00 1 /a file [stack] \n\
        7f8800000000-7f8800001000 ---p 00000000 00:00 0 \n\
        7f8800001000-7f8800201000 rw-p 00000000 00:00 0 \n\
        7ffe00000000-7ffe00001000 r--p 00000000 00:00 0 [vvar]\n\
        7ffee9526000-7ffee9547000 rw-p 00000000 00:00 0                          [stack]\n\
        ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]";

    #[test]
    fn stacks_are_found() {
        let found = |here, reported, limit: &str| {
            let limits = format!(
                "Limit  Soft  Hard  Units\nMax stack size  {limit}  unlimited  bytes \nMax x 1 2 b"
            );
            let maps = MAPS.lines().map(ToString::to_string);
            ask_lines(here, reported, maps, || Some(limits))
        };
        let own = |lowest, end| Some(Answer::Own { lowest, end });
        let thread = 0x7f88_0000_1000..0x7f88_0020_1000;
        let main = 0x7ffe_e953_0000;
        let end = 0x7ffe_e954_7000;
        let rows = [
            (
                thread.start,
                thread.start,
                "0",
                own(thread.start, thread.end),
            ),
            (
                thread.end - 1,
                thread.start,
                "0",
                own(thread.start, thread.end),
            ),
            // In the same mapping, but not at its start.
            (
                thread.end - 1,
                thread.end - 9,
                "0",
                own(thread.end - 9, thread.end),
            ),
            // The reported stack has lower addresses.
            (thread.start, thread.start - 9, "0", Some(Answer::Foreign)),
            (thread.end - 1, 9, "0", Some(Answer::Foreign)),
            (thread.end, thread.start, "0", None),
            // The reported end is ignored.
            (main, 9, "8388608", own(end - 0x80_0000, end)),
            (main, 0, "unlimited", own(0x7ffe_0010_1000, end)),
            // The mapped size counts, even if the limit is lower now.
            (main, 0, "4096", own(0x7ffe_e952_6000, end)),
            (main, 0, "many", None),
        ];
        for (here, reported, limit, expected) in rows {
            assert_eq!(found(here, reported, limit), expected, "{here:x} {limit}");
        }
    }
}
