//! Interfaces with what they import, which may be confined to a folder.

use crate::budget::Budget;
use crate::failure::{Failure, Result};
use crate::paths::shown;
use crate::{files, input, reads, trace, typing, wasm};
use candid_parser::check::{self, Cache, Checked, Confined, Disk, Interfaces, Loader, Shared};
use candid_parser::diagnostic::one_line;
use std::path::{Path, PathBuf};

/// Where imports may lead.
#[derive(clap::Args)]
#[cfg_attr(test, derive(Default))]
#[command(next_help_heading = "Input")]
pub(crate) struct Imports {
    /// Refuse imports that lead out of this folder, also by links
    #[arg(long = "root", value_name = "DIR")]
    root: Option<PathBuf>,
    #[arg(skip)]
    budget: Budget,
    /// The files that were read: a command may load many interfaces that import each other.
    #[arg(skip)]
    cache: Cache,
}

impl Imports {
    /// Checks an interface: a text, or the one in a Wasm module; either may be compressed by gzip or zstd.
    ///
    /// It lives as long as the command: freeing a large one piece by piece would take a tenth of the running time.
    pub(crate) fn load(&self, path: &Path) -> Result<&'static Checked> {
        Ok(Box::leak(Box::new(self.load_one_of_many(path)?)))
    }

    /// Does the same for a command that loads one interface after the other, and frees each before the next, or changes it.
    pub(crate) fn load_one_of_many(&self, path: &Path) -> Result<Checked> {
        load_cached(&*self.files()?, &self.cache, path, &self.budget)
    }

    /// Does the same; `None` is a module without an interface.
    pub(crate) fn load_if_any(&self, path: &Path) -> Result<Option<Checked>> {
        load_if_any(&*self.files()?, &self.cache, path, &self.budget)
    }

    /// Loads the texts among interfaces that a command works on one after the other. Not if it says what each of them reads.
    pub(crate) fn load_together(&self, paths: &[PathBuf]) -> Result<Interfaces> {
        let is_text = |path: &&PathBuf| files::has_interface(path) && path.is_file();
        let paths: Vec<PathBuf> = paths.iter().filter(is_text).cloned().collect();
        if paths.len() < 2 || trace::is_on() {
            return Ok(Interfaces::default());
        }
        let files = self.files()?;
        Ok(Interfaces::load(
            &Shared::new(&Recorded(&*files), &self.cache),
            &paths,
        ))
    }

    #[cfg(test)]
    pub(crate) fn within(budget: Budget) -> Self {
        Imports {
            budget,
            ..Imports::default()
        }
    }

    /// Returns the files that may be imported.
    pub(crate) fn files(&self) -> Result<Box<dyn Loader + Send + Sync>> {
        let Some(root) = &self.root else {
            return Ok(Box::new(Disk));
        };
        match Confined::new(root) {
            Ok(files) => Ok(Box::new(files)),
            Err(error) => Err(Failure::unreadable(root, error).in_argument()),
        }
    }
}

/// Checks an interface as [`Imports::load`] does, with a loader that reads from the disk.
pub(crate) fn load_with(files: &dyn Loader, path: &Path, budget: &Budget) -> Result<Checked> {
    load_cached(files, &Cache::default(), path, budget)
}

fn load_cached(files: &dyn Loader, cache: &Cache, path: &Path, budget: &Budget) -> Result<Checked> {
    let found = load_if_any(files, cache, path, budget).map_err(|failure| {
        let hint = || {
            let path = shown(path);
            format!("it is a folder: didc lint {path} -A all checks all files in it")
        };
        let failure = failure.with_notes((!input::is_stdin(path) && path.is_dir()).then(hint));
        let name = path.to_string_lossy();
        let failure = failure.with_notes(test_hint(&name));
        failure.with_notes(revision_hint(&name))
    })?;
    found.ok_or_else(|| wasm::no_interface(input::name(path)))
}

/// Returns a hint for a file of assertions, as only one command runs them.
fn test_hint(name: &str) -> Option<String> {
    let is_test = name.ends_with(".test.did");
    is_test.then(|| format!("assertions are run by: didc test {}", one_line(name)))
}

/// Returns a hint for an argument that is a revision, as only one command has them.
pub(crate) fn revision_hint(argument: &str) -> Option<String> {
    let is_revision = argument.starts_with("git:") && !Path::new(argument).exists();
    let argument = one_line(argument);
    let hint = || format!("revisions are compared by: didc breaking NEW --against {argument}");
    is_revision.then(hint)
}

