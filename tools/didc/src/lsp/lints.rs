//! Lints with the levels of `didc.toml`, which is looked for in the folder of a document and in those above it, inside of the
//! workspace. It is read again when the editor says that it has changed.

use super::position::LineIndex;
use super::state::State;
use super::uri;
use crate::config::ConfigFile;
use crate::failure::Failure;
use candid_parser::check::LintFinding;
use candid_parser::diagnostic::Diagnostic;
use candid_parser::ide::Analysis;
use serde_json::{json, Value};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The configuration of the interfaces in a folder.
#[derive(Clone)]
pub(crate) struct Configured {
    pub(super) file: Rc<ConfigFile>,
    /// The path of the folder relative to that of the configuration, with `/` behind each name.
    prefix: String,
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
        }
    }

    /// Returns the path of a file in the folder, relative to that of the configuration.
    pub(super) fn relative(&self, path: &Path) -> String {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!("{}{name}", self.prefix)
    }
}

/// What is known of a folder: its configuration, or the URI of one that is invalid, with the diagnostics.
type Known = Result<Option<Configured>, (String, Vec<Value>)>;

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

    /// Returns the diagnostics of configurations.
    pub(crate) fn faults(&self) -> impl Iterator<Item = &(String, Vec<Value>)> {
        self.0.values().filter_map(|known| known.as_ref().err())
    }
}

impl State<'_> {
    /// Returns the findings of a document: errors, or else what the lints find that its configuration asks for; without a
    /// configuration, the warnings of the default lints.
    pub(super) fn findings(&mut self, path: Option<&Path>, analysis: &Analysis) -> Vec<Diagnostic> {
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
        if !self.configs.0.contains_key(folder) {
            let found = self.host.config(folder, &self.folders);
            let known = found
                .map_err(|(path, failure)| (uri::of_path(&path), self.diagnostics_of(failure)));
            self.configs.0.insert(folder.to_path_buf(), known);
        }
        self.configs.0.get(folder)?.as_ref().ok()?.clone()
    }

    /// Returns the diagnostics of a configuration.
    fn diagnostics_of(&self, failure: Failure) -> Vec<Value> {
        let diagnostic = |message: &str, range: Value, code: Option<&str>| {
            let mut diagnostic =
                json!({ "range": range, "severity": 1, "source": "didc", "message": message });
            if let Some(code) = code {
                diagnostic["code"] = code.into();
            }
            diagnostic
        };
        let Failure::Findings { findings, .. } = failure else {
            let start = json!({ "line": 0, "character": 0 });
            let range = json!({ "start": start, "end": start });
            return vec![diagnostic(&failure.to_string(), range, None)];
        };
        let all = findings.list.iter().map(|finding| {
            let label = finding.labels.first();
            let range = label.map(|label| {
                let text = findings.sources.text(label.file);
                LineIndex::new(text, self.encoding).range(text, label.span)
            });
            let notes = finding.notes.iter().map(String::as_str);
            let lines: Vec<&str> = [&*finding.message].into_iter().chain(notes).collect();
            diagnostic(
                &lines.join("\n"),
                json!(range.unwrap_or_default()),
                finding.code,
            )
        });
        all.collect()
    }
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
