//! `didc.toml`: the configuration of a repository. It is looked for in the folder of each input and in those above it; for
//! standard input, from the current folder upwards.

mod allow;
mod bind;
mod given;
mod places;
mod values;
mod words;

use crate::cmd::breaking;
use crate::code::{self, Code};
use crate::failure::{Failure, Result};
use crate::input;
use crate::paths::shown;
use candid_parser::check::{Level, Levels};
use candid_parser::diagnostic::{one_line, Diagnostic, Diagnostics};
use candid_parser::syntax::ast::Span;
use serde::Deserialize;
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub(crate) use allow::{AllowedChange, EXPIRED, UNUSED};
pub(crate) use bind::{ends_line, BindSection, Header, NAME};
pub(crate) use given::GivenConfig;
use values::{AllOr, Day, FindingId, RuleName, Sentence};
pub(crate) use values::{Glob, LevelName, LintName, Table};

/// The name of the file.
pub(crate) const FILE_NAME: &str = "didc.toml";

/// The width of formatted interfaces without a configuration: that of `didc bind -t did`.
pub(crate) const DEFAULT_WIDTH: u16 = 80;

/// Maximum size of the file, in bytes.
const MAX_LEN: usize = 1 << 20;

/// The content of the file: a section for each command that has one.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Config {
    pub(crate) files: FilesSection,
    pub(crate) lint: LintSection,
    pub(crate) breaking: BreakingSection,
    pub(crate) fmt: FmtSection,
    /// `[[bind]]`
    pub(crate) bind: Vec<toml::Spanned<BindSection>>,
}

/// `[files]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct FilesSection {
    /// Patterns of the files and folders, relative to the folder of the file, that are left out of the folders that are given.
    #[serde(deserialize_with = "values::bounded")]
    exclude: Vec<Glob>,
}

/// `[fmt]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct FmtSection {
    /// The number of columns beyond which lists are broken over lines.
    pub(crate) width: Option<u16>,
}

/// `[breaking]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct BreakingSection {
    /// What must not break, in addition to messages, where the command line does not say it.
    pub(crate) level: Vec<breaking::LevelName>,
    /// Whose messages must not break, likewise.
    pub(crate) protect: Vec<breaking::Who>,
    /// `[breaking.levels]`: the level of a finding, or of `all`.
    pub(crate) levels: Table<AllOr<FindingId>, LevelName>,
    /// `[[breaking.allow]]`: changes that are intended.
    #[serde(deserialize_with = "values::bounded")]
    pub(crate) allow: Vec<toml::Spanned<AllowedChange>>,
}

impl BreakingSection {
    /// Returns the level of findings with an id.
    pub(crate) fn level_of(&self, id: &'static str) -> Level {
        let of = |kind| {
            let found = self.levels.0.iter().find(|(given, _)| *given == kind);
            found.map(|(_, level)| level.0)
        };
        of(AllOr::One(FindingId(id)))
            .or_else(|| of(AllOr::All))
            .unwrap_or(Level::Deny)
    }
}

/// `[lint]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LintSection {
    /// `[lint.levels]`: the level of a lint, or of `all`.
    pub(crate) levels: Table<LintName, LevelName>,
    /// `[lint.allow]`: for a pattern of paths, relative to the folder of the file, the lints that are allowed there.
    pub(crate) allow: Table<Glob, Vec<LintName>>,
}

impl LintSection {
    /// Returns the levels for an interface: the default ones, those here, those that are given, and what is allowed for its path
    /// relative to the folder of the file.
    pub(crate) fn levels(&self, given: &[(LintName, Level)], relative: Option<&str>) -> Levels {
        let mut levels = Levels::default();
        let mut set = |name: LintName, level: Level| match name {
            LintName::All => levels.set_all(level),
            LintName::One(lint) => levels.set(lint, level),
        };
        let is_of_all = |(name, _): &&(LintName, LevelName)| *name == LintName::All;
        for (name, level) in self.levels.0.iter().filter(is_of_all) {
            set(*name, level.0);
        }
        for (name, level) in self.levels.0.iter().filter(|entry| !is_of_all(entry)) {
            set(*name, level.0);
        }
        for (name, level) in given {
            set(*name, *level);
        }
        if let Some(path) = relative {
            for (_, names) in self
                .allow
                .0
                .iter()
                .filter(|(pattern, _)| pattern.covers(path))
            {
                for name in names {
                    set(*name, Level::Allow);
                }
            }
        }
        levels
    }

    /// Returns whether nothing is configured.
    pub(crate) fn is_empty(&self) -> bool {
        self.levels.0.is_empty() && self.allow.0.is_empty()
    }
}

/// A file and its content.
#[derive(Debug)]
pub(crate) struct ConfigFile {
    /// The canonical path of its folder, to which paths in it are relative.
    pub(crate) folder: PathBuf,
    /// Its path and text, for findings about it.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) config: Config,
}

