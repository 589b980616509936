//! What breaks when an interface replaces another one: every change with a stable id, its place in both files, and who is
//! affected.
//!
//! # Examples
//!
//! ```
//! use candid_parser::breaking::{compare, Affected, Options, Rule};
//! use candid_parser::check::{self, Memory};
//! use std::path::Path;
//!
//! let load = |name, text| check::text(&Memory::default(), Path::new(name), text).unwrap();
//! let old = load("old.did", "service : (record { owner : principal }) -> { get : () -> (nat) query }");
//! let new = load("new.did", "service : (record { owner : principal; fee : nat }) -> { get : () -> (text) query }");
//! let found = compare(&new, &old, &Options::default()).unwrap();
//! let changes: Vec<_> = found.list.iter().map(|change| (change.rule, change.path.as_str())).collect();
//! assert_eq!(changes, [
//!     (Rule::TypeChanged, "method get, result 1"),
//!     (Rule::FieldAdded, "init argument 1, field fee"),
//! ]);
//! assert_eq!(found.list[1].affected, [Affected::UpgradeArguments]);
//! ```

mod changes;
mod extension;
mod finder;
mod folders;
mod here;
mod named;
mod places;
mod rule;
mod words;

use crate::check::Checked;
use crate::diagnostic::{Diagnostic, FileId, Severity, Sources};
use crate::error::Result;
use crate::source_layout::Span;
use candid::types::subtype::differences::{visit, Comparison};
use candid::types::{Field, Function, Label, Type, TypeEnv, TypeInner};
use changes::Changes;
use finder::Finder;
use places::{At, Source};
use std::collections::HashMap;
use words::quoted;

pub use folders::Folders;
pub use rule::{Affected, Level, Rule};

/// The reason why a list is not complete.
const CUT: &str = "there are more changes than are shown";

/// What to look for.
#[derive(Debug, Clone)]
pub struct Options {
    /// Changes of messages are found in any case, because they break source and JSON too.
    pub levels: Vec<Level>,
    /// Changes of messages are found if they affect any of these.
    pub affected: Vec<Affected>,
}

/// What breaks an upgrade of the service: messages, for callers of the old interface and init arguments written for it.
impl Default for Options {
    fn default() -> Self {
        Options {
            levels: vec![Level::Wire],
            affected: vec![Affected::OldCallers, Affected::UpgradeArguments],
        }
    }
}

/// A change that breaks something.
#[derive(Debug, Clone)]
pub struct Change {
    /// The kind of change.
    pub rule: Rule,
    /// The place: `method add, argument 1, field x`.
    pub path: String,
    /// What has changed, in lower case, in one line.
    pub message: String,
    /// Who is affected; of changes of messages only.
    pub affected: Vec<Affected>,
    /// The location in the new interface; what surrounds a removed part.
    pub new: Option<(FileId, Span)>,
    /// The location in the old interface; what surrounds an added part.
    pub old: Option<(FileId, Span)>,
    /// A number that changes of a rule share if they have one cause: a type that several places have. The first of them is where
    /// it was found; others are those that name it, or lead to the same part of it by another path.
    pub cause: usize,
}

impl Change {
    /// Returns the finding, for people. Its locations are those in the new interface and in the old one, in the sources of
    /// [`Found`].
    #[must_use]
    pub fn finding(&self) -> Diagnostic {
        let message = match self.path.is_empty() {
            true => self.message.clone(),
            false => format!("{}: {}", self.path, self.message),
        };
        let mut finding = Diagnostic::nowhere(Severity::Error, message);
        let places = [
            (self.new, "the new interface"),
            (self.old, "the old interface"),
        ];
        for (place, text) in places {
            if let Some((file, span)) = place {
                finding = finding.also(text, file, span);
            }
        }
        let affected = self.affected.iter().map(|who| who.description());
        let affected: Vec<_> = affected.chain(self.rule.level().affected()).collect();
        finding.note(format!("breaks: {}", affected.join("; ")))
    }
}

/// The changes that were found, and the texts of both interfaces.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// The changes: those of messages first.
    pub list: Vec<Change>,
    /// The texts that their locations are in.
    pub sources: Sources,
}

