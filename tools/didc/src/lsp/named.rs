//! The interfaces that `[[bind]]` in `didc.toml` names: what they define can be imported, though they are not open.

use super::host::Host;
use super::lints::Configured;
use super::state::State;
use crate::config::Glob;
use crate::files::is_interface;
use candid_parser::syntax::ast::Dec;
use candid_parser::syntax::parse::parse_prog;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// Limits on what is read: the number of entries and of paths that are looked at, and the bytes of each file and of all of them.
const MAX_ENTRIES: usize = 100;
const MAX_PATHS: usize = 1_000;
const MAX_BYTES: u64 = 1 << 20;
const MAX_BYTES_OF_ALL: u64 = 4 << 20;

/// An interface with the names of the types that it defines.
pub(crate) struct Defines {
    /// The canonical path.
    pub(super) path: PathBuf,
    pub(super) names: Vec<String>,
}

impl State<'_> {
    /// Returns what the interfaces define that a configuration names. They are read once, until a file of the workspace changes.
    pub(super) fn named<'a>(&self, config: &'a Configured) -> &'a [Defines] {
        config.defines.get_or_init(|| {
            let roots = self.host.canonical_folders(&self.folders);
            read(self.host, &paths(self.host, config), &roots)
        })
    }
}

/// Returns the paths of the interfaces that a configuration names, in its order.
fn paths(host: &dyn Host, config: &Configured) -> Vec<PathBuf> {
    let folder = &config.file.folder;
    let sections = config.file.config.bind.iter().map(Spanned::get_ref);
    let sections = sections.take(MAX_ENTRIES);
    let mut below: Option<Vec<(String, PathBuf)>> = None;
    let mut paths = Vec::new();
    for section in sections {
        let input = section.input.get_ref();
        if !section.is_pattern() {
            paths.push(folder.join(input));
            continue;
        }
        // `didc bind` says what is wrong with a pattern.
        let Ok(pattern) = Glob::parse(input) else {
            continue;
        };
        let all = below.get_or_insert_with(|| {
            let all = host.interfaces(folder).into_iter();
            let named = all.filter_map(|path| Some((name(&path, folder)?, path)));
            named.collect()
        });
        let matching = all.iter().filter(|(name, _)| pattern.matches(name));
        paths.extend(matching.map(|(_, path)| path.clone()));
    }
    paths
}

/// Returns the path of a file relative to a folder that it is in, with `/` between its names.
fn name(path: &Path, folder: &Path) -> Option<String> {
    let names = path.strip_prefix(folder).ok()?.iter();
    let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
    Some(names.join("/"))
}

/// Reads files, each once: those that are interfaces in one of the folders, and may be imported.
fn read(host: &dyn Host, paths: &[PathBuf], roots: &[PathBuf]) -> Vec<Defines> {
    let (mut seen, mut found, mut n_left) = (HashSet::new(), Vec::new(), MAX_BYTES_OF_ALL);
    for path in paths.iter().take(MAX_PATHS) {
        let is_interface = path.to_str().is_some_and(is_interface);
        let Ok(path) = host.files().import(path) else {
            continue;
        };
        let is_inside = roots.iter().any(|root| path.starts_with(root));
        if !is_interface || !is_inside || !seen.insert(path.clone()) {
            continue;
        }
        let most = MAX_BYTES.min(n_left);
        let Ok(bytes) = host.files().read(&path, most + 1) else {
            continue;
        };
        let len = bytes.len() as u64;
        n_left = n_left.saturating_sub(len);
        if len <= most {
            let text = String::from_utf8_lossy(&bytes);
            let decs = parse_prog(&text).tree.decs.into_iter();
            let names = decs.filter_map(|dec| match dec {
                Dec::Type(def) => Some(def.name.text),
                Dec::Import(_) => None,
            });
            found.push(Defines {
                path,
                names: names.collect(),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{read, MAX_BYTES, MAX_BYTES_OF_ALL, MAX_PATHS};
    use crate::lsp::host::Machine;
    use candid_parser::check::Memory;
    use std::path::{Path, PathBuf};

    /// Returns the number of files that are read of some, of which each has a number of bytes.
    fn n_read(sizes: &[u64]) -> usize {
        let mut files = Memory::default();
        let names = (0..sizes.len()).map(|idx| Path::new("/w").join(format!("{idx}.did")));
        let paths: Vec<PathBuf> = names.collect();
        for (path, size) in paths.iter().zip(sizes) {
            let size = usize::try_from(*size).unwrap();
            let mut text = "type A = nat;".to_string();
            text.push_str(&" ".repeat(size - text.len()));
            files.insert(path, text);
        }
        let files = Box::new(files);
        let found = read(&Machine { files }, &paths, &[PathBuf::from("/w")]);
        assert!(found.iter().all(|file| file.names == ["A"]));
        found.len()
    }

    #[test]
    fn bounds() {
        let many = vec![20; MAX_PATHS + 1];
        let rows: [(&[u64], usize); 5] = [
            (&[20, 20], 2),
            (&[MAX_BYTES, 20], 2),
            // One that is too large is left out.
            (&[MAX_BYTES + 1, 20], 1),
            (&[MAX_BYTES_OF_ALL / 4; 5], 4),
            (&many, MAX_PATHS),
        ];
        for (sizes, expected) in rows {
            assert_eq!(n_read(sizes), expected, "{} files", sizes.len());
        }
    }
}
