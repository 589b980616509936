//! Values of messages: read from any format, written as text and JSON.

use crate::code;
use crate::failure::{Failure, Result};
use crate::format::{Content, Format};
use crate::message;
use crate::output::Output;
use crate::quota::Quota;
use crate::source::Origin;
use crate::typing::Typed;
use candid_parser::candid;
use candid_parser::candid::de::IDLDeserialize;
use candid_parser::candid::pretty::candid::value::{pp_args, pp_value};
use candid_parser::diagnostic::Code;
use candid_parser::explain::{named_expected, Names};
use candid_parser::json::{self, lossless, JsonOptions};
use candid_parser::types::Type;
use candid_parser::value::{self, Surplus, TextArgs};
use candid_parser::{DecoderConfig, IDLArgs, IDLValue, TypeEnv};

/// A message that has been read: from bytes, or from text.
pub(crate) enum Loaded {
    Bytes(Vec<u8>),
    /// At the types, if there are some; with the message if text made it, which may have types that values do not have.
    Args(IDLArgs, Option<Vec<u8>>),
}

impl Loaded {
    /// Reads the values of a text. Warns of those that the types do not have, or refuses them.
    pub(crate) fn of(
        content: Content,
        (name, origin): (&str, Origin),
        typed: Option<&Typed>,
        surplus: Surplus,
        out: &Output,
    ) -> Result<Self> {
        let options = JsonOptions::new();
        let unreadable = |error| origin.blame(unreadable(error));
        let load = || match (content, typed) {
            (Content::Message(bytes), _) => Ok(Loaded::Bytes(bytes)),
            (Content::Text(text), None) => {
                let read = TextArgs::new(&text).named(name).read();
                let read = read.map_err(unreadable)?;
                let (bytes, _) = read.to_bytes()?;
                Ok(Loaded::Args(read.into_args(), Some(bytes)))
            }
            (Content::Text(text), Some(Typed { env, types })) => {
                let read = TextArgs::new(&text).named(name).surplus(surplus).read();
                let typed = read.map_err(unreadable)?.at_types(env, types)?;
                out.findings(&typed.warnings);
                Ok(Loaded::Args(typed.args, None))
            }
            (Content::Json(text), None) => {
                // The types are a part of the text.
                let args = lossless::args_from_str(&text, &options);
                let args = args.map_err(|error| {
                    let hint = is_json(&text).then_some(SELF_DESCRIBING);
                    origin.blame(invalid_json(error).with_notes(hint))
                });
                Ok(Loaded::Args(args?, None))
            }
            (Content::Json(text), Some(Typed { env, types })) => {
                let args = json::args_from_str(&text, env, types, &options);
                let args = args.map_err(|error| match is_json(&text) {
                    true => invalid_json(error),
                    false => origin.blame(invalid_json(error)),
                });
                Ok(Loaded::Args(args?, None))
            }
        };
        load().map_err(|failure| origin.named(failure, name))
    }

    /// Returns the values, decoded at the types if there are some; otherwise with the names that are known.
    pub(crate) fn decoded<'a>(
        self,
        (name, origin): (&str, Origin),
        typed: Option<&Typed>,
        names: impl Fn() -> &'a Names,
        quota: &Quota,
    ) -> Result<Decoded> {
        match self {
            Loaded::Args(mut args, _) => {
                if typed.is_none() {
                    names().name_fields(&mut args);
                }
                Ok(Decoded {
                    args,
                    dropped: Vec::new(),
                })
            }
            Loaded::Bytes(bytes) => decode(&bytes, typed, &names, quota).map_err(|error| {
                origin.named(rejected(&error, &bytes, typed, names(), quota), name)
            }),
        }
    }

    /// Returns the message.
    pub(crate) fn into_bytes(self, typed: Option<&Typed>) -> Result<Vec<u8>> {
        match (self, typed) {
            (Loaded::Bytes(bytes) | Loaded::Args(_, Some(bytes)), _) => Ok(bytes),
            (Loaded::Args(args, None), Some(Typed { env, types })) => {
                Ok(args.to_bytes_with_types(env, types)?)
            }
            (Loaded::Args(args, None), None) => Ok(args.to_bytes()?),
        }
    }
}

