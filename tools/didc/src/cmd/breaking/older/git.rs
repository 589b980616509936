//! Revisions of a Git repository, through the program `git`.

use super::objects::Objects;
use super::tree::{plain, Content, Tree};
use super::GIT;
use crate::failure::{Failure, Result};
use crate::git;
use crate::trace;
use crate::{input, paths};
use std::io::{Error, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Limit on the list of the files of a revision, in bytes.
const MAX_LIST: u64 = 256 << 20;

/// Returns the files of a revision, which is written as `REF` or `REF:path`, and the path: by default that of the new file, if it is
/// there.
pub(super) fn tree(revision: &[u8], all: &[PathBuf]) -> Result<(Tree, Option<PathBuf>)> {
    let new = all.first().map_or(Path::new("."), PathBuf::as_path);
    let (reference, given) = match revision.iter().position(|byte| *byte == b':') {
        Some(colon) => (&revision[..colon], Some(&revision[colon + 1..])),
        None => (revision, None),
    };
    let shown = format!("{GIT}{}", String::from_utf8_lossy(reference));
    let wrong = |message| Err(Failure::usage(format_args!("{shown:?}: {message}")));
    let Ok(reference) = std::str::from_utf8(reference) else {
        return wrong("the name of a revision must be UTF-8");
    };
    if reference.is_empty() || reference.starts_with('-') || reference.contains(char::is_control) {
        return wrong("expected a branch, a tag or a commit after git:");
    }
    let folder = folder_of(new)?;
    let fail = |error: Error| Failure::new(format_args!("{shown}: {error}"));
    let given = given.map(path_of).transpose().map_err(fail)?;
    let top = line(&folder, &["rev-parse", "--show-toplevel"]);
    let top = top.and_then(|line| line.map(|line| path_of(&line)).transpose());
    let top = top.map_err(fail)?;
    let top = match top {
        Some(top) => top,
        None => return Err(no_top(&shown, &folder)),
    };
    let commit = match reference.strip_suffix("...") {
        // As for git diff: what the current commit has in common with it.
        Some(other) => ask(&folder, &["merge-base", other, "HEAD"]),
        None => commit(&folder, reference),
    };
    let commit = commit.map_err(fail)?;
    let commit = commit.ok_or_else(|| no_commit(&shown, reference, &folder))?;
    let path = match &given {
        Some(_) if all.len() > 1 => {
            let message =
                "several new interfaces are compared with those of their paths; use git:REF";
            return Err(Failure::usage(message));
        }
        // As for git.
        Some(path) if is_from_here(path) => {
            let here = path_in(&top, Path::new("."));
            here.and_then(|here| plain(&here.join(path)))
        }
        Some(path) => plain(path),
        None if input::is_stdin(new) => {
            let message = "standard input has no path; use git:REF:path";
            return Err(Failure::usage(message));
        }
        None => path_in(&top, new),
    };
    let Some(path) = path else {
        return Err(Failure::new(format_args!(
            "{shown}: the path is not in the repository"
        )));
    };
    let list = list(&folder, &commit).map_err(fail)?;
    let entries = list.split(|byte| *byte == 0).filter(|it| !it.is_empty());
    let files = entries.map(parse).collect::<std::io::Result<_>>();
    let files = files.map_err(fail)?;
    let tree = Tree::new(&shown, files).of_repository(&top, Objects::new(folder));
    if tree.contains(&path) {
        return Ok((tree, Some(path)));
    }
    tree.may_have(&path)?;
    match given {
        // What is not there is new.
        None => Ok((tree, None)),
        Some(given) => {
            let failure = Failure::new(format_args!(
                "{shown}:{}: no such file",
                paths::shown(&path)
            ));
            let here = path_in(&top, Path::new("."));
            let here =
                here.filter(|here| *here != Path::new("") && tree.contains(&here.join(&given)));
            Err(failure.with_notes(here.map(|_| {
                format!(
                    "paths count from the root of the repository; use {shown}:./{} for the one in the current folder",
                    paths::shown(&given)
                )
            })))
        }
    }
}

/// Returns whether a path is one from the current folder, as git takes it.
fn is_from_here(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    bytes.starts_with(b"./") || bytes.starts_with(b"../")
}

/// Returns a hint for a file that does not exist, and is the name of a revision.
pub(super) fn revision_hint(path: &Path) -> Option<String> {
    let text = path.to_str().filter(|_| !path.exists())?;
    let hint = || format!("it is a revision: use --against {GIT}{text}");
    is_revision(text).then(hint)
}

/// Returns whether a text is a revision of the repository that the current folder is in, or a path in one.
fn is_revision(text: &str) -> bool {
    let asked = || ask(Path::new("."), &["rev-parse", "--verify", "--quiet", text]);
    let may_be = !text.starts_with('-') && !text.contains(char::is_control);
    may_be && asked().is_ok_and(|id| id.is_some())
}

/// Returns the commit of a revision, if there is one.
fn commit(folder: &Path, reference: &str) -> std::io::Result<Option<String>> {
    let commit = format!("{reference}^{{commit}}");
    ask(folder, &["rev-parse", "--verify", "--quiet", &commit])
}

/// Returns the failure of a revision that is not there, with what may be the reason.
fn no_commit(shown: &str, reference: &str, folder: &Path) -> Failure {
    let answer = |args: &[&str]| ask(folder, args).ok().flatten();
    let (name, is_common) = match reference.strip_suffix("...") {
        Some(name) => (name, true),
        None => (reference, false),
    };
    let failure = match is_common && matches!(commit(folder, name), Ok(Some(_))) {
        true => Failure::new(format_args!(
            "{shown}: {name} and HEAD have no commit in common"
        )),
        false => Failure::new(format_args!("{shown}: no such revision")),
    };
    let branches = format!("refs/remotes/*/{name}");
    let remote = answer(&[
        "for-each-ref",
        "--count=1",
        "--format=%(refname:short)",
        &branches,
    ]);
    let dots = if is_common { "..." } else { "" };
    let remote = remote.map(|name| format!("did you mean {GIT}{name}{dots}?"));
    let is_shallow = answer(&["rev-parse", "--is-shallow-repository"]);
    let shallow = (is_shallow.as_deref() == Some("true")).then(|| {
        "the repository is a shallow clone, which lacks most commits: run git fetch --unshallow; with actions/checkout, \
         fetch-depth: 0"
            .to_string()
    });
    failure.with_notes(remote.into_iter().chain(shallow))
}

/// Returns why git knows no work tree that a folder is in.
fn no_top(shown: &str, folder: &Path) -> Failure {
    let is_repository = ask(folder, &["rev-parse", "--git-dir"]).is_ok_and(|path| path.is_some());
    let why = match is_repository {
        true => "in a Git repository, but not in a work tree of it: a bare one has none",
        false => "not in a Git repository",
    };
    Failure::new(format_args!("{shown}: {} is {why}", paths::shown(folder)))
}

/// Returns the folder that a file is in, or the folder itself.
fn folder_of(path: &Path) -> Result<PathBuf> {
    if input::is_stdin(path) {
        return Ok(PathBuf::from("."));
    }
    if path.is_dir() {
        return Ok(path.to_path_buf());
    }
    Ok(match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_path_buf(),
        _ => PathBuf::from("."),
    })
}

