//! What is made from an interface has a length in proportion to it, also where many parts refer to one.

use super::{allocated, failing};
use std::fmt::Write as _;
use std::path::Path;

/// Makes an interface of a size.
type Shape = fn(usize) -> String;

/// Returns `n` parts, each with its number for `#`.
fn parts(n: usize, part: &str) -> String {
    let mut text = String::new();
    for i in 0..n {
        let _ = write!(text, "{} ", part.replace('#', &i.to_string()));
    }
    text
}

/// A chain of names of `G0` to the last, which is for what follows.
fn chain(n: usize) -> String {
    let link = |i| format!("type G{i} = G{}; ", i + 1);
    (0..n).map(link).collect::<String>() + &format!("type G{n} = ")
}

/// What has many arguments, or is used at many places.
const SHAPES: &[(&str, Shape)] = &[
    ("arguments", |n| {
        let args = parts(n, "nat,");
        format!("service : ({args}) -> {{ m : ({args}) -> ({args}) }}")
    }),
    ("named arguments", |n| {
        let args = parts(n, "a# : record { x# : nat },");
        format!("service : {{ m : ({args}) -> ({args}) }}")
    }),
    ("methods of a function of records", |n| {
        let (fields, methods) = (parts(n, "field_# : nat;"), parts(n, "m# : F;"));
        format!(
            "type F = func (vec record {{ {fields} }}) -> (opt variant {{ {fields} }}); service : {{ {methods} }}"
        )
    }),
    ("methods of a function with comments", |n| {
        let (fields, methods) = (
            parts(n, "\n// Comment.\nfield_# : nat;"),
            parts(n, "m# : F;"),
        );
        format!("type F = func (record {{ {fields} }}) -> (); service : {{ {methods} }}")
    }),
    ("methods of a chain to a function", |n| {
        let (fields, methods) = (parts(n, "field_# : nat;"), parts(n, "m# : G#;"));
        let chain = chain(n);
        format!("{chain} func (record {{ {fields} }}) -> (); service : {{ {methods} }}")
    }),
    ("a chain to a record", |n| {
        let (fields, methods) = (
            parts(n, "field_# : nat;"),
            parts(n, "m# : (G#) -> (opt G#);"),
        );
        let chain = chain(n);
        format!("{chain} record {{ {fields} }}; service : {{ {methods} }}")
    }),
    ("a chain to a result", |n| {
        let (fields, methods) = (
            parts(n, "field_# : nat;"),
            parts(n, "m# : (G#) -> (opt G#);"),
        );
        let chain = chain(n);
        format!("{chain} variant {{ Ok : record {{ {fields} }}; Err : text }}; service : {{ {methods} }}")
    }),
    ("fields of a function", |n| {
        let (args, fields) = (parts(n, "nat,"), parts(n, "f# : F;"));
        format!("type F = func ({args}) -> (); type R = record {{ {fields} }}; service : {{ m : (R) -> () }}")
    }),
    ("a service of a function", |n| {
        let (args, methods) = (parts(n, "nat,"), parts(n, "m# : F;"));
        let results = parts(n, "g# : () -> (S);");
        format!(
            "type F = func ({args}) -> (); type S = service {{ {methods} }}; service : {{ {results} }}"
        )
    }),
    ("a long name of a method", |n| {
        let args = parts(n, "record { x# : record { y : nat; z : nat } },");
        format!("service : {{ {} : ({args}) -> () }}", "M".repeat(20 * n))
    }),
    ("a long name of a type", |n| {
        let fields = parts(n, "f# : record { x : nat; y : nat };");
        format!(
            "type {} = record {{ {fields} }}; service : {{}}",
            "T".repeat(20 * n)
        )
    }),
];

/// What many methods share, and most languages have no name for.
const REPEATED: &[(&str, Shape)] = &[
    ("methods of a function", |n| {
        let (args, methods) = (parts(n, "nat,"), parts(n, "m# : F;"));
        format!("type F = func ({args}) -> (); service : {{ {methods} }}")
    }),
    ("methods of a function with a long name", |n| {
        let (name, methods) = ("a".repeat(20 * n), parts(n, "m# : F;"));
        format!("type F = func ({name} : nat) -> (); service : {{ {methods} }}")
    }),
];

