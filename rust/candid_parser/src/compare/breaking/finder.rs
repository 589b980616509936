//! The changes below two types: reasons of the comparison, each with its place in the source of both interfaces.

use super::places::{At, List, Position, Source};
use super::words::{changes_form, joined, member, name, quoted};
use super::{Affected, Change, Level, Rule};
use candid::types::subtype::differences::{Comparison, Part, Reason, Visitor};
use candid::types::TypeEnv;
use std::collections::{HashMap, HashSet};

/// The changes found so far, and the source that they are in.
pub(super) struct Changes<'a> {
    pub(super) new: Source<'a>,
    pub(super) old: Source<'a>,
    pub(super) list: Vec<Change>,
    /// The changes by rule and locations.
    known: HashMap<(Rule, Option<Position>, Option<Position>), usize>,
    /// The locations of changes of messages, which break everything else too.
    on_wire: HashSet<(Option<Position>, Option<Position>)>,
    /// The pairs of records whose JSON has another form, which were reported.
    tuples: HashSet<(usize, usize)>,
    levels: Vec<Level>,
}

impl<'a> Changes<'a> {
    pub(super) fn new(new: Source<'a>, old: Source<'a>, levels: &[Level]) -> Self {
        Changes {
            new,
            old,
            list: Vec::new(),
            known: HashMap::new(),
            on_wire: HashSet::new(),
            tuples: HashSet::new(),
            levels: levels.to_vec(),
        }
    }

    /// Keeps only some of the changes: those of messages that are wanted.
    pub(super) fn retain(&mut self, is_wanted: impl Fn(&Change) -> bool) {
        self.list.retain(is_wanted);
        self.known.clear();
        let places = self.list.iter().map(|change| (change.new, change.old));
        self.on_wire = places.collect();
    }

