//! A program merged with all its imports.

use super::{Binding, Dec, IDLActorType, IDLProg, IDLType};
use anyhow::{bail, Context, Result};
use candid::types::Label;
use std::collections::hash_map::Entry;
use std::collections::HashMap;

/// A program merged with the programs that it imports: all definitions, and the service with the methods that
/// `import service` adds to it.
///
/// # Examples
///
/// ```
/// use candid_parser::syntax::{Binding, Dec, IDLMergedProg, IDLProg, IDLType, PrimType};
///
/// let prog = |name: &str| {
///     let typ = IDLType::PrimT(PrimType::Nat);
///     let binding = Binding { id: name.to_string(), typ, docs: vec![] };
///     IDLProg { decs: vec![Dec::TypD(binding)], actor: None }
/// };
/// let mut merged = IDLMergedProg::new(prog("Amount"));
/// merged.merge(false, "fees.did".to_string(), prog("Fee")).unwrap();
/// let names: Vec<_> = merged.bindings().map(|binding| binding.id.as_str()).collect();
/// assert_eq!(names, ["Amount", "Fee"]);
/// assert!(merged.lookup("Fee").is_some());
/// assert_eq!(merged.resolve_actor().unwrap(), None);
/// ```
#[derive(Debug, Clone)]
pub struct IDLMergedProg {
    bindings: Vec<Binding>,
    /// The index of the first binding of each name.
    index: HashMap<String, usize>,
    actor: Option<IDLActorType>,
    /// The services of the files imported by `import service`, each with the name of its file.
    imported: Vec<(String, IDLActorType)>,
}

impl IDLMergedProg {
    /// Returns the program alone; its imports have to be merged.
    pub fn new(prog: IDLProg) -> IDLMergedProg {
        let mut merged = IDLMergedProg {
            bindings: Vec::new(),
            index: HashMap::new(),
            actor: prog.actor,
            imported: Vec::new(),
        };
        merged.add(prog.decs);
        merged
    }

    /// Adds an imported program: its definitions and, for an `import service`, its service.
    ///
    /// # Errors
    ///
    /// If the service is requested and there is none. The definitions have been added then.
    pub fn merge(&mut self, is_service_import: bool, name: String, prog: IDLProg) -> Result<()> {
        self.add(prog.decs);
        if is_service_import {
            let service = prog.actor.with_context(|| {
                format!("the file \"{name}\" is imported as a service but has none")
            })?;
            self.imported.push((name, service));
        }
        Ok(())
    }

    fn add(&mut self, decs: Vec<Dec>) {
        for binding in IDLProg::typ_decs(decs) {
            if let Entry::Vacant(entry) = self.index.entry(binding.id.clone()) {
                entry.insert(self.bindings.len());
            }
            self.bindings.push(binding);
        }
    }

    /// Returns the definition of a name; the first, if there are several.
    pub fn lookup(&self, id: &str) -> Option<&Binding> {
        self.index.get(id).and_then(|idx| self.bindings.get(*idx))
    }

    /// Returns all definitions: those of the program itself, then those of each merged one.
    pub fn bindings(&self) -> impl Iterator<Item = &Binding> {
        self.bindings.iter()
    }

    /// Returns all definitions as declarations.
    pub fn decs(&self) -> Vec<Dec> {
        self.bindings().cloned().map(Dec::TypD).collect()
    }

    /// Returns the service: the program's own methods, then those of each imported service.
    ///
    /// Without imported services it is returned as written, which may be the name of a service.
    ///
    /// # Errors
    ///
    /// If an imported service has a constructor, a type is not a service, a name is not defined, or two methods have
    /// one name.
    pub fn resolve_actor(&self) -> Result<Option<IDLActorType>> {
        if self.imported.is_empty() {
            return Ok(self.actor.clone());
        }
        let (mut init, mut methods, mut docs) = (None, Vec::new(), Vec::new());
        if let Some(actor) = &self.actor {
            if let IDLType::ClassT(args, _) = &actor.typ {
                init = Some(args.clone());
            }
            methods.extend_from_slice(self.methods(actor.typ.service())?);
            docs.clone_from(&actor.docs);
        }
        for (name, service) in &self.imported {
            if let IDLType::ClassT(..) = service.typ {
                bail!("the file \"{name}\" is imported as a service but has a constructor");
            }
            methods.extend_from_slice(self.methods(&service.typ)?);
        }
        no_method_twice(&methods)?;
        let service = IDLType::ServT(methods);
        let typ = match init {
            None => service,
            Some(args) => IDLType::ClassT(args, Box::new(service)),
        };
        Ok(Some(IDLActorType { typ, docs }))
    }

    /// Resolves names to the methods of a service.
    pub(crate) fn methods<'a>(&'a self, typ: &'a IDLType) -> Result<&'a [Binding]> {
        let mut typ = typ;
        // A chain of names longer than the number of definitions is cyclic.
        for _ in 0..=self.bindings.len() {
            match typ {
                IDLType::ServT(methods) => return Ok(methods),
                IDLType::VarT(name) => {
                    let binding = self.lookup(name);
                    typ = &binding
                        .with_context(|| format!("unbound type identifier {name}"))?
                        .typ;
                }
                _ => bail!("the main service is not a service type"),
            }
        }
        bail!("the type of the main service has a cyclic definition")
    }
}

fn no_method_twice(methods: &[Binding]) -> Result<()> {
    let mut seen: HashMap<u32, &str> = HashMap::new();
    for method in methods {
        let id = Label::Named(method.id.clone()).get_id();
        match seen.insert(id, &method.id) {
            None => {}
            Some(name) if name == method.id => bail!("duplicate method {name}"),
            Some(name) => bail!("the methods {name} and {} have the same hash", method.id),
        }
    }
    Ok(())
}
