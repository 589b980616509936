//! `didc model`

use crate::failure::Result;
use crate::imports::Imports;
use crate::output::Output;
use crate::output_format::OutputFormat;
use candid_parser::codegen::{Model, JSON_SCHEMA};
use std::path::PathBuf;
use std::process::ExitCode;

/// Prints the resolved interface as JSON, for programs that generate code
///
/// The form has a version, and --schema prints the JSON Schema of it.
#[derive(clap::Args)]
#[command(
    mut_arg("json", |arg| arg.help("Print failures as JSON too")),
    mut_arg("format", |arg| arg
        .help("The format of failures, text or json; --json is short for --format json")
        .hide_possible_values(true)
    ),
    after_help = "Examples:
  didc model ledger.did --json | jq -r '.types[].name'
  didc model --schema"
)]
pub(crate) struct Args {
    /// The interface; - for standard input
    #[arg(required_unless_present = "schema")]
    input: Option<PathBuf>,
    #[command(flatten)]
    imports: Imports,
    #[command(flatten)]
    format: OutputFormat,
    /// Print the JSON Schema of the form
    #[arg(long, conflicts_with = "input", help_heading = "Output")]
    schema: bool,
    /// Write to a file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    out.send_to(args.output.as_ref());
    if args.format.is_json() {
        out.fail_in_json();
    }
    match &args.input {
        None => out.write(JSON_SCHEMA)?,
        Some(input) => {
            out.working_on(input);
            let checked = args.imports.load(input)?;
            let model = Model::new(&checked.env, &checked.actor, &checked.source_prog()?)?;
            out.json_text(&model.to_json())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
