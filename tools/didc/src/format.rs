//! Formats of messages: how they are found out, read and written.

use crate::failure::{Failure, Result};
use crate::input;
use crate::message;
use crate::notation;
use crate::output::Output;
use crate::typing::start_of;
use crate::values;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::ValueEnum;

/// The formats that are found out, for errors.
pub(crate) const ACCEPTED: &str = "a message may be given as bytes that begin with DIDL, hex, base64 that begins with RElE, \
    blob \"…\", vec { 68; … }, [68, …], \"\\44\\49…\", DIDL\\00…, \\x44\\x49…, b\"…\", []byte{…}, new byte[] {…}, \
    {0x44, …}, <<68, …>>, \\x4449…, DIDL%00…, Uint8Array(…) […], <Buffer …>, lines of xxd, hexdump -C or Wireshark; \
    also of bytes packed with gzip or zstd";

/// What is accepted besides where a message may be given by its values.
const VALUES: &str =
    "values may be given as Candid text in parentheses, (5, \"a\"), or as JSON, [ … ] or { … }";

/// Maximum length of a value without parentheses for which there is a hint.
const MAX_ALONE: usize = 100;

/// A format of a message or of its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Candid text: (5, "a")
    Text,
    /// JSON: an array of the arguments, at the types if they are given, else self-describing
    Json,
    /// JSON, one message a line
    Ndjson,
    /// Hex digits
    Hex,
    /// Base64
    Base64,
    /// Hex digits in lines of sixteen bytes, with offsets and characters
    Pretty,
    /// blob "…"; when read, any notation of bytes
    Blob,
    /// The bytes themselves
    Raw,
    /// The bytes, packed with gzip
    Gz,
    /// The bytes, packed with zstd
    Zst,
}

/// Parses the name of a format of values, for options that take no others.
pub(crate) fn of_values() -> impl TypedValueParser<Value = Format> {
    one_of(Format::has_values)
}

/// Parses the name of a format of bytes, for options that take no others.
pub(crate) fn of_bytes() -> impl TypedValueParser<Value = Format> {
    one_of(|format| !format.has_values())
}

fn one_of(is_accepted: fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
    let all = Format::value_variants().iter().copied();
    let names = all.filter(|format| is_accepted(*format));
    let names = names.filter_map(|format| format.to_possible_value());
    PossibleValuesParser::new(names).try_map(|name| Format::from_str(&name, false))
}

impl Format {
    /// Returns whether the format is one of values, and not of bytes.
    pub(crate) fn has_values(self) -> bool {
        matches!(self, Format::Text | Format::Json | Format::Ndjson)
    }

    /// Returns whether the format is text.
    pub(crate) fn is_text(self) -> bool {
        !matches!(self, Format::Raw | Format::Gz | Format::Zst)
    }

    /// Returns whether the format is text, one message of which may be on a line.
    pub(crate) fn is_line(self) -> bool {
        self.is_text() && self != Format::Pretty
    }
}

/// What an input contains.
pub(crate) enum Content {
    /// The bytes of a message.
    Message(Vec<u8>),
    /// Values in Candid text.
    Text(String),
    /// Values in JSON.
    Json(String),
}

impl Content {
    /// Returns the content of an input that has been unpacked, of a command that takes messages alone, in a format or in the one
    /// that is found out.
    pub(crate) fn of(input: Vec<u8>, from: Option<Format>) -> Result<Self> {
        Self::read(input, from, |_| false)
    }

    /// Returns the content of an input in a format, or in the one that is found out; of texts that may be values and the bytes of a
    /// message, as some say.
    fn read(
        input: Vec<u8>,
        from: Option<Format>,
        are_values: impl FnOnce(&str) -> bool,
    ) -> Result<Self> {
        let Some(format) = from else {
            return Self::detect(input, are_values);
        };
        if !format.is_text() {
            return Ok(Content::Message(input));
        }
        let text = String::from_utf8(input)
            .map_err(|error| Failure::new(format_args!("not text: {}", error.utf8_error())))?;
        let text = input::without_mark(text);
        Ok(match format {
            Format::Text => Content::Text(text),
            Format::Json | Format::Ndjson => Content::Json(text),
            Format::Hex => Content::Message(unpacked(notation::from_hex(&text)?)?),
            Format::Base64 => Content::Message(unpacked(notation::from_base64(&text)?)?),
            _ => Content::Message(unpacked(notation::parse(&text)?)?),
        })
    }

