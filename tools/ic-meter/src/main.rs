//! The command line. One subcommand is one file in `cmd`.

mod cmd;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Runs canisters offline and counts their instructions as the Internet Computer does.
///
/// Ends with 0 if all is well, with 1 if a benchmark got worse, with 2 if something could not be done.
#[derive(Parser)]
#[command(name = "ic-meter", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Bench(cmd::bench::Args),
    Compare(cmd::compare::Args),
    Call(cmd::call::Args),
    Versus(cmd::versus::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Bench(args) => cmd::bench::run(&args),
        Command::Compare(args) => cmd::compare::run(&args),
        Command::Call(args) => cmd::call::run(&args),
        Command::Versus(args) => cmd::versus::run(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("ic-meter: {error}");
        ExitCode::from(2)
    })
}