/// The commands that print interfaces, with each target and format.
const COMMANDS: &[&str] = &[
    "bind @new.did -t js -o @output",
    "bind @new.did -t ts -o @output",
    "bind @new.did -t ts-client -o @output",
    "bind @new.did -t mo -o @output",
    "bind @new.did -t did -o @output",
    "schema @new.did -o @output",
    "model @new.did -o @output",
    "doc @new.did --no-examples -o @output",
    "doc @new.did --no-examples --format md -o @output",
    "fmt @new.did",
    "lint @new.did -W all --format json -o @output",
    "breaking @new.did --against @old.did --level wire,source,json --protect all --format json -o @output",
];

/// Those that list the parameters of each method.
const LISTING: &[&str] = &[
    "bind @new.did -t rs -o @output",
    "bind @new.did -t rs-agent -o @output",
    "bind @new.did -t rs-stub -o @output",
    "bind @new.did -t rs-pocket-ic -o @output",
    "bind @new.did -t go -o @output",
    "bind @new.did -t python -o @output",
];

fn write(folder: &Path, text: &str) {
    std::fs::write(folder.join("new.did"), text).unwrap();
    let old = text.replace("nat", "text");
    std::fs::write(folder.join("old.did"), old).unwrap();
}

/// Returns the length of what a command prints, and what it allocates.
fn cost(folder: &Path, command: &str) -> [u64; 3] {
    let [n_allocations, n_bytes, _] = allocated(folder, command);
    let output = std::fs::metadata(folder.join("output")).unwrap();
    [output.len(), n_allocations, n_bytes]
}

#[test]
fn outputs_are_linear() {
    // More for those that some targets print once only if they are long.
    const N: usize = 25;
    const N_REPEATED: usize = 60;
    let folder = tempfile::tempdir().unwrap();
    // All for Rust are printed from the same parts.
    let is_other = |command: &&str| !command.contains(" rs-");
    let listing: Vec<&str> = LISTING.iter().copied().filter(is_other).collect();
    let both = [COMMANDS, &listing].concat();
    let linear = SHAPES.iter().map(|shape| (N, shape, &both[..]));
    let repeated = REPEATED.iter();
    let rows = linear.chain(repeated.map(|shape| (N_REPEATED, shape, COMMANDS)));
    let mut bad = Vec::new();
    for (n, (name, shape), commands) in rows {
        let sizes = [n, 2 * n, 4 * n].map(|n| {
            let text = shape(n);
            write(folder.path(), &text);
            let costs = commands.iter().map(|command| cost(folder.path(), command));
            costs.collect::<Vec<_>>()
        });
        for (i, command) in commands.iter().enumerate() {
            let [one, two, four] = [0, 1, 2].map(|at: usize| sizes[at][i]);
            for what in 0..3 {
                // What any interface takes is left out: of twice the difference, a square would be four times it.
                let (first, second) = (
                    two[what].saturating_sub(one[what]),
                    four[what].saturating_sub(two[what]),
                );
                if second > first * 11 / 4 + 4_096 {
                    bad.push(format!("{command} of {name}: {one:?} {two:?} {four:?}"));
                }
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// What has to be repeated is so for each method and parameter, and is limited.
#[test]
fn listed_parameters() {
    const N: usize = 60;
    let folder = tempfile::tempdir().unwrap();
    // Records are not repeated, however large they are.
    let (_, records) = SHAPES[2];
    write(folder.path(), &records(400));
    for command in LISTING {
        let [length, ..] = cost(folder.path(), command);
        assert!(length < 400_000, "{command}: {length}");
    }
    for (name, shape) in REPEATED {
        for command in LISTING {
            let [least, most] = [0, N].map(|n| {
                write(folder.path(), &shape(n.max(1)));
                cost(folder.path(), command)[0]
            });
            let per_parameter = (most - least) / (N * N) as u64;
            assert!(per_parameter < 150, "{command} of {name}: {per_parameter}");
        }
        // Some 30 kB would be a hundred MB.
        write(folder.path(), &shape(1_500));
        for command in LISTING {
            let (failure, [_, n_bytes, _]) = failing(folder.path(), command);
            let expected = "methods of the type F: these bindings list the arguments and results of each method, which would be more than 4 MiB";
            assert_eq!(failure, expected, "{command} of {name}");
            assert!(n_bytes < 30 << 20, "{command} of {name}: {n_bytes}");
        }
    }
}
