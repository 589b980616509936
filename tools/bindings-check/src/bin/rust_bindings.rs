//! Writes the Rust bindings of interfaces as modules: `rust_bindings DIR FILE…`.
//!
//! `DIR/call`, `DIR/agent`, `DIR/stub` and `DIR/pocket` have a module for each interface. What all begin with, the types, is
//! in a module of `DIR/types_1` or `DIR/types_2`, from which they import each type by its name: they compile as if it were
//! in them, but most of the work is done once. `rust/candid_parser/tests/bind_rust/check` has a crate for each of these folders.

use anyhow::{Context, Result};
use candid_parser::bindings::rust::{try_compile, Config, ExternalConfig};
use candid_parser::bindings::template;
use candid_parser::configs::Configs;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The targets, and the names of their modules.
const TARGETS: [(&str, &str); 4] = [
    ("canister_call", "call"),
    ("agent", "agent"),
    ("stub", "stub"),
    (POCKET_IC, "pocket"),
];

/// The target that is a template of another kind.
const POCKET_IC: &str = "pocket_ic";

/// The guide of bindings for PocketIC, whose example is compiled.
const GUIDE: &str = include_str!("../../../../docs/pocket-ic.md");

/// The modules of the types, two of about the same size for two processors.
const TYPES: [&str; 2] = ["types_1", "types_2"];

/// What a module of types begins with: what all targets import for them.
const TYPES_HEADER: &str =
    "#![allow(dead_code, unused_imports, non_camel_case_types, non_snake_case, clippy::all)]
use candid::{self, CandidType, Deserialize, Principal};
";

fn main() -> Result<()> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let dir = args.next().context("usage: rust_bindings DIR FILE…")?;
    let targets = TARGETS.map(|(_, module)| module);
    for module in targets.iter().chain(&TYPES) {
        std::fs::create_dir_all(dir.join(module))?;
    }
    let mut list = String::new();
    let mut type_lists = TYPES.map(|_| String::new());
    let mut sizes = [0; TYPES.len()];
    let mut names = BTreeSet::new();
    for file in args {
        let name = module_name(&file, &mut names)?;
        let mut texts = Vec::new();
        for (target, _) in TARGETS {
            texts.push(bindings(target, &file).with_context(|| format!("{}", file.display()))?);
        }
        let texts: Vec<_> = texts.iter().map(|text| split_header(text)).collect();
        let types = shared_items(texts.iter().map(|(_, items)| *items));
        let smaller = usize::from(sizes[1] < sizes[0]);
        sizes[smaller] += types.len();
        let imports = imports(types, &format!("{0}::{0}::{name}", TYPES[smaller]));
        for (module, (header, items)) in targets.iter().zip(texts) {
            let rest = &items[types.len()..];
            let text = format!("{header}{imports}{rest}");
            std::fs::write(dir.join(module).join(format!("{name}.rs")), text)?;
        }
        let text = format!("{TYPES_HEADER}{types}");
        std::fs::write(dir.join(TYPES[smaller]).join(format!("{name}.rs")), text)?;
        writeln!(type_lists[smaller], "pub mod {name};")?;
        writeln!(list, "pub mod {name};")?;
    }
    for (module, list) in TYPES.iter().zip(type_lists) {
        std::fs::write(dir.join(module).join("mod.rs"), list)?;
    }
    let example = GUIDE.split_once("```rust\n");
    let example = example.and_then(|(_, rest)| rest.split_once("```\n"));
    let (example, _) = example.context("docs/pocket-ic.md has no example")?;
    let example = example.replace("mod ledger;\n", "use crate::pocket::ledger;\n");
    std::fs::write(
        dir.join("guide.rs"),
        example.replace("#[test]\nfn", "pub fn"),
    )?;
    for module in targets {
        std::fs::write(dir.join(module).join("mod.rs"), &list)?;
    }
    Ok(())
}

/// Splits bindings behind the first empty line, which ends what they import.
fn split_header(text: &str) -> (&str, &str) {
    text.split_at(text.find("\n\n").map_or(text.len(), |at| at + 2))
}

/// Returns the items that all texts begin with.
fn shared_items<'t>(mut texts: impl Iterator<Item = &'t str>) -> &'t str {
    let first = texts.next().unwrap_or_default();
    let mut shared = first.split_inclusive('\n').collect::<Vec<_>>();
    for text in texts {
        let same = shared.iter().zip(text.split_inclusive('\n'));
        let n = same.take_while(|(ours, theirs)| *ours == theirs).count();
        shared.truncate(n);
    }
    // Comments and attributes belong to what follows.
    while shared.last().is_some_and(|line| !ends_item(line)) {
        shared.pop();
    }
    &first[..shared.iter().map(|line| line.len()).sum()]
}

fn ends_item(line: &str) -> bool {
    !line.starts_with([' ', '/', '#']) && line.trim_end().ends_with(['}', ';'])
}

/// Returns an import of each type by its name, which, unlike one of `*`, must be the only item of that name.
fn imports(types: &str, module: &str) -> String {
    let kinds = [
        "pub type ",
        "pub struct ",
        "pub enum ",
        "candid::define_function!(pub ",
        "candid::define_service!(pub ",
    ];
    let mut text = String::new();
    for line in types.lines() {
        let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind));
        let name = rest.and_then(|rest| rest.split([' ', '(', '{', ';', ':']).next());
        if let Some(name) = name {
            let _ = writeln!(text, "pub use {module}::{name};");
        }
    }
    text
}

fn bindings(target: &str, file: &Path) -> Result<String> {
    let (env, actor, prog) = candid_parser::check_file(file)?;
    if target == POCKET_IC {
        let configs = Configs::default();
        return Ok(template::pocket_ic(&env, &actor, &prog, &configs)?.0);
    }
    let mut external = ExternalConfig::default();
    external.0.insert("target".to_string(), target.to_string());
    // As those of PocketIC have them, so that the types are the same.
    let attributes = "attributes = '#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]'";
    let config = Config::parse(attributes.parse()?)?;
    Ok(try_compile(&config, &env, &actor, &prog, external)?.0)
}

/// The name of the file; folders may have files of the same name, so a number tells them apart.
fn module_name(file: &Path, taken: &mut BTreeSet<String>) -> Result<String> {
    let stem = file
        .file_stem()
        .and_then(|stem| stem.to_str())
        .context("a file without a name")?;
    let stem = stem.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    let numbered = (2..).map(|number| format!("{stem}_{number}"));
    let name = std::iter::once(stem.clone())
        .chain(numbered)
        .find(|name| !taken.contains(name));
    let name = name.unwrap_or(stem);
    taken.insert(name.clone());
    Ok(name)
}