impl ConfigFile {
    /// Reads a file.
    pub(crate) fn load(path: &Path) -> Result<Self> {
        let text = input::text(path)?;
        if text.len() > MAX_LEN {
            let message = format!("a configuration of more than {} MiB", MAX_LEN >> 20);
            return Err(Failure::file(path, message).with_code(code::LIMIT));
        }
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let folder = folder.canonicalize();
        let folder = folder.map_err(|error| Failure::unreadable(path, error))?;
        Self::of_text(path, folder, text)
    }

    /// Parses the text of a file in a folder.
    pub(crate) fn of_text(path: &Path, folder: PathBuf, text: String) -> Result<Self> {
        Ok(ConfigFile {
            folder,
            path: path.to_path_buf(),
            config: parse(path, &text)?,
            text,
        })
    }

    /// Returns the number of columns beyond which lists are broken over lines.
    pub(crate) fn width(&self) -> u16 {
        self.config.fmt.width.unwrap_or(DEFAULT_WIDTH)
    }

    /// Returns the levels of lints for an interface, of whose path relative to the folder of the file some may be allowed.
    pub(crate) fn levels(&self, given: &[(LintName, Level)], relative: Option<&str>) -> Levels {
        self.config.lint.levels(given, relative)
    }

    /// Returns the failure of a kind, of what is at a part of the file, and perhaps of what is at another one, with a word on that.
    pub(crate) fn failure(
        &self,
        code: Code,
        message: impl Into<String>,
        part: Range<usize>,
        also: Option<(&str, Range<usize>)>,
    ) -> Failure {
        let mut findings = Diagnostics::default();
        let name = self.path.display().to_string();
        let file = findings.sources.add(name, &*self.text);
        let finding = Diagnostic::error(message, file, span(&self.text, part));
        let mut finding = finding.coded(code.id);
        if let Some((text, part)) = also {
            finding = finding.also(text, file, span(&self.text, part));
        }
        findings.list.push(finding);
        let findings = Box::new(findings);
        Failure::Findings { findings, code: 2 }
    }

    /// Returns whether an interface in a folder is left out: it, or a folder that it is in, is one of the patterns.
    pub(crate) fn excludes(&self, path: &Path) -> bool {
        let patterns = &self.config.files.exclude;
        !patterns.is_empty()
            && self
                .relative(path)
                .is_some_and(|path| patterns.iter().any(|pattern| pattern.covers(&path)))
    }

    /// Returns what is said of an interface that is left out.
    pub(crate) fn left_out(&self, path: &Path) -> String {
        let (path, config) = (shown(path), shown(&self.path));
        format!("{path} is left out, by exclude in {config}")
    }

    /// Returns the path of an input, which may not be there any more, relative to the folder of the file, with `/` between its
    /// names; `None` if the input is not below the folder, or is standard input.
    pub(crate) fn relative(&self, input: &Path) -> Option<String> {
        if input::is_stdin(input) {
            return None;
        }
        let path = canonical(input)?;
        let path = path.strip_prefix(&self.folder).ok()?;
        let names = path.components().map(|name| name.as_os_str());
        let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
        Some(names.join("/"))
    }
}

/// Parses the content of a file; an error shows the line with the mistake.
fn parse(path: &Path, text: &str) -> Result<Config> {
    toml::from_str(text).map_err(|error| {
        let mut findings = Diagnostics::default();
        let file = findings.sources.add(path.display().to_string(), text);
        let part = error.span().unwrap_or(0..0);
        let message = error.message();
        let (code, message, notes) = match text.parse::<toml::Table>() {
            Ok(_) => {
                let (message, note) = words::in_words(message, text, part.start);
                (code::INVALID_SETTING, message, Vec::from_iter(note))
            }
            Err(_) => {
                // Some of its messages have several lines.
                let mut lines = message.lines().map(str::to_string);
                let first = lines.next().unwrap_or_default();
                (code::INVALID_TOML, first, lines.collect())
            }
        };
        let finding = Diagnostic::error(one_line(&message), file, span(text, part));
        let mut finding = finding.coded(code.id);
        for note in notes {
            finding = finding.note(note);
        }
        findings.list.push(finding);
        let findings = Box::new(findings);
        Failure::Findings { findings, code: 2 }
    })
}

/// Returns the location of a part of a text.
fn span(text: &str, part: Range<usize>) -> Span {
    let offset = |at: usize| u32::try_from(at.min(text.len())).unwrap_or(u32::MAX);
    Span {
        start: offset(part.start),
        end: offset(part.end),
    }
}

/// The configurations of inputs. Each file is read once.
#[derive(Debug, Default)]
pub(crate) struct Configs {
    /// The file for all inputs, if one was given.
    given: Option<Rc<ConfigFile>>,
    /// What was found for a folder.
    known: HashMap<PathBuf, Option<Rc<ConfigFile>>>,
}

impl Configs {
    /// Returns the configurations that are found near the inputs, or the given file for all of them.
    pub(crate) fn new(given: Option<&Path>) -> Result<Self> {
        let given = given.map(ConfigFile::load).transpose();
        Ok(Configs {
            given: given.map_err(Failure::in_argument)?.map(Rc::new),
            known: HashMap::new(),
        })
    }

    /// Returns the number of columns beyond which lists of an interface are broken over lines.
    pub(crate) fn width(&mut self, input: &Path) -> Result<u16> {
        let file = self.of(input)?;
        Ok(file.map_or(DEFAULT_WIDTH, |file| file.width()))
    }

