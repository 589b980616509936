//! Each file is visited once, and its findings are those that it has with all that it imports.

use super::{Interfaces, Unchanged, BLOCK};
use crate::check::{self, Levels, Memory};
use std::fmt::Write;
use std::path::PathBuf;

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
];

#[test]
fn each_file_is_visited_once() {
    for (name, shape) in SHAPES {
        let counts = [100, 200, 400, 4 * BLOCK].map(|n| {
            let (memory, paths) = memory(&shape(n));
            let interfaces = Interfaces::load(&memory, &paths);
            let checked = interfaces.check();
            assert!(checked.known.iter().all(Option::is_some), "{name}");
            (n, checked.n_visited)
        });
        let [(n, first), others @ ..] = counts;
        for (m, count) in others {
            assert!(count * n <= first * m * 11 / 10, "{name}: {counts:?}");
        }
    }
}

/// The names of the files that are checked together, or else with all that they import.
#[test]
fn findings_are_the_same() {
    // The files are separated by `|`; the numbers are of those that can be checked together.
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
        ("import \"f1.did\"; type A = nat; | import \"f0.did\"; type B = A;", ""),
        ("import \"f0.did\"; type A = nat;", ""),
        ("import service \"f1.did\"; | service : { m : () -> () } ", "1"),
        ("import \"f1.did\"; | import service \"f2.did\"; | service : { m : () -> () } ", "2"),
        ("import \"f1.did\"; import service \"f2.did\"; | service : {} | service : {}", "1 2"),
        ("import \"f1.did\"; type A = B; | type B = ;", ""),
        ("import \"f2.did\"; type A = nat;", ""),
        ("import \"f1.did\"; service : { m : F; n : G } | type F = G; type G = func () -> ();", "0 1"),
        ("import \"f1.did\"; service : { m : F } | type F = nat;", "1"),
        ("import \"f1.did\"; service : S | type S = service {};", "0 1"),
        ("import \"f1.did\"; service : S | type S = nat;", "1"),
        // Types without values.
        ("import \"f1.did\"; type A = record { B }; type C = record { C; B } | type B = record { B };", "0 1"),
        ("import \"f1.did\"; type A = variant { a : B; b : A } | type B = C; type C = variant { c : C };", "0 1"),
        ("import \"f1.did\"; type A = variant { a : B; b : A } | type B = C; type C = variant { c };", "0 1"),
        // Names that differ only in case.
        ("import \"f1.did\"; type A = nat; | type a = nat;", "0 1"),
        ("import \"f1.did\"; type AB = nat; | import \"f2.did\"; type ab = nat; | type Ab = nat;", "1 2"),
        ("import \"f1.did\"; type x = nat; | import \"f2.did\"; type ab = nat; | type Ab = nat;", "0 1 2"),
        ("import \"f2.did\"; type A = B; | type b = nat; | type B = nat;", "0 1 2"),
        ("import \"f1.did\"; type A = nat; import \"./f1.did\"; | type B = nat;", "0 1"),
        ("import \"f1.did\"; type T = V; service : { m : (T) -> (R) } | type V = variant { a }; type R = opt V;", "0 1"),
    ];
    let mut levels = Levels::default();
    levels.set_all(check::Level::Warn);
    for (text, expected) in rows {
        let texts: Vec<String> = text.split('|').map(str::to_string).collect();
        let (memory, paths) = memory(&texts);
        for order in [paths.clone(), paths.iter().rev().cloned().collect()] {
            let interfaces = Interfaces::load(&memory, &order);
            let checked = interfaces.check();
            let mut together = Vec::new();
            for (i, path) in paths.iter().enumerate() {
                let Some(found) = checked.lint(path, &levels) else {
                    continue;
                };
                together.push(i.to_string());
                let alone = check::file(&memory, path).unwrap();
                let shown = |found: Vec<check::LintFinding>, sources| {
                    let list = found.into_iter().map(|found| found.diagnostic).collect();
                    crate::diagnostic::Diagnostics { list, sources }.render()
                };
                let expected = shown(alone.lint(&levels), alone.sources.clone());
                assert_eq!(
                    shown(found, interfaces.sources().clone()),
                    expected,
                    "{text}"
                );
            }
            assert_eq!(together.join(" "), expected, "{text}");
        }
    }
}

/// An interface has changed if a file has that it imports, through others, too.
#[test]
fn unchanged() {
    for (name, shape) in SHAPES {
        let texts = shape(20);
        let (memory, paths) = memory(&texts);
        let new = Interfaces::load(&memory, &paths);
        let new = new.check();
        for changed in 0..texts.len() {
            let mut older = memory.clone();
            older.insert(&paths[changed], texts[changed].clone() + " ");
            let old = Interfaces::load(&older, &paths);
            let mut unchanged = Unchanged::new(&new, &old);
            for path in &paths {
                let alone = check::file(&memory, path).unwrap();
                let has_it = alone.files.iter().any(|file| file.path == paths[changed]);
                assert_eq!(unchanged.is(path, path), !has_it, "{name}: {changed}");
            }
        }
    }
}
