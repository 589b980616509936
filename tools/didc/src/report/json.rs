//! Reports as JSON: an object as that of `didc check --json`.

use super::{Finding, Places, Report};
use crate::failure::Result;
use crate::output::Output;
use serde_json::{json, Value};

pub(super) fn print(report: &Report, out: &mut Output) -> Result<()> {
    let mut places = report.places();
    let findings = report.findings.iter();
    // `json!` would copy the list.
    let object = [
        ("ok", (!report.has_errors()).into()),
        ("inputs", json!(report.inputs)),
        (
            "findings",
            findings.map(|f| finding(f, &mut places)).collect(),
        ),
    ];
    out.json(&object.into_iter().collect::<Value>())
}

fn finding(finding: &Finding, places: &mut Places<'_>) -> Value {
    let labels = finding.diagnostic.labels.iter().map(|label| {
        let place = places.of(label);
        json!({
            "file": place.file,
            "line": place.start.0,
            "column": place.start.1,
            "end_line": place.end.0,
            "end_column": place.end.1,
            "start": label.span.start,
            "end": label.span.end,
            "message": label.message,
        })
    });
    let mut value = json!({
        "id": finding.rule.map(|rule| rule.id),
        "code": finding.rule.map(|rule| rule.id),
        "rule": finding.rule.map(|rule| rule.name),
        "severity": finding.severity(),
        "message": finding.diagnostic.message,
        "labels": labels.collect::<Value>(),
        "notes": finding.diagnostic.notes,
        "help": finding.help,
    });
    for (name, property) in &finding.properties {
        value[name] = property.clone();
    }
    value
}
