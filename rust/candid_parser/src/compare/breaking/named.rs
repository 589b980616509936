//! The changes of names that source depends on: those of the types in places, and those of arguments.

use super::changes::Changes;
use super::places::{At, List, Place, Position, Source};
use super::words::{cut, member, name, quoted, Path};
use super::{Change, Rule};
use crate::diagnostic::FileId;
use crate::stack;
use crate::syntax::ast::{Arg, Field, Type, TypeKind};
use candid::types::subtype::differences::Part;
use std::collections::{BTreeSet, HashMap};

/// Maximum number of levels of `opt`, `vec` and their names around a type.
const MAX_LEVELS: usize = 100;

/// Maximum number of types that one old definition is compared with: then the work is linear.
const MAX_PAIRS: usize = 8;

/// A walk through the types of both interfaces. What only one of them has is found elsewhere.
pub(super) struct Names<'c, 'a> {
    changes: &'c mut Changes<'a>,
    path: Path,
    /// The rules of the changes below the current pair of types.
    rules: BTreeSet<Rule>,
    /// Those of pairs of definitions, or of a definition and an inline type; `None` while in them.
    seen: HashMap<Pair<'a>, Option<BTreeSet<Rule>>>,
    /// The number of pairs of each old definition.
    n_pairs: HashMap<&'a str, usize>,
    /// What inline types here are named after now, if it is another function than before.
    named_after: Option<String>,
}

/// An old and a new definition, and whether they are of a method of the main service.
type Pair<'a> = (&'a str, Option<&'a str>, Use);

/// What a type is used for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Use {
    /// Values, whose types have names in bindings.
    Values,
    /// A method of another service, or a definition, whose type has none there.
    Unnamed,
    /// A method of the main service, whose arguments have names, too.
    Method,
}

/// Adds the changes of names in services.
pub(super) fn of_services(changes: &mut Changes<'_>) {
    let mut names = Names::new(changes);
    names.lists(At::Constructor, At::Constructor, Part::Args, true);
    for method in names.changes.old.method_names() {
        let part = Part::Method(method.to_string());
        let new = names.changes.new.enter(At::Service, &part);
        let old = names.changes.old.enter(At::Service, &part);
        let step = format!("method {}", quoted(method));
        names.below(step, |names| names.types(new, old, Use::Method));
    }
}

/// Adds the changes of names in definitions that both interfaces have.
pub(super) fn of_types(changes: &mut Changes<'_>, definitions: &[String]) {
    let mut names = Names::new(changes);
    for name in definitions {
        let (new, old) = (&names.changes.new.defs, &names.changes.old.defs);
        if let (Some(new), Some(old)) = (new.get(&**name), old.get(&**name)) {
            let (new, old) = (At::Type(new.file, new.typ), At::Type(old.file, old.typ));
            let step = format!("type {}", quoted(name));
            names.below(step, |names| names.types(new, old, Use::Unnamed));
        }
    }
}

impl<'c, 'a> Names<'c, 'a> {
    fn new(changes: &'c mut Changes<'a>) -> Self {
        Names {
            changes,
            path: Path::default(),
            rules: BTreeSet::new(),
            seen: HashMap::new(),
            n_pairs: HashMap::new(),
            named_after: None,
        }
    }

    /// Calls a function for a part.
    fn below(&mut self, step: String, find: impl FnOnce(&mut Self)) {
        self.path.push(step);
        stack::level(|| find(self));
        self.path.truncate(self.path.len() - 1);
    }