/// Returns what breaks when an interface replaces an older one. A list of more than
/// [`MAX_REASONS`](candid::types::subtype::MAX_REASONS) changes is cut, and says so.
///
/// # Errors
///
/// If the types of an interface cannot be resolved, which a checked one does not have.
///
/// # Examples
///
/// ```
/// use candid_parser::breaking::{compare, Options, Rule};
/// use candid_parser::check::{self, Memory};
/// use std::path::Path;
///
/// let load = |name, text| check::text(&Memory::default(), Path::new(name), text);
/// let old = load("old.did", "service : { get : () -> (nat) query; put : (nat) -> () }")?;
/// let new = load("new.did", "service : { get : () -> (nat) query }")?;
/// let found = compare(&new, &old, &Options::default())?;
/// assert_eq!(found.list[0].rule, Rule::MethodRemoved);
/// assert_eq!(found.list[0].rule.id(), "B001");
/// // An added method breaks nothing.
/// assert!(compare(&old, &new, &Options::default())?.list.is_empty());
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn compare(new: &Checked, old: &Checked, options: &Options) -> Result<Found> {
    let mut changes = Changes::new(Source::new(new), Source::new(old), &options.levels);
    if let (None, Some(_)) = (&new.actor, &old.actor) {
        let service = changes.old.position(At::Service);
        changes.add(Change {
            rule: Rule::ServiceRemoved,
            path: String::new(),
            message: "the service is removed".to_string(),
            affected: vec![Affected::OldCallers],
            new: changes.new.file(),
            old: service,
            cause: 0,
        });
    }
    // Which takes most of the time if an interface imports much that its service does not need.
    let compares_definitions =
        old.actor.is_none() || options.affected.contains(&Affected::StoredData);
    let names = match compares_definitions {
        true => Names::of(new, old),
        false => Names::default(),
    };
    let (all, data) = (record_of(&names.all), record_of(&names.data));
    let merged = Merged::of(new, old, [&all, &data]);
    let env = &merged.env;
    let [old_all, old_data] = &merged.old_records;
    let actors = new.actor.as_ref().zip(merged.old_actor.as_ref());
    if let Some((new_actor, old_actor)) = actors {
        messages(&mut changes, env, new_actor, old_actor)?;
    }
    if old.actor.is_none() {
        // Functions and services are called by those who have the types; of data, it is not known who sends it.
        changes.set_definitions(&names.all);
        definitions(
            &mut changes,
            env,
            Affected::OldCallers,
            (&all, old_all),
            true,
        );
        definitions(
            &mut changes,
            env,
            Affected::NewCallers,
            (&all, old_all),
            false,
        );
        changes.set_definitions(&names.data);
        definitions(
            &mut changes,
            env,
            Affected::OldCallers,
            (&data, old_data),
            false,
        );
        definitions(
            &mut changes,
            env,
            Affected::NewCallers,
            (&data, old_data),
            true,
        );
        removed_types(&mut changes, Rule::TypeRemoved);
    }
    changes.set_definitions(&names.data);
    definitions(
        &mut changes,
        env,
        Affected::StoredData,
        (&data, old_data),
        false,
    );
    let is_wanted = |change: &Change| {
        let mut affected = change.affected.iter();
        affected.any(|who| options.affected.contains(who))
    };
    changes.retain(is_wanted);
    if options.levels.iter().any(|level| *level != Level::Wire) {
        let compared = match actors {
            Some((new_actor, old_actor)) => {
                // An actor without a constructor has no init arguments.
                let constructed = |actor: &Type| -> Result<Type> {
                    let (args, service) = parts(env, actor)?;
                    Ok(TypeInner::Class(args, service).into())
                };
                Some((
                    At::Service,
                    constructed(new_actor)?,
                    constructed(old_actor)?,
                ))
            }
            None if old.actor.is_none() => {
                changes.set_definitions(&names.all);
                Some((At::Definitions, all.clone(), old_all.clone()))
            }
            None => None,
        };
        if let Some((at, new, old)) = compared {
            let mut finder = Finder::of_source(&mut changes, env, at);
            if !visit(Comparison::Identity, env, &new, &old, &mut finder) {
                finder.undecided(CUT);
            }
        }
        if options.levels.contains(&Level::Source) {
            match &old.actor {
                Some(_) => named::of_services(&mut changes),
                None => named::of_types(&mut changes, &names.all),
            }
            removed_types(&mut changes, Rule::SourceTypeRemoved);
        }
    }
    Ok(with_sources(changes.list, new, old))
}

/// The definitions of both interfaces in one set, and what the old interface has in it.
struct Merged {
    /// Resolved.
    env: TypeEnv,
    old_actor: Option<Type>,
    /// The records of definitions, of the old types.
    old_records: [Type; 2],
}

impl Merged {
    /// Merges the definitions, once for all comparisons.
    fn of(new: &Checked, old: &Checked, records: [&Type; 2]) -> Self {
        let mut env = new.env.clone();
        // Renamed together, in a list of any form.
        let service: Type = TypeInner::Service(Vec::new()).into();
        let list = records.into_iter().chain(&old.actor).cloned().collect();
        let list = TypeInner::Class(list, service);
        let renamed = env.merge_type(old.env.clone(), list.into());
        let mut types = match renamed.as_ref() {
            TypeInner::Class(types, _) => types.iter().cloned(),
            _ => [].iter().cloned(),
        };
        let mut next = || types.next().unwrap_or_else(|| renamed.clone());
        let old_records = [next(), next()];
        Merged {
            env: env.resolved(),
            old_actor: types.next(),
            old_records,
        }
    }
}

