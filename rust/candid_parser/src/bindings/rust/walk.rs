//! Generator of Rust type expressions, and of the definitions that they need.
//!
//! Candid records and variants are anonymous, Rust structs and enums need names. An inline type is named after the path
//! to it, and is defined before its use.

use super::checks::{candid_text, Checks};
use super::config::{BindingConfig, Derives};
use super::identifier::{self, name_rest, Ident};
use super::{define::Head, TypePath};
use crate::bindings::config::{ConfigTree, State, StateElem};
use crate::bindings::model::{is_tuple, Def, Field, Model, Names, Prim, Ty};
use crate::stack;
use candid::pretty::utils::{enclose, str, LINE_WIDTH};
use candid::types::{Label, TypeEnv};
use pretty::RcDoc;
use std::borrow::Cow;
use std::collections::HashMap;

/// Printed Rust.
pub(super) type Doc = RcDoc<'static>;

/// Tuples with more elements do not implement the traits.
pub(super) const MAX_TUPLE: usize = 16;

pub(super) struct TypeWalk<'a> {
    pub(super) model: &'a Model,
    pub(super) state: State<'a, BindingConfig>,
    /// The path to the current type from the last named type.
    pub(super) path: Vec<TypePath>,
    /// Names of all types, from Candid or generated.
    pub(super) names: Names,
    /// The Rust names of the definitions.
    pub(super) def_names: Vec<String>,
    /// The generated names of inline types, keyed by address in the model.
    generated_names: HashMap<*const Ty, String>,
    /// Definitions, as printed.
    pub(super) defs: Vec<String>,
    pub(super) checks: Checks,
    /// For each definition, whether it is printed, or being printed.
    seen: Vec<bool>,
    /// The attributes of every type, if the configuration sets them.
    root_attributes: Option<String>,
    derives: Derives,
}

impl<'a> TypeWalk<'a> {
    pub(super) fn new(
        model: &'a Model,
        tree: &'a ConfigTree<BindingConfig>,
        env: &'a TypeEnv,
        derives: Derives,
    ) -> Self {
        let state = State::new(tree, env);
        let mut walk = TypeWalk {
            model,
            root_attributes: state.config.attributes.clone(),
            derives,
            state,
            path: Vec::new(),
            names: Names::default(),
            def_names: Vec::new(),
            generated_names: HashMap::new(),
            defs: Vec::new(),
            checks: Checks::default(),
            seen: vec![false; model.defs.len()],
        };
        walk.name_defs();
        walk
    }

    /// Names the definitions: names from the configuration first, then names that stay unchanged, then the others.
    fn name_defs(&mut self) {
        let defs = &self.model.defs;
        let given = |def: &Def| self.given_name(StateElem::TypeStr(&def.name));
        let mut names: Vec<Option<String>> = defs.iter().map(given).collect();
        // A definition that is not printed must not take the name of one that is.
        let printed = (0..).zip(defs).filter(|(_, def)| def.used);
        let proposed = printed.map(|(idx, def)| (idx, def.name.as_str()));
        let identifier = |name: &str| {
            // They are sorted by name.
            let found = defs.binary_search_by(|def| def.name.as_str().cmp(name));
            match found.ok().and_then(|idx| defs.get(idx)) {
                Some(def) if is_tuple_struct(def) => identifier::tuple_type_name(name),
                _ => identifier::type_name(name),
            }
        };
        name_rest(&mut self.names, &mut names, proposed, &identifier, "");
        self.def_names = names.into_iter().map(Option::unwrap_or_default).collect();
    }

    /// Returns the name that the configuration gives to an element of this place.
    pub(super) fn given_name(&mut self, elem: StateElem<'_>) -> Option<String> {
        self.within(elem, |walk| walk.state.config.name.clone())
    }

    /// Prints a definition that is referred to, after those that it refers to.
    pub(super) fn require(&mut self, idx: usize) {
        if self.model.actor.is_none() || self.seen[idx] {
            return;
        }
        self.seen[idx] = true;
        stack::level(|| self.definition(idx));
    }

    pub(super) fn print(&mut self, definition: Doc) {
        let mut text = definition.pretty(LINE_WIDTH).to_string();
        text.push('\n');
        self.defs.push(text);
    }

    /// Calls `f` with an element pushed on the path.
    pub(super) fn within<R>(&mut self, elem: StateElem<'_>, f: impl FnOnce(&mut Self) -> R) -> R {
        let backup = self.state.push_state(&elem);
        let result = f(self);
        self.state.pop_state(backup, elem);
        result
    }

    /// Calls `f` with a label pushed on the path of selectors, and the step to it on the path of names.
    pub(super) fn at<R>(
        &mut self,
        step: TypePath,
        label: &str,
        f: impl FnOnce(&mut Self) -> R,
    ) -> R {
        self.path.push(step);
        let result = self.within(StateElem::Label(label), f);
        self.path.pop();
        result
    }

