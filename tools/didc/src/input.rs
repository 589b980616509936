//! Input of commands: files, standard input, command-line arguments; compressed or not.

mod zstd;

use crate::code;
use crate::failure::{Failure, Result};
use crate::source::{self, Origin};
use crate::{paths, reads, trace, typing, wasm};
use std::cell::Cell;
use std::io::{BufReader, Cursor, Read};
use std::path::Path;
use zstd::MAGIC as ZSTD;

/// Maximum size of an uncompressed input, in bytes: larger ones are not interfaces or messages.
pub(crate) const MAX_LEN: u64 = 1 << 30;

/// Maximum size of a compressed input after decompression: some kilobytes must not fill the memory.
pub(crate) const MAX_UNPACKED: u64 = 256 << 20;

/// The same for all compressed files of a command, or in an archive or a revision: an archive that is compressed itself may have any
/// number of them.
pub(crate) const MAX_UNPACKED_OF_ALL: u64 = 1 << 30;

const GZIP: &[u8] = &[0x1f, 0x8b];

/// Packed inputs that are not unpacked: the format, its first bytes, and what follows them after another one.
const OTHERS: [(&str, &[u8], &[u8]); 3] = [
    ("xz", b"\xfd7zXZ\0", b""),
    ("bzip2", b"BZh", b"1AY&SY"),
    ("lz4", b"\x04\x22\x4d\x18", b""),
];

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

/// Returns the same as [`bytes`], of as many bytes as are left for what is decompressed of several files.
pub(crate) fn bytes_within(path: &Path, left: &Cell<u64>) -> Result<Vec<u8>> {
    unpacked_of(content(path)?, left).map_err(|error| Failure::unreadable(name(path), error))
}

/// Returns the same as [`bytes`], and how it was compressed.
pub(crate) fn unpacked_bytes(path: &Path) -> Result<(Vec<u8>, Option<Packing>)> {
    unpacked(content(path)?).map_err(|error| Failure::unreadable(name(path), error))
}

/// Returns the content of a file, or of standard input for `-`, without decompressing it.
fn content(path: &Path) -> Result<Vec<u8>> {
    all_of(open(path)?, MAX_LEN).map_err(|error| Failure::unreadable(name(path), error))
}

/// Opens a file, or standard input for `-`.
fn open(path: &Path) -> Result<Box<dyn Read>> {
    trace::say(format_args!("reads {}", paths::shown(name(path))));
    if !is_stdin(path) {
        let file = reads::add(path).and_then(|()| std::fs::File::open(path));
        return Ok(Box::new(
            file.map_err(|error| Failure::unreadable(path, error))?,
        ));
    }
    reads::add_stdin().map_err(Failure::usage)?;
    Ok(Box::new(std::io::stdin().lock()))
}

/// Opens a file, or standard input for `-`, to be decompressed as it is read; with the limit on the length of what is read at
/// once.
pub(crate) fn unpacking(path: &Path) -> Result<(Box<dyn Read>, u64)> {
    let failed = |error| Failure::unreadable(name(path), error);
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
    let packing = Packing::of(&start);
    let whole = Cursor::new(start).chain(reader);
    Ok(match packing {
        Some(packing) => (packing.unpacking(whole), MAX_UNPACKED),
        None => (Box::new(whole), MAX_LEN),
    })
}

impl Packing {
    /// Returns how an input is packed that begins so. The first two bytes suffice.
    fn of(start: &[u8]) -> Option<Self> {
        let mut known = [(GZIP, Packing::Gzip), (ZSTD, Packing::Zstd)].into_iter();
        let found = known.find(|(magic, _)| start.get(..2) == magic.get(..2));
        found.map(|(_, packing)| packing)
    }

    /// Returns the content of a packed input: of all members or frames, one after the other, as the programs gzip and zstd
    /// unpack them.
    fn unpacking<'a>(self, packed: impl Read + 'a) -> Box<dyn Read + 'a> {
        match self {
            Packing::Gzip => Box::new(Gunzip(flate2::read::MultiGzDecoder::new(packed))),
            Packing::Zstd => Box::new(zstd::Frames::of(BufReader::new(packed))),
        }
    }
}

/// A decompressor, whose own messages are about its internals.
struct Gunzip<R>(R);

impl<R: Read> Read for Gunzip<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let read = self.0.read(into);
        read.map_err(|_| std::io::Error::other("truncated or corrupt gzip data"))
    }
}

/// Returns the format of a packed input that is not unpacked.
fn other_packing(bytes: &[u8]) -> Option<&'static str> {
    let is_so = |magic: &[u8], more: &[u8]| {
        let rest = bytes.strip_prefix(magic);
        rest.is_some_and(|rest| {
            more.is_empty() || rest.get(1..).is_some_and(|rest| rest.starts_with(more))
        })
    };
    let found = OTHERS.iter().find(|(_, magic, more)| is_so(magic, more));
    found.map(|(format, ..)| *format)
}

