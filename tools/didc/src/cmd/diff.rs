//! `didc diff`

mod align;

use crate::failure::{Failure, Result};
use crate::format::{without_lists, Format};
use crate::imports;
use crate::json;
use crate::names::NamesFile;
use crate::output::{exit_code, Output};
use crate::output_format::OutputFormat;
use crate::part;
use crate::quota::Quota;
use crate::source::{is_interface, Origin, ReadInput};
use crate::typing::{self, shown, Side, SideOfMethod, Typed, Typing};
use crate::values::Loaded;
use candid_parser::diagnostic::one_line;
use candid_parser::explain::Names;
use candid_parser::types::subtype::{format_report, Incompatibility};
use candid_parser::types::value::MAX_DIFFERENCES;
use candid_parser::value::Surplus;
use candid_parser::{IDLArgs, IDLValue};
use serde_json::json;
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;
use std::process::ExitCode;

/// The help of `--json`.
const JSON: &str = "Print a JSON object\n\nIt has \"equal\", and \"differences\"; each of messages has \"path\", \"left\" and \
    \"right\" (null if absent), each of interfaces \"path\" and \"message\".";

/// Compares two messages by their values, or two interfaces by their methods and types
///
/// Two files whose names end in .did or .wasm, or in one of them and .gz or .zst, are interfaces; anything else is a message: in a file of this name, or if
/// there is none in the argument itself, in any format that convert reads. Orders of fields, names of types and of
/// arguments, comments and layout make no difference; didc breaking --level source finds other names.
///
/// Of interfaces, services and init arguments are compared; if one has no service, the definitions, by name. Options of types,
/// names, formats and quotas are for messages.
///
/// Exit codes: 0 if there is no difference, 1 if there is one, 2 for any failure.
#[derive(clap::Args)]
#[command(
    mut_arg("json", |arg| arg.help("Print a JSON object").long_help(JSON)),
    after_help = "Examples:
  didc diff old.did new.did
  didc diff before.bin after.bin -d ledger.did -m get --rets"
)]
pub(crate) struct Args {
    /// A file, a message, or - for standard input
    left: OsString,
    /// Another file or message
    right: OsString,
    #[command(flatten)]
    typing: Typing,
    #[command(flatten)]
    side: SideOfMethod,
    #[command(flatten)]
    names: NamesFile,
    /// The format of both messages; detected by default
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Input")]
    from: Option<Format>,
    #[command(flatten)]
    quota: Quota,
    #[command(flatten)]
    format: OutputFormat,
}

impl Args {
    /// Returns an option that was given and has a meaning for messages only.
    fn option_of_messages(&self) -> Option<&'static str> {
        self.typing.option().or_else(|| {
            typing::first_given(&[
                (self.names.is_given(), "--names"),
                (self.from.is_some(), "--from"),
                (self.quota.is_given(), "--quota"),
            ])
        })
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    if args.format.is_json() {
        out.fail_in_json();
    }
    let (left, right) = (args.left.to_string_lossy(), args.right.to_string_lossy());
    let what = match left.len() {
        ..MAX_NAME => &*left,
        _ => "the messages",
    };
    out.working_on(Path::new(what));
    // Standard input is what the other one is.
    let is = |one: &str, other: &str| is_interface(one) || one == "-" && is_interface(other);
    let result = match (is(&left, &right), is(&right, &left)) {
        (true, true) => interfaces(args, out),
        (false, false) => messages(args, out),
        (left_is, _) => {
            let message = if left_is { &right } else { &left };
            let failure = Failure::usage("an interface cannot be compared with a message");
            let is_short = message.len() < MAX_NAME;
            let note = || {
                format!(
                    "{} is not named as an interface or a module",
                    shown(message)
                )
            };
            let failure = failure.with_notes(is_short.then(note));
            Err(failure.with_notes(imports::revision_hint(message)))
        }
    };
    // The code 1 is that of a difference.
    result.map_err(Failure::in_argument)
}

