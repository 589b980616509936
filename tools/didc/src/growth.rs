//! Commands take work and memory in proportion to their input: counted in allocations, as time is too noisy to test.

use crate::output::Output;
use crate::{command_line, run, Color, First};
use allocation_counter::measure;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::Path;

mod folders;
mod outputs;
mod session;
mod values;

/// Returns what a command allocates in a folder: how often, how much in total, and how much at once.
fn allocated(folder: &Path, command: &str) -> [u64; 3] {
    let (result, allocated) = run_in(folder, command);
    result.unwrap_or_else(|failure| panic!("{command}: {failure}"));
    allocated
}

/// Returns the failure of a command, and what it allocates.
fn failing(folder: &Path, command: &str) -> (String, [u64; 3]) {
    let (result, allocated) = run_in(folder, command);
    (result.expect_err(command).to_string(), allocated)
}

fn run_in(folder: &Path, command: &str) -> (crate::failure::Result<()>, [u64; 3]) {
    // `@` is the folder, `|` a space in a word; `$` and the name of a file stand for its text.
    let path = |word: &str| {
        if let Some(name) = word.strip_prefix('$') {
            return std::fs::read_to_string(folder.join(name)).unwrap();
        }
        let word = word.replace('@', &format!("{}/", folder.display()));
        word.replace('|', " ")
    };
    let words: Vec<String> = command.split(' ').map(path).collect();
    let line = command_line(First::of(words.first().map(OsStr::new)));
    let matches = line.try_get_matches_from(["didc".to_string()].iter().chain(&words));
    let matches = matches.unwrap_or_else(|error| panic!("{error}"));
    let mut out = Output::new(Color::Never);
    out.send_to(Some(&folder.join("output")));
    let mut result = Ok(());
    let info = measure(|| result = run(&matches, &mut out).and_then(|_| out.complete()));
    (result, [info.count_total, info.bytes_total, info.bytes_max])
}

/// Returns an interface with `n` definitions and methods, each with parts of one type.
fn interface(n: usize, ty: &str) -> String {
    let mut text = String::new();
    for i in 0..n {
        let next = i + 1;
        let _ = writeln!(
            text,
            "// Comment {i} on `T{next}`.\ntype T{i} = record {{ a{i} : {ty}; next : opt T{next}; c : vec variant {{ x : {ty}; y }} }};"
        );
        let _ = writeln!(text, "type A{i} = A{next};");
    }
    let _ = writeln!(text, "type T{n} = {ty};\ntype A{n} = {ty};\nservice : {{");
    for i in 0..n {
        let _ = writeln!(
            text,
            "  // Comment {i}.\n  m{i} : (T{i}, named : vec nat8) -> (opt A{i}) query;"
        );
    }
    text + "}\n"
}

/// Returns a module that has its interface in memory, which is found by running it.
fn pointer(interface: &str) -> Vec<u8> {
    let text: String = interface
        .bytes()
        .map(|byte| format!("\\{byte:02x}"))
        .collect();
    let pages = interface.len() / 65_536 + 1;
    let module = format!(
        "(module (memory (export \"memory\") {pages}) (data (i32.const 8) \"{text}\\00\") \
         (func (export \"get_candid_pointer\") (result i32) i32.const 8))"
    );
    wat::parse_str(module).unwrap()
}

/// Returns the text of a message with `n` records.
fn message(n: usize, text: &str) -> String {
    let item = |i: usize| {
        format!("record {{ id = {i}; name = \"{text}\"; tags = vec {{ \"x\"; \"y{i}\" }}; more = opt variant {{ a = blob \"\\00\\01\" }} }};")
    };
    format!("(vec {{ {} }})", (0..n).map(item).collect::<String>())
}

