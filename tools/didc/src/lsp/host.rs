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

    /// Returns the canonical paths of folders, without those that are not there.
    fn canonical_folders(&self, folders: &[PathBuf]) -> Vec<PathBuf>;

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

    fn canonical_folders(&self, folders: &[PathBuf]) -> Vec<PathBuf> {
        let canonical = folders.iter().filter_map(|path| path.canonicalize().ok());
        canonical.collect()
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
            .map_err(not_run)?;
        let mut bytes = Vec::new();
        if let Some(output) = child.stdout.take() {
            output
                .take(MAX_BYTES + 1)
                .read_to_end(&mut bytes)
                .map_err(not_run)?;
        }
        let status = child.wait().map_err(not_run)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(format!(
                "the file in HEAD has more than {} MiB",
                MAX_BYTES >> 20
            ));
        }
        if !status.success() {
            return Err(not_there(folder).into());
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
        let workspace = self.canonical_folders(workspace);
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

fn not_run(error: Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "the program git is not found".to_string(),
        _ => format!("git: {error}"),
    }
}

/// Returns why git has no version of a file in a folder.
fn not_there(folder: &Path) -> &'static str {
    let succeeds = |args: &[&str]| {
        let mut git = git::command(folder);
        let status = git.args(args).stdout(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if !succeeds(&["rev-parse", "--git-dir"]) {
        "git finds no repository here"
    } else if !succeeds(&["rev-parse", "--verify", "--quiet", "HEAD"]) {
        "the repository has no commit"
    } else {
        "the file is not in HEAD"
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

#[cfg(test)]
mod tests {
    use super::{Host, Machine};
    use candid_parser::check::Memory;
    use std::path::Path;
    use std::process::Command;

    fn git(folder: &Path, args: &[&str]) {
        let config = ["user.name=a", "user.email=a", "protocol.file.allow=always"];
        let mut git = crate::git::command(folder);
        git.args(config.iter().flat_map(|setting| ["-c", setting]));
        let output = git
            .args(args)
            .stderr(std::process::Stdio::piped())
            .output()
            .unwrap();
        assert!(output.status.success(), "git {args:?}: {output:?}");
    }

    /// Versions in repositories of all kinds, and why there are none.
    #[test]
    fn versions_in_git() {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path();
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        let commit = |folder: &str| {
            git(&root.join(folder), &["add", "."]);
            git(&root.join(folder), &["commit", "-q", "-m", "a"]);
        };
        write("inner/part.did", "part");
        git(root, &["init", "-q", "inner"]);
        commit("inner");
        write("outer/lib/old.did", "old");
        write("outer/bytes.did", "");
        std::fs::write(root.join("outer/bytes.did"), [0xff]).unwrap();
        git(root, &["init", "-q", "outer"]);
        git(
            &root.join("outer"),
            &["submodule", "--quiet", "add", "../inner", "sub"],
        );
        commit("outer");
        git(&root.join("outer"), &["worktree", "add", "-q", "../tree"]);
        write("tree/lib/old.did", "changed");
        write("outer/lib/new.did", "new");
        std::fs::rename(
            root.join("tree/lib/old.did"),
            root.join("tree/lib/moved.did"),
        )
        .unwrap();
        write("empty/a.did", "a");
        git(root, &["init", "-q", "empty"]);
        write("none/a.did", "a");
        let machine = Machine {
            files: Box::new(Memory::default()),
        };
        let not_in_head = Err("the file is not in HEAD");
        let rows = [
            ("outer/lib/old.did", Ok("old")),
            ("outer/lib/../lib/old.did", Ok("old")),
            ("outer/sub/part.did", Ok("part")),
            ("outer/sub/new.did", not_in_head),
            // In another work tree: also of a file that is not there any more.
            ("tree/lib/old.did", Ok("old")),
            ("tree/lib/moved.did", not_in_head),
            ("tree/sub/part.did", not_in_head),
            ("outer/lib/new.did", not_in_head),
            ("outer/lib", not_in_head),
            (
                "outer/bytes.did",
                Err("the file in HEAD is not valid UTF-8"),
            ),
            ("empty/a.did", Err("the repository has no commit")),
            ("none/a.did", Err("git finds no repository here")),
            ("gone/a.did", Err("git finds no repository here")),
        ];
        for (path, expected) in rows {
            let found = machine.at_head(&root.join(path));
            let expected = expected.map(str::to_string).map_err(str::to_string);
            assert_eq!(found, expected, "{path}");
        }
    }

    /// A program that is not there is told from one that fails.
    #[test]
    fn without_git() {
        let error = Command::new("no-such-program-anywhere")
            .spawn()
            .unwrap_err();
        assert_eq!(super::not_run(error), "the program git is not found");
    }
}