/// Returns the path of a file in the repository.
pub(super) fn path_in(top: &Path, path: &Path) -> Option<PathBuf> {
    let top = top.canonicalize().ok()?;
    // Links are followed in folders, as Git has the link and not the file.
    let path = match (path.is_dir(), path.file_name(), path.parent()) {
        (false, Some(name), Some(folder)) if folder != Path::new("") => {
            folder.canonicalize().ok()?.join(name)
        }
        (false, Some(name), _) => Path::new(".").canonicalize().ok()?.join(name),
        _ => path.canonicalize().ok()?,
    };
    path.strip_prefix(top).ok().map(Path::to_path_buf)
}

fn list(folder: &Path, commit: &str) -> std::io::Result<Vec<u8>> {
    let list = read(
        folder,
        &["ls-tree", "-r", "-z", "--full-tree", commit],
        MAX_LIST + 1,
    )?;
    match list.len() as u64 > MAX_LIST {
        true => Err(Error::other("too many files")),
        false => Ok(list),
    }
}

/// Parses an entry of a list: mode, type and id, and after a tab the path.
fn parse(entry: &[u8]) -> std::io::Result<(PathBuf, Content)> {
    let parts = || {
        let tab = entry.iter().position(|byte| *byte == b'\t')?;
        let mut words = std::str::from_utf8(&entry[..tab]).ok()?.split(' ');
        let (mode, kind, id) = (words.next()?, words.next()?, words.next()?);
        let content = match (kind, mode) {
            ("blob", "120000") => Content::Link(id.to_string()),
            ("blob", mode) if mode.starts_with("100") => Content::Object(id.to_string()),
            ("commit", _) => Content::Submodule,
            _ => Content::Special,
        };
        Some((&entry[tab + 1..], content))
    };
    let (path, content) = parts().ok_or_else(unreadable)?;
    Ok((path_of(path)?, content))
}

