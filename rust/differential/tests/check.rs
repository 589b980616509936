//! The checker on whole interfaces: verdicts, definitions, services, compatibility reports.

use candid::types::subtype::{equal, format_report, subtype_with_config, Gamma, OptReport};
use candid::types::TypeEnv;
use candid_differential::convert::to_ours;
use candid_differential::corpus::{data, files};
use candid_differential::known::Differences;
use candid_differential::random::Random;
use candid_parser::syntax::{IDLProg, IDLTypes};
use candid_parser::typing::{ast_to_type, check_file, check_prog};
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
        if let Some(what) = compare_file(&file) {
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
        if let Some(what) = compare_file(&file) {
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
            if let Some(what) = compare_file(&file) {
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
fn compare_file(file: &Path) -> Option<String> {
    let (ours, theirs) = (check_file(file), their_check_file(file));
    let ((env, actor, prog), (their_env, their_actor, their_prog)) = match (ours, theirs) {
        (Err(_), Err(_)) => return None,
        (Ok(_), Err(error)) => return Some(format!("accepted, theirs: {error}")),
        (Err(error), Ok(_)) => return Some(format!("refused: {error}")),
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
        .find_map(|(what, ours, theirs)| first_difference(what, ours, theirs))
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
    for (seed, file) in (0..).zip(files) {
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        // The reports of what a text imports would be about nothing.
        if text.contains("import ") {
            continue;
        }
        let mut random = Random::new(seed);
        for _ in 0..4 {
            let changed = change(&mut random, &text);
            for (new, old) in [(&text, &changed), (&changed, &text)] {
                if let Some(what) = compare_versions(new, old) {
                    differences.add_example(&name(&file), &what, &changed);
                }
            }
        }
    }
    differences.check();
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

fn compare_versions(new: &str, old: &str) -> Option<String> {
    let said = |result: Result<String, String>| match result {
        Ok(text) => text,
        Err(error) => format!("error: {}", error.lines().next().unwrap_or_default()),
    };
    let verdict = |is_ok: bool| if is_ok { "yes" } else { "no" }.to_string();
    let (our_new, our_old) = (Ours::Text(new), Ours::Text(old));
    let their_new = || Theirs::Text(new);
    let their_old = || Theirs::Text(old);
    // Names may have changed too; then the text may be refused, and there is nothing to compare.
    let ours =
        [our_new, our_old].map(|source| source.load().is_ok_and(|(_, actor)| actor.is_some()));
    let theirs = [new, old].map(|text| Theirs::Text(text).load().is_ok());
    if ours.contains(&false) || theirs.contains(&false) {
        return None;
    }
    let ours = ours::service_compatibility_report(our_new, our_old).map(|r| format_report(&r));
    let theirs = theirs::service_compatibility_report(their_new(), their_old())
        .map(|report| candid_incumbent::types::subtype::format_report(&report));
    // What is explained further up is not explained again here; then there is nothing to compare line by line.
    let is_shortened = ours
        .as_ref()
        .is_ok_and(|report| report.contains("(see above)"));
    let (ours, theirs) = match (ours, theirs) {
        (Ok(_), Ok(theirs)) if is_shortened && !theirs.is_empty() => {
            (Ok(theirs.clone()), Ok(theirs))
        }
        (ours, theirs) => (ours, theirs),
    };
    let rows = [
        (
            "report",
            one_line(&said(ours.map_err(|e| e.to_string()))),
            one_line(&said(theirs.map_err(|e| e.to_string()))),
        ),
        (
            "verdict",
            verdict(ours::service_compatible(our_new, our_old).is_ok()),
            verdict(theirs::service_compatible(their_new(), their_old()).is_ok()),
        ),
        (
            "verdict on equality",
            verdict(ours::service_equal(our_new, our_old).is_ok()),
            verdict(theirs::service_equal(their_new(), their_old()).is_ok()),
        ),
    ];
    rows.iter()
        .find_map(|(what, ours, theirs)| first_difference(what, ours, theirs))
}

/// Types in messages have line breaks there and none here.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace("; }", " }")
}

/// Random pairs of types, parsed and checked here: the recorded verdicts.
#[test]
fn pairs_of_types() {
    let Some(lines) = data("subtype.jsonl") else {
        return;
    };
    let mut differences = Differences::new("check_subtype");
    for line in lines {
        let prog: IDLProg = line.text("env").parse().expect("definitions");
        let mut env = TypeEnv::new();
        check_prog(&mut env, &prog).expect("correct definitions");
        let ty = |key| {
            let types: IDLTypes = format!("({})", line.text(key)).parse().expect("a type");
            ast_to_type(&env, &types.args[0].typ).expect("a correct type")
        };
        let (t1, t2) = (ty("t1"), ty("t2"));
        let subtype =
            |report| subtype_with_config(report, &mut Gamma::new(), &env, &t1, &t2).is_ok();
        let recorded = |key| line.get(key).map(|verdict| verdict == "ok");
        let rows = [
            ("subtype", subtype(OptReport::Silence), recorded("official")),
            ("strict", subtype(OptReport::Error), recorded("strict")),
            (
                "equal",
                equal(&mut Gamma::new(), &env, &t1, &t2).is_ok(),
                line.get_bool("equal"),
            ),
        ];
        for (what, ours, theirs) in rows {
            if theirs.is_some_and(|theirs| theirs != ours) {
                differences.add(&line.id, &format!("{what}: {ours}"));
            }
        }
    }
    differences.check();
}
