//! The checker: every rule besides the grammar. Names are defined, once, and resolve to types; labels differ; methods
//! are functions; imports can be read.
//!
//! There is one checker, on the tree with locations. It reports every problem in one run, each with its location.
//!
//! # Examples
//!
//! ```
//! use candid_parser::check::{self, Memory};
//! use std::path::Path;
//!
//! let files = Memory::from_iter([
//!     ("main.did", "import \"fees.did\";\nservice : { fee : () -> (Fee) query }"),
//!     ("fees.did", "type Fee = nat;"),
//! ]);
//! let checked = check::file(&files, Path::new("main.did")).unwrap();
//! assert_eq!(checked.env.to_string(), "type Fee = nat\n");
//! assert_eq!(checked.actor.unwrap().to_string(), "service { fee : () -> (Fee) query }");
//! ```

mod components;
mod definitions;
mod docs;
mod findings;
pub(crate) mod interface;
mod lint;
mod load;
pub(crate) mod plain;
mod resolve;
mod rules;
mod standalone;
mod together;

use crate::diagnostic::{Diagnostic, Diagnostics, FileId, Sources};
use crate::error::Result;
use crate::syntax::ast::TypeDef;
use crate::syntax::plain::lower::Lowering;
use crate::syntax::{ast, parse, IDLMergedProg, IDLProg};
use candid::types::{Type, TypeEnv};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(feature = "ide")]
pub(crate) use docs::lines;
pub(crate) use findings::Findings;
pub(crate) use interface::no_service;
pub use lint::{Level, Levels, Lint, LintFinding, UnknownLint};
pub(crate) use load::read_whole;
pub use load::{Cache, Confined, Disk, File, Loader, Memory, Shared};
#[cfg(feature = "ide")]
pub(crate) use resolve::similar;
pub(crate) use rules::{check_args, check_fields, check_methods};
pub(crate) use standalone::{closed_type, parsed_types};
pub use standalone::{ty, types};
pub use together::{CheckedTogether, Interfaces};

/// A valid program with everything that it imports.
///
/// # Examples
///
/// ```
/// use candid_parser::check::{self, Memory};
/// use std::path::Path;
///
/// let text = "type Fee = nat; service : { fee : () -> (Fee) query }";
/// let checked = check::text(&Memory::default(), Path::new("ledger.did"), text)?;
/// assert_eq!(checked.env.find_type("Fee")?.to_string(), "nat");
/// let service = checked.actor.as_ref().expect("there is a service");
/// assert_eq!(checked.env.get_method(service, "fee")?.to_string(), "() -> (Fee) query");
/// let (file, definition) = checked.definition("Fee").expect("it is defined");
/// assert_eq!((checked.sources.name(file), definition.name.span.start), ("ledger.did", 5));
/// # Ok::<(), candid_parser::Error>(())
/// ```
#[derive(Debug)]
pub struct Checked {
    /// All definitions.
    pub env: TypeEnv,
    /// The main service, if there is one.
    pub actor: Option<Type>,
    /// The program as plain trees, with comments and names of arguments.
    pub prog: IDLMergedProg,
    /// The program as trees with locations: the main file, then its imports.
    pub files: Vec<File>,
    /// The texts of the files.
    pub sources: Sources,
}

impl Checked {
    /// Returns the file and the definition of a name.
    #[must_use]
    pub fn definition(&self, name: &str) -> Option<(FileId, &TypeDef)> {
        self.files.iter().find_map(|file| {
            let found = file.prog.defs().find(|def| def.name.text == name);
            Some((file.id, found?))
        })
    }

