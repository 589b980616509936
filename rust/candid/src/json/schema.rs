//! JSON Schema (dialect 2020-12) of types and methods: what is written at them.

mod keywords;
mod service;

pub use service::{service_schemas, MessageSchema, MethodSchemas, ServiceSchemas};

use crate::container::TypeContainer;
use crate::error::{Error, ErrorKind, Result};
use crate::json::key::key_of;
use crate::json::options::JsonOptions;
use crate::json::write::{is_array, is_nested};
use crate::pretty::candid::DocComments;
use crate::traits::CandidType;
use crate::types::docs::{TypeDoc, TypeDocs};
use crate::types::env::TypeEnv;
use crate::types::registry::find_type;
use crate::types::ty::print::brief;
use crate::types::ty::{Field, Function, Type, TypeInner};
use crate::util::stack::StackLimit;
use crate::value::model::IDLValue;
use keywords::{
    describe, separate, string, write_blob, write_leaf, write_object, write_pairs, write_string,
    write_tuple,
};
use std::collections::BTreeMap;

/// The maximum number of types that are written more than once: types that share parts can be far larger as text. Those of a
/// text share none.
const MAX_REPEATED: usize = 100_000;

/// Returns the JSON Schema of what is written at the type `ty`, whose names `env` defines, on one line. Named types become
/// definitions, the comments in `docs` descriptions.
///
/// # Errors
///
/// If a name has no definition or stands for itself, the type has no values in JSON, or it is too large or too deep to be written out.
///
/// # Examples
///
/// ```
/// use candid::{json, types::{TypeDocs, TypeInner}, TypeEnv};
///
/// let (env, docs, options) = (TypeEnv::new(), TypeDocs::default(), json::JsonOptions::new());
/// let schema = json::schema(&env, &TypeInner::Text.into(), &docs, &options).unwrap();
/// let expected = r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"string"}"#;
/// assert_eq!(schema, expected);
/// ```
pub fn schema(env: &TypeEnv, ty: &Type, docs: &TypeDocs, options: &JsonOptions) -> Result<String> {
    document(env, docs, options, |builder, out| {
        builder.keywords(out, ty, None)
    })
}

/// Returns the JSON Schema of a Rust type's values, with its doc comments, see [`schema`].
///
/// # Errors
///
/// Those of [`schema`].
///
/// # Examples
///
/// ```
/// assert!(candid::json::schema_of::<(u8, String)>().unwrap().contains("prefixItems"));
/// ```
pub fn schema_of<T: CandidType>() -> Result<String> {
    let mut types = TypeContainer::new();
    let ty = types.add::<T>();
    let ty = types.readable_names(&ty);
    schema(&types.env, &ty, &types.docs, &JsonOptions::new())
}

/// Returns the JSON Schema of a message at its argument types, see [`schema`].
///
/// # Errors
///
/// Those of [`schema`].
///
/// # Examples
///
/// ```
/// use candid::{json, types::{Type, TypeDocs, TypeInner}, TypeEnv};
///
/// let types: [Type; 2] = [TypeInner::Text.into(), TypeInner::Opt(TypeInner::Nat8.into()).into()];
/// let (env, docs, options) = (TypeEnv::new(), TypeDocs::default(), json::JsonOptions::new());
/// let schema = json::args_schema(&env, &types, &docs, &options)?;
/// // An array, whose second item may be left out.
/// assert!(schema.contains(r#""type":"array","prefixItems":[{"type":"string"},"#), "{schema}");
/// assert!(schema.contains(r#""minItems":1,"#), "{schema}");
/// # Ok::<(), candid::Error>(())
/// ```
pub fn args_schema(
    env: &TypeEnv,
    types: &[Type],
    docs: &TypeDocs,
    options: &JsonOptions,
) -> Result<String> {
    document(env, docs, options, |builder, out| {
        builder.args(out, types, &[])
    })
}

/// Returns the JSON Schema of a method of a service: an object with the properties `args` and `results`, see [`schema`]. The
/// comment of the method is its description.
///
/// # Errors
///
/// Those of [`schema`], and if the service has no such method.
///
/// # Examples
///
/// ```
/// use candid::{func, json, pretty::candid::DocComments, service, TypeEnv};
///
/// let service = service! { "double" : func!((u8) -> (u16) query) };
/// let mut docs = DocComments::empty();
/// docs.add_service_method("double".to_string(), vec!["Twice the number.".to_string()]);
/// let options = json::JsonOptions::new();
/// let schema = json::method_schema(&TypeEnv::new(), &service, "double", &docs, &options).unwrap();
/// assert!(schema.contains(r#""description":"Twice the number.""#));
/// ```
pub fn method_schema(
    env: &TypeEnv,
    service: &Type,
    method: &str,
    docs: &DocComments,
    options: &JsonOptions,
) -> Result<String> {
    let Function { args, rets, .. } = env.get_method(service, method)?;
    let (arg_docs, ret_docs) = docs.lookup_method_types(method).unwrap_or_default();
    document(env, docs.types(), options, |builder, out| {
        let mut part = |types, docs| {
            let mut part = "{".to_string();
            builder.args(&mut part, types, docs)?;
            part.push('}');
            Ok::<_, Error>(part)
        };
        let (args, results) = (part(args, arg_docs)?, part(rets, ret_docs)?);
        write_object(out, &[("args", &args), ("results", &results)]);
        describe(out, docs.lookup_service_method(method));
        Ok(())
    })
}

