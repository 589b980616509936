//! JSON output, for other programs.

use crate::failure::Failure;
use candid_parser::check::Lint;
use candid_parser::diagnostic::{Code, Diagnostic, Diagnostics, FileId, Lines, Severity};
use candid_parser::types::subtype::Incompatibility;
use serde_json::{json, Value};
use std::collections::HashMap;

/// Returns a failure, in the format of findings in an interface, with the inputs of a command that names them.
pub(crate) fn failure(failure: &Failure, inputs: &[String]) -> Value {
    let findings = match failure {
        Failure::Findings { findings, .. } => self::findings(findings),
        Failure::Message { text, id, .. } => json!([{
            "severity": "error",
            "id": id,
            "code": id,
            "rule": null,
            "message": text,
            "labels": [],
            "notes": [],
            "help": null,
        }]),
        Failure::Closed => json!([]),
    };
    let mut whole = json!({ "ok": false, "findings": findings });
    if !inputs.is_empty() {
        whole["inputs"] = json!(inputs);
    }
    whole
}

/// Inserts the items of `before` in front of those of `list`.
pub(crate) fn prepend(list: &mut Value, before: &mut Value) {
    if let (Some(list), Some(before)) = (list.as_array_mut(), before.as_array_mut()) {
        list.splice(..0, std::mem::take(before));
    }
}

/// Returns the places where two types are incompatible.
pub(crate) fn changes(list: &[Incompatibility]) -> Value {
    list.iter()
        .map(|change| json!({ "path": change.path, "message": change.message }))
        .collect()
}

/// Returns findings with their locations.
pub(crate) fn findings(findings: &Diagnostics) -> Value {
    let mut lines: HashMap<FileId, Lines<'_>> = HashMap::new();
    let list = findings.list.iter().map(|finding| {
        let severity = match finding.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let labels = finding.labels.iter().map(|label| {
            let lines = lines
                .entry(label.file)
                .or_insert_with(|| Lines::new(findings.sources.text(label.file)));
            let (line, column) = lines.line_and_column(label.span.start as usize);
            let (end_line, end_column) = lines.line_and_column(label.span.end as usize);
            json!({
                "file": findings.sources.name(label.file),
                "line": line,
                "column": column,
                "end_line": end_line,
                "end_column": end_column,
                "start": label.span.start,
                "end": label.span.end,
                "message": label.message,
            })
        });
        let (rule, help) = rule(finding);
        json!({
            "severity": severity,
            "id": finding.code,
            "code": finding.code,
            "rule": rule,
            "message": finding.message,
            "labels": labels.collect::<Value>(),
            "notes": finding.notes,
            "help": help,
        })
    });
    list.collect()
}

/// Returns the name of the rule of a finding, and how to fix what it finds, as in reports.
fn rule(finding: &Diagnostic) -> (Option<&'static str>, Option<&'static str>) {
    let Some(id) = finding.code else {
        return (None, None);
    };
    match (id.parse::<Code>(), id.parse::<Lint>()) {
        (Ok(code), _) => (Some(code.name()), None),
        (_, Ok(lint)) => (
            Some(lint.name()),
            finding.notes.is_empty().then(|| lint.help()),
        ),
        _ => (None, None),
    }
}
