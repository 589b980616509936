//! An interface as declarations of Go and entries of a table of types, which refer to each other by name and by index.

use super::circles::circular;
use super::names::{doc_lines, exported, literal, path};
use super::package::{
    columns, primitive, Declaration, Definition, Entry, EntryField, GoField, Package, PRINCIPAL,
};
use crate::bindings::model::{Arg, Field, Func, Model, Names, Prim, Rules, Ty};
use crate::keywords::GO_TYPES;
use candid::types::Label;
use std::collections::HashMap;

/// A type: its index in the table, or its negative number if it is primitive, and its name in Go.
#[derive(Clone)]
pub(super) struct Built {
    pub(super) index: i64,
    pub(super) go: String,
}

/// Returns what the package of an interface has.
pub(super) fn package(model: &Model) -> Package {
    model.with_stack(|| {
        let rules = Rules {
            identifier: &exported,
            taken: GO_TYPES,
            separator: "",
        };
        let mut names = Names::new(GO_TYPES);
        let defs = names.all(model.defs.iter().map(|def| def.name.as_str()), &rules);
        let mut builder = Builder {
            model,
            circular: circular(model),
            names,
            defs,
            indices: HashMap::new(),
            interned: HashMap::new(),
            package: Package::default(),
        };
        for idx in 0..model.defs.len() {
            if model.defs[idx].used {
                builder.define(idx);
            }
        }
        builder.package.service = builder.service();
        builder.mark_uninhabited();
        let definitions = &mut builder.package.definitions;
        let names = definitions.iter().map(|it| (&*it.name, false)).collect();
        let layout = columns(names);
        for (definition, (is_apart, padding)) in definitions.iter_mut().zip(layout) {
            (definition.is_apart, definition.padding) = (is_apart, padding);
        }
        builder.package
    })
}

pub(super) struct Builder<'a> {
    pub(super) model: &'a Model,
    circular: Vec<bool>,
    /// The names in the package.
    names: Names,
    /// The names of the definitions.
    pub(super) defs: Vec<String>,
    /// The indices of the definitions.
    indices: HashMap<usize, i64>,
    /// The indices of types without a name that have no declaration: equal ones are one.
    interned: HashMap<String, i64>,
    pub(super) package: Package,
}

impl<'a> Builder<'a> {
    fn define(&mut self, idx: usize) {
        let def = &self.model.defs[idx];
        let index = self.index_of(idx);
        let name = self.defs[idx].clone();
        let definition = Definition {
            name: name.clone(),
            is_apart: false,
            padding: String::new(),
            index,
        };
        self.package.definitions.push(definition);
        let docs = doc_lines(&def.docs);
        match (&def.ty, usize::try_from(index)) {
            (Ty::Record(fields), Ok(at)) => {
                let place = self.declare(&name, docs);
                self.record((at, place), &name, fields, None);
            }
            (Ty::Variant(cases), Ok(at)) => self.variant(at, &name, docs, cases),
            (ty, at) => {
                let built = self.ty(ty, Some(&name));
                if let (Ok(at), false) = (at, matches!(ty, Ty::Var(_))) {
                    self.fill(at, &built, name.clone());
                }
                self.package.declarations.push(Declaration {
                    name,
                    docs,
                    ty: built.go,
                    is_alias: !self.circular[idx] || matches!(ty, Ty::Var(_)),
                    ..Declaration::default()
                });
            }
        }
    }

    /// Sets the entry of a definition to that of the type that it stands for.
    fn fill(&mut self, at: usize, built: &Built, go: String) {
        if let Ok(from) = usize::try_from(built.index) {
            let mut entry = self.package.types[from].clone();
            entry.go = Some(go);
            self.package.types[at] = entry;
        }
    }

    /// Returns the index of a definition, whose entry is filled when it is defined.
    fn index_of(&mut self, idx: usize) -> i64 {
        let end = self.model.end(idx);
        if let Some(index) = self.indices.get(&end) {
            return *index;
        }
        let index = match &self.model.defs[end].ty {
            Ty::Prim(prim) => primitive(*prim).0,
            Ty::Principal => PRINCIPAL,
            ty => self.reserve(op(ty)) as i64,
        };
        self.indices.insert(end, index);
        index
    }

    /// Adds an entry that is filled later, and returns its index.
    fn reserve(&mut self, op: &'static str) -> usize {
        self.package.types.push(Entry {
            op,
            ..Entry::default()
        });
        self.package.types.len() - 1
    }

    fn intern(&mut self, key: String, entry: impl FnOnce() -> Entry) -> i64 {
        if let Some(index) = self.interned.get(&key) {
            return *index;
        }
        self.package.types.push(entry());
        let index = self.package.types.len() as i64 - 1;
        self.interned.insert(key, index);
        index
    }

