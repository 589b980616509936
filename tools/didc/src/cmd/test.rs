//! `didc test`

mod junit;
mod tap;

use crate::code;
use crate::config::Configs;
use crate::failure::{Failure, Result};
use crate::json;
use crate::output::{exit_code, Output};
use crate::progress::Progress;
use crate::reads;
use crate::{files, input};
use candid_parser::diagnostic::{one_line, Diagnostics};
use candid_parser::test::Case;
use candid_parser::IDLProg;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs the assertions of .test.did files
///
/// Prints the assertions that fail, and how many did. In the formats json, junit and tap, a file that cannot be run is a result like
/// the others; otherwise the command ends with it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc test prim.test.did construct.test.did
  didc test spec/test --format junit >results.xml
  prove -e 'didc test --format tap' spec/test/*.test.did")]
pub(crate) struct Args {
    /// The files, or folders with .test.did files; - for standard input
    #[arg(required = true, value_name = "PATH")]
    files: Vec<PathBuf>,
    /// Print every assertion with its outcome, not only those that fail
    #[arg(short, long, conflicts_with = "quiet")]
    verbose: bool,
    /// Print a JSON object: ok, the inputs, all assertions, and the findings of what failed
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// The format of the results
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Failures with source lines, for people
    Text,
    /// A JSON object
    Json,
    /// JUnit XML, for services that show test results
    Junit,
    /// TAP 13, for test harnesses
    Tap,
}

/// The results of a file.
struct Tested {
    name: String,
    /// The cases; or why there are none.
    cases: Result<Vec<Case>>,
    /// The failures, in the order of the cases that fail.
    failed: Diagnostics,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    let format = if args.json { Format::Json } else { args.format };
    if format == Format::Json {
        out.fail_in_json_of(&args.files);
    }
    let files = files::tests(&args.files, &mut Configs::new(None)?)?;
    reads::plan(&files);
    let mut reported = Vec::new();
    let (mut n_passed, mut n_failed) = (0u64, 0u64);
    let mut progress = Progress::new(files.len());
    if let [file] = files.as_slice() {
        out.working_on(file);
    }
    for path in &files {
        progress.begin(path);
        let tested = test(path);
        match &tested.cases {
            Ok(cases) => {
                let n = cases.iter().filter(|case| case.failure.is_some()).count() as u64;
                n_failed += n;
                n_passed += cases.len() as u64 - n;
            }
            Err(_) => n_failed += 1,
        }
        progress.pause();
        match format {
            Format::Text => show(&tested.name, &tested.cases?, &tested.failed, args, out)?,
            Format::Json | Format::Junit | Format::Tap => reported.push(tested),
        }
    }
    match format {
        Format::Text => out.line(format!("{n_passed} passed, {n_failed} failed"))?,
        Format::Json => out.json(&Report::of(&reported))?,
        Format::Junit => junit::print(&reported, out)?,
        Format::Tap => tap::print(&reported, out)?,
    }
    Ok(exit_code(n_failed == 0))
}

/// Runs the assertions of a file.
fn test(path: &Path) -> Tested {
    let name = input::name(path).display().to_string();
    let mut failed = Diagnostics::default();
    let cases = input::text(path).and_then(|text| {
        let cases = candid_parser::test::run(&text).map_err(|error| {
            // The errors of its parts would not say what it is.
            match text.parse::<IDLProg>() {
                Ok(_) => Failure::file(
                    Path::new(&name),
                    "an interface, not assertions: use didc check",
                )
                .with_code(code::WRONG_KIND_OF_FILE),
                Err(_) => Failure::from(error).in_text(&name, &text),
            }
        })?;
        let file = failed.sources.add(&name, text);
        failed.list = cases
            .iter()
            .filter_map(|case| case.finding(file))
            .map(|finding| finding.coded(code::FAILED_ASSERTION.id))
            .collect();
        Ok(cases)
    });
    Tested {
        name,
        cases,
        failed,
    }
}

/// Prints failures, and all assertions if these are wanted.
fn show(
    name: &str,
    cases: &[Case],
    failed: &Diagnostics,
    args: &Args,
    out: &mut Output,
) -> Result<()> {
    let name = one_line(name);
    if cases.is_empty() {
        // As for other programs that run tests, it is no failure.
        out.note(format!("warning: {name} has no assertions\n"));
    }
    if args.verbose {
        for case in cases {
            let mut text = case.to_string();
            // The reason is shown below, with its source lines.
            if let Some(failure) = &case.failure {
                text.truncate(text.len() - failure.len());
                text.push_str("failed");
            }
            out.line(format!("{name}: {text}"))?;
        }
    }
    // On a terminal both appear, in this order.
    out.finish()?;
    out.findings(failed);
    Ok(())
}

/// An object as that of `didc check --json`, with all assertions. Its findings are made one by one when it is written.
#[derive(Serialize)]
struct Report<'a> {
    assertions: Vec<Assertion<'a>>,
    findings: Findings<'a>,
    inputs: Vec<&'a str>,
    ok: bool,
}

#[derive(Serialize)]
struct Assertion<'a> {
    failure: Option<&'a str>,
    file: &'a str,
    line: Option<usize>,
    name: &'a str,
    passed: bool,
}

struct Findings<'a>(&'a [Tested]);

impl<'a> Report<'a> {
    fn of(files: &'a [Tested]) -> Self {
        let assertions = files.iter().flat_map(|file| {
            file.cases.iter().flatten().map(|case| Assertion {
                failure: case.failure.as_deref(),
                file: &file.name,
                line: case.line,
                name: &case.name,
                passed: case.failure.is_none(),
            })
        });
        let is_fine = |file: &Tested| file.cases.is_ok() && file.failed.list.is_empty();
        Report {
            assertions: assertions.collect(),
            findings: Findings(files),
            inputs: files.iter().map(|file| file.name.as_str()).collect(),
            ok: files.iter().all(is_fine),
        }
    }
}

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().flat_map(|file| {
            let failures = file.cases.as_ref().err().into_iter().flat_map(|failure| {
                match json::failure(failure, &[])["findings"].take() {
                    Value::Array(list) => list,
                    _ => Vec::new(),
                }
            });
            failures.chain(json::each_finding(&file.failed))
        }))
    }
}
