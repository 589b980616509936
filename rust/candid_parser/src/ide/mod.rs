//! Answers for editors: what is at a position of a `.did` file, and what can be done there.
//!
//! Everything here is a function of texts, which may be invalid: the parser recovers, and what it could read is answered.
//! Positions are offsets in bytes. `didc lsp` translates between this module and the Language Server Protocol.
//!
//! # Examples
//!
//! ```
//! use candid_parser::check::Memory;
//! use candid_parser::ide::Analysis;
//! use std::path::Path;
//!
//! let files = Memory::from_iter([("fees.did", "// What a call costs.\ntype Fee = nat;")]);
//! let text = "import \"fees.did\";\nservice : { fee : () -> (Fee) query }";
//! let analysis = Analysis::new(&files, Path::new("main.did"), Some(text)).unwrap();
//!
//! let at = u32::try_from(text.find("Fee").unwrap()).unwrap();
//! let hover = analysis.hover(at).unwrap();
//! assert_eq!(hover.markdown, "```candid\ntype Fee = nat\n```\n\nWhat a call costs.\n\nDefined in `fees.did`.");
//! assert_eq!(analysis.definition(at).unwrap().span.start, 27);
//! assert_eq!(analysis.references("Fee").len(), 2);
//! ```

mod action;
mod complete;
mod fold;
mod highlight;
mod hover;
mod import;
mod keyword;
mod node;
mod reference;
mod symbol;

use crate::check::{self, Checked, File, Findings, Lint, Loader};
use crate::diagnostic::{Diagnostic, FileId};
use crate::error::Result;
use crate::syntax::ast::{Dec, Prog, Span, TypeDef, TypeKind};
use std::collections::HashMap;
use std::path::Path;
use std::sync::OnceLock;

pub use crate::diagnostic::Edit;
pub use action::{Action, ActionKind};
pub use complete::{Completion, CompletionKind};
pub use fold::{folds, Fold, FoldKind};
pub use highlight::{Highlight, HighlightKind};
pub use hover::Hover;
pub use reference::{check_type_name, Place};
pub use symbol::{symbols, Symbol, SymbolKind};

/// A file with everything that it imports, valid or not.
#[derive(Debug)]
pub struct Analysis {
    checked: Checked,
    /// The errors; if there are none, the warnings once they have been asked for.
    findings: OnceLock<Vec<Diagnostic>>,
    is_valid: bool,
    /// The definitions by name: the indices of the file and of the declaration. The first one of a name counts.
    defs: HashMap<String, (usize, usize)>,
}

impl Analysis {
    /// Checks a file and everything that it imports. With a text, the file need not exist.
    ///
    /// # Errors
    ///
    /// If there is no text, and the file cannot be read.
    pub fn new(loader: &dyn Loader, path: &Path, text: Option<&str>) -> Result<Self> {
        let mut findings = Findings::default();
        let checked = check::load_and_analyze(loader, path, text, &mut findings)?;
        Ok(Analysis::of(checked, findings))
    }

    /// Checks a file of assertions, as far as it can be checked without making them. It has no warnings.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// let analysis = Analysis::of_test(Path::new("a.test.did"), "type N = nat8; assert \"(256)\" !: (N); assert \"(1)\" : (M);");
    /// let messages: Vec<_> = analysis.findings().iter().map(|finding| &*finding.message).collect();
    /// assert_eq!(messages, ["unbound type identifier M"]);
    /// ```
    #[must_use]
    pub fn of_test(path: &Path, text: &str) -> Self {
        let mut findings = Findings::default();
        let checked = check::load_and_analyze_test(path, text, &mut findings);
        let analysis = Analysis::of(checked, findings);
        analysis.findings.get_or_init(Vec::new);
        analysis
    }

    fn of(checked: Checked, found: Findings) -> Self {
        let is_valid = found.is_empty();
        let findings = match is_valid {
            true => OnceLock::new(),
            false => found.into_diagnostics(checked.sources.clone()).list.into(),
        };
        let mut defs = HashMap::new();
        for (file_idx, file) in checked.files.iter().enumerate() {
            for (idx, dec) in file.prog.decs.iter().enumerate() {
                if let Dec::Type(def) = dec {
                    let known = defs.entry(def.name.text.clone());
                    known.or_insert((file_idx, idx));
                }
            }
        }
        Analysis {
            checked,
            findings,
            is_valid,
            defs,
        }
    }

