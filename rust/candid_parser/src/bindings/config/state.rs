//! Traversal state: the current path in a type, and the properties of that place.

use super::tree::ConfigTree;
use super::{ConfigState, Context, Scope, ScopePos, StateElem};
use crate::suggest::did_you_mean;
use candid::types::TypeEnv;
use std::collections::{BTreeMap, BTreeSet};

/// A traversal of types with the properties of the current place.
///
/// Each [`push_state`](State::push_state) on the way in is undone by a [`pop_state`](State::pop_state) on the way out.
pub struct State<'a, T: ConfigState> {
    tree: &'a ConfigTree<T>,
    /// The selectors restricted to the current scope, and their paths in the tree: those with the method and the
    /// argument or result, those with the method, those with the argument or result.
    scopes: Vec<(&'a ConfigTree<T>, Vec<String>)>,
    /// The elements from the start of the traversal to the current place.
    pub path: Vec<String>,
    /// The properties of the current place.
    pub config: T,
    /// The selector that each of them comes from.
    pub config_source: BTreeMap<String, Vec<String>>,
    /// The number of uses of each property of each selector.
    pub stats: BTreeMap<Vec<String>, u32>,
    /// The definitions.
    pub env: &'a TypeEnv,
    /// All elements seen, for hints.
    seen: BTreeSet<String>,
    /// The elements from the innermost type with a generated name, starting with that name; empty outside of any.
    generated: Vec<String>,
}

/// A backup of a [`State`] from before an element was pushed.
#[derive(Debug, Clone)]
pub struct ConfigBackup<T> {
    config: T,
    config_source: BTreeMap<String, Vec<String>>,
}

/// A suspended traversal: its place, and the path to it.
pub(crate) type Suspended<T> = (ConfigBackup<T>, Vec<String>, Vec<String>);

impl<'a, T: ConfigState> State<'a, T> {
    /// Starts a traversal with the properties that apply everywhere.
    pub fn new(tree: &'a ConfigTree<T>, env: &'a TypeEnv) -> Self {
        let mut state = State {
            tree,
            scopes: Vec::new(),
            path: Vec::new(),
            config: T::default(),
            config_source: BTreeMap::new(),
            stats: BTreeMap::new(),
            env,
            seen: BTreeSet::new(),
            generated: Vec::new(),
        };
        state.restart();
        state
    }

    /// Switches to the selectors for the arguments or results of a method, `idx` being the index of the argument or
    /// result, or to those outside any scope. The place and its properties stay; properties that apply everywhere in
    /// the scope overwrite them.
    pub fn with_scope(&mut self, scope: &Option<Scope<'_>>, idx: usize) {
        self.set_scopes(scope, idx);
        self.merge_scopes();
    }

    /// Switches the scope as [`with_scope`](Self::with_scope) does, and restarts the traversal.
    #[cfg(feature = "random")]
    pub(crate) fn restart_in(&mut self, scope: &Option<Scope<'_>>, idx: usize) {
        self.set_scopes(scope, idx);
        self.restart();
    }

    fn set_scopes(&mut self, scope: &Option<Scope<'_>>, idx: usize) {
        self.scopes.clear();
        if let Some(scope) = scope {
            let method = format!("func:{}", scope.method);
            let position = match scope.position {
                Some(ScopePos::Arg) => Some(format!("arg:{idx}")),
                Some(ScopePos::Ret) => Some(format!("ret:{idx}")),
                None => None,
            };
            self.seen.insert(method.clone());
            self.seen.extend(position.clone());
            let mut prefixes = vec![vec![method.clone()]];
            if let Some(position) = position {
                prefixes.insert(0, vec![method, position.clone()]);
                prefixes.push(vec![position]);
            }
            for prefix in prefixes {
                if let Some(tree) = self.tree.with_prefix(&prefix) {
                    self.scopes.push((tree, prefix));
                }
            }
        }
    }

    /// Resets to the properties that apply everywhere, or everywhere in the scope.
    fn restart(&mut self) {
        self.config = T::default();
        self.config_source.clear();
        self.path.clear();
        if let Some(config) = self.tree.root() {
            self.merge(config, None, &[]);
        }
        self.merge_scopes();
    }

    fn merge_scopes(&mut self) {
        // More specific selectors are merged later, over less specific ones.
        for (tree, prefix) in self.scopes.clone().into_iter().rev() {
            if let Some(config) = tree.root() {
                self.merge(config, None, &prefix);
            }
        }
    }

    fn merge(&mut self, config: &T, context: Option<Context<'_>>, source: &[String]) {
        for property in self.config.merge_config(config, context) {
            self.config_source.insert(property, source.to_vec());
        }
    }

    fn backup(&self) -> ConfigBackup<T> {
        ConfigBackup {
            config: self.config.clone(),
            config_source: self.config_source.clone(),
        }
    }

    fn restore(&mut self, backup: ConfigBackup<T>) {
        self.config = backup.config;
        self.config_source = backup.config_source;
    }

