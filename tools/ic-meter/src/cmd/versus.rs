//! `ic-meter versus`: the same benchmarks of two canisters side by side.

use super::{print, read, run_benchmarks, Install};
use ic_meter::error::Result;
use ic_meter::instrument::Detail;
use ic_meter::side_by_side;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run the same benchmarks in two canisters and print both figures and their ratio
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The module with our implementation
    ours: PathBuf,
    /// The module with the incumbent's
    incumbent: PathBuf,
    /// Run only benchmarks whose names contain one of these
    patterns: Vec<String>,
    #[command(flatten)]
    install: Install,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut results = Vec::new();
    for path in [&args.ours, &args.incumbent] {
        let mut canister = args.install.canister(path, Detail::Total)?;
        results.push(run_benchmarks(&mut canister, &args.patterns, None)?);
    }
    print(&side_by_side::table(&results[0], &results[1]))?;
    let (ours, incumbent) = (read(&args.ours)?.len(), read(&args.incumbent)?.len());
    print(&format!(
        "\nSize of the modules: {ours} and {incumbent} bytes\n"
    ))?;
    Ok(ExitCode::SUCCESS)
}
