//! Two versions of folders: of interfaces that are known not to break, a comparison finds nothing.

use super::random::{texts, Random};
use super::{memory, Interfaces, SHAPES};
use crate::breaking::{compare, Affected, Folders, Level, Options};
use crate::check;
use std::path::Path;

/// Returns the interfaces of which it is known that nothing breaks, by their indices, and the number of types that were compared.
fn unbroken(new: &[String], old: &[String], options: &Options) -> (Vec<usize>, usize) {
    let (news, paths) = memory(new);
    let (olds, _) = memory(old);
    let (new, old) = (
        Interfaces::load(&news, &paths),
        Interfaces::load(&olds, &paths),
    );
    let (new, old) = (new.check(), old.check());
    let mut folders = Folders::new(&new, &old);
    let paths = paths.iter().enumerate();
    let found = paths.filter(|(_, path)| folders.nothing_breaks(path, path, options));
    let found = found.map(|(i, _)| i).collect();
    (found, folders.n_visited)
}

/// Asserts that nothing breaks in an interface when it is compared with all that it imports.
fn assert_unbroken(new: &[String], old: &[String], i: usize, options: &Options) {
    let load = |texts: &[String]| {
        let (memory, paths) = memory(texts);
        check::file(&memory, &paths[i]).unwrap_or_else(|error| panic!("{texts:#?}\n{i}: {error}"))
    };
    let found = compare(&load(new), &load(old), options).unwrap();
    assert!(
        found.list.is_empty(),
        "{old:#?}\n{new:#?}\n{i}, {options:?}: {:#?}",
        found.list
    );
}

fn everything() -> Options {
    Options {
        levels: vec![Level::Wire, Level::Source, Level::Json],
        affected: Affected::ALL.to_vec(),
    }
}

#[test]
fn each_file_is_compared_once() {
    let comments = |text: &String| format!("// New.\n{}", text.replace(" : ", " /* is */ : "));
    let field = |text: &String| text.replace("record { ", "record { added : opt nat; ");
    for (name, shape) in SHAPES {
        let counts = [100, 200, 1_000].map(|n| {
            let old = shape(n);
            let all: Vec<usize> = (0..old.len()).collect();
            let new: Vec<String> = old.iter().map(comments).collect();
            let found = unbroken(&new, &old, &everything());
            assert_eq!(found.0, all, "{name}");
            let new: Vec<String> = old.iter().map(field).collect();
            let found = unbroken(&new, &old, &Options::default());
            assert_eq!(found.0, all, "{name}");
            (n, found.1)
        });
        let [(n, first), others @ ..] = counts;
        for (m, count) in others {
            assert!(count * n <= first * m * 11 / 10, "{name}: {counts:?}");
        }
    }
}

/// An interface may break if a file does that it imports, through others, too.
#[test]
fn importers_break() {
    for (name, shape) in SHAPES {
        let new = shape(20);
        for changed in 0..new.len() {
            let mut old = new.clone();
            old[changed].insert_str(0, "type Removed = nat;\n");
            let (found, _) = unbroken(&new, &old, &Options::default());
            let (memory, paths) = memory(&new);
            let has_it = |path: &Path| {
                let alone = check::file(&memory, path).unwrap();
                alone.files.iter().any(|file| file.path == paths[changed])
            };
            let expected = (0..new.len()).filter(|i| !has_it(&paths[*i]));
            assert_eq!(found, expected.collect::<Vec<_>>(), "{name}: {changed}");
        }
    }
}

