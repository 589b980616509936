//! Bindings that `[[bind]]` in `didc.toml` lists.

use super::current::{has_text, is_current};
use super::left;
use super::outputs::{pattern, Outputs};
use super::watch::Seen;
use super::{configs_for, custom_template, header, Args, Configs, Job};

use crate::budget::Budget;
use crate::code;
use crate::config::{self, BindSection, ConfigFile, GivenConfig, Header, FILE_NAME, NAME};
use crate::failure::{Failure, Result};
use crate::files;
use crate::imports;
use crate::output::{exit_code, Output};
use crate::paths::{self, shown};
use crate::replace;
use candid_parser::check::Checked;
use candid_parser::diagnostic::Lines;
use std::cell::OnceCell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use toml::Spanned;

/// A file to generate.
pub(super) struct Binding<'a> {
    /// The index of its entry in the configuration.
    pub(super) entry: usize,
    pub(super) section: &'a BindSection,
    pub(super) input: PathBuf,
    pub(super) output: PathBuf,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    // From now on it is this one, also if it is missing while it is replaced.
    let path = config_path(args)?;
    if !args.watch {
        let seen = Seen::new(args.imports.files()?);
        let file = load(&path, &seen)?;
        return Ok(exit_code(generate(args, &file, &seen, out)?));
    }
    loop {
        let seen = Seen::new(args.imports.files()?);
        let file = match load(&path, &seen) {
            Ok(file) => file,
            Err(failure) => {
                out.report(failure);
                seen.wait(|| false);
                continue;
            }
        };
        if let Err(failure) = generate(args, &file, &seen, out) {
            out.report(failure);
        }
        out.note(format!("watching {} files\n", seen.len()));
        let inputs = || {
            let bindings = bindings(&file).ok()?.into_iter();
            Some(bindings.map(|binding| binding.input).collect::<Vec<_>>())
        };
        let before = inputs();
        let mut sections = file.config.bind.iter().map(Spanned::get_ref);
        let has_pattern = sections.any(BindSection::is_pattern);
        seen.wait(|| has_pattern && inputs() != before);
    }
}

/// Returns the path of the configuration that was given, or of the first one in the current folder and those above it.
fn config_path(args: &Args) -> Result<PathBuf> {
    if let Some(path) = &args.config {
        return Ok(PathBuf::from(path));
    }
    let n_above = std::env::current_dir()?.ancestors().count();
    let folders = std::iter::successors(Some(PathBuf::new()), |path| Some(path.join("..")));
    for path in folders.take(n_above).map(|folder| folder.join(FILE_NAME)) {
        if config::is_there(&path)? {
            return Ok(path);
        }
    }
    let none = "no didc.toml in this folder or above it, whose [[bind]] would be generated; to generate one file, \
                give an interface and --target";
    Err(Failure::usage(none))
}

fn load(path: &Path, seen: &Seen) -> Result<ConfigFile> {
    seen.add(path);
    let file = ConfigFile::load(path).map_err(Failure::in_argument)?;
    if file.config.bind.is_empty() {
        return Err(Failure::file(path, "no [[bind]]")
            .with_code(code::NO_INPUT)
            .in_argument());
    }
    Ok(file)
}

/// Generates all bindings, as far as possible, and returns whether there was no failure. With --check, compares them.
///
/// # Errors
///
/// If a file that is read is to be written; then nothing is.
fn generate(args: &Args, file: &ConfigFile, seen: &Seen, out: &mut Output) -> Result<bool> {
    let bindings = bindings(file)?;
    let outputs = Outputs::of(file, &bindings)?;
    let mut loaded: Option<(&Path, Checked)> = None;
    // Of each run, of which --watch has any number.
    let budget = Budget::default();
    let mut texts = Vec::new();
    out.work.begin_many(bindings.len());
    for binding in &bindings {
        out.work.begin(&binding.output);
        let checked = match loaded.take() {
            Some((path, checked)) if path == binding.input => Ok(checked),
            _ => {
                seen.add(&binding.input);
                imports::load_with(seen, &binding.input, &budget)
            }
        };
        texts.push(checked.and_then(|checked| {
            let text = binding.text(args, file, &checked, seen, out);
            loaded = Some((&binding.input, checked));
            text
        }));
        for path in seen.take_new() {
            outputs.check_source(&path, binding)?;
        }
    }
    out.work.pause();
    let mut is_fine = true;
    // Made once: there may be many failures.
    let lines = Lines::new(&file.text);
    // The error of an interface, or of a template, is said once.
    let mut said = HashSet::new();
    for (binding, text) in bindings.iter().zip(texts) {
        let text = text.map_err(|failure| binding.blame(file, &lines, failure));
        let result = text.and_then(|text| match args.check {
            true => is_current(&binding.output, &text),
            false => {
                let is_new = binding.write(&text);
                let is_new = is_new.map_err(|failure| binding.blame(file, &lines, failure))?;
                if is_new && args.watch {
                    out.note(format!("{}: written\n", shown(&binding.output)));
                }
                Ok(())
            }
        });
        match result {
            Ok(()) => {}
            Err(Failure::Closed) => return Err(Failure::Closed),
            Err(failure) => {
                is_fine = false;
                if said.insert(failure.to_string()) {
                    out.report(failure);
                }
            }
        }
    }
    let left = left::outputs(file, &outputs, seen)?;
    Ok(left::report(args, left, out)? && is_fine)
}

