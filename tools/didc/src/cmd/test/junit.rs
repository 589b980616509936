//! Results of tests as JUnit XML: a suite for each file, a case for each assertion. A file that cannot be run is an error.

use super::Tested;
use crate::failure::Result;
use crate::output::Output;
use crate::report::write_junit;
use crate::typing::shown;
use candid_parser::diagnostic::one_line;
use candid_parser::test::Case;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

pub(super) fn print(files: &[Tested], out: &mut Output) -> Result<()> {
    let mut report = Report::new("didc test");
    for file in files {
        let name = &*one_line(&file.name);
        let mut suite = TestSuite::new(name);
        let cases = match &file.cases {
            Ok(cases) => cases.iter().map(|case| result(name, case)).collect(),
            Err(failure) => {
                let mut status = status(NonSuccessKind::Error, &failure.to_string());
                if let Some(id) = failure.id() {
                    status.set_type(id);
                }
                vec![TestCase::new("the file", status)]
            }
        };
        for mut case in cases {
            case.set_classname(name);
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
    }
    write_junit(&report, out)
}

fn result(file: &str, case: &Case) -> TestCase {
    let status = match &case.failure {
        None => TestCaseStatus::success(),
        Some(failure) => {
            let mut status = status(NonSuccessKind::Failure, failure);
            if let Some(line) = case.line {
                status.set_description(format!("{file}:{line}: {failure}"));
            }
            status
        }
    };
    let mut result = TestCase::new(&*shown(&case.name), status);
    if let Some(line) = case.line {
        result.extra.insert("file".into(), file.into());
        result.extra.insert("line".into(), line.to_string().into());
    }
    result
}

fn status(kind: NonSuccessKind, message: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(message);
    status
}