/// The first words of rows: the levels at which it is known that nothing breaks.
#[test]
fn additions() {
    let wire = Options::default();
    let options = |level, affected: &[Affected]| Options {
        levels: vec![Level::Wire, level],
        affected: affected.to_vec(),
    };
    let source = options(Level::Source, &wire.affected);
    let json = options(Level::Json, &wire.affected);
    let all = options(Level::Wire, &Affected::ALL);
    let options = [
        ("wire", wire),
        ("source", source),
        ("json", json),
        ("all", all),
    ];
    let rows = [
        (
            "wire source json all",
            "type A = nat;",
            "/* A */ type A =\n nat // B\n;",
        ),
        (
            "wire source json all",
            "type A = nat;",
            "type A = nat; type B = A;",
        ),
        (
            "wire source json all",
            "type A = nat;",
            "// A.\ntype A = nat;",
        ),
        (
            "wire source json all",
            "type A = nat;",
            "import \"f1.did\"; type A = nat;",
        ),
        (
            "wire source json all",
            "import \"f1.did\"; type A = B;",
            "import \"./f1.did\"; import \"f1.did\"; type A = B;",
        ),
        (
            "wire source json",
            "service : {}",
            "service : { m : () -> () }",
        ),
        (
            "wire source json",
            "service : () -> {}",
            "service : () -> { m : () -> () }",
        ),
        (
            "wire all",
            "type A = record {};",
            "type A = record { a : opt nat; null; reserved };",
        ),
        (
            "wire all",
            "service : { m : (vec record {}) -> () }",
            "service : { m : (vec record { a : opt nat }) -> () }",
        ),
        ("", "type A = record {};", "type A = record { a : nat };"),
        ("", "type A = record { a : nat };", "type A = record {};"),
        (
            "",
            "import \"f1.did\"; type A = record {};",
            "import \"f1.did\"; type A = record { a : B };",
        ),
        ("", "type A = nat; type B = A;", "type A = nat;"),
        ("", "type A = variant { a };", "type A = variant { a; b };"),
        (
            "",
            "type A = record { a : nat };",
            "type A = record { 97 : nat };",
        ),
        (
            "",
            "type A = record { nat };",
            "type A = record { 0 : nat };",
        ),
        (
            "",
            "type A = service {};",
            "type A = service { m : () -> () };",
        ),
        (
            "",
            "type A = func () -> ();",
            "type A = func () -> () query;",
        ),
        (
            "",
            "type A = func () -> ();",
            "type A = func (opt nat) -> ();",
        ),
        (
            "",
            "type A = func (a : nat) -> ();",
            "type A = func (b : nat) -> ();",
        ),
        ("", "service : {}", "type A = nat;"),
        ("", "type A = nat;", "type A = nat; service : {}"),
        ("", "service : (nat) -> {}", "service : (text) -> {}"),
        ("", "service : { m : () -> () }", "service : {}"),
        (
            "",
            "service : {}",
            "import service \"f1.did\"; service : {}",
        ),
        (
            "",
            "import \"f1.did\"; type A = B;",
            "type A = B; type B = nat;",
        ),
        // Not valid, and not known.
        ("", "type A = Missing;", "type A = Missing;"),
        ("", "type A = nat; type B = ;", "type A = nat;"),
    ];
    for (expected, old, new) in rows {
        let files = |text: &str| {
            let imported = "type B = nat; service : { b : () -> () }".to_string();
            [text.to_string(), imported]
        };
        let (new, old) = (files(new), files(old));
        let found = options.iter().filter(|(_, options)| {
            let is_known = unbroken(&new, &old, options).0.contains(&0);
            if is_known {
                assert_unbroken(&new, &old, 0, options);
            }
            is_known
        });
        let found: Vec<_> = found.map(|(name, _)| *name).collect();
        assert_eq!(found.join(" "), expected, "{} => {}", old[0], new[0]);
    }
}

/// Edits, of which the first ones break nothing but source and JSON.
const EDITS: &[(&str, &str)] = &[
    (" : ", " : // What it is.\n"),
    ("record { ", "record { z : opt text; "),
    ("record { ", "record { z : null; "),
    ("type ", "type Added = record { nat };\ntype "),
    ("service : {", "service : { added : () -> ();"),
    ("-> {}", "-> { added : () -> () }"),
    ("a : ", "z : opt nat; a : "),
    ("record { ", "record { z : nat; "),
    ("import ", "import service "),
    ("import service ", "import "),
    ("f1.did", "f0.did"),
    ("T0", "T1"),
    ("T10", "T00"),
    ("type ", "type A = nat;\ntype "),
    ("nat", "int"),
    ("nat", "opt nat"),
    ("opt ", "vec "),
    ("a : ", "c : "),
    ("a : ", "97 : "),
    ("-> ()", "-> (nat)"),
    ("-> ()", "-> () query"),
    ("(", "(x : nat, "),
    ("service : {", "service : () -> {"),
    ("service : ", "type S = "),
];

/// Returns a text with some edits, each at a place where it fits.
fn edited(random: &mut Random, text: &str, edits: &[(&str, &str)]) -> String {
    let mut text = text.to_string();
    for _ in 0..random.below(3) {
        let (from, to) = edits[random.below(edits.len())];
        let places: Vec<usize> = text.match_indices(from).map(|(at, _)| at).collect();
        if !places.is_empty() {
            let at = places[random.below(places.len())];
            text.replace_range(at..at + from.len(), to);
        }
    }
    if edits.len() == EDITS.len() && random.once_in(10) {
        let mut lines: Vec<&str> = text.lines().collect();
        if !lines.is_empty() {
            lines.remove(random.below(lines.len()));
        }
        text = lines.join("\n");
    }
    text
}

#[test]
fn random_versions() {
    let mut random = Random(0x01d_f01d);
    let (mut n_known, mut n_changed) = (0, 0);
    for _ in 0..4_000 {
        let old = texts(&mut random);
        let edits = match random.below(3) {
            0 => EDITS,
            1 => &EDITS[..6],
            _ => &EDITS[..3],
        };
        let edited = |text: &String| edited(&mut random, text, edits);
        let new: Vec<String> = old.iter().map(edited).collect();
        let mut levels = vec![Level::Wire];
        let others = [Level::Source, Level::Json];
        levels.extend(others.into_iter().filter(|_| random.once_in(4)));
        let affected = Affected::ALL.into_iter().filter(|_| random.once_in(2));
        let affected = affected.collect();
        let options = Options { levels, affected };
        for i in unbroken(&new, &old, &options).0 {
            assert_unbroken(&new, &old, i, &options);
            n_known += 1;
            n_changed += usize::from(new[i] != old[i]);
        }
    }
    assert!(n_known > 2_000 && n_changed > 500, "{n_known}, {n_changed}");
}
