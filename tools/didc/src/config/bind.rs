//! `[[bind]]`: bindings to generate.

use crate::cmd::bind::Target;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use toml::Spanned;

/// The placeholder in `output` for the name of the input.
pub(crate) const NAME: &str = "{name}";

/// Maximum number of characters of an unknown placeholder that are shown.
const MAX_SHOWN: usize = 60;

/// One kind of bindings of one or more interfaces. Paths are relative to the folder of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct BindSection {
    /// An interface or a module, or a pattern of paths of interfaces.
    pub(crate) input: Spanned<String>,
    pub(crate) target: Target,
    /// The file to write, in which `{name}` is the name of the input without its extension.
    pub(crate) output: Spanned<String>,
    pub(crate) template: Option<Spanned<String>>,
    /// The configuration of Rust bindings.
    pub(crate) config: Option<Spanned<String>>,
    /// The methods to select; all if there are none.
    #[serde(default)]
    pub(crate) methods: Vec<String>,
    pub(crate) header: Option<Header>,
}

/// Whether generated files begin with a comment about their sources.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected true, false or a text")]
pub(crate) enum Header {
    Switch(bool),
    /// The start of each line of the comment.
    Prefix(String),
}

impl<'de> Deserialize<'de> for BindSection {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let section = BindSection::deserialize(deserializer)?;
        match section.problem() {
            Some(problem) => Err(D::Error::custom(problem)),
            None => Ok(section),
        }
    }
}

impl BindSection {
    /// Returns whether the input is a pattern.
    pub(crate) fn is_pattern(&self) -> bool {
        self.input.get_ref().contains(['*', '?', '[', '{'])
    }

    /// Returns why the keys are wrong, if they are.
    fn problem(&self) -> Option<String> {
        let unknown = self.unknown_placeholder().map(|name| {
            let name = name.chars().take(MAX_SHOWN).collect::<String>();
            format!("unknown placeholder {name:?} in output, expected {NAME}")
        });
        // A misspelt one would be said to be missing.
        unknown.or_else(|| self.contradiction().map(str::to_string))
    }

    /// Returns a placeholder of the output that is none.
    fn unknown_placeholder(&self) -> Option<&str> {
        let output = self.output.get_ref();
        let found = output.split_inclusive('}').filter_map(|part| {
            let placeholder = &part[part.find('{')?..];
            placeholder.ends_with('}').then_some(placeholder)
        });
        let mut unknown = found.filter(|placeholder| *placeholder != NAME);
        unknown.next()
    }

    /// Returns why the keys contradict each other, if they do.
    fn contradiction(&self) -> Option<&'static str> {
        let paths = [
            Some(&self.input),
            Some(&self.output),
            self.template.as_ref(),
            self.config.as_ref(),
        ];
        if paths
            .into_iter()
            .flatten()
            .map(Spanned::get_ref)
            .any(|path| path.is_empty() || path == "-")
        {
            return Some(
                "input, output, template and config are paths of files, neither empty nor -",
            );
        }
        if self.target.is_template() != self.template.is_some() {
            return Some(
                "target = \"template\" needs the key template, and other targets have none",
            );
        }
        if self.config.is_some() && !self.target.is_configured() {
            return Some("config is for Rust and Go bindings and templates");
        }
        if self.target.is_template() && self.header == Some(Header::Switch(true)) {
            return Some("header = true does not say how comments begin: header = \"# \"");
        }
        if self.header.as_ref().is_some_and(Header::is_invalid) {
            return Some("header has more than one line");
        }
        if self.is_pattern() && !self.output.get_ref().contains(NAME) {
            return Some("input is a pattern, so output needs {name}");
        }
        None
    }
}

/// Returns whether a character ends a line, and with it a comment, in any language: JavaScript has two of Unicode, others
/// count controls.
pub(crate) fn ends_line(character: char) -> bool {
    let is_tab = character == '\t';
    character.is_control() && !is_tab || matches!(character, '\u{2028}' | '\u{2029}')
}

impl Header {
    fn is_invalid(&self) -> bool {
        matches!(self, Header::Prefix(prefix) if prefix.contains(ends_line))
    }
}
