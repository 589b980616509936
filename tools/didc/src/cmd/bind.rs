//! `didc bind`

mod configured;
mod current;
mod header;
mod left;
mod outputs;
mod watch;

use crate::code;
use crate::config::GivenConfig;
use crate::deadline;
use crate::failure::{Failure, Result};
use crate::imports::Imports;
use crate::input;
use crate::output::Output;
use crate::reads;
use crate::typing;
use candid_parser::bindings::{
    analysis, did, go, javascript, motoko, python, rust, template, typescript, typescript_client,
};
use candid_parser::check::Checked;
use candid_parser::configs::Configs;
use candid_parser::types::{Type, TypeInner};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use current::is_current;

/// Generates bindings for a language
///
/// With an interface, they are printed, or written to the -o file. Without one, all files that the sections `[[bind]]` of didc.toml
/// list are written.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc bind ledger.did -t ts -o ledger.d.ts
  didc bind ledger.did -t rs -c bindings.toml -m transfer,balance_of
  didc bind ledger.did -t template --template kotlin.jinja -o Ledger.kt
  didc bind --check                    all of [[bind]] in didc.toml")]
#[allow(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(crate) struct Args {
    /// The interface; - for standard input; none for all bindings that didc.toml lists
    input: Option<PathBuf>,
    #[command(flatten)]
    imports: Imports,
    /// The target language
    #[arg(
        short,
        long,
        visible_alias = "to",
        value_enum,
        requires = "input",
        help_heading = "Bindings"
    )]
    target: Option<Target>,
    /// The MiniJinja template for -t template
    #[arg(
        long,
        value_name = "FILE",
        required_if_eq("target", "template"),
        requires = "input",
        help_heading = "Bindings"
    )]
    template: Option<PathBuf>,
    /// A TOML file or inline TOML; without an interface, the didc.toml
    ///
    /// It has names, types and attributes of Rust bindings and for templates; in `[didc.rust]`, a custom template, or calls for older
    /// ic-cdk; in `[go]`, the name of the package. Without an interface, it is used instead of the didc.toml that is found.
    #[arg(short, long, value_name = "TOML", help_heading = "Bindings")]
    config: Option<String>,
    /// Only these methods, separated by commas, with the types that they need
    ///
    /// The targets ts, mo and template have all types.
    #[arg(
        short,
        long,
        visible_alias = "method",
        value_name = "NAMES",
        value_delimiter = ',',
        num_args = 1,
        requires = "input",
        help_heading = "Bindings"
    )]
    methods: Vec<String>,
    /// Write to a file
    #[arg(
        short,
        long,
        value_name = "FILE",
        requires = "input",
        help_heading = "Output"
    )]
    output: Option<PathBuf>,
    /// Begin with a comment that has the SHA-256 sums of the sources, whose lines end in LF for it
    #[arg(long, requires = "input", help_heading = "Output")]
    header: bool,
    /// Time limit for -t template, in seconds; 0 for none
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60,
        help_heading = "Bindings"
    )]
    max_time: u64,
    /// Write nothing, and exit with 1 unless everything is up to date
    ///
    /// That is the -o file, or each output in didc.toml. CR at ends of lines makes no difference. Files that an entry has made
    /// and makes no longer are reported, too.
    #[arg(long, help_heading = "Output")]
    check: bool,
    /// Remove files that an entry of didc.toml has made and makes no longer
    ///
    /// These are files whose names an output with {name} has, and which begin with the comment about their sources.
    #[arg(long, conflicts_with_all = ["input", "check"], help_heading = "Output")]
    prune: bool,
    /// Generate all bindings that didc.toml lists again whenever a source changes
    #[arg(long, conflicts_with_all = ["input", "check"], help_heading = "Output")]
    watch: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Target {
    /// JavaScript
    Js,
    /// TypeScript
    Ts,
    /// TypeScript: a client with types of its own, and the code that converts them
    TsClient,
    /// Candid: merged with its imports and reformatted
    Did,
    /// Motoko
    Mo,
    /// Python: a client, and types with the code that encodes them, in one module without dependencies
    Python,
    /// Rust: calls from a canister
    Rs,
    /// Rust: calls through ic-agent
    RsAgent,
    /// Rust: stubs for implementing a canister
    RsStub,
    /// Rust: calls in PocketIC, for tests
    RsPocketIc,
    /// Go: a package with a client, which needs only the standard library
    Go,
    /// Whatever the --template makes
    Template,
}

impl Target {
    pub(crate) fn is_template(self) -> bool {
        self == Target::Template
    }

    /// Returns whether the configuration of Rust or Go bindings, or of a template, has an effect.
    pub(crate) fn is_configured(self) -> bool {
        !matches!(
            self,
            Target::Js | Target::Ts | Target::TsClient | Target::Did | Target::Mo | Target::Python
        )
    }

