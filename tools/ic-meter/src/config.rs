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
            return Err((line, format!("unknown key {key:?}: there are {known}")));
        };
        if value.trim().is_empty() {
            return Err((line, format!("{key} is empty")));
        }
        if found[slot].replace(value).is_some() {
            return Err((line, format!("{key} is there twice")));
        }
    }
    let [build, wasm, results, init_args, stable_memory] = found;
    let within = |path: String| straight(&directory.join(path));
    Ok(Config {
        directory: directory.into(),
        build,
        wasm: within(wasm.ok_or((0, "wasm_path is missing".to_string()))?),
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
            Event::MappingStart(0, None) if path.is_empty() && key.is_some() => path.extend(key.take()),
            Event::MappingEnd => {
                path.pop();
            }
            // A key without a value: the parser returns YAML's word for null.
            Event::Scalar(nothing, ScalarStyle::Plain, 0, None) if key.is_some() && nothing == "~" => {
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
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {}
            _ => return Err((line, "expected `key: text`, or for init_args and stable_memory one more such line inside".into())),
        }
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_as_canbench_has_it() {
        let text = "\
# A comment.
build_cmd:
  cargo build --release
    --locked

wasm_path:
  ./target/a.wasm
results_path: \"r.yml\"
init_args:
  hex: 4449444c0001710568656c6c6f
stable_memory: { file: s.bin }
";
        let expected = Config {
            directory: "d".into(),
            build: Some("cargo build --release --locked".into()),
            wasm: "d/target/a.wasm".into(),
            results: "d/r.yml".into(),
            init_args: Some("4449444c0001710568656c6c6f".into()),
            stable_memory: Some("d/s.bin".into()),
        };
        assert_eq!(parse(text, Path::new("d")), Ok(expected));
        let least = parse("wasm_path: a.wasm", Path::new("")).unwrap();
        assert_eq!(least.results, Path::new("canbench_results.yml"));
        assert_eq!(
            (least.build, least.init_args, least.stable_memory),
            (None, None, None)
        );
        let lines = parse("wasm_path: a\nbuild_cmd: |\n  a\n  b\n", Path::new("")).unwrap();
        assert_eq!(lines.build.as_deref(), Some("a\nb\n"));
    }

    #[test]
    fn paths_have_no_detours() {
        let rows = [
            ("rust/bench/../../a.yml", "a.yml"),
            ("../a", "../a"),
            ("a/../../b", "../b"),
            ("/a/./b/../c", "/a/c"),
            ("/../a", "/../a"),
        ];
        for (path, expected) in rows {
            assert_eq!(straight(Path::new(path)), Path::new(expected), "{path}");
        }
    }

    #[test]
    fn what_canbench_has_no_word_for_is_refused() {
        let known =
            "there are build_cmd, wasm_path, results_path, init_args.hex, stable_memory.file";
        let form =
            "expected `key: text`, or for init_args and stable_memory one more such line inside";
        let rows = [
            ("", 0, "wasm_path is missing"),
            ("# nothing\n", 0, "wasm_path is missing"),
            ("build_cmd: a", 0, "wasm_path is missing"),
            (
                "wasm_path: a\nwasm: b",
                2,
                &format!("unknown key \"wasm\": {known}"),
            ),
            (
                "init_args:\n  text: a",
                2,
                &format!("unknown key \"init_args.text\": {known}"),
            ),
            (
                "init_args: 00",
                1,
                &format!("unknown key \"init_args\": {known}"),
            ),
            ("wasm_path: a\nwasm_path: b", 2, "wasm_path is there twice"),
            ("wasm_path:\nbuild_cmd: b", 1, "wasm_path is empty"),
            ("text", 1, form),
            ("[a, b]", 1, form),
            ("wasm_path: &a b", 1, form),
            ("wasm_path: !t b", 1, form),
            ("wasm_path: [b]", 1, form),
            ("a:\n  b:\n    c: d", 3, form),
            ("? {a: b}\n: c", 1, form),
        ];
        for (text, line, what) in rows {
            assert_eq!(
                parse(text, Path::new("")),
                Err((line, what.to_string())),
                "{text}"
            );
        }
        assert!(parse("wasm_path: \"a", Path::new("")).is_err());
        assert!(parse("wasm_path: a\n b: c\nd", Path::new("")).is_err());
    }
}
