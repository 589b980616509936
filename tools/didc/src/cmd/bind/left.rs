//! Outputs of earlier runs that no entry makes any longer, as their inputs are gone.

use super::configured::{folder, stem};
use super::outputs::Outputs;
use super::watch::Seen;
use super::{header, Args};
use crate::code;
use crate::config::{ConfigFile, NAME};
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::paths::{identity, shown};
use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Returns the files whose names an output with a placeholder has, and which begin with the comment about a source of that name,
/// but are not among the outputs. Others may be written by hand.
pub(super) fn outputs(
    file: &ConfigFile,
    outputs: &Outputs<'_>,
    seen: &Seen,
) -> Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let read = LazyCell::new(|| seen.identities());
    for section in &file.config.bind {
        for (name, path) in named(folder(file), section.get_ref().output.get_ref())? {
            // What is behind a link has another name of its own.
            let is_file = path.symlink_metadata().is_ok_and(|data| data.is_file());
            if is_file && outputs.get(&path).is_none() && !read.contains(&identity(&path)) {
                let source = header::source_in(&path);
                let source = source.map_err(|error| Failure::unreadable(&path, error))?;
                // Others have it of their own configuration, or were moved.
                if source.is_some_and(|source| stem(&source) == name) {
                    found.insert(path);
                }
            }
        }
    }
    Ok(found)
}

/// Returns the paths that an output has for any name, with the names.
fn named(folder: &Path, output: &str) -> Result<Vec<(String, PathBuf)>> {
    let Some((before, after)) = output.split_once(NAME) else {
        return Ok(Vec::new());
    };
    // The placeholder is in one name of the path, which begins and ends with these.
    let (above, start) = before
        .rsplit_once('/')
        .map_or(("", before), |(above, start)| {
            (if above.is_empty() { "/" } else { above }, start)
        });
    let end = after.split('/').next().unwrap_or_default();
    let end = end.split(NAME).next().unwrap_or_default();
    let is_last = after.len() == end.len();
    let above = folder.join(above);
    let above = if above == Path::new("") {
        PathBuf::from(".")
    } else {
        above
    };
    let entries = match above.read_dir() {
        Ok(entries) => entries,
        // Nothing was written yet.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Failure::unreadable(&above, error)),
    };
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| Failure::unreadable(&above, error))?;
        let entry = entry.file_name();
        let Some(rest) = entry.to_str().and_then(|name| name.strip_prefix(start)) else {
            continue;
        };
        let name = match is_last {
            true => rest.strip_suffix(end),
            // Of a name with several placeholders, or of a folder, the first place of the end is as good as any.
            false if end.is_empty() => Some(rest),
            false => rest.split_once(end).map(|(name, _)| name),
        };
        let name = name.filter(|name| !name.is_empty());
        let path = |name: &str| (name.to_string(), folder.join(output.replace(NAME, name)));
        paths.extend(name.map(path));
    }
    Ok(paths)
}

/// Reports or removes these files, and returns whether that is fine.
pub(super) fn report(args: &Args, left: BTreeSet<PathBuf>, out: &mut Output) -> Result<bool> {
    let is_fine = left.is_empty() || !args.check;
    for path in left {
        let name = shown(&path);
        if args.prune {
            std::fs::remove_file(&path).map_err(|error| Failure::unwritable(&path, error))?;
            out.note(format!("{name}: removed\n"));
        } else {
            let text = format!("no [[bind]] makes {name} any longer: didc bind --prune removes it");
            if args.check {
                let _ = out.report(Failure::new(text).with_code(code::OUT_OF_DATE));
            } else {
                out.note(format!("warning: {text}\n"));
            }
        }
    }
    Ok(is_fine)
}
