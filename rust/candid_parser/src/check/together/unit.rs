//! The check of a unit: of a file, or of those that import each other in a cycle.

use super::errors::{ErrorSet, Errors};
use super::methods::Methods;
use super::names::{Names, View};
use super::reach::{has, Row, BLOCK};
use super::used::used;
use super::Outcome;
use crate::check::definitions::Definitions;
use crate::check::findings::Findings;
use crate::check::lint::{uninhabited, unused, Outer};
use crate::check::load::{plain, Completeness, Together};
use crate::check::{rules, File};
use crate::diagnostic::Code::{self, CyclicDefinition, UnboundType};
use crate::syntax::ast::{Type, TypeDef, TypeKind};
use candid::types::{Function, TypeEnv, TypeInner};
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// What is known of the files so far.
pub(super) struct Checker<'a> {
    pub(super) loaded: &'a Together,
    pub(super) names: Names<'a>,
    pub(super) errors: Errors,
    /// The unit of each file.
    pub(super) unit_of: Vec<usize>,
    /// The units; of those that are `None`, their files have to be checked with all that they import.
    pub(super) units: Vec<Option<Unit<'a>>>,
    pub(super) services: Vec<Service>,
    pub(super) outcomes: Vec<Outcome<'a>>,
    methods: Methods,
    /// The number of names, of definitions and in them, that were visited.
    pub(super) n_visited: usize,
}

/// A unit with all that it imports.
pub(super) struct Unit<'a> {
    /// The errors of definitions.
    errors: ErrorSet,
    is_complete: bool,
    /// Files whose services are imported: the first two.
    services: Vec<usize>,
    /// The errors of imported services, if they are known.
    service_errors: Option<ErrorSet>,
    /// What the definitions of the unit stand for that are names.
    ends: HashMap<&'a str, &'a Type>,
    /// The definitions of the unit that have no value.
    without_value: HashSet<&'a str>,
}

/// The service of a file.
#[derive(Default)]
pub(super) struct Service {
    /// Its errors, if they are known.
    errors: Option<ErrorSet>,
    /// Whether `import service` may name the file.
    is_importable: bool,
}

/// The definitions of a unit, with their files.
type Own<'a> = HashMap<&'a str, (usize, &'a TypeDef)>;

/// A definition outside of a unit.
struct Foreign<'a> {
    file: usize,
    end: &'a Type,
    has_value: bool,
}

impl<'a> Unit<'a> {
    /// Adds what is known of a unit that this one imports.
    fn import(&mut self, other: &Unit<'_>) {
        self.errors.add(other.errors);
        self.is_complete &= other.is_complete;
        other
            .services
            .iter()
            .for_each(|file| self.add_service(*file));
        self.add_service_errors(other.service_errors);
    }

    fn add_service(&mut self, file: usize) {
        if self.services.len() < 2 && !self.services.contains(&file) {
            self.services.push(file);
        }
    }

    fn add_service_errors(&mut self, more: Option<ErrorSet>) {
        match (&mut self.service_errors, more) {
            (Some(errors), Some(more)) => errors.add(more),
            (errors, _) => *errors = None,
        }
    }

    /// Returns whether a file of the unit imports services of others.
    fn has_services(&self, of: usize) -> bool {
        self.services.iter().any(|file| *file != of)
    }
}

impl<'a> Checker<'a> {
    /// Returns what is known before anything is checked.
    pub(super) fn of(loaded: &'a Together) -> Self {
        let numbered = loaded.units.iter().enumerate();
        let unit_of = numbered.flat_map(|(at, unit)| unit.clone().map(move |_| at));
        Checker {
            loaded,
            names: Names::of(&loaded.files),
            errors: Errors::of(&loaded.findings),
            unit_of: unit_of.collect(),
            units: Vec::new(),
            services: Vec::new(),
            outcomes: Vec::new(),
            methods: Methods::default(),
            n_visited: 0,
        }
    }

    /// Checks the next unit, unless it sees a name in two files. `services` has, of each file, the followed units that import its
    /// service.
    pub(super) fn check(&mut self, view: View<'_>, services: &[Row], is_ambiguous: bool) {
        let at = self.units.len();
        let unit = (!is_ambiguous)
            .then(|| self.unit(at, view, services))
            .flatten();
        if unit.is_none() {
            for _ in self.loaded.units[at].clone() {
                self.services.push(Service::default());
                self.outcomes.push(Outcome::Unknown);
            }
        }
        self.units.push(unit);
    }

    /// Looks for methods that services have in common of which a file imports several, or has one itself, in the units from `start`
    /// on: which of the files is loaded first decides where the error is.
    pub(super) fn find_clashes(&mut self, start: usize, services: &[Row]) {
        if services.iter().all(|row| *row == Row::default()) {
            return;
        }
        let (clashing, of_files) = self.methods.clashes(services);
        let units = self.loaded.units.iter().skip(start).take(BLOCK);
        for (_, unit) in units.enumerate().filter(|(bit, _)| has(&clashing, *bit)) {
            self.outcomes[unit.clone()].fill_with(|| Outcome::Unknown);
        }
        for (file, row) in of_files {
            let bit = self.unit_of[file].wrapping_sub(start);
            // A service that the unit imports is in the set itself.
            if bit < BLOCK && has(&row, bit) && !has(&services[file], bit) {
                self.outcomes[file] = Outcome::Unknown;
            }
        }
    }

