//! The subcommands, and their common options and helpers.

pub(crate) mod bench;
pub(crate) mod call;
pub(crate) mod compare;
pub(crate) mod run;
pub(crate) mod versus;

use ic_meter::argument;
use ic_meter::canbench;
use ic_meter::canister::Canister;
use ic_meter::config::Config;
use ic_meter::error::{Error, Result};
use ic_meter::file;
use ic_meter::instrument::Detail;
use ic_meter::interface::Interface;
use ic_meter::limits::{self, Limits};
use ic_meter::progress::Progress;
use ic_meter::results::Results;
use ic_meter::stable::Stable;
use std::io::Write;
use std::path::{Path, PathBuf};

/// How a canister is installed.
#[derive(clap::Args, Clone)]
pub(crate) struct Install {
    /// Init arguments: Candid text in parentheses, or hex; none by default
    #[arg(long, value_name = "ARGS")]
    init_args: Option<String>,
    /// A file with the initial content of stable memory
    #[arg(long, value_name = "FILE")]
    stable_memory: Option<PathBuf>,
    /// Instruction limit of a message; by default that of canbench for benchmarks, and for calls that of the
    /// Internet Computer for its kind of message
    #[arg(long, value_name = "N")]
    instruction_limit: Option<i64>,
    /// Memory limit of the canister: in bytes, or with the unit KiB, MiB or GiB; by default 3GiB, as on the Internet
    /// Computer
    #[arg(long, value_name = "BYTES", value_parser = limits::bytes)]
    memory_limit: Option<u64>,
}

impl Install {
    /// Compiles and installs a module. The interface, if there is one, gives the types of the init arguments.
    pub(crate) fn canister(
        &self,
        wasm: &[u8],
        detail: Detail,
        interface: Option<&Interface>,
        limits: Limits,
    ) -> Result<Canister> {
        let argument = match &self.init_args {
            Some(text) => argument::parse(text, interface.map(Interface::init))?,
            None => argument::none(),
        };
        let mut canister = Canister::compile(wasm, detail)?;
        canister.set_limits(self.limits(limits));
        if let Some(path) = &self.stable_memory {
            let bytes = std::fs::read(path).map_err(|e| Error::file(path, e))?;
            canister.set_stable(Stable::from_bytes(&bytes));
        }
        canister.install(&argument)?;
        Ok(canister)
    }

    /// Overrides limits with those on the command line.
    pub(crate) fn limits(&self, mut limits: Limits) -> Limits {
        if let Some(instructions) = self.instruction_limit {
            limits = limits.with_instructions(instructions);
        }
        if let Some(memory) = self.memory_limit {
            limits.memory = memory;
        }
        limits
    }

    /// Compiles and installs a module with benchmarks from a file.
    pub(crate) fn read(&self, path: &Path, detail: Detail) -> Result<Canister> {
        let wasm = file::read_module(path)?;
        let interface = match &self.init_args {
            Some(_) => interface_of(&wasm, self.limits(limits::CANBENCH)),
            None => None,
        };
        self.canister(&wasm, detail, interface.as_ref(), limits::CANBENCH)
    }

    /// Returns the options with the configuration's values for those missing on the command line.
    pub(crate) fn or(&self, config: &Config) -> Self {
        Self {
            init_args: self.init_args.clone().or(config.init_args.clone()),
            stable_memory: self.stable_memory.clone().or(config.stable_memory.clone()),
            instruction_limit: self.instruction_limit,
            memory_limit: self.memory_limit,
        }
    }
}

/// Returns the interface in a module, or the one that the canister itself provides. An invalid one is ignored, so that
/// the canister still runs.
pub(crate) fn interface_of(wasm: &[u8], limits: Limits) -> Option<Interface> {
    let found = Interface::of_module(wasm).and_then(|found| match found {
        Some(interface) => Ok(Some(interface)),
        None => Interface::of_canister(wasm, limits),
    });
    found.unwrap_or_else(|error| {
        eprintln!("ic-meter: ignored interface: {error}");
        None
    })
}

/// The results of benchmarks.
pub(crate) struct Ran {
    pub(crate) results: Results,
    /// Lines that the canister printed, each with the name of the benchmark.
    pub(crate) printed: Vec<(String, String)>,
}

/// Runs benchmarks, and writes their profiles to a directory if one is given.
pub(crate) fn run_benchmarks(
    canister: &mut Canister,
    names: Vec<String>,
    profiles: Option<&Path>,
) -> Result<Ran> {
    let mut progress = Progress::new(names.len());
    let (mut results, mut printed) = (Results::new(), Vec::new());
    for name in names {
        progress.step(&name);
        let run = canbench::run(canister, &name)?;
        if let (Some(directory), Some(profile)) = (profiles, run.profile) {
            write(&directory.join(format!("{name}.folded")), &profile)?;
        }
        printed.extend(run.printed.into_iter().map(|line| (name.clone(), line)));
        results.insert(name, run.bench);
    }
    Ok(Ran { results, printed })
}

/// Returns the detail with which the canister is compiled: with profiles if they are requested.
pub(crate) fn detail(profile: Option<&Path>) -> Detail {
    match profile {
        Some(_) => Detail::Functions,
        None => Detail::Total,
    }
}

/// Parses percent on the command line. NaN is rejected: it would make every change count as noise.
pub(crate) fn percent(text: &str) -> std::result::Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "expected a number".to_string())?;
    if value >= 0.0 {
        Ok(value)
    } else {
        Err("expected a non-negative number".into())
    }
}

pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory).map_err(|e| Error::file(directory, e))?;
    }
    std::fs::write(path, text).map_err(|e| Error::file(path, e))
}

/// Prints text; a closed pipe (`| head`) is not an error.
pub(crate) fn print(text: &str) -> Result<()> {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::file("standard output", e))
        }
        _ => Ok(()),
    }
}
