//! Values in text: which are read, with and without types, and as what.

use candid::IDLArgs;
use candid_differential::convert::to_ours;
use candid_differential::corpus::{data, parse_types, Interfaces};
use candid_differential::known::Differences;
use candid_differential::random::{Cases, Random};
use candid_differential::sides::{innermost, kind, with_deep_stack, without_place, Wanted};
use candid_differential::words;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Texts without types, and with those behind the `@`.
const TEXTS: &str = include_str!("text_values.txt");

#[test]
fn texts_by_hand() {
    let mut differences = Differences::new("text_values");
    for line in TEXTS.lines().filter(|line| !line.starts_with('#')) {
        let (text, types) = match line.split_once(" @ ") {
            Some((text, types)) => (text, Some(types)),
            None => (line, None),
        };
        let wanted = types.map(|types| {
            let env = candid_incumbent::TypeEnv::new();
            let types = parse_types(&env, types);
            Wanted::from_theirs(env, types)
        });
        if let Some(what) = compare(text, wanted.as_ref()) {
            differences.add(line, &what);
        }
    }
    differences.check();
}

/// The recorded texts with a few words changed: each kind of difference is listed, not each text.
#[test]
fn changed_texts() {
    with_deep_stack(|| {
        let Some(lines) = data("vectors") else {
            return;
        };
        let cases = Cases::asked();
        let mut differences = Differences::new("text_values_changed").with_rare(cases.length);
        let mut interfaces = Interfaces::default();
        let mut random = Random::new(11);
        let texts: Vec<&str> = lines.iter().filter_map(|line| line.get("text")).collect();
        for _ in 0..cases.of(6_000) {
            let line = random.pick(&lines);
            let text = line.text("text");
            // Long ones say no more than short ones.
            if text.len() > 2_000 {
                continue;
            }
            let other = *random.pick(&texts);
            let changed = change(&mut random, text, other);
            let wanted = interfaces.wanted(line);
            for wanted in [None, Some(&wanted)] {
                if let Some(what) = compare(&changed, wanted) {
                    differences.add_example("a text", &what, &changed);
                }
            }
        }
        differences.check();
    });
}

/// Returns what is different, if anything is.
fn compare(text: &str, wanted: Option<&Wanted>) -> Option<String> {
    let (ours, theirs) = (ours(text, wanted), theirs(text, wanted));
    match (ours, theirs) {
        (Err(_), Err(_)) => None,
        (Ok(_), Err(error)) => {
            let error = error.trim_start_matches("Candid parser error: ");
            Some(format!("accepted, theirs: {}", what_they_say(error)))
        }
        (Err(error), Ok(_)) => Some(format!("refused: {}", what_it_says(&error))),
        (Ok(ours), Ok((theirs, their_bytes))) => {
            if format!("{ours:?}") != format!("{theirs:?}") {
                return Some("another value".to_string());
            }
            compare_bytes(ours.to_bytes(), their_bytes)
        }
    }
}

/// Returns how the messages of the same values differ, whose types are what the values say.
fn compare_bytes(ours: candid::Result<Vec<u8>>, theirs: Result<Vec<u8>, String>) -> Option<String> {
    match (ours, theirs) {
        (Err(_), Err(_)) => None,
        (Ok(ours), Ok(theirs)) => {
            (ours != theirs).then(|| format!("other bytes, {}", decoded(&theirs)))
        }
        (Ok(_), Err(error)) => Some(format!("bytes, theirs: {}", kind(&error))),
        (Err(_), Ok(theirs)) => Some(format!("no bytes, {}", decoded(&theirs))),
    }
}

/// What the incumbent makes of a message of its own.
fn decoded(bytes: &[u8]) -> &'static str {
    match candid_incumbent::IDLArgs::from_bytes(bytes) {
        Ok(_) => "theirs decode",
        Err(_) => "theirs do not decode",
    }
}

fn ours(text: &str, wanted: Option<&Wanted>) -> Result<IDLArgs, String> {
    let args = candid_parser::parse_idl_args(text).map_err(|error| error.to_string())?;
    match wanted {
        None => Ok(args),
        Some(wanted) => args
            .annotate_types(true, &wanted.env, &wanted.types)
            .map_err(|error| error.to_string()),
    }
}

/// The values, and their message.
#[allow(clippy::type_complexity, reason = "two results, one in the other")]
fn theirs(
    text: &str,
    wanted: Option<&Wanted>,
) -> Result<(IDLArgs, Result<Vec<u8>, String>), String> {
    let parse = || {
        let args = candid_parser_incumbent::parse_idl_args(text);
        let args = args.map_err(|error| error.to_string())?;
        let args = match wanted {
            None => args,
            Some(wanted) => args
                .annotate_types(true, &wanted.their_env, &wanted.their_types)
                .map_err(|error| innermost(&error))?,
        };
        let bytes = args.to_bytes().map_err(|error| error.to_string());
        let args = args.args.iter().map(to_ours::value).collect();
        Ok((IDLArgs { args }, bytes))
    };
    // Some texts make it panic.
    catch_unwind(AssertUnwindSafe(parse)).unwrap_or_else(|_| Err("panic".to_string()))
}

/// What their error says: of a value at a type that is not its own, what kind of value it is, and the type.
fn what_they_say(error: &str) -> String {
    let mismatch = error.strip_prefix("type mismatch: ");
    if let Some((value, ty)) = mismatch.and_then(|found| found.rsplit_once(" of type ")) {
        let value = match value.chars().find(|c| *c != '-') {
            Some('0'..='9') => "a number",
            Some('"') => "a text",
            _ => value.split(' ').next().unwrap_or_default(),
        };
        let ty = ty.split(' ').next().unwrap_or_default();
        return format!("type mismatch: {value} at {ty}");
    }
    kind(error).trim_end_matches([' ', '-']).to_string()
}

/// What our error says, without the place and the names of this text.
fn what_it_says(error: &str) -> &str {
    let line = error.lines().next().unwrap_or_default();
    let what = line.splitn(3, ':').last().unwrap_or(line).trim();
    let what = without_place(what);
    match kind(what) {
        "" => what,
        words => words,
    }
}

/// Words that texts are made of, and some that they are not.
const WORDS: [&str; 40] = [
    "(",
    ")",
    "{",
    "}",
    ";",
    ",",
    "=",
    ":",
    "opt",
    "vec",
    "record",
    "variant",
    "null",
    "true",
    "blob",
    "principal",
    "func",
    "service",
    "nat",
    "nat8",
    "int",
    "float64",
    "reserved",
    "text",
    "0",
    "1",
    "-1",
    "+5",
    "1_000",
    "0x1F",
    "256",
    "1.5",
    "1e5",
    "\"\"",
    "\"a\"",
    "\"\\00\"",
    "\"\\u{1F600}\"",
    "a",
    "_",
    "\"principal\"",
];

fn change(random: &mut Random, text: &str, other: &str) -> String {
    let mut tokens = words::tokens(text);
    for _ in 0..=random.below(2) {
        let at = random.below(tokens.len());
        match random.below(5) {
            0 => {
                tokens.remove(at);
            }
            1 => tokens.insert(at, *random.pick(&WORDS)),
            2 => tokens[at] = *random.pick(&WORDS),
            3 => {
                let to = random.below(tokens.len());
                tokens.swap(at, to);
            }
            _ => {
                let others = words::tokens(other);
                tokens[at] = others[random.below(others.len())];
            }
        }
        if tokens.is_empty() {
            break;
        }
    }
    tokens.join(" ")
}
