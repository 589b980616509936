//! Loading and parsing of a file and everything it imports.

mod confined;
mod loader;
mod shared;

use super::components::components;
use super::findings::Findings;
use crate::diagnostic::{one_line, Code, Diagnostic, Diagnostics, FileId, Sources};
use crate::error::Result;
use crate::syntax::ast::{Dec, Import, Prog, Span};
use crate::syntax::parse;
pub(super) use loader::plain;
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use confined::Confined;
pub(crate) use loader::read_whole;
pub use loader::{Disk, Loader, Memory};
pub use shared::{Cache, Shared};

/// Limit on the size of all files together, in bytes. The largest known interface has a thousandth of it.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// Limit on the size of files that are loaded together: they stay in memory while each is worked on.
const MAX_BYTES_TOGETHER: u64 = 64 * 1024 * 1024;

/// Limit on the number of files.
const MAX_FILES: usize = 10_000;

/// A parsed file.
#[derive(Debug)]
pub struct File {
    /// The id of its text in the sources.
    pub id: FileId,
    /// Its path, as findings show it.
    pub path: PathBuf,
    /// Its tree.
    pub prog: Arc<Prog>,
    /// The file of each import, in source order: an index among the files, if it could be read.
    pub imports: Vec<Option<usize>>,
    /// The `import service` that adds its methods to the main service, if any.
    pub(crate) imported_at: Option<(FileId, Span)>,
    pub(super) completeness: Completeness,
}

impl File {
    /// Returns a file whose imports have not been loaded; `syntax` are the findings of the parser.
    pub(super) fn new(id: FileId, path: PathBuf, prog: Arc<Prog>, syntax: &[Diagnostic]) -> Self {
        File {
            id,
            path,
            prog,
            imports: Vec::new(),
            imported_at: None,
            completeness: if syntax.is_empty() {
                Completeness::None
            } else {
                Completeness::Syntax
            },
        }
    }

    /// Returns the files that are imported.
    pub(super) fn targets(&self) -> Vec<usize> {
        self.imports.iter().flatten().copied().collect()
    }

    /// Returns the files that are imported with their services.
    pub(super) fn services(&self) -> impl Iterator<Item = usize> + '_ {
        let imports = self.import_decs().zip(&self.imports);
        imports.filter_map(|(import, target)| target.filter(|_| import.service))
    }

    /// Returns the imports, in source order.
    pub(crate) fn import_decs(&self) -> impl Iterator<Item = &Import> {
        self.prog.decs.iter().filter_map(|dec| match dec {
            Dec::Import(import) => Some(import),
            Dec::Type(_) => None,
        })
    }
}

/// The reason why a file is incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Completeness {
    /// The file is complete.
    None,
    /// Parts of it could not be parsed.
    Syntax,
    /// Definitions are missing: the file, or one of its imports, could not be read.
    Missing,
}

/// Reads and parses a file and everything it imports. Reports the files that cannot be read or parsed. Returns the files,
/// the main one first, each other file after those that it imports as far as cycles allow, and their texts.
///
/// # Errors
///
/// If the main file cannot be read.
pub(super) fn load(
    loader: &dyn Loader,
    path: &Path,
    text: Option<&str>,
    findings: &mut Findings,
) -> Result<(Vec<File>, Sources)> {
    let mut load = Load {
        loader,
        findings,
        sources: Sources::default(),
        known: HashMap::new(),
        refused: HashMap::new(),
        files: Vec::new(),
        left: MAX_BYTES,
    };
    let cannot_read = |reason: String| Diagnostics {
        list: vec![Diagnostic::unreadable(path.display(), reason)],
        sources: Sources::default(),
    };
    let canonical = match loader.canonical(path) {
        Ok(canonical) => canonical,
        // Text that comes with a path need not exist under that path.
        Err(_) if text.is_some() => plain(path),
        Err(error) => return Err(cannot_read(error.to_string()).into()),
    };
    let bytes = match text {
        Some(text) => text.as_bytes().to_vec(),
        None => load.read(&canonical).map_err(cannot_read)?,
    };
    load.add(canonical, path.to_path_buf(), bytes);
    let mut order = load.follow(0);
    // The main file comes first.
    order.rotate_right(1);
    Ok(load.finish(&positions(&order)))
}

