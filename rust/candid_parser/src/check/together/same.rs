//! Files of two versions that have the same text, as all that they import.

use super::{CheckedTogether, Interfaces};
use crate::check::load::Completeness;
use std::collections::HashMap;
use std::path::Path;

/// A comparison of two versions of files, which compares each pair of files once.
pub struct Unchanged<'a> {
    new: &'a CheckedTogether<'a>,
    old: &'a Interfaces,
    pairs: HashMap<(usize, usize), bool>,
    /// The file of the other version that each file is compared with.
    old_of: HashMap<usize, usize>,
    new_of: HashMap<usize, usize>,
}

impl<'a> Unchanged<'a> {
    /// Compares nothing yet.
    #[must_use]
    pub fn new(new: &'a CheckedTogether<'a>, old: &'a Interfaces) -> Self {
        Unchanged {
            new,
            old,
            pairs: HashMap::new(),
            old_of: HashMap::new(),
            new_of: HashMap::new(),
        }
    }

    /// Returns whether it is known that two interfaces are valid and the same, with all that they import.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::{Interfaces, Memory, Unchanged};
    /// use std::path::{Path, PathBuf};
    ///
    /// let load = |folder: &str, fee: &str| {
    ///     let path = |name| PathBuf::from(format!("{folder}/{name}.did"));
    ///     let files = Memory::from_iter([
    ///         (path("ledger"), "import \"fees.did\"; service : { fee : () -> (Fee) }".to_string()),
    ///         (path("fees"), format!("type Fee = {fee};")),
    ///     ]);
    ///     Interfaces::load(&files, &[path("ledger")])
    /// };
    /// let new = load("new", "nat");
    /// let checked = new.check();
    /// for (fee, expected) in [("nat", true), ("int", false)] {
    ///     let old = load("old", fee);
    ///     let mut unchanged = Unchanged::new(&checked, &old);
    ///     assert_eq!(unchanged.is(Path::new("new/ledger.did"), Path::new("old/ledger.did")), expected);
    /// }
    /// ```
    pub fn is(&mut self, new: &Path, old: &Path) -> bool {
        let roots = &self.old.0.roots;
        let (Some((new, _)), Some(old)) = (self.new.valid(new), roots.get(old)) else {
            return false;
        };
        let root = (new, *old);
        if let Some(known) = self.pairs.get(&root) {
            return *known;
        }
        // The pairs that are not known, with those that import them.
        let mut importers: HashMap<(usize, usize), Vec<(usize, usize)>> = HashMap::new();
        importers.insert(root, Vec::new());
        let mut open = vec![root];
        let mut changed = Vec::new();
        while let Some(pair) = open.pop() {
            let Some(imports) = self.imports(pair) else {
                changed.push(pair);
                continue;
            };
            for import in imports {
                match self.pairs.get(&import) {
                    Some(true) => {}
                    Some(false) => changed.push(pair),
                    None => {
                        let known = importers.entry(import);
                        let known = known.or_insert_with(|| {
                            open.push(import);
                            Vec::new()
                        });
                        known.push(pair);
                    }
                }
            }
        }
        while let Some(pair) = changed.pop() {
            if let Some(importers) = importers.remove(&pair) {
                self.pairs.insert(pair, false);
                changed.extend(importers);
            }
        }
        self.pairs
            .extend(importers.into_keys().map(|pair| (pair, true)));
        self.pairs.get(&root) == Some(&true)
    }

    /// Returns the pairs of files that two files import, if their texts are the same and they are compared with no other ones.
    fn imports(&mut self, (new, old): (usize, usize)) -> Option<Vec<(usize, usize)>> {
        if *self.old_of.entry(new).or_insert(old) != old
            || *self.new_of.entry(old).or_insert(new) != new
        {
            return None;
        }
        let (news, olds) = (&self.new.loaded.0, &self.old.0);
        let (new, old) = (&news.files[new], &olds.files[old]);
        if old.completeness != Completeness::None
            || news.sources.text(new.id) != olds.sources.text(old.id)
        {
            return None;
        }
        let pairs = new.imports.iter().zip(&old.imports);
        pairs.map(|(new, old)| Some(((*new)?, (*old)?))).collect()
    }
}
