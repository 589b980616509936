//! The files that bindings were generated from, watched for changes.

use crate::paths::identity;
use candid_parser::check::Loader;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The time between two looks at the files. Events of the operating system would need a library for each system, and miss
/// changes on network drives and in containers.
const INTERVAL: Duration = Duration::from_millis(200);

/// The time of the last change and the size of a file; `None` if it is not there.
type State = Option<(SystemTime, u64)>;

/// The files that were read, or looked for, with their states before that.
pub(super) struct Seen {
    /// What reads them.
    files: Box<dyn Loader>,
    states: RefCell<HashMap<PathBuf, State>>,
    /// Those that were not taken yet.
    new: RefCell<Vec<PathBuf>>,
}

impl Seen {
    pub(super) fn new(files: Box<dyn Loader>) -> Self {
        Seen {
            files,
            states: RefCell::default(),
            new: RefCell::default(),
        }
    }

    /// Remembers a file that is about to be read.
    pub(super) fn add(&self, path: &Path) {
        let mut states = self.states.borrow_mut();
        if !states.contains_key(path) {
            states.insert(path.to_path_buf(), state(path));
            self.new.borrow_mut().push(path.to_path_buf());
        }
    }

    /// Returns the files that were added since this was called.
    pub(super) fn take_new(&self) -> Vec<PathBuf> {
        self.new.take()
    }

    /// Returns what is the same for all paths of a file, of each that was added.
    pub(super) fn identities(&self) -> HashSet<PathBuf> {
        let states = self.states.borrow();
        states.keys().map(|path| identity(path)).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.states.borrow().len()
    }

    /// Returns when a file has changed, or something else has.
    pub(super) fn wait(&self, has_changed: impl Fn() -> bool) {
        let is_other = |(path, before): (&PathBuf, &State)| state(path) != *before;
        loop {
            std::thread::sleep(INTERVAL);
            if self.states.borrow().iter().any(is_other) || has_changed() {
                return;
            }
        }
    }
}

fn state(path: &Path) -> State {
    let metadata = path.metadata().ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

/// Sees also what is imported and not there yet.
impl Loader for Seen {
    fn canonical(&self, path: &Path) -> std::io::Result<PathBuf> {
        self.add(path);
        self.files.canonical(path)
    }

    fn import(&self, path: &Path) -> std::io::Result<PathBuf> {
        self.add(path);
        self.files.import(path)
    }

    fn read(&self, path: &Path, limit: u64) -> std::io::Result<Vec<u8>> {
        self.files.read(path, limit)
    }
}
