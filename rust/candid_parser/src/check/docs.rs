//! The comments of an interface, for what is made from its types: JSON Schemas, printed types.

use super::definitions::Definitions;
use super::Checked;
use crate::stack;
use crate::syntax::ast::{Arg, Method, Type, TypeKind};
use candid::pretty::candid::DocComments;
use candid::types::{FieldDoc, TypeDoc};
use std::collections::HashMap;

impl Checked {
    /// Returns the comments of definitions, of their fields and cases, and of the methods of the main service, with those
    /// inside the types of their arguments and results. They are the lines directly above, written with `//` or `///`.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::json::{self, JsonOptions};
    /// use candid_parser::check::{self, Memory};
    /// use std::path::Path;
    ///
    /// let text = "
    ///     type Account = record {
    ///       // Who may spend.
    ///       owner : principal;
    ///     };
    ///     service : {
    ///       /// Returns the number of tokens.
    ///       balance : (Account) -> (nat) query;
    ///     }";
    /// let checked = check::text(&Memory::default(), Path::new("ledger.did"), text).unwrap();
    /// let service = checked.actor.as_ref().unwrap();
    /// let (docs, options) = (checked.docs(), JsonOptions::new());
    /// let schema = json::method_schema(&checked.env, service, "balance", &docs, &options).unwrap();
    /// assert!(schema.contains(r#""description":"Returns the number of tokens.""#));
    /// assert!(schema.contains(r#""description":"Who may spend.""#));
    /// ```
    #[must_use]
    pub fn docs(&self) -> DocComments {
        let mut docs = DocComments::empty();
        for def in self.files.iter().flat_map(|file| file.prog.defs()) {
            let mut doc = type_doc(&def.typ);
            doc.docs = lines(&def.docs);
            if !doc.is_empty() {
                docs.add_type_def(def.name.text.clone(), doc);
            }
        }
        let mut names = Definitions::of(&self.files, []);
        let mut shared = HashMap::new();
        let imported = self.files.iter().skip(1);
        let imported = imported.filter(|file| file.imported_at.is_some());
        for file in self.files.first().into_iter().chain(imported) {
            let Some(actor) = &file.prog.actor else {
                continue;
            };
            let mut service = names.resolve(&actor.typ);
            if let TypeKind::Class(_, constructed) = &service.kind {
                service = names.resolve(constructed);
            }
            if let TypeKind::Service(methods) = &service.kind {
                for method in methods {
                    add_method(method, &mut names, &mut shared, &mut docs);
                }
            }
        }
        docs
    }
}

/// Adds the comments of a method. Those of a function type are collected for its first method, whose name is then in `shared`, by
/// the address of the type, unless there are none.
fn add_method<'a>(
    method: &'a Method,
    names: &mut Definitions<'a>,
    shared: &mut HashMap<usize, Option<&'a str>>,
    docs: &mut DocComments,
) {
    let name = &method.name.text;
    if !method.docs.is_empty() {
        docs.add_service_method(name.clone(), lines(&method.docs));
    }
    if let TypeKind::Func(func) = &names.resolve(&method.typ).kind {
        let address = std::ptr::from_ref(&**func).addr();
        if let Some(first) = shared.get(&address) {
            if let Some(first) = first {
                docs.share_method_types(name.clone(), first);
            }
            return;
        }
        let of = |types: &[Arg]| types.iter().map(|arg| type_doc(&arg.typ)).collect();
        let (args, rets): (Vec<_>, Vec<_>) = (of(&func.args), of(&func.rets));
        let has_docs = !args.iter().chain(&rets).all(TypeDoc::is_empty);
        shared.insert(address, has_docs.then_some(name));
        if has_docs {
            docs.add_method_types(name.clone(), args, rets);
        }
    }
}

/// Returns the comments inside a type.
fn type_doc(mut ty: &Type) -> TypeDoc {
    while let TypeKind::Opt(part) | TypeKind::Vec(part) = &ty.kind {
        ty = part;
    }
    let mut doc = TypeDoc::default();
    if let TypeKind::Record(fields) | TypeKind::Variant(fields) = &ty.kind {
        for field in fields {
            let inner = stack::level(|| type_doc(&field.typ));
            let field_doc = FieldDoc {
                docs: lines(&field.docs),
                ty: (!inner.is_empty()).then(|| Box::new(inner)),
            };
            if !field_doc.is_empty() {
                doc.fields.insert(field.label.get_id(), field_doc);
            }
        }
    }
    doc
}

/// Returns the lines of a comment: the tree leaves the third slash of `///`.
pub(crate) fn lines(docs: &[String]) -> Vec<String> {
    let text = |line: &String| match line.strip_prefix('/') {
        Some("") => String::new(),
        Some(rest) if rest.starts_with(' ') => rest.trim_start().to_string(),
        _ => line.clone(),
    };
    docs.iter().map(text).collect()
}
