//! Lints with the levels of `didc.toml`, which is looked for in the folder of a document and in those above it, inside of the
//! workspace. It is read again when the editor says that it has changed.

use super::documents::is_test;
use super::named::Defines;
use super::position::{Encoding, LineIndex};
use super::state::{Client, Fault, State};
use super::uri;
use crate::config::{ConfigFile, DEFAULT_WIDTH};
use crate::failure::Failure;
use candid_parser::check::LintFinding;
use candid_parser::diagnostic::{Diagnostic, Severity};
use candid_parser::ide::Analysis;
use gen_lsp_types as lsp;
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The configuration of the interfaces in a folder.
#[derive(Clone)]
pub(crate) struct Configured {
    pub(super) file: Rc<ConfigFile>,
    /// The path of the folder relative to that of the configuration, with `/` behind each name.
    prefix: String,
    /// What the interfaces define that it names, once that was asked for.
    pub(super) defines: Rc<OnceCell<Vec<Defines>>>,
}

impl Configured {
    /// Returns the configuration of a folder, whose path has no links.
    pub(crate) fn new(file: ConfigFile, folder: &Path) -> Self {
        let below = folder.strip_prefix(&file.folder).unwrap_or(Path::new(""));
        let names = below
            .iter()
            .map(|name| format!("{}/", name.to_string_lossy()));
        Configured {
            prefix: names.collect(),
            file: Rc::new(file),
            defines: Rc::default(),
        }
    }

    /// Returns the path of a file in the folder, relative to that of the configuration.
    pub(super) fn relative(&self, path: &Path) -> String {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!("{}{name}", self.prefix)
    }
}

/// What is known of a folder: its configuration, or what is wrong with it.
type Known = Result<Option<Configured>, Invalid>;

/// A configuration that is invalid.
struct Invalid {
    uri: String,
    /// What is wrong, with the place.
    text: String,
    diagnostics: Vec<Value>,
}

/// The configurations of the folders of open documents.
#[derive(Default)]
pub(crate) struct KnownConfigs(HashMap<PathBuf, Known>);

impl KnownConfigs {
    /// Forgets what was read.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Forgets what was read for a folder.
    pub(crate) fn forget(&mut self, folder: &Path) {
        self.0.remove(folder);
    }

    /// Returns the URIs of the configurations that are invalid, with the diagnostics of each.
    pub(crate) fn faults(&self) -> impl Iterator<Item = (&String, &Vec<Value>)> {
        let invalid = self.0.values().filter_map(|known| known.as_ref().err());
        invalid.map(|invalid| (&invalid.uri, &invalid.diagnostics))
    }
}

impl State<'_> {
    /// Returns the findings of a document: errors, or else what the lints find that its configuration asks for; without a
    /// configuration, the warnings of the default lints.
    pub(super) fn findings(
        &mut self,
        uri: &str,
        path: Option<&Path>,
        analysis: &Analysis,
    ) -> Vec<Diagnostic> {
        let path = path.filter(|_| !is_test(uri));
        let configured = path.and_then(|path| Some((self.configured(path.parent()?)?, path)));
        let (Some((config, path)), Some(checked)) = (configured, analysis.valid()) else {
            return analysis.findings().to_vec();
        };
        if config.file.config.lint.is_empty() {
            return analysis.findings().to_vec();
        }
        let relative = config.relative(path);
        let found = checked.lint(&config.file.levels(&[], Some(&relative)));
        let with_help = |LintFinding { lint, diagnostic }| {
            let mut diagnostic: Diagnostic = diagnostic;
            if diagnostic.notes.is_empty() {
                diagnostic.notes.push(lint.help().to_string());
            }
            diagnostic.coded(lint.id())
        };
        found.into_iter().map(with_help).collect()
    }

    /// Returns the configuration of the interfaces in a folder, if there is a valid one.
    pub(super) fn configured(&mut self, folder: &Path) -> Option<Configured> {
        self.known(folder).as_ref().ok()?.clone()
    }

    /// Returns the number of columns of a formatted file in a folder.
    ///
    /// # Errors
    ///
    /// If the configuration is invalid, with the reason.
    pub(super) fn width(&mut self, folder: &Path) -> Result<usize, Fault> {
        // A client may not tell of changes.
        self.configs.forget(folder);
        match self.known(folder) {
            Ok(Some(config)) => Ok(config.file.width().into()),
            Ok(None) => Ok(DEFAULT_WIDTH.into()),
            Err(invalid) => Err(Fault::failed(&*invalid.text)),
        }
    }

    /// Returns what is known of a folder; looks for its configuration if that is nothing.
    fn known(&mut self, folder: &Path) -> &Known {
        let (host, folders) = (self.host, &self.folders);
        let (client, encoding) = (self.client, self.encoding);
        let known = self.configs.0.entry(folder.to_path_buf());
        known.or_insert_with_key(|folder| {
            let found = host.config(folder, folders);
            found.map_err(|(path, failure)| Invalid {
                uri: uri::of_path(&path),
                text: failure.to_string(),
                diagnostics: diagnostics_of(failure, client, encoding),
            })
        })
    }
}