    /// Returns [`prog`](Self::prog) with fields, cases and methods in the order of the source; there they are sorted by id or name, as
    /// in messages. Models have the [positions](crate::codegen::in_source_order) of fields and cases in the program that they are made
    /// from.
    ///
    /// # Errors
    ///
    /// If imported services conflict, which those of a valid program do not.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::{self, Memory};
    /// use std::path::Path;
    ///
    /// let text = "type Point = record { y : nat; x : nat };";
    /// let checked = check::text(&Memory::default(), Path::new("point.did"), text)?;
    /// let first = |prog: &candid_parser::syntax::IDLMergedProg| match &prog.lookup("Point").unwrap().typ {
    ///     candid_parser::syntax::IDLType::RecordT(fields) => fields[0].label.to_string(),
    ///     _ => unreachable!(),
    /// };
    /// assert_eq!((first(&checked.prog), first(&checked.source_prog()?)), ("x".into(), "y".into()));
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    pub fn source_prog(&self) -> Result<IDLMergedProg> {
        merged(&self.files, |file| {
            let mut lowering = Lowering {
                is_sorted: false,
                docs: |_, docs| docs,
            };
            lowering.prog((*file.prog).clone())
        })
    }

    /// Returns the warnings of the given lints, in all files, whatever comments allow. [`lint`](Self::lint) is for the main
    /// file, with levels and comments.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::{self, Lint, Memory};
    /// use std::path::Path;
    ///
    /// let text = "type A = record { next : A };";
    /// let checked = check::text(&Memory::default(), Path::new("a.did"), text).unwrap();
    /// let warnings = checked.warnings(&Lint::DEFAULT);
    /// assert_eq!(warnings.to_string(), "a.did:1:6: uninhabited type A: it contains itself without a base case");
    /// ```
    #[must_use]
    pub fn warnings(&self, lints: &[Lint]) -> Diagnostics {
        Diagnostics {
            list: lint::warnings(self, lints),
            sources: self.sources.clone(),
        }
    }

    /// Returns what lints find in the main file, in the order of the text: warnings and errors, as the levels say. Findings
    /// that comments allow (`// didc-allow: opt-opt`) are left out; comments that allow nothing are findings themselves. Of
    /// each lint, the first thousand findings are returned.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::{self, Levels, Lint, Memory};
    /// use std::path::Path;
    ///
    /// let text = "
    /// type A = opt opt nat; // didc-allow: opt-opt
    /// type B = vec nat8;";
    /// let checked = check::text(&Memory::default(), Path::new("a.did"), text).unwrap();
    /// let findings = checked.lint(&Levels::default());
    /// assert_eq!(findings.len(), 1);
    /// assert_eq!(findings[0].lint, Lint::VecNat8);
    /// assert_eq!(findings[0].diagnostic.message, "vec nat8 instead of blob");
    /// ```
    #[must_use]
    pub fn lint(&self, levels: &Levels) -> Vec<LintFinding> {
        lint::findings(self, levels)
    }
}

/// Checks a file and everything it imports.
///
/// # Errors
///
/// With every problem in any of the files; or if the file itself cannot be read.
///
/// # Examples
///
/// ```
/// use candid_parser::check::{self, Disk};
/// use std::path::Path;
///
/// let checked = check::file(&Disk, Path::new("tests/interface/ledger.did"))?;
/// assert!(checked.actor.is_some());
/// assert!(check::file(&Disk, Path::new("tests/interface/missing.did")).is_err());
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn file(loader: &dyn Loader, path: &Path) -> Result<Checked> {
    load_and_check(loader, path, None)
}

/// Checks a text as if it were the file of the given path, which need not exist: findings show the path, and paths of
/// imports are relative to it.
///
/// # Errors
///
/// With every problem in the text or an imported file.
///
/// # Examples
///
/// ```
/// use candid_parser::check::{self, Memory};
/// use std::path::Path;
///
/// let files = Memory::from_iter([("lib/fees.did", "type Fee = nat;")]);
/// let text = "import \"../lib/fees.did\"; type Account = text;";
/// let checked = check::text(&files, Path::new("src/main.did"), text)?;
/// assert_eq!(checked.env.to_string(), "type Account = text\ntype Fee = nat\n");
/// let error = check::text(&files, Path::new("src/main.did"), "type A = Fee;").unwrap_err();
/// assert_eq!(error.to_string(), "src/main.did:1:10: unbound type identifier Fee");
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn text(loader: &dyn Loader, path: &Path, text: &str) -> Result<Checked> {
    load_and_check(loader, path, Some(text))
}

