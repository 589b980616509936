//! Results for other programs.

use crate::failure::Failure;
use candid_parser::diagnostic::{Diagnostics, Severity};
use candid_parser::types::subtype::Incompatibility;
use serde_json::{json, Value};

/// Returns why a command ended early, in the form of what it finds in an interface.
pub(crate) fn failure(failure: &Failure) -> Value {
    let findings = match failure {
        Failure::Findings { findings, .. } => self::findings(findings),
        Failure::Message { text, .. } => json!([{
            "severity": "error",
            "message": text,
            "labels": [],
            "notes": [],
        }]),
        Failure::Closed => json!([]),
    };
    json!({ "ok": false, "findings": findings })
}

/// Returns the places where two types do not go together.
pub(crate) fn changes(list: &[Incompatibility]) -> Value {
    list.iter()
        .map(|change| json!({ "path": change.path, "message": change.message }))
        .collect()
}

/// Returns findings with their places.
pub(crate) fn findings(findings: &Diagnostics) -> Value {
    let list = findings.list.iter().map(|finding| {
        let severity = match finding.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let labels = finding.labels.iter().map(|label| {
            let text = findings.sources.text(label.file);
            let (line, column) = line_and_column(text, label.span.start as usize);
            json!({
                "file": findings.sources.name(label.file),
                "line": line,
                "column": column,
                "start": label.span.start,
                "end": label.span.end,
                "message": label.message,
            })
        });
        json!({
            "severity": severity,
            "message": finding.message,
            "labels": labels.collect::<Value>(),
            "notes": finding.notes,
        })
    });
    list.collect()
}

/// Both count from one; the column counts characters, as the findings for people do.
fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let start_of_line = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() + 1;
    (line, before[start_of_line..].chars().count() + 1)
}
