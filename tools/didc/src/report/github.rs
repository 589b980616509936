//! Reports as workflow commands of GitHub Actions, which become annotations of the lines.

use super::Report;
use crate::failure::Result;
use crate::output::Output;
use candid_parser::diagnostic::sanitize_terminal;

pub(super) fn print(report: &Report, out: &mut Output) -> Result<()> {
    let mut places = report.places();
    for finding in &report.findings {
        let mut properties = Vec::new();
        if let Some(label) = finding.diagnostic.labels.first() {
            let place = places.of(label);
            properties.push(format!("file={}", property(place.file)));
            properties.push(format!("line={}", place.start.0));
            properties.push(format!("endLine={}", place.end.0));
            // Columns are those of one line.
            if place.start.0 == place.end.0 {
                properties.push(format!("col={}", place.start.1));
                properties.push(format!("endColumn={}", place.end.1));
            }
        }
        if let Some(rule) = finding.rule {
            properties.push(format!("title={} {}", rule.id, rule.name));
        }
        let text = finding.whole_text(&mut places);
        let command = finding.severity();
        let space = if properties.is_empty() { "" } else { " " };
        let properties = properties.join(",");
        out.line(format!("::{command}{space}{properties}::{}", data(&text)))?;
    }
    Ok(())
}

/// Escapes the text of a command, as the toolkit of Actions does. Logs show it as a terminal does, which names must not control.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25");
    let text = text.replace('\r', "%0D").replace('\n', "%0A");
    sanitize_terminal(&text).into_owned()
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
