//! The comparison of a service with its version in the current commit: a code lens above it.

use super::documents::Document;
use super::host::Head;
use super::state::{Fault, State};
use crate::cmd::breaking::options;
use candid_parser::breaking::{self, Change, Options};
use candid_parser::ide::Analysis;
use gen_lsp_types as lsp;
use serde_json::{json, Value};
use std::path::Path;

/// The command that shows the reasons why clients would break.
pub(super) const COMMAND: &str = "didc.compareWithHead";

/// Maximum number of changes in a message.
const MAX_SHOWN: usize = 20;

/// What breaks, as `didc breaking` has it without options of the command line.
struct Compared {
    breaking: Vec<Change>,
    /// The number of changes that the configuration allows.
    n_allowed: usize,
}

impl Compared {
    fn title(&self) -> String {
        let mut ids: Vec<&str> = self.breaking.iter().map(|c| c.rule.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        match (self.breaking.len(), self.n_allowed) {
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
        for change in self.breaking.iter().take(MAX_SHOWN) {
            let finding = change.finding();
            report.push_str(&format!("\n{} {}", change.rule.id(), finding.message));
        }
        match self.breaking.len().saturating_sub(MAX_SHOWN) {
            0 => {}
            n => report.push_str(&format!("\n… {n} more")),
        }
        report
    }
}

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
        let (title, has_report) = match self.compare(&lsp::Uri(uri.clone()))? {
            Err(reason) => (format!("not compared with HEAD: {reason}"), false),
            Ok(compared) => (compared.title(), !compared.breaking.is_empty()),
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
        let compared = self.compare(&lsp::Uri(uri.clone()))?;
        let compared = compared.map_err(Fault::failed)?;
        let kind = match compared.breaking.is_empty() {
            true => lsp::MessageType::Info,
            false => lsp::MessageType::Error,
        };
        let params = json!({ "type": u32::from(kind), "message": compared.report() });
        self.notify("window/showMessage", params);
        Ok(None)
    }

    /// Compares a document, with its imports as they are open, with the version of all in the current commit. The reason why it
    /// cannot be compared is not a fault.
    fn compare(&mut self, uri: &lsp::Uri) -> Result<Result<Compared, String>, Fault> {
        let folder = self.document(uri)?.path.as_deref().and_then(Path::parent);
        let folder = folder.map(Path::to_path_buf);
        let config = folder.and_then(|folder| self.configured(&folder));
        let document = self.document(uri)?;
        let section = config.as_ref().map(|config| &config.file.config.breaking);
        let options = section.map_or_else(Options::default, |it| options(&it.level, &it.protect));
        let changes = self.changes(document, &options);
        Ok(changes.map(|(path, mut breaking)| {
            let n_all = breaking.len();
            if let Some(config) = config {
                let file = config.relative(path);
                let allow = config.file.config.breaking.allow.iter();
                let allow = allow.map(|entry| entry.get_ref());
                let mut is_allowed = vec![false; n_all];
                for entry in allow.filter(|entry| !entry.has_expired()) {
                    let is_meant = entry.select(&breaking, Some(&file));
                    for (is_allowed, is_meant) in is_allowed.iter_mut().zip(is_meant) {
                        *is_allowed |= is_meant;
                    }
                }
                let mut is_allowed = is_allowed.into_iter();
                breaking.retain(|_| !is_allowed.next().unwrap_or(false));
            }
            let n_allowed = n_all - breaking.len();
            Compared {
                breaking,
                n_allowed,
            }
        }))
    }

    /// Returns what breaks, and the path of the document.
    fn changes<'d>(
        &self,
        document: &'d Document,
        options: &Options,
    ) -> Result<(&'d Path, Vec<Change>), String> {
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
        let found = breaking::compare(new, old, options);
        let found = found.map_err(|error| error.to_string())?;
        Ok((path, found.list))
    }
}