/// The hint for JSON that is not self-describing.
const SELF_DESCRIBING: &str =
    "only JSON that has the kinds of its values needs no types: give types with -t, -m or --init";

/// Values, and a description of the content of the message that they do not have.
pub(crate) struct Decoded {
    args: IDLArgs,
    dropped: Vec<String>,
}

impl Decoded {
    /// Returns the values. Warns of what they do not have, naming the message if it has a name, or refuses it.
    pub(crate) fn reported(
        self,
        surplus: Surplus,
        name: &str,
        hint: Option<String>,
        out: &Output,
    ) -> Result<IDLArgs> {
        let Decoded { args, dropped } = self;
        if dropped.is_empty() {
            return Ok(args);
        }
        if surplus == Surplus::Refuse {
            let lines = dropped.join("\n");
            let failure = Failure::new(format_args!("the message has extra content\n{lines}"));
            let failure = failure.with_code(code::SURPLUS);
            return Err(failure.with_notes(hint));
        }
        let place = match name {
            "" => String::new(),
            _ => format!("{name}: "),
        };
        for line in &dropped {
            out.note(format!("warning: {place}{line}\n"));
        }
        if let Some(hint) = hint {
            out.note(format!("{hint}\n"));
        }
        Ok(args)
    }
}

/// Returns what is done with content that the types do not have, for `--strict`.
pub(crate) fn surplus(is_strict: bool) -> Surplus {
    match is_strict {
        true => Surplus::Refuse,
        false => Surplus::Drop,
    }
}

/// Decodes a message at the types if there are some; otherwise with the names that are known.
pub(crate) fn decode<'a>(
    bytes: &[u8],
    typed: Option<&Typed>,
    names: impl Fn() -> &'a Names,
    quota: &Quota,
) -> candid::Result<Decoded> {
    /// Maximum number of bytes of an error that shows types in full.
    const MAX_ERROR: usize = 400;
    let mut config = quota.config(bytes.len());
    decode_with(bytes, typed, &names, &config).map_err(|error| {
        if error.to_string().len() <= MAX_ERROR {
            return error;
        }
        config.set_full_error_message(false);
        let again = decode_with(bytes, typed, &names, &config);
        again.err().unwrap_or(error)
    })
}

fn decode_with<'a>(
    bytes: &[u8],
    typed: Option<&Typed>,
    names: &impl Fn() -> &'a Names,
    config: &DecoderConfig,
) -> candid::Result<Decoded> {
    let Some(Typed { env, types }) = typed else {
        let mut args = IDLArgs::from_bytes_with_config(bytes, config)?;
        names().name_fields(&mut args);
        return Ok(Decoded {
            args,
            dropped: Vec::new(),
        });
    };
    let mut message = IDLDeserialize::new_with_config(bytes, config)?;
    let values = types.iter().map(|ty| message.get_value_with_type(env, ty));
    let args = IDLArgs {
        args: values.collect::<candid::Result<_>>()?,
    };
    let has_more = !message.is_done();
    let has_types = message.has_types(env, types)?;
    message.done()?;
    // All values take as much memory again.
    let whole = match has_types {
        true => Ok(IDLArgs::new(&[])),
        false => IDLArgs::from_bytes_with_config(bytes, config),
    };
    let mut dropped = match whole {
        Ok(mut whole) => {
            let dropped = value::dropped(&whole, &args);
            // The message has ids, for some of which names may be known.
            match dropped.is_empty() {
                false => {
                    names().name_fields(&mut whole);
                    value::dropped(&whole, &args)
                }
                true => dropped,
            }
        }
        // The skipping quota may be lower than the decoding quota.
        Err(error) => vec![format!(
            "cannot determine whether fields are dropped: {}",
            names().error_text(&error)
        )],
    };
    if has_more {
        let wanted = match types.len() {
            0 => "no arguments".to_string(),
            n => format!("at most {n}"),
        };
        let first = types.len() + 1;
        dropped.push(format!(
            "arguments from {first} on are dropped: expected {wanted}"
        ));
    }
    Ok(Decoded { args, dropped })
}