const COMMANDS: &[&str] = &[
    "check @new.did",
    "check @same.did @new.did",
    "check @new.did --json",
    "lint @new.did -W all",
    "lint @new.did -W all --format json -o @output",
    "lint @new.did -W all --format github -o @output",
    "lint @new.did -W all --format sarif -o @output",
    "lint @new.did -W all --format junit -o @output",
    "fmt @new.did",
    "fmt @new.did --diff",
    "breaking @new.did --against @old.did --level wire,source,json --protect all",
    "breaking @new.did --against @old.did --level wire,source,json --format json -o @output",
    "breaking @new.did --against @old.did --level wire,source,json --format github -o @output",
    "breaking @new.did --against @old.did --level wire,source,json --format sarif -o @output",
    "breaking @new.did --against @old.did --level wire,source,json --format junit -o @output",
    "diff @new.did @old.did",
    "diff @new.did @old.did --json",
    "hash -d @new.did 120",
    "hash -d @new.did 120 --json",
    "doc @new.did -o @output",
    "doc @new.did --format md -o @output",
    "schema @new.did -o @output",
    "schema @new.did -t T0 -o @output",
    "schema @new.did -m m0 -o @output",
    "model @new.did -o @output",
    "model @new.did --json -o @output",
    "bind @new.did -t js -o @output",
    "bind @new.did -t ts -o @output",
    "bind @new.did -t ts-client -o @output",
    "bind @new.did -t mo -o @output",
    "bind @new.did -t rs -o @output",
    "bind @new.did -t rs-pocket-ic -o @output",
    "bind @new.did -t rs-agent -o @output",
    "bind @new.did -t rs-stub -o @output",
    "bind @new.did -t go -o @output",
    "bind @new.did -t python -o @output",
    "bind @new.did -t template --template @types.jinja -o @output",
    "bind @new.did -t did -o @output",
    "wasm embed @empty.wasm @new.did -o @module.wasm",
    "wasm extract @module.wasm -o @output",
    "wasm check @module.wasm @new.did",
    "check @module.wasm",
    "wasm extract @pointer.wasm -o @output",
    "check @pointer.wasm",
    "convert --file @left.txt --to hex -o @left.hex",
    "convert --file @left.txt --to json -o @left.json",
    "convert --file @right.txt --to raw -o @right.bin",
    "convert --file @left.hex --to text -o @output",
    "convert --file @left.hex --to base64 -o @output",
    "convert --file @left.hex --to pretty -o @output",
    "convert --file @left.hex --to gz -o @output",
    "convert --file @left.hex --to zst -o @output",
    "convert --file @left.hex --to ndjson -o @output",
    "convert --file @left.hex --to blob -o @left.blob",
    "convert --file @left.hex --select [3] -o @output",
    "convert --file @lines.txt --lines -o @output",
    "convert --file @bytes.txt -o @output",
    "decode --file @right.bin",
    "explain --file @right.bin --all -o @output",
    "explain --file @right.bin -o @output",
    "explain --file @right.bin --json -o @output",
    "convert --file @left.json --from json --to hex -o @output",
    "decode --file @left.hex -f hex --to text",
    "decode --file @left.blob -f blob --to json",
    "decode --file @left.hex --to ndjson",
    "decode --file @left.hex --json",
    "decode --lines --file @lines.hex",
    "encode $left.txt -o @output",
    "encode $left.txt -t $left.types -o @typed.hex",
    "decode --file @typed.hex -t $left.types",
    "encode $left.txt -f hex -o @output",
    "encode $left.txt -f pretty -o @output",
    "encode $left.txt -f blob -o @output",
    "encode $left.txt -f raw -o @output",
    "encode $left.txt --to base64 -o @output",
    "encode $left.txt --to gz -o @output",
    "encode $left.txt --to zst -o @output",
    "diff @left.hex @right.bin",
    "random -t $types.txt --seed 1",
    "random -t $types.txt --seed 1 -l json",
    "random -t $types.txt --seed 1 -l js",
    "test @many.test.did --verbose",
    "test @many.test.did --json",
    "test @many.test.did --format junit",
    "test @many.test.did --format tap",
    "subtype T0 U0 -d @pair.did",
    "subtype T0 V0 -d @pair.did --json",
    "subtype T0 U0 -d @pair.did --format text",
];

/// What a list in JSON takes at once: its values and its text, each of them once.
#[test]
fn lists_in_json() {
    let folder = tempfile::tempdir().unwrap();
    let wrong: String = (0..2_000)
        .map(|i| format!("assert \"({i})\" !: (nat);\n"))
        .collect();
    std::fs::write(folder.path().join("wrong.test.did"), wrong).unwrap();
    let [_, _, most] = allocated(folder.path(), "test @wrong.test.did --json");
    let text = std::fs::metadata(folder.path().join("output")).unwrap();
    assert!(most < 7 * text.len(), "{most} bytes for {}", text.len());
}

