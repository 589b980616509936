//! The command line. Each subcommand has its own file in `cmd`.

mod cmd;

use candid_parser::diagnostic::sanitize_terminal;
use clap::{Parser, Subcommand, ValueEnum};
use ic_meter::paint::Paint;
use std::process::ExitCode;

/// Runs canisters offline and counts their instructions as the Internet Computer does.
///
/// Exit codes: 0 for success, 1 if a benchmark got worse, 2 for an error.
#[derive(Parser)]
#[command(name = "ic-meter", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colors; by default, on a terminal unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,
}

#[derive(Clone, Copy, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
enum Command {
    Bench(cmd::bench::Args),
    Compare(cmd::compare::Args),
    Call(cmd::call::Args),
    Run(cmd::run::Args),
    Versus(cmd::versus::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let paint = match cli.color {
        Color::Auto => Paint::for_stdout(),
        Color::Always => Paint::Ansi,
        Color::Never => Paint::Plain,
    };
    let result = match cli.command {
        Command::Bench(args) => cmd::bench::run(&args, paint),
        Command::Compare(args) => cmd::compare::run(&args, paint),
        Command::Call(args) => cmd::call::run(&args),
        Command::Run(args) => cmd::run::run(&args),
        Command::Versus(args) => cmd::versus::run(&args),
    };
    result.unwrap_or_else(|error| {
        // Text from a canister may contain terminal control characters.
        eprintln!("ic-meter: {}", sanitize_terminal(&error.to_string()));
        ExitCode::from(2)
    })
}
