//! Types that nest more deeply than values of a template.

use crate::bindings::model::{Model, Ty};
use crate::check::{Checked, File};
use crate::diagnostic::{shown_name, Diagnostic, Diagnostics, FileId, Severity};
use crate::syntax::ast::{Method, Span, TypeKind};
use std::fmt;

/// The deepest of the types of an interface, which is too deep for templates.
#[derive(Debug)]
#[doc(hidden)]
pub struct TooDeep {
    part: Part,
    n_levels: usize,
}

/// The part of an interface that a type is of.
#[derive(Debug)]
enum Part {
    Definition(String),
    Method(String),
    InitArgument(usize),
}

impl TooDeep {
    pub(super) fn of(model: &Model) -> Option<Self> {
        let defs = model.defs.iter();
        let defs = defs.map(|def| (levels(&def.ty), Part::Definition(def.name.clone())));
        let methods = model.actor_methods().iter();
        let methods = methods.map(|method| (levels(&method.ty), Part::Method(method.name.clone())));
        let init = model.actor.iter().flat_map(|actor| &actor.init).flatten();
        let init = init.enumerate();
        let init = init.map(|(idx, arg)| (levels(&arg.ty), Part::InitArgument(idx)));
        let deepest = defs.chain(methods).chain(init).max_by_key(|(n, _)| *n);
        deepest.map(|(n_levels, part)| TooDeep { part, n_levels })
    }

    /// Returns the finding, at its place in the interface.
    #[must_use]
    pub fn located(&self, checked: &Checked) -> Diagnostics {
        let TooDeep { part, n_levels } = self;
        let message = format!("{part} nests too deeply for templates, {n_levels} levels");
        let finding = match self.place(checked) {
            Some((file, span)) => Diagnostic::error(message, file, span),
            None => Diagnostic::nowhere(Severity::Error, message),
        };
        Diagnostics {
            list: vec![finding.note(HELP)],
            sources: checked.sources.clone(),
        }
    }

    fn place(&self, checked: &Checked) -> Option<(FileId, Span)> {
        // The services of other files are not that of the interface.
        let has_part = |(idx, file): &(usize, &File)| *idx == 0 || file.imported_at.is_some();
        let files = checked.files.iter().enumerate().filter(has_part);
        let mut services = files.filter_map(|(_, file)| {
            let actor = file.prog.actor.as_ref()?;
            Some((file.id, &actor.typ.kind))
        });
        match &self.part {
            Part::Definition(name) => {
                let (file, def) = checked.definition(name)?;
                Some((file, def.name.span))
            }
            Part::Method(name) => services.find_map(|(file, service)| {
                let mut methods = methods(service).iter();
                let method = methods.find(|method| method.name.text == *name)?;
                Some((file, method.name.span))
            }),
            Part::InitArgument(idx) => match services.next()? {
                (file, TypeKind::Class(args, _)) => Some((file, args.get(*idx)?.typ.span)),
                _ => None,
            },
        }
    }
}

/// Returns the methods that are written in a service, or in that of a constructor.
fn methods(service: &TypeKind) -> &[Method] {
    match service {
        TypeKind::Class(_, service) => methods(&service.kind),
        TypeKind::Service(methods) => methods,
        _ => &[],
    }
}

const HELP: &str = "give a part of it a name";

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooDeep { part, n_levels } = self;
        write!(
            f,
            "template: {part} nests too deeply for templates, {n_levels} levels: {HELP}"
        )
    }
}

impl std::error::Error for TooDeep {}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Definition(name) => write!(f, "the type {}", shown_name(name)),
            Part::Method(name) => write!(f, "the method {}", shown_name(name)),
            Part::InitArgument(_) => f.write_str("an init argument"),
        }
    }
}

/// Returns the number of types in one another; a name has no others in it.
fn levels(ty: &Ty) -> usize {
    let mut deepest = 0;
    let mut todo = vec![(ty, 1)];
    while let Some((ty, level)) = todo.pop() {
        deepest = deepest.max(level);
        let mut add = |ty| todo.push((ty, level + 1));
        match ty {
            Ty::Prim(_) | Ty::Principal | Ty::Var(_) | Ty::Blob => {}
            Ty::Opt(part) | Ty::Vec(part) => add(part),
            Ty::Record(fields) | Ty::Variant(fields) => {
                fields.iter().for_each(|field| add(&field.ty));
            }
            Ty::Func(func) => {
                let args = func.args.iter().chain(&func.rets);
                args.for_each(|arg| add(&arg.ty));
            }
            Ty::Service(methods) => methods.iter().for_each(|method| add(&method.ty)),
        }
    }
    deepest
}
