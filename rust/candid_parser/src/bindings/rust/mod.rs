//! Generator for Rust: a module that calls a canister, from another canister or through an agent, or the skeleton of
//! one.
//!
//! [`compile`] prints one of the targets of [`ExternalConfig`], or renders a custom Handlebars template with the same
//! parts, which [`emit_bindgen`] returns.

mod checks;
mod config;
mod define;
mod identifier;
mod literal;
mod service;
mod template;
mod template_bounds;
mod values;
mod walk;

#[cfg(feature = "template")]
pub(super) use literal::{doc_lines, string as literal_of};
pub use {config::BindingConfig, template::TemplateMistake};

use crate::bindings::config::{ConfigTree, Configs};
use crate::bindings::model::Model;
use crate::error::{Error, Result};
use crate::syntax::IDLMergedProg;
use candid::types::{Type, TypeEnv};
use config::Derives;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use walk::TypeWalk;

/// The properties set for places in types: see [`BindingConfig`] and [`configs`](crate::configs).
#[derive(Debug, Clone)]
pub struct Config(Tree, Derives);

type Tree = std::result::Result<ConfigTree<BindingConfig>, String>;

impl Config {
    /// Reads the section `rust` of a configuration. An error in it is reported inside the generated bindings, which
    /// then do not compile. [`Config::parse`] returns it.
    pub fn new(configs: Configs) -> Self {
        let tree = ConfigTree::from_configs("rust", configs).map_err(|e| format!("{e:#}"));
        Config(tree, Derives::Messages)
    }

    /// Reads the section `rust` of a configuration.
    ///
    /// # Errors
    ///
    /// If a property is unknown or has a value of the wrong type; the message says where.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::bindings::rust::Config;
    ///
    /// let error = Config::parse("Account.nmae = 'A'".parse().unwrap()).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "in the configuration, in [Account]: unknown key nmae, did you mean name?"
    /// );
    /// ```
    pub fn parse(configs: Configs) -> Result<Self> {
        match Config::new(configs) {
            Config(Err(message), _) => Err(Error::msg(message)),
            config => Ok(config),
        }
    }
}

/// The variables of templates, and the choice of template.
///
/// | key | meaning |
/// |---|---|
/// | `target` | `canister_call` (the default: with `ic-cdk` 0.20), `canister_call_legacy` (with `ic-cdk` up to 0.18), `agent`, `stub`, or `custom` |
/// | `template` | the file of the template, for `custom` |
/// | `candid_crate` | the path of the `candid` crate |
/// | `service_name` | the name of the struct for the service, `Service` by default |
/// | `canister_id` | the canister, for a constant |
/// | `wait` | how `canister_call` waits: `unbounded_wait` (the default) or `bounded_wait` |
///
/// Any other key is a variable for custom templates.
#[derive(Debug, Clone, Deserialize)]
pub struct ExternalConfig(pub BTreeMap<String, String>);

impl Default for ExternalConfig {
    fn default() -> Self {
        let pairs = [
            ("candid_crate", "candid"),
            ("canister_id", ""),
            ("doc_comment_prefix", "/// "),
            ("service_name", "Service"),
            ("target", "canister_call"),
            ("wait", "unbounded_wait"),
        ];
        let own = |(key, value): (&str, &str)| (key.to_string(), value.to_string());
        ExternalConfig(pairs.into_iter().map(own).collect())
    }
}

impl ExternalConfig {
    /// Reads the section `didc.rust` of a configuration, on top of the defaults.
    ///
    /// # Errors
    ///
    /// If a value is not text or is invalid, or the target is unknown.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::bindings::rust::ExternalConfig;
    ///
    /// let configs = "[didc.rust]\ntarget = 'agent'".parse().unwrap();
    /// let config = ExternalConfig::from_configs(&configs).unwrap();
    /// assert_eq!((&*config.0["target"], &*config.0["candid_crate"]), ("agent", "candid"));
    /// ```
    pub fn from_configs(configs: &Configs) -> Result<Self> {
        let mut config = ExternalConfig::default();
        let section = configs.get_subtable(&["didc".to_string(), "rust".to_string()]);
        let value = configs.0.get("didc").and_then(|didc| didc.get("rust"));
        if let (None, Some(value)) = (section, value) {
            return Err(Error::msg(format!(
                "in the configuration: expected a section [didc.rust], found {value}"
            )));
        }
        for (key, value) in section.into_iter().flatten() {
            let Some(text) = value.as_str() else {
                let message =
                    format!("in the configuration, in [didc.rust]: expected text for `{key}`, found {value}");
                return Err(Error::msg(message));
            };
            config.0.insert(key.clone(), text.to_string());
        }
        config.check()?;
        Ok(config)
    }

    /// Returns the value of a key, or its default.
    fn get(&self, key: &str) -> String {
        let default = || ExternalConfig::default().0.remove(key).unwrap_or_default();
        self.0.get(key).cloned().unwrap_or_else(default)
    }

