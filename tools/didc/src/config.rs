//! `didc.toml`: the configuration of a repository. It is looked for in the folder of each input and in those above it; for
//! standard input, from the current folder upwards.

use crate::failure::{Failure, Result};
use crate::input;
use candid_parser::breaking::Rule;
use candid_parser::check::{Level, Lint};
use candid_parser::diagnostic::{Diagnostic, Diagnostics};
use candid_parser::syntax::ast::Span;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The name of the file.
pub(crate) const FILE_NAME: &str = "didc.toml";

/// The width of formatted interfaces without a configuration: that of `didc bind -t did`.
const DEFAULT_WIDTH: u16 = 80;

/// Maximum size of the file, in bytes.
const MAX_LEN: usize = 1 << 20;

/// The content of the file: a section for each command that has one.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Config {
    pub(crate) lint: LintSection,
    pub(crate) breaking: BreakingSection,
    pub(crate) fmt: FmtSection,
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
    /// `[[breaking.allow]]`: changes that are intended.
    pub(crate) allow: Vec<toml::Spanned<AllowedChange>>,
}

/// A change that is intended, until a day.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AllowedChange {
    pub(crate) id: RuleName,
    /// The place, as findings have it.
    pub(crate) path: String,
    pub(crate) reason: String,
    pub(crate) until: Day,
    /// The files with the change, relative to the folder of the file; by default all.
    pub(crate) file: Option<Glob>,
}

/// A rule of `didc breaking`, by its id or name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RuleName(pub(crate) Rule);

impl<'de> Deserialize<'de> for RuleName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let is_named = |rule: &&Rule| rule.id() == text || rule.name() == text;
        match Rule::ALL.iter().find(is_named) {
            Some(rule) => Ok(RuleName(*rule)),
            None => Err(D::Error::custom(format_args!(
                "unknown rule {text:?}, expected an id such as {}",
                Rule::TypeChanged.id()
            ))),
        }
    }
}

/// A day: a date of TOML, or the same in quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Day(pub(crate) u16, pub(crate) u8, pub(crate) u8);

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.0, self.1, self.2)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Date(toml::value::Datetime),
            Text(String),
        }
        let date = match Either::deserialize(deserializer) {
            Ok(Either::Date(date)) => Some(date),
            Ok(Either::Text(text)) => text.parse().ok(),
            Err(_) => None,
        };
        match date {
            Some(toml::value::Datetime {
                date: Some(date),
                time: None,
                offset: None,
            }) => Ok(Day(date.year, date.month, date.day)),
            _ => Err(D::Error::custom("expected a day: 2030-12-31")),
        }
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

/// A lint, by its name or id, or all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LintName {
    All,
    One(Lint),
}

impl std::str::FromStr for LintName {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match text {
            "all" => Ok(LintName::All),
            text => match text.parse() {
                Ok(lint) => Ok(LintName::One(lint)),
                Err(error) => Err(format!("{error}")),
            },
        }
    }
}

impl fmt::Display for LintName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LintName::All => "all",
            LintName::One(lint) => lint.name(),
        })
    }
}

impl<'de> Deserialize<'de> for LintName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// A level, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase", remote = "Level")]
enum LevelOf {
    Allow,
    Warn,
    Deny,
}

/// A level, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) struct LevelName(#[serde(with = "LevelOf")] pub(crate) Level);

/// A pattern of paths: `*`, `?`, `[…]` and `{…,…}` stand for parts of a name, `**` for any number of folders.
#[derive(Debug, Clone)]
pub(crate) struct Glob(globset::GlobMatcher);

impl Glob {
    /// Returns whether a path, with `/` between its names, is one of the pattern.
    pub(crate) fn matches(&self, path: &str) -> bool {
        self.0.is_match(path)
    }
}

impl PartialEq for Glob {
    fn eq(&self, other: &Self) -> bool {
        self.0.glob() == other.0.glob()
    }
}

impl Eq for Glob {}

impl Hash for Glob {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.glob().hash(state);
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.glob().glob())
    }
}

impl<'de> Deserialize<'de> for Glob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut pattern = globset::GlobBuilder::new(&text);
        pattern.literal_separator(true).backslash_escape(true);
        match pattern.build() {
            Ok(pattern) => Ok(Glob(pattern.compile_matcher())),
            Err(error) => Err(D::Error::custom(format_args!(
                "invalid pattern: {}",
                error.kind()
            ))),
        }
    }
}

/// A table, in the order of the file, whose keys differ also where there are several ways to write one.
#[derive(Debug)]
pub(crate) struct Table<K, V>(pub(crate) Vec<(K, V)>);

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Table(Vec::new())
    }
}

impl<'de, K, V> Deserialize<'de> for Table<K, V>
where
    K: Deserialize<'de> + fmt::Display + Eq + std::hash::Hash + Clone,
    V: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Entries<K, V>(std::marker::PhantomData<(K, V)>);

        impl<'de, K, V> Visitor<'de> for Entries<K, V>
        where
            K: Deserialize<'de> + fmt::Display + Eq + std::hash::Hash + Clone,
            V: Deserialize<'de>,
        {
            type Value = Table<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table")
            }

            fn visit_map<A: MapAccess<'de>>(
                self,
                mut map: A,
            ) -> std::result::Result<Self::Value, A::Error> {
                let mut seen = std::collections::HashSet::new();
                let mut entries = Vec::new();
                while let Some(key) = map.next_key::<K>()? {
                    if !seen.insert(key.clone()) {
                        return Err(A::Error::custom(format_args!("{key} is given twice")));
                    }
                    entries.push((key, map.next_value()?));
                }
                Ok(Table(entries))
            }
        }

        deserializer.deserialize_map(Entries(std::marker::PhantomData))
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
    fn load(path: &Path) -> Result<Self> {
        let text = input::text(path)?;
        if text.len() > MAX_LEN {
            let message = format!("a configuration of more than {} MiB", MAX_LEN >> 20);
            return Err(Failure::file(path, message));
        }
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        Ok(ConfigFile {
            folder: folder
                .canonicalize()
                .map_err(|error| Failure::file(folder, error))?,
            path: path.to_path_buf(),
            config: parse(path, &text)?,
            text,
        })
    }

    /// Returns the path of an input relative to the folder of the file, with `/` between its names; `None` if the input is
    /// not below the folder, or is standard input.
    pub(crate) fn relative(&self, input: &Path) -> Option<String> {
        if input::is_stdin(input) {
            return None;
        }
        let path = input.canonicalize().ok()?;
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
        let offset = |at: usize| u32::try_from(at.min(text.len())).unwrap_or(u32::MAX);
        let span = error.span().map_or(Span { start: 0, end: 0 }, |span| Span {
            start: offset(span.start),
            end: offset(span.end),
        });
        // Some of its messages have several lines.
        let mut lines = error.message().lines();
        let message = lines.next().unwrap_or("invalid configuration");
        let mut finding = Diagnostic::error(message, file, span);
        for line in lines {
            finding = finding.note(line);
        }
        findings.list.push(finding);
        let findings = Box::new(findings);
        Failure::Findings { findings, code: 2 }
    })
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
        let width = self.of(input)?.and_then(|file| file.config.fmt.width);
        Ok(width.unwrap_or(DEFAULT_WIDTH))
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
        // Of an input that is not there, something else says so.
        let Ok(folder) = folder.canonicalize() else {
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
            let path = folder.join(FILE_NAME);
            if path.is_file() {
                let path = short(&path);
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
    use candid_parser::check::{Level, Lint};
    use std::path::Path;

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