    /// Returns the content of an input of a command that takes values, too: at types, or self-describing. The form of a text alone
    /// says what it is, so that all messages of a stream are the same.
    pub(crate) fn of_any(input: Vec<u8>, from: Option<Format>, is_typed: bool) -> Result<Self> {
        let are_values = |text: &str| match text.as_bytes().first() {
            Some(b'(') => is_candid(text),
            // Self-describing JSON has no numbers by themselves.
            Some(b'[') => is_typed && values::is_json(text),
            _ => false,
        };
        let short = (is_typed && input.len() <= MAX_ALONE).then(|| input.clone());
        let content = match Self::read(input, from, are_values) {
            // As hex, a number would be some byte.
            Ok(Content::Message(bytes)) if !bytes.starts_with(b"DIDL") => {
                Ok(Content::Message(bytes))
            }
            Err(Failure::Message { text, .. }) if text.ends_with(ACCEPTED) => {
                Err(Failure::new(text).with_note(VALUES))
            }
            content => return content,
        };
        match short.as_deref().and_then(alone) {
            Some(value) => Err(failure_of(value).with_note(format!(
                "values are in parentheses, even a single one: ({value})"
            ))),
            None => content,
        }
    }

    /// Returns a hint if the content was found out to be values, and would be a message among the notations of bytes.
    pub(crate) fn hint(&self, from: Option<Format>) -> Option<&'static str> {
        let (Content::Text(text) | Content::Json(text)) = self else {
            return None;
        };
        let holds = || notation::parse(text).is_ok_and(|bytes| bytes.starts_with(b"DIDL"));
        (from.is_none() && holds())
            .then_some("these are values that hold a message: --from blob reads the message")
    }

    /// Finds out the format by its first characters.
    fn detect(input: Vec<u8>, are_values: impl FnOnce(&str) -> bool) -> Result<Self> {
        if input.starts_with(b"DIDL") && !notation::is_escaped(&input) {
            return Ok(Content::Message(input));
        }
        let text = String::from_utf8(input).map_err(|_| {
            Failure::new(format_args!(
                "expected a message that starts with DIDL, or hex\n{ACCEPTED}"
            ))
        })?;
        let whole = text.trim_start_matches('\u{feff}');
        let start = whole.trim_start();
        if start.is_empty() {
            // Such as the output of a command that failed.
            return Err(Failure::new("the message is empty"));
        }
        let is_go = ["[]byte", "[]uint8"].iter().any(|ty| start.starts_with(ty));
        let is_value = start.starts_with(['(', '[', '{']) && !is_go;
        if start.starts_with("blob") {
            return Ok(Content::Message(unpacked(message::from_blob(whole)?)?));
        }
        match notation::parse(whole).and_then(unpacked) {
            // What is no message has the errors of values.
            Ok(bytes) if !is_value || bytes.starts_with(b"DIDL") && !are_values(start) => {
                Ok(Content::Message(bytes))
            }
            _ if start.starts_with('(') => Ok(Content::Text(text)),
            // What is cut off has no meaning as JSON either.
            Err(failure) if start.starts_with('[') && start.contains("...") => Err(failure),
            _ if is_value => Ok(Content::Json(whole.to_string())),
            Ok(bytes) => Ok(Content::Message(bytes)),
            Err(failure) => {
                // These are meant to be what they begin as.
                let starts = [
                    "4449",
                    "44 49",
                    "44:49",
                    "44-49",
                    "44,49",
                    "0x",
                    "0X",
                    "RElE",
                    "1f8b",
                    "H4sI",
                    "28b52ffd",
                    "KLUv",
                    "00000000: ",
                    "00000000  ",
                    "000000 ",
                    "0000000 ",
                    "Length: ",
                ];
                if starts.iter().any(|known| start.starts_with(known)) {
                    return Err(failure);
                }
                // Such as `record { … }`: what lacks around it is said of text. Numbers are rather hex with a mistake.
                let is_hex = |c: char| c.is_ascii_hexdigit() || c == ',' || c.is_ascii_whitespace();
                if !start.chars().all(is_hex)
                    && candid_parser::parse_idl_args(&format!("({start})")).is_ok()
                {
                    return Ok(Content::Text(text));
                }
                let reason = failure.to_string();
                match reason.ends_with(" is not a hex digit") {
                    // What is neither is no attempt at hex.
                    true => Err(unknown(&failure_of(start).to_string())),
                    false => Err(unknown(&reason)),
                }
            }
        }
    }

    /// Returns the bytes, if the content is a message and not values.
    pub(crate) fn into_message(self) -> Result<Vec<u8>> {
        let what = match self {
            Content::Message(bytes) => return Ok(bytes),
            Content::Text(_) => "Candid text",
            Content::Json(_) => "JSON",
        };
        let hint = "didc encode and didc convert make messages of it";
        Err(Failure::new(format_args!(
            "expected a message, found {what}\n{hint}\n{ACCEPTED}"
        )))
    }
}