    fn check(&self) -> Result<()> {
        let target = self.get("target");
        // A custom template may use the variables in any way.
        if target == "custom" {
            return Ok(());
        }
        if template::built_in(&target).is_some() {
            return self.0.iter().try_for_each(|(variable, value)| {
                values::check_variable(variable, value).map_err(|message| {
                    Error::msg(format!("in the configuration, in [didc.rust]: {message}"))
                })
            });
        }
        let known = template::targets();
        Err(Error::msg(format!(
            "unknown target {target:?}: expected one of {known}, custom"
        )))
    }

    fn template(&self) -> Result<Cow<'static, str>> {
        self.check()?;
        if let Some(template) = template::built_in(&self.get("target")) {
            return Ok(template.into());
        }
        let Some(file) = self.0.get("template") else {
            return Err(Error::msg("the target \"custom\" needs a `template`"));
        };
        template::read(file).map(Into::into)
    }
}

/// The parts of Rust bindings.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Output {
    /// The definitions of types.
    pub type_defs: String,
    /// The methods of the service, by name.
    pub methods: Vec<Method>,
    /// The names and types of the init arguments, if it is a service constructor.
    pub init_args: Option<Vec<(String, String)>>,
    /// Tests that the Rust types chosen by the configuration equal the Candid types they stand for.
    pub tests: String,
    /// The lines of the comment above the service.
    pub actor_docs: Vec<String>,
    /// The name of the struct for the service, if it is not the default.
    pub service_name: Option<String>,
}

/// A method of the service with its Rust names and types.
#[derive(Debug, Clone, Serialize)]
pub struct Method {
    /// Its name in Rust.
    pub name: String,
    /// Its name in Candid.
    pub original_name: String,
    /// The names and types of its arguments.
    pub args: Vec<(String, String)>,
    /// The types of its results.
    pub rets: Vec<String>,
    /// `update`, `query`, `composite_query` or `oneway`.
    pub mode: String,
    /// The lines of the comment above it.
    pub docs: Vec<String>,
}

/// A step on the path to an inline type, from the last named type; names are made from these steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypePath {
    /// The named type, or the method.
    Id(String),
    /// Into `opt`.
    Opt,
    /// Into `vec`.
    Vec,
    /// Into a field of a record.
    RecordField(String),
    /// Into a case of a variant.
    VariantField(String),
    /// Into a case of a variant that is a `Result` in Rust.
    ResultField(String),
    /// Into an argument or a result of a function, or a method of a service.
    Func(String),
    /// Into the init arguments.
    Init,
}

impl TypePath {
    /// Returns the piece that the step adds to a name.
    fn piece(&self) -> Cow<'_, str> {
        match self {
            TypePath::Opt => "Inner".into(),
            TypePath::Vec => "Item".into(),
            TypePath::Init => "Init".into(),
            TypePath::Id(name)
            | TypePath::RecordField(name)
            | TypePath::VariantField(name)
            | TypePath::ResultField(name)
            | TypePath::Func(name) => name.into(),
        }
    }
}

/// Returns the bindings of an interface as one module, and the paths of the unused properties. An error is reported
/// inside the generated bindings, which then do not compile; [`try_compile`] returns it.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::rust::{compile, Config};
/// use candid_parser::check::{self, Disk};
///
/// let checked = check::file(&Disk, "tests/interface/greet.did".as_ref())?;
/// let config = Config::new("[rust]\ngreet.name = 'hello'".parse()?);
/// let (env, actor, prog) = (&checked.env, &checked.actor, &checked.prog);
/// let (module, unused) = compile(&config, env, actor, prog, Default::default());
/// assert!(module.contains("pub async fn hello(&self, ") && unused.is_empty());
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn compile(
    config: &Config,
    env: &TypeEnv,
    actor: &Option<Type>,
    prog: &IDLMergedProg,
    external: ExternalConfig,
) -> (String, Vec<String>) {
    try_compile(config, env, actor, prog, external)
        .unwrap_or_else(|error| (does_not_compile(&error), Vec::new()))
}

/// Returns the bindings of an interface as one module, and the paths of the unused properties.
///
/// # Errors
///
/// If the configuration or the template is invalid, or the types are not valid in an interface.
pub fn try_compile(
    config: &Config,
    env: &TypeEnv,
    actor: &Option<Type>,
    prog: &IDLMergedProg,
    mut external: ExternalConfig,
) -> Result<(String, Vec<String>)> {
    let template = external.template()?;
    let (output, used) = emit(config, env, actor, prog)?;
    external
        .0
        .insert("result_name".to_string(), used.result_name);
    // Printing the interface takes as long as the bindings, and few templates use it.
    if template.contains("service_size") || template.contains("service_bytes") {
        // With comments, names of arguments and the constructor.
        let text = match actor {
            Some(_) => Some(super::did::try_compile(env, actor, prog)?),
            None => None,
        };
        let size = text.as_ref().map(|text| text.len().to_string());
        let bytes = text.map(|text| ("service_bytes".to_string(), literal::raw_byte_string(&text)));
        let size = ("service_size".to_string(), size.unwrap_or_default());
        external.0.extend(bytes.into_iter().chain([size]));
    }
    Ok((template::render(output, external, &template)?, used.unused))
}

