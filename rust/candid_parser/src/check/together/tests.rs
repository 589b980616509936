//! Each file is visited once, and its findings are those that it has with all that it imports.

use super::{CheckedTogether, Interfaces, Outcome, BLOCK};
use crate::check::{self, Levels, Memory};
use crate::diagnostic::{Diagnostic, Diagnostics, Sources};
use crate::Error;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

mod random;
mod versions;

/// Returns files, `f0.did` and so on.
fn memory(texts: &[String]) -> (Memory, Vec<PathBuf>) {
    let paths: Vec<PathBuf> = (0..texts.len())
        .map(|i| PathBuf::from(format!("f{i}.did")))
        .collect();
    (paths.iter().zip(texts.iter().cloned()).collect(), paths)
}

/// Returns the text of a file that imports others, and uses a type of each.
fn importer(i: usize, imports: impl Iterator<Item = usize> + Clone) -> String {
    let mut text = String::new();
    for import in imports.clone() {
        let _ = writeln!(text, "import \"f{import}.did\";");
    }
    let fields: String = imports
        .map(|import| format!("x{import} : T{import}; "))
        .collect();
    text + &format!("type T{i} = record {{ {fields} }}; service : {{ m : (T{i}) -> () }}")
}

/// Makes the files of a size.
type Shape = fn(usize) -> Vec<String>;

const SHAPES: &[(&str, Shape)] = &[
    ("chain", |n| {
        let file = |i| importer(i, (i + 1..n).take(1));
        (0..n).map(file).collect()
    }),
    ("ladder", |n| {
        let file = |i| importer(i, (i + 1..n).take(2));
        (0..n).map(file).collect()
    }),
    ("star", |n| {
        // Each file has a name of the big one, and one that all others define, too.
        let file = |i: usize| {
            format!("import \"f{n}.did\"; type Args = B{i}; service : {{ m : (Args) -> () }}")
        };
        let big = (0..n).map(|i| format!("type B{i} = record {{ x : nat }}; "));
        (0..n).map(file).chain([big.collect()]).collect()
    }),
    ("fan-in", |n| {
        let file = |i| importer(i, 0..if i == n { n } else { 0 });
        (0..=n).map(file).collect()
    }),
    ("a chain to one type", |n| {
        let file = |i| format!("import \"f{}.did\"; type T{i} = T{n};", i + 1);
        (0..n)
            .map(file)
            .chain([format!("type T{n} = nat;")])
            .collect()
    }),
    ("ring", |n| {
        let file = |i| importer(i, [(i + 1) % n].into_iter());
        (0..n).map(file).collect()
    }),
    ("rings in rings", |n| {
        let file = |i| importer(i, [(i + 1) % n, i * 7 % n].into_iter());
        (0..n).map(file).collect()
    }),
    ("a chain of types in a ring", |n| {
        let file = |i: usize| {
            let (next, import) = match i + 1 < n {
                true => (format!("T{}", i + 1), i + 1),
                false => ("nat".to_string(), 0),
            };
            format!(
                "import \"f{import}.did\"; type T{i} = opt {next}; type U{i} = T{i};
                service : {{ m : (T{i}) -> () }}"
            )
        };
        (0..n).map(file).collect()
    }),
    ("chain of services", |n| {
        let file = |i| with_services(i, (i + 1..n).take(1));
        (0..n).map(file).collect()
    }),
    ("ladder of services", |n| {
        let file = |i| with_services(i, (i + 1..n).take(2));
        (0..n).map(file).collect()
    }),
    ("star of services", |n| {
        let file = |i| with_services(i, (i + 1..=n).rev().take(1));
        (0..=n).map(file).collect()
    }),
    ("ring of services", |n| {
        let file = |i| with_services(i, [(i + 1) % n].into_iter());
        (0..n).map(file).collect()
    }),
];

/// Returns the text of a file that imports the services of others.
fn with_services(i: usize, imports: impl Iterator<Item = usize>) -> String {
    let mut text = String::new();
    for import in imports {
        let _ = writeln!(text, "import service \"f{import}.did\";");
    }
    text + &format!("type T{i} = record {{ x : nat }}; service : {{ m{i} : (T{i}) -> () }}")
}