    /// Compares the types at two places.
    fn types(&mut self, new_at: At<'a>, old_at: At<'a>, used: Use) {
        let (At::Type(new_file, new_ty), At::Type(old_file, old_ty)) = (new_at, old_at) else {
            return;
        };
        let mut new = Place::unnamed(new_file, new_ty);
        let mut old = Place::unnamed(old_file, old_ty);
        for _ in 0..MAX_LEVELS {
            new = self.changes.new.named(new);
            old = self.changes.old.named(old);
            (new.ty, old.ty) = match (&new.ty.kind, &old.ty.kind) {
                (TypeKind::Opt(new), TypeKind::Opt(old)) => (&**new, &**old),
                (TypeKind::Vec(new), TypeKind::Vec(old)) => (&**new, &**old),
                _ => break,
            };
        }
        let Some(kind) = kind(new.ty).filter(|new| Some(*new) == self::kind(old.ty)) else {
            return;
        };
        if used == Use::Values && new.name != old.name {
            let message = match (old.name, new.name) {
                (Some(old), Some(new)) => {
                    let (old, new) = (quoted(old), quoted(new));
                    format!("the named type changes from {old} to {new}")
                }
                (Some(old), None) => {
                    format!("the named type {} becomes an inline {kind}", quoted(old))
                }
                (None, new) => {
                    let new = quoted(new.unwrap_or_default());
                    format!("an inline {kind} becomes the named type {new}")
                }
            };
            // The removal of a name is a change of its own, which is found once.
            let is_removed = |name| !self.changes.new.defs.contains_key(name);
            if !old.name.is_some_and(is_removed) {
                let places = (
                    self.changes.new.position(new_at),
                    self.changes.old.position(old_at),
                );
                self.add(Rule::SourceNameChanged, places, message);
                return;
            }
        }
        let named_after = match used {
            Use::Values if old.name.is_some() => None,
            Use::Values => self.named_after.clone(),
            Use::Unnamed | Use::Method => self.new_name_of_func(new, old),
        };
        if let (Use::Values, Some(name)) = (used, &named_after) {
            let message = format!("the inline {kind} is named after {name} now");
            let places = (
                self.changes.new.position(new_at),
                self.changes.old.position(old_at),
            );
            self.add(Rule::SourceNameChanged, places, message);
            return;
        }
        let outer = std::mem::replace(&mut self.named_after, named_after);
        self.named_types((new, new_at), (old, old_at), used);
        self.named_after = outer;
    }

    /// Returns the words for what inline types in a function are named after, if that has changed: the removal of its definition
    /// is found once.
    fn new_name_of_func(&self, new: Place<'a>, old: Place<'a>) -> Option<String> {
        let is_removed = |name| !self.changes.new.defs.contains_key(name);
        if new.name == old.name || old.name.is_some_and(is_removed) {
            return None;
        }
        Some(match new.name {
            Some(name) => format!("the type {}", quoted(name)),
            None => "the method".to_string(),
        })
    }

    /// Compares types whose names are what they were, or do not matter, once for each pair of definitions.
    fn named_types(
        &mut self,
        (new, new_at): (Place<'a>, At<'a>),
        (old, old_at): (Place<'a>, At<'a>),
        used: Use,
    ) {
        let Some(old_name) = old.name else {
            return self.parts(new, old, used);
        };
        let pair = (old_name, new.name, used);
        match self.seen.get(&pair) {
            Some(None) => {}
            Some(Some(rules)) => {
                for rule in rules.clone() {
                    let places = (
                        self.changes.new.position(new_at),
                        self.changes.old.position(old_at),
                    );
                    let message = format!("{} changes as in another place", quoted(old_name));
                    self.add(rule, places, message);
                }
            }
            None => {
                let n_pairs = self.n_pairs.entry(old_name).or_default();
                if *n_pairs == MAX_PAIRS {
                    return;
                }
                *n_pairs += 1;
                self.seen.insert(pair, None);
                let outer = std::mem::take(&mut self.rules);
                self.parts(new, old, used);
                let rules = std::mem::replace(&mut self.rules, outer);
                self.rules.extend(&rules);
                self.seen.insert(pair, Some(rules));
            }
        }
    }

    /// Compares the parts that two types have.
    fn parts(&mut self, new: Place<'a>, old: Place<'a>, used: Use) {
        let (new_at, old_at) = (At::Type(new.file, new.ty), At::Type(old.file, old.ty));
        match &old.ty.kind {
            TypeKind::Record(fields) => self.fields(new_at, old_at, fields, "field"),
            TypeKind::Variant(fields) => self.fields(new_at, old_at, fields, "case"),
            TypeKind::Func(_) => {
                let is_method = used == Use::Method;
                self.lists(new_at, old_at, Part::Args, is_method);
                self.lists(new_at, old_at, Part::Rets, is_method);
            }
            TypeKind::Service(methods) => {
                for method in methods {
                    let part = Part::Method(method.name.text.clone());
                    let new = self.changes.new.enter(new_at, &part);
                    let step = format!("method {}", quoted(&method.name.text));
                    let old = At::Type(old.file, &method.typ);
                    self.below(step, |names| names.types(new, old, Use::Unnamed));
                }
            }
            _ => {}
        }
    }

    fn fields(&mut self, new_at: At<'a>, old_at: At<'a>, fields: &'a [Field], word: &str) {
        for field in fields {
            let part = Part::Field(field.label.clone());
            let new = self.changes.new.enter(new_at, &part);
            let old = self.changes.old.enter(old_at, &part);
            let step = format!("{word} {}", name(&field.label));
            self.below(step, |names| names.types(new, old, Use::Values));
        }
    }

