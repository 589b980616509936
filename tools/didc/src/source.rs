//! Where a message comes from: an argument, a file or standard input.

use crate::code;
use crate::failure::{Failure, Result};
use crate::format::{self, Content, Format};
use crate::input::{self, Packing};
use crate::lines::Lines;
use crate::wasm;
use candid_parser::diagnostic::one_line;
use std::path::{Path, PathBuf};

/// The message that a command is about.
#[derive(clap::Args)]
pub(crate) struct MessageInput {
    /// The message, in any format; by default, or for -, standard input
    #[arg(conflicts_with = "file")]
    message: Option<String>,
    /// A file with the message
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    file: Option<PathBuf>,
    /// The format of the input; detected by default
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Input")]
    from: Option<Format>,
}

/// Where a text comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The command line, which is invalid if the text cannot be parsed.
    Argument,
    /// A file, or standard input.
    File,
}

impl Origin {
    /// Converts the failure of parsing such a text.
    pub(crate) fn blame(self, failure: Failure) -> Failure {
        match self {
            Origin::Argument => failure.in_argument(),
            Origin::File => failure,
        }
    }

    /// Begins a failure about the content with the name of the file, or of standard input.
    pub(crate) fn named(self, failure: Failure, name: &str) -> Failure {
        match self {
            Origin::Argument => failure,
            Origin::File => failure.named(name),
        }
    }
}

/// An input that has been read, and its name for errors.
pub(crate) struct ReadInput {
    pub(crate) bytes: Vec<u8>,
    pub(crate) name: String,
    from: Option<Format>,
    pub(crate) argument: Option<String>,
}

impl MessageInput {
    pub(crate) fn from(&self) -> Option<Format> {
        self.from
    }

    /// Reads the input, and unpacks it.
    pub(crate) fn read(&self) -> Result<ReadInput> {
        ReadInput::read(self.message.as_deref(), self.file.as_deref(), self.from)
    }

    /// Opens the input, to be read line by line.
    pub(crate) fn lines(&self) -> Result<Lines> {
        Lines::open(self.message.as_deref(), self.file.as_deref())
    }
}

impl ReadInput {
    /// Reads an argument, a file, or standard input, and unpacks what is packed.
    pub(crate) fn read(
        argument: Option<&str>,
        file: Option<&Path>,
        from: Option<Format>,
    ) -> Result<Self> {
        let expected = match from {
            Some(Format::Gz) => Some((Packing::Gzip, "gzip")),
            Some(Format::Zst) => Some((Packing::Zstd, "zstd")),
            _ => None,
        };
        if let Some(argument) = argument.filter(|argument| *argument != "-") {
            if let Some((_, format)) = expected {
                return Err(Failure::usage(format_args!(
                    "{format} data is in a file or on standard input, not in an argument"
                )));
            }
            return Ok(ReadInput {
                bytes: argument.as_bytes().to_vec(),
                name: "<message>".to_string(),
                from,
                argument: Some(argument.to_string()),
            });
        }
        let path = file.unwrap_or(Path::new("-"));
        let name = input::name(path).display().to_string();
        let (bytes, packing) = input::unpacked_bytes(path)?;
        match expected {
            Some((expected, format)) if packing != Some(expected) => {
                let failure = Failure::new(format_args!("not {format} data")).named(&name);
                Err(failure.coded(code::NOT_A_MESSAGE))
            }
            _ => Ok(ReadInput {
                bytes,
                name,
                from,
                argument: None,
            }),
        }
    }

    pub(crate) fn origin(&self) -> Origin {
        match self.argument {
            Some(_) => Origin::Argument,
            None => Origin::File,
        }
    }

    /// Returns the content, at types or not, whose format is found out unless it is given.
    pub(crate) fn content(self, is_typed: bool) -> Result<Content> {
        self.blamed(|bytes, from| Content::of_any(bytes, from, is_typed))
    }

    /// Returns the bytes of a message.
    pub(crate) fn message(self) -> Result<Vec<u8>> {
        self.blamed(|bytes, from| Content::of(bytes, from)?.into_message())
    }

    fn blamed<T>(self, read: impl FnOnce(Vec<u8>, Option<Format>) -> Result<T>) -> Result<T> {
        let ReadInput {
            bytes,
            name,
            from,
            argument,
        } = self;
        // Findings show the text.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        read(bytes, from).map_err(|failure| {
            let failure = failure.in_text(&name, &text).coded(code::NOT_A_MESSAGE);
            match argument {
                Some(argument) => file_hint(failure, &argument).in_argument(),
                None => interface_hint(failure.named(&name), &name),
            }
        })
    }
}

/// Adds a hint to a failure about an argument that is the name of a file: how the command reads such a file.
pub(crate) fn file_hint(failure: Failure, argument: &str) -> Failure {
    // Nothing is read: it is only asked whether there is such a file.
    let is_file = argument.len() < 256 && Path::new(argument).is_file();
    let hint = || match is_interface(argument) {
        true => as_interface(argument),
        false => format!("{argument} is a file: use --file {argument} to read it"),
    };
    let is_path = argument.contains(['/', '.']) && !argument.contains(char::is_whitespace);
    let is_gone = is_path
        && !is_file
        && failure
            .to_string()
            .starts_with("expected a message, found \"");
    let gone = || format!("there is no file {argument}; a file is given by --file");
    // The list of formats would hide it.
    let failure = match is_gone || is_file {
        true => format::without_lists(failure),
        false => failure,
    };
    let failure = failure.with_notes(is_gone.then(gone));
    failure.with_notes(is_file.then(hint))
}

/// Adds a hint to a failure about a message in a file that is an interface by its name.
pub(crate) fn interface_hint(failure: Failure, name: &str) -> Failure {
    failure.with_notes(is_interface(name).then(|| as_interface(name)))
}

fn as_interface(name: &str) -> String {
    let name = one_line(name);
    format!("{name} is an interface: use -d {name} for its types and names")
}

/// Returns whether the argument names a file with an interface: as text or in a module.
pub(crate) fn is_interface(argument: &str) -> bool {
    let is_text = [".did", ".did.gz", ".did.zst"]
        .iter()
        .any(|end| argument.ends_with(end));
    is_text || wasm::is_named_as_module(Path::new(argument))
}
