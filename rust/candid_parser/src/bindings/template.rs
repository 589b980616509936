//! Generator by templates, for any language: MiniJinja with the binding model.
//!
//! A template sees the keys of the model's JSON form (`version`, `types`, `order`, `service`: see
//! [`JSON_SCHEMA`](crate::codegen::JSON_SCHEMA)), and `rust`: what the templates of
//! [`ExternalConfig`] see, such as the Rust types of the interface (`rust.type_defs`) and of
//! its methods (`rust.methods`), and `python`: what the template of the target for Python sees. `config` is the configuration. Besides MiniJinja's own functions there are:
//!
//! | | |
//! |---|---|
//! | `resolve(type)` | the type that a name stands for, or the type itself if it is not a name |
//! | `text`\|`snake_case`, `camel_case`, `pascal_case`, `screaming_case`, `kebab_case` | the text in that case |
//! | `text`\|`literal` | the text as a literal of JSON, which is one of many languages |
//! | `text`\|`rust_literal` | the text as a literal of Rust |
//! | `lines`\|`comment(prefix)` | the lines of a comment, each after the prefix, without characters that end a line |
//! | `names`\|`identifiers(style, keywords)` | identifiers for a list of names, which differ from each other and from the keywords |
//! | `lines`\|`rust_docs(prefix)` | the same for Rust, with escapes for what its compiler refuses |
//! | `lines`\|`python_docs(prefix)` | the lines of a comment as a documenting literal of Python; the prefix is for all but the first |
//! | `text`\|`python_literal` | the text as a literal of Python |
//! | `types`\|`rust_tuple` | a list of Rust types as one: itself if it is the only one, otherwise a tuple |
//!
//! Templates include no files. A variable that is not set is an error, as is work out of all proportion to the interface, or an
//! expression with more than a thousand operators. A namespace holds texts, numbers, lists and maps, nested at most 256 levels.

mod deep;
mod depth;
mod errors;
mod plain;

use crate::bindings::config::Configs;
use crate::bindings::python;
use crate::bindings::rust::{self, doc_lines, literal_of, ExternalConfig};
use crate::codegen::{Model, Names, Rules};
use crate::error::{Error, Result};
use crate::stack;
use crate::syntax::IDLMergedProg;
use candid::pretty::utils::printable;
use candid::types::{Type, TypeEnv};
use convert_case::{Case, Casing};
pub use deep::TooDeep;
use errors::{failed, line_of, message, missing, mistake};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, ErrorKind, UndefinedBehavior, Value};
use plain::Copies;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The template of Rust functions that call a canister in PocketIC.
pub const POCKET_IC: &str = include_str!("templates/pocket_ic.rs.jinja");

/// The work that a template may do: this much, and more for each byte of the model.
const FUEL: u64 = 10_000_000;
const FUEL_PER_BYTE: u64 = 200;

/// The levels of values that the stack for a level of a document suffices for: to print, to compare and to drop them.
const VALUES_PER_LEVEL: usize = 4;

/// Renders a template, whose name is in errors. Returns the text, and the paths of the unused properties of the
/// configuration, which is that of Rust bindings.
///
/// # Errors
///
/// If the template or the configuration is invalid, or types are not valid in an interface or too deep for templates.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::template;
/// use candid_parser::check::{self, Memory};
/// use std::path::Path;
///
/// let text = "type A = nat; service : { get : () -> (A) query }";
/// let checked = check::text(&Memory::default(), Path::new("a.did"), text)?;
/// let source = "{% for method in service.type.methods %}{{ method.name }}: {{ resolve(method.type).mode }}{% endfor %}";
/// let (env, actor, prog) = (&checked.env, &checked.actor, &checked.prog);
/// let (text, _) = template::render("list", source, env, actor, prog, &Default::default())?;
/// assert_eq!(text, "get: query");
/// let error = template::render("list", "{{ nosuch }}", env, actor, prog, &Default::default()).unwrap_err();
/// assert_eq!(error.to_string(), "list:1:4: undefined value: `nosuch` is undefined");
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn render(
    name: &str,
    source: &str,
    env: &TypeEnv,
    actor: &Option<Type>,
    prog: &IDLMergedProg,
    configs: &Configs,
) -> Result<(String, Vec<String>)> {
    let config = || rust::Config::parse(configs.clone());
    render_for(name, source, env, actor, prog, configs, config)
}

