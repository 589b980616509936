//! What the checker says: each `tests/check/*.did`, and `main.did` of each folder there, against the `.expected` beside it.
//!
//! `tests/lint` likewise, with what all lints find. The examples of `docs/lints.md` and `docs/errors.md` are cases, too.
//!
//! `BLESS=1 cargo test -p candid_parser --test check` writes the expected output anew.

// The operating system says why a file cannot be read, and how paths look.
#![cfg(unix)]

use candid_parser::breaking::{self, Affected, Options, Rule};
use candid_parser::check::{self, Checked, Disk, Level, Levels, Lint, LintFinding, Memory};
use candid_parser::diagnostic::{Code, Diagnostics};
use candid_parser::value::TextArgs;
use candid_parser::{Error, TypeEnv};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The lints of `didc check`.
const FIVE: [Lint; 5] = [
    Lint::UnusedType,
    Lint::UnusedImport,
    Lint::Uninhabited,
    Lint::CaseOnly,
    Lint::MissingDocs,
];

#[test]
fn every_case() {
    every_case_in("tests/check", 20, accepted);
}

#[test]
fn every_case_of_lints() {
    every_case_in("tests/lint", 5, linted);
}

fn every_case_in(folder: &str, least: usize, accepted: fn(&Checked) -> String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut wrong = Vec::new();
    let mut n_cases = 0;
    for case in cases(&folder) {
        n_cases += 1;
        let file = if case.is_dir() {
            case.join("main.did")
        } else {
            case.clone()
        };
        let found = said(&file, accepted).replace(&format!("{}/", folder.display()), "");
        let expected = case.with_extension("expected");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &found).expect("the file can be written");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != found {
            wrong.push(format!("{}:\n{found}", case.display()));
        }
    }
    assert!(n_cases > least, "only {n_cases} cases");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn cases(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().expect("the folder can be read");
    let mut cases: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    cases.retain(|case| case.is_dir() || case.extension().is_some_and(|ext| ext == "did"));
    cases.sort();
    cases
}

/// Everything that is said about a file.
fn said(file: &Path, accepted: fn(&Checked) -> String) -> String {
    match check::file(&Disk, file) {
        Ok(checked) => accepted(&checked),
        Err(Error::Parse(findings)) => findings.render(),
        Err(error) => format!("{error}\n"),
    }
}

fn accepted(checked: &Checked) -> String {
    let mut out = checked.env.to_string();
    if let Some(actor) = &checked.actor {
        let _ = writeln!(out, "actor = {actor}");
    }
    let names: Vec<&str> = checked.prog.bindings().map(|def| def.id.as_str()).collect();
    let _ = writeln!(out, "merged: {}", names.join(", "));
    out.push_str(&checked.warnings(&FIVE).render());
    out
}

fn linted(checked: &Checked) -> String {
    Diagnostics {
        list: all_findings(checked)
            .into_iter()
            .map(|finding| finding.diagnostic)
            .collect(),
        sources: checked.sources.clone(),
    }
    .render()
}

fn all_findings(checked: &Checked) -> Vec<LintFinding> {
    let mut levels = Levels::default();
    levels.set_all(Level::Warn);
    checked.lint(&levels)
}

/// A block of code in the page: the words after the fence, and the lines.
struct Block {
    words: Vec<String>,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(words) = line.strip_prefix("```candid") {
            let inner = lines.by_ref().take_while(|line| *line != "```");
            blocks.push(Block {
                words: words.split_whitespace().map(str::to_string).collect(),
                text: inner.map(|line| format!("{line}\n")).collect(),
            });
        }
    }
    blocks
}

