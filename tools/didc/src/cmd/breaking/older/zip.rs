//! Archives made by zip. Their directories say what is in them, and may lie.

use super::archive::{is_of_interest, outside, MAX_FILES};
use super::git::path_of;
use super::tree::{plain, Content, MAX_LINK};
use crate::input::MAX_UNPACKED;
use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipFileHeaderRecord, ZipSliceArchive};
use std::collections::BTreeMap;
use std::io::{Error, Read, Result};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Reads the entries. Interfaces are unpacked, other files are left out.
///
/// # Errors
///
/// If the archive is broken, an entry has a path that leads out of it or is there twice, or an interface is encrypted or packed by
/// another method than deflate.
pub(super) fn files(bytes: &[u8]) -> Result<BTreeMap<PathBuf, Content>> {
    files_within(bytes, MAX_UNPACKED)
}

fn files_within(bytes: &[u8], limit: u64) -> Result<BTreeMap<PathBuf, Content>> {
    let archive = ZipArchive::from_slice(bytes).map_err(broken)?;
    let mut entries = archive.entries();
    let mut files = BTreeMap::new();
    let mut left = limit;
    let mut n_entries = 0u64;
    while let Some(entry) = entries.next_entry().map_err(broken)? {
        n_entries += 1;
        if n_entries > MAX_FILES as u64 {
            return Err(Error::other(format!("more than {MAX_FILES} files")));
        }
        if entry.is_dir() {
            continue;
        }
        let path = path(&entry)?;
        let content = if entry.mode().is_symlink() {
            let target = content(&archive, &entry, MAX_LINK);
            let target = target.map_err(|error| of_entry(&path, &error))?;
            Content::link(&path, &path_of(&target)?)
        } else if is_of_interest(&path) {
            let content = content(&archive, &entry, left);
            let content = content.map_err(|error| of_entry(&path, &error))?;
            left = left.checked_sub(content.len() as u64).ok_or_else(|| {
                let limit = limit >> 20;
                Error::other(format!("its interfaces have more than {limit} MiB"))
            })?;
            Content::Bytes(Rc::new(content))
        } else {
            continue;
        };
        if files.insert(path.clone(), content).is_some() {
            return Err(of_entry(&path, &"more than one entry"));
        }
    }
    match archive.entries_hint() {
        n if n == n_entries => Ok(files),
        n => Err(Error::other(format!(
            "its directory has {n_entries} entries, not {n}"
        ))),
    }
}

fn broken(error: rawzip::Error) -> Error {
    let mut text = error.to_string();
    // In the style of other messages.
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    Error::other(text)
}

/// Returns an error about an entry, with its name.
fn of_entry(path: &Path, reason: &dyn std::fmt::Display) -> Error {
    let path = path.display().to_string();
    Error::other(format!("{}: {reason}", crate::typing::shown(&path)))
}

/// Returns the path of an entry. Some programs write `\` between names.
fn path(entry: &ZipFileHeaderRecord<'_>) -> Result<PathBuf> {
    let path = entry.file_path();
    let path = String::from_utf8_lossy(path.as_bytes()).replace('\\', "/");
    let plain = plain(Path::new(&path)).filter(|path| *path != PathBuf::new());
    plain.ok_or_else(|| outside(Path::new(&path)))
}

