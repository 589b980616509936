//! A service described as OpenAPI: one path for each method, with the JSON of the feature `json` of `candid`.
//!
//! A call is a POST to the path of its name: the body is the array of arguments, the response that of results, as
//! `spec/json.md` of the repository defines. Types are `components`, and so are the bodies of a function type that is the type of
//! several methods; comments are descriptions. What Candid has and OpenAPI
//! lacks is in `x-candid-mode` (of a method: `update`, `query`, `composite_query` or `oneway`) and `x-candid-init` (the
//! schema of the init arguments).
//!
//! # Examples
//!
//! ```
//! use candid_parser::check::{self, Memory};
//! use candid_parser::openapi::{openapi, OpenApiOptions};
//! use std::path::Path;
//!
//! let text = "service : {
//!   // Adds two numbers.
//!   add : (x : nat8, y : nat8) -> (nat16) query;
//! }";
//! let checked = check::text(&Memory::default(), Path::new("adder.did"), text)?;
//! let document = openapi(&checked, &OpenApiOptions::new("Adder"))?;
//! assert!(document.contains(r#""/add":{"post":{"operationId":"add","summary":"Adds two numbers.""#));
//! # Ok::<(), candid_parser::Error>(())
//! ```

use crate::check::Checked;
use crate::codegen::{Arg, Model, Ty};
use crate::error::{Error, Result};
use candid::json::{service_schemas, JsonOptions, MessageSchema, MethodSchemas};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

/// Returns the first sentence of a comment, or the first paragraph if it is none.
fn summary(lines: &[String]) -> Option<String> {
    let lines = lines.iter().map(|line| line.trim());
    let lines = lines.skip_while(|line| line.is_empty());
    let paragraph: Vec<_> = lines.take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    let is_end = |at: &usize| {
        let behind = paragraph.get(at + 2..).unwrap_or_default();
        behind.starts_with(|c: char| c.is_uppercase() || !c.is_alphanumeric())
    };
    let mut ends = paragraph.match_indices(". ").map(|(at, _)| at);
    let end = ends.find(is_end).map_or(paragraph.len(), |at| at + 1);
    (end > 0).then(|| paragraph.get(..end).unwrap_or_default().to_string())
}

/// What references to types begin with.
const COMPONENTS: &str = "#/components/schemas/";

/// Where the bodies of methods of one type are: those of calls, and those of replies.
const KINDS: [&str; 2] = ["requestBodies", "responses"];

/// What a document says besides the interface.
#[derive(Debug, Clone)]
pub struct OpenApiOptions {
    title: String,
    version: String,
    json: JsonOptions,
}

impl OpenApiOptions {
    /// Returns the defaults for a service with this title: version 0, and the default options of JSON.
    pub fn new(title: impl Into<String>) -> Self {
        OpenApiOptions {
            title: title.into(),
            version: "0".to_string(),
            json: JsonOptions::new(),
        }
    }

    /// Sets the version of the service.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.version = version.into();
        self
    }

    /// Sets the options of the JSON that is described.
    #[must_use]
    pub fn json(mut self, options: JsonOptions) -> Self {
        self.json = options;
        self
    }
}