    /// Enters an element, and returns the backup to leave it with.
    pub fn push_state(&mut self, elem: &StateElem<'_>) -> ConfigBackup<T> {
        let backup = self.backup();
        self.config.update_state(elem);
        let name = elem.to_string();
        if !self.seen.contains(&name) {
            self.seen.insert(name.clone());
        }
        if !self.generated.is_empty() {
            self.generated.push(name.clone());
        }
        self.path.push(name);
        let everywhere = (self.tree, Vec::new());
        let trees = self.scopes.iter().chain([&everywhere]);
        let found = { trees }.find_map(|(tree, prefix)| {
            let (config, is_recursive, start) = tree.get_config(&self.path)?;
            let source = prefix.iter().chain(&self.path[start..]);
            Some((config, is_recursive, source.cloned().collect::<Vec<_>>()))
        });
        // The shortest match wins, wherever it starts.
        let by_name = self.tree.with_prefix(&self.generated);
        let by_name = by_name
            .and_then(ConfigTree::root)
            .filter(|_| !self.generated.is_empty());
        let found = match (found, by_name) {
            (Some(found), Some(_)) if found.2.len() <= self.generated.len() => Some(found),
            (_, Some(config)) => Some((config, false, self.generated.clone())),
            (found, None) => found,
        };
        match found {
            Some((config, is_recursive, source)) => {
                self.merge(config, Some(Context { elem, is_recursive }), &source);
            }
            None => {
                let is_recursive = false;
                let context = Some(Context { elem, is_recursive });
                for property in self.config.merge_config(&T::unmatched_config(), context) {
                    self.config_source.remove(&property);
                }
            }
        }
        backup
    }

    /// Leaves an element.
    pub fn pop_state(&mut self, backup: ConfigBackup<T>, elem: StateElem<'_>) {
        self.config.restore_state(&elem);
        self.restore(backup);
        self.path.pop();
        self.generated.pop();
    }

    /// Enters the current type also by its generated name: properties of the name overwrite those of the place, and
    /// selectors below may start with the name. [`leave_generated`](Self::leave_generated) undoes it.
    pub(crate) fn enter_generated(&mut self, name: &str) -> (ConfigBackup<T>, Vec<String>) {
        let backup = self.backup();
        self.seen.insert(name.to_string());
        let outer = std::mem::replace(&mut self.generated, vec![name.to_string()]);
        self.merge_generated();
        (backup, outer)
    }

    /// Enters the type behind the generated name, as in `Name.record`: `attributes` are those of its labels, and no
    /// longer those from before the name was entered.
    pub(crate) fn enter_generated_type(&mut self) {
        self.generated.extend(self.path.last().cloned());
        self.merge_generated();
    }

    fn merge_generated(&mut self) {
        let node = self.tree.with_prefix(&self.generated);
        if let Some(config) = node.and_then(ConfigTree::root) {
            let source = self.generated.clone();
            self.merge(config, None, &source);
        }
    }

    /// Leaves a type that has a generated name.
    pub(crate) fn leave_generated(&mut self, backup: (ConfigBackup<T>, Vec<String>)) {
        let (backup, generated) = backup;
        self.restore(backup);
        self.generated = generated;
    }

    /// Records the use of a property, if a selector has set it.
    pub fn update_stats(&mut self, property: &str) {
        if let Some(source) = self.config_source.get(property) {
            let mut path = source.clone();
            path.push(property.to_string());
            *self.stats.entry(path).or_default() += 1;
        }
    }

    /// Records the use of a property that applies everywhere.
    pub(crate) fn note_root(&mut self, property: &str) {
        *self.stats.entry(vec![property.to_string()]).or_default() += 1;
    }

    /// Returns the number of uses of each property of each selector, by its path.
    pub fn get_stats(self) -> BTreeMap<String, u32> {
        let used = |path: Vec<String>| {
            let count = self.stats.get(&path).copied().unwrap_or(0);
            (path.join("."), count)
        };
        self.all_properties().into_iter().map(used).collect()
    }

    /// Returns the paths of the unused properties.
    pub fn report_unused(&self) -> Vec<String> {
        self.unused().map(|path| path.join(".")).collect()
    }

    /// Returns the probable reason for each unused property: an element of its path that was not seen, and a similar
    /// one.
    #[must_use]
    pub fn explain_unused(&self) -> Vec<String> {
        let explain = |path: Vec<String>| {
            let line = format!("path {} is unused", path.join("."));
            let mut elements = path.iter().take(path.len().saturating_sub(1));
            let Some(stranger) = elements.find(|elem| !self.seen.contains(*elem)) else {
                return line;
            };
            let line = format!("{line}: unknown name `{stranger}`");
            match did_you_mean(stranger, self.seen.iter().map(String::as_str)) {
                Some(close) => format!("{line}; did you mean `{close}`?"),
                None => line,
            }
        };
        self.unused().map(explain).collect()
    }

    fn unused(&self) -> impl Iterator<Item = Vec<String>> + '_ {
        let all = self.all_properties().into_iter();
        all.filter(|path| !self.stats.contains_key(path))
    }

    fn all_properties(&self) -> BTreeSet<Vec<String>> {
        let mut all = BTreeSet::new();
        self.tree.traverse(&mut Vec::new(), &mut all);
        all
    }

    /// Suspends the traversal and starts another; [`resume`](Self::resume) goes back.
    pub(crate) fn suspend(&mut self) -> Suspended<T> {
        let path = std::mem::take(&mut self.path);
        let generated = std::mem::take(&mut self.generated);
        let backup = self.backup();
        self.restart();
        (backup, path, generated)
    }

    pub(crate) fn resume(&mut self, (backup, path, generated): Suspended<T>) {
        self.restore(backup);
        self.path = path;
        self.generated = generated;
    }
}