    /// Returns what a line begins with that is a comment.
    pub(crate) fn comment(self) -> &'static str {
        match self {
            Target::Python => "# ",
            _ => "// ",
        }
    }
}

/// Bindings to generate.
struct Job<'a> {
    target: Target,
    input: &'a Path,
    template: Option<&'a Path>,
    configs: Configs,
    /// The folder to which the file of a custom template is relative, if not to the current one.
    folder: Option<PathBuf>,
    methods: &'a [String],
    /// The seconds that a template may take; 0 is no limit.
    max_time: u64,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    let Some(input) = &args.input else {
        return configured::run(args, out);
    };
    let Some(target) = args.target else {
        return Err(missing("--target <TARGET>", "--target <TARGET> <INPUT>"));
    };
    if args.check && args.output.is_none() {
        let usage = "--target <TARGET> --output <FILE> --check <INPUT>";
        return Err(missing("--output <FILE>", usage));
    }
    // With --check, the file is only compared.
    out.send_to(args.output.as_ref().filter(|_| !args.check));
    if args.template.is_some() && !target.is_template() {
        return Err(Failure::usage("--template is for -t template"));
    }
    if args.header && target.is_template() {
        return Err(Failure::usage(
            "--header is not for -t template: its comments are those of its language",
        ));
    }
    let is_configured = target.is_configured();
    if args.config.is_some() && !is_configured {
        out.note("warning: -c is ignored: it configures Rust and Go bindings, and templates\n");
    }
    out.working_on(input);
    let checked = args.imports.load(input)?;
    let config = args.config.as_deref().filter(|_| is_configured);
    let job = Job {
        target,
        input,
        template: args.template.as_deref(),
        configs: configs(config, target)?,
        folder: None,
        methods: &args.methods,
        max_time: args.max_time,
    };
    let mut text = job.text(checked, out)?;
    if args.header {
        text = header::of(checked, input, Path::to_path_buf, target.comment())? + &text;
    }
    match &args.output {
        Some(path) if args.check => is_current(path, &text)?,
        _ => out.write(text)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the failure of a command line that lacks an argument which other arguments require.
fn missing(argument: &str, usage: &str) -> Failure {
    Failure::usage(format_args!(
        "the following required arguments were not provided:\n  {argument}\n\nUsage: didc bind {usage}\n\n\
         For more information, try '--help'."
    ))
}

impl Job<'_> {
    /// Returns the bindings, which end with the end of a line.
    fn text(&self, checked: &Checked, out: &Output) -> Result<String> {
        let Checked { env, prog, .. } = checked;
        let actor = &selected(checked, self.methods)?;
        // Declarations have the order of the source where the output of the language does not depend on it.
        let written = match self.target {
            Target::TsClient | Target::Python | Target::Go | Target::Template => {
                Some(checked.source_prog()?)
            }
            _ => None,
        };
        let prog = written.as_ref().unwrap_or(prog);
        let text = match self.target {
            Target::Js => javascript::try_compile(env, actor)?,
            Target::Ts => typescript::try_compile(env, actor, prog)?,
            Target::TsClient => {
                let needed = match actor {
                    Some(actor) if !self.methods.is_empty() => &analysis::needed(env, actor)?,
                    _ => env,
                };
                typescript_client::try_compile(needed, actor, prog)?
            }
            Target::Did => did::as_written(checked, actor)?,
            Target::Mo => motoko::try_compile(env, actor, prog)?,
            Target::Python => python::try_compile(env, actor, prog)?,
            Target::Rs | Target::RsAgent | Target::RsStub => self.rust(checked, actor, out)?,
            Target::RsPocketIc => {
                let rendered = template::pocket_ic(env, actor, prog, &self.configs);
                self.noting_unused(rendered, checked, actor, out)?
            }
            Target::Go => {
                let file = input::name(self.input).to_string_lossy();
                if !self.configs.0.is_empty() && !self.configs.0.contains_key("go") {
                    out.note(
                        "warning: the configuration says nothing about Go: it has no table [go]\n",
                    );
                }
                let config = go::Config::parse(&self.configs, &file).map_err(by_template)?;
                go::try_compile(&config, env, actor, prog)?
            }
            Target::Template => {
                let path = self.template.unwrap_or(Path::new("-"));
                let source = input::text(path)?;
                let name = input::name(path).display().to_string();
                // The engine bounds neither comparing nor printing a value that contains others twice, again and again.
                let rendered = deadline::within(self.max_time, &name, || {
                    template::render(&name, &source, env, actor, prog, &self.configs)
                });
                self.noting_unused(rendered, checked, actor, out)?
            }
        };
        let end = if text.ends_with('\n') { "" } else { "\n" };
        Ok(text + end)
    }

    fn rust(&self, checked: &Checked, actor: &Option<Type>, out: &Output) -> Result<String> {
        let config = rust::Config::parse(self.configs.clone()).map_err(by_template)?;
        let mut external =
            rust::ExternalConfig::from_configs(&self.configs).map_err(by_template)?;
        let target = match self.target {
            Target::RsAgent => Some("agent"),
            Target::RsStub => Some("stub"),
            _ => None,
        };
        if let Some(target) = target {
            external.0.insert("target".into(), target.into());
            external.0.remove("template");
        }
        if let (Some(folder), Some(template)) = (&self.folder, external.0.get_mut("template")) {
            *template = folder.join(&*template).to_string_lossy().into_owned();
        }
        if let Some(path) = used_template(&external) {
            reads::add(path).map_err(|error| Failure::unreadable(path, error))?;
        }
        let Checked { env, prog, .. } = checked;
        let (text, unused) =
            rust::try_compile(&config, env, actor, prog, external).map_err(by_template)?;
        if !unused.is_empty() {
            // The explanations take as long as the bindings, so they are made only if there is something to explain.
            for line in rust::explain_unused(&config, env, actor, prog)? {
                out.note(format!("WARNING: {line}\n"));
            }
        }
        Ok(text)
    }

    /// Returns the text that was rendered, and explains the properties that were not used.
    fn noting_unused(
        &self,
        rendered: candid_parser::Result<(String, Vec<String>)>,
        checked: &Checked,
        actor: &Option<Type>,
        out: &Output,
    ) -> Result<String> {
        let Checked { env, prog, .. } = checked;
        let (text, unused) = rendered.map_err(|error| by_template(in_interface(error, checked)))?;
        if !unused.is_empty() {
            let config = rust::Config::parse(self.configs.clone()).map_err(by_template)?;
            for line in rust::explain_unused(&config, env, actor, prog)? {
                out.note(format!("WARNING: {line}\n"));
            }
        }
        Ok(text)
    }
}