/// Renders [`POCKET_IC`]. Types derive what assertions in tests use, `Clone`, `Debug` and `PartialEq`, where the configuration does
/// not set their attributes. Returns the text, and the paths of the unused properties.
///
/// # Errors
///
/// Those of [`render`].
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::template;
/// use candid_parser::check::{self, Memory};
/// use std::path::Path;
///
/// let text = "type Problem = variant { late }; service : { get : () -> (variant { Ok; Err : Problem }) }";
/// let checked = check::text(&Memory::default(), Path::new("a.did"), text)?;
/// let (text, _) = template::pocket_ic(&checked.env, &checked.actor, &checked.prog, &Default::default())?;
/// assert!(text.contains("#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]\npub enum Problem"));
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn pocket_ic(
    env: &TypeEnv,
    actor: &Option<Type>,
    prog: &IDLMergedProg,
    configs: &Configs,
) -> Result<(String, Vec<String>)> {
    let config = || Ok(rust::Config::parse(configs.clone())?.for_assertions());
    render_for("rs-pocket-ic", POCKET_IC, env, actor, prog, configs, config)
}

fn render_for(
    name: &str,
    source: &str,
    env: &TypeEnv,
    actor: &Option<Type>,
    prog: &IDLMergedProg,
    configs: &Configs,
    config: impl FnOnce() -> Result<rust::Config>,
) -> Result<(String, Vec<String>)> {
    let bounded = depth::check(name, source)?;
    let n_levels = bounded
        .n_operators
        .saturating_add(bounded.n_levels / VALUES_PER_LEVEL);
    stack::with_levels(n_levels, || {
        let model = Model::new(env, actor, prog)?;
        let json = model.to_json();
        let mut context: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(&json).map_err(|error| match TooDeep::of(&model) {
                Some(types) => Error::Custom(types.into()),
                None => failed(error),
            })?;
        let fuel = FUEL.saturating_add(FUEL_PER_BYTE.saturating_mul(json.len() as u64));
        drop(json);
        let definitions = Definitions::default();
        let environment = environment(definitions.clone(), fuel);
        let failed_at = |error: minijinja::Error, notes| {
            let message = message(&error);
            let of_line = || line_of(&bounded.source, error.line()?);
            match error.range().or_else(of_line) {
                Some(range) => mistake((name, source), bounded.given(range), message, notes),
                None => failed(message),
            }
        };
        let template = environment
            .template_from_named_str(name, &bounded.source)
            .map_err(|error| failed_at(error, Vec::new()))?;
        // A configuration is a table of TOML, which always has a form in JSON.
        context.insert(
            "config".to_string(),
            serde_json::to_value(&configs.0).unwrap_or_default(),
        );
        let undeclared = template.undeclared_variables(false);
        if undeclared.contains("python") {
            model.check_repeated()?;
            let parts = serde_json::to_value(python::parts(&model)).unwrap_or_default();
            context.insert("python".to_string(), parts);
        }
        // What the engine copies takes several times as much memory. This function of it shows all variables.
        let is_used = |name: &str| undeclared.contains(name) || undeclared.contains("debug");
        if undeclared.contains("resolve") {
            let list = context.get("types").and_then(serde_json::Value::as_array);
            let types = list.into_iter().flatten().filter_map(|def| {
                let name = def["name"].as_str()?.to_string();
                Some((name, Value::from(Serde(&def["type"]))))
            });
            definitions.get_or_init(|| types.collect());
        }
        let mut unused = Vec::new();
        // They take as long as the rest, and most templates are not for Rust.
        if undeclared.contains("rust") {
            let config = config()?;
            let external = ExternalConfig::from_configs(configs)?;
            let (parts, properties) = rust::template_parts(&config, env, actor, prog, external)?;
            context.insert("rust".to_string(), parts);
            unused = properties;
        }
        let used: BTreeMap<_, _> = context.iter().filter(|(name, _)| is_used(name)).collect();
        let text = template
            .render(Value::from(Serde(&used)))
            .map_err(|error| {
                let globals = environment.globals().map(|(name, _)| name);
                let variables = context.keys().map(String::as_str).chain(globals).collect();
                let notes = missing(&error, undeclared, variables, &context);
                failed_at(error, notes)
            })?;
        Ok((text, unused))
    })
}

