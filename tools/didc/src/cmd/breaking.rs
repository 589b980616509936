//! `didc breaking`

use crate::config::{ConfigFile, Configs};
use crate::failure::{Failure, Result};
use crate::imports::Imports;
use crate::output::Output;
use crate::progress::Progress;
use crate::report::{self, Finding, Report, ReportFormat};
use crate::{reads, wasm};
use candid_parser::breaking::{self, Affected, Change, Found, Level, Options, Rule};
use candid_parser::check::Checked;
use candid_parser::diagnostic::Sources;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

mod allowed;
mod older;

use allowed::Allowed;
use older::{Older, Pair};

/// Finds what breaks when interfaces replace older versions of them
///
/// The older version is a file, a folder, a Wasm module, a revision of the Git repository that the new files are in, or an
/// archive made by zip, or by tar, compressed by gzip or zstd or not. A path in it may lack the one top folder. Folders are compared
/// file by file: their .did files, and their modules that have an interface. Several new files and folders are compared with those
/// of the same paths in a folder, a revision or an archive.
///
/// Each finding has an id, which didc explain-code and docs/breaking.md explain. didc.toml, which is looked for in the folder of
/// each file and in those above it, allows single changes in its sections `[[breaking.allow]]`, each by an id, a path and a
/// reason.
///
/// Exit codes: 0 without errors, 1 with errors or an invalid file, 2 for an invalid command line or didc.toml.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc breaking ledger.did --against git:main
  didc breaking interfaces --against git:v1.2.0:interfaces --level source
  didc breaking ledger.did index.did --against git:main
  didc breaking ledger.did --against ledger.wasm.gz --format github
  didc breaking . --against release.tar.gz --protect all")]
pub(crate) struct Args {
    /// The new interfaces: files, and folders with .did files and modules; - for standard input
    #[arg(required = true)]
    new: Vec<PathBuf>,
    /// The older version: a file, a folder, a module, git:REF, git:REF:path, an archive, or archive:path
    #[arg(long, value_name = "OLD", help_heading = "Input")]
    against: String,
    #[command(flatten)]
    imports: Imports,
    /// What must not break, in addition to messages: source that uses bindings, JSON
    #[arg(
        long,
        value_enum,
        value_name = "LEVELS",
        value_delimiter = ',',
        default_value = "wire",
        help_heading = "Findings"
    )]
    level: Vec<LevelName>,
    /// Whose messages must not break
    #[arg(
        long,
        value_enum,
        value_name = "WHO",
        value_delimiter = ',',
        default_values = ["old-callers", "upgrade-arguments"],
        help_heading = "Findings"
    )]
    protect: Vec<Who>,
    /// The configuration, instead of the didc.toml that is found
    #[arg(long, value_name = "FILE", help_heading = "Findings")]
    config: Option<PathBuf>,
    #[command(flatten)]
    format: ReportFormat,
    /// Write to a file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum LevelName {
    /// Messages
    Wire,
    /// Source that uses generated bindings
    Source,
    /// JSON, as spec/json.md defines it
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Who {
    /// Callers that know the old interface
    OldCallers,
    /// Callers that know the new interface, of a service that has the old one
    NewCallers,
    /// Stored values of the named types
    StoredData,
    /// Init arguments written for the old interface
    UpgradeArguments,
    /// All of these
    All,
}

/// The name of the command in reports.
const TOOL: &str = "didc breaking";

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    out.fail_in_reports_of((TOOL, args.format.get()), &args.new);
    out.send_to(args.output.as_ref());
    let options = options(args);
    let mut configs = Configs::new(args.config.as_deref())?;
    let older = Older::find(&args.against, &args.new)?;
    let mut report = Report::new(TOOL);
    let mut allowed = Allowed::default();
    let pairs = older.pairs(&args.new, out)?;
    let mut progress = Progress::new(pairs.len());
    if let [one] = pairs.as_slice() {
        out.working_on(one.new.as_deref().unwrap_or(Path::new(&one.name)));
    }
    for pair in pairs {
        progress.begin(Path::new(&pair.name));
        report.input(&pair.name);
        let near = pair.new.as_deref().unwrap_or(&pair.input);
        let config = configs.of(near)?;
        compare(
            &pair,
            &older,
            (&options, args),
            config.as_ref(),
            &mut allowed,
            &mut report,
        )?;
    }
    drop(progress);
    allowed.report_unused(&options, &mut report);
    report.print(args.format.get(), out)
}