fn interfaces(args: &Args, out: &mut Output) -> Result<ExitCode> {
    if let Some(option) = args.option_of_messages() {
        return Err(Failure::usage(format_args!(
            "{option} is for messages, and both files are interfaces"
        )));
    }
    let left = args.typing.imports.load(Path::new(&args.left))?;
    let right = args.typing.imports.load(Path::new(&args.right))?;
    let differences = match (&left.actor, &right.actor) {
        (Some(_), Some(_)) => left.differences(right)?,
        (None, None) => left.definition_differences(right),
        (actor, _) => {
            let side = if actor.is_some() { "first" } else { "second" };
            let mut differences = vec![Incompatibility {
                path: Vec::new(),
                message: format!("only the {side} interface has a service"),
            }];
            differences.extend(left.definition_differences(right));
            differences
        }
    };
    if args.format.is_json() {
        out.json(&json!({
            "equal": differences.is_empty(),
            "differences": json::changes(&differences),
        }))?;
    } else if !differences.is_empty() {
        out.line(format_report(&differences))?;
    }
    Ok(exit_code(differences.is_empty()))
}

fn messages(args: &Args, out: &mut Output) -> Result<ExitCode> {
    let side = args.side.given().unwrap_or(Side::Rets);
    let interface = args.typing.interface()?;
    let typed = args.typing.resolve_in(interface, side)?;
    let mut names = args.names.with(interface, typed.as_ref())?.into_names();
    let mut left = load(args, (&args.left, "left"), typed.as_ref(), &mut names, out)?;
    let mut right = load(
        args,
        (&args.right, "right"),
        typed.as_ref(),
        &mut names,
        out,
    )?;
    if typed.is_none() {
        names.name_fields(&mut left);
        names.name_fields(&mut right);
    }
    let differences = compare(&left, &right);
    if args.format.is_json() {
        let list = differences.iter().map(|difference| {
            json!({
                "path": difference.path,
                "left": difference.left,
                "right": difference.right,
            })
        });
        out.json(&json!({
            "equal": differences.is_empty(),
            "differences": list.collect::<serde_json::Value>(),
        }))?;
    } else {
        for Difference { path, left, right } in &differences {
            let absent = "(absent)";
            let left = left.as_deref().unwrap_or(absent);
            let right = right.as_deref().unwrap_or(absent);
            out.line(format!("{path}: {left} -> {right}"))?;
        }
    }
    if differences.len() >= MAX_DIFFERENCES {
        out.note(format!(
            "note: there are at least {MAX_DIFFERENCES} differences; these are the first\n"
        ));
    }
    Ok(exit_code(differences.is_empty()))
}

/// Reads a message, at the types if there are some, or else at those in it.
fn load(
    args: &Args,
    (argument, side): (&OsStr, &str),
    typed: Option<&Typed>,
    names: &mut Names,
    out: &Output,
) -> Result<IDLArgs> {
    let path = Path::new(argument);
    let is_file = argument.len() < 4096 && path.exists();
    let argument = &*argument.to_string_lossy();
    // No message has the form of such a name.
    let is_word = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    let is_message = argument.starts_with("4449444c") || argument.starts_with("DIDL");
    let is_name = argument.len() < MAX_NAME && !is_message && argument.chars().all(is_word);
    let is_gone = is_name && !is_file;
    let mut input = match is_file {
        true => ReadInput::read(None, Some(path), args.from),
        false => ReadInput::read(Some(argument), None, args.from),
    }?;
    let origin = input.origin();
    if origin == Origin::Argument {
        input.name = format!("<{side}>");
    }
    let name = input.name.clone();
    // Its hints are those of commands whose files are given by an option.
    input.argument = None;
    let gone = is_gone.then(|| format!("there is no file {argument}"));
    let content = input.content(typed.is_some());
    let content = content.map_err(|failure| match is_gone && argument.contains('.') {
        true => without_lists(failure).with_notes(&gone),
        false => failure.with_notes(&gone),
    })?;
    // Both may be arguments, which need names then.
    let source = (name.as_str(), Origin::File);
    let hint = content.hint(args.from);
    let loaded = Loaded::of(content, source, typed, Surplus::Drop, out);
    let loaded = loaded.map_err(|failure| failure.with_notes(hint))?;
    if let Some(hint) = hint.filter(|_| typed.is_none()) {
        out.note(format!("note: {}: {hint}\n", one_line(&name)));
    }
    let loaded = match (loaded, typed) {
        // Numbers of a text have types only in its message, which in turn has no names.
        (Loaded::Args(args, bytes), None) => {
            names.insert_labels(&args);
            Loaded::Bytes(Loaded::Args(args, bytes).into_bytes(None)?)
        }
        (loaded, _) => loaded,
    };
    let decoded = loaded.decoded(source, typed, || &*names, &args.quota);
    let decoded = decoded.map_err(|failure| failure.with_notes(&gone));
    decoded?.reported(Surplus::Drop, &name, None, out)
}