    /// Compares the members of lists, and their names if source or people depend on them.
    fn lists(&mut self, new_at: At<'a>, old_at: At<'a>, part: Part, is_named: bool) {
        let new_list = self.changes.new.enter(new_at, &part);
        let old_list = self.changes.old.enter(old_at, &part);
        let (At::List(list, new_file, new, _), At::List(_, old_file, old, _)) =
            (new_list, old_list)
        else {
            return;
        };
        if is_named {
            self.names(list, (new_list, new), (old_list, old));
        }
        for (idx, (new, old)) in new.iter().zip(old).enumerate() {
            let (new, old) = (At::Type(new_file, &new.typ), At::Type(old_file, &old.typ));
            self.below(member(Some(list), idx), |names| {
                names.types(new, old, Use::Values);
            });
        }
    }

    /// Compares the names of the members of lists.
    fn names(
        &mut self,
        list: List,
        (new_list, new): (At<'a>, &'a [Arg]),
        (old_list, old): (At<'a>, &'a [Arg]),
    ) {
        let old_names = positions(old);
        let new_names = positions(new);
        for (idx, arg) in new.iter().enumerate() {
            let name = arg.name.as_ref().map(|name| &*name.text);
            let old_name = old.get(idx).and_then(|arg| arg.name.as_ref());
            let old_name = old_name.map(|name| &*name.text);
            if name == old_name {
                continue;
            }
            let moved_from = name.and_then(|name| Some((name, *old_names.get(name)?)));
            let (rule, from, message) = match (moved_from, name, old_name) {
                (Some((name, from)), ..) => {
                    let (name, was) = (shown(name), member(Some(list), from));
                    let who = match list {
                        List::Args => "calls of the old interface pass another value here",
                        List::Rets => "callers of the old interface expect another value here",
                        List::InitArgs => "arguments for the old interface have another value here",
                    };
                    let message = format!("{name} was {was}: {who}");
                    (Rule::SourceOrderChanged, from, message)
                }
                // What has moved is found where it is now, and only names of arguments are written in calls.
                (_, _, Some(was)) if list != List::Rets && !new_names.contains_key(was) => {
                    let message = match name {
                        Some(name) => {
                            format!("the name changes from {} to {}", shown(was), shown(name))
                        }
                        None => format!("the name {} is removed", shown(was)),
                    };
                    (Rule::SourceArgumentRenamed, idx, message)
                }
                _ => continue,
            };
            let (new, from) = (Part::Position(idx), Part::Position(from));
            let new = self.changes.new.member(new_list, &new);
            let old = self.changes.old.member(old_list, &from);
            let places = (new.map(|found| found.0), old.map(|found| found.0));
            self.below(member(Some(list), idx), |names| {
                names.add(rule, places, message);
            });
        }
    }

    fn add(
        &mut self,
        rule: Rule,
        (new, old): (Option<Position>, Option<Position>),
        message: String,
    ) {
        self.rules.insert(rule);
        self.changes.add(Change {
            rule,
            path: self.path.joined(None),
            message,
            affected: Vec::new(),
            new,
            old,
            cause: 0,
        });
    }
}

/// Returns the word for a type that has a name in bindings.
fn kind(ty: &Type) -> Option<&'static str> {
    Some(match ty.kind {
        TypeKind::Record(_) => "record",
        TypeKind::Variant(_) => "variant",
        TypeKind::Func(_) => "func",
        TypeKind::Service(_) => "service",
        _ => return None,
    })
}

/// Returns the positions of names.
fn positions(args: &[Arg]) -> HashMap<&str, usize> {
    let names = args.iter().enumerate();
    let names = names.filter_map(|(idx, arg)| Some((&*arg.name.as_ref()?.text, idx)));
    names.collect()
}

/// Returns the name of an argument, which may be any word, quoted and not too long.
fn shown(name: &str) -> String {
    format!("{:?}", cut(name))
}

impl<'a> Source<'a> {
    /// Returns a type in the words of its source; the name of a builtin type with that type: `Tokens (nat)`.
    pub(super) fn text_with_meaning(&mut self, file: FileId, ty: &'a Type) -> String {
        let text = self.text(file, ty);
        let end = self.named(Place::unnamed(file, ty));
        match end.name {
            Some(_) if matches!(end.ty.kind, TypeKind::Prim(_)) => {
                format!("{text} ({})", self.text(end.file, end.ty))
            }
            _ => text,
        }
    }
}