/// Compares services in both directions, and their init arguments.
fn messages(changes: &mut Changes<'_>, env: &TypeEnv, new: &Type, old: &Type) -> Result<()> {
    let (new_init, new_service) = parts(env, new)?;
    let (old_init, old_service) = parts(env, old)?;
    let constructor = |args: Vec<Type>| -> Type {
        let (modes, rets) = (Vec::new(), Vec::new());
        TypeInner::Func(Function { modes, args, rets }).into()
    };
    let comparisons = [
        (
            Affected::OldCallers,
            new_service.clone(),
            old_service.clone(),
        ),
        (Affected::NewCallers, old_service, new_service),
        (
            Affected::UpgradeArguments,
            constructor(new_init),
            constructor(old_init),
        ),
    ];
    for (affected, left, right) in comparisons {
        let at = match affected {
            Affected::UpgradeArguments => At::Constructor,
            _ => At::Service,
        };
        let left_is_new = affected != Affected::NewCallers;
        let mut finder = Finder::of_messages(changes, env, affected, left_is_new, at);
        if !visit(Comparison::Subtype, env, &left, &right, &mut finder) {
            finder.undecided(CUT);
        }
    }
    Ok(())
}

/// Compares definitions by their names, in one direction: whether values of one side decode as the types of the other.
fn definitions(
    changes: &mut Changes<'_>,
    env: &TypeEnv,
    affected: Affected,
    (new, old): (&Type, &Type),
    left_is_new: bool,
) {
    let (left, right) = match left_is_new {
        true => (new, old),
        false => (old, new),
    };
    let at = At::Definitions;
    let mut finder = Finder::of_messages(changes, env, affected, left_is_new, at);
    if !visit(Comparison::Subtype, env, left, right, &mut finder) {
        finder.undecided(CUT);
    }
}

/// Returns the init arguments and the service of an actor.
fn parts(env: &TypeEnv, actor: &Type) -> Result<(Vec<Type>, Type)> {
    let actor = env.trace_type(actor)?;
    Ok(match actor.as_ref() {
        TypeInner::Class(args, service) => (args.clone(), service.clone()),
        _ => (Vec::new(), actor),
    })
}

/// The names of the definitions that both interfaces have.
#[derive(Default)]
struct Names {
    all: Vec<String>,
    /// Those of which values may be stored.
    data: Vec<String>,
}

impl Names {
    fn of(new: &Checked, old: &Checked) -> Self {
        let (old_env, new_env) = (old.env.resolved(), new.env.resolved());
        let names = old.env.0.keys();
        let all = names.filter(|name| new.env.0.contains_key(*name));
        let all: Vec<String> = all.cloned().collect();
        let data = all.iter();
        let data = data.filter(|name| is_data(&old_env, name) && is_data(&new_env, name));
        let data = data.cloned().collect();
        Names { all, data }
    }
}

/// Returns one record of definitions, so that what they share is compared once.
fn record_of(names: &[String]) -> Type {
    let fields = (0..).zip(names).map(|(idx, name)| Field {
        id: Label::Id(idx).into(),
        ty: TypeInner::Var(name.clone()).into(),
    });
    TypeInner::Record(fields.collect()).into()
}

/// Returns whether a definition is one of values that are stored, rather than of a service or a method; `env` is resolved.
fn is_data(env: &TypeEnv, name: &str) -> bool {
    env.rec_find_type(name).is_ok_and(|ty| {
        !matches!(
            ty.as_ref(),
            TypeInner::Func(_) | TypeInner::Service(_) | TypeInner::Class(..)
        )
    })
}

/// Adds the definitions that the new interface does not have.
fn removed_types(changes: &mut Changes<'_>, rule: Rule) {
    let affected = match rule.level() {
        Level::Wire => vec![Affected::OldCallers],
        _ => Vec::new(),
    };
    let removed = changes.old.defs.iter();
    let removed = removed.filter(|(name, _)| !changes.new.defs.contains_key(*name));
    let mut removed: Vec<_> = removed
        .map(|(name, def)| (def.file, def.name, *name))
        .collect();
    removed.sort_unstable();
    for (file, span, name) in removed {
        changes.add(Change {
            rule,
            path: format!("type {}", quoted(name)),
            message: "the type is removed or renamed".to_string(),
            affected: affected.clone(),
            new: changes.new.file(),
            old: Some((file, span)),
            cause: 0,
        });
    }
}

/// Returns the changes with the texts of both interfaces.
fn with_sources(mut list: Vec<Change>, new: &Checked, old: &Checked) -> Found {
    let mut sources = new.sources.clone();
    let ids = old
        .files
        .iter()
        .map(|file| (file.id, sources.add_from(&old.sources, file.id)));
    let ids: HashMap<FileId, FileId> = ids.collect();
    for (file, _) in list.iter_mut().filter_map(|change| change.old.as_mut()) {
        if let Some(id) = ids.get(file) {
            *file = *id;
        }
    }
    Found { list, sources }
}
