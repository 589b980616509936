//! The command line. Each subcommand has its own file in `cmd`.

mod budget;
mod cmd;
mod code;
mod config;
mod deadline;
mod failure;
mod files;
mod format;
mod git;
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
mod paths;
mod progress;
mod quota;
mod reads;
mod replace;
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

/// Defines the subcommands, in the order of the help, each with its module of `cmd` and the first line of its description. Help
/// for all takes only that line from here: making the descriptions of all arguments takes a fifth of its time.
macro_rules! subcommands {
    ($($name:ident: $about:literal,)*) => {
        /// Adds the subcommands, with as much as the first argument asks for.
        fn add_subcommands(mut root: clap::Command, first: First<'_>) -> clap::Command {
            $({
                let name = clap::Command::new(name!($name));
                root = root.subcommand(match first {
                    First::Called(called) if called != name!($name) => name,
                    First::Help => name.about($about),
                    First::Called(_) | First::Other => cmd::$name::Args::augment_args(name),
                });
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
    check: "Checks an interface, and its backward compatibility with a previous version",
    breaking: "Finds what breaks when interfaces replace older versions of them",
    lint: "Finds what is valid in interfaces, and probably mistaken or hard to use or to change",
    fmt: "Formats interfaces",
    bind: "Generates bindings for a language",
    encode: "Converts textual arguments to a message",
    decode: "Converts a message to text",
    explain: "Shows what each byte of a message stands for, and where it is broken",
    convert: "Converts messages between text, JSON, hex, base64, blobs and packed bytes",
    diff: "Compares two messages by their values, or two interfaces by their methods and types",
    subtype: "Checks whether one type is a subtype of another",
    random: "Generates random arguments",
    assist: "Prompts for arguments, and prints them as text and as a message in hex",
    hash: "Prints the field id (hash) of a name, or names with a given id",
    doc: "Writes documentation of an interface: one HTML page that needs no other files, or Markdown",
    schema: "Describes the JSON of a service by OpenAPI, or that of a method or type by JSON Schema",
    model: "Prints the resolved interface as JSON, for programs that generate code",
    test: "Runs the assertions of .test.did files",
    wasm: "Reads, writes and checks the interface in a Wasm module",
    lsp: "Serves an editor by the Language Server Protocol, on standard input and output",
    explain_code: "Explains the id of an error, a lint or a breaking change, with an example",
    man: "Prints the manual page of a subcommand, or writes all of them to a folder",
    completions: "Prints a shell completion script",
}

/// What the first argument is.
#[derive(Clone, Copy)]
enum First<'a> {
    /// The name of a subcommand: the others have only their names.
    Called(&'a str),
    /// A call for help, or there is none: the subcommands have no arguments.
    Help,
    Other,
}

impl<'a> First<'a> {
    fn of(argument: Option<&'a OsStr>) -> Self {
        match argument.map(OsStr::to_str) {
            Some(Some(name)) if NAMES.contains(&name) => Self::Called(name),
            None | Some(Some("--help" | "-h")) => Self::Help,
            Some(_) => Self::Other,
        }
    }
}

/// Returns the command line with what its first argument asks for: to describe all takes a tenth of the time of a short command.
fn command_line(first: First<'_>) -> clap::Command {
    Options::augment_args(add_subcommands(clap::Command::new("didc"), first))
}

fn main() -> ExitCode {
    let matches = command_line(First::of(std::env::args_os().nth(1).as_deref())).get_matches();
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
    use super::{command_line, First, NAMES};
    use std::ffi::OsStr;

    #[test]
    fn the_command_line_is_consistent() {
        command_line(First::Other).debug_assert();
    }

    /// Only what the first argument asks for is described, and as if all were.
    #[test]
    fn what_the_first_argument_asks_for() {
        let help = |first: First<'_>, words: &[&str]| {
            let command = command_line(first);
            let subcommands = command.get_subcommands();
            let described =
                subcommands.filter(|c| c.get_arguments().count() + c.get_subcommands().count() > 0);
            let n_described = described.count();
            let result = command.try_get_matches_from([&["didc"], words].concat());
            (n_described, result.unwrap_err().to_string())
        };
        let of = |first: &str| help(First::of(Some(OsStr::new(first))), &[first, "--help"]);
        for name in NAMES {
            let (n_all, expected) = help(First::Other, &[name, "--help"]);
            assert_eq!(n_all, NAMES.len());
            assert_eq!(of(name), (1, expected));
        }
        for words in [&["--help"][..], &["-h"], &["--help", "check"], &[]] {
            let first = First::of(words.first().map(OsStr::new));
            let (_, expected) = help(First::Other, words);
            assert_eq!(help(first, words), (0, expected), "{words:?}");
        }
        for first in ["--color", "help", "chek", "--", "", "-hq"] {
            assert_eq!(of(first).0, NAMES.len(), "{first}");
        }
    }
}
