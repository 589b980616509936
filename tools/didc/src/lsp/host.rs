//! What the server knows of the machine: files, and their versions in git. Tests have a host in memory.

use super::lints::Configured;
use crate::config::{ConfigFile, FILE_NAME};
use crate::failure::Failure;
use crate::files;
use crate::git;
use candid_parser::check::Loader;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{Error, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};
use std::process::Stdio;

/// Limits on the search for interfaces in the folders of a workspace.
const MAX_FILES: usize = 10_000;
const MAX_ENTRIES: usize = 200_000;

/// Limit on the size of a version in git.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// The machine.
pub(crate) trait Host {
    /// Returns the files.
    fn files(&self) -> &dyn Loader;

    /// Returns the paths of the interfaces in a folder and the folders in it, in a fixed order.
    fn interfaces(&self, folder: &Path) -> Vec<PathBuf>;

    /// Returns the text that a file has in the current commit of its repository.
    ///
    /// # Errors
    ///
    /// If there is none, with the reason.
    fn at_head(&self, path: &Path) -> Result<String, String>;

    /// Returns the configuration of the interfaces in a folder: the first one in it or above it, inside of the folders of the
    /// workspace.
    ///
    /// # Errors
    ///
    /// If it is invalid, with its path.
    fn config(
        &self,
        folder: &Path,
        workspace: &[PathBuf],
    ) -> Result<Option<Configured>, (PathBuf, Failure)>;
}

/// This machine: its disk, and the program `git`.
pub(crate) struct Machine {
    pub(crate) files: Box<dyn Loader + Send + Sync>,
}

impl Host for Machine {
    fn files(&self) -> &dyn Loader {
        &*self.files
    }

    fn interfaces(&self, folder: &Path) -> Vec<PathBuf> {
        let (mut found, mut n_entries) = (Vec::new(), 0);
        let mut folders = vec![folder.to_path_buf()];
        while let Some(folder) = folders.pop() {
            // A folder that cannot be read has no interfaces to offer.
            let Ok(entries) = std::fs::read_dir(&folder) else {
                continue;
            };
            for entry in entries.flatten() {
                n_entries += 1;
                if n_entries > MAX_ENTRIES || found.len() == MAX_FILES {
                    found.sort();
                    return found;
                }
                let name = entry.file_name();
                let is_skipped = files::is_left_out(&name);
                // Not the type that a link leads to: links may form cycles.
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() && !is_skipped => folders.push(entry.path()),
                    Ok(kind) if kind.is_file() && name.to_string_lossy().ends_with(".did") => {
                        found.push(entry.path())
                    }
                    _ => {}
                }
            }
        }
        found.sort();
        found
    }

    fn at_head(&self, path: &Path) -> Result<String, String> {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return Err("not a file".into());
        };
        let mut object = OsString::from("HEAD:./");
        object.push(name);
        // Not `git show`, which programs named in the configuration of a repository may convert.
        let mut child = git::command(folder)
            .args(["cat-file", "blob"])
            .arg(object)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("git: {error}"))?;
        let mut bytes = Vec::new();
        if let Some(output) = child.stdout.take() {
            let read = output.take(MAX_BYTES).read_to_end(&mut bytes);
            read.map_err(|error| format!("git: {error}"))?;
        }
        let status = child.wait().map_err(|error| format!("git: {error}"))?;
        if !status.success() {
            return Err("the file is not in HEAD".into());
        }
        String::from_utf8(bytes).map_err(|_| "the file in HEAD is not valid UTF-8".into())
    }

    fn config(
        &self,
        folder: &Path,
        workspace: &[PathBuf],
    ) -> Result<Option<Configured>, (PathBuf, Failure)> {
        let Ok(folder) = folder.canonicalize() else {
            return Ok(None);
        };
        let workspace = workspace.iter().filter_map(|path| path.canonicalize().ok());
        let workspace: Vec<PathBuf> = workspace.collect();
        // By links as little as by `..`.
        let is_inside = |path: &Path| workspace.iter().any(|root| path.starts_with(root));
        for above in folder.ancestors().take_while(|folder| is_inside(folder)) {
            let path = above.join(FILE_NAME);
            let real = path.canonicalize();
            if real.is_ok_and(|real| real.is_file() && is_inside(&real)) {
                let file = ConfigFile::load(&path).map_err(|failure| (path, failure))?;
                return Ok(Some(Configured::new(file, &folder)));
            }
        }
        Ok(None)
    }
}

/// The files of the current commit.
pub(crate) struct Head<'a> {
    host: &'a dyn Host,
    known: RefCell<HashMap<PathBuf, Result<String, String>>>,
}

impl<'a> Head<'a> {
    pub(crate) fn new(host: &'a dyn Host) -> Self {
        Head {
            host,
            known: RefCell::default(),
        }
    }

    /// Returns the text of a file.
    pub(crate) fn text(&self, path: &Path) -> Result<String, String> {
        let mut known = self.known.borrow_mut();
        let text = known.entry(normal(path));
        text.or_insert_with_key(|path| self.host.at_head(path))
            .clone()
    }
}

impl Loader for Head<'_> {
    fn canonical(&self, path: &Path) -> std::io::Result<PathBuf> {
        self.text(path).map_err(Error::other)?;
        Ok(normal(path))
    }

    fn import(&self, path: &Path) -> std::io::Result<PathBuf> {
        match self.host.files().import(path) {
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(error),
            // A file may be in the commit only.
            _ => self.canonical(path),
        }
    }

    fn read(&self, path: &Path, _limit: u64) -> std::io::Result<Vec<u8>> {
        let text = self.text(path).map_err(Error::other)?;
        Ok(text.into_bytes())
    }
}

/// Returns a path without `.` and `..`, as far as its text tells.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut parts: Vec<Component<'_>> = Vec::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(parts.last(), Some(Component::Normal(_))) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.iter().collect()
}

/// Returns a path relative to a folder, with `/` between its parts.
pub(crate) fn relative(path: &Path, folder: &Path) -> Option<String> {
    let (path, folder) = (normal(path), normal(folder));
    let common = path.components().zip(folder.components());
    let n_common = common.take_while(|(a, b)| a == b).count();
    // On another drive.
    if n_common == 0 {
        return None;
    }
    let up = folder.components().skip(n_common).map(|_| "..".to_string());
    let down = path.components().skip(n_common);
    let down = down.map(|part| part.as_os_str().to_string_lossy().into_owned());
    Some(up.chain(down).collect::<Vec<_>>().join("/"))
}
