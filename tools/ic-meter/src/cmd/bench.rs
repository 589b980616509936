//! `ic-meter bench`: runs a canister's benchmarks and compares them with the stored results.

use super::{detail, print, run_benchmarks, write, Install};
use clap::ValueEnum;
use ic_meter::diff::{self, Verdict};
use ic_meter::error::Result;
use ic_meter::report;
use ic_meter::results::{self, Results};
use std::path::PathBuf;
use std::process::ExitCode;

/// Run a canbench canister's benchmarks and compare them with the stored results
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The canister's module
    canister: PathBuf,
    /// Run only benchmarks whose names contain one of these
    patterns: Vec<String>,
    /// The stored results
    #[arg(long, value_name = "FILE", default_value = "canbench_results.yml")]
    results: PathBuf,
    /// Store the new results; then nothing counts as worse
    #[arg(long)]
    persist: bool,
    #[command(flatten)]
    output: Output,
    /// Changes up to this many percent count as none
    #[arg(long, value_name = "PERCENT", default_value_t = 2.0)]
    noise_threshold: f64,
    /// What ends with exit code 1
    #[arg(long, value_enum, default_value_t = FailOn::Regression)]
    fail_on: FailOn,
    /// Write the profile of each benchmark to a file in this directory: folded stacks for flame graphs
    #[arg(long, value_name = "DIRECTORY")]
    profile: Option<PathBuf>,
    #[command(flatten)]
    install: Install,
}

#[derive(clap::Args)]
struct Output {
    /// Print only benchmarks that changed
    #[arg(long)]
    less_verbose: bool,
    /// Print how many benchmarks changed and by how much
    #[arg(long)]
    show_summary: bool,
    /// Write old and new figures to canbench_results.csv beside the stored results
    #[arg(long)]
    csv: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum FailOn {
    /// A benchmark that got worse
    Regression,
    /// Any benchmark that changed, is new, or is gone
    Change,
    /// Nothing
    Never,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut old = results::load(&args.results)?;
    let profiles = args.profile.as_deref();
    let mut canister = args.install.canister(&args.canister, detail(profiles))?;
    let new = run_benchmarks(&mut canister, &args.patterns, profiles)?;
    if !args.patterns.is_empty() {
        old.retain(|name, _| {
            args.patterns
                .iter()
                .any(|pattern| name.contains(pattern.as_str()))
        });
    }
    let changes = diff::diff(&old, &new, args.noise_threshold);
    print(&report::benchmarks(&changes, args.output.less_verbose))?;
    if args.output.show_summary {
        print(&report::summary(&changes))?;
    }
    if args.output.csv {
        let path = args.results.with_file_name("canbench_results.csv");
        write(&path, &report::csv(&changes))?;
        print(&format!("figures written to {}\n", path.display()))?;
    }
    if args.persist {
        return persist(args, new);
    }
    let fails = |verdict| match args.fail_on {
        FailOn::Regression => verdict == Verdict::Worse,
        FailOn::Change => verdict != Verdict::Same,
        FailOn::Never => false,
    };
    let failed: Vec<&str> = changes
        .iter()
        .filter(|c| fails(c.verdict()))
        .map(|c| c.name.as_str())
        .collect();
    if failed.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!(
        "ic-meter: not as stored in {}: {}",
        args.results.display(),
        failed.join(", ")
    );
    Ok(ExitCode::from(1))
}

/// With patterns, benchmarks that did not run keep what is stored of them.
fn persist(args: &Args, new: Results) -> Result<ExitCode> {
    let mut all = if args.patterns.is_empty() {
        Results::new()
    } else {
        results::load(&args.results)?
    };
    all.extend(new);
    results::save(&args.results, &all)?;
    print(&format!("results stored in {}\n", args.results.display()))?;
    Ok(ExitCode::SUCCESS)
}
