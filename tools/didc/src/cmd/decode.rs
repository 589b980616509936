//! `didc decode`

use crate::code;
use crate::failure::{Failure, Result};
use crate::format::{self, Content, Format};
use crate::input;
use crate::lines::Lines;
use crate::message::from_blob;
use crate::names::{KnownNames, NamesFile};
use crate::notation;
use crate::output::Output;
use crate::part;
use crate::quota::Quota;
use crate::select;
use crate::source::{self, Origin};
use crate::typing::{Side, SideOfMethod, Typed, Typing};
use crate::values;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The help of `--select`: not a comment, in which brackets are links.
const SELECT: &str = "Print only a part of the values, such as transfers[3].memo";

/// What the long help adds.
const SELECT_LONG: &str = "Print only a part of the values, such as transfers[3].memo\n\n\
    In argument 2, it is 1.transfers[3].memo, as positions count from 0. With transfers[].memo, it is that of each transfer, \
    on a line of its own.";

/// Converts a message to text
///
/// The format of the message is found out as by convert: the bytes themselves, hex, base64, blobs as Candid, Motoko, Rust,
/// JavaScript, Python and others print them, dumps of xxd and hexdump.
///
/// Without types, fields are shown by their ids, or the names that -d and --names have for them. With a method, the message
/// is its reply; with --args, its arguments.
#[derive(clap::Args)]
#[command(
    mut_arg("args", |arg| arg.help("The message has the arguments of the method, not its results")),
    mut_arg("rets", |arg| arg.help("The message has the results of the method, as by default")),
    after_help = "Examples:
  didc decode 4449444c0001710568656c6c6f
  didc decode -d ledger.did -m icrc1_transfer --args --file message.bin.gz"
)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "options independent of each other"
)]
pub(crate) struct Args {
    /// The message, in any format of bytes that convert reads; by default, or for -, standard input
    #[arg(conflicts_with = "file")]
    blob: Option<String>,
    /// A file with the message, also compressed with gzip or zstd
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    file: Option<PathBuf>,
    #[command(flatten)]
    typing: Typing,
    #[command(flatten)]
    side: SideOfMethod,
    #[command(flatten)]
    names: NamesFile,
    /// The format of the message, detected by default; or json for the output, as --json
    #[arg(short, long, value_enum, help_heading = "Input")]
    format: Option<BlobFormat>,
    /// The format of the message, one of those of convert; detected by default
    #[arg(
        long,
        value_parser = format::of_bytes(),
        value_name = "FORMAT",
        help_heading = "Input"
    )]
    from: Option<Format>,
    /// The format of the values
    ///
    /// JSON is at the types if there are some, else self-describing.
    #[arg(
        long,
        value_parser = format::of_values(),
        value_name = "FORMAT",
        conflicts_with = "json",
        help_heading = "Output"
    )]
    to: Option<Format>,
    #[command(flatten)]
    quota: Quota,
    /// Reject extra arguments and fields instead of dropping them with a warning
    #[arg(long, help_heading = "Decoding")]
    strict: bool,
    /// Take each line of the input as a message, and print each on a line; errors do not end the work
    #[arg(long, conflicts_with = "json", help_heading = "Input")]
    lines: bool,
    #[arg(long, value_name = "PATH", help = SELECT, long_help = SELECT_LONG, help_heading = "Output")]
    select: Option<String>,
    /// Print a selected text or principal without quotes, like jq -r
    #[arg(
        short,
        long,
        requires = "select",
        conflicts_with = "json",
        help_heading = "Output"
    )]
    raw_output: bool,
    /// Print the arguments as a JSON array of texts
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Write to a file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum BlobFormat {
    /// Hex digits
    Hex,
    /// A blob literal
    Blob,
    /// The output is that of --json
    Json,
}

impl Args {
    fn is_json(&self) -> bool {
        self.json || matches!(self.format, Some(BlobFormat::Json))
    }

