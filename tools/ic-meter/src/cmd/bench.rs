//! `ic-meter bench`: runs a canister's benchmarks and compares them with the stored results.

use super::{detail, print, run_benchmarks, write, Install};
use clap::ValueEnum;
use ic_meter::canbench;
use ic_meter::config::{self, Config};
use ic_meter::diff::{self, Verdict};
use ic_meter::error::{Error, Result};
use ic_meter::paint::Paint;
use ic_meter::report::{self, Show};
use ic_meter::results::{self, Results};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Run a canbench canister's benchmarks and compare them with the stored results
///
/// Without a module, canbench.yml says how to build the canister, where its module is, how it is installed and
/// where its results are stored.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The canister's module, then substrings of the names of the benchmarks to run (by default, all).
    /// A first word that contains a dot or a slash is the module
    #[arg(value_name = "MODULE|PATTERN")]
    words: Vec<String>,
    /// The configuration, instead of canbench.yml; its paths are relative to its directory
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The stored results, instead of the configured file or canbench_results.yml
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Store the new results; nothing counts as worse
    #[arg(long)]
    persist: bool,
    #[command(flatten)]
    output: Output,
    /// Changes up to this percentage count as noise
    #[arg(long, value_name = "PERCENT", default_value = "2", value_parser = super::percent)]
    noise_threshold: f64,
    /// Changes that cause exit code 1
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

/// The job: the command line combined with the configuration.
struct Job {
    module: PathBuf,
    patterns: Vec<String>,
    results: PathBuf,
    install: Install,
}

pub(crate) fn run(args: &Args, paint: Paint) -> Result<ExitCode> {
    let job = job(args)?;
    let mut old = results::load(&job.results)?;
    let profiles = args.profile.as_deref();
    let mut canister = job.install.read(&job.module, detail(profiles))?;
    let names = canbench::benchmarks(&canister, &job.patterns)?;
    let ran = run_benchmarks(&mut canister, names, profiles)?;
    let stored = old.clone();
    if !job.patterns.is_empty() {
        let is_asked_for = |name: &str| job.patterns.iter().any(|pattern| name.contains(pattern));
        old.retain(|name, _| is_asked_for(name));
    }
    let changes = diff::diff(&old, &ran.results, args.noise_threshold);
    let show = if args.output.less_verbose {
        Show::Changed
    } else {
        Show::All
    };
    print(&report::benchmarks(&changes, show, paint))?;
    if args.output.show_summary {
        print(&report::summary(&changes, paint))?;
    }
    print(&report::printed(&ran.printed))?;
    if args.output.csv {
        let path = job.results.with_file_name("canbench_results.csv");
        write(&path, &report::csv(&changes))?;
        print(&format!("figures written to {}\n", path.display()))?;
    }
    if args.persist {
        // With patterns, benchmarks that did not run keep their stored results.
        let kept = if job.patterns.is_empty() {
            Results::new()
        } else {
            stored
        };
        return persist(&job.results, kept, ran.results);
    }
    let fails = |verdict| match args.fail_on {
        FailOn::Regression => verdict == Verdict::Worse,
        FailOn::Change => verdict != Verdict::Same,
        FailOn::Never => false,
    };
    let failed = changes.iter().filter(|change| fails(change.verdict()));
    let failed: Vec<&str> = failed.map(|change| change.name.as_str()).collect();
    if failed.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let (file, failed) = (job.results.display(), failed.join(", "));
    eprintln!("ic-meter: different from {file}: {failed}");
    Ok(ExitCode::from(1))
}

/// Returns the job for the module on the command line, or builds the module of the configuration.
fn job(args: &Args) -> Result<Job> {
    // Benchmarks are Rust functions, whose names contain none of these.
    let is_module = |word: &&String| word.contains(['.', '/', '\\']);
    if let Some(module) = args.words.first().filter(is_module) {
        if args.config.is_some() {
            let what = format!("--config conflicts with the module {module}: use only one of them");
            return Err(Error::Usage(what));
        }
        return Ok(Job {
            module: module.into(),
            patterns: args.words[1..].to_vec(),
            results: args
                .results
                .clone()
                .unwrap_or_else(|| config::RESULTS.into()),
            install: args.install.clone(),
        });
    }
    let path = args.config.as_deref().unwrap_or(Path::new(config::NAME));
    if args.config.is_none() && !path.exists() {
        let what =
            "missing module: no canbench.yml in this directory; specify a module or --config FILE";
        return Err(Error::Usage(what.into()));
    }
    let config = Config::load(path)?;
    config.build()?;
    Ok(Job {
        module: config.wasm.clone(),
        patterns: args.words.clone(),
        results: args
            .results
            .clone()
            .unwrap_or_else(|| config.results.clone()),
        install: args.install.or(&config),
    })
}

fn persist(path: &Path, mut all: Results, new: Results) -> Result<ExitCode> {
    all.extend(new);
    results::save(path, &all)?;
    print(&format!("results stored in {}\n", path.display()))?;
    Ok(ExitCode::SUCCESS)
}