/// Returns the parts of the bindings of an interface, and the paths of the unused properties. An error is reported
/// inside the generated bindings, which then do not compile; [`try_emit_bindgen`] returns it.
pub fn emit_bindgen(
    config: &Config,
    env: &TypeEnv,
    actor: &Option<Type>,
    prog: &IDLMergedProg,
) -> (Output, Vec<String>) {
    try_emit_bindgen(config, env, actor, prog).unwrap_or_else(|error| {
        let output = Output {
            type_defs: does_not_compile(&error),
            ..Output::default()
        };
        (output, Vec::new())
    })
}

/// Returns the parts of the bindings of an interface, and the paths of the unused properties.
///
/// # Errors
///
/// If the configuration is invalid, or the types are not valid in an interface.
pub fn try_emit_bindgen(
    config: &Config,
    env: &TypeEnv,
    actor: &Option<Type>,
    prog: &IDLMergedProg,
) -> Result<(Output, Vec<String>)> {
    let (output, used) = emit(config, env, actor, prog)?;
    Ok((output, used.unused))
}

/// Returns the data of templates, and the paths of the unused properties.
#[cfg(feature = "template")]
pub(super) fn template_parts(
    config: &Config,
    env: &TypeEnv,
    actor: &Option<Type>,
    prog: &IDLMergedProg,
    mut external: ExternalConfig,
) -> Result<(serde_json::Value, Vec<String>)> {
    external.check()?;
    let (output, used) = emit(config, env, actor, prog)?;
    external
        .0
        .insert("result_name".to_string(), used.result_name);
    Ok((template::data(output, external), used.unused))
}

/// Returns a line for each unused property, with the probable reason.
///
/// # Errors
///
/// Those of [`try_emit_bindgen`].
pub fn explain_unused(
    config: &Config,
    env: &TypeEnv,
    actor: &Option<Type>,
    prog: &IDLMergedProg,
) -> Result<Vec<String>> {
    Ok(emit(config, env, actor, prog)?.1.explained)
}

/// The usage of the configuration, and the data that only the built-in templates need.
struct Used {
    result_name: String,
    unused: Vec<String>,
    explained: Vec<String>,
}

fn emit(
    config: &Config,
    env: &TypeEnv,
    actor: &Option<Type>,
    prog: &IDLMergedProg,
) -> Result<(Output, Used)> {
    let tree = config.0.as_ref().map_err(Error::msg)?;
    let model = Model::new(env, actor, prog)?;
    model.check_repeated()?;
    model.with_stack(|| {
        let mut walk = TypeWalk::new(&model, tree, env, config.1);
        let service_name = walk.state.config.name.clone();
        if model.actor.is_none() {
            model.order.iter().for_each(|idx| walk.definition(*idx));
        }
        let init_args = walk.init_args();
        let methods = walk.actor_methods();
        let actor = model.actor.as_ref();
        let actor_docs = actor.map_or_else(Vec::new, |actor| actor.docs.clone());
        let output = Output {
            methods,
            init_args,
            service_name: walk.service_name(service_name),
            actor_docs,
            type_defs: walk.defs.concat(),
            tests: checks::print(&walk.checks),
        };
        let used = Used {
            result_name: walk.result_name(),
            unused: walk.state.report_unused(),
            explained: walk.state.explain_unused(),
        };
        Ok((output, used))
    })
}

/// Renders a template with the parts of bindings. An error is reported inside the result, which then does not compile;
/// [`try_output_handlebar`] returns it.
pub fn output_handlebar(output: Output, config: ExternalConfig, template: &str) -> String {
    try_output_handlebar(output, config, template).unwrap_or_else(|error| does_not_compile(&error))
}

/// Renders a template with the parts of bindings.
///
/// The template sees the fields of [`Output`] and the variables of the configuration, and has the helpers
/// `escape_debug`, `snake_case`, `PascalCase`, `vec_to_arity` (results as a type), `principal_slice` (the bytes of a
/// principal, for `&[…]`), `cdk_attribute` (of mode, name and original name), `plain_name` (`return_` for `r#return`), `doc_lines`
/// (of text and prefix) `is_wide` (of a list that is too
/// long for a tuple) and `has_nul` (of text). A variable that is not set is an error.
///
/// # Errors
///
/// If the template cannot be read or rendered.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::rust::{try_output_handlebar, ExternalConfig, Output};
///
/// let template = "{{candid_crate}}: {{vec_to_arity methods}}";
/// let text = try_output_handlebar(Output::default(), ExternalConfig::default(), template).unwrap();
/// assert_eq!(text, "candid: ()");
/// assert!(try_output_handlebar(Output::default(), ExternalConfig::default(), "{{nosuch}}").is_err());
/// ```
pub fn try_output_handlebar(
    output: Output,
    config: ExternalConfig,
    template: &str,
) -> Result<String> {
    template::render(output, config, template)
}

fn does_not_compile(error: &Error) -> String {
    format!("compile_error!({});\n", literal::string(&error.to_string()))
}
