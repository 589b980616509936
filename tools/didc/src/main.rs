//! The command line. Each subcommand has its own file in `cmd`.

mod cmd;
mod config;
mod failure;
mod files;
mod format;
#[cfg(test)]
mod growth;
mod imports;
mod input;
mod json;
mod lines;
mod lsp;
mod memory;
mod message;
mod names;
mod notation;
mod output;
mod output_format;
mod progress;
mod quota;
mod reads;
mod report;
mod source;
mod trace;
mod typing;
mod values;
mod wasm;

use clap::{Args as _, FromArgMatches, ValueEnum};
use output::Output;
use std::ffi::OsStr;
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
#[derive(clap::Args)]
#[command(
    version,
    verbatim_doc_comment,
    subcommand_required = true,
    arg_required_else_help = true
)]
struct Options {
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

/// The name of a subcommand, of that of its module.
macro_rules! name {
    (explain_code) => {
        "explain-code"
    };
    ($name:ident) => {
        stringify!($name)
    };
}

/// Defines the subcommands, in the order of the help. Each is a module of `cmd`.
macro_rules! subcommands {
    ($($name:ident)*) => {
        /// Adds the subcommands. If there is one that is called, the others have only their names.
        fn add_subcommands(mut root: clap::Command, called: Option<&str>) -> clap::Command {
            $({
                let mut subcommand = clap::Command::new(name!($name));
                if called.is_none_or(|called| called == name!($name)) {
                    subcommand = cmd::$name::Args::augment_args(subcommand);
                }
                root = root.subcommand(subcommand);
            })*
            root
        }

        /// Runs the subcommand with its arguments.
        fn run(matches: &clap::ArgMatches, out: &mut Output) -> failure::Result<ExitCode> {
            reads::begin();
            $(if let Some((name!($name), matches)) = matches.subcommand() {
                let args = cmd::$name::Args::from_arg_matches(matches);
                return cmd::$name::run(&args.unwrap_or_else(|error| error.exit()), out);
            })*
            Err(failure::Failure::usage("unknown subcommand"))
        }

        const NAMES: &[&str] = &[$(name!($name)),*];
    };
}

subcommands! {
    check breaking lint fmt bind encode decode explain convert diff subtype random assist hash doc schema model test wasm lsp
    explain_code man completions
}

/// Returns the command line. If the first argument is the name of a subcommand, the arguments of the others are not in it: to
/// describe all takes a tenth of the time of a short command.
fn command_line(first: Option<&OsStr>) -> clap::Command {
    let first = first.and_then(OsStr::to_str);
    let called = first.filter(|first| NAMES.contains(first));
    Options::augment_args(add_subcommands(clap::Command::new("didc"), called))
}

fn main() -> ExitCode {
    let matches = command_line(std::env::args_os().nth(1).as_deref()).get_matches();
    let options = Options::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    memory::limit(options.max_memory);
    let mut out = Output::new(options.color);
    if options.quiet {
        out.be_quiet();
    }
    // For tests, the flag has another meaning.
    if options.verbose && matches.subcommand_name() != Some("test") {
        trace::turn_on();
    }
    let result = run(&matches, &mut out);
    match result.and_then(|code| out.complete().map(|()| code)) {
        Ok(code) => code,
        Err(failure) => out.report(failure),
    }
}

#[cfg(test)]
mod tests {
    use super::{command_line, NAMES};
    use std::ffi::OsStr;

    #[test]
    fn the_command_line_is_consistent() {
        command_line(None).debug_assert();
    }

    /// A subcommand that is called is described as if all were.
    #[test]
    fn only_the_subcommand_that_is_called() {
        let help = |first: Option<&str>, name: &str| {
            let command = command_line(first.map(OsStr::new));
            let subcommands = command.get_subcommands();
            let described =
                subcommands.filter(|c| c.get_arguments().count() + c.get_subcommands().count() > 0);
            let n_described = described.count();
            let result = command.try_get_matches_from(["didc", name, "--help"]);
            (n_described, result.unwrap_err().to_string())
        };
        for name in NAMES {
            let (n_all, expected) = help(None, name);
            let (n_called, called) = help(Some(name), name);
            assert_eq!((n_all, n_called), (NAMES.len(), 1));
            assert_eq!(called, expected);
        }
        for first in ["--color", "help", "chek", "--", ""] {
            assert_eq!(help(Some(first), "check").0, NAMES.len(), "{first}");
        }
    }
}
