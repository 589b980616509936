//! `didc fmt`

use crate::config::Configs;
use crate::failure::{Failure, Result};
use crate::output::{exit_code, Output};
use crate::progress::Progress;
use crate::typing::shown;
use crate::{files, input, reads, replace};
use candid_parser::format::{format, format_test, Options};
use similar::TextDiff;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Formats interfaces
///
/// There is one layout. Comments, groups of lines, imports and their order stay, and lines end as the first one does.
///
/// Prints the formatted interface; of several files, or folders, only with --write, --check or --diff. Of folders all .did
/// files are formatted, also those in folders in them, except in node_modules, target and hidden folders, and those that `exclude`
/// in the section `[files]` of didc.toml leaves out; links in folders are not followed. Files with errors are reported and stay as they are, and the others are formatted.
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
    ///
    /// By default, it is `width` in the section `[fmt]` of didc.toml, or 80.
    #[arg(long, value_name = "COLUMNS")]
    width: Option<u16>,
    /// The configuration, instead of the didc.toml that is found
    #[arg(short, long, value_name = "FILE")]
    config: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    check_usage(args)?;
    let mut configs = Configs::new(args.config.as_deref())?;
    let mut is_fine = true;
    let files = files::interfaces_and_tests(&args.paths, &mut configs)?;
    // All is known that will be read before something is printed, which may be to one of these files.
    reads::plan(&files);
    let mut widths = Vec::with_capacity(files.len());
    for file in &files {
        widths.push(match args.width {
            Some(width) => width,
            None => configs.width(file)?,
        });
    }
    let mut progress = Progress::new(files.len());
    if let [file] = files.as_slice() {
        out.working_on(file);
    }
    for (file, width) in files.into_iter().zip(widths) {
        if out.is_pending() {
            progress.pause();
            out.finish()?;
        }
        progress.begin(&file);
        match one(args, &file, width, out) {
            Ok(is_formatted) => is_fine &= is_formatted || !args.check,
            // Output is closed, or the command cannot do what it says.
            Err(failure @ (Failure::Closed | Failure::Message { code: 2, .. })) => {
                return Err(failure)
            }
            Err(failure) => {
                progress.pause();
                out.report(failure);
                is_fine = false;
            }
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

/// Formats a file, and returns whether it was formatted already.
fn one(args: &Args, path: &Path, width: u16, out: &mut Output) -> Result<bool> {
    let name = input::name(path).display().to_string();
    let text = input::uncompressed_text(path)?;
    let options = Options::default().width(width.into());
    let format = match name.ends_with(".test.did") {
        true => format_test,
        false => format,
    };
    let formatted = format(&text, &options);
    let formatted = formatted.map_err(|error| Failure::from(error).in_text(&name, &text))?;
    let is_formatted = formatted == text;
    if !(args.write || args.check || args.diff) {
        out.text(&formatted)?;
    }
    if !is_formatted && args.diff {
        let diff = TextDiff::from_lines(&text, &formatted);
        let name = shown(&name);
        let mut diff = diff.unified_diff();
        // As `diff` and `git` write names with spaces, so that `patch` knows where they end.
        let end = if name.contains(' ') { "\t" } else { "" };
        let (before, after) = (format!("{name}.orig{end}"), format!("{name}{end}"));
        out.diff(&diff.header(&before, &after).to_string())?;
    } else if !is_formatted && args.check {
        out.line(shown(&name))?;
    }
    if !is_formatted && args.write {
        let written = replace::check_is_writable(path)
            .and_then(|()| replace::write(path, formatted.as_bytes()));
        written.map_err(|error| Failure::unwritable(path, error))?;
    }
    Ok(is_formatted)
}
