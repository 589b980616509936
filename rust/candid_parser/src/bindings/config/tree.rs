//! A prefix tree of selectors: one node for each element of a path, with properties where a path ends.

use super::words::in_words;
use super::{is_scoped_key, ConfigState, Configs};
use crate::suggest::did_you_mean;
use anyhow::bail;
use serde::de::value::Error as ProbeError;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The tables that each belong to one tool; properties outside of any table may be beside them.
const SECTIONS: [&str; 4] = ["didc", "go", "random", "rust"];

/// Limit on the nesting of selectors: deeper than any useful selector, and far from exhausting the stack.
const MAX_NESTING: usize = 256;

/// A tree of selectors and their properties.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::rust::BindingConfig;
/// use candid_parser::configs::{ConfigTree, Configs};
///
/// let configs: Configs = "record.id.name = 'identifier'".parse().unwrap();
/// let tree = ConfigTree::<BindingConfig>::from_configs("rust", configs).unwrap();
/// let path = ["Account", "record", "id"].map(String::from);
/// let (_, is_recursive, start) = tree.get_config(&path).unwrap();
/// assert_eq!((is_recursive, start), (false, 1));
/// ```
#[derive(Debug, Clone, Default)]
pub struct ConfigTree<T: ConfigState> {
    state: Option<T>,
    subtree: BTreeMap<String, ConfigTree<T>>,
    /// The length of the longest path below.
    max_depth: u8,
}

impl<T: ConfigState> ConfigTree<T> {
    /// Reads the section `kind` of a configuration or, if it has none, the properties outside of any section.
    ///
    /// # Errors
    ///
    /// If a property is unknown or has a value of the wrong type; the message says where.
    pub fn from_configs(kind: &str, configs: Configs) -> anyhow::Result<Self> {
        let mut root = configs.0;
        let known = field_names::<T>().unwrap_or_default();
        for section in SECTIONS.iter().filter(|section| !known.contains(section)) {
            if let Some(value) = root.get(*section).filter(|value| !value.is_table()) {
                bail!("in the configuration: expected a section [{section}], found {value}");
            }
        }
        let mut tree = ConfigTree::default();
        if let Some(toml::Value::Table(section)) = root.get(kind) {
            tree.add_table(section, &mut Vec::new(), Some(kind))?;
        } else {
            root.retain(|key, value| !(SECTIONS.contains(&key) && value.is_table()));
            tree.add_table(&root, &mut Vec::new(), None)?;
        }
        Ok(tree)
    }

    fn add_table(
        &mut self,
        table: &toml::Table,
        path: &mut Vec<String>,
        kind: Option<&str>,
    ) -> anyhow::Result<()> {
        if path.len() >= MAX_NESTING {
            let path = path.join(".");
            bail!("{path}: nested more than {MAX_NESTING} levels deep");
        }
        let mut properties = toml::Table::new();
        for (key, value) in table {
            match value {
                toml::Value::Table(below) => {
                    path.push(key.clone());
                    self.add_table(below, path, kind)?;
                    path.pop();
                }
                _ => drop(properties.insert(key.clone(), value.clone())),
            }
        }
        if !properties.is_empty() {
            let state = properties_of(properties).map_err(|(key, message)| ConfigMistake {
                path: kind
                    .into_iter()
                    .chain(path.iter().map(String::as_str))
                    .chain([key.as_str()])
                    .map(str::to_string)
                    .collect(),
                message,
            })?;
            self.add_config(path, state);
        }
        Ok(())
    }

    /// Returns the node at a path from the root, if there is one.
    pub fn with_prefix(&self, prefix: &[String]) -> Option<&Self> {
        prefix
            .iter()
            .try_fold(self, |tree, key| tree.subtree.get(key))
    }

    /// Sets the properties of a selector, replacing any existing ones.
    pub fn add_config(&mut self, path: &[String], config: T) {
        match path {
            [] => self.state = Some(config),
            [first, rest @ ..] => {
                let depth = u8::try_from(path.len()).unwrap_or(u8::MAX);
                self.max_depth = self.max_depth.max(depth);
                self.subtree
                    .entry(first.clone())
                    .or_default()
                    .add_config(rest, config);
            }
        }
    }

