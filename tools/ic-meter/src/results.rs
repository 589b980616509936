//! The results file, `canbench_results.yml`, as canbench 0.2 to 0.7 writes and reads it.
//!
//! It is YAML, but always of one shape, so its lines are parsed and printed directly; the output is byte for byte what
//! canbench would write.

use crate::error::{Error, Result};
use crate::file;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// The version in the written files: canbench rejects those of a newer version than its own.
const VERSION: &str = "0.2.0";
/// The first version whose files may have another format.
const NEXT: [u32; 2] = [0, 8];

/// The measurements of one benchmark, or of one scope in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measurement {
    /// The number of times the scope was entered.
    pub calls: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// Pages added to the heap.
    pub heap_increase: u64,
    /// Pages added to stable memory.
    pub stable_memory_increase: u64,
}

/// One benchmark: its total, and its scopes by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bench {
    /// The total.
    pub total: Measurement,
    /// The scopes, in the order of their names.
    pub scopes: BTreeMap<String, Measurement>,
}

/// Benchmarks by name.
pub type Results = BTreeMap<String, Bench>;

impl Measurement {
    /// Returns the fields in the order of the file, with their names there.
    #[must_use]
    pub fn fields(&self) -> [(&'static str, u64); 4] {
        [
            ("calls", self.calls),
            ("instructions", self.instructions),
            ("heap_increase", self.heap_increase),
            ("stable_memory_increase", self.stable_memory_increase),
        ]
    }

    fn set(&mut self, field: &str, value: u64) -> bool {
        match field {
            "calls" => self.calls = value,
            "instructions" => self.instructions = value,
            "heap_increase" => self.heap_increase = value,
            "stable_memory_increase" => self.stable_memory_increase = value,
            _ => return false,
        }
        true
    }
}

/// Loads a file; one that does not exist has no benchmarks.
///
/// # Errors
///
/// If the file cannot be read, or is not in canbench's format.
pub fn load(path: &Path) -> Result<Results> {
    let text = match file::read_text(path) {
        Err(Error::File { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
            return Ok(Results::new())
        }
        text => text?,
    };
    parse(&text).map_err(|(line, what)| Error::Contents {
        path: path.into(),
        line,
        what,
    })
}

/// Saves a file.
///
/// # Errors
///
/// If the file cannot be written.
pub fn save(path: &Path, results: &Results) -> Result<()> {
    std::fs::write(path, print(results)).map_err(|e| Error::file(path, e))
}

/// Returns the text of a file.
#[must_use]
pub fn print(results: &Results) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail, so the results of `write!` are ignored.
    if results.is_empty() {
        text.push_str("benches: {}\n");
    } else {
        text.push_str("benches:\n");
    }
    for (name, bench) in results {
        let _ = writeln!(text, "  {}:\n    total:", key(name));
        print_measurement(&mut text, 6, &bench.total);
        if bench.scopes.is_empty() {
            text.push_str("    scopes: {}\n");
            continue;
        }
        text.push_str("    scopes:\n");
        for (scope, measurement) in &bench.scopes {
            let _ = writeln!(text, "      {}:", key(scope));
            print_measurement(&mut text, 8, measurement);
        }
    }
    let _ = writeln!(text, "version: {VERSION}");
    text
}

fn print_measurement(text: &mut String, indent: usize, measurement: &Measurement) {
    for (field, value) in measurement.fields() {
        let _ = writeln!(text, "{:indent$}{field}: {value}", "");
    }
}

/// Returns a name as a key: in single quotes if YAML would parse it as something else.
fn key(name: &str) -> String {
    let first_is_plain = name.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let rest_is_plain = name
        .chars()
        .all(|c| c.is_alphanumeric() || "_-. /()+".contains(c));
    let is_word = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        .contains(&&*name.to_lowercase());
    let is_number = name.parse::<f64>().is_ok();
    if first_is_plain && rest_is_plain && !is_word && !is_number && !name.ends_with(' ') {
        return name.into();
    }
    format!("'{}'", name.replace('\'', "''"))
}

type Line<'a> = (usize, String, &'a str);

/// Parses the text of a file.
///
/// # Errors
///
/// The number of the line that is not in canbench's format, and the expected content.
pub fn parse(text: &str) -> std::result::Result<Results, (usize, String)> {
    let mut results = Results::new();
    let (mut bench, mut scope): (Option<String>, Option<String>) = (None, None);
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        let line = line.trim_end();
        if line.trim_start().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let (indent, name, value): Line<'_> =
            split(line).ok_or((number, "expected `name: value`".to_string()))?;
        match (indent, &*name, value) {
            (0, "benches", "" | "{}") => {}
            (0, "version", version) => check_version(version).map_err(|what| (number, what))?,
            (2, _, "") => {
                results.entry(name.clone()).or_default();
                (bench, scope) = (Some(name), None);
            }
            (4, "total", "") => scope = None,
            (4, "scopes", "" | "{}") => {}
            (6, _, "") => {
                let bench = bench.as_ref().and_then(|name| results.get_mut(name));
                bench
                    .ok_or((number, "a scope outside a benchmark".to_string()))?
                    .scopes
                    .entry(name.clone())
                    .or_default();
                scope = Some(name);
            }
            (6 | 8, field, value) => {
                let bench = bench.as_ref().and_then(|name| results.get_mut(name));
                let target = bench.and_then(|bench| match (&scope, indent) {
                    (None, 6) => Some(&mut bench.total),
                    (Some(scope), 8) => bench.scopes.get_mut(scope),
                    _ => None,
                });
                let value = value
                    .parse()
                    .map_err(|_| (number, format!("expected a number, found {value:?}")))?;
                let is_set = target
                    .ok_or((number, "a number outside a benchmark".to_string()))?
                    .set(field, value);
                if !is_set {
                    return Err((number, format!("unknown field {field:?}")));
                }
            }
            _ => return Err((number, format!("unexpected {name:?}"))),
        }
    }
    Ok(results)
}

/// Returns the indentation, the key without its quotes, and the text after the colon.
fn split(line: &str) -> Option<Line<'_>> {
    let rest = line.trim_start();
    let indent = line.len() - rest.len();
    let Some(quote @ ('\'' | '"')) = rest.chars().next() else {
        let (name, value) = match rest.strip_suffix(':') {
            Some(name) => (name, ""),
            None => rest.split_once(": ")?,
        };
        return Some((indent, name.into(), value.trim()));
    };
    let end = rest.rfind(quote).filter(|end| *end > 0)?;
    let value = rest[end + 1..].strip_prefix(':')?;
    let name = match quote {
        '\'' => rest[1..end].replace("''", "'"),
        _ => rest[1..end].replace("\\\"", "\"").replace("\\\\", "\\"),
    };
    Some((indent, name, value.trim()))
}

fn check_version(version: &str) -> std::result::Result<(), String> {
    let parts: Vec<u32> = version
        .trim_matches(['\'', '"'])
        .split('.')
        .filter_map(|part| part.parse().ok())
        .collect();
    if parts.len() != 3 {
        return Err(format!("expected a version, found {version:?}"));
    }
    if parts[..2] >= NEXT[..] {
        return Err(format!(
            "written by canbench {version}, at most 0.7 is supported"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
