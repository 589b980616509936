//! JSON output, for other programs.

use crate::failure::Failure;
use crate::report::Rule;
use candid_parser::check::Lint;
use candid_parser::diagnostic::{
    sanitize_terminal, Diagnostic, Diagnostics, FileId, Lines, Severity,
};
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
            "rule": id.and_then(Rule::of).map(|rule| rule.name),
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
    each_finding(findings).collect()
}

/// Returns findings with their locations, one by one.
pub(crate) fn each_finding(findings: &Diagnostics) -> impl Iterator<Item = Value> + '_ {
    let mut lines: HashMap<FileId, Lines<'_>> = HashMap::new();
    findings.list.iter().map(move |finding| {
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
    })
}

/// Returns the name of the rule of a finding, and how to fix what it finds, as in reports.
fn rule(finding: &Diagnostic) -> (Option<&'static str>, Option<&'static str>) {
    let Some(id) = finding.code else {
        return (None, None);
    };
    match (Rule::of(id), id.parse::<Lint>()) {
        (Some(rule), _) => (Some(rule.name), None),
        (_, Ok(lint)) => (
            Some(lint.name()),
            finding.notes.is_empty().then(|| lint.help()),
        ),
        _ => (None, None),
    }
}

/// Returns JSON with escapes for the characters that control a terminal, which stand in texts only: those that JSON has no rule
/// for reorder what is shown.
pub(crate) fn escaped_json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        let is_plain = c.is_ascii() || sanitize_terminal(c.encode_utf8(&mut [0; 4])).contains(c);
        match is_plain {
            true => escaped.push(c),
            false => escaped.push_str(&format!("\\u{:04x}", u32::from(c))),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped_json;

    /// JSON on a terminal has the same meaning, and steers nothing.
    #[test]
    fn json_without_control() {
        let text = "a\u{202e}b\u{2066}\u{9b}31mé\u{1f600}\u{1b}\"";
        let json = serde_json::to_string_pretty(&[text]).unwrap();
        let escaped = escaped_json(&json);
        let expected = r#"[
  "a\u202eb\u2066\u009b31mé😀\u001b\""
]"#;
        assert_eq!(escaped, expected);
        assert_eq!(
            serde_json::from_str::<[String; 1]>(&escaped).unwrap(),
            [text]
        );
    }
}
