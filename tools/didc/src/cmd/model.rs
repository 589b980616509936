//! `didc model`

use crate::failure::Result;
use crate::folder;
use crate::imports::Imports;
use crate::output::Output;
use crate::output_format::OutputFormat;
use candid_parser::check::Checked;
use candid_parser::codegen::{Model, JSON_SCHEMA};
use std::path::{Path, PathBuf};
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
    /// The interface, or a folder, with a file for each interface in it; - for standard input
    #[arg(required_unless_present = "schema")]
    input: Option<PathBuf>,
    #[command(flatten)]
    imports: Imports,
    #[command(flatten)]
    format: OutputFormat,
    /// Print the JSON Schema of the form
    #[arg(long, conflicts_with = "input", help_heading = "Output")]
    schema: bool,
    /// Write to a file; for a folder, the folder for the files
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    if args.format.is_json() {
        out.fail_in_json();
    }
    let one = |path: &Path| json(&args.imports.load_one_of_many(path)?).map(Some);
    let input = args.input.as_deref().unwrap_or(Path::new("-"));
    if let Some(done) = folder::each(input, args.output.as_ref(), "json", out, one) {
        return done;
    }
    out.send_to(args.output.as_ref());
    match &args.input {
        None => out.write(JSON_SCHEMA)?,
        Some(input) => {
            out.working_on(input);
            let checked = args.imports.load(input)?;
            out.json_text(&json(checked)?)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn json(checked: &Checked) -> Result<String> {
    let model = Model::new(&checked.env, &checked.actor, &checked.source_prog()?)?;
    Ok(model.to_json())
}
