//! Unique, valid names in a target language.

use super::Model;
use std::collections::{HashMap, HashSet};

impl Model {
    /// Returns the names of the definitions in the target language.
    pub(crate) fn def_names(
        &self,
        identifier: &dyn Fn(&str) -> String,
        separator: &str,
    ) -> Vec<String> {
        let rules = Rules {
            identifier,
            taken: &[],
            separator,
        };
        let names = self.defs.iter().map(|def| def.name.as_str());
        Names::default().all(names, &rules)
    }
}

/// The naming rules of a target language.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    /// Converts any text to a valid identifier: the target's case, keywords escaped, other characters replaced.
    pub identifier: &'a dyn Fn(&str) -> String,
    /// Names taken from the start: those used by the generated code itself.
    pub taken: &'a [&'a str],
    /// The separator between a taken name and the number that makes it unique.
    pub separator: &'a str,
}

/// The names assigned so far in one scope.
#[derive(Debug, Default)]
pub struct Names {
    taken: HashSet<String>,
    /// The next number to try for a name.
    next: HashMap<String, u32>,
}

impl Names {
    /// Returns a scope in which the given names are taken.
    #[must_use]
    pub fn new(taken: &[&str]) -> Self {
        Self {
            taken: taken.iter().map(|name| (*name).to_string()).collect(),
            next: HashMap::new(),
        }
    }

    /// Takes a name if it is free, and returns whether it was.
    pub fn take(&mut self, name: &str) -> bool {
        !self.taken.contains(name) && self.taken.insert(name.to_string())
    }

    /// Returns the name, or the name with the first number from 2 on that makes it unique, and takes it.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::codegen::Names;
    ///
    /// let mut names = Names::new(&["IDL"]);
    /// assert_eq!(names.unique("IDL", "_"), "IDL_2");
    /// assert_eq!(names.unique("A", "_"), "A");
    /// assert_eq!(names.unique("A", "_"), "A_2");
    /// ```
    pub fn unique(&mut self, name: &str, separator: &str) -> String {
        if self.take(name) {
            return name.to_string();
        }
        let mut number = self.next.get(name).copied().unwrap_or(2);
        loop {
            let candidate = format!("{name}{separator}{number}");
            number += 1;
            if self.take(&candidate) {
                self.next.insert(name.to_string(), number);
                return candidate;
            }
        }
    }

    /// Assigns names to a list of items that share this scope; the result is in the order of the list.
    ///
    /// A name that is a valid identifier as it is keeps it, regardless of the order, so that an addition to an
    /// interface renames as little as possible. Among the others, the first item gets the name.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::codegen::{Names, Rules};
    ///
    /// let rules = Rules {
    ///     identifier: &|name| if name == "class" { "class_".to_string() } else { name.to_string() },
    ///     taken: &["IDL"],
    ///     separator: "",
    /// };
    /// let named = Names::new(rules.taken).all(["class", "class_", "IDL"], &rules);
    /// assert_eq!(named, ["class_2", "class_", "IDL2"]);
    /// ```
    pub fn all<'n>(
        &mut self,
        names: impl IntoIterator<Item = &'n str>,
        rules: &Rules<'_>,
    ) -> Vec<String> {
        let proposed: Vec<(&str, String)> = names
            .into_iter()
            .map(|name| (name, (rules.identifier)(name)))
            .collect();
        let kept: Vec<bool> = proposed
            .iter()
            .map(|(name, identifier)| name == identifier && self.take(name))
            .collect();
        let given = proposed.into_iter().zip(kept);
        let given = given.map(|((_, identifier), is_kept)| {
            if is_kept {
                identifier
            } else {
                self.unique(&identifier, rules.separator)
            }
        });
        given.collect()
    }
}
