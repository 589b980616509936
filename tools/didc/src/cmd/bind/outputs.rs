//! The files that `[[bind]]` writes: each once, and none that is read.

use super::configured::{folder, Binding};

use crate::code;
use crate::config::{BindSection, ConfigFile, Glob};
use crate::failure::{Failure, Result};
use crate::files;
use crate::paths::{identity, shown};
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The files to write.
pub(super) struct Outputs<'a> {
    file: &'a ConfigFile,
    bindings: HashMap<PathBuf, &'a Binding<'a>>,
}

impl<'a> Outputs<'a> {
    /// Checks that each file is written once, and is no file that an entry names. Nothing has been read but the
    /// configuration.
    pub(super) fn of(file: &'a ConfigFile, bindings: &'a [Binding<'a>]) -> Result<Self> {
        let mut outputs = Outputs {
            file,
            bindings: HashMap::new(),
        };
        let mut folded = HashMap::new();
        for binding in bindings {
            let path = identity(&binding.output);
            let name = path.to_string_lossy().to_lowercase();
            let same = outputs.bindings.insert(path, binding);
            let alike = folded.insert(name, binding);
            let (other, text) = match (same, alike) {
                (Some(other), _) => {
                    let (one, two) = (shown(&other.input), shown(&binding.input));
                    (other, format!("more than one output, of {one} and {two}"))
                }
                (None, Some(other)) => {
                    let other_name = shown(&other.output);
                    let text = format!(
                        "the same file as {other_name} where names that differ only in case are one, as on macOS and Windows"
                    );
                    (other, text)
                }
                (None, None) => continue,
            };
            let is_other = other.entry != binding.entry;
            let also = is_other.then(|| ("the other one", other.section.output.span()));
            return Err(outputs.conflict(binding, &text, also));
        }
        if let Some(binding) = outputs.get(&file.path) {
            let text = "an output and the configuration itself";
            return Err(outputs.conflict(binding, text, None));
        }
        outputs.check_patterns()?;
        for binding in bindings {
            let at = binding.section.input.span();
            outputs.check(&binding.input, "an input", at)?;
        }
        let folder = folder(file);
        for entry in &file.config.bind {
            let section = entry.get_ref();
            for (path, role) in [
                (&section.template, "a template"),
                (&section.config, "a config"),
            ] {
                if let Some(path) = path {
                    outputs.check(&folder.join(path.get_ref()), role, path.span())?;
                }
            }
        }
        Ok(outputs)
    }

    /// Checks that a file that was read for an entry is not to be written.
    pub(super) fn check_source(&self, path: &Path, reader: &Binding<'_>) -> Result<()> {
        let Some(binding) = self.get(path) else {
            return Ok(());
        };
        let text = format!("an output, and [[bind]] {} reads it", reader.entry + 1);
        let also = ("for this", reader.section.input.span());
        Err(self.conflict(binding, &text, Some(also)))
    }

    /// Checks that a file that an entry names is not to be written.
    fn check(&self, path: &Path, role: &str, at: Range<usize>) -> Result<()> {
        let Some(binding) = self.get(path) else {
            return Ok(());
        };
        let text = format!("an output and {role}");
        Err(self.conflict(binding, &text, Some((role, at))))
    }

    /// Checks that no file becomes an input when it is there.
    fn check_patterns(&self) -> Result<()> {
        let bindings = self.bindings.iter();
        let named =
            bindings.filter_map(|(path, binding)| Some((name_of_input(self.file, path)?, binding)));
        let mut names: Vec<_> = named.collect();
        names.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        for (at, section) in self.file.config.bind.iter().enumerate() {
            let section = section.get_ref();
            if !section.is_pattern() || names.is_empty() {
                continue;
            }
            let pattern = pattern(self.file, at, section)?;
            let found = names.iter().find(|(name, _)| pattern.matches(name));
            if let Some((_, binding)) = found {
                let text = "an output, and would be an input the next time";
                let also = ("matches it", section.input.span());
                return Err(self.conflict(binding, text, Some(also)));
            }
        }
        Ok(())
    }

    pub(super) fn get(&self, path: &Path) -> Option<&'a Binding<'a>> {
        self.bindings.get(&identity(path)).copied()
    }

    fn conflict(
        &self,
        binding: &Binding<'_>,
        text: &str,
        also: Option<(&str, Range<usize>)>,
    ) -> Failure {
        let (number, output) = (binding.entry + 1, shown(&binding.output));
        let message = format!("[[bind]] {number}: {output} is {text}");
        let place = binding.section.output.span();
        self.file
            .failure(code::OUTPUT_CONFLICT, message, place, also)
    }
}

/// Returns the pattern of the inputs of an entry.
pub(super) fn pattern(file: &ConfigFile, entry: usize, section: &BindSection) -> Result<Glob> {
    Glob::parse(section.input.get_ref()).map_err(|error| {
        let text = format!("[[bind]] {}: {error}", entry + 1);
        file.failure(code::INVALID_SETTING, text, section.input.span(), None)
    })
}

/// Returns what patterns of inputs see of a path without links: nothing if it is none of an interface.
fn name_of_input(file: &ConfigFile, path: &Path) -> Option<String> {
    let path = path.strip_prefix(&file.folder).ok()?;
    let names: Vec<_> = path.iter().collect();
    let (name, folders) = names.split_last()?;
    let is_input = files::is_interface(&name.to_string_lossy())
        && !folders.iter().any(|folder| files::is_left_out(folder));
    let names = names.iter().map(|name| name.to_string_lossy());
    is_input.then(|| names.collect::<Vec<_>>().join("/"))
}
