//! The checker on whole interfaces: verdicts, definitions, services, compatibility reports.

use candid::types::subtype::format_report;
use candid_differential::convert::to_ours;
use candid_differential::corpus::files;
use candid_differential::known::Differences;
use candid_differential::random::Random;
use candid_differential::words::on_one_line;
use candid_incumbent::types::subtype::Incompatibility;
use candid_parser::typing::check_file;
use candid_parser::utils::{self as ours, CandidSource as Ours};
use candid_parser_incumbent::typing::check_file as their_check_file;
use candid_parser_incumbent::utils::{self as theirs, CandidSource as Theirs};
use std::path::Path;

/// Real interfaces: the same definitions, service, plain trees and metadata.
#[test]
fn interfaces() {
    let Some(files) = files("did", "did") else {
        return;
    };
    let mut differences = Differences::new("check_interfaces");
    for file in files {
        for what in compare_file(&file) {
            differences.add(&name(&file), &what);
        }
    }
    differences.check();
}

/// Real files that the incumbent refuses.
#[test]
fn rejected_interfaces() {
    let Some(files) = files("did_rejected", "did") else {
        return;
    };
    let mut differences = Differences::new("check_rejected");
    for file in files {
        for what in compare_file(&file) {
            differences.add(&name(&file), &what);
        }
    }
    differences.check();
}

/// The cases of the checker's own tests.
#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../candid_parser/tests/check");
    let mut differences = Differences::new("check");
    for entry in folder.read_dir().expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        let file = match path.is_dir() {
            true => path.join("main.did"),
            false => path.clone(),
        };
        if file.extension().is_some_and(|ext| ext == "did") {
            for what in compare_file(&file) {
                differences.add(&name(&path), &what);
            }
        }
    }
    differences.check();
}

fn name(path: &Path) -> String {
    let stem = path.file_stem().expect("a name");
    stem.to_string_lossy().into_owned()
}

/// Returns what differs about a file.
fn compare_file(file: &Path) -> Vec<String> {
    let (ours, theirs) = (check_file(file), their_check_file(file));
    let ((env, actor, prog), (their_env, their_actor, their_prog)) = match (ours, theirs) {
        (Err(_), Err(_)) => return Vec::new(),
        (Ok(_), Err(error)) => return vec![format!("accepted, theirs: {error}")],
        (Err(error), Ok(_)) => return vec![format!("refused: {error}")],
        (Ok(ours), Ok(theirs)) => (ours, theirs),
    };
    let rows = [
        (
            "definitions",
            format!("{:?}", env.0),
            format!("{:?}", to_ours::env(&their_env).0),
        ),
        (
            "printed definitions",
            env.to_string(),
            their_env.to_string(),
        ),
        (
            "service",
            format!("{actor:?}"),
            format!("{:?}", their_actor.as_ref().map(to_ours::ty)),
        ),
        (
            "plain trees",
            format!("{:?}", prog.decs()),
            format!("{:?}", their_prog.decs()),
        ),
        (
            "merged service",
            format!("{:?}", prog.resolve_actor().expect("it has been checked")),
            format!(
                "{:?}",
                their_prog.resolve_actor().expect("it has been checked")
            ),
        ),
        (
            "metadata",
            format!("{:?}", ours::get_metadata(&env, &actor)),
            format!("{:?}", theirs::get_metadata(&their_env, &their_actor)),
        ),
    ];
    rows.iter()
        .filter_map(|(what, ours, theirs)| first_difference(what, ours, theirs))
        .collect()
}

/// Returns where two texts differ first.
fn first_difference(what: &str, ours: &str, theirs: &str) -> Option<String> {
    if ours == theirs {
        return None;
    }
    let same = ours.chars().zip(theirs.chars()).take_while(|(a, b)| a == b);
    let start = same.count().saturating_sub(20);
    let excerpt = |text: &str| text.chars().skip(start).take(60).collect::<String>();
    Some(format!(
        "another {what}: {}, theirs {}",
        excerpt(ours),
        excerpt(theirs)
    ))
}

/// Interfaces against versions of themselves in which a word has changed: the same verdicts and reports.
#[test]
fn compatibility() {
    let Some(files) = files("did", "did") else {
        return;
    };
    let mut differences = Differences::new("check_compatibility");
    let (mut n_files, mut n_compared) = (0, 0);
    for (seed, file) in (0..).zip(files) {
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        // The reports of what a text imports would be about nothing.
        if text.contains("import ") {
            continue;
        }
        let mut random = Random::new(seed);
        n_files += 1;
        for _ in 0..4 {
            let changed = change(&mut random, &text);
            for (new, old) in [(&text, &changed), (&changed, &text)] {
                let Some(found) = compare_versions(new, old) else {
                    continue;
                };
                n_compared += 1;
                for what in found {
                    let id = match what.contains(ABOVE) {
                        true => "any".to_string(),
                        false => name(&file),
                    };
                    differences.add_example(&id, &what, &changed);
                }
            }
        }
    }
    differences.check();
    assert!(n_compared > 4 * n_files, "{n_compared} in {n_files} files");
}

/// Replaces one to three types or annotations by others.
fn change(random: &mut Random, text: &str) -> String {
    const WORDS: [&str; 16] = [
        "nat",
        "nat8",
        "nat64",
        "int",
        "int32",
        "float64",
        "bool",
        "text",
        "null",
        "reserved",
        "empty",
        "principal",
        "blob",
        "query",
        "opt",
        "vec",
    ];
    let mut text = text.to_string();
    for _ in 0..=random.below(3) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '"';
        let words: Vec<(usize, &str)> = WORDS
            .iter()
            .flat_map(|word| text.match_indices(word))
            .filter(|(at, word)| {
                let before = text[..*at].chars().next_back();
                let after = text[at + word.len()..].chars().next();
                !before.is_some_and(is_word) && !after.is_some_and(is_word)
            })
            .collect();
        if words.is_empty() {
            break;
        }
        let (at, word) = *random.pick(&words);
        let replacement = match word {
            "query" => "",
            "opt" | "vec" => *random.pick(&["opt", "vec", ""]),
            _ => *random.pick(&WORDS[..13]),
        };
        text = format!("{}{replacement}{}", &text[..at], &text[at + word.len()..]);
    }
    text
}

