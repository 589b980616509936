//! `file` URIs and paths.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Returns the path of a `file` URI on this machine; nothing for documents that are not files.
pub(crate) fn to_path(uri: &str) -> Option<PathBuf> {
    let (scheme, rest) = uri.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let rest = rest.strip_prefix("//").map_or(Some(rest), |rest| {
        let slash = rest.find('/')?;
        let (host, path) = rest.split_at(slash);
        (host.is_empty() || host.eq_ignore_ascii_case("localhost")).then_some(path)
    })?;
    let mut path = percent_decode(rest)?;
    if cfg!(windows) {
        path = path.strip_prefix('/').unwrap_or(&path).to_string();
    }
    let is_absolute = !path.contains('\0') && Path::new(&path).is_absolute();
    is_absolute.then(|| PathBuf::from(path))
}

/// Returns the URI of an absolute path.
pub(crate) fn of_path(path: &Path) -> String {
    let mut uri = "file://".to_string();
    if cfg!(windows) {
        uri.push('/');
    }
    for byte in path.as_os_str().as_encoded_bytes() {
        match *byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(char::from(*byte));
            }
            b'\\' if cfg!(windows) => uri.push('/'),
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// Replaces `%41` by `A`; nothing if the result is not UTF-8.
fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *first == b'%');
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        let code = code.filter(|code| code.bytes().all(|b| b.is_ascii_hexdigit()));
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::{of_path, to_path};
    use std::path::Path;

    #[test]
    fn paths() {
        for (uri, path) in [
            ("file:///w/a.did", Some("/w/a.did")),
            ("file:///w/a%20b%C3%A9.did", Some("/w/a bé.did")),
            ("file:///w/a%zz%.did", Some("/w/a%zz%.did")),
            ("FILE://localhost/w/a.did", Some("/w/a.did")),
            ("file:/w/a.did", Some("/w/a.did")),
            ("file://host/w/a.did", None),
            ("file:w/a.did", None),
            ("file://", None),
            ("file:///w/%ff.did", None),
            ("file:///w/%00.did", None),
            ("untitled:a.did", None),
            ("", None),
        ] {
            assert_eq!(to_path(uri).as_deref(), path.map(Path::new), "{uri}");
        }
        let path = Path::new("/w/ä b%20#?.did");
        assert_eq!(of_path(path), "file:///w/%C3%A4%20b%2520%23%3F.did");
        assert_eq!(to_path(&of_path(path)).as_deref(), Some(path));
    }
}
