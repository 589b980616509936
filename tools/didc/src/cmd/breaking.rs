//! `didc breaking`

use crate::code;
use crate::config::{ConfigFile, Configs};
use crate::failure::{Failure, Result};
use crate::imports::Imports;
use crate::input;
use crate::output::{count, Output};
use crate::progress::Progress;
use crate::report::{self, Finding, Report, ReportFormat};
use crate::together::Together;
use crate::{paths, trace, wasm};
use candid_parser::breaking::{self, Affected, Change, Folders, Found, Options, Rule};
use candid_parser::check::{Checked, Level};
use candid_parser::diagnostic::{one_line, Diagnostic, Severity, Sources};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

mod allowed;
mod older;
mod options;

use allowed::Allowed;
use older::{Older, Pair};
pub(crate) use options::{options, LevelName, Who};

/// Finds what breaks when interfaces replace older versions of them
///
/// The older version is a file, a folder, a Wasm module, a revision of the Git repository that the new files are in, or an
/// archive made by zip, or by tar, compressed by gzip or zstd or not. A path in it may lack the one top folder. Folders are compared
/// file by file: their .did files, and their modules that have an interface. Several new files and folders are compared with those
/// of the same paths in a folder, a revision or an archive.
///
/// Each finding has an id, which didc explain-code and docs/breaking.md explain. didc.toml, which is looked for in the folder of
/// each file and in those above it, has defaults of --level and --protect in its section `[breaking]`, leaves out files of folders
/// in `[files]`, and allows single changes in its sections `[[breaking.allow]]`, each by an id, a path and a reason.
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
    against: OsString,
    #[command(flatten)]
    imports: Imports,
    /// What must not break, in addition to messages: source that uses bindings, JSON
    ///
    /// By default, it is `level` in the section `[breaking]` of didc.toml, or wire.
    #[arg(
        long,
        value_enum,
        value_name = "LEVELS",
        value_delimiter = ',',
        help_heading = "Findings"
    )]
    level: Vec<LevelName>,
    /// Whose messages must not break
    ///
    /// By default, it is `protect` in the section `[breaking]` of didc.toml, or old-callers,upgrade-arguments.
    #[arg(
        long,
        value_enum,
        value_name = "WHO",
        value_delimiter = ',',
        help_heading = "Findings"
    )]
    protect: Vec<Who>,
    /// The configuration, instead of the didc.toml that is found
    #[arg(short, long, value_name = "FILE", help_heading = "Findings")]
    config: Option<PathBuf>,
    #[command(flatten)]
    format: ReportFormat,
    /// Write to a file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

/// The name of the command in reports.
const TOOL: &str = "didc breaking";

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    out.fail_in_reports_of((TOOL, args.format.get()), &args.new);
    out.send_to(args.output.as_ref());
    let mut configs = Configs::new(args.config.as_deref())?;
    let older = Older::find(&args.against, &args.new)?;
    let mut report = Report::new(TOOL);
    let mut allowed = Allowed::default();
    let pairs = older.pairs(&args.new, out, &mut report)?;
    let pairs = included(pairs, &args.new, &mut configs)?;
    let mut added = BTreeMap::new();
    let mut progress = Progress::new(pairs.len());
    if let [(one, _)] = pairs.as_slice() {
        out.working_on(&one.path());
    }
    let new: Vec<PathBuf> = pairs
        .iter()
        .filter_map(|(pair, _)| pair.new.clone())
        .collect();
    let old = pairs.iter().filter_map(|(pair, _)| pair.old.as_ref());
    let old: Vec<PathBuf> = old.map(|old| older.loaded_path(old)).collect();
    let new = args.imports.load_together(&new)?;
    let old = older.load_together(&old, &args.imports)?;
    let together = (Together::check(&new), Together::check(&old));
    let mut folders = Folders::new(&together.0.checked, &together.1.checked);
    for (pair, config) in pairs {
        let path = pair.path();
        progress.begin(&path);
        report.input(input::name(&path).display().to_string());
        if let (None, Some(folder)) = (&pair.old, &pair.folder) {
            // Whether a module has an interface is not known.
            if !wasm::is_named_as_module(&path) {
                let files: &mut Vec<String> = added.entry(folder.clone()).or_default();
                files.push(paths::shown(&pair.name));
            }
        }
        compare(
            &pair,
            &older,
            args,
            config.as_ref(),
            (&mut folders, &together),
            (&mut allowed, &mut report),
        )?;
    }
    drop(progress);
    for (folder, files) in added {
        out.note(new_files(&folder, &files));
    }
    allowed.report_unused(|config| options_of(args, Some(config)), &mut report);
    report.print(args.format.get(), out)
}