/// The keys of schemas with the JSON of these.
type Keywords = Vec<(String, String)>;

/// Returns the schema whose keywords `root` writes, with the definitions that it refers to.
fn document(
    env: &TypeEnv,
    docs: &TypeDocs,
    options: &JsonOptions,
    root: impl FnOnce(&mut Builder<'_>, &mut String) -> Result<()>,
) -> Result<String> {
    let resolved = env.resolved();
    let mut builder = Builder::new(env, &resolved, options);
    let mut out = r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","#.to_string();
    root(&mut builder, &mut out)?;
    let definitions = builder.define(docs)?;
    if !definitions.is_empty() {
        out.push_str(",\"$defs\":");
        write_pairs(
            &mut out,
            definitions.iter().map(|(key, schema)| (&**key, &**schema)),
        );
    }
    out.push('}');
    Ok(out)
}

struct Builder<'a> {
    env: &'a TypeEnv,
    /// The same definitions without names of names, which are followed once for each place otherwise.
    resolved: &'a TypeEnv,
    options: &'a JsonOptions,
    /// What references to definitions begin with.
    pointer: &'a str,
    /// The definitions by name; empty text while they are pending.
    definitions: BTreeMap<String, String>,
    pending: Vec<(String, Type)>,
    stack: StackLimit,
    /// The types with parts that have been written, by address; they are kept, so that no other one gets that address.
    written: BTreeMap<usize, Type>,
    n_repeated: usize,
}

impl<'a> Builder<'a> {
    fn new(env: &'a TypeEnv, resolved: &'a TypeEnv, options: &'a JsonOptions) -> Self {
        Builder {
            env,
            resolved,
            options,
            pointer: "#/$defs/",
            definitions: BTreeMap::new(),
            pending: Vec::new(),
            stack: StackLimit::of_this_thread(),
            written: BTreeMap::new(),
            n_repeated: 0,
        }
    }

    /// Returns the definitions that were referred to, with their comments.
    fn define(mut self, docs: &TypeDocs) -> Result<Keywords> {
        while let Some((name, ty)) = self.pending.pop() {
            let doc = docs.named.get(&name);
            let mut definition = String::new();
            self.ty(&mut definition, &ty, doc, doc.map(|doc| &doc.docs))?;
            self.definitions.insert(name, definition);
        }
        Ok(self.definitions.into_iter().collect())
    }

    /// Writes the schema of a type, whose fields have these comments, or those of the type inside of `opt` and `vec`, with a
    /// description.
    fn ty(
        &mut self,
        out: &mut String,
        ty: &Type,
        doc: Option<&TypeDoc>,
        description: Option<&Vec<String>>,
    ) -> Result<()> {
        out.push('{');
        self.keywords(out, ty, doc)?;
        describe(out, description);
        out.push('}');
        Ok(())
    }

    /// Writes the keywords of the schema of a type.
    fn keywords(&mut self, out: &mut String, ty: &Type, doc: Option<&TypeDoc>) -> Result<()> {
        self.stack.check()?;
        match ty.as_ref() {
            TypeInner::Var(name) => {
                // A name that stands for itself is no type.
                self.resolved.trace_type(ty)?;
                let defined = self.env.find_type(name)?.clone();
                self.reference(out, name.clone(), defined);
            }
            TypeInner::Knot(id) => {
                let found = find_type(id).ok_or_else(|| {
                    Error::msg(format_args!("unknown Candid type of Rust type {}", id.name))
                })?;
                self.reference(out, format!("rust:{id}"), found);
            }
            TypeInner::Vec(_) if ty.is_blob(self.resolved) => write_blob(out, self.options.blob),
            TypeInner::Vec(_)
            | TypeInner::Opt(_)
            | TypeInner::Record(_)
            | TypeInner::Variant(_) => {
                self.count_repeated(ty)?;
                self.composite(out, ty, doc)?;
            }
            TypeInner::Unknown | TypeInner::Future | TypeInner::Class(..) => {
                return Err(Error::subtype(format_args!(
                    "expected a type with values in JSON, found {}",
                    brief(ty)
                )))
            }
            leaf => write_leaf(out, leaf),
        }
        Ok(())
    }

