//! Errors of values in `didc.toml`, in its words rather than those of the types that they are read as.

use super::places::{self, Place};
use crate::typing::shown as name;
use candid_parser::utils::did_you_mean;

/// What is meant by words that other programs have for values of a key.
const ELSEWHERE: [(&str, &str); 15] = [
    ("typescript", "ts"),
    ("javascript", "js"),
    ("motoko", "mo"),
    ("rust", "rs"),
    ("golang", "go"),
    ("py", "python"),
    ("candid", "did"),
    ("error", "deny"),
    ("forbid", "deny"),
    ("warning", "warn"),
    ("on", "warn"),
    ("off", "allow"),
    ("ignore", "allow"),
    ("rule", "id"),
    ("lints", "lint"),
];

/// Returns a message of `serde` or `toml` about a place in a text in the words of the file, with a note if there is more to say.
pub(super) fn in_words(message: &str, text: &str, at: usize) -> (String, Option<String>) {
    let Place { table, key, named } = places::at(text, at);
    let place = match (&key, &table) {
        (Some(key), Some(table)) => format!("{key} in {table}: "),
        (Some(name), None) | (None, Some(name)) => format!("{name}: "),
        (None, None) => String::new(),
    };
    let inside = table
        .as_ref()
        .map_or(String::new(), |table| format!(" in {table}"));
    if let Some((key, known)) = unknown(message, "unknown field ") {
        return match named {
            Some(table) => {
                let note = among(key, &known, "tables");
                (format!("unknown table {table}"), Some(note))
            }
            None => {
                let note = among(key, &known, "keys");
                (format!("unknown key {}{inside}", name(key)), Some(note))
            }
        };
    }
    if let Some((value, known)) = unknown(message, "unknown variant ") {
        let message = format!("{place}unknown value {value:?}");
        return (message, Some(among(value, &known, "values")));
    }
    if let Some(key) = quoted(message.strip_prefix("missing field ").unwrap_or_default()) {
        return (format!("the key {key} is missing{inside}"), None);
    }
    if message == "wanted string or table" {
        return (format!("{place}expected a text in quotes"), None);
    }
    let invalid = ["invalid type: ", "invalid value: "]
        .iter()
        .find_map(|prefix| message.strip_prefix(prefix))
        .and_then(|rest| rest.rsplit_once(", expected "));
    let Some((found, expected)) = invalid else {
        return (message.to_string(), None);
    };
    let expected = match expected {
        "a sequence" if key.is_none() && found == "map" => {
            let name = table.unwrap_or_default();
            return (format!("{name} is a list: write [{name}]"), None);
        }
        "a sequence" => "a list",
        "a string" => "a text in quotes",
        "u16" => "a whole number up to 65535",
        struct_name if struct_name.starts_with("struct ") => "a table",
        other => other,
    };
    (
        format!("{place}expected {expected}, found {}", shown(found)),
        None,
    )
}

/// Returns the word in backticks behind a beginning of a message, which may be any text, and those that were expected.
fn unknown<'a>(message: &'a str, start: &str) -> Option<(&'a str, Vec<&'a str>)> {
    let (word, known) = message.strip_prefix(start)?.rsplit_once(", expected ")?;
    let known = known.split('`').skip(1).step_by(2);
    Some((quoted(word)?, known.collect()))
}

/// Returns a text without the backticks around it.
fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('`')?.strip_suffix('`')
}

/// Returns which word was meant, if that is clear, and otherwise all that there are.
fn among(word: &str, known: &[&str], what: &str) -> String {
    let lower = word.to_lowercase();
    let elsewhere = ELSEWHERE
        .iter()
        .find(|(other, meant)| *other == lower && known.contains(meant));
    let meant = elsewhere.map(|(_, meant)| *meant);
    let meant = meant.or_else(|| did_you_mean(&lower, known.iter().copied()));
    let list = match known {
        [only] => format!("the only one is {only}"),
        _ => format!("the {what} are: {}", known.join(", ")),
    };
    match meant {
        Some(meant) => format!("did you mean {meant}? {list}"),
        None => list,
    }
}