/// Returns the failure of a text, with a hint for a type in it that is not defined.
pub(crate) fn unreadable(error: candid_parser::Error) -> Failure {
    let failure = Failure::from(error);
    let is_unbound = match &failure {
        Failure::Findings { findings, .. } => findings.list.first().is_some_and(|finding| {
            finding.code == Some(Code::UnboundType.id()) && finding.notes.is_empty()
        }),
        _ => false,
    };
    let hint = "types of values are written out: only -t and -m use the definitions of -d";
    failure.with_notes(is_unbound.then_some(hint))
}

/// Returns whether a text is JSON, of any value.
pub(crate) fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Returns the failure of JSON, or of values in it.
fn invalid_json(error: candid::Error) -> Failure {
    Failure::from(error).with_code(code::INVALID_JSON)
}

/// Returns the failure of decoding, with the place in the message, and the names of the fields that the text has.
pub(crate) fn rejected(
    error: &candid::Error,
    bytes: &[u8],
    typed: Option<&Typed>,
    names: &Names,
    quota: &Quota,
) -> Failure {
    let excerpt = |at| format!("input: {}", message::mark(bytes, at));
    Failure::candid(error, error_text(error, typed, names))
        .with_notes(error.offset().map(excerpt))
        .with_notes(another(error, bytes))
        .with_notes(quota.hint(error))
}

/// Returns the text of an error of decoding, with the names that are known.
pub(crate) fn error_text(error: &candid::Error, typed: Option<&Typed>, names: &Names) -> String {
    let text = names.error_text(error);
    match typed {
        Some(Typed { env, types }) => named_expected(text, error, env, types),
        None => text,
    }
}

/// Returns a hint if the values end where another message begins.
fn another(error: &candid::Error, bytes: &[u8]) -> Option<&'static str> {
    let rest = error.offset().filter(|at| *at > 0);
    let rest = rest.and_then(|at| bytes.get(at..))?;
    rest.starts_with(b"DIDL").then_some(
        "another message begins there: didc decode and didc convert read one on each line with --lines",
    )
}

/// The number of levels of a value that are printed with spaces, as by `pp_args`.
const LEVELS: usize = 10;

/// Writes arguments as text or JSON; on one line, in the layout of what fits in a line.
pub(crate) fn put_args(
    args: &IDLArgs,
    typed: Option<&Typed>,
    to: Format,
    is_line: bool,
    out: &mut Output,
) -> Result<()> {
    let options = JsonOptions::new();
    match (to, typed) {
        (Format::Text, _) if is_line => out.line_of(&pp_args(args).pretty(usize::MAX)),
        (Format::Text, _) => out.line_of(args),
        (_, Some(Typed { env, types })) => {
            out.long_line(json::args_to_string(args, env, types, &options)?)
        }
        (_, None) => out.long_line(lossless::args_to_string(args, &options)?),
    }
}

/// Returns a value as text or JSON.
pub(crate) fn write_value(
    value: &IDLValue,
    ty: Option<(&TypeEnv, &Type)>,
    to: Format,
    is_line: bool,
) -> Result<String> {
    let options = JsonOptions::new();
    Ok(match (to, ty) {
        (Format::Text, _) if is_line => pp_value(LEVELS, value).pretty(usize::MAX).to_string(),
        (Format::Text, _) => value.to_string(),
        (_, Some((env, ty))) => json::to_string(value, env, ty, &options)?,
        (_, None) => lossless::to_string(value, &options)?,
    })
}

/// Returns the content of all options around it.
pub(crate) fn without_options(mut value: &IDLValue) -> &IDLValue {
    while let IDLValue::Opt(content) = value {
        value = content;
    }
    value
}

/// Returns the bytes of a blob, or the message that has any other value as its argument.
pub(crate) fn bytes_of(value: &IDLValue, ty: Option<(&TypeEnv, Type)>) -> Result<Vec<u8>> {
    if let IDLValue::Blob(bytes) = without_options(value) {
        return Ok(bytes.clone());
    }
    let args = IDLArgs::new(std::slice::from_ref(value));
    Ok(match ty {
        Some((env, ty)) => args.to_bytes_with_types(env, &[ty])?,
        None => args.to_bytes()?,
    })
}
