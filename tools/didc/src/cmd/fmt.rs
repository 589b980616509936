//! `didc fmt`

use crate::failure::{Failure, Result};
use crate::input;
use crate::output::{exit_code, Output};
use crate::typing::shown;
use candid_parser::format::{format, format_test, Options};
use similar::TextDiff;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use walkdir::{DirEntry, WalkDir};

/// Formats interfaces.
///
/// There is one layout. Comments, groups of lines, imports and their order stay.
///
/// Prints the formatted interface; of several files, or folders, only with --write, --check or --diff. Of folders all .did
/// files are formatted, also those in folders in them, except in node_modules and where a name starts with a dot; links
/// in folders are not followed. Files with errors are reported and stay as they are, and the others are formatted.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc fmt ledger.did
  didc fmt -w .
  didc fmt --check src ledger.did
  didc fmt --diff - <ledger.did")]
pub(crate) struct Args {
    /// Files or folders; - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Write to the files that change, and print nothing
    #[arg(short, long, conflicts_with = "check")]
    write: bool,
    /// Write nothing; print the names of files that are not formatted, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// Print what changes; with --check instead of names, with --write in addition to writing
    #[arg(long)]
    diff: bool,
    /// The number of columns beyond which lists are broken over lines
    #[arg(long, default_value_t = 80, value_name = "COLUMNS")]
    width: u16,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    check_usage(args)?;
    let mut is_fine = true;
    for path in &args.paths {
        let mut n_files = 0u64;
        for file in files(path) {
            n_files += 1;
            match file.and_then(|file| one(args, &file, out)) {
                Ok(is_formatted) => is_fine &= is_formatted || !args.check,
                // Nobody reads on, or the command cannot do what it says.
                Err(failure @ (Failure::Closed | Failure::Message { code: 2, .. })) => {
                    return Err(failure)
                }
                Err(failure) => {
                    out.report(failure);
                    is_fine = false;
                }
            }
        }
        if n_files == 0 {
            let path = path.display().to_string();
            out.note(format!("warning: {}: no .did files\n", shown(&path)));
        }
    }
    Ok(exit_code(is_fine))
}

fn check_usage(args: &Args) -> Result<()> {
    if args.write && args.paths.iter().any(|path| input::is_stdin(path)) {
        return Err(Failure::usage("standard input cannot be written to"));
    }
    let is_one = args.paths.len() == 1 && !args.paths.iter().any(|path| path.is_dir());
    if is_one || args.write || args.check || args.diff {
        return Ok(());
    }
    Err(Failure::usage(
        "only a single file is printed; use --write, --check or --diff for several files, or for folders",
    ))
}

/// Returns the file, or the .did files in a folder and those in it, in the order of their names.
fn files(path: &Path) -> Box<dyn Iterator<Item = Result<PathBuf>> + '_> {
    if input::is_stdin(path) || !path.is_dir() {
        return Box::new(std::iter::once(Ok(path.to_path_buf())));
    }
    // What package managers install and programs keep is not for people to write.
    let is_foreign = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() > 0 && (name.starts_with('.') || name == "node_modules")
    };
    let entries = WalkDir::new(path).sort_by_file_name().into_iter();
    let entries = entries.filter_entry(move |entry| !is_foreign(entry));
    Box::new(entries.filter_map(move |entry| match entry {
        Ok(entry) => {
            let is_did = entry
                .path()
                .extension()
                .is_some_and(|ending| ending == "did");
            (entry.file_type().is_file() && is_did).then(|| Ok(entry.into_path()))
        }
        Err(error) => {
            let at = error.path().unwrap_or(path).to_path_buf();
            Some(Err(match error.into_io_error() {
                Some(error) => Failure::file(&at, error),
                None => Failure::file(&at, "links to a folder that it is in"),
            }))
        }
    }))
}

/// Formats a file, and returns whether it was formatted already.
fn one(args: &Args, path: &Path, out: &mut Output) -> Result<bool> {
    let name = input::name(path).display().to_string();
    let text = input::uncompressed_text(path)?;
    let options = Options::default().width(args.width.into());
    let formatted = if name.ends_with(".test.did") {
        format_test(&text, &options)
    } else {
        format(&text, &options)
    };
    let formatted = formatted.map_err(|error| Failure::from(error).in_text(&name, &text))?;
    let is_formatted = formatted == text;
    if !(args.write || args.check || args.diff) {
        out.text(&formatted)?;
    }
    if !is_formatted && args.diff {
        let diff = TextDiff::from_lines(&text, &formatted);
        let name = shown(&name);
        let mut diff = diff.unified_diff();
        out.diff(&diff.header(&format!("{name}.orig"), &name).to_string())?;
    } else if !is_formatted && args.check {
        out.line(shown(&name))?;
    }
    if !is_formatted && args.write {
        write(path, &formatted).map_err(|error| Failure::file(path, error))?;
    }
    Ok(is_formatted)
}

/// Replaces the content of a file by a new file of its name, so that at no time there is a part of it. A link to it stays
/// a link.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let path = path.canonicalize()?;
    let metadata = path.metadata()?;
    if !metadata.is_file() {
        return Err(std::io::Error::other("not a file that can be replaced"));
    }
    if metadata.permissions().readonly() {
        return Err(std::io::Error::other("the file is read-only"));
    }
    // Whoever may not write to it may not replace it either.
    drop(std::fs::OpenOptions::new().write(true).open(&path)?);
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut new = tempfile::NamedTempFile::new_in(folder)?;
    new.write_all(text.as_bytes())?;
    new.as_file().set_permissions(metadata.permissions())?;
    new.persist(&path).map_err(|error| error.error)?;
    Ok(())
}
