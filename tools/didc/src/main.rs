//! The command line. Each subcommand has its own file in `cmd`.

mod budget;
mod cmd;
mod code;
mod config;
mod deadline;
mod failure;
mod files;
mod folder;
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
mod part;
mod paths;
mod progress;
mod quota;
mod reads;
mod replace;
mod report;
mod select;
mod source;
mod together;
mod trace;
mod typing;
mod values;
mod wasm;

use candid_parser::diagnostic::{one_line, sanitize_terminal};
use clap::{Arg, ArgAction, Args as _, FromArgMatches, ValueEnum};
use output::Output;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::process::ExitCode;

/// Checks Candid interfaces, generates bindings, and converts between text and messages
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
    arg_required_else_help = true,
    disable_help_flag = true,
    disable_version_flag = true,
    max_term_width = MAX_WIDTH,
    next_help_heading = GLOBAL
)]
struct Options {
    /// When to use colors
    ///
    /// By default, on a terminal unless NO_COLOR is set.
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t = Color::Auto,
        value_name = "WHEN",
        hide_short_help = true
    )]
    color: Color,
    /// Memory limit; 0 for none
    ///
    /// A command that needs more ends with a message.
    #[arg(
        long,
        global = true,
        env = "DIDC_MAX_MEMORY",
        default_value_t = memory::DEFAULT,
        value_name = "MIB",
        hide_short_help = true
    )]
    max_memory: u64,
    /// Print no warnings and notes on standard error, only errors
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Say on standard error which files are read, and how they are found
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    verbose: bool,
}

/// The number of columns that help is wrapped to; fewer on a narrower terminal.
const MAX_WIDTH: usize = 100;

/// What is said of `--help` itself.
const HELP: &str = "Print help: a summary with -h, everything with --help";

/// The heading of the options of all subcommands.
const GLOBAL: &str = "Global options";

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
            $(
                let name = || clap::Command::new(name!($name));
                match first {
                    First::Called(called) if called != name!($name) => {}
                    First::Version => {}
                    First::Help => root = root.subcommand(name().about($about)),
                    First::Called(_) | First::Other => {
                        root = root.subcommand(cmd::$name::Args::augment_args(name()));
                    }
                }
            )*
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
    /// The name of a subcommand: there are no others.
    Called(&'a str),
    /// A call for help, or there is none: the subcommands have no arguments.
    Help,
    /// A call for the version: there are no subcommands.
    Version,
    Other,
}

impl<'a> First<'a> {
    fn of(argument: Option<&'a OsStr>) -> Self {
        match argument.map(OsStr::to_str) {
            Some(Some(name)) if NAMES.contains(&name) => Self::Called(name),
            None | Some(Some("--help" | "-h")) => Self::Help,
            Some(Some("--version" | "-V")) => Self::Version,
            Some(_) => Self::Other,
        }
    }
}

/// Returns the command line with what its first argument asks for: to describe all takes a tenth of the time of a short command.
fn command_line(first: First<'_>) -> clap::Command {
    let root = add_subcommands(clap::Command::new("didc"), first);
    // Under the heading of the others.
    let help = Arg::new("help").short('h').action(ArgAction::Help);
    let version = Arg::new("version").short('V').action(ArgAction::Version);
    let root = Options::augment_args(root)
        .arg(help.long("help").global(true).help(HELP))
        .arg(version.long("version").help("Print the version"));
    match first {
        // A copy of each for each subcommand, which no help shows.
        First::Help => root.mut_args(|arg| arg.global(false)),
        First::Called(_) | First::Version | First::Other => root,
    }
}

/// Prints help or the version, or what is wrong with the command line.
fn answer(error: clap::Error, args: &[OsString]) -> ExitCode {
    if error.use_stderr() {
        shown_error(error, args).exit();
    }
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let failure = failure::Failure::from(error).coded(code::UNWRITABLE_FILE);
            Output::new(Color::Auto).report(failure)
        }
    }
}

fn parse(args: &[OsString]) -> clap::error::Result<clap::ArgMatches> {
    command_line(First::of(args.get(1).map(OsString::as_os_str))).try_get_matches_from(args)
}

/// Returns an error of a command line as that of its arguments with escapes for characters that control a terminal: what clap
/// says of them has colors of its own.
fn shown_error(error: clap::Error, args: &[OsString]) -> clap::Error {
    let escaped = |arg: &OsString| {
        let text = arg.to_string_lossy();
        let text = one_line(&text);
        match sanitize_terminal(&text) {
            Cow::Borrowed(_) if matches!(text, Cow::Borrowed(_)) => arg.clone(),
            text => text.into_owned().into(),
        }
    };
    let args: Vec<OsString> = args.iter().map(escaped).collect();
    parse(&args).err().unwrap_or(error)
}

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    let matches = match parse(&args) {
        Ok(matches) => matches,
        Err(error) => return answer(error, &args),
    };
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
    let is_server = matches.subcommand_name() == Some("lsp");
    let result = run(&matches, &mut out).map_err(|failure| match is_server {
        true => failure.coded(code::SERVER_STOPPED),
        false => failure,
    });
    match result.and_then(|code| out.complete().map(|()| code)) {
        Ok(code) => code,
        Err(failure) => out.report(failure),
    }
}

