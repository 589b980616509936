//! Names, literals and comments in Python.

use crate::bindings::layout::{self, comment_lines};
use crate::keywords::{upper, PYTHON, PYTHON_MEMBERS};

/// Maximum length of a name that is made from the path to a type.
const MAX_NAME: usize = 80;

/// Returns the name of a class or alias: it begins with a letter in upper case, as no function or variable of a module does.
pub(super) fn type_name(name: &str) -> String {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain && name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return shortened(name.to_string());
    }
    let name = upper(name);
    match name.starts_with(|c: char| c.is_ascii_uppercase()) {
        true => shortened(name),
        false => shortened(format!("T{name}")),
    }
}

/// Names are ASCII: any byte is the end of one.
fn shortened(mut name: String) -> String {
    name.truncate(MAX_NAME);
    name
}

/// Returns the name of a field or method. Within a class, two underscores at its start would change it; a number that makes
/// a name unique is put behind one.
pub(super) fn member(name: &str) -> String {
    let mut name = name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "_");
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, '_');
    }
    if name.starts_with("__") || name == "_" {
        name.insert(0, 'x');
    }
    if PYTHON.contains(&name.as_str()) || PYTHON_MEMBERS.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

/// Returns the name of a parameter: names of the module that functions use begin with an underscore.
pub(super) fn param(name: &str) -> String {
    let mut name = member(name);
    if name.starts_with('_') {
        name.insert(0, 'x');
    }
    name
}

/// Returns a text as a literal, in which all that is not printable is escaped.
pub(crate) fn literal(text: &str) -> String {
    // Debug escapes what is not printable.
    layout::literal(text, |c| c.escape_debug().len() == 1)
}

/// Returns the lines of a comment as the literal that documents what is before it, with a prefix for all lines but the first;
/// nothing if there is no text.
pub(crate) fn docstring(lines: &[String], prefix: &str) -> String {
    let lines: Vec<String> = comment_lines(lines)
        .map(|line| {
            let line = line.trim_end().replace('\\', "\\\\");
            line.replace("\"\"\"", "\\\"\\\"\\\"")
        })
        .collect();
    let mut text = String::new();
    for (idx, line) in lines.iter().enumerate() {
        if idx > 0 {
            text.push('\n');
            text.push_str(if line.is_empty() { "" } else { prefix });
        }
        text.push_str(line);
    }
    if text.trim().is_empty() {
        return String::new();
    }
    if lines.len() > 1 {
        return format!("\"\"\"{text}\n{prefix}\"\"\"");
    }
    // Three quotes are escaped already.
    if text.ends_with('"') && !text.ends_with("\\\"\\\"\\\"") {
        text.pop();
        text.push_str("\\\"");
    }
    format!("\"\"\"{text}\"\"\"")
}