fn options(args: &Args) -> Options {
    let levels = args.level.iter().map(|level| match level {
        LevelName::Wire => Level::Wire,
        LevelName::Source => Level::Source,
        LevelName::Json => Level::Json,
    });
    let affected = args.protect.iter().flat_map(|who| match who {
        Who::OldCallers => vec![Affected::OldCallers],
        Who::NewCallers => vec![Affected::NewCallers],
        Who::StoredData => vec![Affected::StoredData],
        Who::UpgradeArguments => vec![Affected::UpgradeArguments],
        Who::All => Affected::ALL.to_vec(),
    });
    Options {
        levels: [Level::Wire].into_iter().chain(levels).collect(),
        affected: affected.collect(),
    }
}

/// Adds the changes of a file to the report.
fn compare(
    pair: &Pair,
    older: &Older,
    (options, args): (&Options, &Args),
    config: Option<&Rc<ConfigFile>>,
    allowed: &mut Allowed,
    report: &mut Report,
) -> Result<()> {
    let found = match (&pair.new, &pair.old) {
        (Some(new), Some(old)) => {
            let checked = |name: &Path, loaded: Result<Option<Checked>>| match loaded {
                Ok(None) if !pair.is_found => Err(wasm::no_interface(name)),
                loaded => loaded,
            };
            let (new, old_name) = (checked(new, args.imports.load_if_any(new)), older.name(old));
            let old = checked(Path::new(&old_name), older.load(old, &args.imports));
            let new = reported(new, &pair.name, report)?;
            let old = reported(old, &old_name, report)?;
            match (new, old) {
                (Some(Some(new)), Some(Some(old))) => breaking::compare(&new, &old, options)?,
                (Some(None), Some(Some(_))) => removed(pair),
                // The other files are compared all the same.
                _ => return Ok(()),
            }
        }
        (None, Some(old)) => {
            older.record(old)?;
            // A module may have no interface, of which nothing is removed then.
            if wasm::is_named_as_module(old) {
                let loaded = older.load(old, &args.imports);
                match reported(loaded, &older.name(old), report)? {
                    Some(Some(_)) => {}
                    _ => return Ok(()),
                }
            }
            removed(pair)
        }
        // What is new does not break clients; the report must not be written over it.
        (Some(new), None) => {
            return reads::add(new).map_err(|error| Failure::unreadable(new, error))
        }
        (None, None) => return Ok(()),
    };
    let file = pair.new.as_deref().unwrap_or(Path::new(&pair.name));
    let file = config.and_then(|config| config.relative(file));
    for change in found.list {
        let is_allowed =
            config.is_some_and(|config| allowed.allows(config, file.as_deref(), &change, report));
        if !is_allowed {
            report.add(&found.sources, finding(&change));
        }
    }
    if let Some(config) = config {
        allowed.compared(config, file);
    }
    Ok(())
}

/// Returns what was loaded; adds the reason to the report if it cannot be.
fn reported<T>(loaded: Result<T>, name: &str, report: &mut Report) -> Result<Option<T>> {
    match loaded {
        Ok(loaded) => Ok(Some(loaded)),
        Err(failure) => report.add_failure(name, failure).map(|()| None),
    }
}

/// Returns the change of a file that is not there any more.
fn removed(pair: &Pair) -> Found {
    let change = Change {
        rule: Rule::FileRemoved,
        path: pair.name.clone(),
        message: "the interface is removed".to_string(),
        affected: vec![Affected::OldCallers],
        new: None,
        old: None,
    };
    Found {
        list: vec![change],
        sources: Sources::default(),
    }
}

fn finding(change: &Change) -> Finding {
    let affected = change.affected.iter().map(|who| who.name());
    let mut finding = Finding::new(rule(change.rule), change.finding());
    let properties = [
        ("level", json!(change.rule.level().name())),
        ("path", json!(change.path)),
        ("breaks", affected.collect()),
    ];
    let properties = properties.map(|(name, value)| (name.to_string(), value));
    finding.properties.extend(properties);
    finding
}

fn rule(rule: Rule) -> report::Rule {
    report::Rule {
        id: rule.id(),
        name: rule.name(),
        summary: rule.summary(),
    }
}