/// Returns the error of types that are too deep for a template with their place in the interface.
fn in_interface(error: candid_parser::Error, checked: &Checked) -> candid_parser::Error {
    let types = match &error {
        candid_parser::Error::Custom(error) => error.downcast_ref::<template::TooDeep>(),
        _ => None,
    };
    match types {
        Some(types) => types.located(checked).into(),
        None => error,
    }
}

/// Returns the failure of a configuration or a template, whose own errors are findings in it.
fn by_template(error: candid_parser::Error) -> Failure {
    match Failure::from(error) {
        failure @ Failure::Findings { .. } => failure.coded(code::INVALID_TEMPLATE),
        failure => failure.coded(code::INVALID_SETTING),
    }
}

/// Returns the service with only the selected methods, with its constructor.
fn selected(checked: &Checked, methods: &[String]) -> Result<Option<Type>> {
    if methods.is_empty() {
        return Ok(checked.actor.clone());
    }
    let actor = checked.actor.as_ref().ok_or_else(typing::no_service)?;
    let known = typing::methods(&checked.env, actor);
    if let Some(unknown) = methods.iter().find(|name| !known.contains(name)) {
        return Err(typing::unknown_method(unknown, &known));
    }
    let service = analysis::project_methods(&checked.env, &checked.actor, methods.to_vec())?;
    Ok(Some(match checked.env.trace_type(actor)?.as_ref() {
        TypeInner::Class(args, _) => TypeInner::Class(args.clone(), service).into(),
        _ => service,
    }))
}

/// Returns the configuration in a TOML file, or in the argument itself if it is not a file name.
fn configs(argument: Option<&str>, target: Target) -> Result<Configs> {
    match argument {
        None => Ok(Configs::default()),
        Some(argument) => configs_for(&GivenConfig::of_argument(argument)?, target),
    }
}

/// Returns the configuration, whose properties of Rust bindings are checked if the target is one.
fn configs_for(given: &GivenConfig, target: Target) -> Result<Configs> {
    match target {
        Target::Rs | Target::RsAgent | Target::RsStub | Target::RsPocketIc => {
            given.checked::<rust::BindingConfig>("rust")
        }
        _ => given.parse(),
    }
}

/// Returns the template that the configuration of Rust bindings names, if it is used; relative paths are from its folder.
fn custom_template(target: Target, configs: &Configs, folder: &Path) -> Option<PathBuf> {
    let external = match target {
        Target::Rs => rust::ExternalConfig::from_configs(configs).ok()?,
        _ => return None,
    };
    used_template(&external).map(|template| folder.join(template))
}

fn used_template(external: &rust::ExternalConfig) -> Option<&Path> {
    let is_custom = external.0.get("target").is_some_and(|it| it == "custom");
    let template = external.0.get("template").filter(|_| is_custom);
    template.map(Path::new)
}