/// What a report says of that of which it has said more further up.
const ABOVE: &str = "(see above)";

/// Returns what differs in what is said of two versions: of what is the same kind everywhere, where is none. There is
/// nothing to compare if both refuse one, as when names have changed, or if it has no service.
fn compare_versions(new: &str, old: &str) -> Option<Vec<String>> {
    for text in [new, old] {
        let ours = Ours::Text(text).load().map(|(_, actor)| actor.is_some());
        let theirs = Theirs::Text(text).load().map(|(_, actor)| actor.is_some());
        match (ours, theirs) {
            (Ok(true), Ok(true)) => {}
            (Ok(false), Ok(false)) | (Err(_), Err(_)) => return None,
            (Ok(_), Ok(_)) => return Some(vec!["a service is not found by both".to_string()]),
            (Ok(_), Err(_)) => {
                return Some(vec!["a version is accepted, theirs: refused".to_string()])
            }
            (Err(_), Ok(_)) => return Some(vec!["a version is refused".to_string()]),
        }
    }
    let (our_new, our_old) = (Ours::Text(new), Ours::Text(old));
    let their_new = || Theirs::Text(new);
    let their_old = || Theirs::Text(old);
    let ours = ours::service_compatibility_report(our_new, our_old).map(|r| format_report(&r));
    let theirs = theirs::service_compatibility_report(their_new(), their_old()).map(|report| {
        let report: Vec<_> = report.into_iter().map(in_our_words).collect();
        candid_incumbent::types::subtype::format_report(&report)
    });
    let mut differences = match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => compare_reports(&ours, &theirs),
        (Err(_), Err(_)) => Vec::new(),
        (ours, theirs) => panic!("services are compared by one only: {ours:?}, {theirs:?}"),
    };
    let verdict = |is_ok: bool| if is_ok { "yes" } else { "no" };
    let verdicts = [
        (
            "verdict",
            ours::service_compatible(our_new, our_old).is_ok(),
            theirs::service_compatible(their_new(), their_old()).is_ok(),
        ),
        (
            "verdict on equality",
            ours::service_equal(our_new, our_old).is_ok(),
            theirs::service_equal(their_new(), their_old()).is_ok(),
        ),
    ];
    let verdicts = verdicts
        .into_iter()
        .filter_map(|(what, ours, theirs)| first_difference(what, verdict(ours), verdict(theirs)));
    differences.extend(verdicts);
    Some(differences)
}

/// Compares method by method: what one of them says may be the end of it here, because it has been said.
fn compare_reports(ours: &str, theirs: &str) -> Vec<String> {
    let (our_methods, their_methods) = (methods(ours), methods(theirs));
    if our_methods.len() != their_methods.len() {
        let (ours, theirs) = (on_one_line(ours), on_one_line(theirs));
        return Vec::from_iter(first_difference("report", &ours, &theirs));
    }
    let mut differences = Vec::new();
    for (ours, theirs) in our_methods.into_iter().zip(their_methods) {
        let name = |text: &str| text.lines().next().map(str::to_string);
        if ours.contains(ABOVE) && name(&ours) == name(&theirs) {
            differences.push(format!("a report has {ABOVE}"));
        } else {
            let (ours, theirs) = (on_one_line(&ours), on_one_line(&theirs));
            differences.extend(first_difference("report", &ours, &theirs));
        }
    }
    differences
}

/// Returns a reason of candid 0.10.39 in the words of ours, in which arguments and results are counted from 1, lists are named
/// by their members, and variants have cases.
fn in_our_words(theirs: Incompatibility) -> Incompatibility {
    let mut path = Vec::new();
    let mut list = None;
    for step in theirs.path {
        let member = list.take();
        match &*step {
            "input type" => path.push("argument 1".to_string()),
            "return type" => path.push("result 1".to_string()),
            _ if step.starts_with("input types") => list = Some("argument"),
            _ if step.starts_with("return types") => list = Some("result"),
            _ => path.push(match member {
                Some(word) => with_position(&step, word),
                None => step.replace("variant field ", "variant case "),
            }),
        }
    }
    let message = match list {
        Some(word) => with_position(&theirs.message, word),
        None => theirs.message,
    };
    let message = message
        .replace("variant field ", "variant case ")
        .replace("new variant has field ", "new variant has case ");
    Incompatibility { path, message }
}

/// Replaces the field that stands for a member of a list: `record field 0`, `requires field 0`, `required field 0`.
fn with_position(text: &str, word: &str) -> String {
    for (before, kept) in [
        ("record field ", ""),
        (" requires field ", " requires "),
        (" required field ", " required "),
    ] {
        let Some((start, rest)) = text.split_once(before) else {
            continue;
        };
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let (digits, rest) = rest.split_at(end);
        if let Ok(position) = digits.parse::<usize>() {
            return format!("{start}{kept}{word} {}{rest}", position + 1);
        }
    }
    text.to_string()
}

/// Splits a report before each line that is not indented.
fn methods(report: &str) -> Vec<String> {
    let mut methods: Vec<String> = Vec::new();
    for line in report.lines() {
        match methods.last_mut() {
            Some(method) if line.starts_with(' ') => *method += &format!("\n{line}"),
            _ => methods.push(line.to_string()),
        }
    }
    methods
}