    /// Calls `f` as [`at`](Self::at) does, at a field or case.
    pub(super) fn at_field<R>(
        &mut self,
        step: fn(String) -> TypePath,
        field: &Field,
        f: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let label = label_text(field);
        self.at(step(label.clone()), &label, f)
    }

    /// Returns a property of this place, and marks it as used.
    pub(super) fn property(&mut self, name: &str) -> Option<String> {
        let is_it = |(property, _): &(&str, &String)| *property == name;
        let value = self.state.config.properties().find(is_it)?.1.clone();
        self.state.update_stats(name);
        Some(value)
    }

    /// Returns `pub `, or the configured visibility.
    pub(super) fn visibility(&mut self) -> String {
        match self.property("visibility") {
            None => "pub ".to_string(),
            Some(empty) if empty.is_empty() => empty,
            Some(other) => other + " ",
        }
    }

    /// Returns the attributes of types that have none of their own.
    pub(super) fn usual_attributes(&mut self) -> String {
        let Some(attributes) = self.root_attributes.clone() else {
            return self.derives.attribute().to_string();
        };
        self.state.note_root("attributes");
        attributes
    }

    /// Prints a type.
    pub(super) fn ty(&mut self, ty: &Ty) -> Doc {
        let elem = self.element(ty).into_owned();
        self.within(StateElem::TypeStr(&elem), |walk| walk.ty_here(ty))
    }

    /// Prints a type whose element is on the path.
    pub(super) fn ty_here(&mut self, ty: &Ty) -> Doc {
        self.substitute(ty).unwrap_or_else(|| self.plain(ty))
    }

    /// Returns the element of a type in selectors.
    pub(super) fn element(&self, ty: &Ty) -> Cow<'static, str> {
        Cow::Borrowed(match ty {
            Ty::Var(idx) => return Cow::Owned(self.model.defs[*idx].name.clone()),
            Ty::Prim(prim) => prim.name(),
            Ty::Principal => "principal",
            Ty::Blob => "blob",
            Ty::Opt(_) => "opt",
            Ty::Vec(_) => "vec",
            Ty::Record(_) => "record",
            Ty::Variant(_) => "variant",
            Ty::Func(_) => "func",
            Ty::Service(_) => "service",
        })
    }

    /// Returns the Rust type that the configuration sets for this place.
    pub(super) fn substitute(&mut self, ty: &Ty) -> Option<Doc> {
        let custom = self.property("use_type")?;
        if let Some(unchecked) = custom.strip_suffix("(no test)") {
            return Some(RcDoc::text(unchecked.trim_end().to_string()));
        }
        let source = self.state.config_source.get("use_type");
        let source = source.map_or_else(String::new, |path| path.join("."));
        let candid = candid_text(self.model, self.state.env, ty);
        let check = self.checks.entry((custom.clone(), candid));
        check.or_insert(source);
        Some(RcDoc::text(custom))
    }

    fn plain(&mut self, ty: &Ty) -> Doc {
        match ty {
            Ty::Prim(prim) => str(prim_name(*prim)),
            Ty::Principal => str("Principal"),
            Ty::Blob => str("serde_bytes::ByteBuf"),
            Ty::Vec(_) if self.model.is_blob(ty) => str("serde_bytes::ByteBuf"),
            Ty::Var(idx) => self.named(*idx),
            Ty::Opt(part) => self.generic("Option<", TypePath::Opt, part),
            Ty::Vec(part) => self.generic("Vec<", TypePath::Vec, part),
            Ty::Record(fields) if self.is_short_tuple(fields) => self.tuple(fields, ""),
            Ty::Variant(cases) => match result_of(cases) {
                Some((rust, ok, err)) => self.result(rust, [ok, err]),
                None => self.nominal(ty),
            },
            Ty::Record(_) | Ty::Func(_) | Ty::Service(_) => self.nominal(ty),
        }
    }

    /// Prints the name of a definition; a recursive type has to be behind a pointer, except in a signature.
    fn named(&mut self, idx: usize) -> Doc {
        self.require(idx);
        let name = RcDoc::text(Ident(&self.def_names[idx]).to_string());
        // The steps into a signature come right after the name of the function, service or method.
        let is_signature = |step: &TypePath| matches!(step, TypePath::Func(_));
        if self.model.defs[idx].recursive && !self.path.iter().take(2).any(is_signature) {
            return enclose("Box<", name, ">");
        }
        name
    }

    fn generic(&mut self, open: &'static str, step: TypePath, part: &Ty) -> Doc {
        self.path.push(step);
        let part = self.ty(part);
        self.path.pop();
        enclose(open, part, ">")
    }

    /// Returns whether a record is a tuple in Rust.
    pub(super) fn is_short_tuple(&self, fields: &[Field]) -> bool {
        is_tuple(fields) && (1..=self.derives.max_tuple()).contains(&fields.len())
    }

    /// `(pub A,pub B,)`
    pub(super) fn tuple(&mut self, fields: &[Field], visibility: &str) -> Doc {
        let mut items = RcDoc::nil();
        for field in fields {
            let item = self.at_field(TypePath::RecordField, field, |walk| walk.ty(&field.ty));
            items = items
                .append(visibility.to_string())
                .append(item)
                .append(",");
        }
        enclose("(", items, ")")
    }

    fn result(&mut self, rust: &'static str, parts: [&Field; 2]) -> Doc {
        let step = TypePath::ResultField;
        let [ok, err] = parts.map(|field| self.at_field(step, field, |walk| walk.ty(&field.ty)));
        let custom = self.within(StateElem::TypeStr(rust), |walk| walk.property("use_type"));
        let types = enclose("<", ok.append(", ").append(err), ">");
        RcDoc::text(custom.unwrap_or_else(|| rust.to_string())).append(types)
    }

    /// Defines an inline type, and returns its generated name.
    fn nominal(&mut self, ty: &Ty) -> Doc {
        // The type of a method may be reached as part of a service too.
        let node: *const Ty = ty;
        if let Some(name) = self.generated_names.get(&node) {
            return RcDoc::text(Ident(name).to_string());
        }
        let generated = identifier::path_name(&self.path, TypePath::piece);
        let attributes = self.state.config.attributes.take();
        let source = self.state.config_source.remove("attributes");
        let backup = self.state.enter_generated(&generated);
        let own = self.property("attributes");
        let doc = self.substitute(ty).unwrap_or_else(|| {
            // From here on they are those of labels.
            self.state.config.attributes = attributes;
            if let Some(source) = source {
                let property = "attributes".to_string();
                self.state.config_source.insert(property, source);
            }
            self.state.enter_generated_type();
            let given = self.property("name");
            let name = self.names.unique(given.as_ref().unwrap_or(&generated), "");
            self.generated_names.insert(ty, name.clone());
            // Types inside are named, and selected, by the generated name.
            let base = given.map_or_else(|| name.clone(), |_| generated);
            let path = vec![TypePath::Id(base)];
            let outer = std::mem::replace(&mut self.path, path);
            let head = Head {
                docs: &[],
                visibility: self.visibility(),
                attributes: own,
                name: Ident(&name),
            };
            // Only types that need a name get here.
            let doc = stack::level(|| self.nominal_definition(&head, ty));
            self.print(doc.unwrap_or_else(RcDoc::nil));
            self.path = outer;
            RcDoc::text(Ident(&name).to_string())
        });
        self.state.leave_generated(backup);
        doc
    }
}

