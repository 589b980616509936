//! `ic-meter run`: runs programs for wasm32, such as the tests of a crate.

use super::{print, Install};
use ic_meter::canister::Canister;
use ic_meter::error::{Error, Result};
use ic_meter::file;
use ic_meter::instrument::Detail;
use ic_meter::limits::CANBENCH;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run a program for wasm32-unknown-unknown: as the runner of Cargo, the tests of a crate
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The program's module
    program: PathBuf,
    #[command(flatten)]
    install: Install,
}

/// Runs the program. One that traps is run again with the names of its functions, which takes longer.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let wasm = file::read_module(&args.program)?;
    let run = |detail| {
        let mut canister = Canister::compile(&wasm, detail)?;
        canister.set_limits(args.install.limits(CANBENCH));
        canister.run_program()
    };
    let (code, outcome) = match run(Detail::Total) {
        Err(Error::Trap { .. }) => run(Detail::Functions),
        result => result,
    }?;
    let (program, n) = (args.program.display(), outcome.instructions);
    print(&format!(
        "{program} returned {code} after {n} instructions\n"
    ))?;
    Ok(ExitCode::from(u8::from(code != 0)))
}
