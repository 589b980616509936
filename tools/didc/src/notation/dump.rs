//! Bytes in lines with their offsets, as `xxd`, `hexdump -C`, Wireshark and `didc encode -f pretty` print them.

use super::{check_length, start_of};
use crate::input::MAX_UNPACKED;
use crate::message;

type Result<T> = std::result::Result<T, String>;

/// What the first line may begin with, in front of the number of bytes.
const LENGTH: &str = "Length: ";

/// Returns the bytes of a dump, if it is one: lines of an offset, bytes in hex, and their characters behind more space.
pub(super) fn read(text: &str) -> Option<Result<Vec<u8>>> {
    let (length, lines) = match text.strip_prefix(LENGTH) {
        Some(text) => text
            .split_once('\n')
            .map(|(length, lines)| (Some(length), lines))?,
        None => (None, text),
    };
    // Hex with colons has them after two digits. No message in hex begins with four zeros.
    let first = lines.lines().next()?;
    if let Some(why) = other_dump(first) {
        return Some(Err(why.to_string()));
    }
    let (offset, _) = line_of(first)?;
    let (_, rest) = split_offset(first)?;
    if offset != 0 && !rest.starts_with(": ") {
        return None;
    }
    let length = length.and_then(|length| length.split(' ').next()?.parse::<usize>().ok());
    Some(joined(lines).and_then(|bytes| check_length("dump", length, bytes)))
}

/// Returns why a dump cannot be read whose first line this is: its offsets look like bytes, or its bytes like others.
fn other_dump(first: &str) -> Option<&'static str> {
    let (offset, rest) = split_offset(first)?;
    let mut words = rest.split_whitespace();
    match (offset, rest.starts_with(": ")) {
        ("000000" | "0000000", false) if rest.starts_with(' ') => Some(match words.next()?.len() {
            2 => "lines of od with offsets: use od -An -tx1, or hexdump -C",
            _ => {
                "lines of od or hexdump, whose words are not bytes: use od -An -tx1, or hexdump -C"
            }
        }),
        // The first byte of a message.
        (_, true) if words.nth(1) == Some("01000100") => {
            Some("lines of xxd -b, whose bytes are binary: use xxd without -b")
        }
        _ => None,
    }
}

/// Joins the bytes of the lines.
fn joined(lines: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(lines.len() / 4);
    // Where the last line begins, and whether it is repeated.
    let (mut start, mut is_repeated) = (0, false);
    let mut lines = lines.lines();
    while let Some(line) = lines.next() {
        if line.trim() == "*" {
            is_repeated = true;
            continue;
        }
        let found = line_of(line);
        let end = offset_of(line.trim()).filter(|_| found.is_none());
        let offset = found.map(|(offset, _)| offset).or(end);
        if let (true, Some(offset)) = (is_repeated, offset) {
            repeat(&mut bytes, start, offset)?;
            is_repeated = false;
        }
        // The last line of hexdump is the offset of the end.
        if end.is_some() && lines.clone().all(|line| line.trim().is_empty()) {
            return check_length("dump", end, bytes);
        }
        let Some((offset, hex)) = found else {
            let shown = start_of(line);
            return Err(format!("expected an offset and bytes, found {shown:?}"));
        };
        if offset != bytes.len() {
            let n = bytes.len();
            return Err(format!(
                "a line of the dump is missing: its offset is {offset:#x}, and {n:#x} bytes are before it"
            ));
        }
        start = offset;
        bytes.extend(message::from_hex(hex).map_err(|failure| failure.to_string())?);
    }
    match is_repeated {
        true => Err("the dump was cut off after the line *".to_string()),
        false => Ok(bytes),
    }
}

/// Repeats the last line up to an offset: `*` stands for lines that are equal to the one before.
fn repeat(bytes: &mut Vec<u8>, start: usize, end: usize) -> Result<()> {
    let line = bytes.get(start..).unwrap_or_default().to_vec();
    let n_missing = end.saturating_sub(bytes.len());
    if line.is_empty() || !n_missing.is_multiple_of(line.len()) {
        return Err(format!(
            "the offset {end:#x} after the line * is not a number of whole lines"
        ));
    }
    if end as u64 > MAX_UNPACKED {
        return Err(format!("more than {} MiB", MAX_UNPACKED >> 20));
    }
    let n_lines = n_missing / line.len();
    bytes.extend(std::iter::repeat_n(line, n_lines).flatten());
    Ok(())
}

/// Returns the offset of a line, and its bytes in hex.
fn line_of(line: &str) -> Option<(usize, &str)> {
    let (offset, rest) = split_offset(line)?;
    if let Some(rest) = rest.strip_prefix(": ") {
        // Between groups there is a space in the one, and there are two in the other.
        let gap = match rest.starts_with(' ') {
            true => "   ",
            false => "  ",
        };
        let hex = rest.split(gap).next().unwrap_or_default();
        return Some((offset_of(offset)?, hex));
    }
    // Characters are between bars, or behind more space, as of Wireshark.
    let rest = rest.strip_prefix("  ")?.trim_start();
    let hex = rest.split("   ").next().unwrap_or_default();
    let hex = hex.split('|').next().unwrap_or_default();
    // Each byte is a word.
    let is_bytes = hex.split_whitespace().all(|word| word.len() == 2);
    Some((offset_of(offset).filter(|_| is_bytes)?, hex))
}

/// Returns the digits that a line begins with, and what follows them: characters at its end may be of any kind.
fn split_offset(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let end = line.find(|c: char| !c.is_ascii_hexdigit())?;
    line.split_at_checked(end)
}

/// Returns an offset, in four hex digits or more.
fn offset_of(word: &str) -> Option<usize> {
    let is_offset = word.len() >= 4 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let offset = usize::from_str_radix(word, 16).ok();
    offset.filter(|_| is_offset)
}
