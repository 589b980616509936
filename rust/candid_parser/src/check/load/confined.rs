//! The file system with imports confined to a folder.

use super::loader::{Disk, Loader};
use crate::diagnostic::one_line;
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

/// Limit on the length of paths that are looked for: longer ones lead nowhere on most systems.
const MAX_LEN: usize = 4096;

/// Limit on the parts and links of a path that are looked for.
const MAX_STEPS: usize = 3000;

/// The file system, in which imports must not lead out of a folder: neither by `..` or a path from the root, nor by links.
///
/// The interface itself may be anywhere. An import that leads elsewhere is an error, which does not tell whether there is such
/// a file.
///
/// # Examples
///
/// ```
/// use candid_parser::check::{self, Confined};
/// use std::path::Path;
///
/// let files = Confined::new("src").unwrap();
/// let text = "import \"../Cargo.toml\";";
/// let error = check::text(&files, Path::new("src/main.did"), text).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "src/main.did:1:8: cannot import \"../Cargo.toml\": outside of src, which imports are confined to"
/// );
/// ```
#[derive(Debug, Clone)]
pub struct Confined {
    root: PathBuf,
    /// The folder as it was written.
    written: PathBuf,
}

impl Confined {
    /// Confines imports to a folder.
    ///
    /// # Errors
    ///
    /// If there is no such folder.
    pub fn new(root: impl Into<PathBuf>) -> Result<Self> {
        let written = root.into();
        let root = written.canonicalize()?;
        match root.is_dir() {
            true => Ok(Confined { root, written }),
            false => Err(Error::new(ErrorKind::NotADirectory, "not a folder")),
        }
    }
}

impl Loader for Confined {
    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        Disk.canonical(path)
    }

    fn import(&self, path: &Path) -> Result<PathBuf> {
        let place = match Disk.canonical(path) {
            Ok(path) => Some(path),
            // It is nowhere.
            Err(error) if path.as_os_str().len() > MAX_LEN => return Err(error),
            Err(_) => existing(path),
        };
        match place.is_some_and(|place| place.starts_with(&self.root)) {
            true => Disk.import(path),
            false => Err(Error::new(
                ErrorKind::PermissionDenied,
                format!(
                    "outside of {}, which imports are confined to",
                    one_line(&self.written.to_string_lossy())
                ),
            )),
        }
    }

    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>> {
        Disk.read(path, limit)
    }
}

/// Returns where a path leads as far as it exists: the folder that a missing file would be in, also at the end of links.
fn existing(path: &Path) -> Option<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_STEPS {
        if let Ok(found) = path.canonicalize() {
            return Some(found);
        }
        let folder = path.parent()?;
        path = match path.read_link() {
            Ok(target) => folder.join(target),
            Err(_) if folder == Path::new("") => PathBuf::from("."),
            Err(_) => folder.to_path_buf(),
        };
    }
    None
}