    /// Returns a type. A record or a variant in it gets a declaration under the name, or none if there is no name: in signatures
    /// of references. Then it, and options and vectors of it, have no name in Go.
    pub(super) fn ty(&mut self, ty: &'a Ty, name: Option<&str>) -> Built {
        let (index, go) = match ty {
            Ty::Prim(prim) => {
                let (index, go) = primitive(*prim);
                (index, go.to_string())
            }
            Ty::Principal => (PRINCIPAL, "Principal".to_string()),
            Ty::Var(idx) => (self.index_of(*idx), self.defs[*idx].clone()),
            Ty::Blob => self.vec(primitive(Prim::Nat8).0, "uint8"),
            Ty::Vec(part) => {
                let part = self.part(part, name);
                self.vec(part.index, &part.go)
            }
            Ty::Opt(part) => {
                let part = self.part(part, name);
                let has_go = !part.go.is_empty();
                let go = match !has_go || self.is_nilable(part.index) {
                    true => part.go,
                    false => format!("*{}", part.go),
                };
                let entry = || Entry {
                    op: "opOpt",
                    go: has_go.then(|| go.clone()),
                    elem: Some(part.index),
                    ..Entry::default()
                };
                (
                    self.intern(format!("opt {} {has_go}", part.index), entry),
                    go,
                )
            }
            Ty::Record(fields) if fields.is_empty() => {
                let go = "struct{}".to_string();
                let entry = || Entry {
                    op: "opRecord",
                    go: Some(go.clone()),
                    ..Entry::default()
                };
                (self.intern("record".to_string(), entry), go)
            }
            Ty::Record(parts) | Ty::Variant(parts) => {
                let at = self.reserve(op(ty));
                let name = match name {
                    Some(name) => {
                        let name = self.names.unique(name, "");
                        match ty {
                            Ty::Record(_) => {
                                let place = self.declare(&name, Vec::new());
                                self.record((at, place), &name, parts, None);
                            }
                            _ => self.variant(at, &name, Vec::new(), parts),
                        }
                        name
                    }
                    None => {
                        self.package.types[at].fields = self.hidden_fields(parts);
                        String::new()
                    }
                };
                (at as i64, name)
            }
            Ty::Func(func) => (self.func(func), "Func".to_string()),
            Ty::Service(methods) => {
                let mut fields: Vec<EntryField> = Vec::with_capacity(methods.len());
                let mut methods: Vec<_> = methods.iter().collect();
                methods.sort_unstable_by(|a, b| a.name.cmp(&b.name));
                for method in methods {
                    fields.push(EntryField {
                        id: 0,
                        name: literal(&method.name),
                        index: self.ty(&method.ty, None).index,
                        go: None,
                        at: 0,
                    });
                }
                let key: Vec<_> = fields.iter().map(|f| (&f.name, f.index)).collect();
                let key = format!("service {key:?}");
                let entry = || Entry {
                    op: "opService",
                    go: Some("Principal".to_string()),
                    fields,
                    ..Entry::default()
                };
                (self.intern(key, entry), "Principal".to_string())
            }
        };
        Built { index, go }
    }

    /// Returns the type inside an option or a vector. If that has many around it, it gets a name, as each level would have all
    /// of those inside.
    fn part(&mut self, ty: &'a Ty, name: Option<&str>) -> Built {
        /// Maximum number of characters around a name.
        const MAX_AROUND: usize = 128;
        let mut built = self.ty(ty, name);
        let around = built.go.chars().take_while(|c| "[]*".contains(*c));
        if around.count() >= MAX_AROUND {
            let name = self.names.unique(name.unwrap_or("Nested"), "");
            self.package.declarations.push(Declaration {
                name: name.clone(),
                ty: std::mem::replace(&mut built.go, name),
                is_alias: true,
                ..Declaration::default()
            });
        }
        built
    }

    fn vec(&mut self, elem: i64, go: &str) -> (i64, String) {
        let has_go = !go.is_empty();
        let go = match has_go {
            true if elem == primitive(Prim::Nat8).0 => "[]byte".to_string(),
            true => format!("[]{go}"),
            false => String::new(),
        };
        let entry = || Entry {
            op: "opVec",
            go: has_go.then(|| go.clone()),
            elem: Some(elem),
            ..Entry::default()
        };
        (self.intern(format!("vec {elem} {has_go}"), entry), go)
    }

