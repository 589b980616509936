//! Findings with stable ids, for people and for programs: one list, in any of the formats that CI services read.

mod github;
mod json;
mod junit;
mod sarif;
mod text;

pub(crate) use junit::write as write_junit;

use crate::code;
use crate::failure::{Failure, Result};
use crate::output::{exit_code, Output};
use candid_parser::diagnostic::{
    one_line, Code, Diagnostic, Diagnostics, FileId, Label, Lines, Severity, Sources,
};
use candid_parser::syntax::ast::Span;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};
use std::process::ExitCode;

/// The format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum Format {
    /// With source lines, for people
    #[default]
    Text,
    /// A JSON object
    Json,
    /// Workflow commands: annotations in GitHub Actions
    Github,
    /// SARIF 2.1.0, for code scanning services
    Sarif,
    /// JUnit XML, for services that show test results
    Junit,
}

/// The format that is chosen.
#[derive(clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ReportFormat {
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    /// The format of the findings; --json is short for --format json
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        conflicts_with = "json"
    )]
    format: Format,
}

impl ReportFormat {
    pub(crate) fn get(&self) -> Format {
        match self.json {
            true => Format::Json,
            false => self.format,
        }
    }
}

/// A kind of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Rule {
    /// The id, which never changes.
    pub(crate) id: &'static str,
    /// The name, for people.
    pub(crate) name: &'static str,
    /// What is found, in a few words.
    pub(crate) summary: &'static str,
}

impl Rule {
    /// Returns the kind of error with an id.
    pub(crate) fn of(id: &str) -> Option<Self> {
        let of_parser = id.parse::<Code>().ok().map(|code| Rule {
            id: code.id(),
            name: code.name(),
            summary: code.summary(),
        });
        let of_didc = || {
            code::Code::of(id).map(|code| Rule {
                id: code.id,
                name: code.name,
                summary: code.summary,
            })
        };
        of_parser.or_else(of_didc)
    }
}

/// A finding.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    /// Its kind; errors that concern no rule, such as those of syntax, have none.
    pub(crate) rule: Option<Rule>,
    /// The severity, the message, and the locations: the first is that of the finding itself, the others explain it.
    pub(crate) diagnostic: Diagnostic,
    /// How to fix it.
    pub(crate) help: Option<String>,
    /// The name of the input, if the finding is of it wherever its location is: in a file that others import, too.
    pub(crate) input: Option<String>,
    /// Further properties in JSON and SARIF, such as who is affected.
    pub(crate) properties: Map<String, Value>,
}

impl Finding {
    /// Returns a finding of a rule.
    pub(crate) fn new(rule: Rule, diagnostic: Diagnostic) -> Self {
        Finding {
            rule: Some(rule),
            ..Finding::from(diagnostic)
        }
    }
}

/// A finding of the rule that the code of the diagnostic stands for, if it has one.
impl From<Diagnostic> for Finding {
    fn from(diagnostic: Diagnostic) -> Self {
        Finding {
            rule: diagnostic.code.and_then(Rule::of),
            diagnostic,
            help: None,
            input: None,
            properties: Map::new(),
        }
    }
}

/// What distinguishes a finding from others: its rule, its location, its message, and the input that it is of.
type Key = (Option<Rule>, Option<(FileId, Span)>, String, Option<String>);

/// The findings of a command, and the texts they are about.
#[derive(Debug)]
pub(crate) struct Report {
    /// The command, for formats that name it.
    tool: &'static str,
    sources: Sources,
    /// The ids of the texts, by name. Many interfaces may import one file, which is stored once.
    known: HashMap<String, Vec<FileId>>,
    /// The names of the inputs, those without findings too.
    inputs: Vec<String>,
    findings: Vec<Finding>,
    /// The files of which there are no lines.
    without_lines: HashSet<FileId>,
    /// The keys of the findings: a mistake in a file that many import is reported once.
    seen: HashSet<Key>,
    /// Whether the command failed before it had looked at its inputs.
    has_failed: bool,
}

impl Report {
    pub(crate) fn new(tool: &'static str) -> Self {
        Report {
            tool,
            sources: Sources::default(),
            known: HashMap::new(),
            inputs: Vec::new(),
            findings: Vec::new(),
            without_lines: HashSet::new(),
            seen: HashSet::new(),
            has_failed: false,
        }
    }

    /// Returns the report of a command that failed, so that a service does not take it for one without findings: `None` if there is
    /// no reader of it. It has no inputs, of which nothing is known.
    pub(crate) fn of_failure(tool: &'static str, failure: &Failure) -> Option<Self> {
        let mut report = Report::new(tool);
        report.has_failed = true;
        match failure {
            Failure::Findings { findings, .. } => {
                for diagnostic in &findings.list {
                    report.add(&findings.sources, diagnostic.clone().into());
                }
            }
            Failure::Message { text, id, .. } => {
                let mut diagnostic = Diagnostic::nowhere(Severity::Error, text.clone());
                diagnostic.code = *id;
                report.add(&Sources::default(), diagnostic.into());
            }
            Failure::Closed => return None,
        }
        Some(report)
    }

    /// Adds the name of an input, whose findings follow.
    pub(crate) fn input(&mut self, name: impl Into<String>) {
        self.inputs.push(name.into());
    }

