//! `didc encode`

use crate::failure::{Failure, Result};
use crate::input;
use crate::message;
use crate::output::Output;
use crate::typing::{Side, Typing};
use candid_parser::candid::de::IDLDeserialize;
use candid_parser::value::{Surplus, TextArgs};
use std::path::PathBuf;
use std::process::ExitCode;

/// Turns arguments in text into a message.
///
/// Without types the values tell theirs: a number without a point is an int, one with a point a float64.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc encode '(42 : nat8, \"text\")'
  didc encode -d ledger.did -m icrc1_transfer '(record { … })' -f blob")]
pub(crate) struct Args {
    /// The arguments, in parentheses; standard input if there are none, or for -
    args: Option<String>,
    #[command(flatten)]
    typing: Typing,
    /// The method's results are given, not its arguments
    #[arg(long, requires = "method")]
    rets: bool,
    /// How the message is printed
    #[arg(short, long, value_enum, default_value_t = Format::Hex)]
    format: Format,
    /// Refuse arguments and fields that the types have no place for, rather than drop them with a warning
    #[arg(long)]
    strict: bool,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// Hex digits
    Hex,
    /// Hex digits in lines of sixteen bytes, with offsets and characters
    Pretty,
    /// The text of a blob
    Blob,
    /// The bytes themselves
    Raw,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    out.send_to(args.output.as_ref());
    let side = if args.rets { Side::Rets } else { Side::Args };
    let typed = args.typing.resolve(side)?;
    let source = input::argument(args.args.as_deref(), "<args>")?;
    let text = TextArgs::new(&source.text)
        .named(source.name)
        .surplus(if args.strict {
            Surplus::Refuse
        } else {
            Surplus::Drop
        });
    let read = source.blame(text.read().map_err(Failure::from))?;
    let (bytes, warnings) = match typed {
        None => read.to_bytes()?,
        Some(typed) => read.to_bytes_at(&typed.env, &typed.types)?,
    };
    out.findings(&warnings);
    // Checks the header as decoders do, without the values.
    if let Err(error) = IDLDeserialize::new(&bytes) {
        out.note(format!("warning: decoders refuse this message: {error}\n"));
    }
    match args.format {
        Format::Hex => out.line(hex::encode(bytes))?,
        Format::Pretty => out.line(message::to_pretty(&bytes))?,
        Format::Blob => out.line(message::to_blob(&bytes))?,
        Format::Raw if out.is_terminal() => {
            return Err(Failure::usage(
                "a terminal shows no bytes: send them to a file with -o, or into a pipe",
            ))
        }
        Format::Raw => out.write(bytes)?,
    }
    Ok(ExitCode::SUCCESS)
}
