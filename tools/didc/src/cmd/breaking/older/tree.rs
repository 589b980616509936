//! The files of a revision or an archive, which imports are confined to.

use super::git;
use super::objects::Objects;
use crate::budget::Budget;
use crate::failure::{Failure, Result};
use crate::{files, input, trace, typing, wasm};
use candid_parser::check::{self, Cache, Checked, Interfaces, Loader, Shared};
use std::collections::{BTreeMap, HashMap};
use std::io::{Error, ErrorKind};
use std::ops::Bound::{Included, Unbounded};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

/// Maximum length of the path in a link, in bytes: that of Linux.
pub(super) const MAX_LINK: u64 = 4_096;

/// Files by their paths, without `.` and `..`.
pub(crate) struct Tree {
    /// What paths in findings begin with.
    root: PathBuf,
    files: BTreeMap<PathBuf, Content>,
    /// The folder of the repository, and its objects; the paths in archives are those that new files are given by.
    repository: Option<(PathBuf, Objects)>,
    budget: Budget,
    /// The files that were read: interfaces import each other.
    cache: Cache,
}

/// The content of a file.
pub(super) enum Content {
    /// The content itself, which hard links share.
    Bytes(Rc<Vec<u8>>),
    /// The object of this id.
    Object(String),
    /// A link, whose path is the object of this id.
    Link(String),
    /// A link to this path; `None` leads out.
    LinkTo(Option<PathBuf>),
    /// A commit of another repository, whose files are not here.
    Submodule,
    /// Anything else that is not a file.
    Special,
}

impl Content {
    /// Returns a link at a path to one that is relative to its folder.
    pub(super) fn link(at: &Path, target: &Path) -> Self {
        let folder = at.parent().unwrap_or(Path::new(""));
        Content::LinkTo(plain(&folder.join(target)))
    }
}

impl Tree {
    pub(super) fn new(root: impl Into<PathBuf>, files: BTreeMap<PathBuf, Content>) -> Self {
        let root = root.into();
        Tree {
            root,
            files,
            repository: None,
            budget: Budget::default(),
            cache: Cache::default(),
        }
    }

    /// Returns the tree with the folder of its repository, and the objects there.
    pub(super) fn of_repository(self, top: &Path, objects: Objects) -> Self {
        let repository = Some((top.to_path_buf(), objects));
        Tree { repository, ..self }
    }

    /// Returns the tree with paths relative to the one folder that all files are in, as archives of releases have it, if there is
    /// one.
    pub(super) fn without_top(self) -> Self {
        let Some(top) = self.top() else {
            return self;
        };
        let inside = |path: &Path| Some(path.strip_prefix(&top).ok()?.to_path_buf());
        let inner = self.files.into_iter().filter_map(|(path, content)| {
            let content = match content {
                Content::LinkTo(target) => Content::LinkTo(target.and_then(|path| inside(&path))),
                content => content,
            };
            Some((inside(&path)?, content))
        });
        let files = inner.collect();
        Tree { files, ..self }
    }

    pub(super) fn is_repository(&self) -> bool {
        self.repository.is_some()
    }

    /// Returns the one folder that all files are in, if there is one.
    pub(super) fn top(&self) -> Option<PathBuf> {
        let first = self.files.keys().next()?.components().next()?;
        let top = PathBuf::from(first.as_os_str());
        let is_below = |path: &PathBuf| path.starts_with(&top) && *path != top;
        self.files.keys().all(is_below).then_some(top)
    }

    /// Returns the path of a new file or folder; `None` if it is not here.
    pub(super) fn place(&self, new: &Path) -> Result<Option<PathBuf>> {
        let (path, outside) = match &self.repository {
            Some((top, _)) => (git::path_in(top, new), "the path is not in the repository"),
            None => (plain(new), "the path is not one in an archive"),
        };
        let path = path.ok_or_else(|| Failure::file(new, outside))?;
        self.may_have(&path)?;
        Ok(Some(path).filter(|path| self.contains(path)))
    }

