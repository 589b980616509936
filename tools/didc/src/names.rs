//! Names of fields and cases, of which messages have only the ids: from the interface, the types, and a file.

use crate::failure::Result;
use crate::input;
use crate::typing::Typed;
use candid_parser::check::Checked;
use candid_parser::explain::Names;
use std::cell::OnceCell;
use std::path::PathBuf;

/// Where names come from, beside interfaces and types.
#[derive(clap::Args)]
pub(crate) struct NamesFile {
    /// A file with names of fields and cases, one a line
    #[arg(long, value_name = "FILE", help_heading = "Types")]
    names: Option<PathBuf>,
}

impl NamesFile {
    /// Returns whether a file was given.
    pub(crate) fn is_given(&self) -> bool {
        self.names.is_some()
    }

    /// Reads the file, if one was given, and returns its names with those of the interface and the types.
    pub(crate) fn with<'a>(
        &self,
        interface: Option<&'a Checked>,
        typed: Option<&'a Typed>,
    ) -> Result<KnownNames<'a>> {
        let path = self.names.as_deref();
        Ok(KnownNames {
            lines: path.map(input::text).transpose()?.map(input::without_mark),
            interface,
            typed,
            names: OnceCell::new(),
        })
    }
}

/// The names that are known to a command. They are collected when they are first needed: most messages at types need none.
pub(crate) struct KnownNames<'a> {
    lines: Option<String>,
    interface: Option<&'a Checked>,
    typed: Option<&'a Typed>,
    names: OnceCell<Names>,
}

impl KnownNames<'_> {
    pub(crate) fn get(&self) -> &Names {
        self.names.get_or_init(|| {
            let mut names = Names::new();
            if let Some(interface) = self.interface {
                names.insert_interface(interface);
            }
            if let Some(Typed { env, types }) = self.typed {
                names.insert_types(env, types);
            }
            if let Some(lines) = &self.lines {
                names.insert_lines(lines);
            }
            names
        })
    }

    /// Returns the names, to add others.
    pub(crate) fn into_names(self) -> Names {
        self.get();
        self.names.into_inner().unwrap_or_default()
    }
}
