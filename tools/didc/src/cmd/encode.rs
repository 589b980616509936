//! `didc encode`

use crate::failure::{Failure, Result};
use crate::format::{self, Content, Format};
use crate::input;
use crate::lines::Lines;
use crate::message;
use crate::notation;
use crate::output::Output;
use crate::source::Origin;
use crate::typing::{Side, SideOfMethod, Typed, Typing};
use crate::values::{self, Loaded};
use candid_parser::candid::de::IDLDeserialize;
use candid_parser::diagnostic::Diagnostics;
use candid_parser::value::{Surplus, TextArgs};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Converts textual arguments to a message
///
/// Without types, they are inferred: a number without a decimal point is an int, one with it a float64.
#[derive(clap::Args)]
#[command(
    mut_arg("args", |arg| arg.help("Encode the method's arguments, as by default")),
    mut_arg("rets", |arg| arg.help("Encode the method's results, not its arguments")),
    after_help = "Examples:
  didc encode '(42 : nat8, \"text\")'
  didc encode -d ledger.did -m icrc1_transfer '(record { … })' -f blob"
)]
pub(crate) struct Args {
    /// The arguments, in parentheses; by default, or for -, standard input
    #[arg(value_name = "ARGS", conflicts_with = "file")]
    values: Option<String>,
    /// A file with the arguments
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    file: Option<PathBuf>,
    #[command(flatten)]
    typing: Typing,
    #[command(flatten)]
    side: SideOfMethod,
    /// The output format of the message
    #[arg(short, long, value_enum, default_value_t = MessageFormat::Hex, help_heading = "Output")]
    format: MessageFormat,
    /// The format of the arguments
    ///
    /// Several messages of ndjson need an output format of lines. JSON is at the types if there are some, else self-describing.
    #[arg(
        long,
        value_parser = format::of_values(),
        value_name = "FORMAT",
        default_value = "text",
        help_heading = "Input"
    )]
    from: Format,
    /// The output format of the message, one of those of convert
    #[arg(
        long,
        value_parser = format::of_bytes(),
        value_name = "FORMAT",
        conflicts_with = "format",
        help_heading = "Output"
    )]
    to: Option<Format>,
    /// Reject extra arguments and fields instead of dropping them with a warning
    #[arg(long, help_heading = "Types")]
    strict: bool,
    /// Write to a file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum MessageFormat {
    /// Hex digits
    Hex,
    /// Hex digits in lines of sixteen bytes, with offsets and characters
    Pretty,
    /// Base64
    Base64,
    /// A blob literal
    Blob,
    /// Raw bytes
    Raw,
}

impl Args {
    /// Returns whether a message is written on a line.
    fn is_line(&self) -> bool {
        match self.to {
            Some(to) => to.is_line(),
            None => !matches!(self.format, MessageFormat::Pretty | MessageFormat::Raw),
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    out.send_to(args.output.as_ref());
    let side = args.side.given().unwrap_or(Side::Args);
    let typed = args.typing.resolve(side)?;
    if args.from == Format::Ndjson && args.is_line() {
        let lines = Lines::open(args.values.as_deref(), args.file.as_deref())?;
        args.typing.warn_unused(typed.as_ref(), out);
        return lines.each(out, |line, name, out| {
            let source = (name, Origin::File);
            write(args, of_json(line, source, typed.as_ref(), out)?, out)
        });
    }
    let file = args.file.as_deref().unwrap_or(Path::new("-"));
    let source = input::argument(args.values.as_deref(), "<args>", file)?;
    if args.from == Format::Ndjson {
        check_one_line(&source.text)?;
    }
    out.working_on(Path::new("the values"));
    let bytes = match args.from {
        Format::Text => {
            let encoded = of_text(args, &source, typed.as_ref());
            let (bytes, warnings) = encoded.map_err(|failure| hint(failure, &source.text))?;
            out.findings(&warnings);
            bytes
        }
        _ => {
            let origin = (source.name.as_str(), source.origin);
            let encoded = of_json(source.text.clone(), origin, typed.as_ref(), out);
            encoded.map_err(|failure| source.hint(failure))?
        }
    };
    write(args, bytes, out)?;
    args.typing.warn_unused(typed.as_ref(), out);
    Ok(ExitCode::SUCCESS)
}

/// Checks that there is one message, for formats that do not say where one ends.
fn check_one_line(text: &str) -> Result<()> {
    let n_lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    match n_lines {
        0 | 1 => Ok(()),
        n => Err(Failure::usage(format_args!(
            "{n} lines are {n} messages, which need a format that is one line for each: hex, blob or base64"
        ))),
    }
}

/// Writes a message.
fn write(args: &Args, bytes: Vec<u8>, out: &mut Output) -> Result<()> {
    // Checks the header as decoders do, without the values.
    if let Err(error) = IDLDeserialize::new(&bytes) {
        out.note(format!("warning: decoders reject this message: {error}\n"));
    }
    if let Some(to) = args.to {
        return format::put_bytes(&bytes, to, out);
    }
    match args.format {
        MessageFormat::Hex => out.line(hex::encode(bytes)),
        MessageFormat::Base64 => format::put_bytes(&bytes, Format::Base64, out),
        MessageFormat::Pretty => out.line(message::to_pretty(&bytes)),
        MessageFormat::Blob => out.line(message::to_blob(&bytes)),
        MessageFormat::Raw if out.is_terminal() => Err(Failure::usage(
            "cannot write raw bytes to a terminal: use -o FILE or a pipe",
        )),
        MessageFormat::Raw => out.write(bytes),
    }
}

/// Returns the message of arguments in JSON.
fn of_json(
    text: String,
    source: (&str, Origin),
    typed: Option<&Typed>,
    out: &Output,
) -> Result<Vec<u8>> {
    let content = Content::Json(text);
    Loaded::of(content, source, typed, Surplus::Drop, out)?.into_bytes(typed)
}

/// Adds a hint to the failure of a text that is JSON, or a message.
fn hint(mut failure: Failure, text: &str) -> Failure {
    let is_json = text.trim_start().starts_with(['[', '{']) && values::is_json(text);
    let hint = if is_json {
        "it is JSON: use --from json"
    } else if is_message(text) {
        "it is a message, not its values: didc decode prints them"
    } else {
        return failure;
    };
    if let Failure::Findings { findings, .. } = &mut failure {
        // What the syntax of Candid has in place of it does not help.
        findings.list.truncate(1);
        if let Some(first) = findings.list.first_mut() {
            first.notes = vec![hint.to_string()];
        }
    }
    failure
}

/// Returns whether a text is that of the bytes of a message, perhaps in parentheses, and not of values.
fn is_message(text: &str) -> bool {
    let text = text.trim().trim_start_matches('(').trim_end_matches(')');
    let is_blob = text.trim_start().starts_with("blob");
    !is_blob && notation::parse(text).is_ok_and(|bytes| bytes.starts_with(b"DIDL"))
}

/// Returns the message of arguments in text, and warnings about what is dropped.
fn of_text(
    args: &Args,
    source: &input::Source,
    typed: Option<&Typed>,
) -> Result<(Vec<u8>, Diagnostics)> {
    let text = TextArgs::new(&source.text)
        .named(&source.name)
        .surplus(values::surplus(args.strict));
    let read = text.read().map_err(values::unreadable);
    let read = source.blame(read)?;
    Ok(match typed {
        None => read.to_bytes()?,
        Some(typed) => read.to_bytes_at(&typed.env, &typed.types)?,
    })
}