/// Returns the reason why an input of such a format cannot be read.
fn not_unpacked(format: &str) -> String {
    format!("compressed with {format}, which is not unpacked; gzip and zstd are")
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
            let longest = TAR_MARK.end as u64;
            std::fs::File::open(path)?
                .take(longest)
                .read_to_end(&mut start)?;
        }
        Ok(start)
    };
    let is_packed = |ext: &std::ffi::OsStr| ext == "gz" || ext == "zst";
    // A file that cannot be read is reported by whoever reads it.
    let start = start().unwrap_or_default();
    let is_one_of = |magics: &[&[u8]]| magics.iter().any(|magic| start.starts_with(magic));
    is_one_of(&[GZIP, ZSTD, wasm::MAGIC])
        || is_archive(&start)
        || other_packing(&start).is_some()
        || path.extension().is_some_and(is_packed)
}

/// Returns the content as text.
pub(crate) fn text(path: &Path) -> Result<String> {
    to_text(path, bytes(path)?)
}

/// Returns the content of an interface or a file of assertions, which must not be compressed, as text.
pub(crate) fn uncompressed_text(path: &Path) -> Result<String> {
    let content = content(path)?;
    let packing = packing_of(&content);
    let start = packing.and_then(|packing| {
        let unpacked = packing.unpacking(&content[..]);
        all_of(unpacked.take(wasm::MAGIC.len() as u64), MAX_LEN).ok()
    });
    if wasm::is_module(start.as_deref().unwrap_or(&content)) {
        let name = name(path);
        let hint = format!(
            "a Wasm module; its interface is formatted by: didc wasm extract {} | didc fmt -",
            paths::shown(path)
        );
        return Err(Failure::file(name, hint).with_code(code::WRONG_KIND_OF_FILE));
    }
    if packing.is_some() {
        let failure = Failure::file(name(path), "compressed; decompress it first");
        return Err(failure.with_code(code::WRONG_KIND_OF_FILE));
    }
    if wasm::is_named_as_module(path) {
        return Err(typing::not_a_module(path));
    }
    to_text(path, content)
}

/// The place of the mark of an archive made by tar.
const TAR_MARK: std::ops::Range<usize> = 257..262;

/// Returns whether bytes are those of an archive made by tar, without its compression.
pub(crate) fn is_tar(bytes: &[u8]) -> bool {
    bytes.get(TAR_MARK) == Some(b"ustar")
}

/// Returns whether bytes are those of an archive made by zip.
pub(crate) fn is_zip(bytes: &[u8]) -> bool {
    // An empty one has only its end.
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

fn is_archive(bytes: &[u8]) -> bool {
    is_tar(bytes) || is_zip(bytes)
}

/// Returns the content of a file as text.
pub(crate) fn to_text(path: &Path, bytes: Vec<u8>) -> Result<String> {
    if wasm::is_module(&bytes) {
        let failure = Failure::file(name(path), "a Wasm module, not text");
        return Err(failure.with_code(code::WRONG_KIND_OF_FILE));
    }
    if is_archive(&bytes) {
        let failure = Failure::file(name(path), "an archive, not text");
        let failure = failure.with_code(code::WRONG_KIND_OF_FILE);
        let hint =
            "an interface is compared with that in an archive by: didc breaking NEW --against";
        return Err(failure.with_note(format_args!("{hint} {}", paths::shown(path))));
    }
    let bytes = not_packed(bytes).map_err(|error| Failure::unreadable(name(path), error))?;
    if packing_of(&bytes).is_some() {
        let failure = Failure::file(name(path), "compressed twice; decompress it first");
        return Err(failure.with_code(code::WRONG_KIND_OF_FILE));
    }
    String::from_utf8(bytes).map_err(|error| {
        let reason = error.utf8_error();
        Failure::not_utf8(name(path), error.as_bytes(), reason)
    })
}

/// Removes the mark that editors on Windows begin files with.
pub(crate) fn without_mark(text: String) -> String {
    match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_string(),
        None => text,
    }
}

/// Returns an argument, or the content of a file if there is none or it is `-`, with its name for findings.
pub(crate) fn argument(argument: Option<&str>, what: &str, file: &Path) -> Result<Source> {
    match argument {
        Some(text) if text != "-" => Ok(Source {
            name: what.to_string(),
            text: text.into(),
            origin: Origin::Argument,
        }),
        _ => Ok(Source {
            name: name(file).display().to_string(),
            text: without_mark(text(file)?),
            origin: Origin::File,
        }),
    }
}

/// A text and its origin.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) origin: Origin,
}

impl Source {
    /// Converts failures about the text to failures of the command line, if the text was an argument, with a hint if that is
    /// the name of a file.
    pub(crate) fn blame<T>(&self, result: Result<T>) -> Result<T> {
        result.map_err(|failure| self.hint(self.origin.blame(failure)))
    }

    /// Adds the hint.
    pub(crate) fn hint(&self, failure: Failure) -> Failure {
        match self.origin {
            Origin::Argument => source::file_hint(failure, &self.text),
            Origin::File => failure,
        }
    }
}

