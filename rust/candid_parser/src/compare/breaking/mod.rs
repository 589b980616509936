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
mod finder;
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
            new: None,
            old: service,
        });
    }
    let stored = stored_names(new, old);
    let data = record_of(&stored);
    let Merged {
        env,
        old_actor,
        old_data,
    } = Merged::of(new, old, &data);
    let actors = new.actor.as_ref().zip(old_actor.as_ref());
    if let Some((new_actor, old_actor)) = actors {
        messages(&mut changes, &env, new_actor, old_actor)?;
    }
    changes.new.stored.clone_from(&stored);
    changes.old.stored = stored;
    let at = (At::Definitions, At::Definitions);
    let mut finder = Finder::of_messages(&mut changes, &env, Affected::StoredData, at);
    if !visit(Comparison::Subtype, &env, &old_data, &data, &mut finder) {
        finder.undecided(CUT);
    }
    let is_wanted = |change: &Change| {
        let mut affected = change.affected.iter();
        affected.any(|who| options.affected.contains(who))
    };
    changes.retain(is_wanted);
    if options.levels.iter().any(|level| *level != Level::Wire) {
        if let Some((new_actor, old_actor)) = actors {
            // An actor without a constructor has no init arguments.
            let constructed = |actor: &Type| -> Result<Type> {
                let (args, service) = parts(&env, actor)?;
                Ok(TypeInner::Class(args, service).into())
            };
            let (new_actor, old_actor) = (constructed(new_actor)?, constructed(old_actor)?);
            let mut finder = Finder::of_source(&mut changes, &env);
            if !visit(
                Comparison::Identity,
                &env,
                &new_actor,
                &old_actor,
                &mut finder,
            ) {
                finder.undecided(CUT);
            }
        }
        if options.levels.contains(&Level::Source) {
            named::find(&mut changes);
            removed_types(&mut changes);
        }
    }
    Ok(with_sources(changes.list, new, old))
}

/// The definitions of both interfaces in one set, and what the old interface has in it.
struct Merged {
    /// Resolved.
    env: TypeEnv,
    old_actor: Option<Type>,
    /// The record of stored values, of the old types.
    old_data: Type,
}

impl Merged {
    /// Merges the definitions, once for all comparisons; `data` is the record of stored values.
    fn of(new: &Checked, old: &Checked, data: &Type) -> Self {
        let mut env = new.env.clone();
        // Renamed together, in a list of any form.
        let service: Type = TypeInner::Service(Vec::new()).into();
        let actor = old.actor.iter().cloned();
        let list = TypeInner::Class(actor.chain([data.clone()]).collect(), service);
        let renamed = env.merge_type(old.env.clone(), list.into());
        let (old_actor, old_data) = match renamed.as_ref() {
            TypeInner::Class(types, _) => match types.as_slice() {
                [actor, data] => (Some(actor.clone()), data.clone()),
                [data] => (None, data.clone()),
                _ => (None, renamed.clone()),
            },
            _ => (None, renamed.clone()),
        };
        Merged {
            env: env.resolved(),
            old_actor,
            old_data,
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
            Affected::UpgradeArguments => (At::Constructor, At::Constructor),
            _ => (At::Service, At::Service),
        };
        let mut finder = Finder::of_messages(changes, env, affected, at);
        if !visit(Comparison::Subtype, env, &left, &right, &mut finder) {
            finder.undecided(CUT);
        }
    }
    Ok(())
}

/// Returns the init arguments and the service of an actor.
fn parts(env: &TypeEnv, actor: &Type) -> Result<(Vec<Type>, Type)> {
    let actor = env.trace_type(actor)?;
    Ok(match actor.as_ref() {
        TypeInner::Class(args, service) => (args.clone(), service.clone()),
        _ => (Vec::new(), actor),
    })
}

/// Returns the definitions that both interfaces have, and of which values may be stored: those of the old type must decode as the
/// new one.
fn stored_names(new: &Checked, old: &Checked) -> Vec<String> {
    let (old_env, new_env) = (old.env.resolved(), new.env.resolved());
    let names = old.env.0.keys();
    let names = names.filter(|name| new.env.0.contains_key(*name));
    let names = names.filter(|name| is_data(&old_env, name) && is_data(&new_env, name));
    names.cloned().collect()
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
fn removed_types(changes: &mut Changes<'_>) {
    let removed = changes.old.defs.iter();
    let removed = removed.filter(|(name, _)| !changes.new.defs.contains_key(*name));
    let mut removed: Vec<_> = removed
        .map(|(name, def)| (def.file, def.name, *name))
        .collect();
    removed.sort_unstable();
    for (file, span, name) in removed {
        changes.add(Change {
            rule: Rule::SourceTypeRemoved,
            path: format!("type {}", quoted(name)),
            message: "the type is removed or renamed".to_string(),
            affected: Vec::new(),
            new: None,
            old: Some((file, span)),
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
