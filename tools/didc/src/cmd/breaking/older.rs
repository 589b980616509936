//! Older versions of interfaces: files, folders, revisions of a Git repository, archives.

mod archive;
mod git;
mod objects;
mod tree;
mod zip;

use crate::code;
use crate::failure::{Failure, Result};
use crate::imports::Imports;
use crate::output::Output;
use crate::paths::{self, identity};
use crate::report::Report;
use crate::{files, input, reads};
use candid_parser::check::{Checked, Interfaces};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use tree::Tree;

/// How a revision is written.
const GIT: &str = "git:";

/// An older version of an interface, or of those in a folder.
pub(crate) enum Older {
    File(PathBuf),
    Folder(PathBuf),
    /// A file or folder in a revision or an archive; `None` stands for the paths of the new files.
    In(Box<Tree>, Option<PathBuf>),
}

/// A new file and its older version; one of them may be missing, but not both.
pub(crate) struct Pair {
    /// The name: of a file that is not there any more, its path in the folder.
    pub(crate) name: PathBuf,
    pub(crate) new: Option<PathBuf>,
    pub(crate) old: Option<PathBuf>,
    /// The new input that it is of, or in.
    pub(crate) input: PathBuf,
    /// Whether the file was found, not named: it is in a folder, where modules without interfaces do not count.
    pub(crate) is_found: bool,
    /// The older version of the folder that a new file was found in, if all files of it are known.
    pub(crate) folder: Option<String>,
}

impl Pair {
    /// Returns the path of the new file: the one that it would have, if it is not there any more.
    pub(crate) fn path(&self) -> PathBuf {
        match &self.new {
            Some(new) => new.clone(),
            None => {
                let path = self.input.join(&self.name);
                path.strip_prefix(".").unwrap_or(&path).to_path_buf()
            }
        }
    }
}

impl Older {
    /// Finds the older version of a new file or folder, or of several.
    pub(crate) fn find(given: &OsStr, new: &[PathBuf]) -> Result<Self> {
        Self::find_uncoded(given, new).map_err(|failure| failure.coded(code::NO_OLDER_VERSION))
    }

    fn find_uncoded(given: &OsStr, new: &[PathBuf]) -> Result<Self> {
        if let Some(revision) = given.as_encoded_bytes().strip_prefix(GIT.as_bytes()) {
            let (tree, path) = git::tree(revision, new)?;
            return Ok(Older::In(Box::new(tree), path));
        }
        let path = Path::new(given);
        if given.to_string_lossy().contains("://") && !path.exists() {
            return Err(Failure::usage(format_args!(
                "--against {}: an address, which is not read: get the file first, or use {GIT}REF",
                paths::shown(path)
            )));
        }
        if !input::is_stdin(path) && path.is_dir() {
            return Ok(Older::Folder(path.to_path_buf()));
        }
        match archive::tree(path, new)? {
            Some((tree, path)) => Ok(Older::In(Box::new(tree), path)),
            None => Ok(Older::File(path.to_path_buf())),
        }
    }

    /// Pairs the new files with the old ones: one with the version, several with those of their paths in it, and those in folders
    /// by their paths in the folders. Notes which of them are new.
    /// If one of several cannot be paired, this is a finding of it.
    pub(crate) fn pairs(
        &self,
        new: &[PathBuf],
        out: &Output,
        report: &mut Report,
    ) -> Result<Vec<Pair>> {
        let pairs = self.pairs_uncoded(new, out, report);
        pairs.map_err(|failure| failure.coded(code::NO_OLDER_VERSION))
    }

