//! Generator of definitions: structs, enums, functions, services, aliases.

use super::identifier::{self, Ident};
use super::literal;
use super::walk::{label_text, result_of, Doc, Place, TypeWalk, MAX_TUPLE};
use super::TypePath;
use crate::bindings::config::StateElem;
use crate::bindings::model::{is_tuple, Arg, Field, Func, Method, Names, Prim, Rules, Ty};
use candid::pretty::utils::{concat, enclose, enclose_space, indented, lines};
use candid::types::Label;
use pretty::RcDoc;

impl TypeWalk<'_> {
    /// Prints the definition with the given index, unless the configuration replaces it with another type.
    pub(super) fn definition(&mut self, idx: usize) {
        let model = self.model;
        let def = &model.defs[idx];
        let doc = self.within(StateElem::TypeStr(&def.name), |walk| {
            if walk.substitute(&def.ty).is_some() {
                return None;
            }
            // The name has been applied already; this marks the property as used.
            let _ = walk.property("name", |config| &config.name);
            let name = walk.def_names[idx].clone();
            let visibility = walk.visibility();
            let attributes = walk.property("attributes", |config| &config.attributes);
            let elem = walk.element(&def.ty).into_owned();
            Some(walk.within(StateElem::TypeStr(&elem), |walk| {
                walk.named_definition(idx, &name, &visibility, attributes)
            }))
        });
        if let Some(doc) = doc {
            self.print(doc);
        }
    }

    fn named_definition(
        &mut self,
        idx: usize,
        name: &str,
        visibility: &str,
        attributes: Option<String>,
    ) -> Doc {
        let def = &self.model.defs[idx];
        let docs = comment_lines(&def.docs, "/// ");
        if self.state.config.use_type.is_none() {
            if let Some(doc) = self.nominal_definition(
                name,
                &def.name,
                visibility,
                attributes.clone(),
                &def.docs,
                &def.ty,
            ) {
                return doc;
            }
        }
        let mut path = vec![TypePath::Id(def.name.clone())];
        let body = self.body(&def.ty, &mut path);
        let name = Ident(name).to_string();
        if def.recursive {
            let attributes = attributes.unwrap_or_else(|| self.usual_attributes());
            return docs
                .append(attribute(&attributes))
                .append(format!("{visibility}struct {name}"))
                .append(enclose(
                    "(",
                    RcDoc::text(visibility.to_string()).append(body),
                    ")",
                ))
                .append(";");
        }
        docs.append(format!("{visibility}type {name} = "))
            .append(body)
            .append(";")
    }

    /// Prints the type of a definition; the element of the type is on the path already.
    fn body(&mut self, ty: &Ty, path: &mut Vec<TypePath>) -> Doc {
        match self.substitute(ty) {
            Some(doc) => doc,
            None => self.plain(ty, path, Place::Def),
        }
    }

    /// Defines an inline type under a name of its own.
    pub(super) fn define(
        &mut self,
        name: &str,
        base: &str,
        attributes: Option<String>,
        ty: &Ty,
    ) -> Doc {
        let visibility = self.visibility();
        // Only types that need a name get here.
        self.nominal_definition(name, base, &visibility, attributes, &[], ty)
            .unwrap_or_else(RcDoc::nil)
    }

    /// Prints a type that must have a name; `None` for other types. The element of the type is on the path; types
    /// inside it get names that begin with `base`.
    fn nominal_definition(
        &mut self,
        name: &str,
        base: &str,
        visibility: &str,
        attributes: Option<String>,
        docs: &[String],
        ty: &Ty,
    ) -> Option<Doc> {
        let mut path = vec![TypePath::Id(base.to_string())];
        let ident = Ident(name).to_string();
        // A doc comment above a macro call causes a warning.
        let comment = comment_lines(docs, "// ");
        let docs = comment_lines(docs, "/// ");
        let head = |walk: &mut Self, what: &str| {
            let attributes = attributes
                .clone()
                .unwrap_or_else(|| walk.usual_attributes());
            docs.clone()
                .append(attribute(&attributes))
                .append(format!("{visibility}{what} {ident} "))
        };
        Some(match ty {
            Ty::Record(fields) if is_tuple(fields) && !fields.is_empty() => {
                // A tuple struct with one field would encode as the field's type, not as a record.
                let head = head(self, "struct");
                if fields.len() == 1 {
                    let tuple = self.tuple(fields, "", &mut path, Place::Def);
                    let field = RcDoc::text(visibility.to_string())
                        .append(tuple)
                        .append(",");
                    return Some(head.append(enclose("(", field, ")")).append(";"));
                }
                head.append(self.tuple(fields, visibility, &mut path, Place::Def))
                    .append(";")
            }
            Ty::Record(fields) => {
                let head = head(self, "struct");
                head.append(self.fields(fields, &mut path, true))
            }
            Ty::Variant(cases) if result_of(cases).is_none() => {
                let head = head(self, "enum");
                head.append(self.cases(cases, &mut path))
            }
            Ty::Func(func) => comment
                .append(format!("candid::define_function!({visibility}{ident} : "))
                .append(self.signature(func, &mut path))
                .append(");"),
            Ty::Service(methods) => comment
                .append(format!("candid::define_service!({visibility}{ident} : "))
                .append(self.methods(methods, &mut path))
                .append(");"),
            _ => return None,
        })
    }

    /// `{ pub a: A, pub b: B }`; the fields of an enum variant have no visibility.
    fn fields(&mut self, fields: &[Field], path: &mut Vec<TypePath>, has_visibility: bool) -> Doc {
        let (step, identifier) = (TypePath::RecordField, &identifier::value_name);
        self.labelled(fields, path, step, identifier, |walk, field, name, path| {
            let visibility = if has_visibility {
                walk.visibility()
            } else {
                String::new()
            };
            let ty = walk.ty(&field.ty, path, Place::Def);
            RcDoc::text(format!("{visibility}{name}: ")).append(ty)
        })
    }

    fn cases(&mut self, cases: &[Field], path: &mut Vec<TypePath>) -> Doc {
        let (step, identifier) = (TypePath::VariantField, &identifier::case_name);
        self.labelled(cases, path, step, identifier, |walk, case, name, path| {
            RcDoc::text(name.to_string()).append(walk.payload(&case.ty, path))
        })
    }

    /// Prints fields or cases in braces, each by `print` after its comment and attributes.
    fn labelled(
        &mut self,
        fields: &[Field],
        path: &mut Vec<TypePath>,
        step: fn(String) -> TypePath,
        identifier: &dyn Fn(&str) -> String,
        print: impl Fn(&mut Self, &Field, Ident<'_>, &mut Vec<TypePath>) -> Doc,
    ) -> Doc {
        let given = self.given_names(fields);
        let names = unique_names(fields, &given, identifier);
        let mut docs = Vec::with_capacity(fields.len());
        for (field, name) in fields.iter().zip(names) {
            docs.push(self.at_label(step, field, path, |walk, path| {
                let _ = walk.property("name", |config| &config.name);
                let head = walk.field_head(field, fields, &name);
                head.append(print(walk, field, Ident(&name), path))
            }));
        }
        enclose_space("{", concat(docs.into_iter(), ","), "}")
    }

    /// Prints the payload after the name of a case.
    fn payload(&mut self, ty: &Ty, path: &mut Vec<TypePath>) -> Doc {
        if self.state.config.use_type.is_none() {
            match ty {
                Ty::Prim(Prim::Null) => return RcDoc::nil(),
                Ty::Record(fields) => {
                    return self.within(StateElem::TypeStr("record"), |walk| {
                        match walk.substitute(ty) {
                            Some(doc) => enclose("(", doc, ")"),
                            // A single tuple field would be the payload itself, not a record.
                            None if is_tuple(fields) && (2..=MAX_TUPLE).contains(&fields.len()) => {
                                walk.tuple(fields, "", path, Place::Def)
                            }
                            None if is_tuple(fields) && fields.len() == 1 => {
                                enclose("(", walk.tuple(fields, "", path, Place::Def), ")")
                            }
                            None => walk.fields(fields, path, false),
                        }
                    });
                }
                _ => {}
            }
        }
        enclose("(", self.ty(ty, path, Place::Def), ")")
    }

    /// Returns the lines above a field or case: comment, attributes, and the attribute that maps its Rust name to its
    /// label.
    fn field_head(&mut self, field: &Field, all: &[Field], name: &str) -> Doc {
        let mut doc = comment_lines(&field.docs, "/// ");
        if let Some(attributes) = self.property("attributes", |config| &config.attributes) {
            doc = doc.append(attributes).append(RcDoc::line());
        }
        let rename = |label: &str| {
            RcDoc::text(format!("#[serde(rename={})]", literal::string(label)))
                .append(RcDoc::line())
        };
        match &field.label {
            Label::Named(label) if label != name => doc.append(rename(label)),
            Label::Named(_) => doc,
            Label::Id(id) | Label::Unnamed(id) => {
                doc = doc
                    .append(format!("#[candid(id = {id})]"))
                    .append(RcDoc::line());
                let spelling = format!("_{id}_");
                // The decoder uses this spelling for numbers, so serde must not use it for another field.
                let is_taken = all
                    .iter()
                    .any(|other| matches!(&other.label, Label::Named(label) if *label == spelling));
                if name == spelling || is_taken {
                    return doc;
                }
                doc.append(rename(&spelling))
            }
        }
    }

    /// Returns the names that the configuration gives to the labels of this record or variant.
    fn given_names(&mut self, fields: &[Field]) -> Vec<Option<String>> {
        let name = |field: &Field| {
            let label = label_text(&field.label);
            self.within(StateElem::Label(&label), |walk| {
                walk.state.config.name.clone()
            })
        };
        fields.iter().map(name).collect()
    }

    /// `(A, B) -> (C) query`
    fn signature(&mut self, func: &Func, path: &mut Vec<TypePath>) -> Doc {
        let args = self.arguments(&func.args, "arg", "Arg", path);
        let rets = self.arguments(&func.rets, "ret", "Ret", path);
        let mode = func
            .keyword()
            .map(|mode| format!(" {mode}"))
            .unwrap_or_default();
        indented(args.append(" -> ").append(rets).append(mode).group())
    }

    fn arguments(
        &mut self,
        args: &[Arg],
        label: &str,
        piece: &str,
        path: &mut Vec<TypePath>,
    ) -> Doc {
        let mut docs = Vec::with_capacity(args.len());
        for (idx, arg) in args.iter().enumerate() {
            docs.push(self.argument(arg, &format!("{label}{idx}"), numbered(piece, idx), path));
        }
        enclose("(", concat(docs.into_iter(), ","), ")")
    }

    pub(super) fn argument(
        &mut self,
        arg: &Arg,
        label: &str,
        piece: String,
        path: &mut Vec<TypePath>,
    ) -> Doc {
        path.push(TypePath::Func(piece));
        let doc = self.within(StateElem::Label(label), |walk| {
            walk.ty(&arg.ty, path, Place::Signature)
        });
        path.pop();
        doc
    }

    /// `{ "a" : candid::func!(() -> ()); "b" : F::ty() }`
    fn methods(&mut self, methods: &[Method], path: &mut Vec<TypePath>) -> Doc {
        let mut docs = Vec::with_capacity(methods.len());
        for method in methods {
            path.push(TypePath::Func(method.name.clone()));
            let ty = self.within(StateElem::Label(&method.name), |walk| match &method.ty {
                Ty::Func(func) => walk.within(StateElem::TypeStr("func"), |walk| {
                    enclose("candid::func!(", walk.signature(func, path), ")")
                }),
                ty => walk.ty(ty, path, Place::Signature).append("::ty()"),
            });
            path.pop();
            docs.push(
                RcDoc::text(literal::string(&method.name))
                    .append(" : ")
                    .append(ty),
            );
        }
        enclose_space("{", concat(docs.into_iter(), ";"), "}")
    }
}

