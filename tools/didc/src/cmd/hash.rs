//! `didc hash`

use crate::failure::{Failure, Result};
use crate::imports::Imports;
use crate::output::Output;
use crate::typing;
use candid_parser::idl_hash;
use candid_parser::types::{Label, Type, TypeInner};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Prints the field id (hash) of a name, or the names with a given id.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc hash name                          1224700491
  didc hash 1_224_700_491 -d ledger.did   names in the interface with this id")]
pub(crate) struct Args {
    /// Names of fields, cases or methods; with -d, ids
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
    /// Look up ids among the names in this interface
    #[arg(short, long, value_name = "FILE")]
    defs: Option<PathBuf>,
    #[command(flatten)]
    imports: Imports,
    /// Print a JSON object: the id of each name, or with -d the names for each id
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    match &args.defs {
        Some(defs) => look_up(args, defs, out),
        None => hash(args, out),
    }
}

fn hash(args: &Args, out: &mut Output) -> Result<ExitCode> {
    let mut by_hash: BTreeMap<u32, &String> = BTreeMap::new();
    let mut clashes = BTreeSet::new();
    for name in &args.names {
        let first = *by_hash.entry(idl_hash(name)).or_insert(name);
        if first != name {
            clashes.insert(format!(
                "{first:?} and {name:?} have the same hash: they cannot be used in the same type"
            ));
        }
    }
    let clashes: Vec<String> = clashes.into_iter().collect();
    if args.json && clashes.is_empty() {
        let names = args.names.iter();
        let hashes: BTreeMap<&String, u32> = names.map(|name| (name, idl_hash(name))).collect();
        out.json(&json!(hashes))?;
    } else if args.json {
        out.fail_in_json();
    } else if let [name] = &args.names[..] {
        out.line(idl_hash(name).to_string())?;
    } else {
        for name in &args.names {
            out.line(format!("{} {name}", idl_hash(name)))?;
        }
    }
    if clashes.is_empty() {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(Failure::new(clashes.join("\n")))
    }
}

fn look_up(args: &Args, defs: &Path, out: &mut Output) -> Result<ExitCode> {
    if args.json {
        out.fail_in_json();
    }
    let checked = args.imports.load(defs)?;
    let mut names = BTreeSet::new();
    for ty in checked.env.0.values().chain(&checked.actor) {
        collect(ty, &mut names);
    }
    let mut found: BTreeMap<u32, Vec<&String>> = BTreeMap::new();
    for text in &args.names {
        let digits = text.replace('_', "");
        let number = match digits.strip_prefix("0x") {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => digits.parse(),
        };
        let number = number.map_err(|_| {
            let text = typing::shown(text);
            Failure::usage(format_args!(
                "{text} is not a field id: expected a number from 0 to 4294967295"
            ))
        })?;
        let matching = names.iter().filter(|name| idl_hash(name) == number);
        found.insert(number, matching.collect());
    }
    if args.json {
        out.json(&json!(found))?;
    } else {
        for (number, names) in &found {
            for name in names {
                out.line(format!("{number} {}", typing::shown(name)))?;
            }
        }
    }
    match found.iter().find(|(_, names)| names.is_empty()) {
        Some((number, _)) if !args.json => Err(Failure::new(format_args!(
            "{}: no name has the id {number}",
            defs.display()
        ))),
        Some(_) => Ok(ExitCode::FAILURE),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Adds the names of fields, cases and methods in a type, without those of the definitions that it refers to.
fn collect(ty: &Type, names: &mut BTreeSet<String>) {
    let mut todo = vec![ty.clone()];
    while let Some(ty) = todo.pop() {
        match ty.as_ref() {
            TypeInner::Opt(inner) | TypeInner::Vec(inner) => todo.push(inner.clone()),
            TypeInner::Record(fields) | TypeInner::Variant(fields) => {
                for field in fields {
                    if let Label::Named(name) = field.id.as_ref() {
                        names.insert(name.clone());
                    }
                    todo.push(field.ty.clone());
                }
            }
            TypeInner::Func(func) => todo.extend(func.args.iter().chain(&func.rets).cloned()),
            TypeInner::Service(methods) => {
                for (name, ty) in methods {
                    names.insert(name.clone());
                    todo.push(ty.clone());
                }
            }
            TypeInner::Class(args, service) => {
                todo.extend(args.iter().cloned());
                todo.push(service.clone());
            }
            _ => {}
        }
    }
}
