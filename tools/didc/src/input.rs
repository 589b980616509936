//! Input of commands: files, standard input, command-line arguments; compressed or not.

use crate::failure::{Failure, Result};
use crate::source;
use crate::{trace, wasm};
use candid_parser::diagnostic::Code;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Maximum size of an uncompressed input, in bytes: larger ones are not interfaces or messages.
pub(crate) const MAX_LEN: u64 = 1 << 30;

/// Maximum size of a compressed input after decompression: some kilobytes must not fill the memory.
const MAX_UNPACKED: u64 = 256 << 20;

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// Whether standard input has been read: it cannot be read as a second input.
static IS_STDIN_READ: AtomicBool = AtomicBool::new(false);

/// The name of standard input in findings.
pub(crate) const STDIN: &str = "<stdin>";

/// How an input was compressed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    Gzip,
    Zstd,
}

/// Returns the content of a file, or of standard input for `-`, decompressed if it is compressed.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>> {
    unpacked_bytes(path).map(|(bytes, _)| bytes)
}

/// Returns the same as [`bytes`], and how it was compressed.
pub(crate) fn unpacked_bytes(path: &Path) -> Result<(Vec<u8>, Option<Packing>)> {
    unpacked(content(path)?).map_err(|error| Failure::file(name(path), error))
}

/// Returns the content of a file, or of standard input for `-`, without decompressing it.
fn content(path: &Path) -> Result<Vec<u8>> {
    all_of(open(path)?, MAX_LEN).map_err(|error| Failure::file(name(path), error))
}

/// Opens a file, or standard input for `-`.
fn open(path: &Path) -> Result<Box<dyn Read>> {
    trace::say(format_args!("reads {}", name(path).display()));
    if !is_stdin(path) {
        let file = std::fs::File::open(path).map_err(|error| Failure::file(path, error))?;
        return Ok(Box::new(file));
    }
    if IS_STDIN_READ.swap(true, Ordering::Relaxed) {
        return Err(Failure::usage(
            "standard input can be read only once, and this command reads it twice",
        ));
    }
    Ok(Box::new(std::io::stdin().lock()))
}

/// Opens a file, or standard input for `-`, to be decompressed as it is read; with the limit on the length of what is read at
/// once.
pub(crate) fn unpacking(path: &Path) -> Result<(Box<dyn Read>, u64)> {
    let failed = |error| Failure::file(name(path), error);
    let mut reader = open(path)?;
    // No text begins with the first two bytes of a packed input, and no more are waited for.
    let mut start = Vec::new();
    for magic in [[GZIP[0], ZSTD[0]], [GZIP[1], ZSTD[1]]] {
        reader
            .by_ref()
            .take(1)
            .read_to_end(&mut start)
            .map_err(failed)?;
        if !start.last().is_some_and(|last| magic.contains(last)) {
            break;
        }
    }
    let is_packed_with = |magic: &[u8]| start.get(..2) == magic.get(..2);
    let (is_gzip, is_zstd) = (is_packed_with(GZIP), is_packed_with(ZSTD));
    let whole = std::io::Cursor::new(start).chain(reader);
    if is_gzip {
        let decoder = flate2::read::MultiGzDecoder::new(whole);
        return Ok((Box::new(Unpacking(decoder, "gzip")), MAX_UNPACKED));
    }
    if is_zstd {
        let decoder = ruzstd::decoding::StreamingDecoder::new(whole);
        let decoder = decoder.map_err(|_| failed(broken("zstd")))?;
        return Ok((Box::new(Unpacking(decoder, "zstd")), MAX_UNPACKED));
    }
    Ok((Box::new(whole), MAX_LEN))
}

/// A decompressor, whose own messages are about its internals.
struct Unpacking<R>(R, &'static str);

impl<R: Read> Read for Unpacking<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(into).map_err(|_| broken(self.1))
    }
}

fn broken(format: &str) -> std::io::Error {
    std::io::Error::other(format!("truncated or corrupt {format} data"))
}

/// Returns whether the path stands for standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the name of an input in findings.
pub(crate) fn name(path: &Path) -> &Path {
    if is_stdin(path) {
        Path::new(STDIN)
    } else {
        path
    }
}

