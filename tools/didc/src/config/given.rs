//! Configurations of bindings and random values, which `-c` gives: a file, or TOML itself.

use super::{places, span};
use crate::code::{self, Code};
use crate::failure::{Failure, Result};
use crate::input;
use candid_parser::configs::{ConfigMistake, ConfigState, ConfigTree, Configs};
use candid_parser::diagnostic::{Diagnostic, Diagnostics};
use std::ops::Range;
use std::path::Path;

/// A text of TOML, with its name for findings.
pub(crate) struct GivenConfig {
    name: String,
    text: String,
    exit_code: u8,
}

impl GivenConfig {
    /// Reads a file, or the argument itself if it is not the name of one.
    pub(crate) fn of_argument(argument: &str) -> Result<Self> {
        if argument.ends_with(".toml") {
            return Self::of_file(Path::new(argument));
        }
        Ok(GivenConfig {
            name: "<config>".to_string(),
            text: argument.to_string(),
            exit_code: 2,
        })
    }

    pub(crate) fn of_file(path: &Path) -> Result<Self> {
        Ok(GivenConfig {
            name: path.display().to_string(),
            text: input::text(path)?,
            exit_code: 1,
        })
    }

    /// Returns the configuration. Checks the properties of a kind, which have errors with their place in the text.
    pub(crate) fn checked<T: ConfigState>(&self, kind: &str) -> Result<Configs> {
        let configs = self.parse()?;
        let tree = ConfigTree::<T>::from_configs(kind, configs.clone());
        match tree.map(drop) {
            Ok(()) => Ok(configs),
            Err(error) => Err(match error.downcast_ref::<ConfigMistake>() {
                Some(mistake) => {
                    let part = places::of_key(&self.text, &mistake.path).unwrap_or(0..0);
                    self.failure(code::INVALID_SETTING, &mistake.message, part)
                }
                None if self.exit_code == 2 => Failure::new(format_args!("{error:#}"))
                    .with_code(code::INVALID_SETTING)
                    .in_argument(),
                None => Failure::new(format_args!("{}: {error:#}", self.name))
                    .with_code(code::INVALID_SETTING),
            }),
        }
    }

    /// Returns the configuration.
    pub(crate) fn parse(&self) -> Result<Configs> {
        let table = self.text.parse::<toml::Table>();
        let table = table.map_err(|error| {
            let part = error.span().unwrap_or(0..0);
            self.failure(code::INVALID_TOML, error.message(), part)
        });
        Ok(Configs(table?))
    }

    /// Returns the failure of a kind, of what is at a part of the text; all lines of the message but the first are notes.
    fn failure(&self, code: Code, message: &str, part: Range<usize>) -> Failure {
        let mut findings = Diagnostics::default();
        let file = findings.sources.add(self.name.clone(), &*self.text);
        let mut lines = message.lines();
        let message = lines.next().unwrap_or("not valid TOML");
        let mut finding = Diagnostic::error(message, file, span(&self.text, part)).coded(code.id);
        for line in lines {
            finding = finding.note(line);
        }
        findings.list.push(finding);
        Failure::Findings {
            findings: Box::new(findings),
            code: self.exit_code,
        }
    }
}