/// Each bad example in `docs/lints.md` has one finding, of its lint, and each good one has none, though all lints are on.
#[test]
fn the_page_of_lints() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lints.md");
    let page = std::fs::read_to_string(page).expect("the page can be read");
    let mut sections = page.split("\n### ");
    let check =
        |files: &Memory, block: &Block| check::text(files, Path::new("example.did"), &block.text);
    let mut n_errors = 0;
    let intro = sections.next().expect("there is an introduction");
    for block in blocks(intro) {
        let checked = check(&Memory::default(), &block);
        if block.words == ["error"] {
            n_errors += 1;
            assert!(checked.is_err(), "{}", block.text);
        } else {
            let checked = checked.expect("the example is valid");
            let found = checked.lint(&Levels::default());
            assert!(found.is_empty(), "{}: {found:?}", block.text);
        }
    }
    assert!(n_errors > 1);
    for lint in Lint::ALL {
        let section = sections.next().expect("there is a section for each lint");
        let (id, name, level) = (lint.id(), lint.name(), lint.default_level());
        let level = format!("{level:?}").to_lowercase();
        let start = format!("{id} {name}\n\nDefault level: `{level}`.\n");
        assert!(section.starts_with(&start), "{start}");
        let advice = format!("\nTo fix it: {}.\n", lint.help());
        assert!(
            section.ends_with(advice.trim_end()) || section.ends_with(&advice),
            "{name}"
        );
        let summary = lint.summary();
        let row = format!(
            "\n| [{id}](#{}-{name}) | `{name}` | {level} | {summary} |\n",
            id.to_lowercase()
        );
        assert!(intro.contains(&row), "{row}");
        let mut files = Memory::default();
        let (mut n_bad, mut n_good) = (0, 0);
        for block in blocks(section) {
            let checked = check(&files, &block).expect("the example is valid");
            let found = all_findings(&checked);
            match block.words.as_slice() {
                [kind] if kind == "bad" => {
                    n_bad += 1;
                    let found: Vec<Lint> = found.iter().map(|finding| finding.lint).collect();
                    assert_eq!(found, [lint], "{}", block.text);
                }
                [kind] if kind == "good" => {
                    n_good += 1;
                    assert!(found.is_empty(), "{}: {found:?}", block.text);
                }
                [file] => files.insert(file, block.text),
                _ => panic!("a block of no kind: {}", block.text),
            }
        }
        assert!(n_bad > 0 && n_good > 0, "{name}");
    }
    assert!(sections.next().is_none());
    for id in page.split(|c: char| !c.is_ascii_alphanumeric()) {
        if let Some(digits) = id.strip_prefix('L').filter(|rest| rest.len() == 3) {
            let is_id = digits.bytes().all(|byte| byte.is_ascii_digit());
            assert!(!is_id || id.parse::<Lint>().is_ok(), "{id}");
        }
    }
}

