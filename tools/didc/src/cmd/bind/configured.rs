//! Bindings that `[[bind]]` in `didc.toml` lists.

use super::watch::Seen;
use super::{configs_in, header, is_current, Args, Configs, Job};
use crate::cmd::fmt;
use crate::config::{BindSection, ConfigFile, Glob, Header, FILE_NAME, NAME};
use crate::failure::{Failure, Result};
use crate::files;
use crate::imports;
use crate::output::{exit_code, Output};
use candid_parser::check::Checked;
use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

/// A file to generate.
struct Binding<'a> {
    section: &'a BindSection,
    input: PathBuf,
    output: PathBuf,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    if !args.watch {
        let seen = Seen::new(args.imports.files()?);
        let file = load(args, &seen)?;
        return Ok(exit_code(generate(args, &file, &seen, out)?));
    }
    loop {
        let seen = Seen::new(args.imports.files()?);
        let file = load(args, &seen);
        match &file {
            Ok(file) => {
                if let Err(failure) = generate(args, file, &seen, out) {
                    out.report(failure);
                }
            }
            // A file with mistakes is waited for, a missing one is not.
            Err(_) if seen.len() == 0 => return file.map(|_| ExitCode::FAILURE),
            Err(_) => {
                file.map_err(|failure| out.report(failure)).ok();
                seen.wait(|| false);
                continue;
            }
        }
        out.note(format!("watching {} files\n", seen.len()));
        let inputs = |file: &ConfigFile| {
            let bindings = bindings(file).ok()?;
            Some(
                bindings
                    .into_iter()
                    .map(|binding| binding.input)
                    .collect::<Vec<_>>(),
            )
        };
        if let Ok(file) = &file {
            let before = inputs(file);
            let has_pattern = file.config.bind.iter().any(BindSection::is_pattern);
            seen.wait(|| has_pattern && inputs(file) != before);
        }
    }
}

/// Returns the configuration that was given, or the first one in the current folder and those above it.
fn load(args: &Args, seen: &Seen) -> Result<ConfigFile> {
    let path = match &args.config {
        Some(path) => PathBuf::from(path),
        None => {
            let n_above = std::env::current_dir()?.ancestors().count();
            let mut folders =
                std::iter::successors(Some(PathBuf::new()), |path| Some(path.join("..")));
            let paths = folders
                .by_ref()
                .take(n_above)
                .map(|folder| folder.join(FILE_NAME));
            let none = "no didc.toml in this folder or above it, whose [[bind]] would be generated; to generate one file, \
                        give an interface and --target";
            paths
                .into_iter()
                .find(|path| path.is_file())
                .ok_or_else(|| Failure::usage(none))?
        }
    };
    seen.add(&path);
    let file = ConfigFile::load(&path).map_err(Failure::in_argument)?;
    if file.config.bind.is_empty() {
        return Err(Failure::file(&path, "no [[bind]]").in_argument());
    }
    Ok(file)
}

/// Generates all bindings, as far as possible, and returns whether there was no failure. With --check, compares them.
fn generate(args: &Args, file: &ConfigFile, seen: &Seen, out: &mut Output) -> Result<bool> {
    let mut is_fine = true;
    let mut loaded: Option<(PathBuf, Checked)> = None;
    for binding in bindings(file)? {
        let checked = match loaded.take() {
            Some((path, checked)) if path == binding.input => Ok(checked),
            _ => {
                seen.add(&binding.input);
                imports::load_with(seen, &binding.input)
            }
        };
        let result = checked.and_then(|checked| {
            let text = binding.text(file, &checked, seen, out).map_err(|failure| {
                let (output, config) = (binding.output.display(), file.path.display());
                failure.with_note(format_args!(
                    "in [[bind]] of {config}, whose output is {output}"
                ))
            })?;
            loaded = Some((binding.input.clone(), checked));
            if args.check {
                is_current(&binding.output, &text)
            } else if binding.write(&text)? && args.watch {
                out.note(format!("{}: written\n", binding.output.display()));
                Ok(())
            } else {
                Ok(())
            }
        });
        match result {
            Ok(()) => {}
            Err(Failure::Closed) => return Err(Failure::Closed),
            Err(failure) => {
                out.report(failure);
                is_fine = false;
            }
        }
    }
    Ok(is_fine)
}

