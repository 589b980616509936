//! The file of `assert_frozen!`: versions of a type, each with its definitions and messages.

use crate::error::{Error, Result};
use std::fmt::Write;

/// What precedes the first version.
const PREAMBLE: &str = "\
Written by candid::testing::assert_frozen!, which checks that these messages stay readable: see its documentation.
The bytes count. Types and values are for readers.
";

/// Digits per line.
const WIDTH: usize = 100;

/// A type and messages with its values.
#[derive(Debug, PartialEq)]
pub(super) struct Version {
    pub(super) interface: String,
    pub(super) samples: Vec<Sample>,
}

#[derive(Debug, PartialEq)]
pub(super) struct Sample {
    pub(super) text: String,
    pub(super) message: Vec<u8>,
}

pub(super) fn print(versions: &[Version]) -> String {
    let mut out = PREAMBLE.to_string();
    for (i, version) in versions.iter().enumerate() {
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "\nversion {}", i + 1);
        for line in version.interface.lines() {
            let _ = writeln!(out, "  {line}");
        }
        for sample in &version.samples {
            let _ = writeln!(out, "\nvalue {}", sample.text);
            let mut digits = String::new();
            for byte in &sample.message {
                let _ = write!(digits, "{byte:02x}");
            }
            for line in digits.as_bytes().chunks(WIDTH) {
                let _ = writeln!(out, "  {}", String::from_utf8_lossy(line));
            }
        }
    }
    out
}

/// # Errors
///
/// If a line is none that [`print`] writes, with its number; if a version has no values; if there is something, but no version.
pub(super) fn parse(text: &str) -> Result<Vec<Version>> {
    let mut versions: Vec<Version> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let invalid = |expected: &str| {
            Err(Error::msg(format_args!(
                "line {}: expected {expected}",
                i + 1
            )))
        };
        let Some(version) = versions.last_mut() else {
            if line.starts_with("version ") {
                versions.push(Version::new());
            }
            continue;
        };
        if line.trim().is_empty() {
            continue;
        }
        if let Some(line) = line.strip_prefix("  ") {
            match version.samples.last_mut() {
                Some(sample) => match push_digits(&mut sample.message, line.trim_end()) {
                    Some(()) => {}
                    None => return invalid("an even number of hexadecimal digits"),
                },
                None => {
                    version.interface.push_str(line);
                    version.interface.push('\n');
                }
            }
        } else if let Some(text) = line.strip_prefix("value ") {
            version.samples.push(Sample {
                text: text.to_string(),
                message: Vec::new(),
            });
        } else if line.starts_with("version ") {
            if version.samples.is_empty() {
                return invalid("`value` before the next version");
            }
            versions.push(Version::new());
        } else {
            return invalid("`version`, `value`, or a line with a margin");
        }
    }
    // Nothing that a user wrote may be overwritten.
    if versions.is_empty() && !text.trim().is_empty() {
        let message =
            "expected a file that assert_frozen! has written, found another: it is left as it is";
        return Err(Error::msg(message));
    }
    for version in &mut versions {
        version.interface = version.interface.trim_end().to_string();
        if version.samples.is_empty() {
            return Err(Error::msg("at the end: expected `value`"));
        }
    }
    Ok(versions)
}

impl Version {
    fn new() -> Self {
        Version {
            interface: String::new(),
            samples: Vec::new(),
        }
    }
}

fn push_digits(message: &mut Vec<u8>, digits: &str) -> Option<()> {
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for pair in digits.as_bytes().chunks(2) {
        let pair = std::str::from_utf8(pair)
            .ok()
            .filter(|pair| pair.len() == 2)?;
        message.push(u8::from_str_radix(pair, 16).ok()?);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_parses() {
        let sample = |len| Sample {
            text: "1 : nat8".to_string(),
            message: (0..=u8::MAX).take(len).collect(),
        };
        let version = |interface: &str| Version {
            interface: interface.to_string(),
            samples: vec![sample(0), sample(50), sample(51), sample(256)],
        };
        let versions = [
            version("(nat)"),
            version("type A = record {\n  a : nat;\n};\n(A)"),
        ];
        let text = print(&versions);
        assert_eq!(parse(&text).unwrap(), versions);
        assert_eq!(parse(&text.replace('\n', "\r\n")).unwrap().len(), 2);
        assert_eq!(parse("").unwrap(), []);
        assert_eq!(parse("\r\n \n").unwrap(), []);
    }

    #[test]
    fn what_is_malformed_has_a_line() {
        let rows = [
            (
                "anything\n",
                "expected a file that assert_frozen! has written, found another: it is left as it is",
            ),
            ("version 1\n", "at the end: expected `value`"),
            (
                "version 1\nversion 2\n",
                "line 2: expected `value` before the next version",
            ),
            (
                "version 1\nvalue 1\n  0g\n",
                "line 3: expected an even number of hexadecimal digits",
            ),
            (
                "version 1\nvalue 1\n  012\n",
                "line 3: expected an even number of hexadecimal digits",
            ),
            (
                "version 1\nvalue 1\n  +1\n",
                "line 3: expected an even number of hexadecimal digits",
            ),
            (
                "\nversion 1\n<<<<<<< HEAD\n",
                "line 3: expected `version`, `value`, or a line with a margin",
            ),
        ];
        for (text, expected) in rows {
            assert_eq!(parse(text).unwrap_err().to_string(), expected);
        }
    }
}