    /// Returns the properties of a place, by the shortest selector that its path ends in; whether that selector matches
    /// further up on the path too; and the index on the path where it starts. The root never matches, and selectors for
    /// methods match only below [`with_prefix`](Self::with_prefix).
    pub fn get_config(&self, path: &[String]) -> Option<(&T, bool, usize)> {
        let shortest_first = (0..path.len()).rev().take(usize::from(self.max_depth));
        for start in shortest_first {
            let suffix = &path[start..];
            if is_scoped_key(&suffix[0]) {
                continue;
            }
            let found = self
                .with_prefix(suffix)
                .and_then(|tree| tree.state.as_ref());
            if let Some(config) = found {
                let is_recursive = path[..start]
                    .windows(suffix.len())
                    .any(|above| above == suffix);
                return Some((config, is_recursive, start));
            }
        }
        None
    }

    /// Adds the path of each property that is set, with its name at the end, to `result`; `path` is the path of this
    /// node.
    pub fn traverse(&self, path: &mut Vec<String>, result: &mut BTreeSet<Vec<String>>) {
        for property in self.state.iter().flat_map(ConfigState::list_properties) {
            let mut found = path.clone();
            found.push(property);
            result.insert(found);
        }
        for (key, below) in &self.subtree {
            path.push(key.clone());
            below.traverse(path, result);
            path.pop();
        }
    }

    /// Returns the properties that apply everywhere.
    pub(super) fn root(&self) -> Option<&T> {
        self.state.as_ref()
    }
}

/// A property of a configuration that there is not, or a value that it cannot have.
#[derive(Debug)]
#[doc(hidden)]
pub struct ConfigMistake {
    /// The keys of the tables around it, and its own.
    pub path: Vec<String>,
    /// What is wrong, with the key.
    pub message: String,
}

impl fmt::Display for ConfigMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("in the configuration")?;
        if let Some((_, tables @ [_, ..])) = self.path.split_last() {
            write!(f, ", in [{}]", tables.join("."))?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for ConfigMistake {}

/// Deserializes properties. A key that the struct does not have is an error; by default, serde would ignore it. An error has the
/// key, and what is wrong.
fn properties_of<T: ConfigState>(table: toml::Table) -> Result<T, (String, String)> {
    if let Some(known) = field_names::<T>() {
        if let Some(key) = table.keys().find(|key| !known.contains(&key.as_str())) {
            let hint = match did_you_mean(key, known.iter().copied()) {
                Some(close) => format!("did you mean {close}?"),
                None => format!("the keys are: {}", known.join(", ")),
            };
            return Err((key.clone(), format!("unknown key {key}, {hint}")));
        }
    }
    // One by one: an error of all together does not have the key in a form of its own.
    for (key, value) in &table {
        let one = toml::Table::from_iter([(key.clone(), value.clone())]);
        let read = toml::Value::Table(one).try_into::<T>();
        let checked = match read {
            Ok(state) => state.check(),
            Err(error) => Err(in_words(key, error.message().trim())),
        };
        checked.map_err(|message| (key.clone(), message))?;
    }
    let all = toml::Value::Table(table).try_into();
    all.map_err(|error: toml::de::Error| (String::new(), error.message().trim().to_string()))
}

/// Returns the field names of a struct with derived `Deserialize`; `None` for any other type.
fn field_names<T: DeserializeOwned>() -> Option<&'static [&'static str]> {
    let mut names = None;
    // It always fails: the probe provides no value.
    let _ = T::deserialize(Probe(&mut names));
    names
}

struct Probe<'a>(&'a mut Option<&'static [&'static str]>);

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = ProbeError;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, ProbeError> {
        Err(ProbeError::custom("there is no value"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ProbeError> {
        *self.0 = Some(fields);
        self.deserialize_any(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
