//! Writes the Rust bindings of interfaces as modules: `rust_bindings DIR FILE…`.
//!
//! `DIR/call`, `DIR/agent` and `DIR/stub` have a module for each interface. `tests/bind_rust/check` is a
//! crate of each.

use anyhow::{Context, Result};
use candid_parser::bindings::rust::{try_compile, Config, ExternalConfig};
use candid_parser::configs::Configs;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() -> Result<()> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let dir = args.next().context("usage: rust_bindings DIR FILE…")?;
    let files: Vec<PathBuf> = args.collect();
    for (target, module) in [
        ("canister_call", "call"),
        ("agent", "agent"),
        ("stub", "stub"),
    ] {
        std::fs::create_dir_all(dir.join(module))?;
        let mut list = String::new();
        let mut names = BTreeSet::new();
        for file in &files {
            let name = module_name(file, &mut names)?;
            let text = bindings(target, file).with_context(|| format!("{}", file.display()))?;
            std::fs::write(dir.join(module).join(format!("{name}.rs")), text)?;
            writeln!(list, "pub mod {name};")?;
        }
        std::fs::write(dir.join(module).join("mod.rs"), list)?;
    }
    Ok(())
}

fn bindings(target: &str, file: &Path) -> Result<String> {
    let (env, actor, prog) = candid_parser::check_file(file)?;
    let mut external = ExternalConfig::default();
    external.0.insert("target".to_string(), target.to_string());
    let config = Config::parse(Configs::default())?;
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