/// Checks a text, ignoring its imports.
pub(crate) fn text_without_imports(text: &str) -> Result<(TypeEnv, Option<Type>)> {
    let parsed = parse::parse_prog(text);
    let (checked, findings) = without_imports(parsed.tree, parsed.findings, &TypeEnv::new());
    findings.into_result(checked, "", text)
}

/// Checks the definitions of a program that was parsed from `text` and imports nothing.
pub(crate) fn definitions(text: &str, prog: ast::Prog) -> Result<TypeEnv> {
    let ((env, _), findings) = without_imports(prog, Vec::new(), &TypeEnv::new());
    findings.into_result(env, "", text)
}

/// Checks a program, ignoring its imports, on top of the definitions in `base`. Returns its definitions and its service,
/// and what was found in addition to the findings of the parser.
fn without_imports(
    prog: ast::Prog,
    syntax: Vec<Diagnostic>,
    base: &TypeEnv,
) -> ((TypeEnv, Option<Type>), Findings) {
    let file = File::new(FileId::default(), PathBuf::new(), Arc::new(prog), &syntax);
    let mut findings = Findings::of(syntax);
    (rules::check(&[file], base, &mut findings), findings)
}

fn load_and_check(loader: &dyn Loader, path: &Path, text: Option<&str>) -> Result<Checked> {
    let mut findings = Findings::default();
    let mut checked = load_and_analyze(loader, path, text, &mut findings)?;
    if !findings.is_empty() {
        return Err(findings.into_diagnostics(checked.sources).into());
    }
    checked.prog = merged(&checked.files, |file| IDLProg::from(&*file.prog))?;
    Ok(checked)
}

/// Checks a program, and returns it even if something was found; then its types are not meaningful. It has no plain trees.
pub(crate) fn load_and_analyze(
    loader: &dyn Loader,
    path: &Path,
    text: Option<&str>,
    findings: &mut Findings,
) -> Result<Checked> {
    let (files, sources) = load::load(loader, path, text, findings)?;
    let (env, actor) = rules::check(&files, &TypeEnv::new(), findings);
    Ok(Checked {
        env,
        actor,
        prog: IDLMergedProg::new(IDLProg::default()),
        files,
        sources,
    })
}

/// Checks a file of assertions, and returns its definitions even if something was found.
#[cfg(feature = "ide")]
pub(crate) fn load_and_analyze_test(path: &Path, text: &str, findings: &mut Findings) -> Checked {
    let parse::Parsed {
        tree,
        findings: syntax,
    } = parse::parse_test(text);
    let mut sources = Sources::default();
    let id = sources.add(path.display().to_string(), text);
    let refused = crate::conformance::refused_imports(&tree);
    let prog = ast::Prog {
        decs: tree.decs,
        ..ast::Prog::default()
    };
    let mut file = File::new(id, path.to_path_buf(), Arc::new(prog), &syntax);
    file.imports = refused.iter().map(|_| None).collect();
    for finding in syntax.into_iter().chain(refused) {
        findings.push(finding);
    }
    let files = vec![file];
    let (env, actor) = rules::check(&files, &TypeEnv::new(), findings);
    if findings.is_empty() {
        let checked = tree
            .asserts
            .iter()
            .map(|assert| parsed_types(&env, text, &assert.types));
        for error in checked.filter_map(std::result::Result::err) {
            if let crate::Error::Parse(found) = error {
                found.list.into_iter().for_each(|finding| {
                    findings.push(finding);
                });
            }
        }
    }
    Checked {
        env,
        actor,
        prog: IDLMergedProg::new(IDLProg::default()),
        files,
        sources,
    }
}

/// Merges the files, the main one first, which `plain` converts to plain trees.
pub(crate) fn merged(
    files: &[File],
    mut plain: impl FnMut(&File) -> IDLProg,
) -> Result<IDLMergedProg> {
    let Some((main, imports)) = files.split_first() else {
        return Ok(IDLMergedProg::new(IDLProg::default()));
    };
    let mut prog = IDLMergedProg::new(plain(main));
    for file in imports {
        let import = plain(file);
        // A file without a service of its own adds only the services that it imports.
        let adds = file.imported_at.is_some() && import.actor.is_some();
        prog.merge(adds, file.path.display().to_string(), import)?;
    }
    Ok(prog)
}
