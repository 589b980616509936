//! Results of tests in version 13 of the Test Anything Protocol: a point for each assertion, and one for a file that cannot be
//! run.

use super::Tested;
use crate::failure::Result;
use crate::output::Output;
use crate::typing::shown;
use candid_parser::diagnostic::one_line;
use serde_json::json;
use std::fmt::Write;

pub(super) fn print(files: &[Tested], out: &mut Output) -> Result<()> {
    let n_points = |file: &Tested| file.cases.as_ref().map_or(1, Vec::len);
    let n: usize = files.iter().map(n_points).sum();
    out.line("TAP version 13")?;
    out.line(format!("1..{n}"))?;
    let mut number = 0;
    for file in files {
        let name = one_line(&file.name);
        match &file.cases {
            Ok(cases) => {
                for case in cases {
                    number += 1;
                    let description = format!("{name}: {}", shown(&case.name));
                    let failure = case.failure.as_deref();
                    let failure = failure.map(|text| (text, None));
                    out.write(point(number, &description, failure, &file.name, case.line))?;
                }
            }
            Err(failure) => {
                number += 1;
                let text = failure.to_string();
                let failure = Some((&*text, failure.id()));
                out.write(point(number, &name, failure, &file.name, None))?;
            }
        }
    }
    Ok(())
}

/// Returns the lines of a result; of a failure with the reason, its code if it has one, and the place, as YAML.
fn point(
    number: usize,
    description: &str,
    failure: Option<(&str, Option<&str>)>,
    file: &str,
    line: Option<usize>,
) -> String {
    let status = if failure.is_none() { "ok" } else { "not ok" };
    let mut text = format!("{status} {number} - {}\n", escaped(description));
    if let Some((failure, code)) = failure {
        // Strings of JSON are strings of YAML.
        let message = json!(failure);
        let _ = write!(text, "  ---\n  message: {message}\n  severity: fail\n");
        if let Some(code) = code {
            let _ = writeln!(text, "  code: {code}");
        }
        let _ = writeln!(text, "  file: {}", json!(file));
        if let Some(line) = line {
            let _ = writeln!(text, "  line: {line}");
        }
        text.push_str("  ...\n");
    }
    text
}

/// Returns a description in which nothing is a directive.
fn escaped(description: &str) -> String {
    description.replace('\\', "\\\\").replace('#', "\\#")
}