/// Decompresses bytes, if they are compressed, and returns how they were.
pub(crate) fn unpacked(bytes: Vec<u8>) -> std::io::Result<(Vec<u8>, Option<Packing>)> {
    let packing = packing_of(&bytes);
    Ok((unpacked_of(bytes, &Cell::new(MAX_UNPACKED))?, packing))
}

/// Decompresses bytes, if they are compressed, to as many as are left of those of several files.
pub(crate) fn unpacked_of(bytes: Vec<u8>, left: &Cell<u64>) -> std::io::Result<Vec<u8>> {
    let Some(packing) = packing_of(&bytes) else {
        return not_packed(bytes);
    };
    let most = left.get().min(MAX_UNPACKED);
    let mut unpacked = Vec::new();
    let packed = packing.unpacking(&bytes[..]);
    let read = packed.take(most + 1).read_to_end(&mut unpacked);
    // Also for what is corrupt at its end.
    left.set(left.get().saturating_sub(unpacked.len() as u64));
    read?;
    match unpacked.len() as u64 > most {
        false => Ok(unpacked),
        true if most == MAX_UNPACKED => Err(too_long(most, " after decompression")),
        true => Err(too_long(
            MAX_UNPACKED_OF_ALL,
            " after decompression, with the files before it",
        )),
    }
}

/// Returns bytes, unless they are packed in another way.
fn not_packed(bytes: Vec<u8>) -> std::io::Result<Vec<u8>> {
    match other_packing(&bytes) {
        Some(format) => Err(std::io::Error::other(not_unpacked(format))),
        None => Ok(bytes),
    }
}

/// Returns how bytes are packed.
fn packing_of(bytes: &[u8]) -> Option<Packing> {
    let is_packed = bytes.starts_with(GZIP) || bytes.starts_with(ZSTD);
    Packing::of(bytes).filter(|_| is_packed)
}

fn too_long(most: u64, when: &str) -> std::io::Error {
    std::io::Error::other(format!("more than {} MiB{when}", most >> 20))
}

/// Returns all that can be read, which must not be more than `most` bytes: what has no end does not fill the memory.
fn all_of(reader: impl Read, most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(too_long(most, "")),
        false => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// A packed input, and its content.
    type Row = (Vec<u8>, std::result::Result<Vec<u8>, &'static str>);

    fn zstd(content: &[u8]) -> Vec<u8> {
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        ruzstd::encoding::compress_to_vec(content, level)
    }

    fn gzip(content: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    /// Packed data has all its frames or members, as a whole and as a stream.
    #[test]
    fn frames_and_members() {
        // A frame without content, which programs may skip.
        let skippable = b"\x5a\x2a\x4d\x18\x03\0\0\0abc";
        let long = vec![b'x'; 300_000];
        let (zstd_error, gzip_error) = (
            Err("truncated or corrupt zstd data"),
            Err("truncated or corrupt gzip data"),
        );
        let rows: [Row; 12] = [
            (zstd(b"one"), Ok(b"one".to_vec())),
            (
                [zstd(b"one"), zstd(b"two")].concat(),
                Ok(b"onetwo".to_vec()),
            ),
            (
                [zstd(&long), zstd(b""), zstd(&long)].concat(),
                Ok([&long[..], &long].concat()),
            ),
            (
                [&zstd(b"one")[..], skippable, &zstd(b"two"), skippable].concat(),
                Ok(b"onetwo".to_vec()),
            ),
            (
                [&zstd(b"one")[..], &skippable[..9]].concat(),
                zstd_error.clone(),
            ),
            (
                [&zstd(b"one")[..], &zstd(b"two")[..5]].concat(),
                zstd_error.clone(),
            ),
            ([&zstd(b"one")[..], b"more"].concat(), zstd_error.clone()),
            ([&zstd(b"one")[..], b"\0"].concat(), zstd_error),
            (
                [gzip(b"one"), gzip(b"two")].concat(),
                Ok(b"onetwo".to_vec()),
            ),
            (
                [&gzip(b"one")[..], &gzip(b"two")[..9]].concat(),
                gzip_error.clone(),
            ),
            ([&gzip(b"one")[..], b"more"].concat(), gzip_error),
            (b"plain".to_vec(), Ok(b"plain".to_vec())),
        ];
        let file = tempfile::NamedTempFile::new().unwrap();
        for (i, (packed, expected)) in rows.into_iter().enumerate() {
            std::fs::write(file.path(), &packed).unwrap();
            let (mut stream, _) = unpacking(file.path()).expect("it can be opened");
            let mut streamed = Vec::new();
            let streamed = stream.read_to_end(&mut streamed).map(|_| streamed);
            let whole = unpacked(packed).map(|(bytes, _)| bytes);
            let expected = expected.map_err(String::from);
            assert_eq!(whole.map_err(|error| error.to_string()), expected, "{i}");
            assert_eq!(streamed.map_err(|error| error.to_string()), expected, "{i}");
        }
    }
}
