//! The schemas of a whole service, which share their definitions.

use super::keywords::{string, write_tuple};
use super::Builder;
use crate::error::Result;
use crate::json::options::JsonOptions;
use crate::pretty::candid::DocComments;
use crate::types::env::TypeEnv;
use crate::types::ty::{Function, Type, TypeInner};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The schemas of a service, for documents in other formats that describe it: [`service_schemas`] makes them.
#[derive(Clone, Debug)]
pub struct ServiceSchemas {
    /// The init arguments, if it is a service constructor.
    pub init: Option<MessageSchema>,
    /// The methods, in the order of the service.
    pub methods: Vec<MethodSchemas>,
    /// The names and schemas of the named types that these refer to, by name.
    pub definitions: Vec<(String, String)>,
}

/// The schemas of a method, in [`ServiceSchemas`]. Methods of one named type share them.
#[derive(Clone, Debug)]
pub struct MethodSchemas {
    /// Its name in Candid.
    pub name: String,
    /// Its arguments.
    pub args: Arc<MessageSchema>,
    /// Its results.
    pub results: Arc<MessageSchema>,
}

/// The schemas of the values of a message, in [`MethodSchemas`].
#[derive(Clone, Debug)]
pub struct MessageSchema {
    /// One schema for each value: an object with at least one keyword.
    pub items: Vec<String>,
    /// How many of the values may not be left out.
    pub n_required: usize,
}

impl MessageSchema {
    /// Returns the schema of the array that the message is, in which each value has a title unless it is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::json::MessageSchema;
    ///
    /// let items = vec![r#"{"type":"string"}"#.to_string(), r#"{"type":"boolean"}"#.to_string()];
    /// let schema = MessageSchema { items, n_required: 2 }.with_titles(&["name"]);
    /// assert!(schema.contains(r#"[{"title":"name","type":"string"},{"type":"boolean"}]"#));
    /// ```
    #[must_use]
    pub fn with_titles(&self, titles: &[&str]) -> String {
        let titles = titles.iter().copied().chain(std::iter::repeat(""));
        let items = self.items.iter().zip(titles);
        let items = items.map(|(item, title)| match item.strip_prefix('{') {
            Some(rest) if !title.is_empty() => format!("{{\"title\":{},{rest}", string(title)),
            _ => item.clone(),
        });
        let mut out = "{".to_string();
        write_tuple(&mut out, &items.collect::<Vec<_>>(), self.n_required);
        out.push('}');
        out
    }
}

/// Returns the schemas of all methods of a service, which refer to their named types below `definitions`, such as
/// `#/components/schemas/`, see [`schema`](super::schema()). Each named type has one definition, whatever the number of methods.
///
/// # Errors
///
/// Those of [`schema`](super::schema()), and if `service` is not a service.
///
/// # Examples
///
/// ```
/// use candid::{func, json, pretty::candid::DocComments, service, TypeEnv};
///
/// let service = service! { "double" : func!((u8) -> (u16) query) };
/// let (docs, options) = (DocComments::empty(), json::JsonOptions::new());
/// let schemas = json::service_schemas(&TypeEnv::new(), &service, &docs, &options, "#/$defs/").unwrap();
/// let args = schemas.methods[0].args.with_titles(&["number"]);
/// assert!(args.contains(r#"{"title":"number","type":"integer","minimum":0,"maximum":255}"#));
/// ```
pub fn service_schemas(
    env: &TypeEnv,
    service: &Type,
    docs: &DocComments,
    options: &JsonOptions,
    definitions: &str,
) -> Result<ServiceSchemas> {
    let resolved = env.resolved();
    let mut builder = Builder {
        pointer: definitions,
        ..Builder::new(env, &resolved, options)
    };
    let init = match resolved.trace_type(service)?.as_ref() {
        TypeInner::Class(args, _) => Some(builder.message(args, &[])?),
        _ => None,
    };
    let mut methods = Vec::new();
    // The schemas of function types that have a name, by their addresses in `resolved`.
    let mut shared: BTreeMap<usize, (Arc<MessageSchema>, Arc<MessageSchema>)> = BTreeMap::new();
    for (name, ty) in resolved.as_service(service)? {
        let func = resolved.as_func(ty)?;
        let is_named = matches!(ty.as_ref(), TypeInner::Var(_));
        let address = std::ptr::from_ref::<Function>(func).addr();
        let (args, results) = match shared.get(&address).filter(|_| is_named) {
            Some((args, results)) => (Arc::clone(args), Arc::clone(results)),
            None => {
                let Function { args, rets, .. } = func;
                let (arg_docs, ret_docs) = docs.lookup_method_types(name).unwrap_or_default();
                (
                    Arc::new(builder.message(args, arg_docs)?),
                    Arc::new(builder.message(rets, ret_docs)?),
                )
            }
        };
        if is_named {
            shared.insert(address, (Arc::clone(&args), Arc::clone(&results)));
        }
        methods.push(MethodSchemas {
            name: name.clone(),
            args,
            results,
        });
    }
    Ok(ServiceSchemas {
        init,
        methods,
        definitions: builder.define(docs.types())?,
    })
}