    fn pairs_uncoded(
        &self,
        new: &[PathBuf],
        out: &Output,
        report: &mut Report,
    ) -> Result<Vec<Pair>> {
        match (new, self) {
            ([new], Older::Folder(folder)) if !input::is_stdin(new) && !new.is_dir() => {
                let name = |path: &Path| path.display().to_string();
                let old = first_of(folder, new, Path::is_file, name)?;
                return self.pairs_of(new, &old, out);
            }
            ([new], Older::In(tree, Some(folder)))
                if !input::is_stdin(new) && !new.is_dir() && tree.is_folder(folder) =>
            {
                tree.may_have(folder)?;
                let old = first_of(
                    folder,
                    new,
                    |path| tree.is_file(path),
                    |path| tree.name(path),
                )?;
                return self.pairs_of(new, &old, out);
            }
            ([new], Older::File(path) | Older::Folder(path) | Older::In(_, Some(path))) => {
                return self.pairs_of(new, path, out)
            }
            _ => {}
        }
        let (mut pairs, mut seen, mut added) = (Vec::new(), HashSet::new(), Vec::new());
        let (mut has_failed, is_one) = (false, new.len() == 1);
        let mut n_named: HashMap<_, usize> = HashMap::new();
        for new in new {
            *n_named.entry(new.file_name()).or_default() += 1;
        }
        for new in new {
            // One of several files of a name is found by its path only.
            let is_only = n_named.get(&new.file_name()) == Some(&1);
            let paired = self.place(new, is_only).and_then(|old| {
                let paired = match &old {
                    Some(old) => self.pairs_of(new, old, out)?,
                    None => self.added(new)?,
                };
                Ok((paired, old.is_none()))
            });
            match paired {
                Ok((paired, is_added)) => {
                    pairs.extend(paired);
                    added.extend(is_added.then_some(new.as_path()));
                }
                Err(failure) if is_one => return Err(failure),
                Err(failure) => {
                    let failure = failure.coded(code::NO_OLDER_VERSION);
                    report.add_failure(&input::name(new).display().to_string(), failure)?;
                    has_failed = true;
                }
            }
        }
        let path = |path: &Option<PathBuf>| path.as_deref().map(identity);
        pairs.retain(|pair| seen.insert((path(&pair.new), path(&pair.old))));
        if !has_failed && pairs.iter().all(|pair| pair.old.is_none()) {
            self.may_lack(&added)?;
        }
        let mut named = HashSet::new();
        added.retain(|new| named.insert(identity(new)));
        for new in added {
            let (new, whole) = (paths::shown(new), self.whole());
            out.note(format!(
                "note: {new} is new: {whole} has nothing at its path\n"
            ));
        }
        Ok(pairs)
    }

    /// Returns a new file, or those in a new folder, without older versions.
    fn added(&self, new: &Path) -> Result<Vec<Pair>> {
        let files = match new.is_dir() {
            true => files::interfaces_and_modules_below(new)?,
            false => vec![new.to_path_buf()],
        };
        if let Err(error) = new.metadata() {
            return Err(Failure::unreadable(new, error));
        }
        // A wrong folder must not look as if it were new.
        if files.is_empty() {
            let whole = self.whole();
            let message = format_args!(
                "no .did file or module in this folder, and {whole} has nothing at its path"
            );
            return Err(Failure::file(new, message));
        }
        let pairs = files.into_iter().map(|path| Pair {
            name: path.clone(),
            new: Some(path),
            old: None,
            input: new.to_path_buf(),
            is_found: new.is_dir(),
            folder: None,
        });
        Ok(pairs.collect())
    }

    /// Fails if all files and folders are new, and more likely have other paths here: a wrong folder must not look as if everything
    /// were new. In a repository, the paths are known.
    fn may_lack(&self, new: &[&Path]) -> Result<()> {
        let whole = self.whole();
        match self {
            Older::File(_) | Older::Folder(_) => Err(Failure::new(format_args!(
                "{whole} has none of these files, by their paths or names"
            ))),
            Older::In(tree, _) => match tree.elsewhere(new) {
                None => Ok(()),
                Some((new, found)) => Err(Failure::new(format_args!(
                    "{whole} has no {}, but {}: paths must be the same, or that of one file given as FILE:path",
                    paths::shown(new),
                    paths::shown(found)
                ))),
            },
        }
    }

    /// Returns whether an older folder without interfaces is probably a wrong one: in a repository, the paths are known.
    fn must_have_interfaces(&self) -> bool {
        match self {
            Older::File(_) | Older::Folder(_) => true,
            Older::In(tree, _) => !tree.is_repository(),
        }
    }

