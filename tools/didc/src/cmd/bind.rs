//! `didc bind`

use crate::failure::{Failure, Result};
use crate::imports::Imports;
use crate::input;
use crate::output::Output;
use crate::typing;
use candid_parser::bindings::{analysis, did, javascript, motoko, rust, template, typescript};
use candid_parser::check::Checked;
use candid_parser::configs::Configs;
use candid_parser::types::{Type, TypeInner};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Generates bindings for a language.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc bind ledger.did -t ts -o ledger.d.ts
  didc bind ledger.did -t rs -c bindings.toml -m transfer,balance_of
  didc bind ledger.did -t template --template kotlin.jinja -o Ledger.kt")]
pub(crate) struct Args {
    /// The interface; - for standard input
    input: PathBuf,
    #[command(flatten)]
    imports: Imports,
    /// The target language
    #[arg(short, long, value_enum)]
    target: Target,
    /// The MiniJinja template for -t template
    #[arg(long, value_name = "FILE", required_if_eq("target", "template"))]
    template: Option<PathBuf>,
    /// A TOML file or inline TOML: names, types and attributes of the Rust bindings; in [didc.rust], a custom
    /// template, or calls for older ic-cdk
    #[arg(short, long, value_name = "TOML")]
    config: Option<String>,
    /// Only these methods, separated by commas
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',', num_args = 1)]
    methods: Vec<String>,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write nothing; exit with 1 if the -o file is not up to date
    #[arg(long, requires = "output")]
    check: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Target {
    /// JavaScript
    Js,
    /// TypeScript
    Ts,
    /// Candid: merged with its imports and reformatted
    Did,
    /// Motoko
    Mo,
    /// Rust: calls from a canister
    Rs,
    /// Rust: calls through ic-agent
    RsAgent,
    /// Rust: stubs for implementing a canister
    RsStub,
    /// Rust: calls in PocketIC, for tests
    RsPocketIc,
    /// Whatever the --template makes
    Template,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    out.send_to(args.output.as_ref());
    let is_rust = !matches!(
        args.target,
        Target::Js | Target::Ts | Target::Did | Target::Mo
    );
    if args.template.is_some() && args.target != Target::Template {
        return Err(Failure::usage("--template is for -t template"));
    }
    if args.config.is_some() && !is_rust {
        out.note("warning: -c is ignored: it configures Rust bindings only\n");
    }
    let checked = args.imports.load(&args.input)?;
    let Checked { env, prog, .. } = checked;
    let actor = &selected(checked, &args.methods)?;
    let text = match args.target {
        Target::Js => javascript::try_compile(env, actor)?,
        Target::Ts => typescript::try_compile(env, actor, prog)?,
        Target::Did => did::as_written(checked, actor)?,
        Target::Mo => motoko::try_compile(env, actor, prog)?,
        Target::Rs | Target::RsAgent | Target::RsStub => rust_bindings(args, checked, actor, out)?,
        Target::RsPocketIc => from_template(
            "rs-pocket-ic",
            template::POCKET_IC,
            args,
            checked,
            actor,
            out,
        )?,
        Target::Template => {
            let path = args.template.as_deref().unwrap_or(Path::new("-"));
            let source = input::text(path)?;
            from_template(
                &input::name(path).display().to_string(),
                &source,
                args,
                checked,
                actor,
                out,
            )?
        }
    };
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let text = text + end;
    match &args.output {
        Some(path) if args.check => is_current(path, &text)?,
        _ => out.write(text)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Fails unless a file has the given content.
fn is_current(path: &Path, text: &str) -> Result<()> {
    let found = std::fs::read(path).map_err(|error| Failure::file(path, error))?;
    if found == text.as_bytes() {
        Ok(())
    } else {
        Err(Failure::file(
            path,
            "not up to date; run without --check to regenerate it",
        ))
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

fn rust_bindings(
    args: &Args,
    checked: &Checked,
    actor: &Option<Type>,
    out: &Output,
) -> Result<String> {
    let configs = configs(args.config.as_deref())?;
    let config = rust::Config::parse(configs.clone())?;
    let mut external = rust::ExternalConfig::from_configs(&configs)?;
    let target = match args.target {
        Target::RsAgent => Some("agent"),
        Target::RsStub => Some("stub"),
        _ => None,
    };
    if let Some(target) = target {
        external.0.insert("target".into(), target.into());
        external.0.remove("template");
    }
    let Checked { env, prog, .. } = checked;
    let (text, unused) = rust::try_compile(&config, env, actor, prog, external)?;
    if !unused.is_empty() {
        // The explanations take as long as the bindings, so they are made only if there is something to explain.
        for line in rust::explain_unused(&config, env, actor, prog)? {
            out.note(format!("WARNING: {line}\n"));
        }
    }
    Ok(text)
}

fn from_template(
    name: &str,
    source: &str,
    args: &Args,
    checked: &Checked,
    actor: &Option<Type>,
    out: &Output,
) -> Result<String> {
    let configs = configs(args.config.as_deref())?;
    let (text, unused) =
        template::render(name, source, &checked.env, actor, &checked.prog, &configs)?;
    if !unused.is_empty() {
        let config = rust::Config::parse(configs)?;
        for line in rust::explain_unused(&config, &checked.env, actor, &checked.prog)? {
            out.note(format!("WARNING: {line}\n"));
        }
    }
    Ok(text)
}

/// Returns the configuration in a TOML file, or in the argument itself if it is not a file name.
pub(crate) fn configs(argument: Option<&str>) -> Result<Configs> {
    let Some(argument) = argument else {
        return Ok("".parse::<Configs>()?);
    };
    if argument.ends_with(".toml") {
        input::text(Path::new(argument))?
            .parse()
            .map_err(|error| Failure::file(Path::new(argument), error))
    } else {
        Ok(argument.parse::<Configs>()?)
    }
}