/// `Arg`, `Arg1`, `Arg2`…
pub(super) fn numbered(piece: &str, idx: usize) -> String {
    match idx {
        0 => piece.to_string(),
        _ => format!("{piece}{idx}"),
    }
}

/// Assigns unique names to fields or cases: from the configuration, otherwise from their labels.
fn unique_names(
    fields: &[Field],
    given: &[Option<String>],
    identifier: &dyn Fn(&str) -> String,
) -> Vec<String> {
    let mut names = Names::default();
    for name in given.iter().flatten() {
        names.take(name);
    }
    let rules = Rules {
        identifier,
        taken: &[],
        separator: "_",
    };
    let open = || {
        fields
            .iter()
            .zip(given)
            .filter(|(_, given)| given.is_none())
            .map(|(f, _)| f)
    };
    // Names before numbers: the Rust name of a number is arbitrary.
    let labels = open().filter_map(|field| match &field.label {
        Label::Named(name) => Some(name.as_str()),
        Label::Id(_) | Label::Unnamed(_) => None,
    });
    let labels: Vec<&str> = labels.collect();
    let mut named = names.all(labels, &rules).into_iter();
    let mut of_label = |field: &Field| match &field.label {
        Label::Named(_) => named.next().unwrap_or_default(),
        Label::Id(id) | Label::Unnamed(id) => names.unique(&format!("_{id}_"), "_"),
    };
    let name = |(field, given): (&Field, &Option<String>)| match given {
        Some(name) => name.clone(),
        None => of_label(field),
    };
    fields.iter().zip(given).map(name).collect()
}

fn comment_lines(docs: &[String], prefix: &str) -> Doc {
    let line = |line: &String| RcDoc::text(literal::doc_line(line, prefix).trim_end().to_string());
    lines(docs.iter().map(line))
}

fn attribute(text: &str) -> Doc {
    if text.is_empty() {
        RcDoc::nil()
    } else {
        RcDoc::text(text.to_string()).append(RcDoc::hardline())
    }
}