/// Returns whether a file is compressed, or a Wasm module: by its first bytes, because names may be wrong. Only a regular file
/// is looked into, because others can be read only once.
pub(crate) fn is_binary(path: &Path) -> bool {
    let start = || -> std::io::Result<Vec<u8>> {
        let mut start = Vec::new();
        if path.metadata()?.is_file() {
            std::fs::File::open(path)?.take(4).read_to_end(&mut start)?;
        }
        Ok(start)
    };
    let is_packed = |ext: &std::ffi::OsStr| ext == "gz" || ext == "zst";
    // A file that cannot be read is reported by whoever reads it.
    let start = start().unwrap_or_default();
    let is_one_of = |magics: &[&[u8]]| magics.iter().any(|magic| start.starts_with(magic));
    is_one_of(&[GZIP, ZSTD, wasm::MAGIC]) || path.extension().is_some_and(is_packed)
}

/// Returns the content as text.
pub(crate) fn text(path: &Path) -> Result<String> {
    to_text(path, bytes(path)?)
}

/// Returns the content of an interface or a file of assertions, which must not be compressed, as text.
pub(crate) fn uncompressed_text(path: &Path) -> Result<String> {
    let content = content(path).map_err(|failure| failure.coded(Code::UnreadableFile))?;
    if wasm::is_module(&content) {
        let name = name(path);
        let hint = format!(
            "a Wasm module; its interface is formatted by: didc wasm extract {} | didc fmt -",
            path.display()
        );
        return Err(Failure::file(name, hint));
    }
    if content.starts_with(GZIP) || content.starts_with(ZSTD) {
        return Err(Failure::file(name(path), "compressed; decompress it first"));
    }
    to_text(path, content)
}

/// Returns the content of a file as text.
pub(crate) fn to_text(path: &Path, bytes: Vec<u8>) -> Result<String> {
    if wasm::is_module(&bytes) {
        return Err(Failure::file(name(path), "a Wasm module, not text"));
    }
    String::from_utf8(bytes).map_err(|error| {
        Failure::file(name(path), format_args!("not text: {}", error.utf8_error()))
    })
}

/// Returns an argument, or standard input if there is none or it is `-`, with its name for findings.
pub(crate) fn argument(argument: Option<&str>, what: &'static str) -> Result<Source> {
    match argument {
        Some(text) if text != "-" => Ok(Source {
            name: what,
            text: text.into(),
            is_argument: true,
        }),
        _ => Ok(Source {
            name: STDIN,
            text: text(Path::new("-"))?,
            is_argument: false,
        }),
    }
}

/// A text and its origin.
pub(crate) struct Source {
    pub(crate) name: &'static str,
    pub(crate) text: String,
    pub(crate) is_argument: bool,
}

impl Source {
    /// Converts failures about the text to failures of the command line, if the text was an argument, with a hint if that is
    /// the name of a file.
    pub(crate) fn blame<T>(&self, result: Result<T>) -> Result<T> {
        if !self.is_argument {
            return result;
        }
        result.map_err(|failure| source::file_hint(failure.in_argument(), &self.text, "<"))
    }
}

/// Decompresses bytes, if they are compressed, and returns how they were.
pub(crate) fn unpacked(bytes: Vec<u8>) -> std::io::Result<(Vec<u8>, Option<Packing>)> {
    if bytes.starts_with(GZIP) {
        let decoder = flate2::read::MultiGzDecoder::new(&bytes[..]);
        let unpacked = start_of(decoder, MAX_UNPACKED).map_err(|_| broken("gzip"))?;
        return Ok((at_most(unpacked, MAX_UNPACKED)?, Some(Packing::Gzip)));
    }
    if bytes.starts_with(ZSTD) {
        let decoder =
            ruzstd::decoding::StreamingDecoder::new(&bytes[..]).map_err(|_| broken("zstd"))?;
        let unpacked = start_of(decoder, MAX_UNPACKED).map_err(|_| broken("zstd"))?;
        return Ok((at_most(unpacked, MAX_UNPACKED)?, Some(Packing::Zstd)));
    }
    Ok((bytes, None))
}

fn all_of(reader: impl Read, most: u64) -> std::io::Result<Vec<u8>> {
    at_most(start_of(reader, most)?, most)
}

/// Returns the first `most` bytes and, if there are more, one more.
fn start_of(reader: impl Read, most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn at_most(bytes: Vec<u8>, most: u64) -> std::io::Result<Vec<u8>> {
    if bytes.len() as u64 > most {
        let hint = match most {
            MAX_UNPACKED => " after decompression",
            _ => "",
        };
        let message = format!("more than {} MiB{hint}", most >> 20);
        return Err(std::io::Error::other(message));
    }
    Ok(bytes)
}