/// Returns the bytes of a message that text has, which may be packed as files are.
fn unpacked(bytes: Vec<u8>) -> Result<Vec<u8>> {
    Ok(input::unpacked(bytes)?.0)
}

/// Returns a text that is a value without parentheses around it.
fn alone(input: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(input).ok()?.trim();
    let is_value = || candid_parser::parse_idl_args(&format!("({text})")).is_ok();
    (!text.is_empty() && !text.starts_with('(') && is_value()).then_some(text)
}

/// Returns whether a text in parentheses may be Candid, and not the literals of Motoko and Python, which it does not have.
fn is_candid(text: &str) -> bool {
    let inner = text.get(1..).unwrap_or_default().trim_start();
    let is_motoko = || {
        let end = text.trim_end().strip_suffix(')').map(str::trim_end);
        let before = end.and_then(|text| text.strip_suffix("Blob"));
        before.is_some_and(|text| text.trim_end().ends_with(':'))
    };
    !inner.starts_with('[') && !inner.starts_with("b'") && !inner.starts_with("b\"") && !is_motoko()
}

/// Returns the failure for a text that begins as no format does.
fn failure_of(text: &str) -> Failure {
    /// The number of characters that are shown.
    const SHOWN: usize = 100;
    let shown = start_of(text.trim_end(), SHOWN).replace(char::is_control, " ");
    Failure::new(format_args!("expected a message, found \"{shown}\""))
}

/// Returns a failure without the lists of what is accepted.
pub(crate) fn without_lists(failure: Failure) -> Failure {
    match failure {
        Failure::Message { text, code, id } => {
            let lines = text
                .lines()
                .filter(|line| ![ACCEPTED, VALUES].contains(line));
            let text = lines.collect::<Vec<_>>().join("\n");
            Failure::Message { text, code, id }
        }
        other => other,
    }
}

fn unknown(why: &str) -> Failure {
    Failure::new(format_args!("{why}\n{ACCEPTED}"))
}

/// Returns bytes in a format: text without the end of its line.
pub(crate) fn write_bytes(bytes: &[u8], format: Format) -> Result<Vec<u8>> {
    Ok(match format {
        Format::Hex => hex::encode(bytes).into_bytes(),
        Format::Base64 => data_encoding::BASE64.encode(bytes).into_bytes(),
        Format::Pretty => message::to_pretty(bytes).into_bytes(),
        Format::Blob => message::to_blob(bytes).into_bytes(),
        Format::Gz => {
            use std::io::Write;
            // Without the time, so that the same bytes are packed the same.
            let level = flate2::Compression::best();
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
            encoder.write_all(bytes)?;
            encoder.finish()?
        }
        Format::Zst => {
            let level = ruzstd::encoding::CompressionLevel::Fastest;
            ruzstd::encoding::compress_to_vec(bytes, level)
        }
        _ => bytes.to_vec(),
    })
}

/// Writes bytes in a format to the results.
pub(crate) fn put_bytes(bytes: &[u8], format: Format, out: &mut Output) -> Result<()> {
    if !format.is_text() && out.is_terminal() {
        return Err(Failure::usage(
            "cannot write raw bytes to a terminal: use -o FILE or a pipe",
        ));
    }
    out.long(write_bytes(bytes, format)?)?;
    match format.is_text() {
        true => out.write("\n"),
        false => Ok(()),
    }
}
