//! Tests of `config`.

use super::*;

#[test]
fn a_file_as_canbench_has_it() {
    let text = "\
# A comment.
build_cmd:
  cargo build --release
    --locked

wasm_path:
  ./target/a.wasm
results_path: \"r.yml\"
init_args:
  hex: 4449444c0001710568656c6c6f
stable_memory: { file: s.bin }
";
    let expected = Config {
        directory: "d".into(),
        build: Some("cargo build --release --locked".into()),
        wasm: "d/target/a.wasm".into(),
        results: "d/r.yml".into(),
        init_args: Some("4449444c0001710568656c6c6f".into()),
        stable_memory: Some("d/s.bin".into()),
    };
    assert_eq!(parse(text, Path::new("d")), Ok(expected));
    let least = parse("wasm_path: a.wasm", Path::new("")).unwrap();
    assert_eq!(least.results, Path::new("canbench_results.yml"));
    assert_eq!(
        (least.build, least.init_args, least.stable_memory),
        (None, None, None)
    );
    let lines = parse("wasm_path: a\nbuild_cmd: |\n  a\n  b\n", Path::new("")).unwrap();
    assert_eq!(lines.build.as_deref(), Some("a\nb\n"));
}

#[test]
fn paths_have_no_detours() {
    let rows = [
        ("rust/bench/../../a.yml", "a.yml"),
        ("../a", "../a"),
        ("a/../../b", "../b"),
        ("/a/./b/../c", "/a/c"),
        ("/../a", "/../a"),
    ];
    for (path, expected) in rows {
        assert_eq!(straight(Path::new(path)), Path::new(expected), "{path}");
    }
}

#[test]
fn what_canbench_has_no_word_for_is_refused() {
    let known =
        "expected one of build_cmd, wasm_path, results_path, init_args.hex, stable_memory.file";
    let form = "expected `key: text`, nested once for init_args and stable_memory";
    let rows = [
        ("", 0, "missing key wasm_path"),
        ("# nothing\n", 0, "missing key wasm_path"),
        ("build_cmd: a", 0, "missing key wasm_path"),
        (
            "wasm_path: a\nwasm: b",
            2,
            &format!("unknown key \"wasm\": {known}"),
        ),
        (
            "init_args:\n  text: a",
            2,
            &format!("unknown key \"init_args.text\": {known}"),
        ),
        (
            "init_args: 00",
            1,
            &format!("unknown key \"init_args\": {known}"),
        ),
        ("wasm_path: a\nwasm_path: b", 2, "duplicate key wasm_path"),
        ("wasm_path:\nbuild_cmd: b", 1, "wasm_path is empty"),
        ("text", 1, form),
        ("[a, b]", 1, form),
        ("wasm_path: &a b", 1, form),
        ("wasm_path: !t b", 1, form),
        ("wasm_path: [b]", 1, form),
        ("a:\n  b:\n    c: d", 3, form),
        ("? {a: b}\n: c", 1, form),
    ];
    for (text, line, what) in rows {
        assert_eq!(
            parse(text, Path::new("")),
            Err((line, what.to_string())),
            "{text}"
        );
    }
    assert!(parse("wasm_path: \"a", Path::new("")).is_err());
    assert!(parse("wasm_path: a\n b: c\nd", Path::new("")).is_err());
}
