//! The changes that were found: each once for a path, with all who are affected by it.

use super::places::{Position, Source};
use super::{Change, Level, Rule};
use std::collections::{HashMap, HashSet};

/// The location in the new interface, and that in the old one.
pub(super) type Location = (Option<Position>, Option<Position>);

/// The changes found so far, and the source that they are in.
pub(super) struct Changes<'a> {
    pub(super) new: Source<'a>,
    pub(super) old: Source<'a>,
    pub(super) list: Vec<Change>,
    /// The changes by rule, path and locations.
    known: HashMap<(Rule, String, Location), usize>,
    /// The causes of changes by rule and location.
    causes: HashMap<(Rule, Location), usize>,
    n_causes: usize,
    /// The paths and locations of changes of messages, which break everything else too.
    on_wire: HashSet<(String, Location)>,
    /// The pairs of records whose JSON has another form, which were reported.
    pub(super) tuples: HashSet<(usize, usize)>,
    levels: Vec<Level>,
}

impl<'a> Changes<'a> {
    pub(super) fn new(new: Source<'a>, old: Source<'a>, levels: &[Level]) -> Self {
        Changes {
            new,
            old,
            list: Vec::new(),
            known: HashMap::new(),
            causes: HashMap::new(),
            n_causes: 0,
            on_wire: HashSet::new(),
            tuples: HashSet::new(),
            levels: levels.to_vec(),
        }
    }

    /// Sets the definitions that are compared by their names.
    pub(super) fn set_definitions(&mut self, names: &[String]) {
        self.new.definitions = names.to_vec();
        self.old.definitions = names.to_vec();
    }

    /// Keeps only some of the changes: those of messages that are wanted.
    pub(super) fn retain(&mut self, is_wanted: impl Fn(&Change) -> bool) {
        self.list.retain(is_wanted);
        self.known.clear();
        let place = |change: &Change| (change.path.clone(), (change.new, change.old));
        self.on_wire = self.list.iter().map(place).collect();
    }

    /// Returns whether changes of a rule are looked for.
    pub(super) fn is_sought(&self, rule: Rule) -> bool {
        rule.level() == Level::Wire || self.levels.contains(&rule.level())
    }

    /// Returns a number for a cause that has none.
    pub(super) fn new_cause(&mut self) -> usize {
        self.n_causes += 1;
        self.n_causes
    }

    /// Returns the cause of changes of a rule at a location, by whatever path it is reached.
    pub(super) fn cause(&mut self, rule: Rule, location: Location) -> usize {
        if location == (None, None) {
            return self.new_cause();
        }
        let next = self.n_causes + 1;
        let cause = *self.causes.entry((rule, location)).or_insert(next);
        self.n_causes = self.n_causes.max(cause);
        cause
    }

    /// Adds a change, as the others of its rule and location have the same cause.
    pub(super) fn add(&mut self, change: Change) {
        let cause = self.cause(change.rule, (change.new, change.old));
        self.add_of_cause(Change { cause, ..change });
    }

    /// Adds a change unless it is of messages too, or one more who is affected by it: a location that is reached by several paths has a change for each of
    /// them, as one of them may be allowed.
    pub(super) fn add_of_cause(&mut self, change: Change) {
        let place = (change.path.clone(), (change.new, change.old));
        if change.rule.level() != Level::Wire && self.on_wire.contains(&place) {
            return;
        }
        let key = (change.rule, place.0, place.1);
        let known = match change.new.is_some() || change.old.is_some() {
            true => self.known.get(&key),
            // Without locations, it could be another one.
            false => None,
        };
        match known.and_then(|idx| self.list.get_mut(*idx)) {
            Some(known) => {
                known.affected.extend(change.affected);
                known.affected.sort_unstable();
                known.affected.dedup();
            }
            None => {
                self.known.insert(key, self.list.len());
                self.list.push(change);
            }
        }
    }
}