    /// Returns the errors in the file and its imports or, if there are none, the warnings of the default lints.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// let text = "type Fee = Nat; service : { fee : () -> (Fee) query }";
    /// let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text))?;
    /// assert_eq!(analysis.findings()[0].message, "unbound type identifier Nat");
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn findings(&self) -> &[Diagnostic] {
        let warnings = || self.checked.warnings(&Lint::DEFAULT).list;
        self.findings.get_or_init(warnings)
    }

    /// Returns the interface, if it has no errors. Its plain trees are empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// let analyze = |text| Analysis::new(&Memory::default(), Path::new("a.did"), Some(text));
    /// let analysis = analyze("service : { fee : () -> (nat) query }")?;
    /// let interface = analysis.valid().unwrap();
    /// let service = interface.actor.as_ref().unwrap();
    /// assert_eq!(interface.env.get_method(service, "fee")?.to_string(), "() -> (nat) query");
    /// assert!(analyze("service : { fee : () -> (Fee")?.valid().is_none());
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn valid(&self) -> Option<&Checked> {
        self.is_valid.then_some(&self.checked)
    }

    /// Returns the files: the file itself, then its imports.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// let files = Memory::from_iter([("lib/fees.did", "type Fee = nat;")]);
    /// let text = "import \"lib/fees.did\";";
    /// let analysis = Analysis::new(&files, Path::new("main.did"), Some(text))?;
    /// let [main, fees] = analysis.files() else { panic!() };
    /// assert_eq!(main.id, analysis.main());
    /// assert_eq!(analysis.path(fees.id), Path::new("lib/fees.did"));
    /// assert_eq!(analysis.text(fees.id), "type Fee = nat;");
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn files(&self) -> &[File] {
        &self.checked.files
    }

    /// Returns the id of the file itself.
    #[must_use]
    pub fn main(&self) -> FileId {
        self.checked.files.first().map_or(FileId(0), |file| file.id)
    }

    /// Returns the path of a file, relative to the same folder as that of the main file.
    #[must_use]
    pub fn path(&self, file: FileId) -> &Path {
        Path::new(self.checked.sources.name(file))
    }

    /// Returns the text of a file.
    #[must_use]
    pub fn text(&self, file: FileId) -> &str {
        self.checked.sources.text(file)
    }

    /// Returns the location of the word that the main service starts with; in a file without one, that its first declaration does.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// for (text, word) in [("type Fee = nat; service : { fee : () -> (Fee) }", "service"), ("type Fee = nat;", "type")] {
    ///     let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text))?;
    ///     assert_eq!(&text[std::ops::Range::from(analysis.interface().unwrap())], word);
    /// }
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn interface(&self) -> Option<Span> {
        let prog = self.prog()?;
        let (start, word) = match (&prog.actor, prog.decs.first()) {
            (Some(actor), _) => (actor.span.start, "service"),
            (None, Some(Dec::Type(def))) => (def.span.start, "type"),
            (None, Some(Dec::Import(import))) => (import.span.start, "import"),
            (None, None) => return None,
        };
        let end = start.saturating_add(u32::try_from(word.len()).unwrap_or(0));
        Some(Span { start, end })
    }

    fn prog(&self) -> Option<&Prog> {
        self.checked.files.first().map(|file| &*file.prog)
    }

    fn def(&self, name: &str) -> Option<(FileId, &TypeDef)> {
        let (file, idx) = self.defs.get(name)?;
        let file = self.checked.files.get(*file)?;
        match file.prog.decs.get(*idx)? {
            Dec::Type(def) => Some((file.id, def)),
            Dec::Import(_) => None,
        }
    }

    /// Returns the definition at the end of a chain of names that starts with `name`, with the names in between.
    fn chain(&self, name: &str) -> Vec<(FileId, &TypeDef)> {
        /// Longer chains are not shown.
        const MAX: usize = 8;
        let mut chain: Vec<(FileId, &TypeDef)> = Vec::new();
        let mut next = self.def(name);
        while let Some((file, def)) = next {
            if chain.len() == MAX || chain.iter().any(|(_, seen)| std::ptr::eq(*seen, def)) {
                break;
            }
            chain.push((file, def));
            next = match &def.typ.kind {
                TypeKind::Var(name) => self.def(name),
                _ => None,
            };
        }
        chain
    }
}

/// Returns the text of a location.
fn slice(text: &str, span: Span) -> &str {
    text.get(std::ops::Range::from(span)).unwrap_or("")
}

fn overlaps(span: Span, selection: Span) -> bool {
    span.start <= selection.end && selection.start <= span.end
}

/// Returns whether a position is in a location or at one of its ends.
fn touches(span: Span, at: u32) -> bool {
    span.start <= at && at <= span.end
}