/// What makes a file invalid that begins with it.
const MISTAKES: &[&str] = &[
    "type = ;",
    "import \"missing.did\";",
    "type X = Y;",
    "type X = record { a : nat; a : nat };",
    "type X = service { m : nat };",
];

#[test]
fn each_file_is_visited_once() {
    for (name, shape) in SHAPES {
        for mistake in [""].iter().chain(MISTAKES) {
            let largest = if mistake.is_empty() { 4 * BLOCK } else { 400 };
            let counts = [100, 200, largest].map(|n| {
                let mut texts = shape(n);
                if let Some(last) = texts.last_mut() {
                    last.insert_str(0, mistake);
                }
                let (memory, paths) = memory(&texts);
                let interfaces = Interfaces::load(&memory, &paths);
                let checked = interfaces.checker();
                let is_as_expected = |outcome: &Outcome<'_>| match outcome {
                    Outcome::Valid(_) => true,
                    Outcome::Invalid(_) => !mistake.is_empty(),
                    // In a cycle, the first file decides where a missing name is found.
                    Outcome::Unknown => name.contains("ring") && mistake.contains('Y'),
                };
                let mut outcomes = checked.outcomes.iter();
                assert!(outcomes.all(is_as_expected), "{name}: {mistake}");
                (n, checked.n_visited)
            });
            let [(n, first), others @ ..] = counts;
            for (m, count) in others {
                assert!(count * n <= first * m * 11 / 10, "{name}: {counts:?}");
            }
        }
    }
}

/// The numbers are of the files of which all is known, those of invalid ones with a mark.
#[test]
fn findings_are_the_same() {
    // The files are separated by `|`.
    let rows = [
        ("type A = opt opt nat;", "0"),
        ("import \"f1.did\"; type A = opt B; | type B = opt C; type C = vec nat8;", "0 1"),
        ("import \"f1.did\"; import \"f2.did\"; type A = C; | type B = nat; | type C = nat;", "0 1 2"),
        // Through another file, which is not needed itself.
        ("import \"f1.did\"; type A = C; | import \"f2.did\"; | type C = nat;", "0 1 2"),
        ("import \"f1.did\"; type A = nat; | import \"f2.did\"; | type C = nat;", "0 1 2"),
        // The same name in files that no other one imports both of.
        ("import \"f2.did\"; type A = B; | import \"f2.did\"; type A = B; | type B = nat;", "0 1 2"),
        ("import \"f1.did\"; import \"f2.did\"; | type A = nat; | type A = nat;", "1 2"),
        ("import \"f1.did\"; type A = nat; | import \"f2.did\"; | type A = nat;", "1 2"),
        // A file uses what only its importer imports.
        ("import \"f1.did\"; import \"f2.did\"; | type A = B; | type B = nat;", "2"),
        ("import \"f1.did\"; type A = nat; | import \"f0.did\"; type B = A;", "0 1"),
        ("import \"f0.did\"; type A = nat;", "0"),
        ("import service \"f1.did\"; | service : { m : () -> () } ", "0 1"),
        ("import \"f1.did\"; | import service \"f2.did\"; | service : { m : () -> () } ", "0 1 2"),
        ("import \"f1.did\"; import service \"f2.did\"; | service : {} | service : {}", "0 1 2"),
        ("import \"f1.did\"; type A = B; | type B = ;", "0! 1!"),
        ("import \"f2.did\"; type A = nat;", "0!"),
        ("import \"f1.did\"; service : { m : F; n : G } | type F = G; type G = func () -> ();", "0 1"),
        ("import \"f1.did\"; service : { m : F } | type F = nat;", "0! 1"),
        ("import \"f1.did\"; service : S | type S = service {};", "0 1"),
        ("import \"f1.did\"; service : S | type S = nat;", "0! 1"),
        // Types without values.
        ("import \"f1.did\"; type A = record { B }; type C = record { C; B } | type B = record { B };", "0 1"),
        ("import \"f1.did\"; type A = variant { a : B; b : A } | type B = C; type C = variant { c : C };", "0 1"),
        ("import \"f1.did\"; type A = variant { a : B; b : A } | type B = C; type C = variant { c };", "0 1"),
        // Names that differ only in case.
        ("import \"f1.did\"; type A = nat; | type a = nat;", "0 1"),
        ("import \"f1.did\"; type AB = nat; | import \"f2.did\"; type ab = nat; | type Ab = nat;", "0 1 2"),
        ("import \"f1.did\"; type abcd = nat; | type Abcd = nat; type aBcd = nat; type abCd = nat; type abcD = nat; type ABcd = nat; \
          type AbCd = nat; type AbcD = nat; type aBCd = nat; type aBcD = nat;", "1"),
        ("import service \"f1.did\"; service : { m : () -> () } | type S = service { m : () -> () }; service : S", "1"),
        ("import service \"f1.did\"; import service \"f2.did\"; | service : { m : () -> () } | service : { m : () -> () }", "1 2"),
        ("import service \"f1.did\"; service : S | type S = service { m : () -> () }; service : S", "1"),
        ("import service \"f1.did\"; | service : () -> {}", "1"),
        ("import \"f1.did\"; | service : Missing", "0 1!"),
        ("import \"f1.did\"; type A = B; | import \"f0.did\"; type B = A;", ""),
        ("import \"f1.did\"; type A = record { B }; | import \"f2.did\"; type B = record { C }; | import \"f0.did\"; type C = record { A };", "0 1 2"),
        ("import \"f1.did\"; type A = B; service : { m : A } | import service \"f0.did\"; type B = func () -> (); type C = nat;", "0 1"),
        ("import \"f1.did\"; type x = nat; | import \"f2.did\"; type ab = nat; | type Ab = nat;", "0 1 2"),
        ("import \"f2.did\"; type A = B; | type b = nat; | type B = nat;", "0 1 2"),
        ("import \"f1.did\"; type A = nat; import \"./f1.did\"; | type B = nat;", "0 1"),
        ("import \"f1.did\"; type T = V; service : { m : (T) -> (R) } | type V = variant { a }; type R = opt V;", "0 1"),
    ];
    for (text, expected) in rows {
        let texts: Vec<String> = text.split('|').map(str::to_string).collect();
        let (memory, paths) = memory(&texts);
        for order in [paths.clone(), paths.iter().rev().cloned().collect()] {
            let interfaces = Interfaces::load(&memory, &order);
            let checked = interfaces.check();
            let known = paths.iter().enumerate().filter_map(|(i, path)| {
                let mark = match compared(&memory, &checked, path, text)? {
                    true => "",
                    false => "!",
                };
                Some(format!("{i}{mark}"))
            });
            assert_eq!(known.collect::<Vec<_>>().join(" "), expected, "{text}");
        }
    }
}

