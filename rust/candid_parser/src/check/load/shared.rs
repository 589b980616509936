//! Files that several programs import, each read and parsed once.

use super::loader::Loader;
use crate::syntax::ast::Prog;
use crate::syntax::parse::Parsed;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io::Result;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Limit on the number of bytes of paths and contents that are kept. Other files are read each time.
const MAX_KEPT: usize = 64 * 1024 * 1024;

/// What is known of files: where their paths lead, their contents and their trees. It is for one loader.
#[derive(Debug, Default)]
pub struct Cache {
    canonical: RefCell<HashMap<PathBuf, PathBuf>>,
    imported: RefCell<HashMap<PathBuf, PathBuf>>,
    files: RefCell<HashMap<PathBuf, Content>>,
    /// The number of bytes that are kept.
    n_kept: Cell<usize>,
}

#[derive(Debug)]
struct Content {
    bytes: Vec<u8>,
    parsed: Option<Parsed<Arc<Prog>>>,
}

/// A loader for many programs that import each other: each file is looked for, read and parsed once. Changes of files that have
/// been read are not seen. What it keeps is bounded. The types of each program are still its own: all that it reaches;
/// [`Interfaces`](super::super::Interfaces) does not make them.
///
/// # Examples
///
/// ```
/// use candid_parser::check::{self, Cache, Memory, Shared};
/// use std::path::Path;
///
/// let files = Memory::from_iter([
///     ("fees.did", "type Fee = nat;"),
///     ("a.did", "import \"fees.did\"; service : { a : () -> (Fee) }"),
///     ("b.did", "import \"fees.did\"; service : { b : () -> (Fee) }"),
/// ]);
/// let cache = Cache::default();
/// let shared = Shared::new(&files, &cache);
/// let a = check::file(&shared, Path::new("a.did"))?;
/// let b = check::file(&shared, Path::new("b.did"))?;
/// assert!(std::sync::Arc::ptr_eq(&a.files[1].prog, &b.files[1].prog));
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub struct Shared<'a> {
    loader: &'a dyn Loader,
    cache: &'a Cache,
}

impl<'a> Shared<'a> {
    /// Returns a loader that keeps what another one has read.
    #[must_use]
    pub fn new(loader: &'a dyn Loader, cache: &'a Cache) -> Self {
        Shared { loader, cache }
    }
}

impl Cache {
    /// Returns whether so many more bytes may be kept, and counts them.
    fn keeps(&self, n: usize) -> bool {
        let n_kept = self.n_kept.get().saturating_add(n);
        let is_within = n_kept <= MAX_KEPT;
        if is_within {
            self.n_kept.set(n_kept);
        }
        is_within
    }

    /// Returns where a path leads, which is looked for once if it leads anywhere.
    fn lookup(
        &self,
        known: &RefCell<HashMap<PathBuf, PathBuf>>,
        path: &Path,
        look: impl FnOnce(&Path) -> Result<PathBuf>,
    ) -> Result<PathBuf> {
        if let Some(found) = known.borrow().get(path) {
            return Ok(found.clone());
        }
        let found = look(path)?;
        if self.keeps(path.as_os_str().len() + found.as_os_str().len()) {
            let mut known = known.borrow_mut();
            known.insert(path.to_path_buf(), found.clone());
        }
        Ok(found)
    }
}

impl Loader for Shared<'_> {
    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        let known = &self.cache.canonical;
        self.cache
            .lookup(known, path, |path| self.loader.canonical(path))
    }

    fn import(&self, path: &Path) -> Result<PathBuf> {
        let known = &self.cache.imported;
        self.cache
            .lookup(known, path, |path| self.loader.import(path))
    }

    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>> {
        if let Some(file) = self.cache.files.borrow().get(path) {
            return Ok(file.bytes.clone());
        }
        let bytes = self.loader.read(path, limit)?;
        // Of a file that is longer, this may be a part.
        let is_whole = u64::try_from(bytes.len()).is_ok_and(|len| len < limit);
        if is_whole && self.cache.keeps(bytes.len()) {
            let content = Content {
                bytes: bytes.clone(),
                parsed: None,
            };
            let mut files = self.cache.files.borrow_mut();
            files.insert(path.to_path_buf(), content);
        }
        Ok(bytes)
    }

    fn parse(&self, path: &Path, text: &str) -> Parsed<Arc<Prog>> {
        let mut files = self.cache.files.borrow_mut();
        // A text may have been given instead of the file.
        let file = files.get_mut(path);
        let Some(file) = file.filter(|file| file.bytes == text.as_bytes()) else {
            return self.loader.parse(path, text);
        };
        let parsed = &mut file.parsed;
        let parsed = parsed.get_or_insert_with(|| self.loader.parse(path, text));
        parsed.clone()
    }
}
