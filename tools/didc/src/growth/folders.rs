//! Folders whose files import each other take what their files take, not what each takes with all that it imports.

use super::allocated;
use std::path::Path;

/// Writes so many files.
type Shape = fn(&Path, usize);

fn write(folder: &Path, i: usize, imports: impl Iterator<Item = usize>, definition: &str) {
    let imports: String = imports
        .map(|import| format!("import \"f{import}.did\";\n"))
        .collect();
    let text = format!("{imports}type {definition};\nservice : {{ m{i} : (nat) -> () }}\n");
    std::fs::write(folder.join(format!("f{i}.did")), text).unwrap();
}

/// Returns the definition of a type that has others.
fn record(i: usize, parts: impl Iterator<Item = usize>) -> String {
    let parts: String = parts.map(|part| format!("x{part} : T{part}; ")).collect();
    format!("T{i} = record {{ {parts} }}")
}

const SHAPES: &[(&str, Shape)] = &[
    ("chain", |folder, n| {
        for i in 0..n {
            let next = || (i + 1..n).take(1);
            write(folder, i, next(), &record(i, next()));
        }
    }),
    ("ladder", |folder, n| {
        for i in 0..n {
            let next = || (i + 1..n).take(2);
            write(folder, i, next(), &record(i, next()));
        }
    }),
    ("star", |folder, n| {
        for i in 0..n {
            write(folder, i, [n].into_iter(), &format!("Args = B{i}"));
        }
        let big: Vec<String> = (0..n)
            .map(|i| format!("B{i} = record {{ x : nat }}"))
            .collect();
        write(folder, n, [].into_iter(), &big.join("; type "));
    }),
    ("fan-in", |folder, n| {
        for i in 0..n {
            write(folder, i, [].into_iter(), &record(i, [].into_iter()));
        }
        write(folder, n, 0..n, &record(n, 0..n));
    }),
];

#[test]
fn folders_are_linear() {
    const N: usize = 40;
    const COMMANDS: [&str; 3] = [
        "lint @new -W all -A unused-type,missing-docs,unnamed-arguments --format json",
        "breaking @new --against @old --level wire,source,json --protect all",
        "fmt --check @new",
    ];
    for (name, shape) in SHAPES {
        let sizes = [N, 2 * N, 4 * N].map(|n| {
            let folder = tempfile::tempdir().unwrap();
            for version in ["new", "old"] {
                let version = folder.path().join(version);
                std::fs::create_dir(&version).unwrap();
                shape(&version, n);
            }
            COMMANDS.map(|command| allocated(folder.path(), command))
        });
        for (i, command) in COMMANDS.iter().enumerate() {
            let [one, two, four] = sizes.map(|costs: [[u64; 3]; 3]| costs[i]);
            for what in 0..3 {
                for (less, more) in [(one[what], two[what]), (two[what], four[what])] {
                    assert!(
                        more <= less * 5 / 2 + 4_096,
                        "{name}, {command}: {one:?} {two:?} {four:?}"
                    );
                }
            }
        }
    }
}

/// Each file in the folder of outputs that is none is compared with what was read once, not with each file that was read.
#[test]
fn files_beside_outputs() {
    const N: usize = 100;
    let [one, two, four] = [N, 2 * N, 4 * N].map(|n| {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let config =
            "[[bind]]\ninput = \"in/*.did\"\ntarget = \"js\"\noutput = \"out/{name}.js\"\n";
        std::fs::write(path("didc.toml"), config).unwrap();
        std::fs::create_dir(path("in")).unwrap();
        std::fs::create_dir(path("out")).unwrap();
        for i in 0..n {
            std::fs::write(path(&format!("in/a{i}.did")), "service : {}").unwrap();
            std::fs::write(path(&format!("out/b{i}.js")), "").unwrap();
        }
        allocated(folder.path(), "bind --config @didc.toml")
    });
    for what in 0..3 {
        assert!(
            two[what] <= one[what] * 5 / 2 && four[what] <= two[what] * 5 / 2,
            "{one:?} {two:?} {four:?}"
        );
    }
}
