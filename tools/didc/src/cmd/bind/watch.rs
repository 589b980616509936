//! The files that bindings were generated from, watched for changes.

use candid_parser::check::{Disk, Loader};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The time between two looks at the files. Events of the operating system would need a library for each system, and miss
/// changes on network drives and in containers.
const INTERVAL: Duration = Duration::from_millis(200);

/// The time of the last change and the size of a file; `None` if it is not there.
type State = Option<(SystemTime, u64)>;

/// The files that were read, or looked for, with their states before that.
#[derive(Default)]
pub(super) struct Seen(RefCell<BTreeMap<PathBuf, State>>);

impl Seen {
    /// Remembers a file that is about to be read.
    pub(super) fn add(&self, path: &Path) {
        let mut files = self.0.borrow_mut();
        if !files.contains_key(path) {
            files.insert(path.to_path_buf(), state(path));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.0.borrow().len()
    }

    /// Returns when a file has changed, or something else has.
    pub(super) fn wait(&self, has_changed: impl Fn() -> bool) {
        let is_other = |(path, before): (&PathBuf, &State)| state(path) != *before;
        loop {
            std::thread::sleep(INTERVAL);
            if self.0.borrow().iter().any(is_other) || has_changed() {
                return;
            }
        }
    }
}

fn state(path: &Path) -> State {
    let metadata = path.metadata().ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

/// Reads from the disk, also what is imported and not there yet.
impl Loader for Seen {
    fn canonical(&self, path: &Path) -> std::io::Result<PathBuf> {
        self.add(path);
        Disk.canonical(path)
    }

    fn read(&self, path: &Path, limit: u64) -> std::io::Result<Vec<u8>> {
        Disk.read(path, limit)
    }
}