/// Returns the position of each file in an order of all.
fn positions(order: &[usize]) -> Vec<usize> {
    let mut at = vec![0; order.len()];
    for (position, idx) in order.iter().enumerate() {
        at[*idx] = position;
    }
    at
}

/// Files that were loaded together. Those that import each other in a cycle are a unit; others are one each.
#[derive(Debug, Default)]
pub(super) struct Together {
    /// The files, unit by unit.
    pub(super) files: Vec<File>,
    /// The units, each after those that it imports.
    pub(super) units: Vec<Range<usize>>,
    /// What was found in loading.
    pub(super) findings: Findings,
    pub(super) sources: Sources,
    /// The indices of the files that were asked for, by their paths.
    pub(super) roots: HashMap<PathBuf, usize>,
}

/// Reads and parses files and everything that they import, each once. What is wrong with them makes files incomplete. Files that
/// cannot be read, that are known by another path, or that exceed the limits together, are left out.
pub(super) fn load_together(loader: &dyn Loader, paths: &[PathBuf]) -> Together {
    let mut findings = Findings::default();
    let mut load = Load {
        loader,
        findings: &mut findings,
        sources: Sources::default(),
        known: HashMap::new(),
        refused: HashMap::new(),
        files: Vec::new(),
        left: MAX_BYTES_TOGETHER,
    };
    let mut roots = HashMap::new();
    for path in paths {
        let Ok(canonical) = loader.canonical(path) else {
            continue;
        };
        let idx = match load.known.get(&canonical) {
            Some(known) => *known,
            None if load.files.len() >= MAX_FILES => break,
            None => {
                let Ok(bytes) = load.read(&canonical) else {
                    continue;
                };
                let idx = load.add(canonical, path.clone(), bytes);
                load.follow(idx);
                idx
            }
        };
        if load.files[idx].path == *path {
            roots.insert(path.clone(), idx);
        }
    }
    // Services are imported by one of the files, and not by all.
    load.files
        .iter_mut()
        .for_each(|file| file.imported_at = None);
    let targets = load.files.iter().map(File::targets);
    let mut order = Vec::with_capacity(load.files.len());
    let mut units = Vec::new();
    for unit in components(&targets.collect::<Vec<_>>()) {
        let start = order.len();
        order.extend(unit);
        units.push(start..order.len());
    }
    let at = positions(&order);
    roots.values_mut().for_each(|idx| *idx = at[*idx]);
    let (files, sources) = load.finish(&at);
    Together {
        files,
        units,
        findings,
        sources,
        roots,
    }
}

struct Load<'a> {
    loader: &'a dyn Loader,
    findings: &'a mut Findings,
    sources: Sources,
    /// The indices of the files, by canonical path.
    known: HashMap<PathBuf, usize>,
    /// The reasons why files are not imported, by canonical path.
    refused: HashMap<PathBuf, String>,
    files: Vec<File>,
    /// The number of bytes that may still be read.
    left: u64,
}

