//! JSON output, for other programs.

use crate::failure::Failure;
use candid_parser::diagnostic::{Diagnostics, FileId, Lines, Severity};
use candid_parser::types::subtype::Incompatibility;
use serde_json::{json, Value};
use std::collections::HashMap;

/// Returns a failure, in the format of findings in an interface.
pub(crate) fn failure(failure: &Failure) -> Value {
    let findings = match failure {
        Failure::Findings { findings, .. } => self::findings(findings),
        Failure::Message { text, id, .. } => json!([{
            "severity": "error",
            "code": id,
            "message": text,
            "labels": [],
            "notes": [],
        }]),
        Failure::Closed => json!([]),
    };
    json!({ "ok": false, "findings": findings })
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
            "code": finding.code,
            "message": finding.message,
            "labels": labels.collect::<Value>(),
            "notes": finding.notes,
        })
    });
    list.collect()
}
