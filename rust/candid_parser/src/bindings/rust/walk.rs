//! Generator of Rust type expressions, and of the definitions that they need.
//!
//! Candid records and variants are anonymous, Rust structs and enums need names. An inline type is named after the path
//! to it, and is defined before its use.

use super::checks::Checks;
use super::config::BindingConfig;
use super::identifier::{self, Ident};
use super::TypePath;
use crate::bindings::config::{ConfigTree, State, StateElem};
use crate::bindings::model::{is_tuple, Def, Field, Model, Names, Prim, Rules, Ty};
use crate::stack;
use candid::pretty::utils::{enclose, str, LINE_WIDTH};
use candid::types::{Label, TypeEnv};
use pretty::RcDoc;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Printed Rust.
pub(super) type Doc = RcDoc<'static>;

/// Tuples with more elements do not implement the traits.
pub(super) const MAX_TUPLE: usize = 16;

pub(super) struct TypeWalk<'a> {
    pub(super) model: &'a Model,
    pub(super) state: State<'a, BindingConfig>,
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
}

/// The context of a type expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In a definition, where a recursive type has to be behind a pointer.
    Def,
    /// In the arguments or results of a function.
    Signature,
}

impl<'a> TypeWalk<'a> {
    pub(super) fn new(
        model: &'a Model,
        tree: &'a ConfigTree<BindingConfig>,
        env: &'a TypeEnv,
    ) -> Self {
        let mut walk = TypeWalk {
            model,
            state: State::new(tree, env),
            names: Names::default(),
            def_names: Vec::new(),
            generated_names: HashMap::new(),
            defs: Vec::new(),
            checks: Checks::default(),
            seen: vec![false; model.defs.len()],
            root_attributes: None,
        };
        walk.root_attributes
            .clone_from(&walk.state.config.attributes);
        walk.name_defs();
        walk
    }

    /// Names the definitions: names from the configuration first, then names that stay unchanged, then the others.
    fn name_defs(&mut self) {
        let mut given = Vec::new();
        for def in &self.model.defs {
            let elem = StateElem::TypeStr(&def.name);
            let backup = self.state.push_state(&elem);
            given.push(self.state.config.name.clone());
            self.state.pop_state(backup, elem);
        }
        for name in given.iter().flatten() {
            self.names.take(name);
        }
        // A definition that is not printed must not take the name of one that is.
        let mut unnamed: Vec<usize> = self.model.order.clone();
        unnamed.sort_unstable();
        unnamed.retain(|idx| given[*idx].is_none());
        let tuples: HashSet<&str> = unnamed
            .iter()
            .map(|idx| &self.model.defs[*idx])
            .filter(|def| is_tuple_struct(def))
            .map(|def| def.name.as_str())
            .collect();
        let identifier = |name: &str| {
            if tuples.contains(name) {
                identifier::tuple_type_name(name)
            } else {
                identifier::type_name(name)
            }
        };
        let rules = Rules {
            identifier: &identifier,
            taken: &[],
            separator: "",
        };
        let names = unnamed
            .iter()
            .map(|idx| self.model.defs[*idx].name.as_str());
        let named = self.names.all(names, &rules);
        self.def_names = given.into_iter().map(Option::unwrap_or_default).collect();
        for (idx, name) in unnamed.into_iter().zip(named) {
            self.def_names[idx] = name;
        }
    }

    /// Prints all definitions, for an interface without a service.
    pub(super) fn all_defs(&mut self) {
        for idx in self.model.order.clone() {
            self.definition_apart(idx);
        }
    }

    /// Prints a definition with a path of its own.
    fn definition_apart(&mut self, idx: usize) {
        let left = self.state.suspend();
        self.definition(idx);
        self.state.resume(left);
    }

