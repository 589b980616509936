//! The model as JSON, for generators in other languages: `schema.json` beside this file describes it.

use super::{is_tuple, Arg, Field, Method, Model, Ty};
use candid::types::Label;
use serde_json::Value;

/// The version of the JSON form of a model. It grows with each change that may break a program that reads the form; a
/// program has to ignore keys that it does not know.
pub const JSON_VERSION: u32 = 1;

/// The JSON Schema (dialect 2020-12) of the JSON form of a model.
pub const JSON_SCHEMA: &str = include_str!("schema.json");

impl Model {
    /// Returns the model as JSON, which [`JSON_SCHEMA`] describes: one line for each definition and each method. The same
    /// interface always gives the same text.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::{self, Memory};
    /// use candid_parser::codegen::Model;
    /// use std::path::Path;
    ///
    /// let text = "type List = opt record { head : nat; tail : List };";
    /// let checked = check::text(&Memory::default(), Path::new("list.did"), text)?;
    /// let model = Model::new(&checked.env, &checked.actor, &checked.prog)?;
    /// let json: serde_json::Value = serde_json::from_str(&model.to_json()).unwrap();
    /// assert_eq!(json["version"], 1);
    /// assert_eq!(json["types"][0]["recursive"], true);
    /// assert_eq!(json["types"][0]["type"]["of"]["fields"][0]["name"], "head");
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        self.with_stack(|| {
            let mut writer = Writer {
                model: self,
                out: format!("{{\"version\":{JSON_VERSION}"),
            };
            writer.document();
            writer.out
        })
    }
}

struct Writer<'a> {
    model: &'a Model,
    out: String,
}

impl Writer<'_> {
    fn document(&mut self) {
        let model = self.model;
        self.push(",\n\"types\":[");
        self.items(&model.defs, "\n", |writer, def| {
            writer.push("{\"name\":");
            writer.string(&def.name);
            writer.docs(&def.docs);
            let (recursive, used) = (def.recursive, def.used);
            writer.push(&format!(
                ",\"recursive\":{recursive},\"used\":{used},\"type\":"
            ));
            writer.ty(&def.ty);
            writer.push("}");
        });
        self.push("],\n\"order\":[");
        self.items(&model.order, "", |writer, idx| {
            writer.string(&model.defs[*idx].name);
        });
        self.push("],\n\"service\":");
        match &model.actor {
            None => self.push("null"),
            Some(actor) => {
                self.push("{\"docs\":");
                self.strings(&actor.docs);
                self.push(",\n\"init\":");
                match &actor.init {
                    None => self.push("null"),
                    Some(args) => self.args(args),
                }
                self.push(",\n\"type\":");
                match &actor.ty {
                    Ty::Service(methods) => self.service(methods, "\n"),
                    ty => self.ty(ty),
                }
                self.push("}");
            }
        }
        self.push("}\n");
    }

    fn ty(&mut self, ty: &Ty) {
        match ty {
            Ty::Prim(prim) => self.kind(prim.name()),
            Ty::Principal => self.kind("principal"),
            Ty::Blob => self.kind("blob"),
            Ty::Var(idx) => {
                self.kind("name");
                self.push(",\"name\":");
                self.string(&self.model.defs[*idx].name);
            }
            Ty::Opt(part) => self.of("opt", part),
            Ty::Vec(part) => self.of("vec", part),
            Ty::Record(fields) => {
                self.kind("record");
                let is_tuple = is_tuple(fields) && !fields.is_empty();
                self.push(&format!(",\"tuple\":{is_tuple},\"fields\":["));
                self.items(fields, "", Self::field);
                self.push("]");
            }
            Ty::Variant(cases) => {
                self.kind("variant");
                self.push(&format!(",\"result\":{},\"cases\":[", is_result(cases)));
                self.items(cases, "", Self::field);
                self.push("]");
            }
            Ty::Func(func) => {
                self.kind("func");
                let mode = func.keyword().unwrap_or("update");
                self.push(&format!(",\"mode\":\"{mode}\",\"args\":"));
                self.args(&func.args);
                self.push(",\"results\":");
                self.args(&func.rets);
            }
            Ty::Service(methods) => return self.service(methods, ""),
        }
        self.push("}");
    }

    fn of(&mut self, kind: &str, part: &Ty) {
        self.kind(kind);
        self.push(",\"of\":");
        self.ty(part);
    }

    fn service(&mut self, methods: &[Method], start: &str) {
        self.kind("service");
        self.push(",\"methods\":[");
        self.items(methods, start, Self::method);
        self.push("]}");
    }

    fn method(&mut self, method: &Method) {
        self.push("{\"name\":");
        self.string(&method.name);
        self.docs(&method.docs);
        self.push(",\"type\":");
        self.ty(&method.ty);
        self.push("}");
    }

    fn field(&mut self, field: &Field) {
        self.push("{\"name\":");
        match &field.label {
            Label::Named(name) => self.string(name),
            Label::Id(_) | Label::Unnamed(_) => self.push("null"),
        }
        let (id, position) = (field.label.get_id(), field.position);
        self.push(&format!(",\"id\":{id},\"position\":{position}"));
        self.docs(&field.docs);
        self.push(",\"type\":");
        self.ty(&field.ty);
        self.push("}");
    }

    fn args(&mut self, args: &[Arg]) {
        self.push("[");
        self.items(args, "", |writer, arg| {
            writer.push("{\"name\":");
            match &arg.name {
                Some(name) => writer.string(name),
                None => writer.push("null"),
            }
            writer.push(",\"type\":");
            writer.ty(&arg.ty);
            writer.push("}");
        });
        self.push("]");
    }

    /// Begins the object of a type.
    fn kind(&mut self, kind: &str) {
        self.push(&format!("{{\"kind\":\"{kind}\""));
    }

    fn docs(&mut self, docs: &[String]) {
        self.push(",\"docs\":");
        self.strings(docs);
    }

    fn strings(&mut self, texts: &[String]) {
        self.push("[");
        self.items(texts, "", |writer, text| writer.string(text));
        self.push("]");
    }

    /// Adds items with commas between them, and `start` before each.
    fn items<T>(&mut self, items: &[T], start: &str, each: impl Fn(&mut Self, &T)) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.push(",");
            }
            self.push(start);
            each(self, item);
        }
    }

    fn string(&mut self, text: &str) {
        self.push(&Value::from(text).to_string());
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }
}

/// Returns whether the cases are those of a result: `Ok` and `Err`, or both in lower case.
pub(crate) fn is_result(cases: &[Field]) -> bool {
    let has = |name: &str| {
        let is_named = |case: &Field| matches!(&case.label, Label::Named(label) if label == name);
        cases.iter().any(is_named)
    };
    cases.len() == 2 && (has("Ok") && has("Err") || has("ok") && has("err"))
}