/// Returns whether a definition becomes a struct whose name is a function too.
fn is_tuple_struct(def: &Def) -> bool {
    match &def.ty {
        Ty::Record(fields) => is_tuple(fields) && !fields.is_empty(),
        Ty::Func(_) | Ty::Service(_) => true,
        Ty::Variant(cases) => def.recursive && result_of(cases).is_some(),
        _ => def.recursive,
    }
}

/// Returns the payloads of a variant that is a `Result` in Rust or in Motoko.
pub(super) fn result_of(cases: &[Field]) -> Option<(&'static str, &Field, &Field)> {
    let [a, b] = cases else {
        return None;
    };
    match [a, b].map(name_of) {
        [Some("Ok"), Some("Err")] => Some(("std::result::Result", a, b)),
        [Some("Err"), Some("Ok")] => Some(("std::result::Result", b, a)),
        [Some("ok"), Some("err")] => Some(("candid::MotokoResult", a, b)),
        [Some("err"), Some("ok")] => Some(("candid::MotokoResult", b, a)),
        _ => None,
    }
}

/// Returns the label of a field or case, if it is a name.
pub(super) fn name_of(field: &Field) -> Option<&str> {
    match &field.label {
        Label::Named(name) => Some(name),
        Label::Id(_) | Label::Unnamed(_) => None,
    }
}

/// Returns the label of a field or case as written in selectors.
pub(super) fn label_text(field: &Field) -> String {
    name_of(field).map_or_else(|| field.label.get_id().to_string(), str::to_string)
}

fn prim_name(prim: Prim) -> &'static str {
    match prim {
        Prim::Null => "()",
        Prim::Bool => "bool",
        Prim::Nat => "candid::Nat",
        Prim::Int => "candid::Int",
        Prim::Nat8 => "u8",
        Prim::Nat16 => "u16",
        Prim::Nat32 => "u32",
        Prim::Nat64 => "u64",
        Prim::Int8 => "i8",
        Prim::Int16 => "i16",
        Prim::Int32 => "i32",
        Prim::Int64 => "i64",
        Prim::Float32 => "f32",
        Prim::Float64 => "f64",
        Prim::Text => "String",
        Prim::Reserved => "candid::Reserved",
        Prim::Empty => "candid::Empty",
    }
}
