//! The main service: the program's own methods, and those that `import service` adds.

use super::labels;
use super::types::Types;
use crate::check::load::{Completeness, File};
use crate::check::resolve::{written, End};
use crate::diagnostic::{Code, Diagnostic, FileId};
use crate::syntax::ast::{Name, Span, Type, TypeKind};
use crate::syntax::PrimType;
use candid::types::{self, TypeEnv, TypeInner};
use std::collections::HashSet;

/// Methods as types, with their source.
#[derive(Default)]
struct Methods<'a> {
    types: Vec<(String, types::Type)>,
    places: Vec<(FileId, &'a Name)>,
}

impl<'a> Types<'a, '_> {
    /// Checks the main service of the first file together with the imported services; `env` has all
    /// definitions.
    pub(super) fn actor(&mut self, files: &'a [File], env: &TypeEnv) -> Option<types::Type> {
        let (main, imports) = files.split_first()?;
        let (init, service) = match main.prog.actor.as_ref().map(|actor| &actor.typ) {
            None => (None, None),
            Some(own) => match &own.kind {
                TypeKind::Class(args, service) => (Some(args), Some(&**service)),
                _ => (None, Some(own)),
            },
        };
        let args = init.map(|args| self.args(main.id, "argument", args));
        let ty = if imports.iter().all(|file| file.imported_at.is_none()) {
            let service = service?;
            if !self.is_service(main.id, service) {
                return None;
            }
            self.ty(main.id, service)
        } else {
            let own = service.map(|service| self.service(main.id, service, env));
            self.merged(own.unwrap_or_default(), imports, env)
        };
        Some(match args {
            Some(args) => TypeInner::Class(args, ty).into(),
            None => ty,
        })
    }

    fn merged(&mut self, own: Methods<'a>, imports: &'a [File], env: &TypeEnv) -> types::Type {
        let mut all = vec![own];
        for file in imports {
            let Some((importer, span)) = file.imported_at else {
                continue;
            };
            if let Some(actor) = self.importable(file, importer, span) {
                let methods = self.service(file.id, actor, env);
                all.push(methods);
            }
        }
        self.clashes(&all);
        // The services one after the other, each sorted: the same order as in candid_parser 0.4.1.
        let methods = all.into_iter().flat_map(|methods| methods.types);
        TypeInner::Service(methods.collect()).into()
    }

    /// Returns the service of an imported file, if it can be imported; otherwise reports the reason at the import.
    fn importable(&mut self, file: &'a File, importer: FileId, import: Span) -> Option<&'a Type> {
        let Some(actor) = file.prog.actor.as_ref().map(|actor| &actor.typ) else {
            // A file whose only services are imported itself provides those.
            let adds_services = file.import_decs().any(|import| import.service);
            if !adds_services && file.completeness == Completeness::None {
                let message = "the imported file has no main service";
                let note = "import \"…\" without service imports only the definitions";
                let finding = Diagnostic::error(message, importer, import);
                self.findings
                    .push(finding.coded(Code::ImportWithoutService.id()).note(note));
            }
            return None;
        };
        if let TypeKind::Class(..) = actor.kind {
            let message = "the service of the imported file has a constructor";
            let finding = Diagnostic::error(message, importer, import);
            let place = "a service with a constructor cannot be imported";
            let finding = finding.coded(Code::ImportWithConstructor.id());
            self.findings.push(finding.also(place, file.id, actor.span));
            return None;
        }
        Some(actor)
    }

    /// Returns the methods of a service that is written in place or named.
    fn service(&mut self, file: FileId, ty: &'a Type, env: &TypeEnv) -> Methods<'a> {
        if !self.is_service(file, ty) {
            return Methods::default();
        }
        // Problems of a definition are reported at the definition.
        let converted = self.ty(file, ty);
        let (converted, written) = match &ty.kind {
            TypeKind::Var(name) => match self.scope.end(name) {
                End::Def(def) => (
                    env.0.get(&def.name.text).cloned(),
                    Some((def.typ, def.file)),
                ),
                End::Base(ty) => (Some(ty), None),
                End::Broken => (None, None),
            },
            _ => (Some(converted), Some((ty, file))),
        };
        let types = match converted.as_ref().map(AsRef::as_ref) {
            Some(TypeInner::Service(methods)) => methods.clone(),
            _ => Vec::new(),
        };
        let places = match written.map(|(ty, file)| (&ty.kind, file)) {
            Some((TypeKind::Service(methods), file)) => {
                methods.iter().map(|method| (file, &method.name)).collect()
            }
            _ => Vec::new(),
        };
        Methods { types, places }
    }

    /// Returns whether a type may be the main service; reports it if not.
    fn is_service(&mut self, file: FileId, ty: &Type) -> bool {
        let message = || "the main service is not a service type".to_string();
        let written = |kind: &TypeKind| matches!(kind, TypeKind::Service(_));
        let checked = |ty: &TypeInner| matches!(ty, TypeInner::Service(_));
        self.is_of_kind(file, ty, written, checked, (Code::NotAService, message))
    }

    /// Returns whether a type is of a kind, or the name of a type of that kind; reports it if not. The kind is given as
    /// predicates of types as they are written and as they are checked.
    pub(super) fn is_of_kind(
        &mut self,
        file: FileId,
        ty: &Type,
        written_as: impl Fn(&TypeKind) -> bool,
        checked_as: impl Fn(&TypeInner) -> bool,
        (code, message): (Code, impl FnOnce() -> String),
    ) -> bool {
        let TypeKind::Var(name) = &ty.kind else {
            let is_fine = written_as(&ty.kind) || matches!(ty.kind, TypeKind::Error);
            if !is_fine {
                let finding = Diagnostic::error(message(), file, ty.span);
                self.findings.push(finding.coded(code.id()));
            }
            return is_fine;
        };
        let end = self.scope.end(name);
        let is_fine = match &end {
            // The grammar accepts any word for a name here.
            _ if !self.scope.is_bound(name) => PrimType::str_to_enum(name).is_none(),
            End::Def(def) => written_as(&def.typ.kind),
            End::Base(ty) => checked_as(ty.as_ref()),
            End::Broken => true,
        };
        if !is_fine {
            let mut finding = Diagnostic::error(message(), file, ty.span).coded(code.id());
            if let Some((ty, file)) = written(&end) {
                finding = finding.also(format!("{name} is defined here"), file, ty.span);
            }
            self.findings.push(finding);
        }
        is_fine
    }

    /// Reports methods that occur in several of the services.
    fn clashes(&mut self, all: &[Methods<'a>]) {
        let id = |method: &Name| candid::idl_hash(&method.text);
        let mut firsts: Vec<(FileId, &'a Name)> = Vec::new();
        for methods in all {
            // Duplicates within one service have been reported.
            let mut seen: HashSet<u32> = HashSet::new();
            let first = methods.places.iter().filter(|(_, m)| seen.insert(id(m)));
            firsts.extend(first);
        }
        labels::check_methods(firsts.into_iter(), self.findings);
    }
}
