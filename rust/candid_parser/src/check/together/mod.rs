//! Interfaces that import each other, each file checked once.
//!
//! [`check::file`](super::file) checks an interface with all that it imports. For a folder in which each file imports the next
//! one, that is the square of the files. Here, a file is checked with what it needs to know of the files that it imports: which of
//! their definitions it uses, and what those are. This is enough for files that are valid by themselves, in which no name means
//! two things, and which import neither services nor, by a detour, themselves. Others are not [`CheckedTogether`], and
//! [`check::file`](super::file) has to find out what is wrong with them, if anything is.

mod names;
mod same;

use super::findings::Findings;
use super::lint::{self, uninhabited, Outer, Program};
use super::load::{self, plain, Completeness, File, Loader, Together};
use super::{rules, Levels, LintFinding};
use crate::diagnostic::Sources;
use crate::syntax::ast::{Type, TypeKind};
use candid::types::{Function, TypeEnv, TypeInner};
use names::{Names, Reach, BLOCK};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

pub use same::Unchanged;

/// Files that are loaded together, with what they import, each once.
///
/// # Examples
///
/// ```
/// use candid_parser::check::{Interfaces, Levels, Memory};
/// use std::path::{Path, PathBuf};
///
/// let files = Memory::from_iter([
///     ("a.did", "import \"b.did\"; type A = opt B;"),
///     ("b.did", "type B = opt nat;"),
///     ("c.did", "type C = B;"),
/// ]);
/// let paths = ["a.did", "b.did", "c.did"].map(PathBuf::from);
/// let interfaces = Interfaces::load(&files, &paths);
/// let checked = interfaces.check();
/// let findings = checked.lint(Path::new("a.did"), &Levels::default()).unwrap();
/// assert_eq!(findings[0].diagnostic.message, "opt of B, which is an opt");
/// // `B` is not defined there.
/// assert!(checked.lint(Path::new("c.did"), &Levels::default()).is_none());
/// ```
#[derive(Debug, Default)]
pub struct Interfaces(Together);

impl Interfaces {
    /// Loads files. Those that cannot be read, or are too many or too large together, are left out.
    #[must_use]
    pub fn load(loader: &dyn Loader, paths: &[PathBuf]) -> Self {
        Interfaces(load::load_together(loader, paths))
    }

    /// Returns the texts.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.0.sources
    }

    /// Checks each file once.
    #[must_use]
    pub fn check(&self) -> CheckedTogether<'_> {
        let files = &self.0.files;
        let mut checked = CheckedTogether {
            loaded: self,
            known: Vec::with_capacity(files.len()),
            n_visited: 0,
        };
        let names = Names::of(files);
        for start in (0..files.len()).step_by(BLOCK) {
            let reach = Reach::of(files, start);
            let ambiguous = names.ambiguous(&reach);
            for idx in start..files.len().min(start + BLOCK) {
                let is_fine = is_plain(files, idx) && !ambiguous.has(idx);
                let known = is_fine.then(|| checked.file(idx, &names, &reach));
                checked.known.push(known.flatten());
            }
        }
        checked
    }
}

/// The files that are valid by themselves.
pub struct CheckedTogether<'a> {
    loaded: &'a Interfaces,
    known: Vec<Option<Known<'a>>>,
    /// The number of names, of definitions and in them, that were visited.
    n_visited: usize,
}

/// A valid file.
struct Known<'a> {
    outer: Outer<'a>,
    /// The definitions of the file that have no value.
    without_value: HashSet<&'a str>,
    /// What the definitions of the file stand for that are names.
    ends: HashMap<&'a str, &'a Type>,
}

impl<'a> CheckedTogether<'a> {
    /// Returns what [`Checked::lint`](super::Checked::lint) does; `None` if the file has to be checked with all that it imports.
    #[must_use]
    pub fn lint(&self, path: &Path, levels: &Levels) -> Option<Vec<LintFinding>> {
        let (idx, known) = self.known(path)?;
        let Together { files, sources, .. } = &self.loaded.0;
        let program = Program::one_of((files, sources), &files[idx], &known.outer);
        Some(lint::findings_of(&program, levels))
    }

    /// Returns the index of a file, and what is known of it.
    fn known(&self, path: &Path) -> Option<(usize, &Known<'a>)> {
        let idx = *self.loaded.0.roots.get(path)?;
        Some((idx, self.known[idx].as_ref()?))
    }

    /// Checks a file, whose imports have been checked.
    fn file(&mut self, idx: usize, names: &Names<'a>, reach: &Reach) -> Option<Known<'a>> {
        let files = &self.loaded.0.files;
        let file = &files[idx];
        let mut targets = file.imports.iter().flatten();
        if !targets.all(|target| self.known[*target].is_some()) {
            return None;
        }
        let own = file
            .prog
            .defs()
            .map(|def| (def.name.text.as_str(), &def.typ));
        let own: HashMap<&str, &Type> = own.collect();
        self.n_visited += own.len();
        let mut outer = Outer::default();
        let mut base = TypeEnv::new();
        for name in file.prog.types().filter_map(Type::name) {
            self.n_visited += 1;
            if own.contains_key(name) || outer.ends.contains_key(name) {
                continue;
            }
            let (definer, def) = names.definer(name, (idx, file), reach)?;
            let known = self.known[definer].as_ref()?;
            let end = known.ends.get(name).copied().unwrap_or(&def.typ);
            outer.ends.insert(name, end);
            outer.used_files.insert(definer);
            if known.without_value.contains(name) {
                outer.without_value.insert(name);
            }
            base.0.insert(name.to_string(), kind(end));
        }
        outer.of_other_case = names.of_other_case(idx, files, reach)?;
        let mut findings = Findings::default();
        rules::check(std::slice::from_ref(file), &base, &mut findings);
        if !findings.is_empty() {
            return None;
        }
        let without_value = uninhabited::without_value(file, &outer.without_value);
        let others = outer.ends.iter().map(|(name, end)| (*name, *end));
        let mut definitions =
            super::definitions::Definitions::of(std::slice::from_ref(file), others);
        let ends = file.prog.defs().filter(|def| def.typ.name().is_some());
        let ends = ends.map(|def| (def.name.text.as_str(), definitions.resolve(&def.typ)));
        let ends = ends.collect();
        Some(Known {
            outer,
            without_value,
            ends,
        })
    }
}

/// Returns whether a file is complete, has imported files before it, which are shown by the paths that it imports them by, and
/// imports no services.
fn is_plain(files: &[File], idx: usize) -> bool {
    let file = &files[idx];
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let mut imports = file.import_decs().zip(&file.imports);
    file.completeness == Completeness::None
        && imports.all(|(import, target)| {
            let target = target.filter(|target| *target < idx);
            let is_plain =
                |target: usize| files[target].path == plain(&folder.join(&import.path.text));
            !import.service && target.is_some_and(is_plain)
        })
}

/// Returns what a file needs to know of a type of another one: whether it is one of functions, or of services.
fn kind(ty: &Type) -> candid::types::Type {
    let kind = match ty.kind {
        TypeKind::Func(_) => TypeInner::Func(Function {
            modes: Vec::new(),
            args: Vec::new(),
            rets: Vec::new(),
        }),
        TypeKind::Service(_) => TypeInner::Service(Vec::new()),
        _ => TypeInner::Reserved,
    };
    kind.into()
}

#[cfg(test)]
mod tests;
