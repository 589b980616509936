//! Reports as JUnit XML: a suite for each input, a failed case for each error. Warnings are no failures: their cases pass,
//! and have their texts as output. What the command itself fails with is an error, not a failure.

use super::{Finding, Places, Report};
use crate::failure::Result;
use crate::output::Output;
use crate::typing::start_of;
use candid_parser::diagnostic::{one_line, Severity};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use std::collections::BTreeMap;

pub(super) fn print(report: &Report, out: &mut Output) -> Result<()> {
    let mut places = report.places();
    let mut suites: BTreeMap<&str, Vec<TestCase>> = BTreeMap::new();
    for input in &report.inputs {
        suites.entry(input).or_default();
    }
    for finding in &report.findings {
        let label = finding.diagnostic.labels.first();
        let nowhere = if report.has_failed { report.tool } else { "" };
        let file = label.map_or(nowhere, |label| places.of(label).file);
        let file = finding.input.as_deref().unwrap_or(file);
        let kind = match report.has_failed {
            true => NonSuccessKind::Error,
            false => NonSuccessKind::Failure,
        };
        let case = case(finding, kind, &mut places);
        suites.entry(file).or_default().push(case);
    }
    let mut whole = quick_junit::Report::new(report.tool);
    for (name, mut cases) in suites {
        if cases.is_empty() {
            cases.push(TestCase::new("no findings", TestCaseStatus::success()));
        }
        let name = &*one_line(name);
        let mut suite = TestSuite::new(name);
        let mut n_named: BTreeMap<String, usize> = BTreeMap::new();
        for mut case in cases {
            case.set_classname(name);
            // Services take cases of one name for one.
            let n = n_named.entry(case.name.to_string()).or_default();
            *n += 1;
            if *n > 1 {
                case.name = format!("{} ({n})", case.name.as_str()).into();
            }
            suite.add_test_case(case);
        }
        whole.add_test_suite(suite);
    }
    write(&whole, out)
}

/// Writes a report as XML.
pub(crate) fn write(report: &quick_junit::Report, out: &mut Output) -> Result<()> {
    let text = report.to_string().map_err(std::io::Error::other)?;
    // The two characters that XML cannot have and that are no controls, which the library leaves out.
    out.write(text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}"))
}

/// Maximum number of characters of a path in the name of a test case.
const MAX_PATH: usize = 100;

fn case(finding: &Finding, failed: NonSuccessKind, places: &mut Places<'_>) -> TestCase {
    let kind = match finding.rule {
        Some(rule) => format!("{} {}", rule.id, rule.name),
        None => finding.severity().to_string(),
    };
    let path = finding.properties.get("path");
    let path = path.and_then(|path| path.as_str()).unwrap_or_default();
    // The message has all of it.
    let path = start_of(path, MAX_PATH);
    let space = if path.is_empty() { "" } else { " " };
    let name = match finding.diagnostic.labels.first() {
        Some(label) => {
            let (line, column) = places.of(label).start;
            format!("{kind}{space}{path} at {line}:{column}")
        }
        None => format!("{kind}{space}{path}"),
    };
    let text = finding.whole_text(places);
    match finding.diagnostic.severity {
        Severity::Error => {
            let mut status = TestCaseStatus::non_success(failed);
            status.set_type(kind);
            status.set_message(&finding.diagnostic.message);
            status.set_description(text);
            TestCase::new(name, status)
        }
        Severity::Warning => {
            let mut case = TestCase::new(name, TestCaseStatus::success());
            case.set_system_out(text);
            case
        }
    }
}
