//! Findings as the diagnostics of the protocol, and places in the files of an analysis.

use super::documents::Document;
use super::position::LineIndex;
use super::state::{Client, State};
use crate::code;
use candid_parser::check::Lint;
use candid_parser::diagnostic::{Code, Diagnostic, FileId, Severity};
use candid_parser::ide::Analysis;
use candid_parser::syntax::ast::Span;
use gen_lsp_types as lsp;
use serde_json::{json, Value};
use std::collections::HashMap;

/// The folder of the pages that describe errors and lints.
const PAGES: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/HEAD/docs");

/// The files of an analysis, as the protocol names them. What is needed of each is computed once.
pub(crate) struct Files<'a> {
    state: &'a State<'a>,
    analysis: &'a Analysis,
    main: Option<&'a Document>,
    known: std::cell::RefCell<HashMap<FileId, (String, Option<LineIndex>)>>,
}

impl<'a> Files<'a> {
    pub(crate) fn new(state: &'a State<'a>, document: &'a Document) -> Self {
        Files {
            main: Some(document),
            ..Files::of(state, &document.analysis)
        }
    }

    /// Returns the files of an analysis that belongs to no document.
    pub(crate) fn of(state: &'a State<'a>, analysis: &'a Analysis) -> Self {
        Files {
            state,
            analysis,
            main: None,
            known: Default::default(),
        }
    }

    /// Returns the URI of a file, and a range in it.
    pub(crate) fn location(&self, file: FileId, span: Span) -> lsp::Location {
        let text = self.analysis.text(file);
        let main = self.main.filter(|_| file == self.analysis.main());
        let mut known = self.known.borrow_mut();
        let (uri, index) = known.entry(file).or_insert_with(|| match main {
            Some(document) => (document.uri.clone(), None),
            None => (
                self.state.uri_of(self.analysis.path(file)),
                Some(LineIndex::new(text, self.state.encoding)),
            ),
        });
        let range = match (main, index) {
            (Some(document), _) => document.range(span),
            (None, Some(index)) => index.range(text, span),
            (None, None) => lsp::Range::default(),
        };
        lsp::Location {
            uri: lsp::Uri(uri.clone()),
            range,
        }
    }

    /// Returns the URI of the file of a finding, and the finding.
    pub(super) fn diagnostic(&self, finding: &Diagnostic) -> (String, Value) {
        let mut labels = finding.labels.iter();
        let location = match labels.next() {
            Some(label) => self.location(label.file, label.span),
            None => self.location(self.analysis.main(), Default::default()),
        };
        let mut diagnostic = self.state.client.diagnostic(finding, location.range);
        if self.state.client.has_related_information && labels.len() > 0 {
            let related = labels.map(|label| {
                let message = match &*label.message {
                    "" => "also here",
                    message => message,
                };
                json!({ "location": self.location(label.file, label.span), "message": message })
            });
            diagnostic["relatedInformation"] = related.collect();
        }
        let lint = finding.code.and_then(|code| code.parse::<Lint>().ok());
        if self.state.client.has_tags && lint.is_some_and(Lint::is_about_unused) {
            diagnostic["tags"] = json!([u32::from(lsp::DiagnosticTag::Unnecessary)]);
        }
        (location.uri.0, diagnostic)
    }
}

impl Client {
    /// Returns a finding at a range, without the other places that it is about.
    pub(super) fn diagnostic(&self, finding: &Diagnostic, range: lsp::Range) -> Value {
        let severity = match finding.severity {
            Severity::Error => lsp::DiagnosticSeverity::Error,
            Severity::Warning => lsp::DiagnosticSeverity::Warning,
        };
        let notes = finding.notes.iter().map(String::as_str);
        let message: Vec<&str> = [&*finding.message].into_iter().chain(notes).collect();
        let mut diagnostic = json!({
            "range": range,
            "severity": u32::from(severity),
            "source": "didc",
            "message": message.join("\n")
        });
        if let Some(code) = finding.code {
            diagnostic["code"] = code.into();
            if let Some(page) = page(code).filter(|_| self.has_code_descriptions) {
                diagnostic["codeDescription"] = json!({ "href": page });
            }
        }
        diagnostic
    }
}

/// Returns the address of the section about an error or a lint.
fn page(id: &str) -> Option<String> {
    let (page, name) = if let Ok(lint) = id.parse::<Lint>() {
        ("lints", lint.name())
    } else if let Ok(code) = id.parse::<Code>() {
        ("errors", code.name())
    } else {
        ("errors", code::Code::of(id)?.name)
    };
    Some(format!("{PAGES}/{page}.md#{}-{name}", id.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::{page, PAGES};

    /// Each section of the pages is where the ids lead.
    #[test]
    fn sections() {
        let pages = [
            ("errors", include_str!("../pages/errors.txt")),
            ("lints", include_str!("../pages/lints.txt")),
        ];
        let mut n_sections = 0;
        for (name, text) in pages {
            for title in text.lines().filter_map(|line| line.strip_prefix("### ")) {
                let id = title.split(' ').next().unwrap();
                if !id.ends_with(|c: char| c.is_ascii_digit()) {
                    continue;
                }
                let anchor = title.to_lowercase().replace(' ', "-");
                let expected = format!("{PAGES}/{name}.md#{anchor}");
                assert_eq!(page(id), Some(expected));
                n_sections += 1;
            }
        }
        assert!(n_sections > 60, "{n_sections}");
        assert_eq!(page("B001"), None);
    }
}
