//! `didc explain`

use crate::failure::{Failure, Result};
use crate::format;
use crate::names::NamesFile;
use crate::output::{exit_code, Output};
use crate::output_format::OutputFormat;
use crate::quota::Quota;
use crate::source::{MessageInput, Origin};
use crate::typing::{Side, SideOfMethod, Typed, Typing};
use crate::values;
use candid_parser::explain::{Explain, Names, Row, RowKind};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The number of bytes on a line.
const PER_LINE: usize = 8;

/// The number of bytes of a row that JSON has unless all are asked for.
const MAX_JSON_BYTES: usize = 64;

/// The number of bytes of a row that are shown unless all are asked for.
const MAX_BYTES: usize = 16;

/// The help of `--json`.
const JSON: &str = "Print a JSON object\n\nIt has \"length\" of the message, \"ok\", \"error\" (null, or an object with \
    \"message\", \"code\", \"offset\", \"path\"), \"notes\" (texts), and \"rows\". A row has \"offset\", \"length\", \"bytes\" in hex (the first 64 without --all), \
    \"kind\" (magic, type_count, type, field, func_argument, result_count, func_result, annotation, method, \
    argument_count, argument, container, value, elements, rest, end), \"depth\", \"meaning\"; values have \"path\" and \"type\", and those \
    without parts \"value\"; \"left_out\" counts the bytes or elements that are not shown; \"error\" is an object with \
    \"offset\" and \"message\" where decoding fails. Fields may be added, but do not change.";

/// Shows what each byte of a message stands for, and where it is broken
///
/// Each line has the offset, the bytes and their meaning: the type table entry by entry, the types of the arguments, the
/// values with their paths. Where decoding fails, `>` marks the line of the failing byte, and the reason follows it. Long
/// vectors, texts and blobs are shortened.
///
/// Fields have names if they are in the -d file, in -t or in the --names file. With -t, -m or --init, the message is decoded
/// at these types too: with a method as its reply, with --args as its arguments.
#[derive(clap::Args)]
#[command(
    mut_arg("from", |arg| arg.value_parser(format::of_bytes())),
    mut_arg("json", |arg| arg.help("Print a JSON object").long_help(JSON)),
    after_help = "Examples:
  didc explain 4449444c0001710568656c6c6f
  didc explain --file message.bin -d ledger.did
  didc explain -d ledger.did -m transfer --args 4449…"
)]
pub(crate) struct Args {
    #[command(flatten)]
    message: MessageInput,
    #[command(flatten)]
    typing: Typing,
    #[command(flatten)]
    side: SideOfMethod,
    #[command(flatten)]
    names: NamesFile,
    /// Show vectors, texts and blobs whole
    #[arg(long, help_heading = "Output")]
    all: bool,
    #[command(flatten)]
    quota: Quota,
    #[command(flatten)]
    format: OutputFormat,
    /// Write to a file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    if args.format.is_json() {
        out.fail_in_json();
    }
    out.send_to(args.output.as_ref());
    let interface = args.typing.interface()?;
    let side = args.side.given().unwrap_or(Side::Rets);
    let typed = args.typing.resolve_in(interface, side)?;
    let names = args.names.with(interface, typed.as_ref())?;
    let names = names.get();
    let input = args.message.read()?;
    let (name, origin) = (input.name.clone(), input.origin());
    let bytes = input.message()?;
    out.working_on(Path::new("the message"));
    let mut explain = Explain::new()
        .config(args.quota.config(bytes.len()))
        .names(names);
    if let Some(typed) = &typed {
        explain = explain.types(&typed.env, &typed.types);
    }
    if args.all {
        explain = explain.whole();
    }
    if args.format.is_json() {
        return to_json(&explain, &bytes, (names, typed.as_ref()), args.all, out);
    }
    to_text(
        &explain,
        (&bytes, &name, origin),
        (names, typed.as_ref()),
        (args, side),
        out,
    )
}

