//! JSON Schema (dialect 2020-12) of types and methods: what is written at them.

mod service;

pub use service::{service_schemas, MessageSchema, MethodSchemas, ServiceSchemas};

use crate::container::TypeContainer;
use crate::error::{Error, ErrorKind, Result};
use crate::json::key::key_of;
use crate::json::options::{BlobEncoding, JsonOptions};
use crate::json::write::{is_array, is_nested, Sink};
use crate::pretty::candid::DocComments;
use crate::traits::CandidType;
use crate::types::docs::{TypeDoc, TypeDocs};
use crate::types::env::TypeEnv;
use crate::types::registry::find_type;
use crate::types::ty::print::brief;
use crate::types::ty::{Field, Function, Type, TypeInner};
use crate::util::stack::StackLimit;
use crate::value::model::IDLValue;
use std::collections::BTreeMap;

/// The maximum number of types in a schema without definitions for them: types that share parts can be far larger as text.
const MAX_TYPES: usize = 100_000;

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
    document(env, docs, options, |builder| builder.ty(ty, None))
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
    document(env, docs, options, |builder| builder.args(types, &[]))
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
    document(env, docs.types(), options, |builder| {
        let (args, results) = (builder.args(args, arg_docs)?, builder.args(rets, ret_docs)?);
        let mut schema = object(
            &[("args", args), ("results", results)],
            &["args", "results"],
        );
        describe(&mut schema, docs.lookup_service_method(method));
        Ok(schema)
    })
}

/// The keywords of a schema, or of the properties in one, with their JSON.
type Keywords = Vec<(String, String)>;

