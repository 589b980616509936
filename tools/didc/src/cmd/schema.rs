//! `didc schema`

use crate::failure::{Failure, Result};
use crate::folder;
use crate::imports::Imports;
use crate::output::Output;
use crate::paths::shown;
use crate::trace;
use crate::typing;
use candid_parser::check::{self, Checked};
use candid_parser::json::{args_schema, method_schema, schema, BlobEncoding, JsonOptions};
use candid_parser::openapi::{openapi, OpenApiOptions};
use candid_parser::types::TypeInner;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Describes the JSON of a service by OpenAPI, or that of a method or type by JSON Schema
///
/// The JSON of values is defined in spec/json.md of the repository.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc schema ledger.did -o ledger.openapi.json    the whole service
  didc schema ledger.did -m transfer               arguments and results of a method
  didc schema interfaces -o schemas                each service in a folder
  didc schema ledger.did -t 'vec Account'          a type; several in parentheses are a message")]
pub(crate) struct Args {
    /// The interface, or a folder, with a file for each service in it; - for standard input
    input: PathBuf,
    #[command(flatten)]
    imports: Imports,
    /// A method: an object with the properties args and results
    #[arg(help_heading = "Schema", short, long, value_name = "NAME", conflicts_with_all = ["types", "init"])]
    method: Option<String>,
    /// A type, which may name definitions, or the types of a message in parentheses
    #[arg(
        help_heading = "Schema",
        short = 't',
        long,
        visible_alias = "type",
        value_name = "TYPE",
        conflicts_with = "init"
    )]
    types: Option<String>,
    /// The init arguments of the service
    #[arg(help_heading = "Schema", long)]
    init: bool,
    /// The encoding of blobs in strings
    #[arg(help_heading = "Schema", long, value_enum, default_value_t = Blob::Base64)]
    blob: Blob,
    /// The title of the OpenAPI document; by default, the name of the file
    #[arg(help_heading = "Schema", long, value_name = "TEXT", conflicts_with_all = ["method", "types", "init"])]
    title: Option<String>,
    /// The version of the service in the OpenAPI document
    #[arg(help_heading = "Schema", long, value_name = "TEXT", default_value = "0", conflicts_with_all = ["method", "types", "init"])]
    service_version: String,
    /// Write to a file; for a folder, the folder for the files
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Blob {
    /// Base64 with padding
    Base64,
    /// Hexadecimal digits
    Hex,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    let is_part = args.types.is_some() || args.method.is_some() || args.init;
    if is_part && folder::is_folder(&args.input) {
        let text = "-t, -m and --init are for one interface, not for a folder";
        return Err(Failure::usage(text));
    }
    let one = |path: &Path| {
        let checked = args.imports.load_one_of_many(path)?;
        if checked.actor.is_none() {
            let name = shown(path);
            trace::say(format_args!("leaves out {name}, which has no service"));
            return Ok(None);
        }
        text(&checked, path, args).map(Some)
    };
    if let Some(done) = folder::each(&args.input, args.output.as_ref(), "json", out, one) {
        return done;
    }
    out.send_to(args.output.as_ref());
    out.working_on(&args.input);
    let checked = args.imports.load(&args.input)?;
    out.json_text(&text(checked, &args.input, args)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the schema that is asked for, which ends with the end of a line.
fn text(checked: &Checked, path: &Path, args: &Args) -> Result<String> {
    let options = JsonOptions::new().blob(match args.blob {
        Blob::Base64 => BlobEncoding::Base64,
        Blob::Hex => BlobEncoding::Hex,
    });
    let text = if let Some(types) = &args.types {
        of_types(checked, types, &options)?
    } else if let Some(method) = &args.method {
        of_method(checked, method, &options)?
    } else if args.init {
        let types = match service(checked)?.as_ref() {
            TypeInner::Class(types, _) => types.as_slice(),
            _ => &[],
        };
        args_schema(&checked.env, types, checked.docs().types(), &options)?
    } else {
        let title = args.title.clone();
        let title = title.unwrap_or_else(|| super::doc::title(path));
        let options = OpenApiOptions::new(title)
            .json(options)
            .version(&args.service_version);
        service(checked)?;
        openapi(checked, &options)?
    };
    Ok(text.trim_end().to_string() + "\n")
}

fn service(checked: &Checked) -> Result<&candid_parser::types::Type> {
    let definition = checked.env.0.keys().next();
    let hint = definition.map(|name| format!("a type has a schema, too: use -t {name}"));
    let no_service = || typing::no_service().with_notes(hint);
    checked.actor.as_ref().ok_or_else(no_service)
}

fn of_method(checked: &Checked, method: &str, options: &JsonOptions) -> Result<String> {
    let (env, service) = (&checked.env, service(checked)?);
    env.get_method(service, method)
        .map_err(|_| typing::unknown_method(method, &typing::methods(env, service)))?;
    Ok(method_schema(
        env,
        service,
        method,
        &checked.docs(),
        options,
    )?)
}

fn of_types(checked: &Checked, text: &str, options: &JsonOptions) -> Result<String> {
    let (env, docs) = (&checked.env, checked.docs());
    let in_argument = |error| Failure::from(error).in_argument();
    if text.trim_start().starts_with('(') {
        let types = check::types(env, "<types>", text).map_err(in_argument)?;
        return Ok(args_schema(env, &types, docs.types(), options)?);
    }
    let ty = check::ty(env, "<type>", text).map_err(in_argument)?;
    Ok(schema(env, &ty, docs.types(), options)?)
}