/// Returns the ids of what is wrong with an example in `docs/errors.md`.
///
/// The words after the fence say what it is, other than an interface: `value`, of the types in its first line; `test`, a file of
/// assertions; `latin1`, an interface that is not UTF-8; a number, an interface in which the text is repeated, or the word before
/// `…`.
fn ids(files: &Memory, block: &Block) -> Vec<Option<&'static str>> {
    let text = &block.text;
    let words: Vec<&str> = block.words.iter().skip(1).map(String::as_str).collect();
    let interface = |text: &str| {
        let checked = check::text(files, Path::new("example.did"), text);
        checked.map(|_| Diagnostics::default())
    };
    let found = match words.as_slice() {
        [] => interface(text),
        ["value"] => {
            let first = text.lines().next().expect("a line");
            match first.strip_prefix("// ") {
                None => TextArgs::new(text).to_bytes().map(|(_, found)| found),
                Some(types) => {
                    let env = TypeEnv::new();
                    let types = check::types(&env, "<types>", types).expect("types");
                    let typed = TextArgs::new(text).at_types(&env, &types);
                    typed.map(|typed| typed.warnings)
                }
            }
        }
        ["test"] => candid_parser::test::run(text).map(|cases| {
            assert!(cases.iter().all(|case| case.failure.is_none()), "{text}");
            Diagnostics::default()
        }),
        ["latin1"] => {
            let bytes = text
                .chars()
                .map(|c| u8::try_from(u32::from(c)).expect("Latin-1"));
            let files = Memory::from_iter([("latin1.did", bytes.collect::<Vec<u8>>())]);
            check::file(&files, Path::new("latin1.did")).map(|_| Diagnostics::default())
        }
        ["repeated"] => match text.split_once('…') {
            Some((before, after)) => {
                let word = before.split_whitespace().next_back().expect("a word");
                interface(&format!(
                    "{before}{}{after}",
                    format!("{word} ").repeat(20_000)
                ))
            }
            None => interface(&text.repeat(101)),
        },
        other => panic!("an example of no kind: {other:?}"),
    };
    match found {
        Ok(findings) => findings.list.iter().map(|finding| finding.code).collect(),
        Err(Error::Parse(findings)) => findings.list.iter().map(|finding| finding.code).collect(),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// Each bad example in `docs/errors.md` has errors of its section, and no others, and each good one has none.
#[test]
fn the_page_of_errors() {
    /// What no example can have: a text of 4 GiB, annotations of megabytes, a tree that no text has, no file.
    const WITHOUT_EXAMPLE: [Code; 4] = [
        Code::TooLong,
        Code::TooManyAnnotations,
        Code::MisplacedConstructor,
        Code::UnreadableFile,
    ];
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors.md");
    let page = std::fs::read_to_string(page).expect("the page can be read");
    // Those behind are of the tool, which has the examples as tests.
    let page = page.split_once("\n## didc.toml\n");
    let (page, _) = page.expect("the errors of the configuration are at the end");
    let (intro, sections) = page.split_once("\n### ").expect("there are sections");
    let mut sections = sections.split("\n### ");
    let mut wrong = Vec::new();
    for code in Code::ALL {
        let section = sections.next().expect("there is a section for each error");
        let (id, name, summary) = (code.id(), code.name(), code.summary());
        assert!(
            section.starts_with(&format!("{id} {name}\n\n")),
            "{id} {name}"
        );
        let row = format!(
            "\n| [{id}](#{}-{name}) | `{name}` | {summary} |\n",
            id.to_lowercase()
        );
        assert!(intro.contains(&row), "{row}");
        assert_eq!((id.parse(), name.parse()), (Ok(*code), Ok(*code)));
        let mut files = Memory::default();
        let (mut n_bad, mut n_good) = (0, 0);
        for block in blocks(section) {
            match block.words.first().map(String::as_str) {
                Some("bad") => {
                    n_bad += 1;
                    let mut found = ids(&files, &block);
                    if *code == Code::TooManyErrors {
                        assert_eq!(found.len(), 101);
                        found.drain(..100);
                    }
                    found.dedup();
                    if found != [Some(id)] {
                        wrong.push(format!("{}{found:?}", block.text));
                    }
                }
                Some("good") => {
                    n_good += 1;
                    let found = ids(&files, &block);
                    if !found.is_empty() {
                        wrong.push(format!("{}{found:?}", block.text));
                    }
                }
                Some(file) => files.insert(file, block.text),
                None => panic!("a block of no kind: {}", block.text),
            }
        }
        let has_examples = n_bad > 0 && n_good > 0;
        assert_eq!(has_examples, !WITHOUT_EXAMPLE.contains(code), "{id}");
    }
    assert!(sections.next().is_none());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Each kind of error is made in one place, or where its parts are found: a second text for the same thing is a mistake.
#[test]
fn each_error_is_made_in_one_place() {
    // How many places there are, and why.
    const SEVERAL: &[(Code, usize, &str)] = &[
        (
            Code::UnexpectedToken,
            3,
            "a token, a token of other languages, an arrow without parentheses",
        ),
        (Code::UnclosedLiteral, 2, "a text, a comment"),
        (Code::MalformedNumber, 3, "letters, no digits, no exponent"),
        (Code::NumberTooLarge, 2, "a float, a field id"),
        (
            Code::TooManyErrors,
            2,
            "of a text and of its values, by one constant",
        ),
        (
            Code::ReservedName,
            2,
            "a name that may be quoted, one that may not",
        ),
        (
            Code::UnboundType,
            3,
            "in an interface, which has suggestions; at a value; the hint of didc for types in values",
        ),
        (
            Code::DuplicateLabel,
            3,
            "names of arguments, names, numbers",
        ),
        (Code::HashCollision, 2, "two names, a name and a number"),
        (
            Code::WrongType,
            4,
            "of a value, of an annotation, of what an annotation has in it, of an option",
        ),
        (
            Code::NumberOutOfRange,
            2,
            "a number that is not exact, which can be rounded; any other",
        ),
        (Code::WrongCase, 2, "no such case, a case without its value"),
        (
            Code::UnreadableFile,
            2,
            "the error, and the reports that have no line to show for it",
        ),
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut places: std::collections::BTreeMap<String, usize> = Code::ALL
        .iter()
        .map(|code| (format!("{code:?}"), 0))
        .collect();
    let mut folders = vec![root.join("src"), root.join("../../tools/didc/src")];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().expect("the folder can be read") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            // The tests of a file come after it.
            let text = std::fs::read_to_string(&path).expect("a source");
            let (text, _) = text.split_once("\n#[cfg(test)]\n").unwrap_or((&text, ""));
            for line in text
                .lines()
                .map(str::trim)
                .filter(|line| !line.starts_with("//"))
            {
                let line = format!(" {line}");
                for part in line
                    .split(" Code::")
                    .flat_map(|part| part.split("(Code::"))
                    .skip(1)
                {
                    let end = part.find(|c: char| !c.is_ascii_alphanumeric());
                    if let Some(n) = places.get_mut(&part[..end.unwrap_or(part.len())]) {
                        *n += 1;
                    }
                }
            }
        }
    }
    for code in Code::ALL {
        let expected = SEVERAL.iter().find(|(several, ..)| several == code);
        let expected = expected.map_or(1, |(_, n, _)| *n);
        assert_eq!(places[&format!("{code:?}")], expected, "{code:?}");
    }
}

/// Findings are in the text, and a comment at the top allows all of them: in real interfaces, where there are some, and in
/// those of other tests.
#[test]
fn all_findings_can_be_allowed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "tests/check",
        "tests/lint",
        "tests/bindings/hard",
        "tests/bind_rust/hard",
        "../../../shared/did",
    ];
    let folders = folders.map(|folder| root.join(folder));
    let files = folders
        .iter()
        .filter(|folder| folder.is_dir())
        .flat_map(|folder| cases(folder));
    let mut n_findings = 0;
    for file in files.filter(|file| file.is_file()) {
        let Ok(checked) = check::file(&Disk, &file) else {
            continue;
        };
        let main = checked.files[0].id;
        let text = checked.sources.text(main);
        for finding in all_findings(&checked) {
            n_findings += 1;
            let label = &finding.diagnostic.labels[0];
            assert_eq!(label.file, main);
            let range = std::ops::Range::from(label.span);
            assert!(
                text.get(range).is_some_and(|shown| !shown.is_empty()),
                "{finding:?}"
            );
        }
        let text = format!(
            "// didc-allow: all\n\n{}",
            text.trim_start_matches('\u{feff}')
        );
        let checked = check::text(&Disk, &file, &text).expect("a comment is no mistake");
        assert_eq!(all_findings(&checked), [], "{}", file.display());
    }
    assert!(n_findings > 100, "only {n_findings} findings");
}