    /// Returns the name of the whole version.
    fn whole(&self) -> String {
        match self {
            Older::File(path) | Older::Folder(path) => path.display().to_string(),
            Older::In(tree, _) => tree.name(Path::new("")).trim_end_matches('/').to_string(),
        }
    }

    /// Returns the older version of one of several new files and folders, in a folder also that of the name of the file;
    /// `None` if there is none.
    fn place(&self, new: &Path, is_only_of_name: bool) -> Result<Option<PathBuf>> {
        let usage = |message: &str| {
            Err(Failure::usage(format_args!(
                "{}: {message}",
                paths::shown(input::name(new))
            )))
        };
        if input::is_stdin(new) {
            return usage("one of several new interfaces must have a path");
        }
        let Some(plain) = tree::plain(new) else {
            return match self {
                Older::In(tree, _) => tree.place(new),
                _ => usage("one of several new interfaces must be below the current folder"),
            };
        };
        match self {
            Older::File(_) => {
                usage("several new interfaces need an older version of each: a folder, git:REF, or an archive")
            }
            Older::Folder(folder) => {
                let path = folder.join(plain);
                let named = || {
                    let path = folder.join(new.file_name()?);
                    (is_only_of_name && !new.is_dir() && path.is_file()).then_some(path)
                };
                Ok(if path.exists() { Some(path) } else { named() })
            }
            Older::In(tree, _) => tree.place(new),
        }
    }

    /// Pairs a new file with an old one, or those in a new folder with those in an old one. Warns of those that cannot be.
    fn pairs_of(&self, new: &Path, old: &Path, out: &Output) -> Result<Vec<Pair>> {
        let is_folder = !input::is_stdin(new) && new.is_dir();
        let (has_folder, what) = match self {
            Older::File(_) => (false, input::name(old).display().to_string()),
            Older::Folder(_) => (old.is_dir(), old.display().to_string()),
            Older::In(tree, _) => {
                tree.may_have(old)?;
                (tree.is_folder(old), tree.name(old))
            }
        };
        if is_folder != has_folder {
            if let (Older::File(_), false, Err(error)) =
                (self, input::is_stdin(old), old.metadata())
            {
                let failure = Failure::unreadable(old, error);
                return Err(failure.with_notes(git::revision_hint(old)));
            }
            let kind = |is_folder| if is_folder { "a folder" } else { "a file" };
            return Err(Failure::usage(format_args!(
                "{} is {}, but {what} is {}",
                paths::shown(input::name(new)),
                kind(is_folder),
                kind(has_folder)
            )));
        }
        if !is_folder {
            return Ok(vec![Pair {
                name: input::name(new).to_path_buf(),
                new: Some(new.to_path_buf()),
                old: Some(old.to_path_buf()),
                input: new.to_path_buf(),
                is_found: false,
                folder: None,
            }]);
        }
        // A link is none of the interfaces of a folder. Where a file replaces it, it is an older version, not nothing.
        let link = |relative: &Path| {
            let path = old.join(relative);
            let is_link = match self {
                Older::File(_) | Older::Folder(_) => path.is_symlink(),
                Older::In(tree, _) => tree.is_special(&path),
            };
            is_link.then_some(path)
        };
        let found = match self {
            Older::File(_) => Vec::new(),
            Older::Folder(_) => below(old)?,
            Older::In(tree, _) => {
                out.warn_of(
                    &tree.submodules(old),
                    "a submodule: its interfaces are not compared",
                );
                tree.interfaces(old)
            }
        };
        let folder = new;
        let new: BTreeMap<PathBuf, PathBuf> = below(new)?.into_iter().collect();
        if found.is_empty() && new.is_empty() {
            return Err(Failure::file(
                folder,
                "no .did file or module in this folder, nor in the old one",
            ));
        }
        // What is in a submodule is not known to be new.
        let may_be_new = |relative: &Path| match self {
            Older::In(tree, _) => tree.may_have(&old.join(relative)).is_ok(),
            _ => true,
        };
        let is_known = |(relative, _): (&PathBuf, _)| link(relative).is_some();
        if found.is_empty() && self.must_have_interfaces() && !new.iter().any(is_known) {
            return Err(Failure::new(format_args!(
                "no .did file or module in {what}: a wrong folder must not look as if everything were new"
            )));
        }
        let mut found: BTreeMap<PathBuf, PathBuf> = found.into_iter().collect();
        let mut pairs = Vec::new();
        for (relative, path) in new {
            pairs.push(Pair {
                name: path.clone(),
                old: found.remove(&relative).or_else(|| link(&relative)),
                new: Some(path),
                input: folder.to_path_buf(),
                is_found: true,
                folder: may_be_new(&relative).then(|| what.clone()),
            });
        }
        pairs.extend(found.into_iter().map(|(relative, path)| Pair {
            name: relative,
            new: None,
            old: Some(path),
            input: folder.to_path_buf(),
            is_found: true,
            folder: None,
        }));
        Ok(pairs)
    }