    /// Counts a type with parts, and these, if it has been written before.
    fn count_repeated(&mut self, ty: &Type) -> Result<()> {
        if self.written.insert(ty.address(), ty.clone()).is_none() {
            return Ok(());
        }
        self.n_repeated += 1 + ty.parts().count();
        if self.n_repeated > MAX_REPEATED {
            let message = format!(
                "more than {MAX_REPEATED} types that are repeated in a JSON Schema: types with shared parts need names"
            );
            return Err(Error::new(ErrorKind::Limit, message));
        }
        Ok(())
    }

    fn composite(&mut self, out: &mut String, ty: &Type, doc: Option<&TypeDoc>) -> Result<()> {
        match ty.as_ref() {
            TypeInner::Vec(part) => {
                out.push_str(r#""type":"array","items":"#);
                self.ty(out, part, doc, None)?;
            }
            TypeInner::Opt(part) => {
                out.push_str(r#""anyOf":[{"type":"null"},"#);
                if is_nested(self.resolved, part)? {
                    out.push_str(r#"{"type":"object","properties":{"some":"#);
                    self.ty(out, part, doc, None)?;
                    out.push_str(r#"},"required":["some"],"additionalProperties":false}"#);
                } else {
                    self.ty(out, part, doc, None)?;
                }
                out.push(']');
            }
            TypeInner::Record(fields) if is_array(ty) => {
                out.push_str(r#""type":"array","prefixItems":["#);
                for (idx, field) in fields.iter().enumerate() {
                    separate(out, idx);
                    self.field(out, field, doc)?;
                }
                let n = fields.len();
                out.push_str(&format!(r#"],"minItems":{n},"maxItems":{n}"#));
            }
            TypeInner::Record(fields) => {
                out.push_str(r#""type":"object","properties":{"#);
                for (idx, field) in fields.iter().enumerate() {
                    separate(out, idx);
                    write_string(out, &key_of(&field.id));
                    out.push(':');
                    self.field(out, field, doc)?;
                }
                out.push_str(r#"},"required":["#);
                let mut n_required = 0;
                for field in fields {
                    if IDLValue::absent(self.resolved, &field.ty)?.is_none() {
                        separate(out, n_required);
                        write_string(out, &key_of(&field.id));
                        n_required += 1;
                    }
                }
                out.push_str(r#"],"additionalProperties":false"#);
            }
            TypeInner::Variant(cases) if cases.is_empty() => out.push_str(r#""not":{}"#),
            TypeInner::Variant(cases) => {
                out.push_str(r#""oneOf":["#);
                for (idx, case) in cases.iter().enumerate() {
                    separate(out, idx);
                    let key = string(&key_of(&case.id));
                    out.push_str(&format!(r#"{{"type":"object","properties":{{{key}:"#));
                    self.field(out, case, doc)?;
                    out.push_str(&format!(
                        r#"}},"required":[{key}],"additionalProperties":false}}"#
                    ));
                }
                out.push(']');
            }
            _ => {}
        }
        Ok(())
    }

    /// Writes the schema of a field or case of a type that has these comments.
    fn field(&mut self, out: &mut String, field: &Field, doc: Option<&TypeDoc>) -> Result<()> {
        let doc = doc.and_then(|doc| doc.fields.get(&field.id.get_id()));
        let inner = doc.and_then(|doc| doc.ty.as_deref());
        self.ty(out, &field.ty, inner, doc.map(|doc| &doc.docs))
    }

    /// Writes a reference to a definition, and has it made.
    fn reference(&mut self, out: &mut String, name: String, ty: Type) {
        let mut pointer = self.pointer.to_string();
        for byte in name.bytes() {
            match byte {
                b'~' => pointer.push_str("~0"),
                b'/' => pointer.push_str("~1"),
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'.' => {
                    pointer.push(char::from(byte));
                }
                other => pointer.push_str(&format!("%{other:02X}")),
            }
        }
        if !self.definitions.contains_key(&name) {
            self.definitions.insert(name.clone(), String::new());
            self.pending.push((name, ty));
        }
        out.push_str("\"$ref\":");
        write_string(out, &pointer);
    }

    /// Writes the keywords of the schema of a message at argument types, inside of which are these comments.
    fn args(&mut self, out: &mut String, types: &[Type], docs: &[TypeDoc]) -> Result<()> {
        let MessageSchema { items, n_required } = self.message(types, docs)?;
        write_tuple(out, &items, n_required);
        Ok(())
    }

    fn message(&mut self, types: &[Type], docs: &[TypeDoc]) -> Result<MessageSchema> {
        let mut items = Vec::with_capacity(types.len());
        let mut n_required = 0;
        for (i, ty) in types.iter().enumerate() {
            let mut item = String::new();
            self.ty(&mut item, ty, docs.get(i), None)?;
            items.push(item);
            if IDLValue::absent(self.resolved, ty)?.is_none() {
                n_required = i + 1;
            }
        }
        Ok(MessageSchema { items, n_required })
    }
}
