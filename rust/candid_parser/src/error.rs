//! The error type of this crate.

use crate::diagnostic::{Diagnostic, Diagnostics, FileId, Severity, Sources};
use codespan_reporting::diagnostic as codespan;
use std::fmt;
use std::str::FromStr;

/// A `Result` with the error of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of this crate.
///
/// # Examples
///
/// ```
/// use candid_parser::{Error, IDLProg};
///
/// let error = "type A = nat\ntype B = text;".parse::<IDLProg>().unwrap_err();
/// let Error::Parse(findings) = &error else { panic!("an error of parsing") };
/// let span = findings.list[0].labels[0].span;
/// // Where the semicolon is missing.
/// assert_eq!((span.start, span.end), (13, 17));
/// assert!(error.to_string().starts_with("2:1: "));
/// ```
#[derive(Debug)]
pub enum Error {
    /// A text is invalid; contains the findings, each with its location.
    Parse(Box<Diagnostics>),
    /// An error from encoding, decoding, types or values.
    CandidError(candid::Error),
    /// Anything else.
    Custom(anyhow::Error),
}

impl Error {
    /// Returns an error with the given message.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(candid_parser::Error::msg("no such method").to_string(), "no such method");
    /// ```
    pub fn msg<T: ToString>(msg: T) -> Self {
        Error::Custom(anyhow::Error::msg(msg.to_string()))
    }

    /// Converts to the form of the `codespan-reporting` crate: the first finding with its locations in the first text,
    /// or the message alone. [`Diagnostics::render`] shows all findings.
    pub fn report(&self) -> codespan::Diagnostic<()> {
        let first = match self {
            Error::Parse(findings) => findings.list.first(),
            Error::CandidError(_) | Error::Custom(_) => None,
        };
        let Some(finding) = first.map(Diagnostic::to_codespan) else {
            return codespan::Diagnostic::error().with_message(self);
        };
        let labels = finding.labels.into_iter().filter(|l| l.file_id == 0);
        let labels = labels.map(|label| {
            codespan::Label::new(label.style, (), label.range).with_message(label.message)
        });
        codespan::Diagnostic::new(finding.severity)
            .with_message(finding.message)
            .with_labels(labels.collect())
            .with_notes(finding.notes)
    }
}

/// Parses a text; an error is also printed to standard error, with the given name and the source lines it is about.
///
/// # Errors
///
/// Those of parsing the text.
///
/// # Examples
///
/// ```
/// use candid_parser::{pretty_parse, IDLProg};
///
/// assert!(pretty_parse::<IDLProg>("argument", "type A = nat;").is_ok());
/// assert!(pretty_parse::<IDLProg>("argument", "type A = ;").is_err());
/// ```
pub fn pretty_parse<T>(name: &str, text: &str) -> Result<T>
where
    T: FromStr<Err = Error>,
{
    pretty_wrap(name, text, T::from_str)
}

/// Calls `f` with a text; an error is also printed to standard error, as [`pretty_parse`] does.
///
/// # Errors
///
/// Those of `f`.
///
/// # Examples
///
/// ```
/// use candid_parser::{pretty_wrap, parse_idl_args};
///
/// assert!(pretty_wrap("<argument>", "(1, 2)", parse_idl_args).is_ok());
/// // Prints `<argument>:1:4` and the line to standard error.
/// assert!(pretty_wrap("<argument>", "(1,", parse_idl_args).is_err());
/// ```
pub fn pretty_wrap<T>(name: &str, text: &str, f: impl FnOnce(&str) -> Result<T>) -> Result<T> {
    f(text).inspect_err(|error| named(name, text, error).print())
}

/// Prints an error about a text to standard error, as [`pretty_parse`] does.
///
/// # Errors
///
/// None: it returns a `Result` for compatibility.
pub fn pretty_diagnose(name: &str, text: &str, error: &Error) -> Result<()> {
    named(name, text, error).print();
    Ok(())
}

/// Returns the findings of an error about an unnamed text, under the given name.
fn named(name: &str, text: &str, error: &Error) -> Diagnostics {
    match error {
        Error::Parse(findings) => {
            let mut named = (**findings).clone();
            if named.sources.name(FileId::default()).is_empty() {
                named.sources = Sources::default();
                named.sources.add(name, text);
            }
            named
        }
        Error::CandidError(_) | Error::Custom(_) => Diagnostics {
            list: vec![Diagnostic::nowhere(Severity::Error, error.to_string())],
            sources: Sources::default(),
        },
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Parse(findings) => findings.fmt(f),
            Error::CandidError(error) => error.fmt(f),
            Error::Custom(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Parse(_) => None,
            Error::CandidError(error) => error.source(),
            Error::Custom(error) => error.source(),
        }
    }
}

impl From<Diagnostics> for Error {
    fn from(findings: Diagnostics) -> Self {
        Error::Parse(Box::new(findings))
    }
}

impl From<candid::Error> for Error {
    fn from(error: candid::Error) -> Self {
        Error::CandidError(error)
    }
}

/// Converts errors of other crates to [`Error::Custom`].
macro_rules! custom {
    ($($error:ty),*) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Error::Custom(error.into())
            }
        }
    )*};
}

custom!(
    anyhow::Error,
    std::io::Error,
    codespan_reporting::files::Error
);
#[cfg(feature = "random")]
custom!(arbitrary::Error);

impl From<toml::de::Error> for Error {
    fn from(error: toml::de::Error) -> Self {
        Error::msg(format!("toml error: {error}"))
    }
}
