//! `didc wasm`

use crate::code;
use crate::failure::{Failure, Result};
use crate::format::{self, Format};
use crate::imports::Imports;
use crate::input;
use crate::json;
use crate::output::{exit_code, places, Output};
use crate::output_format::OutputFormat;
use crate::typing;
use crate::wasm::sections::{Module, Visibility, ARGS, SERVICE};
use crate::wasm::{self, Embedded};
use candid_parser::bindings::did;
use candid_parser::check::Checked;
use candid_parser::types::subtype::format_report;
use candid_parser::types::TypeInner;
use candid_parser::utils::Compatibility;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The help of `--json` of `check`.
const JSON: &str = "Print a JSON object\n\nIt has \"ok\"; \"differences\", or with --compatible \"incompatibilities\" and \
    \"becoming_null\"; each of them has \"path\" and \"message\".";

/// Reads, writes and checks the interface in a Wasm module
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc wasm extract ledger.wasm.gz
  didc wasm embed ledger.wasm ledger.did -o ledger_with_interface.wasm
  didc wasm check ledger.wasm ledger.did")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Extract(ExtractArgs),
    Embed(EmbedArgs),
    Check(CheckArgs),
}

/// Prints the interface of a module, unchanged
///
/// It is the text of the section `icp:public candid:service` or `icp:private candid:service`, else the text that the export
/// get_candid_pointer returns. Init arguments are those of candid:args where the service has none.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc wasm extract ledger.wasm.gz -o ledger.did")]
struct ExtractArgs {
    /// The module, compressed or not; - for standard input
    module: PathBuf,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Writes an interface into a module, in place of the one in its sections
///
/// The sections are candid:service, with everything that the file imports, and candid:args if the service has init arguments.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc wasm embed ledger.wasm ledger.did -o ledger_with_interface.wasm
  didc wasm embed ledger.wasm ledger.did --private -o ledger_with_interface.wasm.gz")]
struct EmbedArgs {
    /// The module, compressed or not; - for standard input
    module: PathBuf,
    /// The interface; - for standard input
    interface: PathBuf,
    #[command(flatten)]
    imports: Imports,
    /// Write to a file, compressed if its name ends in .gz or .zst; - for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write sections that only the controllers of the canister can read
    #[arg(long)]
    private: bool,
}

/// Compares the interface in a module with a file
#[derive(clap::Args)]
#[command(
    mut_arg("json", |arg| arg.help("Print a JSON object").long_help(JSON)),
    after_help = "Examples:
  didc wasm check ledger.wasm ledger.did
  didc wasm check ledger.wasm previous.did --compatible"
)]
struct CheckArgs {
    /// The module, compressed or not; - for standard input
    module: PathBuf,
    /// The interface that it must have; - for standard input
    interface: PathBuf,
    #[command(flatten)]
    imports: Imports,
    /// Require only that clients of the interface can use the module, not that it has exactly this interface
    #[arg(long)]
    compatible: bool,
    #[command(flatten)]
    format: OutputFormat,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    match &args.command {
        Command::Extract(args) => extract(args, out),
        Command::Embed(args) => embed(args, out),
        Command::Check(args) => check(args, out),
    }
}

fn extract(args: &ExtractArgs, out: &mut Output) -> Result<ExitCode> {
    out.send_to(args.output.as_ref());
    out.working_on(&args.module);
    let embedded = embedded(&args.module)?;
    let end = if embedded.text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    out.text(&format!("{}{end}", embedded.text))?;
    // The text is what was asked for, even if it is invalid.
    out.complete()?;
    embedded.check()?;
    Ok(ExitCode::SUCCESS)
}

fn embed(args: &EmbedArgs, out: &mut Output) -> Result<ExitCode> {
    out.working_on(&args.module);
    let bytes = module(&args.module)?;
    let name = input::name(&args.module);
    let module = Module::parse(name, &bytes)?;
    let checked = args.imports.load(&args.interface)?;
    typing::has_service(checked, "to embed")?;
    let (service, init) = did::split_init_args(checked)?;
    let mut metadata = vec![(SERVICE, service.as_str())];
    metadata.extend(init.as_deref().map(|init| (ARGS, init)));
    let visibility = match args.private {
        true => Visibility::Private,
        false => Visibility::Public,
    };
    let mut written = module.with(&metadata, visibility);
    // What was written is what is read.
    wasm::interface(name, &written)?.check()?;
    let extension = args.output.extension().and_then(|name| name.to_str());
    let packing = match extension {
        Some("gz") => Some(Format::Gz),
        Some("zst") => Some(Format::Zst),
        _ => None,
    };
    if let Some(packing) = packing {
        written = format::write_bytes(&written, packing)?;
    }
    out.send_to(Some(&args.output));
    if out.is_terminal() {
        let reason = "the module is not for a terminal; use -o FILE, or redirect the output";
        return Err(Failure::usage(reason));
    }
    out.write(written)?;
    Ok(ExitCode::SUCCESS)
}

fn check(args: &CheckArgs, out: &mut Output) -> Result<ExitCode> {
    let is_json = args.format.is_json();
    if is_json {
        out.fail_in_json();
    }
    out.working_on(&args.module);
    let mut embedded = embedded(&args.module)?.check()?;
    let mut expected = args.imports.load_one_of_many(&args.interface)?;
    for checked in [&mut embedded, &mut expected] {
        typing::has_service(checked, "to compare")?;
        without_empty_constructor(checked);
    }
    let (found, what, report) = if args.compatible {
        let Compatibility { errors, warnings } = embedded.compatibility(&expected)?;
        let report = json!({
            "ok": errors.is_empty(),
            "incompatibilities": json::changes(&errors),
            "becoming_null": json::changes(&warnings),
        });
        if !warnings.is_empty() && !is_json {
            out.becoming_null(&warnings);
        }
        (errors, "clients of the file would break in", report)
    } else {
        let differences = embedded.differences(&expected)?;
        let report = json!({
            "ok": differences.is_empty(),
            "differences": json::changes(&differences),
        });
        let what = "the interfaces of the module (first) and the file (second) differ in";
        (differences, what, report)
    };
    if is_json {
        out.json(&report)?;
        return Ok(exit_code(found.is_empty()));
    }
    if !found.is_empty() {
        let text = format_args!("{what} {}\n{}", places(found.len()), format_report(&found));
        return Err(Failure::new(text).with_code(code::INCOMPATIBLE));
    }
    Ok(exit_code(true))
}

/// Removes a constructor without arguments: a module has no place to say that there is one.
fn without_empty_constructor(checked: &mut Checked) {
    let service = match checked.actor.as_deref() {
        Some(TypeInner::Class(args, service)) if args.is_empty() => service.clone(),
        _ => return,
    };
    checked.actor = Some(service);
}

/// Returns the bytes of a module.
fn module(path: &Path) -> Result<Vec<u8>> {
    let bytes = input::bytes(path)?;
    match wasm::is_module(&bytes) {
        true => Ok(bytes),
        false => Err(typing::not_a_module(path)),
    }
}

/// Returns the interface of a module.
fn embedded(path: &Path) -> Result<Embedded> {
    wasm::interface(input::name(path), &module(path)?)
}