    /// Returns the name of an old interface in findings.
    pub(crate) fn name(&self, path: &Path) -> String {
        match self {
            Older::File(_) | Older::Folder(_) => input::name(path).display().to_string(),
            Older::In(tree, _) => tree.name(path),
        }
    }

    /// Records an old interface as read, though it is not.
    pub(crate) fn record(&self, path: &Path) -> Result<()> {
        match self {
            Older::File(_) | Older::Folder(_) => {
                reads::add(path).map_err(|error| Failure::unreadable(path, error))
            }
            Older::In(..) => Ok(()),
        }
    }

    /// Loads the texts among old interfaces, by the paths as which they are loaded.
    pub(crate) fn load_together(&self, paths: &[PathBuf], imports: &Imports) -> Result<Interfaces> {
        match self {
            Older::File(_) | Older::Folder(_) => imports.load_together(paths),
            Older::In(tree, _) => Ok(tree.load_together(paths)),
        }
    }

    /// Returns the path of an old interface as it is loaded.
    pub(crate) fn loaded_path(&self, path: &Path) -> PathBuf {
        match self {
            Older::File(_) | Older::Folder(_) => path.to_path_buf(),
            Older::In(tree, _) => tree.loaded_path(path),
        }
    }

    /// Checks an old interface; `None` is a module without one.
    pub(crate) fn load(&self, path: &Path, imports: &Imports) -> Result<Option<Checked>> {
        match self {
            Older::File(_) | Older::Folder(_) => {
                let loaded = imports.load_if_any(path);
                loaded.map_err(|failure| failure.with_notes(git::revision_hint(path)))
            }
            Older::In(tree, _) => tree.load(path),
        }
    }
}

/// Returns the file of an older version in a folder: the one of the path of the new file, or else of its name.
fn first_of(
    folder: &Path,
    new: &Path,
    is_file: impl Fn(&Path) -> bool,
    name: impl Fn(&Path) -> String,
) -> Result<PathBuf> {
    let plain = tree::plain(new);
    let file = new.file_name().map(PathBuf::from);
    let places = || plain.iter().chain(&file).map(|path| folder.join(path));
    if let Some(path) = places().find(|path| is_file(path)) {
        return Ok(path);
    }
    let mut places: Vec<_> = places().map(|path| name(&path)).collect();
    places.dedup();
    let message = format!("no older version: there is no {}", places.join(", and no "));
    Err(Failure::file(new, message))
}

/// Returns the interfaces in a folder, each with its path relative to it.
fn below(folder: &Path) -> Result<Vec<(PathBuf, PathBuf)>> {
    let files = files::interfaces_and_modules_below(folder)?;
    // The paths of those in the current folder do not begin with `.`.
    let folder = folder.strip_prefix(".").unwrap_or(folder);
    let relative = |path: &Path| match path.strip_prefix(folder) {
        Ok(path) => path.to_path_buf(),
        Err(_) => path.to_path_buf(),
    };
    Ok(files
        .into_iter()
        .map(|path| (relative(&path), path))
        .collect())
}