/// Returns what was found, in words of TOML.
fn shown(found: &str) -> String {
    match found {
        "map" => return "a table".to_string(),
        "sequence" => return "a list".to_string(),
        _ => {}
    }
    for (word, shown) in [
        ("integer `", "the number "),
        ("floating point `", "the number "),
        ("boolean `", ""),
    ] {
        if let Some(value) = found.strip_prefix(word) {
            return format!("{shown}{}", value.trim_end_matches('`'));
        }
    }
    match found.strip_prefix("string ") {
        Some(text) => format!("the text {text}"),
        None => found.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use crate::failure::Failure;
    use std::path::Path;

    /// Each mistake is said in words of the file, with what is possible.
    #[test]
    fn mistakes() {
        for (text, expected) in [
            ("lint = 5", "lint: expected a table, found the number 5"),
            (
                "[lint]\nlevel = 5",
                "unknown key level in [lint]\ndid you mean levels? the keys are: levels, allow",
            ),
            (
                "[linter]",
                "unknown table [linter]\ndid you mean lint? the tables are: files, lint, breaking, fmt, bind",
            ),
            (
                "[lint.level]\nopt-opt = \"deny\"",
                "unknown table [lint.level]\ndid you mean levels? the tables are: levels, allow",
            ),
            (
                "[lint.levels]\nopt-opt = \"error\"",
                "opt-opt in [lint.levels]: unknown value \"error\"\ndid you mean deny? the values are: allow, warn, deny",
            ),
            (
                "[lint.levels]\nopt-opt = 3",
                "opt-opt in [lint.levels]: expected a text in quotes",
            ),
            (
                "[lint.levels]\nopt-optt = \"deny\"",
                "unknown lint \"opt-optt\", did you mean opt-opt?",
            ),
            (
                "[fmt] # Of all.\nwidth = \"80\"",
                "width in [fmt]: expected a whole number up to 65535, found the text \"80\"",
            ),
            (
                "[fmt]\nwidth = -1",
                "width in [fmt]: expected a whole number up to 65535, found the number -1",
            ),
            (
                "[fmt]\nwidht = 80",
                "unknown key widht in [fmt]\ndid you mean width? the only one is width",
            ),
            (
                "[fmt]\n\"a\\nb`c\" = 1",
                "unknown key \"a\\nb`c\" in [fmt]\nthe only one is width",
            ),
            (
                "[bind]\ninput = \"a\"",
                "[bind] is a list: write [[bind]]",
            ),
            (
                "[[bind]]\ninput = \"a.did\"\noutput = \"b\"",
                "the key target is missing in [[bind]]",
            ),
            (
                "[[bind]]\ninput = \"a.did\"\ntarget = \"TypeScript\"",
                "target in [[bind]]: unknown value \"TypeScript\"\ndid you mean ts? the values are: js, ts, ts-client, \
                 did, mo, python, rs, rs-agent, rs-stub, rs-pocket-ic, go, template",
            ),
            (
                "[[bind]]\ninput = [\"a.did\"]\ntarget = \"ts\"",
                "input in [[bind]]: expected a text in quotes, found a list",
            ),
            (
                "[[bind]]\ninput = \"a.did\"\ntarget = \"ts\"\nouput = \"b\"",
                "unknown key ouput in [[bind]]\ndid you mean output? the keys are: input, target, output, template, \
                 config, methods, header",
            ),
            (
                "[[bind]]\ninput = \"a.did\"\ntarget = \"ts\"\noutput = \"b\"\nheader = 5",
                "expected true, false or a text",
            ),
            (
                "[breaking]\nlevel = [\"sauce\"]",
                "level in [breaking]: unknown value \"sauce\"\ndid you mean source? the values are: wire, source, json",
            ),
            (
                "[files]\nexclude = \"vendor\"",
                "exclude in [files]: expected a list, found the text \"vendor\"",
            ),
            (
                "[breaking]\nallow = \"B001\"",
                "allow in [breaking]: expected a list, found the text \"B001\"",
            ),
            (
                "[lint.allow]\n\"vendor/**\" = \"all\"",
                "\"vendor/**\" in [lint.allow]: expected a list, found the text \"all\"",
            ),
            (
                "[[bind]]\ninput = \"a.did\"\ntarget = \"ts\"\noutput = \"b\"\nheader = \"\"\"\n[x]\n\"\"\"\nouput = \"b\"",
                "unknown key ouput in [[bind]]\ndid you mean output? the keys are: input, target, output, template, \
                 config, methods, header",
            ),
            (
                "fmt = { width = -1 }",
                "width in [fmt]: expected a whole number up to 65535, found the number -1",
            ),
            (
                "[lint]\nlevels = true",
                "levels in [lint]: expected a table, found true",
            ),
        ] {
            let Err(Failure::Findings { findings, .. }) = parse(Path::new("didc.toml"), text) else {
                panic!("{text} is a configuration");
            };
            let [finding] = findings.list.as_slice() else {
                panic!("{text}: {findings}");
            };
            let found: Vec<&str> = [finding.message.as_str()]
                .into_iter()
                .chain(finding.notes.iter().map(String::as_str))
                .collect();
            assert_eq!(found.join("\n"), expected, "{text}");
            assert_eq!(finding.code, Some("E0402"));
        }
    }
}
