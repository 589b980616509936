//! `didc hash`

use crate::failure::{Failure, Result};
use crate::output::Output;
use candid_parser::idl_hash;
use serde_json::json;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Prints the number that stands for a name on the wire.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc hash name                 1224700491
  didc hash Ok Err --json        one object, a number for each name")]
pub(crate) struct Args {
    /// Names of fields, cases or methods
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
    /// Print one object: a number for each name
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    if args.json {
        let hashes: BTreeMap<&String, u32> = args
            .names
            .iter()
            .map(|name| (name, idl_hash(name)))
            .collect();
        out.json(&json!(hashes))?;
    } else if let [name] = &args.names[..] {
        out.line(idl_hash(name).to_string())?;
    } else {
        for name in &args.names {
            out.line(format!("{} {name}", idl_hash(name)))?;
        }
    }
    let mut by_hash: BTreeMap<u32, &String> = BTreeMap::new();
    for name in &args.names {
        if let Some(other) = by_hash.insert(idl_hash(name), name) {
            if other != name {
                return Err(Failure::new(format_args!(
                    "{other:?} and {name:?} have the same hash: they cannot stand side by side"
                )));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