#[test]
fn commands_are_linear() {
    const N: usize = 30;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let measured = [N, 2 * N, 4 * N].map(|n| {
        let write = |name: &str, content: &[u8]| std::fs::write(at(name), content).unwrap();
        write("new.did", interface(n, "nat").as_bytes());
        write("same.did", interface(n, "nat").as_bytes());
        write("old.did", interface(n, "text").as_bytes());
        write("empty.wasm", b"\0asm\x01\0\0\0");
        write("pointer.wasm", &pointer(&interface(n, "nat")));
        write("left.txt", message(n, "left").as_bytes());
        write("right.txt", message(n, "right").as_bytes());
        write(
            "lines.txt",
            "4449444c00017d2a\n(1, \"a\")\n".repeat(n).as_bytes(),
        );
        write("lines.hex", "4449444c00017d2a\n".repeat(n).as_bytes());
        write("bytes.txt", message_in_numbers(n).as_bytes());
        let item = "record { id : nat; name : text; tags : vec text; more : opt variant { a : blob } }";
        write("left.types", format!("(vec {item})").as_bytes());
        let types = "nat, record { a : text; b : opt bool }, ".repeat(n);
        write("types.txt", format!("({types})").as_bytes());
        let assertion = "assert blob \"DIDL\\00\\01\\7d\\2a\" == \"(42)\" : (nat) \"a number\";\n";
        write("many.test.did", assertion.repeat(n).as_bytes());
        let definitions = |ty: &str, names: [&str; 2]| {
            let text = interface(n, ty);
            let (definitions, _) = text.split_once("service").unwrap();
            definitions.replace('T', names[0]).replace('A', names[1])
        };
        let pair = [
            definitions("nat", ["T", "A"]),
            definitions("nat", ["U", "B"]),
            definitions("text", ["V", "C"]),
        ]
        .concat();
        write("pair.did", pair.as_bytes());
        let template = "{% for def in types if def.type.kind == \"record\" %}{{ def.name }}{% for field in def.type.fields %} {{ field.name }}{% endfor %}\n{% endfor %}";
        write("types.jinja", template.as_bytes());
        let commands = COMMANDS.iter();
        let commands = commands.map(|command| allocated(folder.path(), command));
        commands.chain([session::edited(folder.path())]).collect::<Vec<_>>()
    });
    for (i, command) in COMMANDS.iter().chain(&["lsp"]).enumerate() {
        let [one, two, four] = [0, 1, 2].map(|size: usize| measured[size][i]);
        for what in 0..3 {
            // A square would be four times as much. What is allocated for any input is small.
            for (less, more) in [(one[what], two[what]), (two[what], four[what])] {
                assert!(
                    more <= less * 5 / 2 + 4_096,
                    "{command}: {one:?} {two:?} {four:?}"
                );
            }
        }
    }
}

/// There is a row for each subcommand and for each target of bindings.
#[test]
fn every_command_has_a_row() {
    // What they print depends on no input.
    const WITHOUT_INPUT: [&str; 3] = ["explain-code", "man", "completions"];
    // The first has a row of its own, the other one a test in `tests/cli.rs`: it reads standard input.
    const ELSEWHERE: [&str; 2] = ["lsp", "assist"];
    let has_row = |start: &str| COMMANDS.iter().any(|row| row.starts_with(start));
    let line = command_line(First::Other);
    for command in line.get_subcommands() {
        let name = command.get_name();
        if WITHOUT_INPUT.contains(&name) || ELSEWHERE.contains(&name) {
            continue;
        }
        let inner: Vec<_> = command.get_subcommands().map(|it| it.get_name()).collect();
        match inner.as_slice() {
            [] => assert!(has_row(&format!("{name} ")), "{name}"),
            inner => inner
                .iter()
                .for_each(|inner| assert!(has_row(&format!("{name} {inner} ")), "{name} {inner}")),
        }
        for arg in command.get_arguments() {
            let default: Vec<_> = arg.get_default_values().iter().collect();
            let is_format = ["target", "format", "lang", "to"].contains(&arg.get_id().as_str());
            for value in arg.get_possible_values().iter().filter(|_| is_format) {
                let value = value.get_name();
                let is_row = |row: &&str| {
                    let mut words = row.split(' ');
                    words.next() == Some(name)
                        && (default.iter().any(|default| *default == value)
                            || words.any(|word| word == value)
                            || value == "json" && row.contains(" --json"))
                };
                assert!(COMMANDS.iter().any(is_row), "{name} {value}");
            }
        }
    }
}

/// Returns a message with a blob of `n` times a hundred bytes, as a list of numbers.
fn message_in_numbers(n: usize) -> String {
    let blob = candid_parser::IDLArgs::new(&[candid_parser::IDLValue::Blob(vec![7; 100 * n])]);
    let bytes = blob.to_bytes().unwrap();
    let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
    format!("[{}]", numbers.join(", "))
}

