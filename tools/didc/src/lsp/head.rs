//! The comparison with the current commit, as a client shows it: a code lens above the service, and the reasons in a message.

use super::comparison::{Compared, Wanted};
use super::state::{to_json, Fault, State};
use crate::cmd::breaking::options;
use candid_parser::breaking::{Change, Options};
use gen_lsp_types as lsp;
use serde_json::{json, Value};
use std::path::Path;

/// The command that shows the reasons why clients would break.
pub(super) const COMMAND: &str = "didc.compareWithHead";

/// Maximum number of changes in a message.
const MAX_SHOWN: usize = 20;

/// What breaks, as `didc breaking` has it without options of the command line; or why it is not known.
pub(super) type Shown = Result<Breaking, String>;

pub(super) struct Breaking {
    changes: Vec<Change>,
    /// The number of changes that the configuration allows.
    n_allowed: usize,
}

impl Breaking {
    fn title(&self) -> String {
        let mut ids: Vec<&str> = self.changes.iter().map(|c| c.rule.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        match (self.changes.len(), self.n_allowed) {
            (0, 0) => "compatible with HEAD".to_string(),
            (0, 1) => "compatible with HEAD but for 1 allowed change".to_string(),
            (0, n) => format!("compatible with HEAD but for {n} allowed changes"),
            (n, _) => {
                let (places, ids) = (crate::output::places(n), ids.join(", "));
                format!("breaking against HEAD in {places}: {ids}")
            }
        }
    }

    /// Returns the changes, each in a line.
    fn report(&self) -> String {
        let mut report = self.title();
        for change in self.changes.iter().take(MAX_SHOWN) {
            let finding = change.finding();
            report.push_str(&format!("\n{} {}", change.rule.id(), finding.message));
        }
        match self.changes.len().saturating_sub(MAX_SHOWN) {
            0 => {}
            n => report.push_str(&format!("\n… {n} more")),
        }
        report
    }
}

fn not_compared(reason: &str) -> String {
    format!("not compared with HEAD: {reason}")
}

impl State<'_> {
    /// Returns a lens without its text: comparing is left for those that are visible.
    pub(super) fn code_lenses(
        &mut self,
        params: lsp::CodeLensParams,
    ) -> Result<Option<Vec<lsp::CodeLens>>, Fault> {
        let document = self.document(&params.text_document.uri)?;
        let place = document.analysis.interface();
        let place = place.filter(|_| document.path.is_some() && !document.is_test());
        let lens = place.map(|span| lsp::CodeLens {
            range: document.range(span),
            command: None,
            data: Some(json!(document.uri)),
        });
        Ok(Some(lens.into_iter().collect()))
    }

    pub(super) fn resolve_code_lens(
        &mut self,
        id: &Value,
        lens: lsp::CodeLens,
    ) -> Result<(), Fault> {
        let Some(Value::String(uri)) = &lens.data else {
            return Err(Fault::invalid_params("the lens is not of this server"));
        };
        self.answer_later(id, uri.clone(), Wanted::Lens(lens))
    }

    pub(super) fn execute_command(
        &mut self,
        id: &Value,
        params: lsp::ExecuteCommandParams,
    ) -> Result<(), Fault> {
        if params.command != COMMAND {
            let text = format!("unknown command {}", params.command);
            return Err(Fault::invalid_params(text));
        }
        let arguments = params.arguments.unwrap_or_default();
        let [Value::String(uri)] = arguments.as_slice() else {
            return Err(Fault::invalid_params("expected a URI"));
        };
        self.answer_later(id, uri.clone(), Wanted::Message)
    }

    /// Returns a lens with its text.
    pub(super) fn lens(
        &mut self,
        lens: lsp::CodeLens,
        uri: &str,
        shown: &Shown,
    ) -> Result<String, Fault> {
        let (title, has_report) = match shown {
            Err(reason) => (not_compared(reason), false),
            Ok(breaking) => (breaking.title(), !breaking.changes.is_empty()),
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
        to_json(&lsp::CodeLens {
            command: Some(command),
            ..lens
        })
    }

    /// Shows the changes.
    pub(super) fn show(&mut self, shown: &Shown) -> Result<String, Fault> {
        // That nothing can be compared is no error of the client.
        let (kind, message) = match shown {
            Err(reason) => (lsp::MessageType::Info, not_compared(reason)),
            Ok(breaking) if breaking.changes.is_empty() => {
                (lsp::MessageType::Info, breaking.report())
            }
            Ok(breaking) => (lsp::MessageType::Error, breaking.report()),
        };
        let params = json!({ "type": u32::from(kind), "message": message });
        self.notify("window/showMessage", params);
        Ok(Value::Null.to_string())
    }

    /// Returns the options of comparisons of a document, by its configuration.
    pub(super) fn options(&mut self, path: &Path) -> Options {
        let config = path.parent().and_then(|folder| self.configured(folder));
        config.map_or_else(Options::default, |config| {
            let section = &config.file.config.breaking;
            options(&section.level, &section.protect)
        })
    }

    /// Returns what was found in a document without the changes that its configuration allows.
    pub(super) fn allowed(&mut self, uri: &str, compared: &Compared) -> Shown {
        let mut changes = compared.clone()?;
        let n_all = changes.len();
        let path = self.documents.open.get(uri);
        let path = path.and_then(|document| document.path.clone());
        let path = path.unwrap_or_default();
        let config = path.parent().and_then(|folder| self.configured(folder));
        if let Some(config) = config {
            let file = config.relative(&path);
            let section = &config.file.config.breaking;
            section.remove_allowed(&mut changes, Some(&file), |_| {});
        }
        Ok(Breaking {
            n_allowed: n_all - changes.len(),
            changes,
        })
    }
}