    /// Returns the configuration of an input, if there is one.
    pub(crate) fn of(&mut self, input: &Path) -> Result<Option<Rc<ConfigFile>>> {
        if let Some(given) = &self.given {
            return Ok(Some(Rc::clone(given)));
        }
        let folder = match input.parent() {
            Some(folder) if folder != Path::new("") && !input::is_stdin(input) => folder,
            _ => Path::new("."),
        };
        let Some(folder) = canonical(folder) else {
            return Ok(None);
        };
        // The folders without a file, from the innermost on.
        let mut passed = Vec::new();
        let mut found = None;
        for folder in folder.ancestors() {
            if let Some(known) = self.known.get(folder) {
                found = known.clone();
                break;
            }
            passed.push(folder.to_path_buf());
            let path = short(&folder.join(FILE_NAME));
            if is_there(&path)? {
                let file = ConfigFile::load(&path).map_err(Failure::in_argument)?;
                found = Some(Rc::new(file));
                break;
            }
        }
        let known = passed.into_iter().map(|folder| (folder, found.clone()));
        self.known.extend(known);
        Ok(found)
    }
}

/// Returns whether there is a configuration of this name.
///
/// # Errors
///
/// If the name is that of something else, whose settings would not apply. It is not opened: a pipe may never have an end.
pub(crate) fn is_there(path: &Path) -> Result<bool> {
    let unreadable = |why: String| Err(Failure::unreadable(path, why).in_argument());
    match path.metadata() {
        Ok(found) if found.is_file() => Ok(true),
        Ok(found) if found.is_dir() => unreadable("it is a folder".to_string()),
        Ok(_) => unreadable("it is not a file".to_string()),
        Err(error) => match path.read_link() {
            Ok(to) => unreadable(format!("it is a link to {}: {error}", shown(&to))),
            Err(_) => Ok(false),
        },
    }
}

/// Returns the canonical path of a file or folder, the last names of which may not be there any more.
fn canonical(path: &Path) -> Option<PathBuf> {
    path.ancestors().find_map(|found| {
        let rest = path.strip_prefix(found).ok()?;
        let found = match found == Path::new("") {
            true => Path::new("."),
            false => found,
        };
        let found = found.canonicalize().ok()?;
        Some(rest.iter().fold(found, |path, name| path.join(name)))
    })
}

/// Returns a path relative to the current folder, if it is below it.
fn short(path: &Path) -> PathBuf {
    let current = std::env::current_dir().and_then(|folder| folder.canonicalize());
    let below = current
        .ok()
        .and_then(|folder| path.strip_prefix(folder).ok().map(Path::to_path_buf));
    below.unwrap_or_else(|| path.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::{parse, LintName};
    use candid_parser::breaking::Rule;
    use candid_parser::check::{Level, Lint};
    use std::path::Path;

    /// The example of levels in the page of breaking changes is a configuration: that of a rule wins.
    #[test]
    fn the_example_of_levels_of_rules() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/breaking.md");
        let page = std::fs::read_to_string(page).expect("the page can be read");
        let (_, example) = page
            .split_once("\n## Levels\n")
            .expect("there is a section");
        let (_, example) = example
            .split_once("```toml\n")
            .expect("there is an example");
        let (example, _) = example.split_once("```").expect("it ends");
        let config = parse(Path::new("didc.toml"), example).expect("it is valid");
        for (rule, level) in [
            (Rule::MethodRemoved, Level::Deny),
            (Rule::SourceArgumentRenamed, Level::Allow),
            (Rule::MethodAdded, Level::Warn),
        ] {
            assert_eq!(config.breaking.level_of(rule.id()), level);
        }
    }

    /// The example in the page of lints is a configuration.
    #[test]
    fn the_example_in_the_documentation() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lints.md");
        let page = std::fs::read_to_string(page).expect("the page can be read");
        let (_, example) = page.split_once("```toml\n").expect("there is an example");
        let (example, _) = example.split_once("```").expect("it ends");
        let config = parse(Path::new("didc.toml"), example).expect("it is valid");
        let levels = config.lint.levels.0.iter();
        let levels: Vec<_> = levels.map(|(name, level)| (*name, level.0)).collect();
        assert_eq!(
            levels,
            [
                (LintName::All, Level::Warn),
                (LintName::One(Lint::UnnamedArguments), Level::Allow),
                (LintName::One(Lint::OptOpt), Level::Deny),
            ]
        );
        let [(vendor, all), (legacy, _)] = config.lint.allow.0.as_slice() else {
            panic!("{:?}", config.lint.allow);
        };
        assert_eq!(*all, [LintName::All]);
        for (path, is_vendor) in [
            ("vendor/a.did", true),
            ("vendor/b/c/a.did", true),
            ("vendored/a.did", false),
            ("src/vendor/a.did", false),
            ("legacy.did", false),
        ] {
            assert_eq!(vendor.matches(path), is_vendor, "{path}");
        }
        assert!(legacy.matches("legacy.did") && !legacy.matches("src/legacy.did"));
    }
}