/// Renders a template of ours with data of its own.
pub(crate) fn render_data(
    name: &str,
    source: &str,
    data: &impl serde::Serialize,
) -> Result<String> {
    let mut environment = environment(Definitions::default(), 0);
    // It is linear in the data.
    environment.set_fuel(None);
    let template = environment
        .template_from_named_str(name, source)
        .map_err(failed)?;
    template.render(Value::from(Serde(data))).map_err(failed)
}

/// The types that names stand for, if a template looks for them.
type Definitions = Arc<OnceLock<BTreeMap<String, Value>>>;

fn environment(definitions: Definitions, fuel: u64) -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    // Errors say which expression is undefined.
    environment.set_debug(true);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    // Lines of blocks alone leave nothing, and others are kept as they are.
    let mut syntax = SyntaxConfig::builder();
    syntax
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true);
    if let Ok(syntax) = syntax.build() {
        environment.set_syntax(syntax);
    }
    environment.set_fuel(Some(fuel));
    let copies = Copies::new(fuel);
    environment.add_filter(plain::FILTER, move |value: &Value| copies.plain(value));
    environment.add_function("resolve", move |ty: Value| {
        resolve(definitions.get_or_init(BTreeMap::new), ty)
    });
    for (name, case) in [
        ("snake_case", Case::Snake),
        ("camel_case", Case::Camel),
        ("pascal_case", Case::Pascal),
        ("screaming_case", Case::UpperSnake),
        ("kebab_case", Case::Kebab),
    ] {
        environment.add_filter(name, move |text: String| text.to_case(case));
    }
    environment.add_filter("literal", |text: String| {
        serde_json::Value::from(text).to_string()
    });
    environment.add_filter("rust_literal", |text: String| literal_of(&text));
    environment.add_filter("comment", |lines: Vec<String>, prefix: String| {
        let line = |line: &String| format!("{prefix}{}", printable(line).replace('\n', " "));
        let lines: Vec<String> = lines.iter().map(line).collect();
        lines.join("\n")
    });
    environment.add_filter("rust_docs", |lines: Vec<String>, prefix: String| {
        doc_lines(&lines, &prefix).trim_end().to_string()
    });
    environment.add_filter("python_literal", |text: String| python::literal(&text));
    environment.add_filter("python_docs", |lines: Vec<String>, prefix: String| {
        python::docstring(&lines, &prefix)
    });
    environment.add_filter("identifiers", identifiers);
    environment.add_filter("rust_tuple", |types: Vec<String>| match types.as_slice() {
        [only] => only.clone(),
        types => format!("({})", types.join(", ")),
    });
    environment
}

/// Returns the type that a name stands for.
fn resolve(
    definitions: &BTreeMap<String, Value>,
    mut ty: Value,
) -> std::result::Result<Value, minijinja::Error> {
    // Names have been checked to end in a type.
    for _ in 0..=definitions.len() {
        if ty.get_attr("kind")?.as_str() != Some("name") {
            return Ok(ty);
        }
        let name = ty.get_attr("name")?;
        let found = name.as_str().and_then(|name| definitions.get(name));
        let unknown =
            || minijinja::Error::new(ErrorKind::InvalidOperation, format!("no type {name}"));
        ty = found.ok_or_else(unknown)?.clone();
    }
    Ok(ty)
}

fn identifiers(
    names: Vec<String>,
    style: Option<String>,
    keywords: Option<Vec<String>>,
) -> std::result::Result<Vec<String>, minijinja::Error> {
    let case = match style.as_deref() {
        None => None,
        Some("snake_case") => Some(Case::Snake),
        Some("camel_case") => Some(Case::Camel),
        Some("pascal_case") => Some(Case::Pascal),
        Some(other) => {
            let message =
                format!("unknown style {other:?}: expected snake_case, camel_case or pascal_case");
            return Err(minijinja::Error::new(ErrorKind::InvalidOperation, message));
        }
    };
    let keywords = keywords.unwrap_or_default();
    let identifier = |name: &str| {
        let name = case.map_or_else(|| name.to_string(), |case| name.to_case(case));
        let mut name = name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "_");
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            name.insert(0, '_');
        }
        if keywords.contains(&name) {
            name.push('_');
        }
        name
    };
    let rules = Rules {
        identifier: &identifier,
        taken: &[],
        separator: "_",
    };
    Ok(Names::default().all(names.iter().map(String::as_str), &rules))
}
