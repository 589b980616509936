//! Whether files have the content that they should have, without reading more of them.

use crate::code;
use crate::failure::{Failure, Result};
use crate::paths::shown;
use candid_parser::diagnostic::one_line;
use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::Path;

/// Fails unless a file has the given content.
pub(super) fn is_current(path: &Path, text: &str) -> Result<()> {
    let what = match is_text_of(path, text) {
        Ok(true) => return Ok(()),
        Ok(false) => "is out of date",
        Err(error) if error.kind() == ErrorKind::NotFound => "is missing",
        Err(error) => return Err(Failure::unreadable(path, error)),
    };
    let (path, command) = (shown(path), without_check());
    let text = format_args!("{path} {what}: {command} makes it");
    Err(Failure::new(text).with_code(code::OUT_OF_DATE))
}

/// Returns the command line that writes what this one compares, for a shell.
fn without_check() -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,@%+".contains(c);
    let args = std::env::args_os().skip(1).filter(|arg| arg != "--check");
    let words = args.map(|arg| {
        let arg = arg.to_string_lossy();
        match !arg.is_empty() && arg.chars().all(is_plain) {
            true => arg.into_owned(),
            false => format!("'{}'", arg.replace('\'', r"'\''")),
        }
    });
    let words: Vec<_> = std::iter::once("didc".to_string()).chain(words).collect();
    one_line(&words.join(" ")).into_owned()
}

/// Returns whether a file has exactly a text.
pub(super) fn has_text(path: &Path, text: &str) -> std::io::Result<bool> {
    let found = beginning(path, text.len())?;
    Ok(found.is_some_and(|found| found == text.as_bytes()))
}

/// Returns whether a file has a text, with ends of lines of any kind: Git may change them when it checks files out.
fn is_text_of(path: &Path, text: &str) -> std::io::Result<bool> {
    let n_lines = text.bytes().filter(|byte| *byte == b'\n').count();
    let found = beginning(path, text.len().saturating_add(n_lines))?;
    let lines = |text: &[u8]| with_lf(text).into_owned();
    Ok(found.is_some_and(|found| lines(&found) == lines(text.as_bytes())))
}

/// Returns the beginning of a file, one byte more than a length. Nothing is read of what is no file: a pipe may have no end.
pub(super) fn beginning(path: &Path, len: usize) -> std::io::Result<Option<Vec<u8>>> {
    use std::io::Read;
    let metadata = path.metadata()?;
    if !metadata.is_file() && !metadata.is_dir() {
        return Ok(None);
    }
    let mut found = Vec::new();
    let limit = (len as u64).saturating_add(1);
    std::fs::File::open(path)?
        .take(limit)
        .read_to_end(&mut found)?;
    Ok(Some(found))
}

/// Returns a text whose lines end in LF, not in CRLF.
pub(super) fn with_lf(text: &[u8]) -> Cow<'_, [u8]> {
    let is_crlf = |at: usize| text.get(at..at.saturating_add(2)) == Some(b"\r\n");
    if !(0..text.len()).any(is_crlf) {
        return text.into();
    }
    let bytes = text.iter().enumerate();
    let kept = bytes.filter(|(at, _)| !is_crlf(*at));
    kept.map(|(_, byte)| *byte).collect::<Vec<_>>().into()
}