    /// Adds a finding whose locations are in the given texts, unless it is there. The texts are kept if there are findings about them.
    pub(crate) fn add(&mut self, sources: &Sources, mut finding: Finding) {
        for label in &mut finding.diagnostic.labels {
            label.file = self.file(sources, label.file);
        }
        let first = finding.diagnostic.labels.first();
        let place = first.map(|label| (label.file, label.span));
        let message = finding.diagnostic.message.clone();
        let key = (finding.rule, place, message, finding.input.clone());
        if self.seen.insert(key) {
            self.findings.push(finding);
        }
    }

    /// Returns whether an error has been added whose locations are in the given texts.
    pub(crate) fn has(&self, sources: &Sources, error: &Diagnostic) -> bool {
        let place = error.labels.first().and_then(|label| {
            let known = self.known.get(sources.name(label.file))?;
            let is_same = |id: &&FileId| self.sources.text(**id) == sources.text(label.file);
            Some((*known.iter().find(is_same)?, label.span))
        });
        let rule = error.code.and_then(Rule::of);
        let key = (rule, place, error.message.clone(), None);
        self.seen.contains(&key)
    }

    /// Adds why an input cannot be loaded, so that the other ones are looked at all the same.
    ///
    /// # Errors
    ///
    /// With failures that concern the command rather than the input.
    pub(crate) fn add_failure(&mut self, input: &str, failure: Failure) -> Result<()> {
        match failure {
            Failure::Findings { findings, .. } => {
                let Diagnostics { list, sources } = *findings;
                for diagnostic in list {
                    match diagnostic.code == Some(Code::UnreadableFile.id()) {
                        true => self.add_without_lines(input, diagnostic.into()),
                        false => self.add(&sources, diagnostic.into()),
                    }
                }
            }
            Failure::Message { text, code: 1, id } => {
                let mut diagnostic = Diagnostic::nowhere(Severity::Error, text);
                diagnostic.code = id;
                self.add_without_lines(input, diagnostic.into());
            }
            failure => return Err(failure),
        }
        Ok(())
    }

    /// Adds a finding about a file of which there are no lines: it cannot be loaded, or is not there any more. Formats for
    /// programs have a place for each finding: the beginning of the file.
    pub(crate) fn add_without_lines(&mut self, name: &str, mut finding: Finding) {
        let mut sources = Sources::default();
        let file = sources.add(name, "");
        finding.diagnostic = finding.diagnostic.also("", file, Span::default());
        self.add(&sources, finding);
        let added = self.file(&sources, file);
        self.without_lines.insert(added);
    }

    fn file(&mut self, from: &Sources, file: FileId) -> FileId {
        let known = self.known.entry(from.name(file).to_string()).or_default();
        let is_same = |id: &&FileId| self.sources.text(**id) == from.text(file);
        if let Some(id) = known.iter().find(is_same) {
            return *id;
        }
        let id = self.sources.add_from(from, file);
        known.push(id);
        id
    }

    /// Returns whether a finding is an error.
    pub(crate) fn has_errors(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.diagnostic.severity == Severity::Error)
    }

    /// Writes the report; returns 1 if it has errors, and 0 if it has none.
    pub(crate) fn print(&self, format: Format, out: &mut Output) -> Result<ExitCode> {
        match format {
            Format::Text => text::print(self, out)?,
            Format::Json => json::print(self, out)?,
            Format::Github => github::print(self, out)?,
            Format::Sarif => sarif::print(self, out)?,
            Format::Junit => junit::print(self, out)?,
        }
        Ok(exit_code(!self.has_errors()))
    }

    /// Returns the rules that have findings, sorted by id.
    fn rules(&self) -> Vec<Rule> {
        let mut rules: Vec<Rule> = self.findings.iter().filter_map(|f| f.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    /// Returns the places of the locations in these findings.
    fn places(&self) -> Places<'_> {
        Places {
            sources: &self.sources,
            lines: HashMap::new(),
        }
    }
}

/// The lines and columns of locations. Each text is indexed once.
struct Places<'a> {
    sources: &'a Sources,
    lines: HashMap<FileId, Lines<'a>>,
}

/// A location in a file, as lines and columns, which count from one; columns count characters.
struct Place<'a> {
    file: &'a str,
    start: (usize, usize),
    /// After the last character.
    end: (usize, usize),
}

impl<'a> Places<'a> {
    fn of(&mut self, label: &Label) -> Place<'a> {
        let sources = self.sources;
        let index = || Lines::new(sources.text(label.file));
        let lines = self.lines.entry(label.file).or_insert_with(index);
        Place {
            file: sources.name(label.file),
            start: lines.line_and_column(label.span.start as usize),
            end: lines.line_and_column(label.span.end as usize),
        }
    }
}

impl Finding {
    /// Returns the message with everything that explains it, for formats that have one text for a finding.
    fn whole_text(&self, places: &mut Places<'_>) -> String {
        let mut text = self.diagnostic.message.clone();
        let labels = self.diagnostic.labels.iter();
        for label in labels.filter(|label| !label.message.is_empty()) {
            let place = places.of(label);
            let (line, column) = place.start;
            let file = one_line(place.file);
            let line = format!("\n{file}:{line}:{column}: {}", label.message);
            text.push_str(&line);
        }
        for note in &self.diagnostic.notes {
            text.push_str("\nnote: ");
            text.push_str(note);
        }
        if let Some(help) = &self.help {
            text.push_str("\nhelp: ");
            text.push_str(help);
        }
        text
    }

    fn severity(&self) -> &'static str {
        match self.diagnostic.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}
