//! The changes below two types: reasons of the comparison, each with its place in the source of both interfaces.

use super::changes::{Changes, Location};
use super::here::{Causes, Direction, Here, Outer, Rules};
use super::places::{At, List, Source};
use super::words::{changes_form, member, name, quoted, Path};
use super::{Affected, Change, Rule};
use candid::types::subtype::differences::{Comparison, Part, Reason, Visitor};
use candid::types::TypeEnv;
use std::collections::HashMap;

mod because;

use because::part_of;

/// A comparison whose reasons become changes.
pub(super) struct Finder<'c, 'a> {
    changes: &'c mut Changes<'a>,
    comparison: Comparison,
    env: &'c TypeEnv,
    affected: Option<Affected>,
    /// Whether the left type is that of the new interface.
    left_is_new: bool,
    /// Whether values of the types that are compared are both sent and received by each side.
    is_of_types: bool,
    here: Here<'a>,
    outer: Vec<Outer<'a>>,
    path: Path,
    /// The rules of the changes below the current pair of types.
    rules: Rules,
    /// Those of the pairs that were left, with the direction of the values there, and the path if there are any.
    rules_of: HashMap<usize, (bool, String, Causes)>,
}

impl<'c, 'a> Finder<'c, 'a> {
    /// Returns the finder of changes of messages at a place of both interfaces, by subtyping.
    pub(super) fn of_messages(
        changes: &'c mut Changes<'a>,
        env: &'c TypeEnv,
        affected: Affected,
        left_is_new: bool,
        at: At<'a>,
    ) -> Self {
        let comparison = Comparison::Subtype;
        Finder {
            affected: Some(affected),
            left_is_new,
            ..Finder::at(changes, env, comparison, at)
        }
    }

    /// Returns the finder of all other changes, by identity; the new interface is on the left.
    pub(super) fn of_source(changes: &'c mut Changes<'a>, env: &'c TypeEnv, at: At<'a>) -> Self {
        let comparison = Comparison::Identity;
        Finder {
            is_of_types: matches!(at, At::Definitions),
            ..Finder::at(changes, env, comparison, at)
        }
    }

