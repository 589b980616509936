//! `ic-meter versus`: the same benchmarks of two canisters side by side.

use super::{print, run_benchmarks, Install, Ran};
use ic_meter::error::Result;
use ic_meter::instrument::Detail;
use ic_meter::report;
use ic_meter::results::Results;
use ic_meter::side_by_side::{self, Sides};
use ic_meter::{canbench, file};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Run the same benchmarks in two canisters and print both figures and their ratio
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The module built with this candid
    ours: PathBuf,
    /// The module built with candid 0.10.39
    incumbent: PathBuf,
    /// Run only benchmarks whose names contain one of these
    patterns: Vec<String>,
    /// A module with hand-written code; it may lack some benchmarks
    #[arg(long, value_name = "MODULE")]
    floor: Option<PathBuf>,
    /// Two more modules, of this candid and 0.10.39, with further benchmarks: a second table with its own means
    #[arg(long, num_args = 2, value_names = ["OURS", "INCUMBENT"])]
    further: Option<Vec<PathBuf>>,
    /// Two more modules, of this candid and 0.10.39, whose sizes are printed: minimal canisters
    #[arg(long, num_args = 2, value_names = ["OURS", "INCUMBENT"])]
    minimal: Option<Vec<PathBuf>>,
    #[command(flatten)]
    install: Install,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    // Sizes first: a missing file is reported before the minutes that running takes.
    let sizes = sizes(args)?;
    let floor = args
        .floor
        .as_deref()
        .map(|path| measure(args, path, Matches::MayBeNone));
    let floor = floor.transpose()?.map(|ran| ran.results);
    let Some([ours, incumbent]) = args.further.as_deref() else {
        let known = Pair::measure(args, &args.ours, &args.incumbent, Matches::Some)?;
        known.print(floor.as_ref())?;
        print(&format!("\n{sizes}"))?;
        return Ok(ExitCode::SUCCESS);
    };
    // Patterns may match either pair.
    let known = Pair::measure(args, &args.ours, &args.incumbent, Matches::MayBeNone)?;
    let matches = if known.ours.results.is_empty() {
        Matches::Some
    } else {
        Matches::MayBeNone
    };
    let further = Pair::measure(args, ours, incumbent, matches)?;
    let floors = floor.map(|floor| {
        floor
            .into_iter()
            .partition(|(name, _)| further.ours.results.contains_key(name))
    });
    let (further_floor, known_floor): (Option<Results>, Option<Results>) = floors.unzip();
    for (title, pair, floor) in [
        ("Benchmarks", known, known_floor),
        ("Further benchmarks", further, further_floor),
    ] {
        if !pair.ours.results.is_empty() {
            print(&format!("## {title}\n\n"))?;
            pair.print(floor.as_ref())?;
            print("\n")?;
        }
    }
    print(&format!("## Sizes\n\n{sizes}"))?;
    Ok(ExitCode::SUCCESS)
}

/// The results of the same benchmarks in two canisters.
struct Pair {
    ours: Ran,
    incumbent: Ran,
}

impl Pair {
    fn measure(args: &Args, ours: &Path, incumbent: &Path, matches: Matches) -> Result<Self> {
        let ours = measure(args, ours, matches)?;
        let incumbent = measure(args, incumbent, matches)?;
        Ok(Self { ours, incumbent })
    }

    fn print(&self, floor: Option<&Results>) -> Result<()> {
        print(&side_by_side::table(Sides {
            ours: &self.ours.results,
            incumbent: &self.incumbent.results,
            floor,
        }))?;
        print(&report::printed(&self.ours.printed))?;
        if self.incumbent.printed != self.ours.printed {
            print("\nThe output of candid 0.10.39 differs:\n")?;
            print(&report::printed(&self.incumbent.printed))?;
        }
        Ok(())
    }
}

/// Whether it is an error if the patterns match no benchmark of a canister.
#[derive(Clone, Copy)]
enum Matches {
    Some,
    MayBeNone,
}

fn measure(args: &Args, path: &Path, matches: Matches) -> Result<Ran> {
    let mut canister = args.install.read(path, Detail::Total)?;
    canbench::benchmarks(&canister, &[])?;
    let names = match matches {
        Matches::Some => canbench::benchmarks(&canister, &args.patterns)?,
        Matches::MayBeNone => canbench::benchmarks(&canister, &args.patterns).unwrap_or_default(),
    };
    run_benchmarks(&mut canister, names, None)
}

fn sizes(args: &Args) -> Result<String> {
    let mut modules = vec![(
        "bench canister",
        "bench canister, gzip",
        &args.ours,
        &args.incumbent,
    )];
    if let Some([ours, incumbent]) = args.further.as_deref() {
        modules.push((
            "canister of further benchmarks",
            "canister of further benchmarks, gzip",
            ours,
            incumbent,
        ));
    }
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
