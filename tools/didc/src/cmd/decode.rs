//! `didc decode`

use crate::failure::{Failure, Result};
use crate::input;
use crate::message;
use crate::output::Output;
use crate::typing::{Side, Typed, Typing};
use candid_parser::{DecoderConfig, IDLArgs};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What decoding may cost unless told: enough for any message that a canister may receive, not for one whose few bytes
/// stand for gigabytes.
const QUOTA: usize = 1 << 30;

/// Turns a message into text.
///
/// Without types, fields are shown by their numbers. With a method, the message is its reply; with --args, its
/// arguments.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc decode 4449444c0001710568656c6c6f
  didc decode -d ledger.did -m icrc1_transfer --args --file message.bin.gz")]
pub(crate) struct Args {
    /// The message in hex, or blob \"…\"; standard input if there is none, or for -
    #[arg(conflicts_with = "file")]
    blob: Option<String>,
    /// A file that holds the message: as it is, in hex or as blob \"…\"; packed by gzip or zstd or not
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    typing: Typing,
    /// The message is what the method takes, not what it returns
    #[arg(long, requires = "method")]
    args: bool,
    /// The form of the message; unless told, it shows by itself
    #[arg(short, long, value_enum)]
    format: Option<Format>,
    /// What decoding may cost, in the units of decoding quotas; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = QUOTA)]
    quota: usize,
    /// Print an array of the arguments, each as text
    #[arg(long)]
    json: bool,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// Hex digits
    Hex,
    /// The text of a blob
    Blob,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    out.send_to(args.output.as_ref());
    let side = match args.args {
        true => Side::Args,
        false => Side::Rets,
    };
    let typed = args.typing.resolve(side)?;
    let bytes = bytes(args)?;
    let decoded = decode(&bytes, typed.as_ref(), args.quota).map_err(|error| {
        let mut text = error.to_string();
        if args.typing.method().is_some() {
            let (is, other, flag) = match side {
                Side::Rets => ("its reply", "its arguments", "with"),
                Side::Args => ("its arguments", "its reply", "without"),
            };
            text.push_str(&format!(
                "\nthe message was read as {is}: it is decoded as {other} {flag} --args"
            ));
        }
        Failure::new(text)
    })?;
    match args.json {
        true => {
            let values: Vec<String> = decoded.args.iter().map(ToString::to_string).collect();
            out.json(&serde_json::json!(values))?;
        }
        false => out.line(decoded.to_string())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn bytes(args: &Args) -> Result<Vec<u8>> {
    let (input, is_argument) = match (&args.blob, &args.file) {
        (Some(blob), _) if blob != "-" => (blob.clone().into_bytes(), true),
        (_, Some(path)) => (input::bytes(path)?, false),
        _ => (input::bytes(Path::new("-"))?, false),
    };
    let as_text = |input: &[u8]| String::from_utf8_lossy(input).into_owned();
    let parsed = match args.format {
        None => message::parse(&input),
        Some(Format::Hex) => message::from_hex(&as_text(&input)),
        Some(Format::Blob) => message::from_blob(&as_text(&input)),
    };
    match is_argument {
        true => parsed.map_err(Failure::in_argument),
        false => parsed,
    }
}

fn decode(
    bytes: &[u8],
    typed: Option<&Typed>,
    quota: usize,
) -> candid_parser::candid::Result<IDLArgs> {
    let mut config = DecoderConfig::new();
    if quota > 0 {
        config.set_decoding_quota(quota);
    }
    config.set_full_error_message(true);
    match typed {
        None => IDLArgs::from_bytes_with_config(bytes, &config),
        Some(typed) => {
            IDLArgs::from_bytes_with_types_with_config(bytes, &typed.env, &typed.types, &config)
        }
    }
}
