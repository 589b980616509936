//! The subcommands, and what several of them need.

pub(crate) mod bench;
pub(crate) mod call;
pub(crate) mod compare;
pub(crate) mod versus;

use ic_meter::argument;
use ic_meter::canbench;
use ic_meter::canister::{Canister, LIMIT};
use ic_meter::error::{Error, Result};
use ic_meter::instrument::Detail;
use ic_meter::progress::Progress;
use ic_meter::results::Results;
use ic_meter::stable::Stable;
use std::io::Write;
use std::path::{Path, PathBuf};

/// How a canister is installed.
#[derive(clap::Args)]
pub(crate) struct Install {
    /// What it is installed with: hex, or () for no arguments
    #[arg(long, value_name = "ARGS", default_value = "()")]
    init_args: String,
    /// A file that its stable memory begins with
    #[arg(long, value_name = "FILE")]
    stable_memory: Option<PathBuf>,
    /// How many instructions a message may take
    #[arg(long, value_name = "N", default_value_t = LIMIT)]
    instruction_limit: i64,
}

impl Install {
    /// Reads, compiles and installs a module.
    pub(crate) fn canister(&self, path: &Path, detail: Detail) -> Result<Canister> {
        let wasm = read(path)?;
        let mut canister = Canister::compile(&wasm, detail)?;
        canister.set_limit(self.instruction_limit);
        if let Some(path) = &self.stable_memory {
            canister.set_stable(Stable::from_bytes(&read(path)?));
        }
        canister.install(&argument::parse(&self.init_args)?)?;
        Ok(canister)
    }
}

/// Runs the benchmarks that match, in the order of their names, and writes their profiles to a
/// directory if there is one.
pub(crate) fn run_benchmarks(
    canister: &mut Canister,
    patterns: &[String],
    profiles: Option<&Path>,
) -> Result<Results> {
    let names = canbench::benchmarks(canister, patterns)?;
    let mut progress = Progress::new(names.len());
    let mut results = Results::new();
    for name in names {
        progress.step(&name);
        let (bench, profile) = canbench::run(canister, &name)?;
        if let (Some(directory), Some(profile)) = (profiles, profile) {
            write(&directory.join(format!("{name}.folded")), &profile)?;
        }
        results.insert(name, bench);
    }
    Ok(results)
}

/// Whether profiles are wanted decides how the canister is compiled.
pub(crate) fn detail(profile: Option<&Path>) -> Detail {
    match profile {
        Some(_) => Detail::Functions,
        None => Detail::Total,
    }
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|e| Error::file(path, e))
}

pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory).map_err(|e| Error::file(directory, e))?;
    }
    std::fs::write(path, text).map_err(|e| Error::file(path, e))
}

/// Prints; a reader that has gone away (`| head`) is not an error.
pub(crate) fn print(text: &str) -> Result<()> {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::file("standard output", e))
        }
        _ => Ok(()),
    }
}