fn document(
    env: &TypeEnv,
    docs: &TypeDocs,
    options: &JsonOptions,
    root: impl FnOnce(&mut Builder<'_>) -> Result<Keywords>,
) -> Result<String> {
    let resolved = env.resolved();
    let mut builder = Builder::new(env, &resolved, options);
    let dialect = string("https://json-schema.org/draft/2020-12/schema");
    let mut keywords = vec![("$schema".to_string(), dialect)];
    keywords.extend(root(&mut builder)?);
    let definitions = builder.define(docs)?;
    if !definitions.is_empty() {
        keywords.push(("$defs".to_string(), json_object(&definitions)));
    }
    Ok(json_object(&keywords))
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
    n_types: usize,
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
            n_types: 0,
        }
    }

    /// Returns the definitions that were referred to, with their comments.
    fn define(mut self, docs: &TypeDocs) -> Result<Keywords> {
        while let Some((name, ty)) = self.pending.pop() {
            let doc = docs.named.get(&name);
            let mut definition = self.ty(&ty, doc)?;
            describe(&mut definition, doc.map(|doc| &doc.docs));
            self.definitions.insert(name, json_object(&definition));
        }
        Ok(self.definitions.into_iter().collect())
    }

    /// Returns the schema of a type, whose fields have these comments, or those of the type inside of `opt` and `vec`.
    fn ty(&mut self, ty: &Type, doc: Option<&TypeDoc>) -> Result<Keywords> {
        self.stack.check()?;
        self.n_types += 1;
        if self.n_types > MAX_TYPES {
            let message = format!("more than {MAX_TYPES} types in a JSON Schema");
            return Err(Error::new(ErrorKind::Limit, message));
        }
        let pattern =
            |pattern: &str| keywords(&[("type", string("string")), ("pattern", string(pattern))]);
        let range = |min: String, max: String| {
            keywords(&[
                ("type", string("integer")),
                ("minimum", min),
                ("maximum", max),
            ])
        };
        let special = |n_digits: usize| {
            let types = format!("[{},{}]", string("number"), string("string"));
            let pattern = format!(r"^(-?Infinity|NaN(\(0x[0-9a-f]{{{n_digits}}}\))?)$");
            keywords(&[("type", types), ("pattern", string(&pattern))])
        };
        Ok(match ty.as_ref() {
            TypeInner::Var(name) => {
                // A name that stands for itself is no type.
                self.resolved.trace_type(ty)?;
                self.reference(name.clone(), self.env.find_type(name)?.clone())
            }
            TypeInner::Knot(id) => {
                let found = find_type(id).ok_or_else(|| {
                    Error::msg(format_args!("unknown Candid type of Rust type {}", id.name))
                })?;
                self.reference(format!("rust:{id}"), found)
            }
            TypeInner::Null | TypeInner::Reserved => keywords(&[("type", string("null"))]),
            TypeInner::Bool => keywords(&[("type", string("boolean"))]),
            TypeInner::Text => keywords(&[("type", string("string"))]),
            TypeInner::Nat8 => range("0".into(), u8::MAX.to_string()),
            TypeInner::Nat16 => range("0".into(), u16::MAX.to_string()),
            TypeInner::Nat32 => range("0".into(), u32::MAX.to_string()),
            TypeInner::Int8 => range(i8::MIN.to_string(), i8::MAX.to_string()),
            TypeInner::Int16 => range(i16::MIN.to_string(), i16::MAX.to_string()),
            TypeInner::Int32 => range(i32::MIN.to_string(), i32::MAX.to_string()),
            TypeInner::Nat => pattern("^(0|[1-9][0-9]*)$"),
            TypeInner::Nat64 => pattern("^(0|[1-9][0-9]{0,19})$"),
            TypeInner::Int => pattern("^(0|-?[1-9][0-9]*)$"),
            TypeInner::Int64 => pattern("^(0|-?[1-9][0-9]{0,18})$"),
            TypeInner::Float32 => special(8),
            TypeInner::Float64 => special(16),
            TypeInner::Empty => keywords(&[("not", "{}".to_string())]),
            TypeInner::Principal | TypeInner::Service(_) => principal(),
            TypeInner::Func(_) => {
                let method = json_object(&keywords(&[("type", string("string"))]));
                let service = json_object(&principal());
                let keys = ["service", "method"];
                return Ok(object_of(&[(keys[0], service), (keys[1], method)], &keys));
            }
            TypeInner::Vec(_) if ty.is_blob(self.resolved) => match self.options.blob {
                BlobEncoding::Hex => pattern("^([0-9A-Fa-f]{2})*$"),
                BlobEncoding::Base64 => {
                    let mut blob =
                        pattern("^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$");
                    blob.push(("contentEncoding".to_string(), string("base64")));
                    blob
                }
            },
            TypeInner::Vec(part) => {
                let items = json_object(&self.ty(part, doc)?);
                keywords(&[("type", string("array")), ("items", items)])
            }
            TypeInner::Opt(part) => {
                let mut content = json_object(&self.ty(part, doc)?);
                if is_nested(self.resolved, part)? {
                    content = json_object(&object_of(&[("some", content)], &["some"]));
                }
                let null = json_object(&keywords(&[("type", string("null"))]));
                keywords(&[("anyOf", format!("[{null},{content}]"))])
            }
            TypeInner::Record(fields) if is_array(ty) => {
                let items = self.fields(fields, doc)?;
                tuple(&items, items.len())
            }
            TypeInner::Record(fields) => {
                let properties = self.fields(fields, doc)?;
                let mut required = Vec::new();
                for (field, (key, _)) in fields.iter().zip(&properties) {
                    if IDLValue::absent(self.resolved, &field.ty)?.is_none() {
                        required.push(key.as_str());
                    }
                }
                let properties: Vec<_> = properties
                    .iter()
                    .map(|(k, v)| (k.as_str(), v.clone()))
                    .collect();
                object_of(&properties, &required)
            }
            TypeInner::Variant(cases) => {
                let cases = self.fields(cases, doc)?;
                let case = |(key, payload): &(String, String)| {
                    let key = key.as_str();
                    json_object(&object_of(&[(key, payload.clone())], &[key]))
                };
                let cases: Vec<String> = cases.iter().map(case).collect();
                if cases.is_empty() {
                    keywords(&[("not", "{}".to_string())])
                } else {
                    keywords(&[("oneOf", format!("[{}]", cases.join(",")))])
                }
            }
            TypeInner::Unknown | TypeInner::Future | TypeInner::Class(..) => {
                return Err(Error::subtype(format_args!(
                    "expected a type with values in JSON, found {}",
                    brief(ty)
                )))
            }
        })
    }

    /// Returns a reference to a definition, and has it made.
    fn reference(&mut self, name: String, ty: Type) -> Keywords {
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
        keywords(&[("$ref", string(&pointer))])
    }

    /// Returns the keys of fields or cases with the schemas of their types.
    fn fields(&mut self, fields: &[Field], doc: Option<&TypeDoc>) -> Result<Keywords> {
        let mut schemas = Vec::with_capacity(fields.len());
        for field in fields {
            let doc = doc.and_then(|doc| doc.fields.get(&field.id.get_id()));
            let inner = doc.and_then(|doc| doc.ty.as_deref());
            let mut schema = self.ty(&field.ty, inner)?;
            describe(&mut schema, doc.map(|doc| &doc.docs));
            schemas.push((key_of(&field.id).into_owned(), json_object(&schema)));
        }
        Ok(schemas)
    }

    /// Returns the schema of a message at argument types, inside of which are these comments.
    fn args(&mut self, types: &[Type], docs: &[TypeDoc]) -> Result<Keywords> {
        let MessageSchema { items, n_required } = self.message(types, docs)?;
        let items: Keywords = items.into_iter().map(|i| (String::new(), i)).collect();
        Ok(tuple(&items, n_required))
    }

    fn message(&mut self, types: &[Type], docs: &[TypeDoc]) -> Result<MessageSchema> {
        let mut items = Vec::with_capacity(types.len());
        let mut n_required = 0;
        for (i, ty) in types.iter().enumerate() {
            items.push(json_object(&self.ty(ty, docs.get(i))?));
            if IDLValue::absent(self.resolved, ty)?.is_none() {
                n_required = i + 1;
            }
        }
        Ok(MessageSchema { items, n_required })
    }
}