/// Maximum length of an argument that is shown as the name of a file.
const MAX_NAME: usize = 256;

struct Difference {
    path: String,
    left: Option<String>,
    right: Option<String>,
}

/// The number of bytes of a value that are shown.
const MAX_SHOWN: usize = 200;

/// Compares arguments by position.
fn compare(left: &IDLArgs, right: &IDLArgs) -> Vec<Difference> {
    let (mut differences, mut n_left) = (Vec::new(), MAX_PRINTED);
    let shown = |value: &IDLValue| value.display().max_len(MAX_SHOWN).to_string();
    for i in 0..left.args.len().max(right.args.len()) {
        match (left.args.get(i), right.args.get(i)) {
            (Some(left), Some(right)) => {
                let parts = left.diff_by(right, |left, right| pairs(left, right, &mut n_left));
                let parts = parts.into_iter().map(|part| Difference {
                    path: part::joined(i, &part.path),
                    left: part.left.map(shown),
                    right: part.right.map(shown),
                });
                differences.extend(parts);
            }
            (left, right) => differences.push(Difference {
                path: i.to_string(),
                left: left.map(shown),
                right: right.map(shown),
            }),
        }
        if differences.len() >= MAX_DIFFERENCES {
            differences.truncate(MAX_DIFFERENCES);
            break;
        }
    }
    differences
}

/// Limit on the bytes of items that are printed to find equal ones: those in vectors in vectors are printed once for each of these.
const MAX_PRINTED: usize = 64 << 20;

/// Pairs the items of two vectors that are to be compared: those between equal ones, by position.
fn pairs(
    left: &[IDLValue],
    right: &[IDLValue],
    n_left: &mut usize,
) -> Vec<(Option<usize>, Option<usize>)> {
    let mut hashes = |items: &[IDLValue]| -> Option<Vec<u64>> {
        items
            .iter()
            .map(|item| Printed::hash(item, n_left))
            .collect()
    };
    let equal = match (hashes(left), hashes(right)) {
        (Some(left), Some(right)) => align::equal(&left, &right),
        _ => Vec::new(),
    };
    let mut pairs = Vec::new();
    let (mut old, mut new) = (0, 0);
    for (next_old, next_new) in equal.into_iter().chain([(left.len(), right.len())]) {
        // Those between equal ones.
        let (mut olds, mut news) = (old..next_old, new..next_new);
        for _ in 0..olds.len().max(news.len()) {
            pairs.push((olds.next(), news.next()));
        }
        // Values are not equal if there is a NaN in both, of which the bits are compared.
        if let (Some(old), Some(new)) = (left.get(next_old), right.get(next_new)) {
            if old != new {
                pairs.push((Some(next_old), Some(next_new)));
            }
        }
        (old, new) = (next_old + 1, next_new + 1);
    }
    pairs
}

/// The hash of what is printed. Equal hashes of others cost a better result, not a difference: what is paired is compared.
struct Printed<'a> {
    hasher: DefaultHasher,
    n_left: &'a mut usize,
}

impl Printed<'_> {
    /// Returns the hash of a value; `None` if it is too long.
    fn hash(value: &IDLValue, n_left: &mut usize) -> Option<u64> {
        let mut printed = Printed {
            hasher: DefaultHasher::new(),
            n_left,
        };
        write!(printed, "{value:?}").ok()?;
        Some(printed.hasher.finish())
    }
}

impl Write for Printed<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        *self.n_left = self.n_left.checked_sub(text.len()).ok_or(fmt::Error)?;
        self.hasher.write(text.as_bytes());
        Ok(())
    }
}