/// Twice the input has twice the findings, and text of twice the length, however many there are in a line.
#[test]
fn lints_take_what_the_input_takes() {
    let rows: [(&str, &str, &str, usize); 6] = [
        ("type A = record {", "f : opt opt nat;", "}", 1),
        ("type A = record {", "f : vec nat8;\n", "}", 1),
        (
            "type A = record {",
            "f : opt nat; // didc-allow: opt-opt\n",
            "}",
            1,
        ),
        (
            "// didc-allow: opt-opt, \n",
            "// didc-allow: opt-op\n",
            "type A = nat;",
            1,
        ),
        ("type A = record {", "\"_N_\" : nat; N : nat;", "}", 1),
        ("", "type TN = func (nat, nat) -> (variant {});", "", 1),
    ];
    for (start, part, end, per_part) in rows {
        let (n_findings, lengths): (Vec<usize>, Vec<usize>) = [200, 400, 800]
            .map(|n| {
                let parts = (0..n).map(|idx| {
                    let idx = (idx + 1_000).to_string();
                    part.replace("f :", &format!("f{idx} :")).replace('N', &idx)
                });
                let text = format!("{start}{}{end}", parts.collect::<String>());
                let checked = check::text(&Memory::default(), Path::new("a.did"), &text);
                let checked = checked.expect("the text is valid");
                let n_found = all_findings(&checked).len();
                assert!(n_found >= n * per_part, "{part}: {n_found}");
                (n_found, linted(&checked).len())
            })
            .into_iter()
            .unzip();
        for pair in n_findings.windows(2).chain(lengths.windows(2)) {
            assert!(pair[1] <= pair[0] * 2 + pair[0] / 8, "{part}: {pair:?}");
        }
    }
}

/// Of one lint the first thousand findings are kept, and the others are counted.
#[test]
fn many_findings_of_one_lint() {
    let text = |n: usize| {
        (0..n)
            .map(|idx| format!("type T{idx} = vec nat8;\n"))
            .collect::<String>()
    };
    for (n, expected) in [(1_000, 1_000), (1_001, 1_001), (50_000, 1_001)] {
        let checked = check::text(&Memory::default(), Path::new("a.did"), &text(n));
        let found = checked.expect("the text is valid").lint(&Levels::default());
        assert_eq!(found.len(), expected);
        let last = &found[found.len() - 1].diagnostic.message;
        assert_eq!(
            *last,
            match n {
                1_000 => "vec nat8 instead of blob".to_string(),
                n => format!("{} more findings of vec-nat8 from here on", n - 1_000),
            }
        );
    }
}