/// Returns the path that git has as bytes.
#[cfg(unix)]
pub(super) fn path_of(bytes: &[u8]) -> std::io::Result<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    Ok(std::ffi::OsStr::from_bytes(bytes).into())
}

/// Returns the path that git has as bytes, which are text where paths are.
#[cfg(not(unix))]
pub(super) fn path_of(bytes: &[u8]) -> std::io::Result<PathBuf> {
    let path = std::str::from_utf8(bytes).map_err(|_| {
        let path = String::from_utf8_lossy(bytes);
        Error::other(format!("{path:?} is not UTF-8"))
    })?;
    Ok(PathBuf::from(path))
}

/// Returns the program, to run in a folder.
pub(super) fn command(folder: &Path, args: &[&str]) -> Command {
    trace::say(format_args!(
        "runs git -C {} {}",
        folder.display(),
        args.join(" ")
    ));
    let mut command = git::command(folder);
    command.args(args);
    command
}

/// Returns the line that git prints, as text; `None` if it fails.
fn ask(folder: &Path, args: &[&str]) -> std::io::Result<Option<String>> {
    let line = line(folder, args)?;
    Ok(line.map(|line| String::from_utf8_lossy(&line).into_owned()))
}

/// Returns the line that git prints; `None` if it fails.
fn line(folder: &Path, args: &[&str]) -> std::io::Result<Option<Vec<u8>>> {
    let output = command(folder, args).output().map_err(not_run)?;
    let line = output.stdout;
    let end = line.iter().rposition(|byte| !b"\r\n".contains(byte));
    let line = end.and_then(|end| Some(line.get(..=end)?.to_vec()));
    Ok(line.filter(|_| output.status.success()))
}

/// Returns what git prints, at most `limit` bytes.
fn read(folder: &Path, args: &[&str], limit: u64) -> std::io::Result<Vec<u8>> {
    let mut child = command(folder, args)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(not_run)?;
    let mut bytes = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        // Dropped at the limit, which ends the program.
        stdout.take(limit).read_to_end(&mut bytes)?;
    }
    let status = child.wait()?;
    match status.success() || bytes.len() as u64 == limit {
        true => Ok(bytes),
        false => Err(unreadable()),
    }
}

/// Returns the error of a program that does not print what it is asked for.
pub(super) fn unreadable() -> Error {
    Error::other("git cannot read the revision")
}

pub(super) fn not_run(error: Error) -> Error {
    Error::new(error.kind(), format!("cannot run git: {error}"))
}
