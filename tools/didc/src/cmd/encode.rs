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
    #[arg(short, long, value_enum, default_value_t = Format::Hex)]
    format: Format,
    /// Reject extra arguments and fields instead of dropping them with a warning
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
        out.note(format!("warning: decoders reject this message: {error}\n"));
    }
    match args.format {
        Format::Hex => out.line(hex::encode(bytes))?,
        Format::Pretty => out.line(message::to_pretty(&bytes))?,
        Format::Blob => out.line(message::to_blob(&bytes))?,
        Format::Raw if out.is_terminal() => {
            return Err(Failure::usage(
                "cannot write raw bytes to a terminal: use -o FILE or a pipe",
            ))
        }
        Format::Raw => out.write(bytes)?,
    }
    Ok(ExitCode::SUCCESS)
}
