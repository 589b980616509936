//! `--format` of commands that print text or JSON.

use clap::ValueEnum;

/// The format of the output, beside a flag `--json` that says the same in short.
#[derive(clap::Args)]
pub(crate) struct OutputFormat {
    /// The format of the output; --json is short for --format json
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = TextOrJson::Text, conflicts_with = "json")]
    format: TextOrJson,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TextOrJson {
    /// Text, for people
    Text,
    /// JSON, for programs
    Json,
}

impl OutputFormat {
    /// Returns whether the output is JSON, by the option or by the flag of the command.
    pub(crate) fn is_json(&self, flag: bool) -> bool {
        flag || self.format == TextOrJson::Json
    }
}