/// Returns the diagnostics of a configuration.
fn diagnostics_of(failure: Failure, client: Client, encoding: Encoding) -> Vec<Value> {
    let Failure::Findings { findings, .. } = failure else {
        // What cannot be read has no lines.
        let finding = Diagnostic::nowhere(Severity::Error, failure.to_string());
        return vec![client.diagnostic(&finding, lsp::Range::default())];
    };
    let all = findings.list.iter().map(|finding| {
        let range = finding.labels.first().map(|label| {
            let text = findings.sources.text(label.file);
            LineIndex::new(text, encoding).range(text, label.span)
        });
        client.diagnostic(finding, range.unwrap_or_default())
    });
    all.collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::host::{Host, Machine};
    use candid_parser::check::Memory;
    use std::os::unix::fs::symlink;
    use std::path::PathBuf;

    /// A configuration outside of the workspace is not read, whatever leads there.
    #[test]
    fn only_inside_of_the_workspace() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        for path in ["ws/in/deep", "ws/none", "out/in"] {
            std::fs::create_dir_all(at(path)).unwrap();
        }
        for path in ["didc.toml", "out/didc.toml", "ws/in/didc.toml"] {
            std::fs::write(at(path), "").unwrap();
        }
        std::fs::write(at("ws/none/bad.toml"), "a =").unwrap();
        symlink(at("out"), at("ws/link")).unwrap();
        symlink(at("ws/in"), at("out/back")).unwrap();
        let machine = Machine {
            files: Box::new(Memory::default()),
        };
        let found = |path: &str, workspace: &[&str]| {
            let workspace: Vec<PathBuf> = workspace.iter().map(|path| at(path)).collect();
            match machine.config(&at(path), &workspace) {
                Ok(None) => "none".to_string(),
                Ok(Some(found)) => {
                    let root = folder.path().canonicalize().unwrap();
                    let path = found.file.path.strip_prefix(root).unwrap();
                    format!("{} {}", path.display(), found.prefix)
                }
                Err((path, _)) => format!("error in {:?}", path.file_name().unwrap()),
            }
        };
        let rows = [
            ("ws/in/deep", &["ws"][..], "ws/in/didc.toml deep/"),
            ("ws/in", &["ws"], "ws/in/didc.toml "),
            ("ws/none", &["ws"], "none"),
            ("ws/in", &[], "none"),
            ("ws/in/deep", &["ws/in/deep"], "none"),
            ("ws/link/in", &["ws"], "none"),
            ("ws/link/in", &["ws", "out"], "out/didc.toml in/"),
            ("out/back/deep", &["ws"], "ws/in/didc.toml deep/"),
            ("ws/none/../../out", &["ws"], "none"),
            ("gone", &["ws"], "none"),
        ];
        for (path, workspace, expected) in rows {
            assert_eq!(found(path, workspace), expected, "{path} in {workspace:?}");
        }
        symlink(at("out/didc.toml"), at("ws/none/didc.toml")).unwrap();
        assert_eq!(found("ws/none", &["ws"]), "none");
        std::fs::remove_file(at("ws/none/didc.toml")).unwrap();
        symlink(at("ws/none/bad.toml"), at("ws/none/didc.toml")).unwrap();
        assert_eq!(found("ws/none", &["ws"]), "error in \"didc.toml\"");
    }
}
