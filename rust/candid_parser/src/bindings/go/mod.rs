//! Generator for Go: a package of one file, with the types of an interface, a client of its service, and all that it takes to
//! encode and decode their messages.
//!
//! A template lays out the declarations; what it is given has no nesting, because each record and variant has a name in Go.

mod circles;
mod flatten;
mod names;
mod package;
mod service;

use crate::bindings::config::Configs;
use crate::bindings::model::Model;
use crate::bindings::template;
use crate::error::{Error, Result};
use crate::syntax::IDLMergedProg;
use candid::types::{Type, TypeEnv};

pub use names::{package_name, stem};

/// The template.
const PACKAGE: &str = include_str!("package.go.jinja");
/// The part that is the same in all packages. It is a file of Go by itself but for the table of types.
const RUNTIME: &str = include_str!("runtime.go");

/// What a configuration says about Go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The name of the package.
    pub package: String,
}

impl Config {
    /// Returns the configuration in `[go]`: `package` is the name of the package, which otherwise comes from the name of a
    /// file.
    ///
    /// # Errors
    ///
    /// If the table has something else in it, or no package can have the name.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::bindings::go::Config;
    /// use candid_parser::configs::Configs;
    ///
    /// let configs: Configs = "go.package = \"phonebook\"".parse()?;
    /// assert_eq!(Config::parse(&configs, "book.did")?.package, "phonebook");
    /// assert_eq!(Config::parse(&"".parse()?, "book.did")?.package, "book");
    ///
    /// let configs: Configs = "go.module = \"phonebook\"".parse()?;
    /// let error = Config::parse(&configs, "book.did").unwrap_err();
    /// assert_eq!(error.to_string(), "go.module = \"phonebook\": expected only package, a text");
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    pub fn parse(configs: &Configs, file: &str) -> Result<Self> {
        let mut config = Config {
            package: package_name(file),
        };
        let Some(value) = configs.0.get("go") else {
            return Ok(config);
        };
        let not_a_table = || Error::msg("go: expected a table, such as go.package = \"ledger\"");
        for (key, value) in value.as_table().ok_or_else(not_a_table)? {
            let name = value.as_str().filter(|_| key == "package");
            let unknown = || {
                let text = format!("go.{key} = {value}: expected only package, a text");
                Error::msg(text)
            };
            let name = name.ok_or_else(unknown)?;
            if !names::is_package(name) {
                let text =
                    format!("go.package = {value}: not a name of a package that can be imported");
                return Err(Error::msg(text));
            }
            config.package = name.to_string();
        }
        Ok(config)
    }
}

/// Returns a file of Go, as `gofmt` formats it, that needs nothing but the standard library.
///
/// A record is a struct. A variant is an interface that one struct for each case implements: a value has exactly one case, `switch`
/// on its type tells which, and a case has no fields but its own. An option is a pointer, or the type itself where that has a `nil`
/// which is none of its values: a number of any size and a variant.
///
/// # Errors
///
/// If the types are not valid in an interface.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::go::{try_compile, Config};
/// use candid_parser::check::{self, Memory};
/// use std::path::Path;
///
/// let text = "service : { find : (name : text) -> (opt nat) query }";
/// let checked = check::text(&Memory::default(), Path::new("a.did"), text)?;
/// let config = Config { package: "phonebook".to_string() };
/// let file = try_compile(&config, &checked.env, &checked.actor, &checked.prog)?;
/// assert!(file.contains("\npackage phonebook\n"));
/// assert!(file.contains("Find(ctx context.Context, name string) (result *big.Int, err error)"));
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn try_compile(
    config: &Config,
    env: &TypeEnv,
    actor: &Option<Type>,
    prog: &IDLMergedProg,
) -> Result<String> {
    let model = Model::new(env, actor, prog)?;
    model.check_repeated()?;
    let mut package = flatten::package(&model);
    package.name.clone_from(&config.package);
    let (_, rest) = RUNTIME.split_once("import (\n").unwrap_or_default();
    let (imports, runtime) = rest.split_once(")\n").unwrap_or_default();
    package.imports = imports.lines().map(str::to_string).collect();
    if package.service.is_some() {
        package.imports.push("\t\"context\"".to_string());
        package.imports.sort();
    }
    let text = template::render_data("go", PACKAGE, &package)?;
    Ok(text + runtime)
}