    /// Checks a unit whose imports have been checked.
    fn unit(&mut self, at: usize, view: View<'_>, services: &[Row]) -> Option<Unit<'a>> {
        let loaded = self.loaded;
        let range = loaded.units.get(at)?.clone();
        let files = loaded.files.get(range.clone())?;
        let mut unit = Unit {
            errors: ErrorSet::default(),
            is_complete: true,
            services: Vec::new(),
            service_errors: Some(ErrorSet::default()),
            ends: HashMap::new(),
            without_value: HashSet::new(),
        };
        let mut own = Own::new();
        for (idx, file) in range.clone().zip(files) {
            if !is_plain(file, &loaded.files) {
                return None;
            }
            unit.is_complete &= file.completeness < Completeness::Missing;
            unit.errors.add(self.errors.of_loading(file));
            for target in file.targets().into_iter().filter(|it| !range.contains(it)) {
                unit.import(self.units[self.unit_of[target]].as_ref()?);
            }
            for def in file.prog.defs() {
                own.entry(&def.name.text).or_insert((idx, def));
            }
        }
        self.n_visited += own.len();
        // The names in definitions have to be known; those in a service only for the service.
        let mut foreign = HashMap::new();
        let mut has_service = Vec::with_capacity(files.len());
        for file in files {
            let defs = file.prog.defs().map(|def| &def.typ);
            let actor = file.prog.actor.iter().map(|actor| &actor.typ);
            if !self.knows(defs, file, &own, &mut foreign, view) {
                return None;
            }
            has_service.push(self.knows(actor, file, &own, &mut foreign, view));
        }
        let base = foreign
            .iter()
            .map(|(name, it)| (name.to_string(), kind(it.end)));
        let base = TypeEnv(base.collect());
        let mut findings = Findings::default();
        let counts = rules::check_each(files, &base, unit.is_complete, &mut findings);
        let found = findings.kept();
        let has = |code: Code| found.iter().any(|finding| finding.code == Some(code.id()));
        // Which file is loaded first decides where they are found; and a cycle of names has no end.
        let depends_on_order = files.len() > 1 && has(UnboundType);
        if depends_on_order || has(CyclicDefinition) || found.len() < findings.n() {
            return None;
        }
        let mut sets = counts.iter().scan(0, |start, end| {
            let mut set = ErrorSet::default();
            for finding in found.get(*start..*end).unwrap_or_default() {
                set.add(self.errors.add(finding));
            }
            *start = *end;
            Some(set)
        });
        unit.errors.add(sets.next().unwrap_or_default());
        let sets: Vec<ErrorSet> = sets.collect();
        for (file, (set, is_known)) in files.iter().zip(sets.into_iter().zip(has_service)) {
            self.services.push(Service {
                errors: is_known.then_some(set),
                is_importable: is_importable(file),
            });
        }
        for target in files.iter().flat_map(File::services) {
            unit.add_service(target);
            let service = &self.services[target];
            unit.add_service_errors(service.errors.filter(|_| service.is_importable));
        }
        let ends = foreign.iter().map(|(name, it)| (*name, it.end));
        let mut definitions = Definitions::of(files, ends);
        for (name, (_, def)) in &own {
            if def.typ.name().is_some() {
                unit.ends.insert(name, definitions.resolve(&def.typ));
            }
        }
        for (idx, file) in range.zip(files) {
            if let Some(actor) = &file.prog.actor {
                let service = match &actor.typ.kind {
                    TypeKind::Class(_, service) => service,
                    _ => &actor.typ,
                };
                self.methods.add(idx, definitions.resolve(service));
            }
        }
        self.outcomes(
            &mut unit,
            files,
            (&own, &foreign),
            &mut definitions,
            (view, services),
        );
        Some(unit)
    }

    /// Adds what names stand for that types of a file use, and that are defined outside of its unit. Returns whether each of them
    /// stands for the same in all files that see it.
    fn knows(
        &mut self,
        mut types: impl Iterator<Item = &'a Type>,
        file: &File,
        own: &Own<'_>,
        foreign: &mut HashMap<&'a str, Foreign<'a>>,
        view: View<'_>,
    ) -> bool {
        types.all(|ty| {
            ty.names().all(|name| {
                self.n_visited += 1;
                if own.contains_key(name) || foreign.contains_key(name) {
                    return true;
                }
                let Some((file, def)) = self.names.definer(name, file, view) else {
                    return !self.names.is_defined(name);
                };
                let Some(unit) = &self.units[self.unit_of[file]] else {
                    return false;
                };
                let found = Foreign {
                    file,
                    end: unit.ends.get(name).copied().unwrap_or(&def.typ),
                    has_value: !unit.without_value.contains(name),
                };
                foreign.insert(name, found);
                true
            })
        })
    }

    /// Adds what is known of each file of a unit.
    fn outcomes(
        &mut self,
        unit: &mut Unit<'a>,
        files: &'a [File],
        (own, foreign): (&Own<'a>, &HashMap<&'a str, Foreign<'a>>),
        definitions: &mut Definitions<'a>,
        (view, services): (View<'_>, &[Row]),
    ) {
        let first = self.outcomes.len();
        let mut cycles: HashMap<_, Vec<_>> = HashMap::new();
        let mut uses = Vec::new();
        if unit.errors.is_empty() {
            let others = foreign.iter().filter(|(_, it)| !it.has_value);
            let others = others.map(|(name, _)| *name).collect();
            let (found, without_value) = uninhabited::cycles(files, &others);
            unit.without_value = without_value;
            for cycle in found {
                let sources = &self.loaded.sources;
                uninhabited::shown_in_each(cycle, sources, |file, cycle| {
                    cycles.entry(file).or_default().push(cycle);
                });
            }
            if files.len() > 1 {
                let imported: HashSet<usize> = files.iter().flat_map(File::services).collect();
                uses = used(files, |idx| imported.contains(&(first + idx)));
            }
        }
        let mut uses = uses.into_iter();
        for (idx, file) in (first..).zip(files) {
            let service_errors = self.services[idx].errors.zip(unit.service_errors);
            let used = uses.next().unwrap_or_default();
            let of_other_case = self.names.of_other_case(idx, &self.loaded.files, view);
            let known = service_errors.zip(of_other_case);
            let Some(((of_own, of_imported), of_other_case)) = known else {
                self.outcomes.push(Outcome::Unknown);
                continue;
            };
            let mut errors = unit.errors;
            errors.add(of_own);
            errors.add(of_imported);
            if !errors.is_empty() {
                self.outcomes.push(Outcome::Invalid(errors));
                continue;
            }
            let mut outer = Outer {
                uninhabited: cycles.remove(&file.id).unwrap_or_default(),
                of_other_case,
                has_services: unit.has_services(idx),
                used,
                ..Outer::default()
            };
            let mut used_files = HashSet::new();
            for name in file.prog.types().filter_map(Type::name) {
                self.n_visited += 1;
                if outer.ends.contains_key(name) {
                    continue;
                }
                let (definer, end) = match own.get(name) {
                    Some((definer, _)) if *definer == idx => continue,
                    Some((definer, def)) => (*definer, definitions.resolve(&def.typ)),
                    None => match foreign.get(name) {
                        Some(it) => (it.file, it.end),
                        None => continue,
                    },
                };
                used_files.insert(definer);
                outer.ends.insert(name, end);
            }
            let is_needed =
                |file: usize| used_files.contains(&file) || has(&services[file], view.bit);
            let has_needed = !used_files.is_empty() || outer.has_services;
            outer.useless = match has_needed {
                true => useless(&self.loaded.files, idx, is_needed),
                false => file.targets().into_iter().collect(),
            };
            self.outcomes.push(Outcome::Valid(Box::new(outer)));
        }
    }
}

/// Returns the files that a file imports and has nothing from; it needs at least one file that it sees.
fn useless(files: &[File], idx: usize, is_needed: impl Fn(usize) -> bool) -> HashSet<usize> {
    let (own, others) =
        (files[idx].targets().into_iter()).partition::<HashSet<usize>, _>(|target| *target == idx);
    match others.len() {
        // Everything comes by the only import.
        1 => own,
        _ => unused::useless(files, idx, is_needed),
    }
}

/// Returns whether the files that a file imports are shown by the paths that it imports them by.
fn is_plain(file: &File, files: &[File]) -> bool {
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let mut imports = file.import_decs().zip(&file.imports);
    imports.all(|(import, target)| {
        let path = || plain(&folder.join(&import.path.text));
        target.is_none_or(|target| files[target].path == path())
    })
}

/// Returns whether `import service` may name a file, as far as it is complete.
fn is_importable(file: &File) -> bool {
    match &file.prog.actor {
        Some(actor) => !matches!(actor.typ.kind, TypeKind::Class(..)),
        None => {
            let mut imports = file.import_decs();
            imports.any(|import| import.service) || file.completeness != Completeness::None
        }
    }
}

/// Returns what a file needs to know of a type of another one: whether it is one of functions, of services, or not known.
fn kind(ty: &Type) -> candid::types::Type {
    let kind = match ty.kind {
        TypeKind::Func(_) => TypeInner::Func(Function {
            modes: Vec::new(),
            args: Vec::new(),
            rets: Vec::new(),
        }),
        TypeKind::Service(_) => TypeInner::Service(Vec::new()),
        // A name without a definition: what is wrong is an error where it is.
        TypeKind::Var(_) | TypeKind::Error => TypeInner::Var(String::new()),
        _ => TypeInner::Reserved,
    };
    kind.into()
}
