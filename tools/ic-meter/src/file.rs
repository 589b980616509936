//! Reading of files from the command line, with size limits: a file that is far too large, possibly only after
//! decompression, is rejected before it fills the memory.

use crate::error::{Error, Result};
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use flate2::Compression;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

/// Limit in bytes on a results or configuration file: a thousand times the size of a large one.
pub const MAX_TEXT: u64 = 16 << 20;
/// Limit in bytes on a decompressed module: five times what a replica installs.
pub const MAX_MODULE: u64 = 512 << 20;
/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Reads a text file.
///
/// # Errors
///
/// If the file cannot be read, is not UTF-8, or is larger than [`MAX_TEXT`].
pub fn read_text(path: &Path) -> Result<String> {
    let bytes = read(path, MAX_TEXT)?;
    String::from_utf8(bytes).map_err(|e| Error::Contents {
        path: path.into(),
        line: 0,
        what: format!("not UTF-8 at byte {}", e.utf8_error().valid_up_to()),
    })
}

/// Reads a module; decompresses it if it is gzipped, as a replica does.
///
/// # Errors
///
/// If the file cannot be read or decompressed, or its content is larger than [`MAX_MODULE`].
pub fn read_module(path: &Path) -> Result<Vec<u8>> {
    let bytes = read(path, MAX_MODULE)?;
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes);
    }
    bounded(path, GzDecoder::new(bytes.as_slice()), MAX_MODULE)
}

/// Returns the size of the bytes after gzip compression at the highest level.
#[must_use]
pub fn packed_len(bytes: &[u8]) -> usize {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to a vector cannot fail.
    let packed = packer.write_all(bytes).and_then(|()| packer.finish());
    packed.map_or(0, |packed| packed.len())
}

fn read(path: &Path, limit: u64) -> Result<Vec<u8>> {
    bounded(
        path,
        File::open(path).map_err(|e| Error::file(path, e))?,
        limit,
    )
}

fn bounded(path: &Path, from: impl Read, limit: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut from = from.take(limit.saturating_add(1));
    from.read_to_end(&mut bytes)
        .map_err(|e| Error::file(path, e))?;
    if bytes.len() as u64 > limit {
        return Err(Error::Contents {
            path: path.into(),
            line: 0,
            what: format!("larger than {limit} bytes"),
        });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_is_refused() {
        let rows: [(&[u8], u64, Option<&str>); 3] = [
            (b"abc", 3, None),
            (b"abcd", 3, Some("f: larger than 3 bytes")),
            (b"", 0, None),
        ];
        for (bytes, limit, expected) in rows {
            let error = bounded(Path::new("f"), bytes, limit).err();
            assert_eq!(
                error.map(|e| e.to_string()).as_deref(),
                expected,
                "{bytes:?}"
            );
        }
    }

    #[test]
    fn packing_makes_smaller() {
        assert!(packed_len(&[7; 10_000]) < 100);
    }
}
