//! The command line. Each subcommand has its own file in `cmd`.

mod cmd;
mod config;
mod failure;
mod files;
mod format;
mod input;
mod json;
mod lsp;
mod memory;
mod message;
mod notation;
mod older;
mod output;
mod progress;
mod report;
mod source;
mod trace;
mod typing;
mod values;
mod wasm;

use clap::{Parser, Subcommand, ValueEnum};
use output::Output;
use std::process::ExitCode;

/// Checks Candid interfaces, generates bindings, and converts between text and messages.
///
/// The common tasks:
///
///   didc check service.did                         check an interface
///   didc check service.did previous.did            check backward compatibility
///   didc fmt -w service.did                        format an interface
///   didc breaking service.did --against git:main   find what breaks, and whom
///   didc bind service.did -t ts                    generate TypeScript bindings (or js, rs, mo, …)
///   didc encode -d service.did -m transfer '(…)'   encode arguments
///   didc decode -d service.did -m transfer 4449…   decode a reply
///
/// Exit codes: 0 for success, 1 for failure, 2 for an invalid command line.
#[derive(Parser)]
#[command(
    name = "didc",
    version,
    verbatim_doc_comment,
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colors; by default, on a terminal unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,
    /// Memory limit; 0 for none
    #[arg(long, global = true, env = "DIDC_MAX_MEMORY", default_value_t = memory::DEFAULT, value_name = "MIB")]
    max_memory: u64,
    /// Print no warnings and notes on standard error, only errors
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Say on standard error which files are read, and how they are found
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    verbose: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
enum Command {
    Check(cmd::check::Args),
    Breaking(cmd::breaking::Args),
    Lint(cmd::lint::Args),
    Fmt(cmd::fmt::Args),
    Bind(cmd::bind::Args),
    Encode(cmd::encode::Args),
    Decode(cmd::decode::Args),
    Explain(cmd::explain::Args),
    Convert(cmd::convert::Args),
    Diff(cmd::diff::Args),
    Subtype(cmd::subtype::Args),
    Random(cmd::random::Args),
    Assist(cmd::assist::Args),
    Hash(cmd::hash::Args),
    Doc(cmd::doc::Args),
    Schema(cmd::schema::Args),
    Model(cmd::model::Args),
    Test(cmd::test::Args),
    Wasm(cmd::wasm::Args),
    Lsp(cmd::lsp::Args),
    ExplainCode(cmd::explain_code::Args),
    Man(cmd::man::Args),
    Completions(cmd::completions::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    memory::limit(cli.max_memory);
    let mut out = Output::new(cli.color);
    if cli.quiet {
        out.be_quiet();
    }
    // For tests, the flag has another meaning.
    if cli.verbose && !matches!(cli.command, Command::Test(_)) {
        trace::turn_on();
    }
    let result = match &cli.command {
        Command::Check(args) => cmd::check::run(args, &mut out),
        Command::Breaking(args) => cmd::breaking::run(args, &mut out),
        Command::Lint(args) => cmd::lint::run(args, &mut out),
        Command::Fmt(args) => cmd::fmt::run(args, &mut out),
        Command::Bind(args) => cmd::bind::run(args, &mut out),
        Command::Encode(args) => cmd::encode::run(args, &mut out),
        Command::Decode(args) => cmd::decode::run(args, &mut out),
        Command::Explain(args) => cmd::explain::run(args, &mut out),
        Command::Convert(args) => cmd::convert::run(args, &mut out),
        Command::Diff(args) => cmd::diff::run(args, &mut out),
        Command::Subtype(args) => cmd::subtype::run(args, &mut out),
        Command::Random(args) => cmd::random::run(args, &mut out),
        Command::Assist(args) => cmd::assist::run(args, &mut out),
        Command::Hash(args) => cmd::hash::run(args, &mut out),
        Command::Doc(args) => cmd::doc::run(args, &mut out),
        Command::Schema(args) => cmd::schema::run(args, &mut out),
        Command::Model(args) => cmd::model::run(args, &mut out),
        Command::Test(args) => cmd::test::run(args, &mut out),
        Command::Wasm(args) => cmd::wasm::run(args, &mut out),
        Command::Lsp(args) => cmd::lsp::run(args),
        Command::ExplainCode(args) => cmd::explain_code::run(args, &mut out),
        Command::Man(args) => cmd::man::run::<Cli>(args, &mut out),
        Command::Completions(args) => cmd::completions::run::<Cli>(args, &mut out),
    };
    match result.and_then(|code| out.finish().map(|()| code)) {
        Ok(code) => code,
        Err(failure) => out.report(failure),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        super::Cli::command().debug_assert();
    }
}
