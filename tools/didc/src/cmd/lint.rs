//! `didc lint`

use crate::config::{ConfigFile, Configs, LintName, LintSection};
use crate::failure::{Failure, Result};
use crate::imports::Imports;
use crate::output::Output;
use crate::progress::Progress;
use crate::report::{Finding, Report, ReportFormat, Rule};
use crate::together::Together;
use crate::{files, input};
use candid_parser::check::{Level, Levels, Lint, LintFinding};
use candid_parser::diagnostic::{Diagnostic, Severity, Sources};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

/// Finds what is valid in interfaces, and probably mistaken or hard to use or to change
///
/// Imported files are loaded, but only the files named here are linted; of folders the .did files, and no modules. didc.toml,
/// which is looked for in the folder of each file and in those above it, sets levels, as -A, -W and -D do; these win. It also
/// leaves out files of folders, by `exclude` in the section `[files]`. The comment
/// `// didc-allow: opt-opt` allows a single finding.
///
/// Exit codes: 0 without errors, 1 with errors or an invalid file, 2 for an invalid command line or didc.toml.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc lint .
  didc lint ledger.did -W missing-docs -D opt-opt
  didc lint interfaces --format github")]
pub(crate) struct Args {
    /// Files, or folders with .did files; - for standard input
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    imports: Imports,
    /// Do not report these lints, given by name or id, or all
    #[arg(
        short = 'A',
        long,
        value_name = "LINTS",
        value_delimiter = ',',
        help_heading = "Levels"
    )]
    allow: Vec<LintName>,
    /// Report these lints as warnings
    #[arg(
        short = 'W',
        long,
        value_name = "LINTS",
        value_delimiter = ',',
        help_heading = "Levels"
    )]
    warn: Vec<LintName>,
    /// Report these lints as errors
    #[arg(
        short = 'D',
        long,
        value_name = "LINTS",
        value_delimiter = ',',
        help_heading = "Levels"
    )]
    deny: Vec<LintName>,
    /// Treat warnings as errors: exit with 1 if there are any
    #[arg(long, help_heading = "Levels")]
    deny_warnings: bool,
    /// The configuration, instead of the didc.toml that is found
    #[arg(short, long, value_name = "FILE", help_heading = "Levels")]
    config: Option<PathBuf>,
    #[command(flatten)]
    format: ReportFormat,
    /// Write to a file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

/// The name of the command in reports.
const TOOL: &str = "didc lint";

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    out.fail_in_reports_of((TOOL, args.format.get()), &args.inputs);
    out.send_to(args.output.as_ref());
    let given = given_levels(args)?;
    let mut configs = Configs::new(args.config.as_deref())?;
    let mut report = Report::new(TOOL);
    let inputs = files::interfaces(&args.inputs, &mut configs)?;
    let mut progress = Progress::new(inputs.len());
    if let [input] = inputs.as_slice() {
        out.working_on(input);
    }
    let together = args.imports.load_together(&inputs)?;
    let together = Together::check(&together);
    for input in inputs {
        progress.begin(&input);
        let config = configs.of(&input)?;
        let levels = levels(&input, config.as_ref(), &given);
        lint(&input, &levels, args, &together, &mut report)?;
    }
    drop(progress);
    report.print(args.format.get(), out)
}

/// Returns the levels of the command line: that of all lints first, since one that names a lint wins.
fn given_levels(args: &Args) -> Result<Vec<(LintName, Level)>> {
    let mut given = HashMap::new();
    let lists = [
        (&args.allow, Level::Allow),
        (&args.warn, Level::Warn),
        (&args.deny, Level::Deny),
    ];
    for (names, level) in lists {
        for name in names {
            let before = given.insert(*name, level);
            if before.is_some_and(|before| before != level) {
                let message = format!("{name} is given two levels");
                return Err(Failure::usage(message));
            }
        }
    }
    let mut given: Vec<_> = given.into_iter().collect();
    given.sort_by_key(|(name, _)| *name != LintName::All);
    Ok(given)
}

/// Returns the levels for a file: the default ones, those of the configuration, those of the command line, and what the
/// configuration allows in this file.
fn levels(input: &Path, config: Option<&Rc<ConfigFile>>, given: &[(LintName, Level)]) -> Levels {
    match config {
        Some(file) => file.levels(given, file.relative(input).as_deref()),
        None => LintSection::default().levels(given, None),
    }
}

fn lint(
    input: &Path,
    levels: &Levels,
    args: &Args,
    together: &Together<'_>,
    report: &mut Report,
) -> Result<()> {
    let name = input::name(input).display().to_string();
    report.input(&name);
    if let Some(findings) = together.checked.lint(input, levels) {
        add(findings, together.sources, args, report);
        return Ok(());
    }
    if together.is_reported(input, report) {
        return Ok(());
    }
    match args.imports.load_one_of_many(input) {
        Ok(checked) => add(checked.lint(levels), &checked.sources, args, report),
        Err(failure) => return report.add_failure(&name, failure),
    }
    Ok(())
}

/// Adds what was found in a file.
fn add(findings: Vec<LintFinding>, sources: &Sources, args: &Args, report: &mut Report) {
    for LintFinding { lint, diagnostic } in findings {
        let severity = match diagnostic.severity {
            Severity::Warning if args.deny_warnings => Severity::Error,
            severity => severity,
        };
        let diagnostic = Diagnostic {
            severity,
            ..diagnostic
        };
        let mut finding = Finding::new(rule(lint), diagnostic);
        // The notes of a finding are about this very place.
        if finding.diagnostic.notes.is_empty() {
            finding.help = Some(lint.help().to_string());
        }
        report.add(sources, finding);
    }
}

fn rule(lint: Lint) -> Rule {
    Rule {
        id: lint.id(),
        name: lint.name(),
        summary: lint.summary(),
    }
}