    /// Returns the name of a path in messages.
    pub(super) fn name(&self, path: &Path) -> String {
        self.root.join(path).display().to_string()
    }

    /// Returns the files from a path on: they are sorted by their components, so that those below a folder follow it.
    fn from(&self, path: &Path) -> impl Iterator<Item = (&PathBuf, &Content)> {
        self.files.range::<Path, _>((Included(path), Unbounded))
    }

    /// Returns whether a path is that of a folder.
    pub(super) fn is_folder(&self, path: &Path) -> bool {
        let mut from = self.from(path);
        from.next()
            .is_some_and(|(file, _)| file != path && file.starts_with(path))
    }

    /// Returns the first of the new files and folders whose name something at another path has, and that path; `None` in a
    /// repository, where paths are known.
    pub(super) fn elsewhere<'n>(&self, new: &[&'n Path]) -> Option<(&'n Path, &Path)> {
        if self.repository.is_some() {
            return None;
        }
        let named = |path: &&'n Path| Some((path.file_name()?, *path));
        let named: HashMap<_, _> = new.iter().filter_map(named).collect();
        let mut paths = self.files.keys().flat_map(|path| path.ancestors());
        paths.find_map(|path| Some((*named.get(path.file_name()?)?, path)))
    }

    /// Returns whether there is a file or folder of a path, which may lead through links.
    pub(super) fn contains(&self, path: &Path) -> bool {
        let is_behind_links = || {
            let resolved = self.resolved(path);
            resolved.is_ok_and(|path| self.files.contains_key(&path))
        };
        self.files.contains_key(path) || self.is_folder(path) || is_behind_links()
    }

    /// Returns whether a path is that of a file.
    pub(super) fn is_file(&self, path: &Path) -> bool {
        self.files.contains_key(path)
    }

    /// Returns whether something that is not a file has a path, such as a link.
    pub(super) fn is_special(&self, path: &Path) -> bool {
        matches!(
            self.files.get(path),
            Some(Content::Link(_) | Content::LinkTo(_) | Content::Special)
        )
    }

    /// Returns the interfaces and modules below a folder, each with its path relative to it; the same ones as in a folder on disk.
    pub(super) fn interfaces(&self, folder: &Path) -> Vec<(PathBuf, PathBuf)> {
        let below = self.below(folder).filter_map(|(relative, path, content)| {
            let folders = relative.parent()?;
            let name = path.file_name()?.to_string_lossy();
            let is_source = files::is_interface_or_module(&name)
                && matches!(content, Content::Bytes(_) | Content::Object(_))
                && !folders.components().any(is_left_out);
            is_source.then(|| (relative.to_path_buf(), path.clone()))
        });
        below.collect()
    }

    /// Fails for what is in a submodule, which is not here whether it existed or not.
    pub(super) fn may_have(&self, path: &Path) -> Result<()> {
        let is_submodule = |path: &&Path| matches!(self.files.get(*path), Some(Content::Submodule));
        match path.ancestors().find(is_submodule) {
            None => Ok(()),
            Some(module) => Err(Failure::new(format_args!(
                "{} is a submodule, whose files are in a repository of its own: compare them there",
                self.name(module)
            ))),
        }
    }

    /// Returns the names of the submodules below a folder, where interfaces would be looked for.
    pub(super) fn submodules(&self, folder: &Path) -> Vec<String> {
        let below = self.below(folder).filter(|(relative, _, content)| {
            matches!(content, Content::Submodule) && !relative.components().any(is_left_out)
        });
        below.map(|(_, path, _)| self.name(path)).collect()
    }

    /// Returns the files below a folder, each with its path relative to it.
    fn below<'a>(
        &'a self,
        folder: &'a Path,
    ) -> impl Iterator<Item = (&'a Path, &'a PathBuf, &'a Content)> {
        let from = self.from(folder);
        from.map_while(move |(path, content)| {
            Some((path.strip_prefix(folder).ok()?, path, content))
        })
    }

    /// Follows the links that a path is of, and those in it, which stay in the tree.
    fn resolved(&self, path: &Path) -> std::io::Result<PathBuf> {
        /// Maximum number of links: that of Linux.
        const MAX_LINKS: usize = 40;
        let mut path = path.to_path_buf();
        for _ in 0..=MAX_LINKS {
            let is_link = |folder: &&Path| {
                let content = self.files.get(*folder);
                matches!(content, Some(Content::Link(_) | Content::LinkTo(_)))
            };
            let Some(at) = path.ancestors().filter(is_link).last() else {
                return Ok(path);
            };
            let target = self.target(at)?.ok_or_else(|| {
                Error::other("a link that leads out of the version that is compared with")
            })?;
            let rest = path.strip_prefix(at).unwrap_or(Path::new(""));
            path = target.components().chain(rest.components()).collect();
        }
        Err(Error::other("too many links"))
    }

    /// Returns the path that a link leads to; `None` if that is not in the tree.
    fn target(&self, at: &Path) -> std::io::Result<Option<PathBuf>> {
        match (self.files.get(at), &self.repository) {
            (Some(Content::Link(id)), Some((_, objects))) => {
                let target = objects.read(id, MAX_LINK)?;
                let folder = at.parent().unwrap_or(Path::new(""));
                Ok(plain(&folder.join(git::path_of(&target)?)))
            }
            (Some(Content::LinkTo(target)), _) => Ok(target.clone()),
            _ => Ok(None),
        }
    }

    /// Returns the content of a file; of one longer than `limit` bytes, the first of them.
    fn content(&self, path: &Path, limit: u64) -> std::io::Result<Vec<u8>> {
        let resolved = self.resolved(path)?;
        let content = self.files.get(&resolved).ok_or_else(no_such_file)?;
        trace::say(format_args!("reads {}", self.name(path)));
        match (content, &self.repository) {
            (Content::Bytes(bytes), _) => Ok(bytes.to_vec()),
            (Content::Object(id), Some((_, objects))) => objects.read(id, limit),
            (Content::Submodule, _) => Err(Error::other("a submodule")),
            (Content::Object(_) | Content::Link(_) | Content::LinkTo(_) | Content::Special, _) => {
                Err(Error::other("not a regular file"))
            }
        }
    }

    /// Loads the texts among interfaces, with imports from this tree only; not if it says what each of them reads.
    pub(super) fn load_together(&self, paths: &[PathBuf]) -> Interfaces {
        let texts = paths.iter().filter(|path| files::has_interface(path));
        let paths: Vec<PathBuf> = texts.cloned().collect();
        match paths.len() < 2 || trace::is_on() {
            true => Interfaces::default(),
            false => Interfaces::load(&Shared::new(self, &self.cache), &paths),
        }
    }

    /// Returns the path of an interface as it is loaded.
    pub(super) fn loaded_path(&self, path: &Path) -> PathBuf {
        self.root.join(path)
    }

    /// Checks an interface, with imports from this tree only; `None` is a module without one.
    pub(super) fn load(&self, path: &Path) -> Result<Option<Checked>> {
        let name = self.root.join(path);
        let bytes = self.content(path, input::MAX_LEN);
        let bytes = bytes.and_then(|bytes| input::unpacked_of(bytes, &self.budget.bytes));
        let bytes = bytes.map_err(|error| Failure::unreadable(&name, error))?;
        if wasm::is_module(&bytes) {
            let embedded = wasm::interface_if_any(&name, &bytes, &self.budget.instructions)?;
            return embedded.map(|embedded| embedded.check()).transpose();
        }
        if wasm::is_named_as_module(path) {
            return Err(typing::not_a_module(&name));
        }
        let text = input::to_text(&name, bytes)?;
        Ok(Some(check::text(
            &Shared::new(self, &self.cache),
            &name,
            &text,
        )?))
    }
}

