//! The types of an interface as those of Python: classes, unions and aliases, and the type table of the module.

use super::item::{Field, Item, Part, Scope};
use super::names::{literal, member, param, type_name};
use super::rules;
use super::table::{code, member_text, number, pairs, text_of, tuple, PRINCIPAL};
use crate::bindings::model::{self, is_result, is_tuple, Model, Names, Prim, Ty};
use crate::keywords::{upper, PYTHON_TYPES};
use std::collections::HashSet;

/// Limit on the nesting of annotations, which the parser of Python bounds. Deeper ones are aliases.
const MAX_LEVEL: usize = 12;

/// Limit on the length of annotations of signatures that methods share.
const MAX_REPEATED: usize = 100;

pub(super) struct Lowering<'a> {
    pub(super) model: &'a Model,
    /// The names of the definitions.
    names: Vec<String>,
    /// The names of types, which no member may have: annotations of its class would mean the member.
    types: HashSet<String>,
    /// The names in the module, and those of all members.
    taken: Names,
    /// The entries of the definitions that have one.
    entries: Vec<Option<usize>>,
    pub(super) items: Vec<Item>,
    pub(super) table: Vec<String>,
    pub(super) uses_builtins: bool,
    pub(super) uses_no_return: bool,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(model: &'a Model) -> Self {
        let mut taken = Names::new(PYTHON_TYPES);
        let names = model.defs.iter().map(|def| def.name.as_str());
        let names = taken.all(names, &rules(&type_name));
        let types = names.iter().cloned();
        let types: HashSet<String> = types
            .chain(PYTHON_TYPES.iter().map(|it| it.to_string()))
            .collect();
        let mut lowering = Self {
            model,
            entries: vec![None; model.defs.len()],
            names,
            types,
            taken,
            items: Vec::new(),
            table: Vec::new(),
            uses_builtins: false,
            uses_no_return: false,
        };
        for &idx in &model.order {
            lowering.take_members(&model.defs[idx].ty);
        }
        if let Some(actor) = &model.actor {
            for arg in actor.init.iter().flatten() {
                lowering.take_members(&arg.ty);
            }
            let methods = model.actor_methods();
            for method in methods {
                lowering.taken.take(&member(&method.name));
                lowering.take_members(&method.ty);
            }
        }
        lowering
    }

    /// Takes the names of fields, so that no type without a name gets one of them.
    fn take_members(&mut self, ty: &Ty) {
        match ty {
            Ty::Prim(_) | Ty::Principal | Ty::Blob | Ty::Var(_) | Ty::Service(_) => {}
            Ty::Opt(part) | Ty::Vec(part) => self.take_members(part),
            Ty::Record(fields) | Ty::Variant(fields) => {
                for field in fields {
                    self.taken.take(&member(&text_of(&field.label)));
                    self.take_members(&field.ty);
                }
            }
            Ty::Func(func) => {
                for arg in func.args.iter().chain(&func.rets) {
                    self.take_members(&arg.ty);
                }
            }
        }
    }

    /// Returns the names of the members of a class.
    pub(super) fn members<'n>(
        &self,
        names: impl Iterator<Item = &'n str>,
        taken: &[&str],
    ) -> Vec<String> {
        let identifier = |name: &str| {
            let name = member(name);
            match self.types.contains(&name) {
                true => name + "_",
                false => name,
            }
        };
        Names::new(taken).all(names, &rules(&identifier))
    }

    /// Returns the names of parameters, none of which is that of what a function uses.
    pub(super) fn params<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<String> {
        Names::new(&["INIT"]).all(names, &rules(&param))
    }

    /// Defines all definitions. Returns their names in Candid as literals, and their types.
    pub(super) fn definitions(&mut self) -> Vec<(String, i64)> {
        let model = self.model;
        for &idx in &model.order {
            if !matches!(model.defs[idx].ty, Ty::Var(_) | Ty::Prim(_) | Ty::Principal) {
                self.entries[idx] = Some(self.reserve());
            }
        }
        let mut found = Vec::new();
        for &idx in &model.order {
            let def = &model.defs[idx];
            let name = self.names[idx].clone();
            let annotation = match self.entries[idx] {
                None => Some(self.part(&def.ty, &name, &Scope::default(), 0).annotation),
                Some(entry) if self.has_annotation(&def.ty) => {
                    // What is in it needs a name of its own.
                    let path = match &def.ty {
                        Ty::Opt(_) => format!("{name}Value"),
                        Ty::Vec(_) => format!("{name}Item"),
                        _ => name.clone(),
                    };
                    Some(self.annotation(&def.ty, &path, &Scope::default(), entry, 0))
                }
                Some(entry) => self.composite(&def.ty, &name, &def.docs, entry, 0),
            };
            if let Some(annotation) = annotation {
                self.alias(name, def.docs.clone(), annotation);
            }
            found.push((literal(&def.name), self.reference(idx)));
        }
        found
    }

    pub(super) fn reserve(&mut self) -> usize {
        self.table.push(String::new());
        self.table.len() - 1
    }

    /// Returns the number of the type that a definition stands for.
    pub(super) fn reference(&self, idx: usize) -> i64 {
        let end = self.model.end(idx);
        match (&self.model.defs[end].ty, self.entries[end]) {
            (_, Some(entry)) => number(entry),
            (Ty::Prim(prim), None) => code(*prim),
            (_, None) => PRINCIPAL,
        }
    }

    /// Returns the name of a definition.
    pub(super) fn name(&self, idx: usize) -> &str {
        &self.names[idx]
    }

    /// Returns an annotation, or the name of an alias that is defined for it if it is long.
    pub(super) fn shortened(&mut self, annotation: String, path: &str) -> String {
        if annotation.len() <= MAX_REPEATED {
            return annotation;
        }
        let name = self.taken.unique(&type_name(path), "_");
        self.alias(name.clone(), Vec::new(), annotation);
        name
    }

    fn alias(&mut self, name: String, docs: Vec<String>, annotation: String) {
        self.items.push(Item::Alias {
            name,
            docs,
            annotation,
        });
    }

    pub(super) fn builtin(&mut self, name: &'static str, scope: &Scope) -> String {
        if scope.hides(name) {
            self.uses_builtins = true;
            return format!("builtins.{name}");
        }
        name.to_string()
    }

    /// Returns a type as a part of another one; `path` becomes its name if it needs one.
    pub(super) fn part(&mut self, ty: &Ty, path: &str, scope: &Scope, level: usize) -> Part {
        match ty {
            Ty::Prim(prim) => Part {
                annotation: self.primitive(*prim, scope),
                reference: code(*prim),
            },
            Ty::Principal => Part {
                annotation: "Principal".to_string(),
                reference: PRINCIPAL,
            },
            Ty::Var(idx) => Part {
                annotation: self.names[*idx].clone(),
                reference: self.reference(*idx),
            },
            ty => {
                let entry = self.reserve();
                let reference = number(entry);
                if level <= MAX_LEVEL && self.has_annotation(ty) {
                    let annotation = self.annotation(ty, path, scope, entry, level);
                    return Part {
                        annotation,
                        reference,
                    };
                }
                let name = self.taken.unique(&type_name(path), "_");
                if let Some(annotation) = self.composite(ty, &name, &[], entry, 0) {
                    self.alias(name.clone(), Vec::new(), annotation);
                }
                Part {
                    annotation: name,
                    reference,
                }
            }
        }
    }

    fn primitive(&mut self, prim: Prim, scope: &Scope) -> String {
        let name = match prim {
            Prim::Null => return "None".to_string(),
            Prim::Empty => {
                self.uses_no_return = true;
                return "NoReturn".to_string();
            }
            Prim::Bool => "bool",
            Prim::Text => "str",
            Prim::Float32 | Prim::Float64 => "float",
            Prim::Reserved => "object",
            _ => "int",
        };
        self.builtin(name, scope)
    }

    /// Returns whether a type needs no class.
    fn has_annotation(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Record(fields) => is_tuple(fields) && !fields.is_empty(),
            Ty::Variant(cases) => is_result(cases),
            _ => true,
        }
    }

    /// Fills the entry of a type. Returns its annotation, or defines the name if the type needs a class.
    fn composite(
        &mut self,
        ty: &Ty,
        name: &str,
        docs: &[String],
        entry: usize,
        level: usize,
    ) -> Option<String> {
        match ty {
            ty if self.has_annotation(ty) => {
                return Some(self.annotation(ty, name, &Scope::default(), entry, level))
            }
            Ty::Record(fields) => {
                let record = self.record(fields, name, docs, entry);
                self.items.push(record);
            }
            Ty::Variant(cases) => self.variant(cases, name, docs, entry),
            _ => {}
        }
        None
    }

    /// Fills the entry of a type that needs no class, and returns its annotation.
    fn annotation(
        &mut self,
        ty: &Ty,
        path: &str,
        scope: &Scope,
        entry: usize,
        level: usize,
    ) -> String {
        let (text, annotation) = match ty {
            Ty::Opt(part) => {
                let is_nested = self.model.is_nullable(part);
                let part = self.part(part, path, scope, level + 1);
                let nested = if is_nested { "True" } else { "False" };
                let text = format!("(_OPT, {}, {nested})", part.reference);
                match is_nested {
                    true => (text, format!("Some[{}] | None", part.annotation)),
                    false => (text, format!("{} | None", part.annotation)),
                }
            }
            Ty::Blob => ("(_VEC, _NAT8)".to_string(), self.builtin("bytes", scope)),
            ty if self.model.is_blob(ty) => {
                ("(_VEC, _NAT8)".to_string(), self.builtin("bytes", scope))
            }
            Ty::Vec(part) => {
                let part = self.part(part, path, scope, level + 1);
                let list = self.builtin("list", scope);
                (
                    format!("(_VEC, {})", part.reference),
                    format!("{list}[{}]", part.annotation),
                )
            }
            Ty::Record(fields) => {
                let parts = self.fields(fields, path, scope, level);
                let tuple_ = self.builtin("tuple", scope);
                let names: Vec<&str> = parts.iter().map(|part| part.annotation.as_str()).collect();
                let text = format!("(_RECORD, {}, tuple, None)", pairs(fields, &parts));
                (text, format!("{tuple_}[{}]", names.join(", ")))
            }
            Ty::Variant(cases) => {
                let parts = self.fields(cases, path, scope, level);
                let is_ok = |case: &model::Field| text_of(&case.label).eq_ignore_ascii_case("ok");
                let mut classes = [String::new(), String::new()];
                for (case, part) in cases.iter().zip(&parts) {
                    let (idx, class) = if is_ok(case) { (0, "Ok") } else { (1, "Err") };
                    classes[idx] = format!("{class}[{}]", part.annotation);
                }
                let names = cases
                    .iter()
                    .map(|case| if is_ok(case) { "Ok" } else { "Err" });
                let names = tuple(names.map(str::to_string));
                let text = format!("(_VARIANT, {}, {names}, (1, 1))", pairs(cases, &parts));
                (text, classes.join(" | "))
            }
            Ty::Func(func) => (self.func(func), "Func".to_string()),
            Ty::Service(methods) => (self.service(methods), "Principal".to_string()),
            // These have no entry.
            ty => return self.part(ty, path, scope, level).annotation,
        };
        self.table[entry] = text;
        annotation
    }

    fn fields(
        &mut self,
        fields: &[model::Field],
        path: &str,
        scope: &Scope,
        level: usize,
    ) -> Vec<Part> {
        let mut parts = Vec::with_capacity(fields.len());
        for field in fields {
            let path = type_name(&format!("{path}{}", upper(&text_of(&field.label))));
            parts.push(self.part(&field.ty, &path, scope, level + 1));
        }
        parts
    }

    /// Fills the entry of a record, and returns its class: with its fields in the order of the source, by names, while the entry
    /// has them by id.
    fn record(
        &mut self,
        fields: &[model::Field],
        name: &str,
        docs: &[String],
        entry: usize,
    ) -> Item {
        let labels: Vec<String> = fields
            .iter()
            .map(|field| member_text(&field.label))
            .collect();
        let names = self.members(labels.iter().map(String::as_str), &[]);
        let parts = self.fields(fields, name, &Scope::of(&names), 0);
        let literals = tuple(names.iter().map(|name| literal(name)));
        self.table[entry] = format!("(_RECORD, {}, {name}, {literals})", pairs(fields, &parts));
        let members = fields.iter().zip(names).zip(parts);
        let members = members.map(|((field, name), part)| {
            let member = Field {
                name,
                annotation: part.annotation,
                docs: field.docs.clone(),
                optional: self.model.is_nullable(&field.ty),
            };
            (field, member)
        });
        let (name, docs) = (name.to_string(), docs.to_vec());
        let fields = as_written(members.collect());
        Item::Record { name, docs, fields }
    }

    fn variant(&mut self, cases: &[model::Field], name: &str, docs: &[String], entry: usize) {
        let mut classes = Vec::new();
        for case in cases {
            let path = type_name(&format!("{name}{}", upper(&text_of(&case.label))));
            classes.push(self.taken.unique(&path, "_"));
        }
        let mut parts = Vec::new();
        let mut forms = Vec::new();
        let mut items = Vec::with_capacity(cases.len());
        for (case, class) in cases.iter().zip(&classes) {
            let (class, docs) = (class.clone(), case.docs.clone());
            match &case.ty {
                Ty::Record(fields) if fields.is_empty() || !is_tuple(fields) => {
                    let entry = self.reserve();
                    items.push((case, self.record(fields, &class, &docs, entry)));
                    let (annotation, reference) = (class, number(entry));
                    parts.push(Part {
                        annotation,
                        reference,
                    });
                    forms.push("2");
                }
                ty => {
                    let part = self.part(ty, &format!("{class}Value"), &Scope::default(), 1);
                    let is_null = self.model.is_null(ty);
                    let value = (!is_null).then(|| part.annotation.clone());
                    let item = Item::Case {
                        name: class,
                        docs,
                        value,
                    };
                    items.push((case, item));
                    parts.push(part);
                    forms.push(if is_null { "0" } else { "1" });
                }
            }
        }
        let names = tuple(classes.iter().cloned());
        let forms = tuple(forms.into_iter().map(str::to_string));
        self.table[entry] = format!("(_VARIANT, {}, {names}, {forms})", pairs(cases, &parts));
        self.uses_no_return |= classes.is_empty();
        let (name, docs) = (name.to_string(), docs.to_vec());
        self.items.extend(as_written(items));
        let classes = as_written(cases.iter().zip(classes).collect());
        self.items.push(Item::union(name, docs, classes));
    }
}

/// Returns what fields or cases became, in the order of the source.
fn as_written<T>(mut parts: Vec<(&model::Field, T)>) -> Vec<T> {
    parts.sort_by_key(|(field, _)| field.position);
    parts.into_iter().map(|(_, part)| part).collect()
}