    fn at(
        changes: &'c mut Changes<'a>,
        env: &'c TypeEnv,
        comparison: Comparison,
        at: At<'a>,
    ) -> Self {
        Finder {
            changes,
            comparison,
            env,
            affected: None,
            left_is_new: true,
            is_of_types: false,
            here: Here {
                new: at,
                old: at,
                in_args: false,
            },
            outer: Vec::new(),
            path: Path::default(),
            rules: Rules::default(),
            rules_of: HashMap::new(),
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

    /// Moves to parts.
    fn step(&mut self, parts: &[Part]) {
        for part in parts {
            if *part == Part::Args {
                self.here.in_args = !self.here.in_args;
            }
            let at_list = self.list();
            let definition = match (self.here.new, part) {
                (At::Definitions, Part::Field(label)) => self.changes.new.definition_name(label),
                _ => None,
            };
            let definition = definition.map(|name| format!("type {}", quoted(name)));
            self.here.new = self.changes.new.enter(self.here.new, part);
            self.here.old = self.changes.old.enter(self.here.old, part);
            match (part, at_list) {
                (Part::Position(position), list) => self.path.push(member(list, *position)),
                (Part::Field(label), _) => {
                    let field = || format!("field {}", name(label));
                    self.path.push(definition.unwrap_or_else(field));
                }
                (Part::Case(label), _) => self.path.push(format!("case {}", name(label))),
                (Part::Method(method), _) => self.path.push(format!("method {}", quoted(method))),
                // Named by the member that follows.
                (Part::Args | Part::Rets | Part::InitArgs, _) => {}
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
        let location = self.location(here, part);
        let cause = self.changes.cause(rule, location);
        self.rules.add(rule, Direction::Any, cause);
        self.report(rule, location, part, message, cause);
    }

    /// Adds the changes of a pair of types that was left, at another place.
    fn repeat(&mut self, pair: usize, here: Here<'a>, message: &str) {
        let Some((in_args, path, rules)) = self.rules_of.get(&pair).cloned() else {
            return;
        };
        let message = match path.is_empty() {
            true => format!("{message} as in another place"),
            false => format!("{message} as in {path}"),
        };
        let is_same = in_args == here.in_args;
        let location = self.location(here, None);
        for (rule, direction, cause) in rules {
            let direction = match direction {
                Direction::Same if !is_same => Direction::Other,
                Direction::Other if !is_same => Direction::Same,
                unchanged => unchanged,
            };
            self.rules.add(rule, direction, cause);
            if direction != Direction::Other {
                self.report(rule, location, None, message.clone(), cause);
            }
        }
    }

    /// Returns where a place is in both interfaces, or a part of it that one of them has.
    fn location(&mut self, here: Here<'a>, part: Option<&Part>) -> Location {
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
            member.map(|(position, _)| position).or_else(|| match at {
                At::Type(..) | At::Service if part.is_some() => source.start(at),
                _ => source.position(at),
            })
        };
        (position(true), position(false))
    }

    fn report(
        &mut self,
        rule: Rule,
        (new, old): Location,
        part: Option<&Part>,
        message: String,
        cause: usize,
    ) {
        if !self.changes.is_sought(rule) {
            return;
        }
        let part = part.map(|part| self.part(part));
        let path = self.path.joined(part.as_deref());
        self.changes.add_of_cause(Change {
            rule,
            path,
            message,
            affected: self.affected.into_iter().collect(),
            new,
            old,
            cause,
        });
    }

    /// Returns the words for a part of the current place.
    fn part(&self, part: &Part) -> String {
        match part {
            Part::Position(position) => member(self.list(), *position),
            Part::Field(label) => format!("field {}", name(label)),
            Part::Case(label) => format!("case {}", name(label)),
            Part::Method(method) => format!("method {}", quoted(method)),
            Part::Args | Part::Rets | Part::InitArgs => String::new(),
        }
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
        let is_written = self.is_of_types || is_added != here.in_args;
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
        let direction = match (self.is_of_types, is_written) {
            (true, _) => Direction::Any,
            (false, true) => Direction::Same,
            (false, false) => Direction::Other,
        };
        let location = self.location(here, Some(part));
        let cause = self.changes.cause(rule, location);
        self.rules.add(rule, direction, cause);
        if is_written {
            let refused = match (self.is_of_types, is_added, here.in_args) {
                (true, true, _) => "readers of the old type refuse",
                (true, false, _) => "readers of the new type refuse",
                (false, _, true) => "the new service refuses",
                (false, _, false) => "old clients refuse",
            };
            let message = format!("{message}: {refused} JSON that has it");
            self.report(rule, location, Some(part), message, cause);
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

    /// Returns the types of both sides as they are written; a name with a short type that it stands for.
    fn types(&mut self) -> (String, String) {
        let text = |source: &mut Source<'a>, at: At<'a>| match at {
            At::Type(file, ty) => source.text_with_meaning(file, ty),
            _ => "…".to_string(),
        };
        let (new, old) = (self.here.new, self.here.old);
        let old = text(&mut self.changes.old, old);
        (old, text(&mut self.changes.new, new))
    }
}

impl Visitor for Finder<'_, '_> {
    fn enter(&mut self, parts: &[Part], pair: usize) {
        self.outer.push(Outer {
            pair,
            here: self.here,
            path_len: self.path.len(),
            rules: std::mem::take(&mut self.rules),
        });
        self.step(parts);
    }

    fn leave(&mut self) {
        if let Some(outer) = self.outer.pop() {
            let in_args = self.here.in_args;
            self.here = outer.here;
            let rules = std::mem::replace(&mut self.rules, outer.rules);
            let path = match rules.is_empty() {
                true => String::new(),
                false => self.path.joined(None),
            };
            self.path.truncate(outer.path_len);
            let rules = rules.causes(|| self.changes.new_cause());
            for (rule, direction, cause) in &rules {
                self.rules.add(*rule, *direction, *cause);
            }
            self.rules_of.insert(outer.pair, (in_args, path, rules));
        }
    }

    fn found(&mut self, parts: &[Part], reason: Reason) {
        let (here, len) = (self.here, self.path.len());
        let part = part_of(&reason);
        self.step(parts);
        let place = self.here;
        if let Some(part) = part {
            self.one_sided(&part, self.is_added(&reason));
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
                // The service can only return such a case, or a caller send it, after the change: `opt` is there for that.
                Reason::OptRuleForCases if self.is_new_left() => {}
                Reason::OptRule(why) => {
                    self.becomes_null(format!("{change}: values become null"), why)
                }
                Reason::OptRuleForCases => {
                    self.becomes_null(format!("{change}: values become null"), None)
                }
                Reason::Modes if is_identity => {}
                Reason::Modes => {
                    let message = format!("the annotation changes, from {old} to {new}");
                    self.add(Rule::AnnotationChanged, place, None, message);
                }
                Reason::Seen(pair) => {
                    let message = match old == new {
                        true => format!("{old} changes"),
                        false => change,
                    };
                    self.repeat(pair, place, &message);
                }
                Reason::Spelling => {
                    let message = "the label is a name on one side, and its hash on the other";
                    for rule in [Rule::SourceLabelChanged, Rule::JsonKeyRenamed] {
                        self.add(rule, place, None, message.to_string());
                    }
                }
                Reason::Undecided(reason) => self.undecided(&reason),
                _ => {}
            }
        }
        self.here = here;
        self.path.truncate(len);
    }
}
