//! `canbench.yml`: how to build and run a bench canister, in canbench's format.

use crate::error::{Error, Result};
use crate::file;
use saphyr_parser::{Event, Parser, ScalarStyle, Span};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

/// The default name of the file.
pub const NAME: &str = "canbench.yml";
/// The default path of the results.
pub const RESULTS: &str = "canbench_results.yml";

/// The configuration of a bench canister. Paths are relative to the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The directory of the file.
    pub directory: PathBuf,
    /// The shell command that builds the module.
    pub build: Option<String>,
    /// The path of the module.
    pub wasm: PathBuf,
    /// The path of the stored results.
    pub results: PathBuf,
    /// The init arguments, in hex.
    pub init_args: Option<String>,
    /// A file with the initial content of stable memory.
    pub stable_memory: Option<PathBuf>,
}

/// The keys, nested keys after their parents.
const KEYS: [&str; 5] = [
    "build_cmd",
    "wasm_path",
    "results_path",
    "init_args.hex",
    "stable_memory.file",
];

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is not YAML, or has a key or value that canbench does not have.
    pub fn load(path: &Path) -> Result<Self> {
        let text = file::read_text(path)?;
        let directory = path.parent().unwrap_or(Path::new(""));
        parse(&text, directory).map_err(|(line, what)| Error::Contents {
            path: path.into(),
            line,
            what,
        })
    }

    /// Runs the build command in the directory of the file. Its output goes to standard error.
    ///
    /// # Errors
    ///
    /// If there is no shell, or the command fails.
    pub fn build(&self) -> Result<()> {
        let Some(command) = &self.build else {
            return Ok(());
        };
        let mut shell = Command::new("bash");
        shell.arg("-c").arg(command).stdin(Stdio::null());
        shell.stdout(Stdio::from(std::io::stderr()));
        if self.directory != Path::new("") {
            shell.current_dir(&self.directory);
        }
        let status = shell.status().map_err(|e| Error::file("bash", e))?;
        if status.success() {
            return Ok(());
        }
        Err(Error::Build {
            command: command.trim().into(),
            status: status.to_string(),
        })
    }
}

/// The line of an error, counted from one, and its message.
type Wrong = (usize, String);

fn parse(text: &str, directory: &Path) -> std::result::Result<Config, Wrong> {
    let mut found: [Option<String>; KEYS.len()] = Default::default();
    for (key, value, line) in entries(text)? {
        let Some(slot) = KEYS.iter().position(|known| *known == key) else {
            let known = KEYS.join(", ");
            return Err((
                line,
                format!("unknown key {key:?}: expected one of {known}"),
            ));
        };
        if value.trim().is_empty() {
            return Err((line, format!("{key} is empty")));
        }
        if found[slot].replace(value).is_some() {
            return Err((line, format!("duplicate key {key}")));
        }
    }
    let [build, wasm, results, init_args, stable_memory] = found;
    let within = |path: String| straight(&directory.join(path));
    Ok(Config {
        directory: directory.into(),
        build,
        wasm: within(wasm.ok_or((0, "missing key wasm_path".to_string()))?),
        results: within(results.unwrap_or_else(|| RESULTS.into())),
        init_args,
        stable_memory: stable_memory.map(within),
    })
}

/// Returns a path without redundant `..` components, for readability; those after a symbolic link stay, because the
/// link may lead elsewhere.
fn straight(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for component in path.components() {
        let is_detour = component == Component::ParentDir
            && matches!(
                straight.components().next_back(),
                Some(Component::Normal(_))
            )
            && !straight.is_symlink();
        match component {
            Component::ParentDir if is_detour => {
                straight.pop();
            }
            Component::CurDir => {}
            component => straight.push(component),
        }
    }
    straight
}

/// Returns all texts of a mapping and of its nested mappings, with the path of their keys and their lines. Anchors and
/// lists are rejected: canbench does not use them, and without them the running time is linear in the text.
fn entries(text: &str) -> std::result::Result<Vec<(String, String, usize)>, Wrong> {
    let mut entries = Vec::new();
    let (mut path, mut key): (Vec<String>, Option<String>) = (Vec::new(), None);
    let mut is_open = false;
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        let (event, span): (Event<'_>, Span) =
            event.map_err(|e| (e.marker().line(), e.info().to_string()))?;
        let line = span.start.line();
        match event {
            Event::MappingStart(0, None) if !is_open => is_open = true,
            Event::MappingStart(0, None) if path.is_empty() && key.is_some() => {
                path.extend(key.take())
            }
            Event::MappingEnd => {
                path.pop();
            }
            // A key without a value: the parser returns YAML's word for null.
            Event::Scalar(nothing, ScalarStyle::Plain, 0, None)
                if key.is_some() && nothing == "~" =>
            {
                let key = key.take().unwrap_or_default();
                return Err((line, format!("{key} is empty")));
            }
            Event::Scalar(text, _, 0, None) if is_open => match key.take() {
                None => {
                    let outer = path.iter().map(|outer| format!("{outer}."));
                    key = Some(outer.collect::<String>() + &text);
                }
                Some(key) => entries.push((key, text.into_owned(), line)),
            },
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => {}
            _ => {
                return Err((
                    line,
                    "expected `key: text`, nested once for init_args and stable_memory".into(),
                ))
            }
        }
    }
    Ok(entries)
}

#[cfg(test)]
mod tests;
