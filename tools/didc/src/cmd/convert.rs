//! `didc convert`

use crate::code;
use crate::failure::{Failure, Result};
use crate::format::{self, Content, Format};
use crate::names::{KnownNames, NamesFile};
use crate::output::Output;
use crate::part;
use crate::quota::Quota;
use crate::select;
use crate::source::{MessageInput, Origin};
use crate::typing::{Side, SideOfMethod, Typed, Typing};
use crate::values::{self, Loaded};
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The help of `--select`: not a comment, in which brackets are links.
const SELECT: &str = "Convert only a part of the values, such as transfers[3].memo";

/// What the long help adds.
const SELECT_LONG: &str = "Convert only a part of the values, such as transfers[3].memo\n\n\
    In argument 2, it is 1.transfers[3].memo, as positions count from 0. With transfers[].memo, it is that of each transfer, \
    on a line of its own. To formats of bytes, a blob is converted to its bytes, \
    any other value to a message of its own.";

/// Converts messages between text, JSON, hex, base64, blobs and packed bytes
///
/// The format of the input is found out: blobs are read as Candid, Motoko, Rust, JavaScript, Python and others print them.
///
/// Without types, JSON is self-describing and fields have their ids, or the names that -d and --names have for them; with -t,
/// -m or --init, values are converted to these types, with a warning of what they drop. From bytes to bytes without types, the
/// message is not decoded.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc convert 4449444c00017d2a --to base64
  didc convert '[68, 73, 68, 76, 0, 1, 125, 42]'
  didc convert -d ledger.did -m transfer --args --file calls.ndjson --from ndjson --to hex
  didc convert -d ledger.did -m history --rets --file reply.bin --select 'transfers[3].memo'")]
pub(crate) struct Args {
    #[command(flatten)]
    message: MessageInput,
    /// The format of the output; by default text for a message, and hex for text and JSON
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    to: Option<Format>,
    #[command(flatten)]
    typing: Typing,
    #[command(flatten)]
    side: SideOfMethod,
    #[command(flatten)]
    names: NamesFile,
    /// Take each line of the input as a message, and print each on a line; errors do not end the work
    #[arg(long, help_heading = "Input")]
    lines: bool,
    #[arg(long, value_name = "PATH", help = SELECT, long_help = SELECT_LONG, help_heading = "Output")]
    select: Option<String>,
    /// Print a selected text or principal without quotes, like jq -r
    #[arg(short, long, requires = "select", help_heading = "Output")]
    raw_output: bool,
    #[command(flatten)]
    quota: Quota,
    /// Reject extra arguments and fields instead of dropping them with a warning
    #[arg(long, help_heading = "Decoding")]
    strict: bool,
    /// Write to a file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    out.send_to(args.output.as_ref());
    if args.typing.method().is_some() && args.side.given().is_none() {
        return Err(Failure::usage(
            "with -m, use --args if the message has the arguments of the method, --rets if it has its results",
        ));
    }
    let side = args.side.given().unwrap_or(Side::Rets);
    let interface = args.typing.interface()?;
    let typed = args.typing.resolve_in(interface, side)?;
    part::check_path(args.select.as_deref(), typed.as_ref())?;
    let conversion = Conversion {
        args,
        typed: typed.as_ref(),
        names: args.names.with(interface, typed.as_ref())?,
        is_hinted: Cell::new(false),
        is_warned: Cell::new(false),
    };
    let is_by_line = args.lines || args.message.from() == Some(Format::Ndjson);
    if is_by_line {
        return conversion.lines(out);
    }
    let input = args.message.read()?;
    let (name, origin) = (input.name.clone(), input.origin());
    out.working_on(Path::new("the message"));
    conversion.one(input.content(typed.is_some())?, (&name, origin), false, out)?;
    Ok(ExitCode::SUCCESS)
}

struct Conversion<'a> {
    args: &'a Args,
    typed: Option<&'a Typed>,
    names: KnownNames<'a>,
    /// Whether it was said that values hold a message, which is said once.
    is_hinted: Cell<bool>,
    /// Whether it was said that an interface is not used.
    is_warned: Cell<bool>,
}

impl Conversion<'_> {
    fn lines(&self, out: &mut Output) -> Result<ExitCode> {
        let from = self.args.message.from();
        if let Some(format) = from.into_iter().chain(self.args.to).find(|f| !f.is_line()) {
            let what = if format.is_text() {
                "on one line"
            } else {
                "text"
            };
            return Err(Failure::usage(format_args!(
                "with --lines, messages are {what}, which {} is not",
                format!("{format:?}").to_lowercase()
            )));
        }
        let lines = self.args.message.lines()?;
        lines.each(out, |line, name, out| {
            let content = Content::of_any(line.into_bytes(), from, self.typed.is_some());
            let content = content.map_err(|failure| failure.coded(code::NOT_A_MESSAGE))?;
            self.one(content, (name, Origin::File), true, out)
        })
    }

    /// Converts one message.
    fn one(
        &self,
        content: Content,
        source: (&str, Origin),
        is_line: bool,
        out: &mut Output,
    ) -> Result<()> {
        let to = self.args.to.unwrap_or(match content {
            Content::Message(_) => Format::Text,
            // Only text and JSON can be plain.
            Content::Text(_) | Content::Json(_) if self.args.raw_output => Format::Text,
            Content::Text(_) | Content::Json(_) => Format::Hex,
        });
        let Args { select, quota, .. } = self.args;
        let surplus = values::surplus(self.args.strict);
        let place = if is_line { source.0 } else { "" };
        let hint = content.hint(self.args.message.from());
        let loaded = Loaded::of(content, source, self.typed, surplus, out);
        let loaded = loaded.map_err(|failure| failure.with_notes(hint))?;
        // Text of the given types is what it should be.
        let hint = hint.filter(|_| self.typed.is_none() && !self.is_hinted.replace(true));
        if let Some(hint) = hint {
            let colon = if is_line { ": " } else { "" };
            out.note(format!("note: {place}{colon}{hint}\n"));
        }
        if select.is_none() && self.typed.is_none() && !to.has_values() {
            if !self.is_warned.replace(true) {
                self.args.typing.warn_unused(None, out);
            }
            return format::put_bytes(&loaded.into_bytes(None)?, to, out);
        }
        let decoded = loaded.decoded(source, self.typed, || self.names.get(), quota)?;
        let args = decoded.reported(surplus, place, None, out);
        let args = args.map_err(|failure| source.1.named(failure, source.0))?;
        if let Some(path) = select {
            return self.selected(path, &args, to, is_line, out);
        }
        if to.has_values() {
            return values::put_args(&args, self.typed, to, is_line, out);
        }
        let bytes = Loaded::Args(args, None).into_bytes(self.typed)?;
        format::put_bytes(&bytes, to, out)
    }

    fn selected(
        &self,
        path: &str,
        args: &candid_parser::IDLArgs,
        to: Format,
        is_line: bool,
        out: &mut Output,
    ) -> Result<()> {
        let has_many = select::has_many(path);
        if self.args.raw_output && !to.has_values() {
            return Err(Failure::usage(
                "-r is for text and JSON, with --to text or --to json",
            ));
        }
        if has_many && !to.is_line() {
            return Err(Failure::usage(
                "with [] in --select, each part is a line, which the output format has not",
            ));
        }
        select::each(args, path, self.typed, &mut |part| {
            if to.has_values() {
                let is_plain = self.args.raw_output;
                return out.line(select::write(part, to, is_line || has_many, is_plain)?);
            }
            let (value, ty) = part;
            format::put_bytes(&values::bytes_of(value, ty)?, to, out)
        })
    }
}
