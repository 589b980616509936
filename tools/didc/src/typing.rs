//! Selection of types: given on the command line, or those of a method.

use crate::code;
use crate::failure::{Failure, Result};
use crate::imports::Imports;
use crate::input;
use crate::output::Output;
use crate::paths;
use candid_parser::check::{self, Checked};
use candid_parser::diagnostic::sanitize_terminal;
use candid_parser::types::{Type, TypeEnv, TypeInner};
use candid_parser::utils::did_you_mean;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// At which types the arguments are.
#[derive(clap::Args)]
#[command(next_help_heading = "Types")]
pub(crate) struct Typing {
    /// The types, in parentheses
    #[arg(short = 't', long, visible_alias = "type", value_name = "TYPES", conflicts_with_all = ["method", "init"])]
    types: Option<String>,
    /// A method of the service in the -d file
    #[arg(short, long, requires = "defs", value_name = "NAME")]
    method: Option<String>,
    /// The init arguments of the service in the -d file
    #[arg(long, requires = "defs", conflicts_with = "method")]
    init: bool,
    /// The interface, whose definitions the types may use; - for standard input
    #[arg(short, long, value_name = "FILE")]
    defs: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) imports: Imports,
}

/// The side of a method: its arguments or its results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Args,
    Rets,
}

/// Which side of the method a message is.
#[derive(clap::Args)]
#[command(next_help_heading = "Types")]
pub(crate) struct SideOfMethod {
    /// The message has the arguments of the method
    #[arg(long, requires = "method")]
    args: bool,
    /// The message has the results of the method
    #[arg(long, requires = "method", conflicts_with = "args")]
    rets: bool,
}

impl SideOfMethod {
    /// Returns the side, if one was given.
    pub(crate) fn given(&self) -> Option<Side> {
        match (self.args, self.rets) {
            (true, _) => Some(Side::Args),
            (_, true) => Some(Side::Rets),
            _ => None,
        }
    }
}

/// Types, and the definitions they refer to.
pub(crate) struct Typed {
    pub(crate) env: TypeEnv,
    pub(crate) types: Vec<Type>,
}

impl Typing {
    /// Returns the types, if any were specified.
    pub(crate) fn resolve(&self, side: Side) -> Result<Option<Typed>> {
        self.resolve_in(self.interface()?, side)
    }

    /// Returns the interface given by -d.
    pub(crate) fn interface(&self) -> Result<Option<&'static Checked>> {
        let defs = self.defs.as_deref();
        defs.map(|path| self.imports.load(path)).transpose()
    }

    /// Warns of an interface that is given by -d, if there are no types that could use it.
    pub(crate) fn warn_unused(&self, typed: Option<&Typed>, out: &Output) {
        if let (Some(path), None) = (&self.defs, typed) {
            let name = paths::shown(input::name(path));
            out.note(format!(
                "warning: {name} is not used: select types with -m METHOD, --init or -t TYPES\n"
            ));
        }
    }

    /// Returns the types in the given interface, if any were specified. Definitions that are names of others are resolved: values
    /// follow a name at each of their parts.
    pub(crate) fn resolve_in(
        &self,
        interface: Option<&Checked>,
        side: Side,
    ) -> Result<Option<Typed>> {
        let typed = self.as_written(interface, side)?;
        Ok(typed.map(|Typed { env, types }| Typed {
            env: env.resolved(),
            types,
        }))
    }

    /// Returns the same with the definitions as they are written, whose names configurations may select.
    pub(crate) fn as_written(
        &self,
        interface: Option<&Checked>,
        side: Side,
    ) -> Result<Option<Typed>> {
        if let Some(text) = &self.types {
            let env = interface.map_or_else(TypeEnv::new, |checked| checked.env.clone());
            let types = check::types(&env, "<types>", text)
                .map_err(|error| Failure::from(error).in_argument())?;
            return Ok(Some(Typed { env, types }));
        }
        let Some(Checked { env, actor, .. }) = interface else {
            return Ok(None);
        };
        let env = env.clone();
        if self.init {
            let types = init_args(&env, actor.as_ref())?;
            return Ok(Some(Typed { env, types }));
        }
        let Some(method) = &self.method else {
            return Ok(None);
        };
        let actor = actor.as_ref().ok_or_else(no_service)?;
        let func = env
            .get_method(actor, method)
            .map_err(|_| unknown_method(method, &methods(&env, actor)))?;
        let types = match side {
            Side::Args => func.args.clone(),
            Side::Rets => func.rets.clone(),
        };
        Ok(Some(Typed { env, types }))
    }

    /// Returns the scope of the types in configurations: the method, or the init arguments.
    pub(crate) fn scope(&self) -> Option<&str> {
        if self.init {
            Some("init")
        } else {
            self.method()
        }
    }

    /// Returns a hint that a message, decoded as this side of a method, may be the other one.
    pub(crate) fn other_side(&self, side: Side) -> Option<String> {
        self.method().map(|method| match side {
            Side::Rets => {
                format!("it was decoded as a reply of {method}; use --args to decode its arguments")
            }
            Side::Args => {
                format!("it was decoded as arguments of {method}; omit --args to decode its reply")
            }
        })
    }

    /// Returns the same if decoding failed because the types do not fit: a message that is cut off is not another one.
    pub(crate) fn other_side_of(
        &self,
        side: Side,
        error: &candid_parser::candid::Error,
    ) -> Option<String> {
        error.is_subtype().then(|| self.other_side(side)).flatten()
    }

    /// Returns an option that was given, other than those of imports.
    pub(crate) fn option(&self) -> Option<&'static str> {
        let given = [
            (self.types.is_some(), "--types"),
            (self.method.is_some(), "--method"),
            (self.init, "--init"),
            (self.defs.is_some(), "--defs"),
        ];
        first_given(&given)
    }

    /// Returns the name of the method, if one was given.
    pub(crate) fn method(&self) -> Option<&str> {
        self.method.as_deref()
    }
}