#[cfg(test)]
mod tests {
    use super::{command_line, First, NAMES};
    use std::ffi::OsStr;
    use std::path::Path;

    #[test]
    fn the_command_line_is_consistent() {
        command_line(First::Other).debug_assert();
    }

    /// Returns a command and all of its subcommands, with the words that call them.
    fn with_subcommands<'a>(
        command: &'a clap::Command,
        words: String,
        found: &mut Vec<(String, &'a clap::Command)>,
    ) {
        for subcommand in command.get_subcommands() {
            if subcommand.get_name() != "help" {
                let words = format!("{words} {}", subcommand.get_name());
                with_subcommands(subcommand, words, found);
            }
        }
        found.push((words, command));
    }

    /// Summaries and options have no full stop, sentences behind them have one; each command ends with examples of itself; all is
    /// within the width, `-h` in lines of their own.
    #[test]
    fn what_help_looks_like() {
        let mut command = command_line(First::Other);
        command.build();
        let mut found = Vec::new();
        with_subcommands(&command, "didc".into(), &mut found);
        assert!(found.len() > NAMES.len());
        for (words, command) in found {
            let mut texts = vec![(command.get_about(), command.get_long_about())];
            for arg in command.get_arguments() {
                texts.push((arg.get_help(), arg.get_long_help()));
            }
            for (short, long) in texts {
                let short = short.expect("a summary").to_string();
                assert!(
                    !short.ends_with('.') && !short.contains('\n'),
                    "{words}: {short}"
                );
                assert!(
                    short.starts_with(|c: char| c.is_uppercase()),
                    "{words}: {short}"
                );
                let long = long.map(ToString::to_string).unwrap_or(short.clone());
                let rest = long.strip_prefix(&*short).expect("the summary").trim();
                let is_table = rest
                    .lines()
                    .last()
                    .is_some_and(|line| line.starts_with("  "));
                assert!(
                    rest.is_empty() || is_table || rest.ends_with('.'),
                    "{words}: {rest}"
                );
            }
            let mut command = command.clone();
            let (short, long) = (command.render_help(), command.render_long_help());
            let (short, long) = (short.to_string(), long.to_string());
            for line in short.lines().chain(long.lines()) {
                assert!(line.chars().count() <= super::MAX_WIDTH, "{words}: {line}");
            }
            assert!(short.len() < long.len(), "{words}");
            if words != "didc" {
                let (_, examples) = long.split_once("\nExamples:\n").expect(&words);
                assert!(!examples.contains("\n\n"), "{words}: {examples}");
                let mut lines = examples.lines();
                assert!(lines.any(|line| line.contains(&*words)), "{words}");
            }
        }
    }

    /// Every long option is documented; that of `help` is in each help.
    #[test]
    fn every_long_option_is_documented() {
        let mut command = command_line(First::Other);
        command.build();
        let mut found = Vec::new();
        with_subcommands(&command, "didc".into(), &mut found);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let page = |path: &str| std::fs::read_to_string(folder.join(path)).expect(path);
        let pages = [
            "README.md",
            "../../docs/messages.md",
            "../../docs/breaking.md",
        ];
        let pages = pages.map(page);
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let is_in = |page: &str, option: &str| {
            page.match_indices(option)
                .any(|(at, _)| !page[at + option.len()..].starts_with(is_word))
        };
        let mut missing = Vec::new();
        for (words, command) in found {
            for arg in command.get_arguments() {
                let option = format!("--{}", arg.get_long().unwrap_or("help"));
                if option != "--help" && !pages.iter().any(|page| is_in(page, &option)) {
                    missing.push(format!("{words} {option}"));
                }
            }
        }
        assert_eq!(missing, [""; 0]);
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
        for words in [
            &["--version"][..],
            &["-V"],
            &["--version", "check"],
            &["-V", "-x"],
        ] {
            let command = command_line(First::of(words.first().map(OsStr::new)));
            assert_eq!(command.get_subcommands().count(), 0);
            let (_, expected) = help(First::Other, words);
            let result = command.try_get_matches_from([&["didc"], words].concat());
            assert_eq!(result.unwrap_err().to_string(), expected, "{words:?}");
        }
        for first in ["--color", "help", "chek", "--", "", "-hq"] {
            assert_eq!(of(first).0, NAMES.len(), "{first}");
        }
    }
}