/// Returns the files to generate, in the order of the configuration.
fn bindings(file: &ConfigFile) -> Result<Vec<Binding<'_>>> {
    let folder = folder(file);
    let mut found = Vec::new();
    for section in &file.config.bind {
        let n_before = found.len();
        for input in inputs(file, section)? {
            let name = section.output.replace(NAME, &stem(&input));
            found.push(Binding {
                section,
                input,
                output: folder.join(name),
            });
        }
        if found.len() == n_before {
            let text = format!("[[bind]]: no interface is called {:?}", section.input);
            return Err(Failure::file(&file.path, text).in_argument());
        }
    }
    // Each is written once, and no source is lost.
    let mut outputs = HashSet::new();
    let inputs: HashSet<PathBuf> = found
        .iter()
        .map(|binding| identity(&binding.input))
        .collect();
    for Binding { output, .. } in &found {
        let output_identity = identity(output);
        let text = if inputs.contains(&output_identity) {
            "an input and an output"
        } else if !outputs.insert(output_identity) {
            "more than one output"
        } else {
            continue;
        };
        let text = format!("[[bind]]: {} is {text}", output.display());
        return Err(Failure::file(&file.path, text).in_argument());
    }
    Ok(found)
}

fn inputs(file: &ConfigFile, section: &BindSection) -> Result<Vec<PathBuf>> {
    let folder = folder(file);
    if !section.is_pattern() {
        return Ok(vec![folder.join(&section.input)]);
    }
    let glob = Glob::parse(&section.input)
        .map_err(|error| Failure::file(&file.path, format!("[[bind]]: {error}")).in_argument())?;
    let root = if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    };
    let mut found = files::interfaces_below(root)?;
    found.retain(|path| file.relative(path).is_some_and(|path| glob.matches(&path)));
    Ok(found)
}

/// Returns what is the same for all paths of a file: its canonical path if it is there.
fn identity(path: &Path) -> PathBuf {
    let plain = || {
        path.components()
            .filter(|name| *name != Component::CurDir)
            .collect()
    };
    path.canonicalize().unwrap_or_else(|_| plain())
}

/// Returns the folder of the configuration, which paths in it are relative to.
fn folder(file: &ConfigFile) -> &Path {
    file.path.parent().unwrap_or(Path::new(""))
}

/// Returns the name of an interface or a module without its extensions.
fn stem(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut name = &*name;
    for extension in [".gz", ".zst", ".did", ".wasm"] {
        name = name.strip_suffix(extension).unwrap_or(name);
    }
    name.to_string()
}

impl Binding<'_> {
    fn text(
        &self,
        file: &ConfigFile,
        checked: &Checked,
        seen: &Seen,
        out: &Output,
    ) -> Result<String> {
        let output = identity(&self.output);
        if checked
            .files
            .iter()
            .any(|file| identity(&file.path) == output)
        {
            return Err(Failure::new("the output is a source"));
        }
        let folder = folder(file);
        let path = |path: &Option<String>| {
            let path = path.as_ref().map(|path| folder.join(path));
            path.inspect(|path| seen.add(path))
        };
        let template = path(&self.section.template);
        let job = Job {
            target: self.section.target,
            template: template.as_deref(),
            configs: match path(&self.section.config) {
                Some(path) => configs_in(&path)?,
                None => "".parse::<Configs>()?,
            },
            methods: &self.section.methods,
        };
        let text = job.text(checked, out)?;
        let prefix = match &self.section.header {
            Some(Header::Switch(false)) => return Ok(text),
            Some(Header::Prefix(prefix)) => prefix,
            None if self.section.target.is_template() => return Ok(text),
            Some(Header::Switch(true)) | None => "// ",
        };
        Ok(header::of(checked, &self.input, folder, prefix)? + &text)
    }

    /// Writes the file, unless it is up to date, and returns whether it was not.
    fn write(&self, text: &str) -> Result<bool> {
        let path = &self.output;
        if std::fs::read(path).is_ok_and(|found| found == text.as_bytes()) {
            return Ok(false);
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let written = match path.exists() {
            true => fmt::write(path, text),
            false => std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, text)),
        };
        written.map_err(|error| Failure::file(path, error))?;
        Ok(true)
    }
}
