//! Errors of values in a configuration, in its words rather than those of the types that they are read as.

use crate::suggest::did_you_mean;

/// Returns a message of `serde` about the value of a key.
pub(super) fn in_words(key: &str, message: &str) -> String {
    let message = message.lines().next().unwrap_or_default();
    let mut words = message.split('`').skip(1).step_by(2);
    if let (true, Some(value)) = (message.starts_with("unknown variant "), words.next()) {
        let known: Vec<&str> = words.collect();
        let hint = match did_you_mean(value, known.iter().copied()) {
            Some(meant) => format!("did you mean {meant:?}?"),
            None => format!("the values are: {}", known.join(", ")),
        };
        return format!("unknown value of {key}: {value:?}, {hint}");
    }
    let found = ["invalid type: ", "invalid value: "]
        .iter()
        .find_map(|start| message.strip_prefix(start));
    let Some((found, expected)) = found.and_then(|rest| rest.split_once(", expected ")) else {
        return format!("invalid {key}: {message}");
    };
    let expected = match expected {
        "a sequence" => "a list",
        "a string" | "string only" => "a text in quotes",
        "usize" | "u32" => "a whole number from 0 on",
        "isize" => "a whole number",
        "a boolean" => "true or false",
        other => other,
    };
    format!("invalid {key}: expected {expected}, found {}", shown(found))
}

/// Returns what was found, in words of TOML.
fn shown(found: &str) -> String {
    match found {
        "map" => return "a table".to_string(),
        "sequence" => return "a list".to_string(),
        "unit variant" => return "another value".to_string(),
        _ => {}
    }
    match found.split_once(' ') {
        Some(("integer" | "boolean", value)) => value.trim_matches('`').to_string(),
        Some(("floating", value)) => value
            .trim_start_matches("point ")
            .trim_matches('`')
            .to_string(),
        Some(("string", text)) => text.to_string(),
        _ => found.to_string(),
    }
}