/// Returns the first option that was given.
pub(crate) fn first_given(options: &[(bool, &'static str)]) -> Option<&'static str> {
    let mut options = options.iter();
    options
        .find(|(is_given, _)| *is_given)
        .map(|(_, name)| *name)
}

/// Returns the failure for a file that is not the module it should be.
pub(crate) fn not_a_module(path: &Path) -> Failure {
    let reason = "not a Wasm module: it does not start with \\0asm";
    Failure::file(input::name(path), reason).coded(code::INVALID_MODULE)
}

/// Fails for an interface without a service, which is needed for a purpose.
pub(crate) fn has_service(checked: &Checked, purpose: &str) -> Result<()> {
    match &checked.actor {
        Some(_) => Ok(()),
        None => Err(match checked.files.first() {
            Some(file) => {
                let name = checked.sources.name(file.id);
                let failure = Failure::new(format_args!("no service {purpose}")).named(name);
                failure.coded(code::NO_SERVICE)
            }
            None => no_service(),
        }),
    }
}

/// Returns the init arguments of a service.
fn init_args(env: &TypeEnv, actor: Option<&Type>) -> Result<Vec<Type>> {
    let actor = env.trace_type(actor.ok_or_else(no_service)?)?;
    match actor.as_ref() {
        TypeInner::Class(args, _) => Ok(args.clone()),
        _ => Ok(Vec::new()),
    }
}

/// Returns the names of the methods of a service.
pub(crate) fn methods(env: &TypeEnv, actor: &Type) -> Vec<String> {
    match env.as_service(actor) {
        Ok(methods) => methods.iter().map(|(name, _)| name.clone()).collect(),
        Err(_) => Vec::new(),
    }
}

/// Returns the failure for an unknown method, with a suggestion and the known names.
pub(crate) fn unknown_method(name: &str, known: &[String]) -> Failure {
    /// Maximum number of names shown.
    const SHOWN: usize = 20;
    /// Maximum length of each, in characters: a longer one would make the list as long.
    const MAX_NAME: usize = 150;
    let shown = |name: &str| shown(&start_of(name, MAX_NAME)).into_owned();
    let mut text = format!("the service has no method {}", shown(name));
    if let Some(meant) = did_you_mean(name, known.iter().map(String::as_str)) {
        text.push_str(&format!("\ndid you mean {}?", shown(meant)));
    }
    let names = known.iter().take(SHOWN).map(|name| shown(name));
    let names = names.collect::<Vec<_>>().join(", ");
    text.push_str(&match known.len() {
        0 => "\nthere are no methods".to_string(),
        n if n > SHOWN => format!("\nthe methods are: {names}, and {} more", n - SHOWN),
        _ => format!("\nthe methods are: {names}"),
    });
    Failure::new(text).coded(code::UNKNOWN_METHOD)
}

/// Returns a name for display: quoted if it is empty, would break the line, or contains terminal control characters.
pub(crate) fn shown(name: &str) -> Cow<'_, str> {
    match sanitize_terminal(name) {
        Cow::Borrowed(name) if !name.is_empty() && !name.contains(char::is_control) => name.into(),
        _ => format!("{name:?}").into(),
    }
}

/// Returns the start of a text of more than `max` characters, which is too long to be read.
pub(crate) fn start_of(text: &str, max: usize) -> Cow<'_, str> {
    match text.char_indices().nth(max) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// Returns the failure for an interface without the service that it must have.
pub(crate) fn no_service() -> Failure {
    Failure::new("the interface has no service").coded(code::NO_SERVICE)
}
