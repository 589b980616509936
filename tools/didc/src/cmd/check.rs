//! `didc check`

use crate::code;
use crate::failure::{Failure, Result};
use crate::imports::Imports;
use crate::input;
use crate::json;
use crate::output::{exit_code, places, Output};
use crate::output_format::OutputFormat;
use crate::paths::shown;
use crate::typing;
use candid_parser::check::{Checked, Lint};
use candid_parser::types::subtype::format_report;
use candid_parser::utils::Compatibility;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Checks an interface, and its backward compatibility with a previous version
///
/// Compatible is what calls of the previous version work with. A new init argument, which an upgrade lacks, is not found: didc
/// breaking finds it, and says of each change whom it breaks.
#[derive(clap::Args)]
#[command(
    mut_arg("json", |arg| arg.help("Print all findings as a JSON object")),
    after_help = "Examples:
  didc check ledger.did
  didc check ledger.did ledger_v1.did"
)]
pub(crate) struct Args {
    /// The interface; - for standard input
    input: PathBuf,
    /// The previous version
    previous: Option<PathBuf>,
    /// What a pattern of a shell adds, which is one file too many.
    #[arg(hide = true)]
    others: Vec<PathBuf>,
    #[command(flatten)]
    imports: Imports,
    /// Require that the two are equal, except for names of types and of arguments
    #[arg(short, long, requires = "previous", help_heading = "Checks")]
    strict: bool,
    /// Warnings to enable, by name or id, or all, or none
    ///
    /// By default, these are unused-import, uninhabited and case-only.
    #[arg(
        short = 'W',
        long,
        value_name = "KINDS",
        value_delimiter = ',',
        default_value = "default",
        hide_default_value = true,
        help_heading = "Checks"
    )]
    warn: Vec<String>,
    /// Treat warnings as errors: exit with 1 if there are any
    #[arg(long, help_heading = "Checks")]
    deny_warnings: bool,
    #[command(flatten)]
    format: OutputFormat,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    let inputs = || [&args.input].into_iter().chain(&args.previous);
    if args.format.is_json() {
        out.fail_in_json_of(inputs());
    }
    if !args.others.is_empty() {
        let failure = Failure::usage("expected an interface, and perhaps its previous version");
        return Err(failure.with_note(format_args!("several files are checked by: {MANY}")));
    }
    let lints = lints(&args.warn)?;
    out.working_on(&args.input);
    let checked = args.imports.load(&args.input)?;
    let warnings = checked.warnings(&lints);
    let names = inputs().map(|path| input::name(path).display().to_string());
    let mut report = json!({ "inputs": names.collect::<Vec<_>>() });
    let mut n_warnings = warnings.list.len();
    if args.format.is_json() {
        report["findings"] = json::findings(&warnings)
    } else {
        out.warnings(warnings)
    }
    let errors = match &args.previous {
        None => Vec::new(),
        Some(previous) => {
            let compared = compare(checked, previous, args);
            if let (Err(failure), true) = (&compared, args.format.is_json()) {
                // Findings made before the failure belong to it.
                let mut whole = out.failure(failure);
                json::prepend(&mut whole["findings"], &mut report["findings"]);
                out.json(&whole)?;
                return Ok(failure.code());
            }
            let Compatibility { errors, warnings } = compared?;
            n_warnings += warnings.len();
            if args.format.is_json() {
                report["incompatibilities"] = json::changes(&errors);
                report["becoming_null"] = json::changes(&warnings);
            } else if !warnings.is_empty() {
                out.becoming_null(&warnings);
            }
            errors
        }
    };
    let is_fine = errors.is_empty() && !(args.deny_warnings && n_warnings > 0);
    if args.format.is_json() {
        report["ok"] = json!(is_fine);
        out.json(&report)?;
    } else if !errors.is_empty() {
        let what = if args.strict {
            "the interfaces differ in"
        } else {
            "clients of the previous version would break in"
        };
        let failure = Failure::new(format_args!(
            "{what} {}\n{}",
            places(errors.len()),
            format_report(&errors)
        ));
        return Err(failure
            .with_code(code::INCOMPATIBLE)
            .with_notes(beside(args)));
    }
    Ok(exit_code(is_fine))
}

/// How several files are checked, without comparing them.
const MANY: &str = "didc lint -A all";

/// Returns a note if a pattern of a shell has probably named both files: they are all interfaces of a folder, in their order.
fn beside(args: &Args) -> Option<String> {
    let previous = args.previous.as_ref()?;
    let folder = args
        .input
        .parent()
        .filter(|_| !input::is_stdin(&args.input))?;
    let folder = if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    };
    let all = folder
        .read_dir()
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.file_name()));
    let mut all: Vec<_> = all
        .filter(|name| name.to_string_lossy().ends_with(".did"))
        .collect();
    all.sort_unstable();
    let given = [args.input.file_name()?, previous.file_name()?];
    let note = || {
        let (new, old) = (shown(&args.input), shown(previous));
        format!(
            "{old} is taken as the previous version of {new}; several files are checked by: {MANY}"
        )
    };
    (args.input.parent() == previous.parent() && all == given).then(note)
}

/// Compares the interface with its previous version.
fn compare(checked: &Checked, previous: &Path, args: &Args) -> Result<Compatibility> {
    let previous = args.imports.load(previous)?;
    typing::has_service(checked, "to compare")?;
    typing::has_service(previous, "to compare")?;
    Ok(if args.strict {
        Compatibility {
            errors: checked.differences(previous)?,
            warnings: Vec::new(),
        }
    } else {
        checked.compatibility(previous)?
    })
}

/// The lints of this command; `didc lint` has more.
const LINTS: [Lint; 5] = [
    Lint::UnusedType,
    Lint::UnusedImport,
    Lint::Uninhabited,
    Lint::CaseOnly,
    Lint::MissingDocs,
];

/// Returns the requested lints.
fn lints(names: &[String]) -> Result<Vec<Lint>> {
    let mut lints = Vec::new();
    for name in names {
        match name.as_str() {
            "all" => lints.extend(LINTS),
            "default" => lints.extend(Lint::DEFAULT),
            "none" => {}
            name => match name.parse() {
                Ok(lint) if LINTS.contains(&lint) => lints.push(lint),
                _ => {
                    let known: Vec<_> = LINTS.iter().map(|lint| lint.name()).collect();
                    return Err(Failure::usage(format_args!(
                        "unknown warning {}: expected one of {}, all, default, none",
                        typing::shown(name),
                        known.join(", ")
                    )));
                }
            },
        }
    }
    Ok(lints)
}
