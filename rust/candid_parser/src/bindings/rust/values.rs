//! Validation of configuration values for use in Rust source. Invalid ones are rejected, rather than printed into a
//! file that does not compile.

use super::identifier::is_never_identifier;

type Result = std::result::Result<(), String>;

/// Checks a property of a place.
pub(super) fn check_property(property: &str, value: &str) -> Result {
    let expected = match property {
        "name" if !is_identifier(value) => "a Rust identifier",
        "visibility" if !is_visibility(value) => {
            "pub, pub(crate), pub(super), pub(in a::path) or nothing"
        }
        "use_type" if value.trim().is_empty() => "a Rust type",
        "use_type" | "attributes" if !is_balanced(value) => "text with balanced brackets",
        _ => return Ok(()),
    };
    invalid(property, expected, value)
}

/// Checks a variable of the built-in templates.
pub(super) fn check_variable(variable: &str, value: &str) -> Result {
    let expected = match variable {
        "wait" if !["bounded_wait", "unbounded_wait"].contains(&value) => {
            "unbounded_wait or bounded_wait"
        }
        "service_name" if !is_identifier(value) => "a Rust identifier",
        "candid_crate" if !is_path(value) => "a Rust path",
        _ => return Ok(()),
    };
    invalid(variable, expected, value)
}

fn invalid(key: &str, expected: &str, value: &str) -> Result {
    let message = format!("invalid {key}: expected {expected}, found {value:?}");
    Err(message)
}

/// Returns whether a text is an identifier; keywords are too, because they are printed with `r#`.
fn is_identifier(text: &str) -> bool {
    let word = text.strip_prefix("r#").unwrap_or(text);
    let mut chars = word.chars();
    let is_start = |c: char| c.is_alphabetic() || c == '_';
    chars.next().is_some_and(is_start)
        && chars.all(|c| c.is_alphanumeric() || c == '_')
        && !is_never_identifier(word)
}

fn is_path(text: &str) -> bool {
    let path = text.strip_prefix("::").unwrap_or(text);
    let is_relative = |word: &str| ["crate", "self", "super"].contains(&word);
    path.split("::")
        .all(|word| is_identifier(word) || is_relative(word))
}

fn is_visibility(text: &str) -> bool {
    let text = text.trim();
    let Some(rest) = text.strip_prefix("pub") else {
        return text.is_empty();
    };
    let place = rest.trim_start().strip_prefix('(');
    match place.and_then(|place| place.strip_suffix(')')) {
        None => rest.is_empty(),
        Some(place) => match place.trim().strip_prefix("in ") {
            Some(path) => is_path(path.trim()),
            None => ["crate", "self", "super"].contains(&place.trim()),
        },
    }
}

/// Returns whether brackets are properly nested. Those in string literals are ignored.
fn is_balanced(text: &str) -> bool {
    let mut open = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(c) => return false,
            '"' => loop {
                match chars.next() {
                    None => return false,
                    Some('"') => break,
                    // An escaped character does not end the literal.
                    Some('\\') => drop(chars.next()),
                    Some(_) => {}
                }
            },
            _ => {}
        }
    }
    open.is_empty()
}