fn to_text(
    explain: &Explain<'_>,
    (bytes, name, origin): (&[u8], &str, Origin),
    (names, typed): (&Names, Option<&Typed>),
    (args, side): (&Args, Side),
    out: &mut Output,
) -> Result<ExitCode> {
    // Offsets in decimal, as in errors.
    let width = bytes.len().to_string().len().max(4);
    let mut section = "";
    let explained = explain.rows(bytes, |row| {
        let begun = section_of(row.kind);
        if begun != section {
            section = begun;
            if !begun.is_empty() {
                out.line(format!("{:width$}  {:24}  {begun}:", "", ""))?;
            }
        }
        let is_short = row.bytes.len() <= MAX_BYTES + PER_LINE || args.all;
        let shown = match is_short {
            true => row.bytes,
            false => row.bytes.get(..MAX_BYTES).unwrap_or_default(),
        };
        let mut lines = shown.chunks(PER_LINE);
        let mark = if row.error.is_some() { '>' } else { ' ' };
        let hex = hex_of(lines.next().unwrap_or_default());
        // Deep values are indented no further.
        let indent = "  ".repeat(row.depth.min(20));
        let meaning = candid_parser::diagnostic::sanitize_terminal(&row.meaning);
        let meaning = format!("{mark} {hex:24}  {indent}{meaning}");
        out.line(format!("{:width$}{}", row.offset, meaning.trim_end()))?;
        let mut offset = row.offset;
        for line in lines {
            offset += PER_LINE;
            out.line(format!("{offset:width$}{mark} {}", hex_of(line)))?;
        }
        if !is_short {
            let n = row.bytes.len() - shown.len();
            out.line(format!("{:width$}{mark} … and {n} more bytes", ""))?;
        }
        if let Some(error) = &row.error {
            let text = candid_parser::diagnostic::sanitize_terminal(&error.message);
            let text = text.replace('\n', " ");
            out.line(format!("{:width$}^ byte {}: {text}", "", error.offset))?;
        }
        Ok::<(), Failure>(())
    })?;
    for note in &explained.notes {
        out.note(format!("note: {note}\n"));
    }
    match explained.error {
        None => Ok(ExitCode::SUCCESS),
        Some(error) => {
            let failure = Failure::candid(&error, values::error_text(&error, typed, names));
            let failure = origin.named(failure, name);
            let failure = failure.with_notes(args.quota.hint(&error));
            Err(failure.with_notes(args.typing.other_side_of(side, &error)))
        }
    }
}

/// Returns the heading that a row comes under.
fn section_of(kind: RowKind) -> &'static str {
    match kind {
        RowKind::Magic | RowKind::End => "",
        RowKind::ArgumentCount | RowKind::Argument => "arguments",
        RowKind::Value | RowKind::Container | RowKind::Elements => "values",
        RowKind::Rest => "rest",
        _ => "type table",
    }
}

fn hex_of(bytes: &[u8]) -> String {
    let bytes = bytes.iter().map(|byte| format!("{byte:02x}"));
    bytes.collect::<Vec<_>>().join(" ")
}

/// Writes the rows one by one: together they would take several times the memory of the message.
fn to_json(
    explain: &Explain<'_>,
    bytes: &[u8],
    (names, typed): (&Names, Option<&Typed>),
    is_whole: bool,
    out: &mut Output,
) -> Result<ExitCode> {
    out.line(format!("{{\n  \"length\": {},\n  \"rows\": [", bytes.len()))?;
    let mut is_first = true;
    let explained = explain.rows(bytes, |row| {
        let separator = if is_first { "" } else { ",\n" };
        is_first = false;
        out.json_text(&format!("{separator}    {}", row_json(row, is_whole)))
    })?;
    let error = explained.error.as_ref().map(|error| {
        json!({
            "message": values::error_text(error, typed, names),
            "code": error.code(),
            "offset": error.offset(),
            "path": names.error_path(error),
        })
    });
    let (error, notes) = (json!(error), json!(explained.notes));
    let is_ok = explained.error.is_none();
    let end =
        format!("\n  ],\n  \"ok\": {is_ok},\n  \"error\": {error},\n  \"notes\": {notes}\n}}");
    out.line(end)?;
    Ok(exit_code(is_ok))
}

fn row_json(row: &Row<'_>, is_whole: bool) -> serde_json::Value {
    let shown = match is_whole {
        true => row.bytes,
        false => row.bytes.get(..MAX_JSON_BYTES).unwrap_or(row.bytes),
    };
    let mut object = json!({
        "offset": row.offset,
        "length": row.bytes.len(),
        "bytes": hex::encode(shown),
        "kind": row.kind.to_string(),
        "depth": row.depth,
        "meaning": row.meaning,
    });
    let is_value = matches!(
        row.kind,
        RowKind::Value | RowKind::Container | RowKind::Elements
    );
    if is_value {
        object["path"] = json!(row.path);
    }
    if !row.ty.is_empty() {
        object["type"] = json!(row.ty);
    }
    if let Some(value) = &row.value {
        object["value"] = json!(value);
    }
    if row.n_left_out > 0 {
        object["left_out"] = json!(row.n_left_out);
    }
    if let Some(error) = &row.error {
        object["error"] = json!({ "offset": error.offset, "message": error.message });
    }
    object
}