/// A type of many methods is not printed for each of them.
#[test]
fn methods_of_one_type() {
    let folder = tempfile::tempdir().unwrap();
    let many = |n: usize, item: &str| vec![item; n].join(" ");
    let signature = |n: usize, n_args: usize| {
        let fields: String = (0..n).map(|i| format!("field_{i} : nat; ")).collect();
        let tuple = many(n, "nat;");
        format!(
            "(record {{ {fields} }}, vec record {{ {tuple} }}, {} text) -> (variant {{ {fields} }})",
            many(n_args, "nat,")
        )
    };
    // Whether there are many arguments, too: these targets print each method with its own.
    let repeated = ["python", "go", "rs"].map(|target| (target, false));
    let targets = ["js", "ts", "ts-client", "mo", "did"].map(|target| (target, true));
    for (target, has_args) in targets.into_iter().chain(repeated) {
        let sizes = [50, 100, 200].map(|n| {
            // Some by a name of the name.
            let ty = |i: usize| ["G", "F", "F"][i % 3];
            let methods: String = (0..n).map(|i| format!("m{i} : {}; ", ty(i))).collect();
            let signature = signature(n, if has_args { n } else { 2 });
            let text = format!("type F = func {signature}; type G = F; service : {{ {methods} }}");
            std::fs::write(folder.path().join("new.did"), text).unwrap();
            allocated(
                folder.path(),
                &format!("bind @new.did -t {target} -o @output"),
            );
            std::fs::metadata(folder.path().join("output"))
                .unwrap()
                .len()
        });
        let [one, two, four] = sizes;
        assert!(
            two <= one * 5 / 2 && four <= two * 5 / 2,
            "{target}: {sizes:?}"
        );
    }
}

/// Values without bytes take memory that no message pays for: a few bytes must not stand for millions of values.
#[test]
fn values_without_bytes() {
    let folder = tempfile::tempdir().unwrap();
    // Vectors of `null`, `reserved`, `record {}`, and a record of three nulls.
    let elements = ["6d7f", "6d70", "6d016c00", "6d016c03007f017f027f"];
    let write = |element: &str, n: u64| {
        let mut message = b"DIDL".to_vec();
        message.push(if element.starts_with("6d01") { 2 } else { 1 });
        message.extend(hex::decode(element).unwrap());
        message.extend([1, 0]);
        leb128(n, &mut message);
        std::fs::write(folder.path().join("message"), message).unwrap();
    };
    let commands = [
        "decode --file @message -o @output",
        "decode --file @message -t (vec|reserved) -o @output",
        "convert --file @message --to json -o @output",
        "convert --file @message --to text -o @output",
        "convert --file @message --select [1] -o @output",
        "diff @message 4449444c0000",
    ];
    for element in elements {
        for command in commands {
            // What is allowed is a bounded number.
            write(element, 30_000);
            let [.., most] = allocated(folder.path(), command);
            assert!(most < 40 << 20, "{command}: {most} for {element}");
            // More is refused before it is built.
            for n in [2_000_000, 200_000_000] {
                write(element, n);
                let (failure, [.., most]) = failing(folder.path(), command);
                assert!(most < 100 << 10, "{command}: {most} for {n} {element}");
                assert!(failure.contains("use --quota N"), "{command}: {failure}");
            }
        }
    }
}

fn leb128(mut n: u64, bytes: &mut Vec<u8>) {
    while n >= 0x80 {
        bytes.push(n.to_le_bytes()[0] | 0x80);
        n >>= 7;
    }
    bytes.push(n.to_le_bytes()[0]);
}

/// A chain of names is not followed for each value: the square of the steps, a hundred million, would take minutes.
#[test]
fn values_at_chains_of_names() {
    const N: usize = 10_000;
    let folder = tempfile::tempdir().unwrap();
    let write =
        |name: &str, content: String| std::fs::write(folder.path().join(name), content).unwrap();
    let chain: String = (0..N)
        .map(|i| format!("type t{i} = t{};\n", i + 1))
        .collect();
    write(
        "chain.did",
        format!("{chain}type t{N} = record {{ x : nat }};\nservice : {{ f : (vec t0) -> () }}"),
    );
    write(
        "values.txt",
        format!("(vec {{ {} }})", "record { x = 1 };".repeat(N)),
    );
    for command in [
        "convert --file @values.txt -d @chain.did -m f --args --to json -o @values.json",
        "convert --file @values.json -d @chain.did -m f --args --to hex -o @values.hex",
        "convert --file @values.hex -d @chain.did -m f --args --to json -o @output",
        "convert --file @values.txt -d @chain.did -m f --args --select [].x -o @output",
        "explain --file @values.hex -d @chain.did -m f --args -o @output",
        "decode --file @values.hex -d @chain.did -m f --args",
        "doc @chain.did -o @output",
    ] {
        let [n, ..] = allocated(folder.path(), command);
        assert!(n < 100 * N as u64, "{command}: {n}");
    }
}