/// Returns the files to generate, in the order of the configuration.
fn bindings(file: &ConfigFile) -> Result<Vec<Binding<'_>>> {
    let folder = folder(file);
    let below = OnceCell::new();
    let mut found = Vec::new();
    for (entry, section) in file.config.bind.iter().enumerate() {
        let section = section.get_ref();
        let n_before = found.len();
        for input in inputs(file, entry, section, &below)? {
            let name = section.output.get_ref().replace(NAME, &stem(&input));
            found.push(Binding {
                entry,
                section,
                input,
                output: folder.join(name),
            });
        }
        if found.len() == n_before {
            let (number, input) = (entry + 1, section.input.get_ref());
            let text = format!("[[bind]] {number}: no interface is called {input:?}");
            return Err(file.failure(code::NO_INPUT, text, section.input.span(), None));
        }
    }
    Ok(found)
}

/// Returns the inputs of an entry. The interfaces below the folder, with their names for patterns, are looked for once.
fn inputs(
    file: &ConfigFile,
    entry: usize,
    section: &BindSection,
    below: &OnceCell<Vec<(String, PathBuf)>>,
) -> Result<Vec<PathBuf>> {
    let folder = folder(file);
    if !section.is_pattern() {
        return Ok(vec![folder.join(section.input.get_ref())]);
    }
    let glob = pattern(file, entry, section)?;
    let all = match below.get() {
        Some(all) => all,
        None => {
            let root = if folder == Path::new("") {
                Path::new(".")
            } else {
                folder
            };
            let all = files::interfaces_below(root)?.into_iter();
            let named = all.filter_map(|path| Some((file.relative(&path)?, path)));
            let named = named.collect();
            below.get_or_init(|| named)
        }
    };
    let matching = all.iter().filter(|(name, _)| glob.matches(name));
    Ok(matching.map(|(_, path)| path.clone()).collect())
}

/// Returns the folder of the configuration, which paths in it are relative to.
pub(super) fn folder(file: &ConfigFile) -> &Path {
    file.path.parent().unwrap_or(Path::new(""))
}

/// Returns the name of an interface or a module without its extensions.
pub(super) fn stem(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    candid_parser::bindings::go::stem(&name).to_string()
}

impl Binding<'_> {
    fn text(
        &self,
        args: &Args,
        file: &ConfigFile,
        checked: &Checked,
        seen: &Seen,
        out: &Output,
    ) -> Result<String> {
        let folder = folder(file);
        let path = |path: &Option<Spanned<String>>| {
            let path = path.as_ref().map(|path| folder.join(path.get_ref()));
            path.inspect(|path| seen.add(path))
        };
        let template = path(&self.section.template);
        let config = path(&self.section.config);
        let configs = match &config {
            Some(path) => configs_for(&GivenConfig::of_file(path)?, self.section.target)?,
            None => "".parse::<Configs>()?,
        };
        let config_folder = config.as_deref().and_then(Path::parent);
        let config_folder = config_folder.unwrap_or(folder);
        if let Some(path) = custom_template(self.section.target, &configs, config_folder) {
            seen.add(&path);
        }
        let job = Job {
            target: self.section.target,
            input: &self.input,
            template: template.as_deref(),
            configs,
            folder: Some(config_folder.to_path_buf()),
            methods: &self.section.methods,
            max_time: args.max_time,
        };
        let text = job.text(checked, out)?;
        let prefix = match &self.section.header {
            Some(Header::Switch(false)) => return Ok(text),
            Some(Header::Prefix(prefix)) => prefix,
            None if self.section.target.is_template() => return Ok(text),
            Some(Header::Switch(true)) | None => self.section.target.comment(),
        };
        let name = |path: &Path| {
            let name = paths::relative(path, &file.folder);
            let is_outside = name.starts_with("..");
            match is_outside && Path::new(self.section.input.get_ref()).is_absolute() {
                true => paths::absolute(path),
                false => name,
            }
        };
        Ok(header::of(checked, &self.input, name, prefix)? + &text)
    }

    /// Adds the entry to a failure that has no place of its own.
    fn blame(&self, file: &ConfigFile, lines: &Lines<'_>, failure: Failure) -> Failure {
        if let Failure::Findings { findings, .. } = &failure {
            if findings
                .list
                .iter()
                .any(|finding| !finding.labels.is_empty())
            {
                return failure;
            }
        }
        let section = file.config.bind.get(self.entry);
        let line = section.map_or(0, |section| lines.line_and_column(section.span().start).0);
        let (config, output) = (shown(&file.path), shown(&self.output));
        let number = self.entry + 1;
        failure.with_note(format_args!(
            "in [[bind]] {number} at {config}:{line}, whose output is {output}"
        ))
    }

    /// Writes the file, unless it is up to date, and returns whether it was not.
    fn write(&self, text: &str) -> Result<bool> {
        let path = &self.output;
        if has_text(path, text).unwrap_or(false) {
            return Ok(false);
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let may_write = match path.exists() {
            true => replace::check_is_writable(path),
            false => std::fs::create_dir_all(folder),
        };
        let written = may_write.and_then(|()| replace::write(path, text.as_bytes()));
        written.map_err(|error| Failure::unwritable(path, error))?;
        Ok(true)
    }
}
