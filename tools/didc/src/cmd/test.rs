//! `didc test`

use crate::failure::{Failure, Result};
use crate::input;
use crate::output::Output;
use candid_parser::test::Case;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs the assertions of .test.did files.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc test prim.test.did construct.test.did
  didc test spec/test/*.test.did --json")]
pub(crate) struct Args {
    /// The files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print every assertion, not only those that fail
    #[arg(short, long)]
    verbose: bool,
    /// Print a list of all assertions
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
        let name = match path.as_os_str() == "-" {
            true => input::STDIN.to_string(),
            false => path.display().to_string(),
        };
        let text = input::text(path)?;
        let cases = candid_parser::test::run(&text)
            .map_err(|error| Failure::from(error).in_text(&name, &text))?;
        for case in &cases {
            match case.failure {
                None => n_passed += 1,
                Some(_) => n_failed += 1,
            }
            if args.json {
                list.push(to_json(&name, case));
            } else if args.verbose || case.failure.is_some() {
                out.line(format!("{name}: {case}"))?;
            }
        }
    }
    match args.json {
        true => out.json(&json!(list))?,
        false => out.line(format!("{n_passed} passed, {n_failed} failed"))?,
    }
    Ok(match n_failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

fn to_json(file: &str, case: &Case) -> serde_json::Value {
    json!({
        "file": file,
        "line": case.line,
        "name": case.name,
        "passed": case.failure.is_none(),
        "failure": case.failure,
    })
}
