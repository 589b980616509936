//! `ic-meter versus`: the same benchmarks of two canisters side by side.

use super::{print, run_benchmarks, Install, Ran};
use ic_meter::error::Result;
use ic_meter::instrument::Detail;
use ic_meter::report;
use ic_meter::side_by_side::{self, Sides};
use ic_meter::{canbench, file};
use std::path::{Path, PathBuf};
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
    /// A module with what is written by hand; it need not have all benchmarks
    #[arg(long, value_name = "MODULE")]
    floor: Option<PathBuf>,
    /// Two more modules, ours and the incumbent's, whose sizes are printed: canisters that do next to nothing
    #[arg(long, num_args = 2, value_names = ["OURS", "INCUMBENT"])]
    minimal: Option<Vec<PathBuf>>,
    #[command(flatten)]
    install: Install,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    // Sizes first: what is missing shows before the minutes that running takes.
    let sizes = sizes(args)?;
    let ours = measure(args, &args.ours)?;
    let incumbent = measure(args, &args.incumbent)?;
    let floor = args.floor.as_deref().map(|path| measure_floor(args, path));
    let floor = floor.transpose()?;
    print(&side_by_side::table(Sides {
        ours: &ours.results,
        incumbent: &incumbent.results,
        floor: floor.as_ref().map(|ran| &ran.results),
    }))?;
    print(&report::printed(&ours.printed))?;
    if incumbent.printed != ours.printed {
        print("\nThe incumbent's printed something else:\n")?;
        print(&report::printed(&incumbent.printed))?;
    }
    print(&format!("\n{sizes}"))?;
    Ok(ExitCode::SUCCESS)
}

fn measure(args: &Args, path: &Path) -> Result<Ran> {
    let mut canister = args.install.read(path, Detail::Total)?;
    let names = canbench::benchmarks(&canister, &args.patterns)?;
    run_benchmarks(&mut canister, names, None)
}

/// Patterns that match nothing there are none of its faults.
fn measure_floor(args: &Args, path: &Path) -> Result<Ran> {
    let mut canister = args.install.read(path, Detail::Total)?;
    canbench::benchmarks(&canister, &[])?;
    let names = canbench::benchmarks(&canister, &args.patterns).unwrap_or_default();
    run_benchmarks(&mut canister, names, None)
}

fn sizes(args: &Args) -> Result<String> {
    let mut modules = vec![(
        "bench canister",
        "bench canister, gzip",
        &args.ours,
        &args.incumbent,
    )];
    if let Some([ours, incumbent]) = args.minimal.as_deref() {
        modules.push((
            "minimal canister",
            "minimal canister, gzip",
            ours,
            incumbent,
        ));
    }
    let mut rows = Vec::new();
    for (name, packed, ours, incumbent) in modules {
        let (ours, incumbent) = (file::read_module(ours)?, file::read_module(incumbent)?);
        rows.push((name, ours.len(), incumbent.len()));
        rows.push((
            packed,
            file::packed_len(&ours),
            file::packed_len(&incumbent),
        ));
    }
    Ok(side_by_side::sizes(&rows))
}
