//! `didc subtype`

use crate::code;
use crate::failure::{Failure, Result};
use crate::imports::Imports;
use crate::json;
use crate::output::{exit_code, Output};
use crate::output_format::OutputFormat;
use candid_parser::check;
use candid_parser::types::subtype::{
    format_report, subtype_check_all_with_config, Gamma, Incompatibility, OptReport,
};
use candid_parser::types::{Type, TypeEnv};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Checks whether one type is a subtype of another
#[derive(clap::Args)]
#[command(
    mut_arg("json", |arg| arg.help("Print a JSON object: whether it is a subtype, and all reasons if not")),
    after_help = "Examples:
  didc subtype 'record { a : nat; b : text }' 'record { a : int }'
  didc subtype Account OldAccount --defs ledger.did"
)]
pub(crate) struct Args {
    /// The actual type
    ty1: String,
    /// The expected type
    ty2: String,
    /// An interface, whose definitions the types may use; - for standard input
    #[arg(short, long, value_name = "FILE", help_heading = "Input")]
    defs: Option<PathBuf>,
    #[command(flatten)]
    imports: Imports,
    /// Treat an opt that would always be null as an error
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    format: OutputFormat,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    if args.format.is_json() {
        out.fail_in_json();
    }
    let what = args.defs.as_deref();
    out.working_on(what.unwrap_or(Path::new("the types")));
    let env = match &args.defs {
        Some(path) => &args.imports.load(path)?.env,
        None => &TypeEnv::new(),
    };
    let ty1 = parse(env, "<first type>", &args.ty1)?;
    let ty2 = parse(env, "<second type>", &args.ty2)?;
    let all = |report| subtype_check_all_with_config(report, &mut Gamma::new(), env, &ty1, &ty2);
    // The strict rules have all reasons of the lenient ones; usually there are none.
    let strictly = all(OptReport::Error);
    let always = if strictly.is_empty() {
        Vec::new()
    } else {
        all(OptReport::Silence)
    };
    let errors = if args.strict { &strictly } else { &always };
    if args.format.is_json() {
        let reasons: Vec<_> = errors.iter().map(ToString::to_string).collect();
        let becoming_null = if always.is_empty() && !args.strict {
            json::changes(&strictly)
        } else {
            json!([])
        };
        out.json(&json!({
            "subtype": errors.is_empty(),
            "reasons": reasons,
            "becoming_null": becoming_null,
        }))?;
    } else if !errors.is_empty() {
        return Err(failure(args, errors));
    } else {
        warn(out, &always, &strictly);
    }
    Ok(exit_code(errors.is_empty()))
}

/// Returns the failure with the types as they were given, and the reasons other than just that.
fn failure(args: &Args, errors: &[Incompatibility]) -> Failure {
    let text = format!("{} is not a subtype of {}", args.ty1, args.ty2);
    let failure = Failure::new(&text).with_code(code::NOT_A_SUBTYPE);
    match errors {
        [only] if only.to_string() == text => failure,
        _ => failure.with_note(format_report(errors)),
    }
}

/// Warns of incompatibilities under only the strict rules.
fn warn(out: &Output, always: &[Incompatibility], strictly: &[Incompatibility]) {
    if always.is_empty() && !strictly.is_empty() {
        out.becoming_null(strictly);
    }
}

fn parse(env: &TypeEnv, name: &str, text: &str) -> Result<Type> {
    check::ty(env, name, text).map_err(|error| {
        let failure = Failure::from(error).in_argument();
        failure.with_notes(hint(env, text))
    })
}

/// Returns how arguments are compared, which are not a type.
fn hint(env: &TypeEnv, text: &str) -> Option<String> {
    let types = check::types(env, "", text).ok()?;
    Some(match types.len() {
        1 => "a type is written without parentheses".to_string(),
        _ => format!(
            "these are several types: compare functions with them as results: func () -> {}",
            text.trim()
        ),
    })
}
