//! Values of `didc.toml`: lints, levels, rules, days, patterns of paths, and tables.

use super::allow::{EXPIRED, UNUSED};
use crate::report;
use candid_parser::breaking::Rule;
use candid_parser::check::{Level, Lint, UnknownLint};
use candid_parser::diagnostic::one_line;
use candid_parser::utils::did_you_mean;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A kind of finding, whose level a configuration has.
pub(crate) trait Kind: Sized {
    /// Returns the kind of a name or id, or what is wrong with it.
    fn parse(text: &str) -> std::result::Result<Self, String>;

    fn name(&self) -> &'static str;
}

impl Kind for Lint {
    fn parse(text: &str) -> std::result::Result<Self, String> {
        text.parse().map_err(|error: UnknownLint| error.to_string())
    }

    fn name(&self) -> &'static str {
        (*self).name()
    }
}

/// A kind of finding by its name or id, or all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AllOr<K> {
    All,
    One(K),
}

/// A lint, or all of them.
pub(crate) type LintName = AllOr<Lint>;

impl<K: Kind> std::str::FromStr for AllOr<K> {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match text {
            "all" => Ok(AllOr::All),
            text => K::parse(text).map(AllOr::One),
        }
    }
}

impl<K: Kind> fmt::Display for AllOr<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AllOr::All => "all",
            AllOr::One(kind) => kind.name(),
        })
    }
}

impl<'de, K: Kind> Deserialize<'de> for AllOr<K> {
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
pub(crate) struct Glob {
    pattern: globset::Glob,
    /// The pattern alone: what matches several tells whether it can be made, unlike what matches one.
    matcher: globset::GlobSet,
}

impl Glob {
    /// Parses a pattern, in which `\\` stands before a character that means itself. Paths are matched without `.` as a name.
    pub(crate) fn parse(text: &str) -> std::result::Result<Self, String> {
        let names: Vec<_> = text.split('/').filter(|name| *name != ".").collect();
        let text = names.join("/");
        let mut builder = globset::GlobBuilder::new(&text);
        builder.literal_separator(true).backslash_escape(true);
        let build = || {
            let pattern = builder.build()?;
            let matcher = globset::GlobSet::builder().add(pattern.clone()).build()?;
            Ok(Glob { pattern, matcher })
        };
        build().map_err(|error: globset::Error| match error.kind() {
            // The only way in which what is made of a valid pattern fails.
            globset::ErrorKind::Regex(_) => "invalid pattern: too large".to_string(),
            kind => format!("invalid pattern: {kind}"),
        })
    }

    /// Returns whether a path, with `/` between its names, is one of the pattern.
    pub(crate) fn matches(&self, path: &str) -> bool {
        self.matcher.is_match(path)
    }

    /// Returns whether a path, or a folder that it is in, with or without `/` behind its name, is one of the pattern.
    pub(crate) fn covers(&self, path: &str) -> bool {
        let folders = path
            .match_indices('/')
            .flat_map(|(at, _)| [&path[..at], &path[..=at]]);
        folders.chain([path]).any(|name| self.matches(name))
    }
}

impl PartialEq for Glob {
    fn eq(&self, other: &Self) -> bool {
        self.pattern == other.pattern
    }
}

impl Eq for Glob {}

impl Hash for Glob {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pattern.hash(state);
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pattern.glob())
    }
}

impl<'de> Deserialize<'de> for Glob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let glob = Glob::parse(&text).map_err(D::Error::custom)?;
        let pattern = glob.pattern.glob();
        if pattern.is_empty()
            || text.starts_with('/')
            || pattern.split('/').any(|name| name == "..")
        {
            return Err(D::Error::custom(format_args!(
                "invalid pattern {text:?}: it matches no file, as paths begin with a name and have no .."
            )));
        }
        Ok(glob)
    }
}

/// Maximum number of elements of a list or a table that has patterns, each of which takes ten kilobytes, and is compared with each
/// path.
const MAX_ELEMENTS: usize = 1_000;

/// Returns the error of a list or a table that is too long, if it is.
fn too_long<E: Error>(len: usize) -> std::result::Result<(), E> {
    match len {
        ..=MAX_ELEMENTS => Ok(()),
        _ => Err(E::custom(format_args!("more than {MAX_ELEMENTS} elements"))),
    }
}

/// Deserializes a list with a bounded number of elements.
pub(crate) fn bounded<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> std::result::Result<Vec<T>, D::Error> {
    struct Elements<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Elements<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a sequence")
        }

        fn visit_seq<A: SeqAccess<'de>>(
            self,
            mut elements: A,
        ) -> std::result::Result<Self::Value, A::Error> {
            let mut list = Vec::new();
            while let Some(element) = elements.next_element()? {
                list.push(element);
                too_long(list.len())?;
            }
            Ok(list)
        }
    }

    deserializer.deserialize_seq(Elements(PhantomData))
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
        struct Entries<K, V>(PhantomData<(K, V)>);

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
                    too_long(entries.len())?;
                }
                Ok(Table(entries))
            }
        }

        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// A rule of `didc breaking`, by its id or name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RuleName(pub(crate) Rule);

/// The id of a finding of `didc breaking`: of a rule, or of an entry that allows a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct FindingId(pub(crate) &'static str);

impl Kind for FindingId {
    fn parse(text: &str) -> std::result::Result<Self, String> {
        let is_named =
            |rule: &report::Rule| rule.id.eq_ignore_ascii_case(text) || rule.name == text;
        match [EXPIRED, UNUSED].into_iter().find(is_named) {
            Some(rule) => Ok(FindingId(rule.id)),
            None => rule(text).map(|rule| FindingId(rule.id())),
        }
    }

    fn name(&self) -> &'static str {
        self.0
    }
}

/// Returns the rule with an id or name, or which one was meant.
fn rule(text: &str) -> std::result::Result<Rule, String> {
    let is_named = |rule: &&Rule| rule.id().eq_ignore_ascii_case(text) || rule.name() == text;
    if let Some(rule) = Rule::ALL.iter().find(is_named) {
        return Ok(*rule);
    }
    let names = Rule::ALL.iter().flat_map(|rule| [rule.id(), rule.name()]);
    let meant = did_you_mean(text, names.clone()).or(did_you_mean(&text.to_uppercase(), names));
    Err(match meant {
        Some(meant) => format!("unknown rule {text:?}, did you mean {meant}?"),
        None => {
            let example = Rule::TypeChanged.id();
            format!("unknown rule {text:?}, expected an id such as {example}")
        }
    })
}

impl<'de> Deserialize<'de> for RuleName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        rule(&text).map(RuleName).map_err(D::Error::custom)
    }
}

/// A text that says something, on one line.
#[derive(Debug, Clone)]
pub(crate) struct Sentence(String);

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(&self.0))
    }
}

impl<'de> Deserialize<'de> for Sentence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.trim().is_empty() {
            true => Err(D::Error::custom("expected a text that is not empty")),
            false => Ok(Sentence(text)),
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
        #[serde(untagged, expecting = "expected a day: 2030-12-31")]
        enum Either {
            Date(toml::value::Datetime),
            Text(String),
        }
        // Also if it is missing, which is not said of a day.
        let date = match Either::deserialize(deserializer)? {
            Either::Date(date) => Some(date),
            Either::Text(text) => text.parse().ok(),
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
