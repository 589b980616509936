//! `ic-meter compare`: two files of results side by side, as text or as the comment on a pull request.

use super::print;
use ic_meter::diff;
use ic_meter::error::{Error, Result};
use ic_meter::paint::Paint;
use ic_meter::report::{self, Show};
use ic_meter::{markdown, results};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Compare two files of results
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The results to compare with
    old: PathBuf,
    /// The new results
    new: PathBuf,
    /// Print the comment for a pull request
    #[arg(long)]
    markdown: bool,
    /// Changes up to this percentage count as noise
    #[arg(long, value_name = "PERCENT", default_value = "2", value_parser = super::percent)]
    noise_threshold: f64,
}

pub(crate) fn run(args: &Args, paint: Paint) -> Result<ExitCode> {
    let (old, new) = (load(&args.old)?, load(&args.new)?);
    let changes = diff::diff(&old, &new, args.noise_threshold);
    if args.markdown {
        print(&markdown::comment(&changes))?;
    } else {
        print(&report::benchmarks(&changes, Show::All, paint))?;
        print(&report::summary(&changes, paint))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Loads a results file. Unlike elsewhere, a missing file is an error.
fn load(path: &Path) -> Result<results::Results> {
    std::fs::metadata(path).map_err(|e| Error::file(path, e))?;
    results::load(path)
}
