//! Reports as SARIF 2.1.0. The structs have the properties that are used here; the crate with all of them generates its
//! source from the schema, which takes longer to compile than the rest of the program.

use super::{Finding, Places, Report, Rule};
use crate::cmd::explain_code;
use crate::failure::Result;
use crate::input;
use crate::output::Output;
use candid_parser::diagnostic::Label;
use percent_encoding::{utf8_percent_encode, AsciiSet, NON_ALPHANUMERIC};
use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    invocations: Vec<Invocation>,
    column_kind: &'static str,
    results: Vec<ResultObject<'a>>,
}

/// How the command was run, where it failed: services refuse results without a location, as what it fails with may be.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Notification {
    level: &'static str,
    message: OwnedMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    associated_rule: Option<RuleReference>,
}

#[derive(Serialize)]
struct RuleReference {
    id: &'static str,
    index: Option<usize>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<ReportingDescriptor>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportingDescriptor {
    id: &'static str,
    name: &'static str,
    short_description: Message<'static>,
    help: OwnedMessage,
}

#[derive(Serialize)]
struct Message<'a> {
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultObject<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_id: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: OwnedMessage,
    locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    properties: &'a Map<String, Value>,
}

#[derive(Serialize)]
struct OwnedMessage {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

pub(super) fn print(report: &Report, out: &mut Output) -> Result<()> {
    let rules = report.rules();
    let mut places = report.places();
    let is_notification =
        |finding: &&Finding| report.has_failed && finding.diagnostic.labels.is_empty();
    let findings = report.findings.iter();
    let (notifications, findings): (Vec<_>, Vec<_>) = findings.partition(is_notification);
    let invocation = report.has_failed.then(|| Invocation {
        execution_successful: false,
        tool_execution_notifications: notifications
            .into_iter()
            .map(|finding| notification(finding, &rules))
            .collect(),
    });
    let findings = findings.into_iter();
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: report.tool,
                    version: env!("CARGO_PKG_VERSION"),
                    rules: rules.iter().map(descriptor).collect(),
                },
            },
            invocations: invocation.into_iter().collect(),
            column_kind: "unicodeCodePoints",
            results: findings.map(|f| result(f, &rules, &mut places)).collect(),
        }],
    };
    out.line(serde_json::to_string_pretty(&log).map_err(std::io::Error::other)?)
}

fn descriptor(rule: &Rule) -> ReportingDescriptor {
    ReportingDescriptor {
        id: rule.id,
        name: rule.name,
        short_description: Message { text: rule.summary },
        help: OwnedMessage {
            text: explain_code::text(rule.id),
        },
    }
}

fn result<'a>(finding: &'a Finding, rules: &[Rule], places: &mut Places<'_>) -> ResultObject<'a> {
    let labels = &finding.diagnostic.labels;
    let (first, others) = labels.split_at(labels.len().min(1));
    ResultObject {
        rule_id: finding.rule.map(|rule| rule.id),
        rule_index: finding.rule.and_then(|r| rules.binary_search(&r).ok()),
        level: finding.severity(),
        message: message(finding),
        locations: first.iter().map(|l| location(l, places)).collect(),
        related_locations: others.iter().map(|l| location(l, places)).collect(),
        properties: &finding.properties,
    }
}

fn notification(finding: &Finding, rules: &[Rule]) -> Notification {
    Notification {
        level: finding.severity(),
        message: message(finding),
        associated_rule: finding.rule.map(|rule| RuleReference {
            id: rule.id,
            index: rules.binary_search(&rule).ok(),
        }),
    }
}

/// Returns the message with what explains it and has no location.
fn message(finding: &Finding) -> OwnedMessage {
    let notes = finding.diagnostic.notes.iter();
    let notes = notes.map(|note| format!("\nnote: {note}"));
    let help = finding.help.iter().map(|help| format!("\nhelp: {help}"));
    let mut text = finding.diagnostic.message.clone();
    text.extend(notes.chain(help));
    OwnedMessage { text }
}

fn location<'a>(label: &'a Label, places: &mut Places<'_>) -> Location<'a> {
    let place = places.of(label);
    let message = Some(label.message.as_str()).filter(|message| !message.is_empty());
    Location {
        physical_location: PhysicalLocation {
            artifact_location: ArtifactLocation {
                uri: uri(place.file),
            },
            region: Region {
                start_line: place.start.0,
                start_column: place.start.1,
                end_line: place.end.0,
                end_column: place.end.1,
            },
        },
        message: message.map(|text| Message { text }),
    }
}

/// The characters of a path that a URI cannot have as they are.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Returns the URI of a file: an absolute one for an absolute path, a relative one otherwise.
fn uri(file: &str) -> String {
    if file == input::STDIN {
        return "stdin".into();
    }
    let path = if cfg!(windows) {
        file.replace('\\', "/")
    } else {
        file.to_string()
    };
    let escaped = utf8_percent_encode(&path, ESCAPED);
    match path.as_bytes() {
        [b'/', ..] => format!("file://{escaped}"),
        // A drive.
        [_, b':', ..] if cfg!(windows) => format!("file:///{escaped}"),
        _ => escaped.to_string(),
    }
}