    /// Adds a change, or one more who is affected by it.
    pub(super) fn add(&mut self, change: Change) {
        let key = (change.rule, change.new, change.old);
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

/// A comparison whose reasons become changes.
pub(super) struct Finder<'c, 'a> {
    changes: &'c mut Changes<'a>,
    comparison: Comparison,
    env: &'c TypeEnv,
    affected: Option<Affected>,
    /// Whether the left type is that of the new interface.
    left_is_new: bool,
    here: Here<'a>,
    outer: Vec<(Here<'a>, usize)>,
    path: Vec<String>,
}

/// The current place in both interfaces.
#[derive(Clone, Copy)]
struct Here<'a> {
    new: At<'a>,
    old: At<'a>,
    /// Whether values flow from callers to the service.
    in_args: bool,
}

impl<'c, 'a> Finder<'c, 'a> {
    /// Returns the finder of changes of messages between two places, by subtyping.
    pub(super) fn of_messages(
        changes: &'c mut Changes<'a>,
        env: &'c TypeEnv,
        affected: Affected,
        (new, old): (At<'a>, At<'a>),
    ) -> Self {
        Finder {
            changes,
            comparison: Comparison::Subtype,
            env,
            affected: Some(affected),
            left_is_new: matches!(affected, Affected::OldCallers | Affected::UpgradeArguments),
            here: Here {
                new,
                old,
                in_args: false,
            },
            outer: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Returns the finder of all other changes of a service, by identity; the new one is on the left.
    pub(super) fn of_source(changes: &'c mut Changes<'a>, env: &'c TypeEnv) -> Self {
        Finder {
            changes,
            comparison: Comparison::Identity,
            env,
            affected: None,
            left_is_new: true,
            here: Here {
                new: At::Service,
                old: At::Service,
                in_args: false,
            },
            outer: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Adds the change that not everything was compared.
    pub(super) fn undecided(&mut self, reason: &str) {
        let here = self.here;
        self.add(
            Rule::NotCompared,
            here,
            None,
            format!("not compared: {reason}"),
        );
    }

    /// Moves to parts. A list is entered only if a member is meant: the engine does not name the position of a single one.
    fn step(&mut self, parts: &[Part], is_member_meant: bool) {
        for (idx, part) in parts.iter().enumerate() {
            if *part == Part::Args {
                self.here.in_args = !self.here.in_args;
            }
            let at_list = self.list();
            let stored = match (self.here.new, part) {
                (At::Definitions, Part::Field(label)) => self.changes.new.stored_name(label),
                _ => None,
            };
            let stored = stored.map(|name| format!("type {}", quoted(name)));
            self.here.new = self.changes.new.enter(self.here.new, part);
            self.here.old = self.changes.old.enter(self.here.old, part);
            match (part, at_list) {
                (Part::Position(position), list) => self.path.push(member(list, *position)),
                (Part::Field(label), _) => {
                    let field = || format!("field {}", name(label));
                    self.path.push(stored.unwrap_or_else(field));
                }
                (Part::Case(label), _) => self.path.push(format!("case {}", name(label))),
                (Part::Method(method), _) => self.path.push(format!("method {}", quoted(method))),
                (Part::Args | Part::Rets | Part::InitArgs, _) => {
                    let is_position_next = matches!(parts.get(idx + 1), Some(Part::Position(_)));
                    if !is_position_next && is_member_meant {
                        let list = self.list();
                        let first = Part::Position(0);
                        self.here.new = self.changes.new.enter(self.here.new, &first);
                        self.here.old = self.changes.old.enter(self.here.old, &first);
                        self.path.push(member(list, 0));
                    }
                }
            }
        }
    }

    fn list(&self) -> Option<List> {
        match (self.here.new, self.here.old) {
            (At::List(list, ..), _) | (_, At::List(list, ..)) => Some(list),
            _ => None,
        }
    }

    /// Returns whether the type of the new interface is on the left here.
    fn is_new_left(&self) -> bool {
        match self.comparison {
            Comparison::Subtype => self.left_is_new != self.here.in_args,
            Comparison::Identity => true,
        }
    }

    /// Adds a change of the type at a place, or of a part that one of the two types has.
    fn add(&mut self, rule: Rule, here: Here<'a>, part: Option<&Part>, message: String) {
        let mut position = |is_new: bool| {
            let (source, at) = match is_new {
                true => (&mut self.changes.new, here.new),
                false => (&mut self.changes.old, here.old),
            };
            let member = part.and_then(|part| source.member(at, part));
            // What lacks a part is the record itself, not a name of it.
            let at = if part.is_some() {
                source.resolved(at)
            } else {
                at
            };
            member
                .map(|(position, _)| position)
                .or_else(|| source.position(at))
        };
        let (new, old) = (position(true), position(false));
        let is_left_out = !self.changes.levels.contains(&rule.level())
            || self.changes.on_wire.contains(&(new, old));
        if rule.level() != Level::Wire && is_left_out {
            return;
        }
        let list = self.list();
        let part = part.map(|part| match part {
            Part::Position(position) => member(list, *position),
            Part::Field(label) => format!("field {}", name(label)),
            Part::Case(label) => format!("case {}", name(label)),
            Part::Method(method) => format!("method {}", quoted(method)),
            Part::Args | Part::Rets | Part::InitArgs => String::new(),
        });
        let path = joined(&self.path, part.as_deref());
        self.changes.add(Change {
            rule,
            path,
            message,
            affected: self.affected.into_iter().collect(),
            new,
            old,
        });
    }

    /// Adds a part that only one of the types has.
    fn one_sided(&mut self, part: &Part, is_added: bool) {
        let here = self.here;
        let list = self.list();
        let found = match is_added {
            true => self.changes.new.member(here.new, part),
            false => self.changes.old.member(here.old, part),
        };
        let source = if is_added {
            &self.changes.new
        } else {
            &self.changes.old
        };
        let ty = found.and_then(|((file, _), ty)| Some(source.text(file, ty?)));
        let verb = if is_added { "added" } else { "removed" };
        let ty = ty.map(|ty| format!(", of type {ty}")).unwrap_or_default();
        let message = match part {
            // The type of a case is not why it breaks.
            Part::Case(_) | Part::Method(_) => verb.to_string(),
            _ => format!("{verb}{ty}"),
        };
        match self.comparison {
            Comparison::Subtype => {
                let rule = match (part, list == Some(List::Rets), is_added) {
                    (Part::Method(_), _, true) => Rule::MethodAdded,
                    (Part::Method(_), _, false) => Rule::MethodRemoved,
                    (Part::Position(_), false, true) => Rule::ArgumentAdded,
                    (Part::Position(_), false, false) => Rule::ArgumentRemoved,
                    (Part::Position(_), true, true) => Rule::ResultAdded,
                    (Part::Position(_), true, false) => Rule::ResultRemoved,
                    (Part::Case(_), _, true) => Rule::CaseAdded,
                    (Part::Case(_), _, false) => Rule::CaseRemoved,
                    (_, _, true) => Rule::FieldAdded,
                    (_, _, false) => Rule::FieldRemoved,
                };
                let is_required = matches!(part, Part::Field(_) | Part::Position(_));
                let hint = if is_required {
                    ", which is not opt, null or reserved"
                } else {
                    ""
                };
                self.add(rule, here, Some(part), format!("{message}{hint}"));
            }
            Comparison::Identity => {
                let rule = match part {
                    // Clients need not call a new method; who has lost one has been told.
                    Part::Method(_) => return,
                    Part::Position(_) => Rule::SourceListChanged,
                    Part::Case(_) => Rule::SourceCaseChanged,
                    _ => Rule::SourceFieldChanged,
                };
                self.add(rule, here, Some(part), message.clone());
                self.json_of_part(part, is_added, &message);
            }
        }
    }

    /// Adds what a part of one side means for JSON: readers refuse items and keys that they do not know.
    fn json_of_part(&mut self, part: &Part, is_added: bool, message: &str) {
        let here = self.here;
        // Arguments are written by the old side, if it is the one with fewer changes: its clients are older.
        let is_written = is_added != here.in_args;
        if let Part::Field(_) = part {
            let new = self.changes.new.is_tuple(here.new);
            let old = self.changes.old.is_tuple(here.old);
            if let (Some((new, new_id)), Some((old, old_id))) = (new, old) {
                if new || old {
                    if self.changes.tuples.insert((new_id, old_id)) {
                        let form = |is_tuple| if is_tuple { "an array" } else { "an object" };
                        let message = match new == old {
                            true => "the array in JSON changes its length".to_string(),
                            false => {
                                format!("the JSON changes from {} to {}", form(old), form(new))
                            }
                        };
                        self.add(Rule::JsonFormChanged, here, None, message);
                    }
                    return;
                }
            }
        }
        let rule = match part {
            Part::Position(_) => Rule::JsonItemRefused,
            Part::Field(_) => Rule::JsonKeyRefused,
            _ => return,
        };
        if is_written {
            let refused = match here.in_args {
                true => "the new service refuses",
                false => "old clients refuse",
            };
            self.add(
                rule,
                here,
                Some(part),
                format!("{message}: {refused} JSON that has it"),
            );
        }
    }

    /// Returns whether the parts that differ are those of `opt` on both sides, which are not steps of their own.
    fn is_in_opt(&mut self) -> bool {
        /// Maximum number of levels, as `type A = opt A` has no end.
        const MAX: usize = 100;
        let (mut new, mut old, mut is_in_opt) = (self.here.new, self.here.old, false);
        for _ in 0..MAX {
            match (self.changes.new.part(new), self.changes.old.part(old)) {
                (Some((true, a)), Some((true, b))) => (new, old, is_in_opt) = (a, b, true),
                (Some((false, a)), Some((false, b))) => (new, old, is_in_opt) = (a, b, false),
                _ => break,
            }
        }
        is_in_opt
    }

    /// Returns the types of both sides as they are written.
    fn types(&self) -> (String, String) {
        let text = |source: &Source<'a>, at: At<'a>| match at {
            At::Type(file, ty) => source.text(file, ty),
            _ => "…".to_string(),
        };
        let (new, old) = (self.here.new, self.here.old);
        (text(&self.changes.old, old), text(&self.changes.new, new))
    }
}

impl Visitor for Finder<'_, '_> {
    fn enter(&mut self, parts: &[Part]) {
        self.outer.push((self.here, self.path.len()));
        self.step(parts, true);
    }

    fn leave(&mut self) {
        if let Some((here, len)) = self.outer.pop() {
            self.here = here;
            self.path.truncate(len);
        }
    }

    fn found(&mut self, parts: &[Part], reason: Reason) {
        let (here, len) = (self.here, self.path.len());
        let part = match &reason {
            Reason::MissingLeft(part)
            | Reason::MissingRight(part)
            | Reason::OnlyLeft(part)
            | Reason::OnlyRight(part) => Some(part.clone()),
            _ => None,
        };
        self.step(parts, part.is_none());
        let place = self.here;
        if let Some(part) = part {
            let is_left = matches!(reason, Reason::MissingRight(_) | Reason::OnlyLeft(_));
            let is_added = is_left == self.is_new_left();
            self.one_sided(&part, is_added);
        } else {
            let (old, new) = self.types();
            let change = format!("the type changes from {old} to {new}");
            let is_identity = self.comparison == Comparison::Identity;
            match reason {
                Reason::Unrelated(left, right) if is_identity => {
                    self.add(Rule::SourceTypeChanged, place, None, change.clone());
                    if changes_form(self.env, &right, &left, self.is_in_opt()) {
                        let message = format!("{change}, which has another form in JSON");
                        self.add(Rule::JsonFormChanged, place, None, message);
                    }
                }
                Reason::Unrelated(..) => self.add(Rule::TypeChanged, place, None, change),
                Reason::OptRule => {
                    let message = format!("{change}: values become null");
                    self.add(Rule::BecomesNull, place, None, message);
                }
                Reason::Modes if is_identity => {}
                Reason::Modes => {
                    let message = format!("the annotation changes, from {old} to {new}");
                    self.add(Rule::AnnotationChanged, place, None, message);
                }
                Reason::Seen if is_identity => {}
                Reason::Seen => {
                    let message = format!("{change}: the same change as in another place");
                    self.add(Rule::TypeChanged, place, None, message);
                }
                Reason::Spelling => {
                    let message = "the label is a name on one side, and its hash on the other";
                    self.add(Rule::JsonKeyRenamed, place, None, message.to_string());
                }
                Reason::Undecided(reason) => self.undecided(&reason),
                _ => {}
            }
        }
        self.here = here;
        self.path.truncate(len);
    }
}