/// Does the same; `None` is a module without an interface.
fn load_if_any(
    files: &dyn Loader,
    cache: &Cache,
    path: &Path,
    budget: &Budget,
) -> Result<Option<Checked>> {
    let files = &Recorded(files);
    let files = &Shared::new(files, cache);
    // What is neither may have no path but the one that is given, as a pipe of a shell.
    let is_on_disk = path.is_file() || path.is_dir() || !path.exists();
    let is_text = !input::is_stdin(path) && is_on_disk && !input::is_binary(path);
    if is_text && !wasm::is_named_as_module(path) {
        let checked = check::file(files, path);
        say_what_was_read(&checked, 0);
        return Ok(Some(checked?));
    }
    let bytes = input::bytes_within(path, &budget.bytes)?;
    if wasm::is_module(&bytes) {
        let embedded = wasm::interface_if_any(input::name(path), &bytes, &budget.instructions)?;
        return embedded.map(|embedded| embedded.check()).transpose();
    }
    if wasm::is_named_as_module(path) {
        return Err(typing::not_a_module(path));
    }
    let text = input::to_text(path, bytes)?;
    let checked = check::text(files, input::name(path), &text);
    say_what_was_read(&checked, 1);
    Ok(Some(checked?))
}

/// Files that are recorded when they are read.
struct Recorded<'a>(&'a dyn Loader);

impl Loader for Recorded<'_> {
    fn canonical(&self, path: &Path) -> std::io::Result<PathBuf> {
        self.0.canonical(path)
    }

    fn import(&self, path: &Path) -> std::io::Result<PathBuf> {
        self.0.import(path)
    }

    fn read(&self, path: &Path, limit: u64) -> std::io::Result<Vec<u8>> {
        reads::add(path)?;
        self.0.read(path, limit)
    }
}

/// Says which files were read for an interface, its own and those that it imports, but for the first ones.
fn say_what_was_read(checked: &candid_parser::Result<Checked>, n_said: usize) {
    if !trace::is_on() {
        return;
    }
    let sources = match checked {
        Ok(checked) => &checked.sources,
        Err(candid_parser::Error::Parse(findings)) => &findings.sources,
        Err(_) => return,
    };
    for name in sources.names().skip(n_said) {
        trace::say(format_args!("reads {name}"));
    }
}

#[cfg(test)]
mod tests {
    use super::{load_cached, Cache, Checked};
    use crate::budget::Budget;
    use candid_parser::check::{Disk, Loader};
    use std::cell::Cell;
    use std::io::Result;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;

    /// The disk, with what it is asked for counted.
    #[derive(Default)]
    struct Counted {
        n_imported: Cell<usize>,
        n_read: Cell<usize>,
    }

    impl Loader for Counted {
        fn canonical(&self, path: &Path) -> Result<PathBuf> {
            Disk.canonical(path)
        }

        fn import(&self, path: &Path) -> Result<PathBuf> {
            self.n_imported.set(self.n_imported.get() + 1);
            Disk.import(path)
        }

        fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>> {
            self.n_read.set(self.n_read.get() + 1);
            Disk.read(path, limit)
        }
    }

    /// Files that import each other are looked for, read and parsed once, not once for each that imports them.
    #[test]
    fn a_chain_of_files() {
        const N: usize = 20;
        let folder = tempfile::tempdir().unwrap();
        let path = |i: usize| folder.path().join(format!("f{i}.did"));
        for i in 0..N {
            let import = format!("import \"f{}.did\"; type T{i} = T{};", i + 1, i + 1);
            let text = if i + 1 < N {
                import
            } else {
                format!("type T{i} = nat;")
            };
            std::fs::write(path(i), text).unwrap();
        }
        let (files, cache, budget) = (Counted::default(), Cache::default(), Budget::default());
        let load = |i: usize| load_cached(&files, &cache, &path(i), &budget).unwrap();
        let loaded: Vec<Checked> = (0..N).map(load).collect();
        assert_eq!((files.n_read.get(), files.n_imported.get()), (N, N - 1));
        let last: Vec<_> = loaded
            .iter()
            .flat_map(|checked| checked.files.iter().find(|file| file.path == path(N - 1)))
            .collect();
        assert_eq!(last.len(), N);
        assert!(last
            .iter()
            .all(|file| Arc::ptr_eq(&file.prog, &last[0].prog)));
    }
}
