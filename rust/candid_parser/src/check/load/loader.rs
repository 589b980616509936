//! The `Loader` trait, which reads files from disk or memory.

use crate::syntax::ast::Prog;
use crate::syntax::parse::{parse_prog, Parsed};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// A source of files. Implement it to check interfaces that are not on a disk.
///
/// # Examples
///
/// ```
/// use candid_parser::check::{self, Loader};
/// use std::io::Result;
/// use std::path::{Path, PathBuf};
///
/// /// Files of a registry, each with one definition.
/// struct Registry;
///
/// impl Loader for Registry {
///     fn canonical(&self, path: &Path) -> Result<PathBuf> {
///         Ok(path.to_path_buf())
///     }
///     fn read(&self, path: &Path, _limit: u64) -> Result<Vec<u8>> {
///         let name = path.file_stem().unwrap_or_default().display();
///         Ok(format!("type {name} = nat;").into_bytes())
///     }
/// }
/// let checked = check::text(&Registry, Path::new("main.did"), "import \"Fee.did\";")?;
/// assert_eq!(checked.env.to_string(), "type Fee = nat\n");
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub trait Loader {
    /// Returns the canonical path of a file, the same for every way to write it: a file imported by two different paths
    /// is loaded once.
    ///
    /// # Errors
    ///
    /// If there is no such file.
    fn canonical(&self, path: &Path) -> Result<PathBuf>;

    /// Returns the canonical path of a file that another one imports. A loader that confines imports refuses those that are
    /// outside; by default, all files may be imported.
    ///
    /// # Errors
    ///
    /// If there is no such file, or it must not be imported.
    fn import(&self, path: &Path) -> Result<PathBuf> {
        self.canonical(path)
    }

    /// Returns the content of a file; of a file longer than `limit` bytes, at least `limit` bytes and not much more.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>>;

    /// Returns the tree of a text, which is the content of a file unless another text was given for it. A loader may keep trees,
    /// as [`Shared`](super::Shared) does.
    fn parse(&self, _path: &Path, text: &str) -> Parsed<Arc<Prog>> {
        let Parsed { tree, findings } = parse_prog(text);
        Parsed {
            tree: Arc::new(tree),
            findings,
        }
    }
}

/// The file system.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl Loader for Disk {
    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        path.canonicalize()
    }

    /// Only files are imported, and no pipes and devices, which may have no end or wait for somebody.
    fn import(&self, path: &Path) -> Result<PathBuf> {
        let path = self.canonical(path)?;
        let metadata = path.metadata()?;
        match metadata.is_file() || metadata.is_dir() {
            true => Ok(path),
            false => Err(Error::other("not a regular file")),
        }
    }

    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path)?;
        // An endless source, such as a device, must not fill the memory.
        file.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Returns the content of a file on the disk of at most `most` bytes.
pub(crate) fn read_whole(path: &Path, most: u64) -> Result<Vec<u8>> {
    let bytes = Disk.read(path, most.saturating_add(1))?;
    match u64::try_from(bytes.len()) {
        Ok(len) if len <= most => Ok(bytes),
        _ => Err(Error::other(too_long(most))),
    }
}

/// Returns what is said of an input that is longer than the limit, which is some MiB.
pub(crate) fn too_long(most: u64) -> String {
    format!("more than {} MiB", most >> 20)
}

/// Files in memory, by path. Paths are compared as written, except that `a/../b` and `./b` equal `b`.
///
/// # Examples
///
/// ```
/// use candid_parser::check::{Loader, Memory};
/// use std::path::Path;
///
/// let files = Memory::from_iter([("types/a.did", "type A = nat;")]);
/// assert!(files.canonical(Path::new("types/../types/./a.did")).is_ok());
/// assert!(files.canonical(Path::new("b.did")).is_err());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Memory {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Memory {
    /// Adds a file, or replaces it.
    pub fn insert(&mut self, path: impl AsRef<Path>, content: impl Into<Vec<u8>>) {
        self.files.insert(plain(path.as_ref()), content.into());
    }
}

impl<P: AsRef<Path>, C: Into<Vec<u8>>> FromIterator<(P, C)> for Memory {
    fn from_iter<I: IntoIterator<Item = (P, C)>>(files: I) -> Self {
        let mut memory = Memory::default();
        for (path, content) in files {
            memory.insert(path, content);
        }
        memory
    }
}

impl Loader for Memory {
    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        let path = plain(path);
        if self.files.contains_key(&path) {
            Ok(path)
        } else {
            Err(Error::new(ErrorKind::NotFound, "no such file"))
        }
    }

    fn read(&self, path: &Path, _limit: u64) -> Result<Vec<u8>> {
        let path = self.canonical(path)?;
        Ok(self.files.get(&path).cloned().unwrap_or_default())
    }
}

/// Removes `.` and `..` from a path where the text alone allows it.
pub(in crate::check) fn plain(path: &Path) -> PathBuf {
    let mut parts: Vec<OsString> = Vec::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if parts.last().is_some_and(is_folder) => {
                parts.pop();
            }
            other => parts.push(other.as_os_str().to_os_string()),
        }
    }
    parts.iter().collect()
}

/// Returns whether `..` leads out of this component: not out of the root, and not back from another `..`.
fn is_folder(part: &OsString) -> bool {
    let is_normal = |component| matches!(component, Component::Normal(_));
    Path::new(part).components().all(is_normal)
}