impl Load<'_> {
    fn read(&mut self, path: &Path) -> std::result::Result<Vec<u8>, String> {
        let limit = self.left.saturating_add(1);
        let bytes = self.loader.read(path, limit).map_err(|e| e.to_string())?;
        let len = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        match self.left.checked_sub(len) {
            Some(left) => self.left = left,
            None => return Err(format!("{} of source", loader::too_long(MAX_BYTES))),
        }
        Ok(bytes)
    }

    /// Parses a file and adds it.
    fn add(&mut self, canonical: PathBuf, path: PathBuf, bytes: Vec<u8>) -> usize {
        let text = String::from_utf8_lossy(&bytes);
        let id = self.sources.add(path.display().to_string(), &*text);
        let file = match std::str::from_utf8(&bytes) {
            Ok(text) => {
                let mut parsed = self.loader.parse(&canonical, text);
                let labels = parsed.findings.iter_mut().flat_map(|f| &mut f.labels);
                labels.for_each(|label| label.file = id);
                let file = File::new(id, path, parsed.tree, &parsed.findings);
                for finding in parsed.findings {
                    self.findings.push(finding);
                }
                file
            }
            Err(error) => {
                self.findings.push(Diagnostic::not_utf8(id, &error));
                File {
                    completeness: Completeness::Missing,
                    ..File::new(id, path, Arc::default(), &[])
                }
            }
        };
        let idx = self.files.len();
        self.known.insert(canonical, idx);
        self.files.push(file);
        idx
    }

    /// Loads the imports of a file, their imports, and so on, as far as they are new. Returns the files in post-order: each after
    /// its imports.
    fn follow(&mut self, start: usize) -> Vec<usize> {
        let mut order = Vec::new();
        // An explicit stack: a chain of files may be longer than any call stack.
        let mut open = vec![(start, self.imports_of(start))];
        while let Some((importer, imports)) = open.last_mut() {
            let importer = *importer;
            let Some(import) = imports.next() else {
                order.push(importer);
                open.pop();
                continue;
            };
            let n_known = self.files.len();
            let target = self.import(importer, &import);
            self.files[importer].imports.push(target);
            if let Some(target) = target.filter(|target| *target >= n_known) {
                open.push((target, self.imports_of(target)));
            }
        }
        order
    }

    fn imports_of(&self, file: usize) -> std::vec::IntoIter<Import> {
        let imports: Vec<Import> = self.files[file].import_decs().cloned().collect();
        imports.into_iter()
    }

    /// Returns the file of an import, and reads it if it is new; on failure reports the reason at the import's path.
    fn import(&mut self, importer: usize, import: &Import) -> Option<usize> {
        let file = &self.files[importer];
        let (id, span) = (file.id, import.path.span);
        let folder = file.path.parent().unwrap_or(Path::new(""));
        let path = folder.join(&import.path.text);
        match self.find(path) {
            Ok(target) => {
                // When a cycle leads back to the main file, its methods are in its service anyway.
                if import.service && target != 0 {
                    self.files[target].imported_at.get_or_insert((id, span));
                }
                Some(target)
            }
            Err(reason) => {
                let message = format!(
                    "cannot import \"{}\": {reason}",
                    one_line(&import.path.text)
                );
                let finding = Diagnostic::error(message, id, span);
                self.findings.push(finding.coded(Code::FailedImport.id()));
                self.files[importer].completeness = Completeness::Missing;
                None
            }
        }
    }

    fn find(&mut self, path: PathBuf) -> std::result::Result<usize, String> {
        let canonical = self.loader.import(&path).map_err(|e| e.to_string())?;
        if let Some(known) = self.known.get(&canonical) {
            return Ok(*known);
        }
        if self.files.len() >= MAX_FILES {
            return Err(format!("more than {MAX_FILES} files"));
        }
        if let Some(reason) = self.refused.get(&canonical) {
            return Err(reason.clone());
        }
        let bytes = self.read(&canonical)?;
        if let Some(reason) = no_interface(&path, &bytes) {
            self.refused.insert(canonical, reason.clone());
            return Err(reason);
        }
        // The short path leads elsewhere if a directory in it is a link.
        let short = plain(&path);
        let is_same = self
            .loader
            .canonical(&short)
            .is_ok_and(|path| path == canonical);
        let path = if is_same { short } else { path };
        Ok(self.add(canonical, path, bytes))
    }

    /// Moves the files to the given positions.
    fn finish(self, at: &[usize]) -> (Vec<File>, Sources) {
        let mut files: Vec<(usize, File)> = at.iter().copied().zip(self.files).collect();
        files.sort_by_key(|(position, _)| *position);
        let files = files.into_iter().map(|(_, mut file)| {
            for target in file.imports.iter_mut().flatten() {
                *target = at[*target];
            }
            file
        });
        (files.collect(), self.sources)
    }
}

/// Returns the reason why an imported file is not an interface, if its name does not say that it is one: mistakes would be found
/// in each line of a file of another kind.
fn no_interface(path: &Path, bytes: &[u8]) -> Option<String> {
    if path.extension().is_some_and(|extension| extension == "did") {
        return None;
    }
    if bytes.starts_with(b"\0asm") {
        return Some("a Wasm module, but imports are of text".to_string());
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Some("neither a .did file nor text".to_string());
    };
    let parsed = parse::parse_prog(text);
    let finding = parsed.findings.first()?;
    let start = finding.labels.first().map_or(0, |label| label.span.start);
    let before = bytes.get(..start as usize).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    Some(format!(
        "neither a .did file nor an interface: line {line} is not valid"
    ))
}
