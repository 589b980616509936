//! The grammar's parser, generated and loaded as tree-sitter's command line does it, and what its tests need.
//!
//! With the environment variable `BLESS` set, what is generated or found replaces what is stored.

pub mod corpus;
pub mod files;
pub mod mutate;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs};
use tree_sitter::{Language, Parser, Tree};
use tree_sitter_generate::{generate_parser_in_directory, OptLevel};
use tree_sitter_loader::{CompileConfig, Loader};

/// The version of the interface between parsers and tree-sitter: the first with reserved words.
const ABI_VERSION: usize = 15;

/// What is generated from `grammar.js`.
const GENERATED: [&str; 6] = [
    "grammar.json",
    "node-types.json",
    "parser.c",
    "tree_sitter/alloc.h",
    "tree_sitter/array.h",
    "tree_sitter/parser.h",
];

/// Returns the folder of the grammar.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns whether stored results are to be replaced.
#[must_use]
pub fn is_blessing() -> bool {
    env::var_os("BLESS").is_some()
}

/// Returns the folder for what is built: next to the test's.
///
/// # Panics
///
/// If the test is in none.
#[must_use]
pub fn build_folder() -> PathBuf {
    let test = env::current_exe().expect("a program knows where it is");
    let built = test
        .ancestors()
        .nth(2)
        .expect("cargo puts it into a folder");
    built.join("tree-sitter-candid")
}

/// Compares a stored text with the one found, or stores it.
///
/// # Panics
///
/// If they differ.
pub fn check_stored(path: &Path, found: &str) {
    if is_blessing() {
        fs::write(path, found).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    let stored = fs::read_to_string(path).unwrap_or_default();
    if let Some(line) = first_difference(&stored, found) {
        panic!(
            "{}:{line}: found something else; BLESS=1 stores it",
            path.display()
        );
    }
}

/// Returns the number of the first line that differs.
fn first_difference(left: &str, right: &str) -> Option<usize> {
    if left == right {
        return None;
    }
    let equal = left.lines().zip(right.lines());
    Some(equal.take_while(|(left, right)| left == right).count() + 1)
}

/// Generates the parser from `grammar.js`, and checks that it is the stored one.
///
/// # Panics
///
/// If it is not, or cannot be generated.
pub fn check_generated() {
    static CHECKED: OnceLock<()> = OnceLock::new();
    CHECKED.get_or_init(|| {
        let generated = build_folder().join("generated");
        let mut diagnostics = Vec::new();
        generate_parser_in_directory(
            folder(),
            Some(generated.clone()),
            Some(folder().join("grammar.js")),
            ABI_VERSION,
            None,
            None,
            true,
            OptLevel::default(),
            &mut diagnostics,
        )
        .unwrap_or_else(|e| panic!("grammar.js: {e}"));
        let warnings: Vec<_> = diagnostics.iter().map(ToString::to_string).collect();
        assert_eq!(warnings, [""; 0], "grammar.js");
        for name in GENERATED {
            let found = fs::read_to_string(generated.join(name)).expect("it was generated");
            let stored = folder().join("src").join(name);
            fs::create_dir_all(stored.parent().expect("it is in src")).expect("it is a folder");
            check_stored(&stored, &found);
        }
    });
}

/// Compiles and loads the stored parser.
///
/// # Panics
///
/// If it is not the one that is generated, or does not compile.
#[must_use]
pub fn language() -> Language {
    static LANGUAGE: OnceLock<Language> = OnceLock::new();
    let load = || {
        check_generated();
        let src = folder().join("src");
        let loader = Loader::with_parser_lib_path(build_folder());
        // Where it is given, it is compiled each time, whatever the times of the files.
        let library = build_folder()
            .join("candid")
            .with_extension(env::consts::DLL_EXTENSION);
        let config = CompileConfig::new(&src, None, Some(library));
        loader
            .load_language_at_path(config)
            .unwrap_or_else(|e| panic!("src: {e}"))
    };
    LANGUAGE.get_or_init(load).clone()
}

/// Returns a parser of the language.
///
/// # Panics
///
/// As [`language`].
#[must_use]
pub fn parser() -> Parser {
    let mut parser = Parser::new();
    parser
        .set_language(&language())
        .expect("the library knows its version");
    parser
}

/// Parses a text; `old` is the tree of an earlier version, edited.
///
/// # Panics
///
/// As [`language`].
#[must_use]
pub fn parse(parser: &mut Parser, text: &str, old: Option<&Tree>) -> Tree {
    parser.parse(text, old).expect("nothing cancels it")
}