/// Returns the schema of an array with exactly these items, of which so many may not be left out.
fn tuple(items: &[(String, String)], n_required: usize) -> Keywords {
    let mut array = keywords(&[("type", string("array"))]);
    if !items.is_empty() {
        let schemas: Vec<&str> = items.iter().map(|(_, schema)| schema.as_str()).collect();
        array.push((
            "prefixItems".to_string(),
            format!("[{}]", schemas.join(",")),
        ));
    }
    array.push(("minItems".to_string(), n_required.to_string()));
    array.push(("maxItems".to_string(), items.len().to_string()));
    array
}

fn principal() -> Keywords {
    let pattern = string("^[a-z2-7]{1,5}(-[a-z2-7]{1,5})*$");
    keywords(&[("type", string("string")), ("pattern", pattern)])
}

fn object(properties: &[(&str, Keywords)], required: &[&str]) -> Keywords {
    let schemas: Vec<_> = properties
        .iter()
        .map(|(key, schema)| (*key, json_object(schema)))
        .collect();
    object_of(&schemas, required)
}

/// Returns the schema of an object with these keys only.
fn object_of(properties: &[(&str, String)], required: &[&str]) -> Keywords {
    let required: Vec<String> = required.iter().map(|key| string(key)).collect();
    keywords(&[
        ("type", string("object")),
        ("properties", json_object(&keywords(properties))),
        ("required", format!("[{}]", required.join(","))),
        ("additionalProperties", "false".to_string()),
    ])
}

fn describe(schema: &mut Keywords, lines: Option<&Vec<String>>) {
    let lines = lines.filter(|lines| !lines.is_empty());
    if let Some(lines) = lines {
        schema.push(("description".to_string(), string(&lines.join("\n"))));
    }
}

fn keywords(pairs: &[(&str, String)]) -> Keywords {
    let pair = |(key, value): &(&str, String)| (key.to_string(), value.clone());
    pairs.iter().map(pair).collect()
}

fn string(text: &str) -> String {
    let mut out = Sink::new(None);
    out.string(text);
    out.text
}

fn json_object(pairs: &Keywords) -> String {
    let pair = |(key, value): &(String, String)| format!("{}:{value}", string(key));
    let pairs: Vec<String> = pairs.iter().map(pair).collect();
    format!("{{{}}}", pairs.join(","))
}