    fn func(&mut self, func: &'a Func) -> i64 {
        let mut indices = |args: &'a [Arg]| -> Vec<i64> {
            args.iter()
                .map(|arg| self.ty(&arg.ty, None).index)
                .collect()
        };
        let (args, results) = (indices(&func.args), indices(&func.rets));
        let mode = func.annotation();
        self.intern(format!("func {mode} {args:?} {results:?}"), || Entry {
            op: "opFunc",
            go: Some("Func".to_string()),
            args,
            results,
            mode,
            ..Entry::default()
        })
    }

    fn hidden_fields(&mut self, fields: &'a [Field]) -> Vec<EntryField> {
        let field = |field: &'a Field| EntryField {
            id: field.label.get_id(),
            name: literal(&field.label.to_string()),
            index: self.ty(&field.ty, None).index,
            go: None,
            at: 0,
        };
        fields.iter().map(field).collect()
    }

    /// Fills the entry of a record, and its declaration as a struct: with the fields in the order of the source, while the entry has
    /// them by id.
    fn record(
        &mut self,
        (at, place): (usize, usize),
        name: &str,
        fields: &'a [Field],
        case_of: Option<&str>,
    ) {
        let labels: Vec<String> = fields.iter().map(label).collect();
        let rules = Rules {
            identifier: &exported,
            taken: &[],
            separator: "",
        };
        let names = Names::default().all(labels.iter().map(String::as_str), &rules);
        let mut go_fields = Vec::with_capacity(fields.len());
        let mut entries = Vec::with_capacity(fields.len());
        for (field, field_name) in fields.iter().zip(names) {
            let built = self.ty(&field.ty, Some(&path(name, &field_name)));
            entries.push(EntryField {
                id: field.label.get_id(),
                name: literal(&field.label.to_string()),
                index: built.index,
                go: None,
                at: field.position,
            });
            let go_field = GoField {
                name: field_name,
                is_apart: false,
                padding: String::new(),
                docs: doc_lines(&field.docs),
                ty: built.go,
            };
            go_fields.push((field.position, go_field));
        }
        go_fields.sort_by_key(|(position, _)| *position);
        let go_fields = go_fields.into_iter().map(|(_, field)| field).collect();
        let entry = &mut self.package.types[at];
        entry.go = Some(name.to_string());
        entry.fields = entries;
        let declaration = &mut self.package.declarations[place];
        declaration.set_fields(go_fields);
        if let Some(variant) = case_of {
            declaration.set_case_of(variant);
        }
    }

    /// Declares an interface for the entry of a variant, and a struct for each case, in the order of the source.
    fn variant(&mut self, at: usize, name: &str, docs: Vec<String>, cases: &'a [Field]) {
        let place = self.declare(name, docs);
        let first = place + 1;
        for _ in cases {
            self.declare("", Vec::new());
        }
        let mut entries = Vec::with_capacity(cases.len());
        for case in cases {
            let case_name = path(name, &exported(&label(case)));
            let case_name = self.names.unique(&case_name, "");
            let place = first + case.position;
            let declaration = &mut self.package.declarations[place];
            declaration.name.clone_from(&case_name);
            declaration.docs = doc_lines(&case.docs);
            let index = match &case.ty {
                // Its fields are those of the case.
                Ty::Record(fields) if !fields.is_empty() => {
                    let at = self.reserve("opRecord");
                    self.record((at, place), &case_name, fields, Some(name));
                    at as i64
                }
                ty => {
                    let built = self.ty(ty, Some(&path(&case_name, "Value")));
                    let value = (built.index != primitive(Prim::Null).0).then(|| GoField {
                        name: "Value".to_string(),
                        is_apart: false,
                        padding: String::new(),
                        docs: Vec::new(),
                        ty: built.go,
                    });
                    let declaration = &mut self.package.declarations[place];
                    declaration.set_fields(value.into_iter().collect());
                    declaration.set_case_of(name);
                    built.index
                }
            };
            entries.push(EntryField {
                id: case.label.get_id(),
                name: literal(&case.label.to_string()),
                index,
                go: Some(case_name),
                at: 0,
            });
        }
        let declared = self.package.declarations.iter().skip(first);
        let names = declared.take(cases.len()).map(|it| it.name.clone());
        let names = names.collect();
        let entry = &mut self.package.types[at];
        entry.go = Some(name.to_string());
        entry.fields = entries;
        self.package.declarations[place].cases = Some(names);
    }

    /// Adds a declaration, and returns its place.
    fn declare(&mut self, name: &str, docs: Vec<String>) -> usize {
        self.package.declarations.push(Declaration {
            name: name.to_string(),
            docs,
            ..Declaration::default()
        });
        self.package.declarations.len() - 1
    }

    /// Returns whether the values of a type are never `nil`, which then is null in options of it.
    fn is_nilable(&self, index: i64) -> bool {
        match usize::try_from(index) {
            Ok(at) => self.package.types[at].op == "opVariant",
            Err(_) => index == primitive(Prim::Nat).0 || index == primitive(Prim::Int).0,
        }
    }
}

/// Returns what the name of a field or a case comes from.
fn label(field: &Field) -> String {
    match &field.label {
        Label::Named(name) => name.clone(),
        label => format!("F{}", label.get_id()),
    }
}

fn op(ty: &Ty) -> &'static str {
    match ty {
        Ty::Opt(_) => "opOpt",
        Ty::Record(_) => "opRecord",
        Ty::Variant(_) => "opVariant",
        Ty::Func(_) => "opFunc",
        Ty::Service(_) => "opService",
        _ => "opVec",
    }
}
