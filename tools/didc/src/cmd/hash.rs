//! `didc hash`

use crate::code;
use crate::failure::{Failure, Result};
use crate::imports::Imports;
use crate::output::Output;
use crate::output_format::OutputFormat;
use crate::typing;
use candid_parser::types::{Label, Type, TypeInner};
use candid_parser::{collision, idl_hash};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Prints the field id (hash) of a name, or names with a given id
#[derive(clap::Args)]
#[command(
    mut_arg("json", |arg| arg.help("Print a JSON object: the id of each name, or with -d the names for each id")),
    after_help = "Examples:
  didc hash name                          1224700491
  didc hash 1_224_700_491 -d ledger.did   names in the interface with this id
  didc hash --collide name                another name with the same id
  didc hash --collide 1_224_700_491       a name with this id
  didc hash --collide -d ledger.did       names in the interface that have the same id"
)]
pub(crate) struct Args {
    /// Names of fields, cases or methods; with -d, ids; optional with both --collide and -d
    #[arg(
        required_unless_present_all = ["collide", "defs"],
        value_name = "NAME"
    )]
    names: Vec<String>,
    /// Find other names with the ids of these names, or names with these ids
    ///
    /// They are short ones or, with -d, those in the interface; without a name, all names in the interface that share an id.
    #[arg(long)]
    collide: bool,
    /// Look up ids among the names in this interface
    #[arg(short, long, value_name = "FILE")]
    defs: Option<PathBuf>,
    #[command(flatten)]
    imports: Imports,
    #[command(flatten)]
    format: OutputFormat,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    if args.format.is_json() {
        out.fail_in_json();
    }
    let what = args.defs.as_deref();
    out.working_on(what.unwrap_or(Path::new("the names")));
    match (&args.defs, args.collide) {
        (Some(defs), true) => collisions(args, defs, out),
        (None, true) => collide(args, out),
        (Some(defs), false) => look_up(args, defs, out),
        (None, false) => hash(args, out),
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
    match (&args.names[..], args.format.is_json()) {
        (names, true) if clashes.is_empty() => {
            let names = names.iter();
            let hashes: BTreeMap<&String, u32> = names.map(|name| (name, idl_hash(name))).collect();
            out.json(&json!(hashes))?;
        }
        (_, true) => {}
        ([name], false) => out.line(idl_hash(name).to_string())?,
        (names, false) => {
            for name in names {
                out.line(format!("{} {name}", idl_hash(name)))?;
            }
        }
    }
    if clashes.is_empty() {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(Failure::new(clashes.join("\n"))
            .with_id(candid_parser::diagnostic::Code::HashCollision))
    }
}

fn look_up(args: &Args, defs: &Path, out: &mut Output) -> Result<ExitCode> {
    let mut names = names_in(args, defs)?;
    let mut found: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for text in &args.names {
        let number = id(text).ok_or_else(|| not_an_id(text))?;
        let matching = names.remove(&number);
        found
            .entry(number)
            .or_default()
            .extend(matching.unwrap_or_default());
    }
    print(&found, args, out)?;
    match found.iter().find(|(_, names)| names.is_empty()) {
        Some((number, _)) if !args.format.is_json() => {
            let text = format_args!("no name has the id {number}");
            Err(Failure::file(defs, text).with_code(code::UNKNOWN_ID))
        }
        Some(_) => Ok(ExitCode::FAILURE),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Makes a name for each id, or one that is not that with the id.
fn collide(args: &Args, out: &mut Output) -> Result<ExitCode> {
    let mut found: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for text in &args.names {
        let id = id_or_hash(text)?;
        let names = found.entry(id).or_default();
        let name = collision::name_with_id(id, text);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    print(&found, args, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Finds names in an interface that share an id: with the names given, or with each other.
fn collisions(args: &Args, defs: &Path, out: &mut Output) -> Result<ExitCode> {
    let mut found = names_in(args, defs)?;
    if args.names.is_empty() {
        found.retain(|_, names| names.len() > 1);
    } else {
        let given: BTreeSet<&String> = args.names.iter().collect();
        let ids = args.names.iter().map(|text| id_or_hash(text));
        let ids: BTreeSet<u32> = ids.collect::<Result<_>>()?;
        for names in found.values_mut() {
            names.retain(|name| !given.contains(name));
        }
        found.retain(|id, names| ids.contains(id) && !names.is_empty());
    }
    print(&found, args, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes names and their ids.
fn print(found: &BTreeMap<u32, Vec<String>>, args: &Args, out: &mut Output) -> Result<()> {
    if args.format.is_json() {
        return out.json(&json!(found));
    }
    for (number, names) in found {
        for name in names {
            out.line(format!("{number} {}", typing::shown(name)))?;
        }
    }
    Ok(())
}

/// Returns the id that a text is, if it is one.
fn id(text: &str) -> Option<u32> {
    let digits = text.replace('_', "");
    match digits.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    }
}

/// Returns the id that a text is, or else its hash.
fn id_or_hash(text: &str) -> Result<u32> {
    let is_number = text.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    match id(text) {
        Some(id) => Ok(id),
        None if is_number && text.contains(|c: char| c.is_ascii_digit()) => Err(not_an_id(text)),
        None => Ok(idl_hash(text)),
    }
}

fn not_an_id(text: &str) -> Failure {
    let text = typing::shown(text);
    Failure::usage(format_args!(
        "{text} is not a field id: expected a number from 0 to 4294967295"
    ))
}

/// Returns the names of fields, cases and methods in an interface, by id.
fn names_in(args: &Args, defs: &Path) -> Result<BTreeMap<u32, Vec<String>>> {
    let checked = args.imports.load(defs)?;
    let mut names = BTreeSet::new();
    for ty in checked.env.0.values().chain(&checked.actor) {
        collect(ty, &mut names);
    }
    let mut by_id: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for name in names {
        by_id.entry(idl_hash(&name)).or_default().push(name);
    }
    Ok(by_id)
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