fn is_left_out(name: Component<'_>) -> bool {
    files::is_left_out(name.as_os_str())
}

fn no_such_file() -> Error {
    Error::new(ErrorKind::NotFound, "no such file")
}

impl Loader for Tree {
    fn canonical(&self, path: &Path) -> std::io::Result<PathBuf> {
        let relative = path.strip_prefix(&self.root).ok().and_then(plain);
        match relative {
            None => Err(Error::other("outside of the version that is compared with")),
            Some(relative) => {
                let relative = self.resolved(&relative)?;
                match self.files.contains_key(&relative) {
                    true => Ok(self.root.join(relative)),
                    false => Err(no_such_file()),
                }
            }
        }
    }

    fn read(&self, path: &Path, limit: u64) -> std::io::Result<Vec<u8>> {
        let relative = path.strip_prefix(&self.root).ok().and_then(plain);
        self.content(&relative.ok_or_else(no_such_file)?, limit)
    }
}

/// Returns a relative path without `.` and `..`; `None` if it leads out of where it starts.
pub(super) fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::Normal(name) => plain.push(name),
            Component::ParentDir if plain.pop() => {}
            _ => return None,
        }
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imports::Imports;
    use std::cell::Cell;
    use std::io::Write;

    /// What one file takes is not there for those after it, in an archive as in a folder; others are read all the same.
    #[test]
    fn what_files_share() {
        let packed = |text: &str| {
            let mut encoder =
                flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            encoder.write_all(text.as_bytes()).unwrap();
            encoder.finish().unwrap()
        };
        let corrupt = |text: &str| {
            let packed = packed(text);
            packed[..packed.len() - 4].to_vec()
        };
        let module = |code: &str| {
            wat::parse_str(format!(
                "(module (memory (export \"memory\") 1) (data (i32.const 8) \"service : {{}}\\00\") \
                 (func (export \"get_candid_pointer\") (result i32) {code} i32.const 8))"
            ))
            .unwrap()
        };
        let (plain, service) = (b"service : {}".to_vec(), "service : {}");
        let (quick, endless) = (module(""), module("(loop $l br $l)"));
        let too_long = "more than 1024 MiB after decompression, with the files before it";
        let too_many = "more than 800000000 instructions, with those of the modules before it";
        let rows = [
            ("a.did.gz", packed(service), Ok(true)),
            (
                "b.did.gz",
                corrupt(service),
                Err("truncated or corrupt gzip data"),
            ),
            ("c.did.gz", packed(&service.repeat(2)), Err(too_long)),
            ("d.did.gz", packed(service), Err(too_long)),
            ("e.did", plain, Ok(true)),
            ("f.wasm", quick.clone(), Ok(true)),
            ("g.wasm", endless, Err(too_many)),
            ("h.wasm", quick, Err(too_many)),
        ];
        let content = |bytes: &Vec<u8>| Content::Bytes(Rc::new(bytes.clone()));
        let files = rows
            .iter()
            .map(|(name, bytes, _)| (name.into(), content(bytes)));
        let budget = || Budget {
            bytes: Cell::new(3 * service.len() as u64),
            instructions: Cell::new(5_000),
        };
        let tree = Tree {
            budget: budget(),
            ..Tree::new("archive", files.collect())
        };
        let folder = tempfile::tempdir().unwrap();
        let imports = Imports::within(budget());
        let of_folder = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            imports.load_if_any(&path)
        };
        for (name, bytes, expected) in &rows {
            for loaded in [tree.load(Path::new(name)), of_folder(name, bytes)] {
                match (loaded, expected) {
                    (Ok(loaded), Ok(is_there)) => assert_eq!(loaded.is_some(), *is_there, "{name}"),
                    (Err(failure), Err(why)) => {
                        let failure = format!("{failure:?}");
                        assert!(failure.contains(why), "{name}: {failure}");
                    }
                    (found, _) => panic!("{name}: {:?}", found.map(|it| it.is_some())),
                }
            }
        }
    }
}
