//! Interfaces of two folders of which nothing breaks, because their files only gain what breaks nothing.
//!
//! [`compare`](super::compare) follows all that an interface imports. For a folder in which each file imports the next one, that is
//! the square of the files. Here, a file is compared once with its older version. This is enough where both interfaces are valid,
//! so that a name means one thing in all their files: if each old file has a new one with all its definitions, then the names in
//! them stand for the definitions that were compared.

use super::extension::{extends, Additions};
use super::{Affected, Level, Options};
use crate::check::CheckedTogether;
use std::collections::HashMap;
use std::path::Path;

/// A new and an old file, by their indices.
type Pair = (usize, usize);

/// Two versions of files, of which each pair is compared once.
///
/// # Examples
///
/// ```
/// use candid_parser::breaking::{Folders, Options};
/// use candid_parser::check::{Interfaces, Memory};
/// use std::path::{Path, PathBuf};
///
/// let load = |fees: &str| {
///     let files = Memory::from_iter([
///         ("ledger.did", "import \"fees.did\"; service : { fees : () -> (Fees) }"),
///         ("fees.did", fees),
///     ]);
///     Interfaces::load(&files, &[PathBuf::from("ledger.did")])
/// };
/// let old = load("type Fees = record { send : nat };");
/// let old = old.check();
/// for (fees, expected) in [
///     ("type Fees = record { send : nat; burn : opt nat };", true),
///     ("type Fees = record { send : text };", false),
/// ] {
///     let new = load(fees);
///     let new = new.check();
///     let mut folders = Folders::new(&new, &old);
///     let path = Path::new("ledger.did");
///     assert_eq!(folders.nothing_breaks(path, path, &Options::default()), expected);
/// }
/// ```
pub struct Folders<'a> {
    new: &'a CheckedTogether<'a>,
    old: &'a CheckedTogether<'a>,
    /// Whether files gain nothing but some additions, as all that they import.
    known: HashMap<(Additions, Pair), bool>,
    /// The file of the other version that each file is compared with: then the work is linear.
    old_of: HashMap<usize, usize>,
    new_of: HashMap<usize, usize>,
    /// The number of types that were compared.
    pub(crate) n_visited: usize,
}

impl<'a> Folders<'a> {
    /// Compares nothing yet.
    #[must_use]
    pub fn new(new: &'a CheckedTogether<'a>, old: &'a CheckedTogether<'a>) -> Self {
        Folders {
            new,
            old,
            known: HashMap::new(),
            old_of: HashMap::new(),
            new_of: HashMap::new(),
            n_visited: 0,
        }
    }

    /// Returns whether it is known that two interfaces are valid, and that [`compare`](super::compare) finds nothing.
    pub fn nothing_breaks(&mut self, new: &Path, old: &Path, options: &Options) -> bool {
        let files = self.new.valid_file(new).zip(self.old.valid_file(old));
        let Some(root) = files else {
            return false;
        };
        let additions = Additions {
            fields: options.levels.iter().all(|level| *level == Level::Wire),
            methods: !options.affected.contains(&Affected::NewCallers),
        };
        if let Some(known) = self.known.get(&(additions, root)) {
            return *known;
        }
        // The pairs that are not known, with those that import them.
        let mut importers: HashMap<Pair, Vec<Pair>> = HashMap::new();
        importers.insert(root, Vec::new());
        let mut open = vec![root];
        let mut broken = Vec::new();
        while let Some(pair) = open.pop() {
            let Some(imports) = self.imports(pair, additions) else {
                broken.push(pair);
                continue;
            };
            for import in imports {
                match self.known.get(&(additions, import)) {
                    Some(true) => {}
                    Some(false) => broken.push(pair),
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
        while let Some(pair) = broken.pop() {
            if let Some(importers) = importers.remove(&pair) {
                self.known.insert((additions, pair), false);
                broken.extend(importers);
            }
        }
        let others = importers.into_keys().map(|pair| ((additions, pair), true));
        self.known.extend(others);
        self.known.get(&(additions, root)) == Some(&true)
    }

    /// Returns the pairs of files that two files import, if the new one has only additions, and they are compared with no other
    /// ones.
    fn imports(&mut self, (new, old): Pair, additions: Additions) -> Option<Vec<Pair>> {
        if *self.old_of.entry(new).or_insert(old) != old
            || *self.new_of.entry(old).or_insert(new) != new
        {
            return None;
        }
        let (new, old) = (self.new.files().get(new)?, self.old.files().get(old)?);
        extends(new, old, additions, &mut self.n_visited)
    }
}