/// Unpacks an entry, up to one byte more than there may be.
fn content(
    archive: &ZipSliceArchive<&[u8]>,
    entry: &ZipFileHeaderRecord<'_>,
    left: u64,
) -> Result<Vec<u8>> {
    let flags = entry.flags();
    if flags.is_encrypted() || flags.has_strong_encryption() {
        return Err(Error::other("encrypted"));
    }
    let local = archive.get_entry(entry.wayfinder()).map_err(broken)?;
    let packed = local.data();
    let mut content = Vec::new();
    let limit = left.saturating_add(1);
    let n_read = match entry.compression_method() {
        CompressionMethod::STORE => local
            .verifying_reader(packed)
            .take(limit)
            .read_to_end(&mut content),
        CompressionMethod::DEFLATE => local
            .verifying_reader(DeflateDecoder::new(packed))
            .take(limit)
            .read_to_end(&mut content),
        method => {
            let method = method.as_u16();
            let reason = format!("packed by method {method}, and only deflate can be unpacked");
            return Err(Error::other(reason));
        }
    };
    n_read.map_err(|_| Error::other("truncated or corrupt data"))?;
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::is_zip;
    use std::io::Write;

    /// An entry of an archive.
    struct Entry<'a> {
        name: &'a [u8],
        content: &'a [u8],
        packed: Vec<u8>,
        method: CompressionMethod,
        flags: u16,
        mode: u32,
        is_zip64: bool,
    }

    fn entry<'a>(name: &'a str, content: &'a [u8]) -> Entry<'a> {
        Entry {
            name: name.as_bytes(),
            content,
            packed: content.to_vec(),
            method: CompressionMethod::STORE,
            flags: 0,
            mode: 0o100_644,
            is_zip64: false,
        }
    }

    fn deflated<'a>(name: &'a str, content: &'a [u8]) -> Entry<'a> {
        let level = flate2::Compression::best();
        let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), level);
        encoder.write_all(content).unwrap();
        Entry {
            packed: encoder.finish().unwrap(),
            method: CompressionMethod::DEFLATE,
            ..entry(name, content)
        }
    }

    fn link<'a>(name: &'a str, target: &'a [u8]) -> Entry<'a> {
        Entry {
            mode: 0o120_777,
            ..entry(name, target)
        }
    }

    fn size(n: usize) -> [u8; 4] {
        u32::try_from(n).unwrap().to_le_bytes()
    }

    /// Returns an archive, whose directory says that there are `more` entries more.
    fn archive(entries: &[Entry<'_>], more: u16) -> Vec<u8> {
        let (mut bytes, mut directory) = (Vec::new(), Vec::new());
        for entry in entries {
            let mut crc = flate2::Crc::new();
            crc.update(entry.content);
            let offset = bytes.len();
            let (packed, content) = (entry.packed.len(), entry.content.len());
            let wide = |n: usize| if entry.is_zip64 { [0xff; 4] } else { size(n) };
            let mut extra = Vec::new();
            if entry.is_zip64 {
                extra.extend([1, 0, 16, 0]);
                extra.extend((content as u64).to_le_bytes());
                extra.extend((packed as u64).to_le_bytes());
            }
            let mut common = Vec::new();
            common.extend([if entry.is_zip64 { 45 } else { 20 }, 0]);
            common.extend(entry.flags.to_le_bytes());
            common.extend(entry.method.as_u16().to_le_bytes());
            // The time and the day.
            common.extend([0, 0, 0x21, 0]);
            common.extend(crc.sum().to_le_bytes());
            common.extend(wide(packed));
            common.extend(wide(content));
            common.extend(u16::try_from(entry.name.len()).unwrap().to_le_bytes());
            common.extend(u16::try_from(extra.len()).unwrap().to_le_bytes());
            bytes.extend(b"PK\x03\x04");
            bytes.extend(&common);
            bytes.extend(entry.name);
            bytes.extend(&extra);
            bytes.extend(&entry.packed);
            directory.extend(b"PK\x01\x02\x14\x03");
            directory.extend(&common);
            // No comment, the first disk, no attributes of DOS.
            directory.extend([0; 6]);
            directory.extend((entry.mode << 16).to_le_bytes());
            directory.extend(size(offset));
            directory.extend(entry.name);
            directory.extend(&extra);
        }
        let n = (u16::try_from(entries.len()).unwrap() + more).to_le_bytes();
        let start = bytes.len();
        bytes.extend(&directory);
        bytes.extend(b"PK\x05\x06\0\0\0\0");
        bytes.extend([n, n].concat());
        bytes.extend(size(directory.len()));
        bytes.extend(size(start));
        bytes.extend([0, 0]);
        bytes
    }

    /// Returns what is in an archive, one line for each file.
    fn listed(bytes: &[u8]) -> String {
        assert!(is_zip(bytes));
        match files_within(bytes, 4 << 20) {
            Ok(files) => {
                let line = |(path, content): (PathBuf, Content)| match content {
                    Content::Bytes(bytes) => format!("{} {}", path.display(), bytes.len()),
                    Content::LinkTo(Some(to)) => format!("{} -> {}", path.display(), to.display()),
                    _ => format!("{} leads out", path.display()),
                };
                files.into_iter().map(line).collect::<Vec<_>>().join("; ")
            }
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn entries() {
        let text = b"service : {}";
        let with = |change: fn(&mut Entry<'_>)| {
            let mut entry = deflated("a.did", text);
            change(&mut entry);
            archive(&[entry], 0)
        };
        let rows = [
            (archive(&[], 0), ""),
            (
                archive(
                    &[
                        entry("d/", b""),
                        entry("d/stored.did", text),
                        deflated("./d/b.did", text),
                        entry("d/note.txt", b"not an interface"),
                        deflated("d\\c.did", b""),
                    ],
                    0,
                ),
                "d/b.did 12; d/c.did 0; d/stored.did 12",
            ),
            (with(|e| e.is_zip64 = true), "a.did 12"),
            (
                archive(&[link("d/a.did", b"../b.did")], 0),
                "d/a.did -> b.did",
            ),
            (archive(&[link("a.did", b"../b.did")], 0), "a.did leads out"),
            (archive(&[link("a.did", b"/b.did")], 0), "a.did leads out"),
            (with(|e| e.name = b"\xff.did"), "\u{fffd}.did 12"),
            (
                with(|e| e.name = b"../a.did"),
                "error: an entry is outside of the archive: \"../a.did\"",
            ),
            (
                with(|e| e.name = b"d/..\\..\\a.did"),
                "error: an entry is outside of the archive: \"d/../../a.did\"",
            ),
            (
                with(|e| e.name = b"/etc/a.did"),
                "error: an entry is outside of the archive: \"/etc/a.did\"",
            ),
            (
                with(|e| e.name = b""),
                "error: an entry is outside of the archive: \"\"",
            ),
            (with(|e| e.flags = 1), "error: a.did: encrypted"),
            (
                with(|e| e.method = CompressionMethod::BZIP2),
                "error: a.did: packed by method 12, and only deflate can be unpacked",
            ),
            (
                with(|e| e.packed.truncate(5)),
                "error: a.did: truncated or corrupt data",
            ),
            (
                with(|e| e.content = b"other"),
                "error: a.did: truncated or corrupt data",
            ),
            (
                archive(&[entry("a.did", text), entry("./a.did", b"other")], 0),
                "error: a.did: more than one entry",
            ),
            (
                archive(&[entry("a.did", text)], 1),
                "error: its directory has 1 entries, not 2",
            ),
            (with(|e| e.name = b"\x1b[31m.did"), "\u{1b}[31m.did 12"),
            (
                archive(&[entry("\u{1b}.did", text), entry("\u{1b}.did", text)], 0),
                "error: \"\\u{1b}.did\": more than one entry",
            ),
        ];
        for (bytes, expected) in rows {
            assert_eq!(listed(&bytes), expected);
        }
        let whole = with(|_| {});
        for len in 4..whole.len() {
            assert!(listed(&whole[..len]).starts_with("error: "), "{len}");
        }
    }

    /// Small archives do not fill the memory: neither one file, nor many.
    #[test]
    fn bombs() {
        let part = vec![b' '; 3 << 19];
        let one = deflated("a.did", &part);
        let packed = one.packed.clone();
        let names = ["b.did", "c.did"];
        let others = names.map(|name| Entry {
            packed: packed.clone(),
            method: CompressionMethod::DEFLATE,
            ..entry(name, &part)
        });
        let [two, three] = others;
        let bytes = archive(&[one, two, three], 0);
        assert!(bytes.len() < 10_000);
        assert_eq!(listed(&bytes), "error: its interfaces have more than 4 MiB");
        // A directory that lies about sizes.
        let lie = Entry {
            content: b"small",
            packed,
            method: CompressionMethod::DEFLATE,
            ..entry("a.did", b"")
        };
        assert_eq!(
            listed(&archive(&[lie], 0)),
            "error: a.did: truncated or corrupt data"
        );
    }
}
