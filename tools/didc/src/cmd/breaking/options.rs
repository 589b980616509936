//! What is looked for: by the command line, or else by `didc.toml`.

use candid_parser::breaking::{Affected, Level, Options};
use serde::Deserialize;

/// A level, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LevelName {
    /// Messages
    Wire,
    /// Source that uses generated bindings
    Source,
    /// JSON, as spec/json.md defines it
    Json,
}

/// Who is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Who {
    /// Callers that know the old interface
    OldCallers,
    /// Callers that know the new interface, of a service that has the old one
    NewCallers,
    /// Stored values of the named types
    StoredData,
    /// Init arguments written for the old interface
    UpgradeArguments,
    /// All of these
    All,
}

/// Returns what is looked for, where an empty list stands for the default.
pub(crate) fn options(levels: &[LevelName], who: &[Who]) -> Options {
    let levels = levels.iter().map(|level| match level {
        LevelName::Wire => Level::Wire,
        LevelName::Source => Level::Source,
        LevelName::Json => Level::Json,
    });
    let affected = who.iter().flat_map(|who| match who {
        Who::OldCallers => vec![Affected::OldCallers],
        Who::NewCallers => vec![Affected::NewCallers],
        Who::StoredData => vec![Affected::StoredData],
        Who::UpgradeArguments => vec![Affected::UpgradeArguments],
        Who::All => Affected::ALL.to_vec(),
    });
    let mut options = Options::default();
    options.levels.extend(levels);
    if !who.is_empty() {
        options.affected = affected.collect();
    }
    options
}