    /// Prints a definition that is referred to, after those that it refers to.
    pub(super) fn require(&mut self, idx: usize) {
        if self.model.actor.is_none() || self.seen[idx] {
            return;
        }
        self.seen[idx] = true;
        stack::level(|| self.definition_apart(idx));
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

    /// Returns a property of this place, and marks it as used.
    pub(super) fn property(
        &mut self,
        name: &'static str,
        get: impl Fn(&BindingConfig) -> &Option<String>,
    ) -> Option<String> {
        let value = get(&self.state.config).clone();
        if value.is_some() {
            self.state.update_stats(name);
        }
        value
    }

    /// Returns `pub `, or the configured visibility.
    pub(super) fn visibility(&mut self) -> String {
        match self.property("visibility", |config| &config.visibility) {
            None => "pub ".to_string(),
            Some(empty) if empty.is_empty() => empty,
            Some(other) => other + " ",
        }
    }

    /// Returns the attributes of types that have none of their own.
    pub(super) fn usual_attributes(&mut self) -> String {
        match &self.root_attributes {
            Some(attributes) => {
                let attributes = attributes.clone();
                self.state.note_root("attributes");
                attributes
            }
            None => "#[derive(CandidType, Deserialize)]".to_string(),
        }
    }

    /// Prints a type; `path` is the path to it from the last named type.
    pub(super) fn ty(&mut self, ty: &Ty, path: &mut Vec<TypePath>, place: Place) -> Doc {
        let elem = self.element(ty).into_owned();
        self.within(StateElem::TypeStr(&elem), |walk| {
            match walk.substitute(ty) {
                Some(doc) => doc,
                None => walk.plain(ty, path, place),
            }
        })
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
        let custom = self.property("use_type", |config| &config.use_type)?;
        let (rust, is_checked) = match custom.strip_suffix("(no test)") {
            Some(rust) => (rust.trim_end(), false),
            None => (custom.as_str(), true),
        };
        if is_checked {
            let source = self
                .state
                .config_source
                .get("use_type")
                .map(|path| path.join("."));
            self.checks.add(
                rust,
                &source.unwrap_or_default(),
                self.model,
                self.state.env,
                ty,
            );
        }
        Some(RcDoc::text(rust.to_string()))
    }

    pub(super) fn plain(&mut self, ty: &Ty, path: &mut Vec<TypePath>, place: Place) -> Doc {
        match ty {
            Ty::Prim(prim) => str(prim_name(*prim)),
            Ty::Principal => str("Principal"),
            Ty::Blob => str("serde_bytes::ByteBuf"),
            Ty::Vec(_) if self.model.is_blob(ty) => str("serde_bytes::ByteBuf"),
            Ty::Var(idx) => self.named(*idx, place),
            Ty::Opt(part) => self.generic("Option<", TypePath::Opt, part, path, place),
            Ty::Vec(part) => self.generic("Vec<", TypePath::Vec, part, path, place),
            Ty::Record(fields) if is_tuple(fields) && (1..=MAX_TUPLE).contains(&fields.len()) => {
                self.tuple(fields, "", path, place)
            }
            Ty::Variant(cases) => match result_of(cases) {
                Some((rust, ok, err)) => self.result(rust, [ok, err], path, place),
                None => self.nominal(ty, path),
            },
            Ty::Record(_) | Ty::Func(_) | Ty::Service(_) => self.nominal(ty, path),
        }
    }

    fn named(&mut self, idx: usize, place: Place) -> Doc {
        self.require(idx);
        let name = Ident(&self.def_names[idx]).to_string();
        if place == Place::Def && self.model.defs[idx].recursive {
            return enclose("Box<", RcDoc::text(name), ">");
        }
        RcDoc::text(name)
    }

    fn generic(
        &mut self,
        open: &'static str,
        step: TypePath,
        part: &Ty,
        path: &mut Vec<TypePath>,
        place: Place,
    ) -> Doc {
        path.push(step);
        let part = self.ty(part, path, place);
        path.pop();
        enclose(open, part, ">")
    }

    /// `(pub A,pub B,)`
    pub(super) fn tuple(
        &mut self,
        fields: &[Field],
        visibility: &str,
        path: &mut Vec<TypePath>,
        place: Place,
    ) -> Doc {
        let mut items = RcDoc::nil();
        for field in fields {
            let item = self.at_label(TypePath::RecordField, field, path, |walk, path| {
                walk.ty(&field.ty, path, place)
            });
            items = items
                .append(visibility.to_string())
                .append(item)
                .append(",");
        }
        enclose("(", items, ")")
    }

    /// Calls `f` with the label of a field or case pushed on both paths.
    pub(super) fn at_label<R>(
        &mut self,
        step: fn(String) -> TypePath,
        field: &Field,
        path: &mut Vec<TypePath>,
        f: impl FnOnce(&mut Self, &mut Vec<TypePath>) -> R,
    ) -> R {
        let label = label_text(&field.label);
        path.push(step(label.clone()));
        let result = self.within(StateElem::Label(&label), |walk| f(walk, path));
        path.pop();
        result
    }

    pub(super) fn result(
        &mut self,
        rust: &'static str,
        parts: [&Field; 2],
        path: &mut Vec<TypePath>,
        place: Place,
    ) -> Doc {
        let [ok, err] = parts.map(|field| {
            self.at_label(TypePath::ResultField, field, path, |walk, path| {
                walk.ty(&field.ty, path, place)
            })
        });
        let rust = self.within(StateElem::TypeStr(rust), |walk| {
            let custom = walk.property("use_type", |config| &config.use_type);
            custom.unwrap_or_else(|| rust.to_string())
        });
        RcDoc::text(rust).append(enclose("<", ok.append(", ").append(err), ">"))
    }

    /// Defines an inline type, and returns its generated name.
    fn nominal(&mut self, ty: &Ty, path: &[TypePath]) -> Doc {
        // The type of a method may be reached as part of a service too.
        let node: *const Ty = ty;
        if let Some(name) = self.generated_names.get(&node) {
            return RcDoc::text(Ident(name).to_string());
        }
        let generated = identifier::path_name(path, TypePath::piece);
        let attributes = self.state.config.attributes.take();
        let source = self.state.config_source.remove("attributes");
        let backup = self.state.enter_generated(&generated);
        let own = self.property("attributes", |config| &config.attributes);
        let doc = self.substitute(ty).unwrap_or_else(|| {
            // From here on they are those of labels.
            self.state.config.attributes = attributes;
            if let Some(source) = source {
                let property = "attributes".to_string();
                self.state.config_source.insert(property, source);
            }
            self.state.enter_generated_type();
            let given = self.property("name", |config| &config.name);
            let name = self.names.unique(given.as_ref().unwrap_or(&generated), "");
            self.generated_names.insert(ty, name.clone());
            // Types inside are named, and selected, by the generated name.
            let base = given.map_or_else(|| name.clone(), |_| generated);
            let doc = stack::level(|| self.define(&name, &base, own, ty));
            self.print(doc);
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
    let is =
        |field: &Field, name: &str| matches!(&field.label, Label::Named(label) if label == name);
    for (rust, ok, err) in [
        ("std::result::Result", "Ok", "Err"),
        ("candid::MotokoResult", "ok", "err"),
    ] {
        for (x, y) in [(a, b), (b, a)] {
            if is(x, ok) && is(y, err) {
                return Some((rust, x, y));
            }
        }
    }
    None
}

/// Returns a label as written in selectors.
pub(super) fn label_text(label: &Label) -> String {
    match label {
        Label::Named(name) => name.clone(),
        Label::Id(id) | Label::Unnamed(id) => id.to_string(),
    }
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
