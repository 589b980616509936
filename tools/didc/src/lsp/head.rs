//! The comparison of a service with its version in the current commit: a code lens above it.

use super::documents::Document;
use super::host::Head;
use super::state::{Fault, State};
use candid_parser::ide::Analysis;
use candid_parser::types::subtype::format_report;
use candid_parser::utils::Compatibility;
use gen_lsp_types as lsp;
use serde_json::{json, Value};

/// The command that shows the reasons why clients would break.
pub(super) const COMMAND: &str = "didc.compareWithHead";

impl State<'_> {
    /// Returns a lens without its text: comparing is left for those that are visible.
    pub(super) fn code_lenses(
        &mut self,
        params: lsp::CodeLensParams,
    ) -> Result<Option<Vec<lsp::CodeLens>>, Fault> {
        let document = self.document(&params.text_document.uri)?;
        let service = document.analysis.service();
        let service = service.filter(|_| document.path.is_some());
        let lens = service.map(|span| lsp::CodeLens {
            range: document.range(span),
            command: None,
            data: Some(json!(document.uri)),
        });
        Ok(Some(lens.into_iter().collect()))
    }

    pub(super) fn resolve_code_lens(
        &mut self,
        lens: lsp::CodeLens,
    ) -> Result<lsp::CodeLens, Fault> {
        let Some(Value::String(uri)) = &lens.data else {
            return Err(Fault::invalid_params("the lens is not of this server"));
        };
        let document = self.document(&lsp::Uri(uri.clone()))?;
        let (title, has_report) = match self.compare(document) {
            Err(reason) => (format!("not compared with HEAD: {reason}"), false),
            Ok(Compatibility { errors, warnings }) => {
                let places = crate::output::places;
                let title = match (errors.len(), warnings.len()) {
                    (0, 0) => "compatible with HEAD".to_string(),
                    (0, n) => format!(
                        "compatible with HEAD, but values become null in {}",
                        places(n)
                    ),
                    (n, _) => format!("breaking against HEAD in {}", places(n)),
                };
                (title, errors.len() + warnings.len() > 0)
            }
        };
        let command = lsp::Command {
            title,
            // Editors show a lens without a command as text.
            command: if has_report {
                COMMAND.into()
            } else {
                String::new()
            },
            arguments: has_report.then(|| vec![json!(uri)]),
            ..Default::default()
        };
        Ok(lsp::CodeLens {
            command: Some(command),
            ..lens
        })
    }

    pub(super) fn execute_command(
        &mut self,
        params: lsp::ExecuteCommandParams,
    ) -> Result<Option<Value>, Fault> {
        if params.command != COMMAND {
            let text = format!("unknown command {}", params.command);
            return Err(Fault::invalid_params(text));
        }
        let arguments = params.arguments.unwrap_or_default();
        let [Value::String(uri)] = arguments.as_slice() else {
            return Err(Fault::invalid_params("expected a URI"));
        };
        let document = self.document(&lsp::Uri(uri.clone()))?;
        let compatibility = self.compare(document).map_err(Fault::failed)?;
        let Compatibility { errors, warnings } = &compatibility;
        let (kind, text) = if !errors.is_empty() {
            let text = format!("clients of HEAD would break\n{}", format_report(errors));
            (lsp::MessageType::Error, text)
        } else if !warnings.is_empty() {
            let text = format!("values become null\n{}", format_report(warnings));
            (lsp::MessageType::Warning, text)
        } else {
            (lsp::MessageType::Info, "compatible with HEAD".to_string())
        };
        let params = json!({ "type": u32::from(kind), "message": text });
        self.notify("window/showMessage", params);
        Ok(None)
    }

    /// Compares a document, with its imports as they are open, with the version of all in the current commit.
    fn compare(&self, document: &Document) -> Result<Compatibility, String> {
        let path = document
            .path
            .as_deref()
            .ok_or("the document is not a file")?;
        let new = document
            .analysis
            .valid()
            .ok_or("the interface has errors")?;
        let head = Head::new(self.host);
        let text = head.text(path)?;
        let invalid = "the interface in HEAD has errors";
        let old = Analysis::new(&head, path, Some(&text)).map_err(|_| invalid)?;
        let old = old.valid().ok_or(invalid)?;
        let compatibility = new.compatibility(old);
        compatibility.map_err(|error| error.to_string())
    }
}
