//! `didc test`

use crate::failure::{Failure, Result};
use crate::input;
use crate::json;
use crate::output::{exit_code, Output};
use candid_parser::diagnostic::Diagnostics;
use candid_parser::test::Case;
use serde_json::{json, Value};
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs the assertions of .test.did files.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc test prim.test.did construct.test.did
  didc test spec/test/*.test.did --json")]
pub(crate) struct Args {
    /// The files; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print every assertion, not only those that fail
    #[arg(short, long)]
    verbose: bool,
    /// Print all assertions as a JSON array
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    if args.json {
        out.fail_in_json();
    }
    let mut list = Vec::new();
    let (mut n_passed, mut n_failed) = (0u64, 0u64);
    for path in &args.files {
        let name = input::name(path).display().to_string();
        let text = input::text(path)?;
        let cases = candid_parser::test::run(&text)
            .map_err(|error| Failure::from(error).in_text(&name, &text))?;
        let mut failed = Diagnostics::default();
        let file = failed.sources.add(&name, text);
        for case in &cases {
            match case.failure {
                None => n_passed += 1,
                Some(_) => n_failed += 1,
            }
            failed.list.extend(case.finding(file));
            if args.verbose && !args.json && case.failure.is_none() {
                out.line(format!("{name}: {case}"))?;
            }
        }
        if args.json {
            list.extend(to_json(&name, &cases, &failed))
        } else {
            // On a terminal both appear, in this order.
            out.finish()?;
            out.findings(&failed);
        }
    }
    if args.json {
        out.json(&json!(list))?
    } else {
        out.line(format!("{n_passed} passed, {n_failed} failed"))?
    }
    Ok(exit_code(n_failed == 0))
}

/// Returns the cases; failed ones with the location of the failure in the text.
fn to_json(file: &str, cases: &[Case], failed: &Diagnostics) -> Vec<Value> {
    let findings = json::findings(failed);
    let mut findings = findings.as_array().into_iter().flatten();
    let cases = cases.iter().map(|case| {
        let finding = case.failure.as_ref().and_then(|_| findings.next());
        json!({
            "file": file,
            "line": case.line,
            "name": case.name,
            "passed": case.failure.is_none(),
            "failure": case.failure,
            "labels": finding.map_or(json!([]), |finding| finding["labels"].clone()),
        })
    });
    cases.collect()
}