/// Returns the pairs with the configurations of their files, but for those that these leave out.
///
/// # Errors
///
/// If they leave out all that is in what was given: a pattern that covers too much would allow every change.
fn included(
    pairs: Vec<Pair>,
    given: &[PathBuf],
    configs: &mut Configs,
) -> Result<Vec<(Pair, Option<Rc<ConfigFile>>)>> {
    let mut included = Vec::with_capacity(pairs.len());
    let mut excluded = None;
    for pair in pairs {
        let path = pair.path();
        let config = configs.of(&path)?;
        match config
            .as_ref()
            .filter(|config| pair.is_found && config.excludes(&path))
        {
            Some(config) => {
                let text = config.left_out(&path);
                trace::say(&text);
                excluded.get_or_insert(text);
            }
            None => included.push((pair, config)),
        }
    }
    match (excluded, given) {
        (Some(excluded), [folder, ..]) if included.is_empty() => {
            let failure = Failure::file(folder, "no interface to compare in this folder");
            Err(failure.with_code(code::NO_FILES).with_notes(Some(excluded)))
        }
        _ => Ok(included),
    }
}

/// Returns the note about files that an older folder does not have.
fn new_files(folder: &str, files: &[String]) -> String {
    let shown = files.iter().take(MAX_SHOWN).map(String::as_str);
    let shown = shown.collect::<Vec<_>>().join(", ");
    let (rest, verb, paths) = match files.len() {
        1 => (String::new(), "is", "path"),
        n if n > MAX_SHOWN => (format!(" and {} more", n - MAX_SHOWN), "are", "paths"),
        _ => (String::new(), "are", "paths"),
    };
    let folder = one_line(folder.trim_end_matches('/'));
    let its = if files.len() == 1 { "its" } else { "their" };
    format!("note: {shown}{rest} {verb} new: {folder} has nothing at {its} {paths}\n")
}

/// Returns what is looked for in files with a configuration.
fn options_of(args: &Args, config: Option<&ConfigFile>) -> Options {
    let config = config.map(|file| &file.config.breaking);
    options(
        or(&args.level, config.map(|config| &config.level)),
        or(&args.protect, config.map(|config| &config.protect)),
    )
}

/// Returns what is given, or else what is configured.
fn or<'a, T>(given: &'a [T], configured: Option<&'a Vec<T>>) -> &'a [T] {
    match configured {
        Some(configured) if given.is_empty() => configured,
        _ => given,
    }
}

