//! Generator of definitions: structs, enums, functions, services, aliases.

use super::identifier::{self, name_rest, Ident};
use super::literal;
use super::walk::{label_text, name_of, result_of, Doc, TypeWalk};
use super::TypePath;
use crate::bindings::config::StateElem;
use crate::bindings::model::{is_tuple, Arg, Field, Func, Method, Names, Prim, Ty};
use candid::pretty::utils::{concat, enclose, enclose_space, indented, lines};
use pretty::RcDoc;

/// A definition without its type.
pub(super) struct Head<'h> {
    pub(super) docs: &'h [String],
    /// The attributes, if they are not the usual ones.
    pub(super) attributes: Option<String>,
    pub(super) visibility: String,
    pub(super) name: Ident<'h>,
}

impl TypeWalk<'_> {
    /// Prints the definition with the given index, on a path of its own, unless the configuration replaces it with
    /// another type.
    pub(super) fn definition(&mut self, idx: usize) {
        let def = &self.model.defs[idx];
        let suspended = self.state.suspend();
        let path = vec![TypePath::Id(def.name.clone())];
        let outer = std::mem::replace(&mut self.path, path);
        self.within(StateElem::TypeStr(&def.name), |walk| {
            if walk.substitute(&def.ty).is_some() {
                return;
            }
            // The name has been applied already; this marks the property as used.
            let _ = walk.property("name");
            let name = walk.def_names[idx].clone();
            let head = Head {
                docs: &def.docs,
                visibility: walk.visibility(),
                attributes: walk.property("attributes"),
                name: Ident(&name),
            };
            let elem = walk.element(&def.ty).into_owned();
            let doc = walk.within(StateElem::TypeStr(&elem), |walk| {
                walk.named_definition(&head, &def.ty, def.recursive)
            });
            walk.print(doc);
        });
        self.path = outer;
        self.state.resume(suspended);
    }

    fn named_definition(&mut self, head: &Head<'_>, ty: &Ty, is_recursive: bool) -> Doc {
        if self.state.config.use_type.is_none() {
            if let Some(doc) = self.nominal_definition(head, ty) {
                return doc;
            }
        }
        let body = self.ty_here(ty);
        let (visibility, name) = (&head.visibility, &head.name);
        if is_recursive {
            let body = RcDoc::text(visibility.clone()).append(body);
            return self
                .head(head, "struct")
                .append(enclose("(", body, ")"))
                .append(";");
        }
        comment_lines(head.docs, "/// ")
            .append(format!("{visibility}type {name} = "))
            .append(body)
            .append(";")
    }

    /// Prints a type that must have a name; `None` for other types. The element of the type is on the path.
    pub(super) fn nominal_definition(&mut self, head: &Head<'_>, ty: &Ty) -> Option<Doc> {
        let (visibility, name) = (&head.visibility, &head.name);
        // A doc comment above a macro call causes a warning.
        let comment = || comment_lines(head.docs, "// ");
        Some(match ty {
            Ty::Record(fields) => {
                let head = self.head(head, "struct").append(" ");
                match fields.len() {
                    // A tuple struct with one field would encode as the field's type, not as a record.
                    1 if is_tuple(fields) => {
                        let field = RcDoc::text(visibility.clone()).append(self.tuple(fields, ""));
                        head.append(enclose("(", field.append(","), ")"))
                            .append(";")
                    }
                    2.. if is_tuple(fields) => {
                        head.append(self.tuple(fields, visibility)).append(";")
                    }
                    _ => head.append(self.fields(fields, true)),
                }
            }
            Ty::Variant(cases) if result_of(cases).is_none() => {
                let head = self.head(head, "enum").append(" ");
                head.append(self.cases(cases))
            }
            Ty::Func(func) => comment()
                .append(format!("candid::define_function!({visibility}{name} : "))
                .append(self.signature(func))
                .append(");"),
            Ty::Service(methods) => comment()
                .append(format!("candid::define_service!({visibility}{name} : "))
                .append(self.methods(methods))
                .append(");"),
            _ => return None,
        })
    }

    /// Prints a definition up to its name.
    fn head(&mut self, head: &Head<'_>, keyword: &str) -> Doc {
        let attributes = head.attributes.clone();
        let attributes = attributes.unwrap_or_else(|| self.usual_attributes());
        let attributes = Some(attributes).filter(|text| !text.is_empty());
        comment_lines(head.docs, "/// ")
            .append(lines(attributes.into_iter().map(RcDoc::text)))
            .append(format!("{}{keyword} {}", head.visibility, head.name))
    }

    /// `{ pub a: A, pub b: B }`; the fields of an enum variant have no visibility.
    fn fields(&mut self, fields: &[Field], has_visibility: bool) -> Doc {
        let (step, identifier) = (TypePath::RecordField, &identifier::value_name);
        self.labelled(fields, step, identifier, |walk, field, name| {
            let visibility = if has_visibility {
                walk.visibility()
            } else {
                String::new()
            };
            RcDoc::text(format!("{visibility}{name}: ")).append(walk.ty(&field.ty))
        })
    }

    fn cases(&mut self, cases: &[Field]) -> Doc {
        let (step, identifier) = (TypePath::VariantField, &identifier::case_name);
        self.labelled(cases, step, identifier, |walk, case, name| {
            RcDoc::text(name.to_string()).append(walk.payload(&case.ty))
        })
    }

    /// Prints fields or cases in braces, each by `print` after its comment and attributes.
    fn labelled(
        &mut self,
        fields: &[Field],
        step: fn(String) -> TypePath,
        identifier: &dyn Fn(&str) -> String,
        print: impl Fn(&mut Self, &Field, Ident<'_>) -> Doc,
    ) -> Doc {
        let names = self.field_names(fields, identifier);
        let docs = fields.iter().zip(names).map(|(field, name)| {
            self.at_field(step, field, |walk| {
                let _ = walk.property("name");
                let head = walk.field_head(field, fields, &name);
                head.append(print(walk, field, Ident(&name)))
            })
        });
        enclose_space("{", concat(docs, ","), "}")
    }

    /// Prints the payload after the name of a case.
    fn payload(&mut self, ty: &Ty) -> Doc {
        match ty {
            _ if self.state.config.use_type.is_some() => {}
            Ty::Prim(Prim::Null) => return RcDoc::nil(),
            Ty::Record(fields) => {
                return self.within(StateElem::TypeStr("record"), |walk| {
                    match walk.substitute(ty) {
                        Some(doc) => enclose("(", doc, ")"),
                        None if !walk.is_short_tuple(fields) => walk.fields(fields, false),
                        // A single tuple field would be the payload itself, not a record.
                        None if fields.len() == 1 => enclose("(", walk.tuple(fields, ""), ")"),
                        None => walk.tuple(fields, ""),
                    }
                });
            }
            _ => {}
        }
        enclose("(", self.ty(ty), ")")
    }

    /// Returns the lines above a field or case: comment, attributes, and the attribute that maps its Rust name to its
    /// label.
    fn field_head(&mut self, field: &Field, all: &[Field], name: &str) -> Doc {
        let mut doc = comment_lines(&field.docs, "/// ");
        if let Some(attributes) = self.property("attributes") {
            doc = doc.append(attributes).append(RcDoc::line());
        }
        let mut spelling = label_text(field);
        if name_of(field).is_none() {
            let id = format!("#[candid(id = {spelling})]");
            doc = doc.append(id).append(RcDoc::line());
            // The decoder uses this spelling for numbers, so serde must not use it for another field.
            spelling = format!("_{spelling}_");
            if all.iter().any(|other| name_of(other) == Some(&spelling)) {
                return doc;
            }
        }
        if spelling == name {
            return doc;
        }
        let rename = format!("#[serde(rename={})]", literal::string(&spelling));
        doc.append(rename).append(RcDoc::line())
    }

    /// Assigns unique names to fields or cases: from the configuration, otherwise from their labels.
    fn field_names(&mut self, all: &[Field], identifier: &dyn Fn(&str) -> String) -> Vec<String> {
        let given = |field: &Field| self.given_name(StateElem::Label(&label_text(field)));
        let mut given: Vec<Option<String>> = all.iter().map(given).collect();
        let mut names = Names::default();
        // Names before numbers: the Rust name of a number is arbitrary.
        let named = all.iter().enumerate();
        let named = named.filter_map(|(idx, field)| Some((idx, name_of(field)?)));
        name_rest(&mut names, &mut given, named, identifier, "_");
        let name = |(field, given): (&Field, Option<String>)| {
            given.unwrap_or_else(|| names.unique(&format!("_{}_", label_text(field)), "_"))
        };
        all.iter().zip(given).map(name).collect()
    }

    /// `(A, B) -> (C) query`
    fn signature(&mut self, func: &Func) -> Doc {
        let args = self.arguments(&func.args, "arg", "Arg");
        let rets = self.arguments(&func.rets, "ret", "Ret");
        let mode = func.keyword().map(|mode| format!(" {mode}"));
        let doc = args.append(" -> ").append(rets);
        indented(doc.append(mode.unwrap_or_default()).group())
    }

    fn arguments(&mut self, args: &[Arg], label: &str, piece: &str) -> Doc {
        let args = args.iter().enumerate();
        let docs = args.map(|(idx, arg)| self.argument(arg, idx, label, piece));
        enclose("(", concat(docs, ","), ")")
    }

    /// Prints the type of the argument or result with the given index.
    pub(super) fn argument(&mut self, arg: &Arg, idx: usize, label: &str, piece: &str) -> Doc {
        let step = match idx {
            0 => piece.to_string(),
            _ => format!("{piece}{idx}"),
        };
        let label = format!("{label}{idx}");
        self.at(TypePath::Func(step), &label, |walk| walk.ty(&arg.ty))
    }

    /// `{ "a" : candid::func!(() -> ()); "b" : F::ty() }`
    fn methods(&mut self, methods: &[Method]) -> Doc {
        let docs = methods.iter().map(|method| {
            let step = TypePath::Func(method.name.clone());
            let ty = self.at(step, &method.name, |walk| match &method.ty {
                Ty::Func(func) => walk.within(StateElem::TypeStr("func"), |walk| {
                    enclose("candid::func!(", walk.signature(func), ")")
                }),
                ty => walk.ty(ty).append("::ty()"),
            });
            let name = RcDoc::text(literal::string(&method.name));
            name.append(" : ").append(ty)
        });
        enclose_space("{", concat(docs, ";"), "}")
    }
}

fn comment_lines(docs: &[String], prefix: &str) -> Doc {
    let line = |line: &String| RcDoc::text(literal::doc_line(line, prefix).trim_end().to_string());
    lines(docs.iter().map(line))
}
