//! A file for each interface in a folder: in another folder, at the same path.

use crate::code;
use crate::config::Configs;
use crate::failure::{Failure, Result};
use crate::files;
use crate::input;
use crate::output::{exit_code, Output};
use crate::paths::shown;
use crate::progress::Progress;
use crate::reads;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Writes a file with this extension for each interface in a folder; nothing for one without a text, which lacks a service. What is
/// wrong with one is reported, and does not keep the others from being written. Returns `None` if the input is not a folder.
pub(crate) fn each(
    input: &Path,
    output: Option<&PathBuf>,
    extension: &str,
    out: &mut Output,
    text: impl FnMut(&Path) -> Result<Option<String>>,
) -> Option<Result<ExitCode>> {
    is_folder(input).then(|| write_each(input, output, extension, out, text))
}

/// Returns whether an input is a folder.
pub(crate) fn is_folder(input: &Path) -> bool {
    !input::is_stdin(input) && input.is_dir()
}

fn write_each(
    input: &Path,
    output: Option<&PathBuf>,
    extension: &str,
    out: &mut Output,
    mut text: impl FnMut(&Path) -> Result<Option<String>>,
) -> Result<ExitCode> {
    let Some(output) = output.filter(|path| path.as_os_str() != "-") else {
        let name = shown(input);
        let text = format_args!("{name} is a folder: -o FOLDER says where its files are written");
        return Err(Failure::usage(text));
    };
    let files = files::interfaces(&[input.to_path_buf()], &mut Configs::new(None)?)?;
    let mut pairs = Vec::with_capacity(files.len());
    // Names that differ only in case are one file on macOS and Windows.
    let mut known: HashMap<String, &Path> = HashMap::new();
    for file in &files {
        let relative = file.strip_prefix(input).unwrap_or(file);
        let path = output.join(relative.with_extension(extension));
        let name = path.to_string_lossy().to_lowercase();
        if let Some(other) = known.insert(name, file) {
            let text = format_args!("{} is also that of {}", shown(&path), shown(other));
            return Err(Failure::file(file, text).with_code(code::OUTPUT_CONFLICT));
        }
        pairs.push((file, path));
    }
    reads::plan(&files);
    let mut progress = Progress::new(pairs.len());
    let (mut is_fine, mut is_empty) = (true, true);
    for (file, path) in pairs {
        progress.begin(file);
        let written = text(file).and_then(|text| match text {
            Some(text) => {
                is_empty = false;
                write(&path, &text, out)
            }
            None => Ok(()),
        });
        if let Err(failure) = written {
            progress.pause();
            out.send_to(None);
            let _ = out.report(failure);
            is_fine = false;
        }
    }
    out.send_to(None);
    if is_fine && is_empty {
        let name = shown(input);
        out.note(format!(
            "note: nothing is written: no interface in {name} has a service\n"
        ));
    }
    Ok(exit_code(is_fine))
}

fn write(path: &Path, text: &str, out: &mut Output) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, error))?;
    }
    out.send_to(Some(&path.to_path_buf()));
    out.write(text)?;
    out.complete()
}