/// Compares what is known of a file with what is found in it with all that it imports. Returns whether it is valid, if that is
/// known.
fn compared(
    memory: &Memory,
    checked: &CheckedTogether<'_>,
    path: &Path,
    text: &str,
) -> Option<bool> {
    let mut levels = Levels::default();
    levels.set_all(check::Level::Warn);
    let sources = checked.loaded.sources();
    let alone = check::file(memory, path);
    if let Some(found) = checked.lint(path, &levels) {
        let shown = |found: Vec<check::LintFinding>, sources: &Sources| {
            let list = found.into_iter().map(|found| found.diagnostic).collect();
            let sources = sources.clone();
            Diagnostics { list, sources }.render()
        };
        let alone = alone.unwrap_or_else(|error| panic!("{text}\n{}: {error}", path.display()));
        let expected = shown(alone.lint(&levels), &alone.sources);
        assert_eq!(
            shown(found, sources),
            expected,
            "{text}\n{}",
            path.display()
        );
        return Some(true);
    }
    let key = |error: &Diagnostic, sources: &Sources| {
        let place = error.labels.first();
        let place = place.map(|label| (sources.name(label.file).to_string(), label.span));
        (error.code, place, error.message.clone())
    };
    let known = checked.errors(path)?.map(|(_, error)| key(error, sources));
    let known: HashSet<_> = known.collect();
    let Err(Error::Parse(found)) = alone else {
        panic!("{text}\n{} is valid", path.display());
    };
    for error in &found.list {
        let is_known = known.contains(&key(error, &found.sources));
        assert!(is_known, "{text}\n{}: {error:?}", path.display());
    }
    Some(false)
}