/// Adds the changes of a file to the report.
fn compare(
    pair: &Pair,
    older: &Older,
    args: &Args,
    config: Option<&Rc<ConfigFile>>,
    (folders, together): (&mut Folders<'_>, &(Together<'_>, Together<'_>)),
    (allowed, report): (&mut Allowed, &mut Report),
) -> Result<()> {
    let checked = |name: &Path, loaded: Result<Option<Checked>>| match loaded {
        Ok(None) if !pair.is_found => Err(wasm::no_interface(name)),
        loaded => loaded,
    };
    let options = options_of(args, config.map(|config| &**config));
    let mut found = match (&pair.new, &pair.old) {
        (Some(new), Some(old))
            if folders.nothing_breaks(new, &older.loaded_path(old), &options) =>
        {
            Found::default()
        }
        (Some(new), Some(old)) if adds_nothing(new, &older.loaded_path(old), together, report) => {
            return Ok(());
        }
        (Some(new), Some(old)) => {
            let (new, old_name) = (checked(new, args.imports.load_if_any(new)), older.name(old));
            let old = checked(Path::new(&old_name), older.load(old, &args.imports));
            let new = reported(new, &pair.name.to_string_lossy(), report)?;
            let old = reported(old, &old_name, report)?;
            match (new, old) {
                (Some(Some(new)), Some(Some(old))) => breaking::compare(&new, &old, &options)?,
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
        // What is new does not break clients, if it is valid.
        (Some(new), None) => {
            reported(
                checked(new, args.imports.load_if_any(new)),
                &pair.name.to_string_lossy(),
                report,
            )?;
            return Ok(());
        }
        (None, None) => return Ok(()),
    };
    let path = pair.path();
    let file = config.and_then(|config| config.relative(&path));
    if let Some(config) = config {
        allowed.remove_from(&mut found.list, config, file.as_deref(), report);
    }
    for changes in by_cause(found.list) {
        let mut finding = finding(
            &changes,
            &input::name(&path).display().to_string(),
            &found.sources,
        );
        let level = |change: &Change| Some(config?.config.breaking.level_of(change.rule.id()));
        if changes.first().and_then(level) == Some(Level::Warn) {
            finding.diagnostic.severity = Severity::Warning;
        }
        match changes.first().map(|change| change.rule) {
            Some(Rule::FileRemoved) => {
                report.add_without_lines(&path.display().to_string(), finding);
            }
            _ => report.add(&found.sources, finding),
        }
    }
    if let Some(config) = config {
        allowed.compared(config, file);
    }
    Ok(())
}

/// Returns whether one of two interfaces is not valid, and all errors of both are reported.
fn adds_nothing(
    new: &Path,
    old: &Path,
    (news, olds): &(Together<'_>, Together<'_>),
    report: &Report,
) -> bool {
    let are_valid = news.checked.is_valid(new) && olds.checked.is_valid(old);
    !are_valid && news.adds_nothing(new, report) && olds.adds_nothing(old, report)
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
        path: pair.name.display().to_string(),
        message: "the interface is removed".to_string(),
        affected: vec![Affected::OldCallers],
        new: None,
        old: None,
        cause: 0,
    };
    Found {
        list: vec![change],
        sources: Sources::default(),
    }
}

/// Returns the changes of each cause that affect the same, the one where it was found first; those of messages before others, in
/// the order of the new file, and last what has no place in it.
fn by_cause(list: Vec<Change>) -> Vec<Vec<Change>> {
    let mut causes: Vec<Vec<Change>> = Vec::new();
    let mut known = HashMap::new();
    for change in list {
        let key = (change.rule, change.cause, change.affected.clone());
        let idx = *known.entry(key).or_insert(causes.len());
        match causes.get_mut(idx) {
            Some(changes) => changes.push(change),
            None => causes.push(vec![change]),
        }
    }
    causes.sort_by_key(|changes| {
        let first = changes.first();
        let place = first.and_then(|first| first.new);
        let place = place.map(|(file, span)| (file, span.start));
        (
            first.map(|first| first.rule.level()),
            place.is_none(),
            place,
        )
    });
    causes
}

/// Maximum number of paths of other places that are shown.
const MAX_SHOWN: usize = 3;

/// Returns the finding of the first of changes that have one cause, with the paths of the others, and with the name of the interface
/// if the location is in a file that it imports.
fn finding(changes: &[Change], interface: &str, sources: &Sources) -> Finding {
    let Some((first, others)) = changes.split_first() else {
        return Finding::from(Diagnostic::nowhere(Severity::Error, ""));
    };
    let affected = first.affected.iter().map(|who| who.name());
    let mut diagnostic = first.finding();
    let paths: Vec<&str> = others.iter().map(|other| other.path.as_str()).collect();
    if !paths.is_empty() {
        let shown = paths.iter().take(MAX_SHOWN).copied().collect::<Vec<_>>();
        let rest = if paths.len() > MAX_SHOWN { "; …" } else { "" };
        let (n, shown) = (count(paths.len(), "more place"), shown.join("; "));
        diagnostic
            .notes
            .insert(0, format!("and in {n}: {shown}{rest}"));
    }
    let is_elsewhere = |(file, _)| sources.name(file) != interface;
    if first.new.is_some_and(is_elsewhere) {
        diagnostic
            .notes
            .push(format!("interface: {}", one_line(interface)));
    }
    let mut finding = Finding::new(rule(first.rule), diagnostic);
    finding.input = Some(interface.to_string());
    let properties = [
        ("level", json!(first.rule.level().name())),
        ("interface", json!(interface)),
        ("path", json!(first.path)),
        ("also", json!(paths)),
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
