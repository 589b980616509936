//! Inputs given as files and folders.

use crate::code;
use crate::config::Configs;
use crate::failure::{Failure, Result};
use crate::paths::{identity, shown};
use crate::{input, trace, wasm};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// Returns the interfaces to work on: those given, also `-`, and the `.did` files in the folders given and below them, sorted
/// by name, each once. Conformance tests are none, and neither are modules, which are made from interfaces. Hidden folders, folders
/// of packages and builds are left out unless they are given, and the files that the configuration excludes unless they are given
/// themselves, not a folder; links in folders are not followed.
///
/// # Errors
///
/// If a folder cannot be read or has no such file.
pub(crate) fn interfaces(paths: &[PathBuf], configs: &mut Configs) -> Result<Vec<PathBuf>> {
    let mut module = None;
    let files = found(paths, configs, ".did", is_interface, &mut |path| {
        if wasm::is_named_as_module(path) {
            trace::say(format_args!("leaves out {}: {MODULES}", shown(path)));
            module.get_or_insert_with(|| shown(path));
        }
    });
    files.map_err(|failure| {
        failure.with_notes(module.map(|it| format!("{it} is left out: {MODULES}")))
    })
}

/// Why modules in folders are left out.
const MODULES: &str = "of modules, only those that are named are read";

/// Returns whether the name is that of an interface.
pub(crate) fn is_interface(name: &str) -> bool {
    name.ends_with(".did") && !name.ends_with(".test.did")
}

/// Returns whether the name of a file is that of an interface.
pub(crate) fn has_interface(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| is_interface(&name.to_string_lossy()))
}

/// Returns whether the name is that of an interface, or of a module, which may have one.
pub(crate) fn is_interface_or_module(name: &str) -> bool {
    is_interface(name) || wasm::is_named_as_module(Path::new(name))
}

/// Returns the interfaces and modules in a folder, of which there may be none.
///
/// # Errors
///
/// If the folder cannot be read.
pub(crate) fn interfaces_and_modules_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    in_folder(folder, is_interface_or_module, &mut files, &mut |_| {})?;
    Ok(files)
}

/// Returns the interfaces in a folder, of which there may be none.
///
/// # Errors
///
/// If the folder cannot be read.
pub(crate) fn interfaces_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    in_folder(folder, is_interface, &mut files, &mut |_| {})?;
    Ok(files)
}

/// Returns the same as [`interfaces`], and conformance tests.
pub(crate) fn interfaces_and_tests(
    paths: &[PathBuf],
    configs: &mut Configs,
) -> Result<Vec<PathBuf>> {
    let is_wanted = |name: &str| name.ends_with(".did");
    found(paths, configs, ".did", is_wanted, &mut |_| {})
}

/// Returns the conformance tests among the files given, and in the folders.
///
/// # Errors
///
/// If a folder cannot be read or has no such file.
pub(crate) fn tests(paths: &[PathBuf], configs: &mut Configs) -> Result<Vec<PathBuf>> {
    let is_wanted = |name: &str| name.ends_with(".test.did");
    found(paths, configs, ".test.did", is_wanted, &mut |_| {})
}

/// Returns the files given, and those in the folders that are wanted: of the extension, as errors call it.
fn found(
    paths: &[PathBuf],
    configs: &mut Configs,
    extension: &str,
    is_wanted: fn(&str) -> bool,
    left_out: &mut dyn FnMut(&Path),
) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !input::is_stdin(path) && path.is_dir() {
            let (mut below, mut excluded) = (Vec::new(), None);
            in_folder(path, is_wanted, &mut below, left_out)?;
            let n_before = files.len();
            for file in below {
                match configs.of(&file)?.filter(|config| config.excludes(&file)) {
                    None => files.push(file),
                    Some(config) => {
                        let text = config.left_out(&file);
                        trace::say(&text);
                        excluded.get_or_insert(text);
                    }
                }
            }
            if files.len() == n_before {
                let none = format!("no {extension} file in this folder");
                let failure = Failure::file(path, none).with_code(code::NO_FILES);
                return Err(failure.with_notes(excluded));
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(once(files))
}

/// Returns files, each once, by the first of its names, of which links and `./` make more.
pub(crate) fn once(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    // Standard input can be read only once, which reading it says.
    let mut seen = HashSet::new();
    files.retain(|file| input::is_stdin(file) || seen.insert(identity(file)));
    files
}

fn in_folder(
    folder: &Path,
    is_wanted: fn(&str) -> bool,
    files: &mut Vec<PathBuf>,
    left_out: &mut dyn FnMut(&Path),
) -> Result<()> {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    for entry in entries.filter_entry(is_source) {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(folder).to_path_buf();
            match error.into_io_error() {
                Some(error) => Failure::unreadable(&path, error),
                None => Failure::unreadable(&path, "a cycle of links"),
            }
        })?;
        let path = entry.path();
        if !entry.file_type().is_file() {
            continue;
        }
        let path = path.strip_prefix(".").unwrap_or(path);
        match is_wanted(&entry.file_name().to_string_lossy()) {
            true => files.push(path.to_path_buf()),
            false => left_out(path),
        }
    }
    Ok(())
}

/// Returns whether a folder of this name in another one is left out: hidden ones, and those of packages and builds.
pub(crate) fn is_left_out(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with('.') || ["node_modules", "target"].contains(&&*name)
}

/// Returns whether a file or folder is to be visited.
fn is_source(entry: &DirEntry) -> bool {
    entry.depth() == 0 || !(entry.file_type().is_dir() && is_left_out(entry.file_name()))
}