/// Returns the OpenAPI document (version 3.1) of the service of an interface, as JSON. Each method and each type is a line.
///
/// # Errors
///
/// If the interface has no service, or a type has no JSON Schema (see [`candid::json::schema`](candid::json::schema())).
///
/// # Examples
///
/// ```
/// use candid_parser::check::{self, Memory};
/// use candid_parser::json::{BlobEncoding, JsonOptions};
/// use candid_parser::openapi::{openapi, OpenApiOptions};
/// use std::path::Path;
///
/// let text = "service : { hash : (blob) -> (blob) query }";
/// let checked = check::text(&Memory::default(), Path::new("hasher.did"), text)?;
/// let options = OpenApiOptions::new("Hasher").version("1.2");
/// let base64 = openapi(&checked, &options)?;
/// assert!(base64.contains(r#""info":{"title":"Hasher","version":"1.2"}"#));
/// let hex = openapi(&checked, &options.json(JsonOptions::new().blob(BlobEncoding::Hex)))?;
/// assert_ne!(hex, base64);
///
/// let types = check::text(&Memory::default(), Path::new("types.did"), "type Fee = nat;")?;
/// let error = openapi(&types, &OpenApiOptions::new("Types")).unwrap_err();
/// assert_eq!(error.to_string(), "the interface has no service");
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn openapi(checked: &Checked, options: &OpenApiOptions) -> Result<String> {
    let service = checked.actor.as_ref();
    let service = service.ok_or_else(|| Error::msg("the interface has no service"))?;
    let schemas = service_schemas(
        &checked.env,
        service,
        &checked.docs(),
        &options.json,
        COMPONENTS,
    )?;
    let model = Model::new(&checked.env, &checked.actor, &checked.prog)?;
    let actor = model.actor.as_ref();
    let mut info = format!(
        "{{\"title\":{},\"version\":{}",
        string(&options.title),
        string(&options.version)
    );
    let docs = actor.map_or(&[][..], |actor| &actor.docs);
    if !docs.is_empty() {
        let _ = write!(info, ",\"description\":{}", string(&docs.join("\n")));
    }
    info.push('}');
    let by_name: HashMap<&str, &MethodSchemas> = schemas
        .methods
        .iter()
        .map(|method| (method.name.as_str(), method))
        .collect();
    let mut n_uses: HashMap<usize, usize> = HashMap::new();
    for method in model.actor_methods() {
        if let Ty::Var(idx) = method.ty {
            *n_uses.entry(model.end(idx)).or_default() += 1;
        }
    }
    let mut shared: BTreeMap<&str, [String; 2]> = BTreeMap::new();
    let mut paths = Vec::new();
    for method in model.actor_methods() {
        let (Some(found), Some(func)) = (by_name.get(method.name.as_str()), model.func(&method.ty))
        else {
            return Err(Error::msg(format!(
                "no types for the method {:?}",
                method.name
            )));
        };
        let mut operation = format!("{{\"operationId\":{}", string(&method.name));
        if let Some(summary) = summary(&method.docs) {
            let (summary, description) = (string(&summary), string(&method.docs.join("\n")));
            let _ = write!(
                operation,
                ",\"summary\":{summary},\"description\":{description}"
            );
        }
        let mode = func.keyword().unwrap_or("update");
        let is_oneway = mode == "oneway";
        let bodies = || {
            let results = || content(&found.results, &func.rets);
            let results =
                (!is_oneway).then(|| format!("{{\"description\":\"The results\",{}}}", results()));
            let args = content(&found.args, &func.args);
            [
                format!("{{\"required\":true,{args}}}"),
                results.unwrap_or_default(),
            ]
        };
        let end = match method.ty {
            Ty::Var(idx) => Some(model.end(idx)),
            _ => None,
        };
        let [body, results] = match end.filter(|end| n_uses.get(end).is_some_and(|n| *n > 1)) {
            // The bodies of all methods would be the square of the type.
            Some(end) => {
                let name = model.defs[end].name.as_str();
                shared.entry(name).or_insert_with(bodies);
                KINDS.map(|kind| format!("{{\"$ref\":\"#/components/{kind}/{name}\"}}"))
            }
            None => bodies(),
        };
        let _ = write!(
            operation,
            ",\"x-candid-mode\":\"{mode}\",\"requestBody\":{body},\"responses\":{{"
        );
        operation += &match is_oneway {
            true => "\"202\":{\"description\":\"Sent: there is no reply\"}".to_string(),
            false => format!("\"200\":{results}"),
        };
        operation += ",\"default\":{\"description\":\"The call failed\"}}}";
        paths.push(format!(
            "{}:{{\"post\":{operation}}}",
            string(&path(&method.name))
        ));
    }
    let components = schemas.definitions.iter();
    let components: Vec<String> = components
        .map(|(name, schema)| format!("{}:{schema}", string(name)))
        .collect();
    let shared = KINDS.iter().enumerate().map(|(idx, kind)| {
        let bodies = shared.iter().filter(|(_, bodies)| !bodies[idx].is_empty());
        let bodies = bodies.map(|(name, bodies)| format!("{}:{}", string(name), bodies[idx]));
        match bodies.collect::<Vec<_>>() {
            bodies if bodies.is_empty() => String::new(),
            bodies => format!(",\"{kind}\":{{{}}}", lines(&bodies)),
        }
    });
    let shared: String = shared.collect();
    let init = match (&schemas.init, actor.and_then(|actor| actor.init.as_ref())) {
        (Some(schema), Some(args)) => {
            format!(",\n\"x-candid-init\":{}", schema.with_titles(&titles(args)))
        }
        _ => String::new(),
    };
    Ok(format!(
        "{{\"openapi\":\"3.1.1\",\n\"info\":{info},\n\
         \"jsonSchemaDialect\":\"https://json-schema.org/draft/2020-12/schema\",\n\
         \"paths\":{{{}}},\n\"components\":{{\"schemas\":{{{}}}{shared}}}{init}}}\n",
        lines(&paths),
        lines(&components)
    ))
}

/// Returns the content of a body.
fn content(schema: &MessageSchema, args: &[Arg]) -> String {
    let schema = schema.with_titles(&titles(args));
    format!("\"content\":{{\"application/json\":{{\"schema\":{schema}}}}}")
}

fn titles(args: &[Arg]) -> Vec<&str> {
    args.iter()
        .map(|arg| arg.name.as_deref().unwrap_or_default())
        .collect()
}

/// Returns the path of a method: its name, with escapes for what paths and templates of paths give a meaning.
fn path(name: &str) -> String {
    let mut path = "/".to_string();
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'.' | b'~' => {
                path.push(char::from(byte));
            }
            other => {
                let _ = write!(path, "%{other:02X}");
            }
        }
    }
    path
}

fn lines(items: &[String]) -> String {
    let mut text = items.join(",\n");
    if !items.is_empty() {
        text = format!("\n{text}\n");
    }
    text
}

fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