/// `docs/breaking.md` has an example of each rule of breaking changes, with all findings.
#[test]
fn breaking_changes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/breaking.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut found = String::new();
    let mut documented = Vec::new();
    for section in text.split_inclusive("\n### ") {
        let id = section.get(..4).unwrap_or_default();
        let mut blocks = section
            .split("```did\n")
            .skip(1)
            .map(|block| block.split("```").next());
        let (Some(Some(old)), Some(Some(new))) = (blocks.next(), blocks.next()) else {
            documented.push(id);
            found.push_str(section);
            continue;
        };
        // The others have only what breaks nobody's messages.
        let is_wire = id.starts_with("B0");
        let affected = if is_wire {
            Affected::ALL.to_vec()
        } else {
            Options::default().affected
        };
        let lines = changes(old, new, affected);
        assert!(
            lines.iter().any(|line| line.starts_with(id)),
            "{id}: {lines:?}"
        );
        let name = section.lines().next().unwrap_or_default();
        let rule = Rule::ALL.iter().find(|rule| rule.id() == id).unwrap();
        assert_eq!(name, format!("{id} {}", rule.name()));
        documented.push(id);
        let (before, rest) = section.split_once("```text\n").unwrap();
        let (_, after) = rest.split_once("```").unwrap();
        let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
        found.push_str(&format!("{before}```text\n{lines}```{after}"));
    }
    for rule in Rule::ALL {
        assert!(documented.contains(&rule.id()), "{}", rule.id());
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, found).unwrap();
    } else {
        assert_eq!(found, text);
    }
}

/// Of files without a service, the types of the same name are compared, at each level.
#[test]
fn breaking_types() {
    let rows: &[(&str, &str, &[&str])] = &[
        ("type A = record { a : nat };", "type A = record { a : text };", &[
            "B012 type A, field a: the type changes from nat to text (old-callers, new-callers, stored-data)",
        ]),
        // It is not known who reads the JSON of a type.
        (
            "type A = record { id : nat }; type B = record { id : nat; note : opt text };",
            "type A = record { id : nat; note : opt text }; type B = record { id : nat };",
            &[
                "B102 type A, field note: added, of type opt text",
                "B202 type A, field note: added, of type opt text: readers of the old type refuse JSON that has it",
                "B102 type B, field note: removed, of type opt text",
                "B202 type B, field note: removed, of type opt text: readers of the new type refuse JSON that has it",
            ],
        ),
        (
            "type A = record { x : B }; type B = record {}; type C = record {};",
            "type A = record { x : C }; type B = record {}; type C = record {};",
            &["B106 type A, field x: the named type changes from B to C"],
        ),
        (
            "type F = func (nat) -> (nat); type S = service { f : F }; type B = text;",
            "type F = func (int) -> (nat); type S = service { f : F; g : F };",
            &[
                "B017 type B: the type is removed or renamed (old-callers)",
                "B104 type F, argument 1: the type changes from nat to int",
                "B104 type S, method f: F changes as in type F",
            ],
        ),
        // A service uses some of the types from now on.
        ("type A = nat;", "type A = text; service : {}", &[
            "B012 type A: the type changes from nat to text (old-callers, new-callers, stored-data)",
        ]),
        // Those of a service are only named types.
        ("type A = nat; service : {}", "type A = text; service : {}", &[]),
    ];
    for (old, new, expected) in rows {
        let found = changes(old, new, Options::default().affected);
        assert_eq!(&found, expected, "{old} {new}");
    }
}

/// Returns all changes of messages, source and JSON, of messages for some.
fn changes(old: &str, new: &str, affected: Vec<Affected>) -> Vec<String> {
    let load = |name, text| check::text(&Memory::default(), Path::new(name), text).unwrap();
    let (old, new) = (load("old.did", old), load("new.did", new));
    let options = Options {
        levels: vec![
            breaking::Level::Wire,
            breaking::Level::Source,
            breaking::Level::Json,
        ],
        affected,
    };
    let found = breaking::compare(&new, &old, &options).unwrap();
    let line = |change: &breaking::Change| {
        for (place, name) in [(change.new, "new.did"), (change.old, "old.did")] {
            if let Some((file, _)) = place {
                assert_eq!(found.sources.name(file), name);
            }
        }
        let affected: Vec<_> = change.affected.iter().map(|who| who.name()).collect();
        let affected = match affected.is_empty() {
            true => String::new(),
            false => format!(" ({})", affected.join(", ")),
        };
        let (id, path, message) = (change.rule.id(), &change.path, &change.message);
        let path = if path.is_empty() {
            String::new()
        } else {
            format!("{path}: ")
        };
        format!("{id} {path}{message}{affected}")
    };
    found.list.iter().map(line).collect()
}
