//! `didc encode`

use crate::failure::{Failure, Result};
use crate::format::{self, Content, Format};
use crate::input;
use crate::message;
use crate::output::Output;
use crate::typing::{Side, Typed, Typing};
use crate::values::Loaded;
use candid_parser::candid::de::IDLDeserialize;
use candid_parser::diagnostic::Diagnostics;
use candid_parser::value::{Surplus, TextArgs};
use std::path::PathBuf;
use std::process::ExitCode;

/// Converts textual arguments to a message.
///
/// Without types, they are inferred: a number without a decimal point is an int, one with it a float64.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc encode '(42 : nat8, \"text\")'
  didc encode -d ledger.did -m icrc1_transfer '(record { … })' -f blob")]
pub(crate) struct Args {
    /// The arguments, in parentheses; by default, or for -, standard input
    args: Option<String>,
    #[command(flatten)]
    typing: Typing,
    /// Encode the method's results, not its arguments
    #[arg(long, requires = "method")]
    rets: bool,
    /// The output format of the message
    #[arg(short, long, value_enum, default_value_t = MessageFormat::Hex)]
    format: MessageFormat,
    /// The format of the arguments: text, json or ndjson. JSON is at the types if there are some, else self-describing
    #[arg(long, value_parser = format::of_values(), value_name = "FORMAT", default_value = "text")]
    from: Format,
    /// The output format of the message, one of those of convert
    #[arg(long, value_parser = format::of_bytes(), value_name = "FORMAT", conflicts_with = "format")]
    to: Option<Format>,
    /// Reject extra arguments and fields instead of dropping them with a warning
    #[arg(long)]
    strict: bool,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum MessageFormat {
    /// Hex digits
    Hex,
    /// Hex digits in lines of sixteen bytes, with offsets and characters
    Pretty,
    /// A blob literal
    Blob,
    /// Raw bytes
    Raw,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    out.send_to(args.output.as_ref());
    let side = if args.rets { Side::Rets } else { Side::Args };
    let typed = args.typing.resolve(side)?;
    let source = input::argument(args.args.as_deref(), "<args>")?;
    let (bytes, warnings) = match args.from {
        Format::Text => of_text(args, &source, typed.as_ref())?,
        _ => {
            let content = Content::Json(source.text.clone());
            let loaded = Loaded::of(content, source.name, typed.as_ref(), out);
            let bytes = loaded.and_then(|loaded| loaded.into_bytes(typed.as_ref()));
            (source.blame(bytes)?, Diagnostics::default())
        }
    };
    out.findings(&warnings);
    // Checks the header as decoders do, without the values.
    if let Err(error) = IDLDeserialize::new(&bytes) {
        out.note(format!("warning: decoders reject this message: {error}\n"));
    }
    if let Some(to) = args.to {
        format::put_bytes(&bytes, to, out)?;
        return Ok(ExitCode::SUCCESS);
    }
    match args.format {
        MessageFormat::Hex => out.line(hex::encode(bytes))?,
        MessageFormat::Pretty => out.line(message::to_pretty(&bytes))?,
        MessageFormat::Blob => out.line(message::to_blob(&bytes))?,
        MessageFormat::Raw if out.is_terminal() => {
            return Err(Failure::usage(
                "cannot write raw bytes to a terminal: use -o FILE or a pipe",
            ))
        }
        MessageFormat::Raw => out.write(bytes)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the message of arguments in text, and warnings about what is dropped.
fn of_text(
    args: &Args,
    source: &input::Source,
    typed: Option<&Typed>,
) -> Result<(Vec<u8>, Diagnostics)> {
    let text = TextArgs::new(&source.text)
        .named(source.name)
        .surplus(if args.strict {
            Surplus::Refuse
        } else {
            Surplus::Drop
        });
    let read = source.blame(text.read().map_err(Failure::from))?;
    Ok(match typed {
        None => read.to_bytes()?,
        Some(typed) => read.to_bytes_at(&typed.env, &typed.types)?,
    })
}