    /// Returns the message in an input of the format that is given or found out.
    fn read(&self, input: Vec<u8>, name: &str) -> Result<Vec<u8>> {
        let text = input::without_mark(String::from_utf8_lossy(&input).into_owned());
        let parsed = match self.format {
            None | Some(BlobFormat::Json) => {
                Content::of(input, self.from).and_then(Content::into_message)
            }
            Some(BlobFormat::Hex) => notation::from_hex(&text),
            Some(BlobFormat::Blob) => from_blob(&text),
        };
        parsed.map_err(|failure| failure.in_text(name, &text).coded(code::NOT_A_MESSAGE))
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    if args.is_json() {
        out.fail_in_json();
    }
    out.send_to(args.output.as_ref());
    let is_json_twice = args.is_json() && args.to.is_some();
    let is_given_twice =
        args.from.is_some() && !matches!(args.format, None | Some(BlobFormat::Json));
    if is_json_twice || is_given_twice {
        let other = if is_json_twice { "to" } else { "from" };
        return Err(Failure::usage(format_args!(
            "the argument '--{other} <FORMAT>' cannot be used with '--format <FORMAT>'"
        )));
    }
    let side = args.side.given().unwrap_or(Side::Rets);
    let interface = args.typing.interface()?;
    let typed = args.typing.resolve_in(interface, side)?;
    part::check_path(args.select.as_deref(), typed.as_ref())?;
    let decoding = Decoding {
        args,
        side,
        typed: typed.as_ref(),
        names: args.names.with(interface, typed.as_ref())?,
    };
    if !args.lines {
        let (bytes, name, origin) = message(args)?;
        out.working_on(Path::new("the message"));
        decoding.one(&bytes, (&name, origin), false, out)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.is_json() || args.from.is_some_and(|from| !from.is_line()) {
        return Err(Failure::usage(
            "with --lines, messages are text, and so is what they are decoded to",
        ));
    }
    let lines = Lines::open(args.blob.as_deref(), args.file.as_deref())?;
    lines.each(out, |line, name, out| {
        let bytes = args.read(line.into_bytes(), name)?;
        decoding.one(&bytes, (name, Origin::File), true, out)
    })
}

/// How messages are decoded.
struct Decoding<'a> {
    args: &'a Args,
    side: Side,
    typed: Option<&'a Typed>,
    names: KnownNames<'a>,
}

impl Decoding<'_> {
    /// Writes the values of a message.
    fn one(
        &self,
        bytes: &[u8],
        (name, origin): (&str, Origin),
        is_line: bool,
        out: &mut Output,
    ) -> Result<()> {
        let Decoding { args, typed, .. } = *self;
        let names = &self.names;
        let named = |failure| origin.named(failure, name);
        let hint = args.typing.other_side(self.side);
        let decoded = values::decode(bytes, typed, || names.get(), &args.quota);
        let decoded = decoded.map_err(|error| {
            let failure = values::rejected(&error, bytes, typed, names.get(), &args.quota);
            named(failure.with_notes(args.typing.other_side_of(self.side, &error)))
        })?;
        let surplus = values::surplus(args.strict);
        let place = if is_line { name } else { "" };
        let decoded = decoded.reported(surplus, place, hint, out).map_err(named)?;
        if let Some(path) = &args.select {
            if args.is_json() {
                let mut texts = Vec::new();
                select::each(&decoded, path, typed, &mut |(value, _)| {
                    texts.push(value.to_string());
                    Ok(())
                })?;
                return out.json(&serde_json::json!(texts));
            }
            let to = args.to.unwrap_or(Format::Text);
            let is_line = is_line || select::has_many(path);
            return select::each(&decoded, path, typed, &mut |part| {
                out.line(select::write(part, to, is_line, args.raw_output)?)
            });
        }
        match args.to {
            None if args.is_json() => {
                let values: Vec<String> = decoded.args.iter().map(ToString::to_string).collect();
                out.json(&serde_json::json!(values))
            }
            to => {
                let to = to.unwrap_or(Format::Text);
                values::put_args(&decoded, typed, to, is_line, out)
            }
        }
    }
}

/// Returns the message, its name and where it comes from.
fn message(args: &Args) -> Result<(Vec<u8>, String, Origin)> {
    let (input, name, origin) = match (&args.blob, &args.file) {
        (Some(blob), _) if blob != "-" => (
            blob.clone().into_bytes(),
            "<blob>".to_string(),
            Origin::Argument,
        ),
        (_, file) => {
            let path = file.as_deref().unwrap_or(Path::new("-"));
            let name = input::name(path).display().to_string();
            (input::bytes(path)?, name, Origin::File)
        }
    };
    let text = String::from_utf8_lossy(&input).into_owned();
    let parsed = args.read(input, &name).map_err(|failure| match origin {
        Origin::Argument => source::file_hint(failure, &text).in_argument(),
        Origin::File => source::interface_hint(failure.named(&name), &name),
    });
    Ok((parsed?, name, origin))
}
