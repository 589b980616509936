//! `--format` of commands that print text or JSON, and `--json`.

use clap::ValueEnum;

/// The format of the output. Commands say in the help of `--json` what the JSON has.
#[derive(clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputFormat {
    /// Print JSON
    #[arg(long)]
    json: bool,
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
    /// Returns whether the output is JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == TextOrJson::Json
    }
}
