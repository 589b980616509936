//! The program as people run it: output, files, exit codes.

use candid::{CandidType, Encode};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(CandidType)]
struct Measurement {
    calls: u64,
    instructions: u64,
    heap_increase: u64,
    stable_memory_increase: u64,
}

#[derive(CandidType)]
struct Bench {
    total: Measurement,
    scopes: Vec<(String, Measurement)>,
}

/// A directory of its own for each test.
fn directory(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn measurement(instructions: u64) -> Measurement {
    Measurement {
        calls: 1,
        instructions,
        heap_increase: 0,
        stable_memory_increase: 0,
    }
}

/// A canister whose benchmarks reply with these figures.
fn bench_canister(directory: &Path, file: &str, benches: &[(&str, u64)]) -> String {
    let mut body = String::new();
    for (i, (name, instructions)) in benches.iter().enumerate() {
        let scopes = vec![("1. Encoding".to_string(), measurement(instructions / 2))];
        let reply = Encode!(&Bench {
            total: measurement(*instructions),
            scopes
        })
        .unwrap();
        let at = 1000 * i;
        let bytes: String = reply.iter().map(|byte| format!("\\{byte:02x}")).collect();
        write!(
            body,
            "(data (i32.const {at}) \"{bytes}\")
             (func (export \"canister_query __canbench__{name}\")
               (call $append (i32.const {at}) (i32.const {})) (call $reply))",
            reply.len()
        )
        .unwrap();
    }
    module(directory, file, &body)
}

fn module(directory: &Path, file: &str, body: &str) -> String {
    let wat = format!(
        "(module
           (import \"ic0\" \"msg_reply_data_append\" (func $append (param i32 i32)))
           (import \"ic0\" \"msg_reply\" (func $reply))
           (memory 1)
           {body})"
    );
    let path = directory.join(file);
    std::fs::write(&path, wat::parse_str(wat).unwrap()).unwrap();
    path.display().to_string()
}

/// Runs in the directory. Returns the exit code, the output, and the errors without the directory.
fn run(directory: &Path, args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ic-meter"))
        .args(args)
        .current_dir(directory)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let errors = text(&output.stderr).replace(&format!("{}/", directory.display()), "");
    (output.status.code().unwrap(), text(&output.stdout), errors)
}

#[test]
fn results_are_stored_and_compared() {
    let dir = directory("stored");
    let wasm = bench_canister(&dir, "a.wasm", &[("one", 1000), ("two", 50_000)]);
    let (code, out, _) = run(&dir, &["bench", &wasm, "--persist", "--csv"]);
    assert_eq!(code, 0);
    assert!(
        out.contains(
            "Benchmark: one (new)\n  total:\n    calls: 1 (new)\n    instructions: 1000 (new)\n"
        ),
        "{out}"
    );
    assert!(
        out.ends_with(
            "figures written to canbench_results.csv\nresults stored in canbench_results.yml\n"
        ),
        "{out}"
    );
    let stored = std::fs::read_to_string(dir.join("canbench_results.yml")).unwrap();
    let beginning = "\
benches:
  one:
    total:
      calls: 1
      instructions: 1000
      heap_increase: 0
      stable_memory_increase: 0
    scopes:
      1. Encoding:
        calls: 1
        instructions: 500
        heap_increase: 0
        stable_memory_increase: 0
  two:
";
    assert!(stored.starts_with(beginning), "{stored}");
    assert!(stored.ends_with("version: 0.2.0\n"), "{stored}");

    // Arguments, then exit code and errors.
    let same = "";
    let worse = "ic-meter: not as stored in canbench_results.yml: two\n";
    let changed = "ic-meter: not as stored in canbench_results.yml: one, two\n";
    let other = bench_canister(&dir, "b.wasm", &[("one", 900), ("two", 51_500)]);
    let rows: [(&[&str], i32, &str); 7] = [
        (&["bench", &wasm], 0, same),
        (&["bench", &other], 1, worse),
        (&["bench", &other, "one"], 0, same),
        (&["bench", &other, "--noise-threshold", "5"], 0, same),
        (&["bench", &other, "--fail-on", "change"], 1, changed),
        (&["bench", &other, "--fail-on", "never"], 0, same),
        (&["bench", &other, "one", "--persist"], 0, same),
    ];
    for (args, code, errors) in rows {
        let (found, _, found_errors) = run(&dir, args);
        assert_eq!((found, found_errors.as_str()), (code, errors), "{args:?}");
    }
    let stored = std::fs::read_to_string(dir.join("canbench_results.yml")).unwrap();
    assert!(
        stored.contains("instructions: 900\n") && stored.contains("instructions: 50000\n"),
        "{stored}"
    );

    let (_, out, _) = run(
        &dir,
        &[
            "bench",
            &wasm,
            "--less-verbose",
            "--show-summary",
            "--fail-on",
            "never",
        ],
    );
    assert!(!out.contains("Benchmark: two"), "{out}");
    assert!(
        out.contains("instructions: 1000 (regressed by 11.11%)"),
        "{out}"
    );
    assert!(
        out.contains(
            "counts:   [total 2 | regressed 1 | improved 0 | new or removed 0 | unchanged 1]"
        ),
        "{out}"
    );
}

#[test]
fn two_canisters_side_by_side() {
    let dir = directory("versus");
    let ours = bench_canister(&dir, "ours.wasm", &[("one", 1000), ("two", 500)]);
    let incumbent = bench_canister(&dir, "incumbent.wasm", &[("one", 4000), ("two", 500)]);
    let (code, out, errors) = run(&dir, &["versus", &ours, &incumbent]);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(
        out.contains("| one 1. Encoding |  500 |     2,000 |  4.00 |"),
        "{out}"
    );
    assert!(out.contains("* All: 2.00 (2 figures)\n"), "{out}");
}

#[test]
fn files_of_results_are_compared() {
    let dir = directory("compare");
    for (file, figure) in [("old.yml", 1000), ("new.yml", 500)] {
        let wasm = bench_canister(&dir, "x.wasm", &[("one", figure)]);
        assert_eq!(
            run(&dir, &["bench", &wasm, "--persist", "--results", file]).0,
            0
        );
    }
    let (code, out, _) = run(&dir, &["compare", "old.yml", "new.yml", "--markdown"]);
    assert_eq!(code, 0);
    assert!(
        out.contains("| one  |             0 | 250 ($\\textcolor{green}{-50.00\\\\%}$) |      - |"),
        "{out}"
    );
    let (_, out, _) = run(&dir, &["compare", "old.yml", "new.yml"]);
    assert!(
        out.contains("instructions: 500 (improved by 50.00%)"),
        "{out}"
    );
}

#[test]
fn methods_are_called_one_after_the_other() {
    let dir = directory("call");
    let wasm = module(
        &dir,
        "counter.wasm",
        "(data (i32.const 0) \"DIDL\\00\\01\\7b\\00\")
         (func (export \"canister_update next\")
           (i32.store8 (i32.const 7) (i32.add (i32.load8_u (i32.const 7)) (i32.const 1)))
           (call $append (i32.const 0) (i32.const 8)) (call $reply))",
    );
    let (code, out, errors) = run(
        &dir,
        &[
            "call",
            &wasm,
            "next",
            "()",
            "next",
            "4449444c0000",
            "--profile",
            "p.folded",
        ],
    );
    assert_eq!((code, errors.as_str()), (0, ""));
    let expected = "\
next replied: (1 : nat8)
next took 1419 instructions
next replied: (2 : nat8)
next took 1419 instructions
";
    assert_eq!(out, expected);
    let profile = std::fs::read_to_string(dir.join("p.folded")).unwrap();
    assert_eq!(profile, "function 2 1419\n");
}

#[test]
fn what_cannot_be_done_is_said() {
    let dir = directory("errors");
    let wasm = bench_canister(&dir, "a.wasm", &[("one", 1)]);
    let none = module(&dir, "none.wasm", "");
    let trap = module(
        &dir,
        "trap.wasm",
        "(func (export \"canister_query __canbench__t\") unreachable)",
    );
    let endless = module(
        &dir,
        "endless.wasm",
        "(func (export \"canister_query __canbench__e\") (loop br 0))",
    );
    let init = module(
        &dir,
        "init.wasm",
        "(func (export \"canister_init\") unreachable)",
    );
    let odd = module(
        &dir,
        "odd.wasm",
        "(func (export \"canister_query __canbench__o\") (call $reply))",
    );
    std::fs::write(
        dir.join("bad.yml"),
        "benches:\n  a:\n    total:\n      calls: x\n",
    )
    .unwrap();
    let rows: [(&[&str], &str); 12] = [
        (&["bench", "absent.wasm"], "absent.wasm: No such file or directory (os error 2)"),
        (&["bench", "bad.yml"], "not a canister module: no \\0asm"),
        (&["bench", &none], "no benchmarks: the canister has no query methods that begin with __canbench__"),
        (&["bench", &wasm, "two"], "no benchmark matches: there are one"),
        (&["bench", &wasm, "--results", "bad.yml"], "bad.yml:4: expected a number, found \"x\""),
        (&["bench", &trap], "__canbench__t trapped: wasm trap: wasm `unreachable` instruction executed"),
        (
            &["bench", &endless, "--instruction-limit", "1000"],
            "__canbench__e reached the limit of 1000 instructions",
        ),
        (&["bench", &init], "canister_init trapped: wasm trap: wasm `unreachable` instruction executed"),
        (&["call", &wasm, "x", "()"], "no method \"x\": there are __canbench__one"),
        (
            &["call", &wasm, "x", "(1)"],
            "not an argument: \"(1)\"; give the bytes of the message in hex, or () for no arguments",
        ),
        (&["compare", "absent.yml", "bad.yml"], "absent.yml: No such file or directory (os error 2)"),
        (&["versus", &wasm, &none], "no benchmarks: the canister has no query methods that begin with __canbench__"),
    ];
    for (args, expected) in rows {
        let (code, _, errors) = run(&dir, args);
        assert_eq!(
            (code, errors.as_str()),
            (2, format!("ic-meter: {expected}\n").as_str()),
            "{args:?}"
        );
    }
    let (code, _, errors) = run(&dir, &["bench", &odd]);
    assert_eq!(code, 2);
    assert!(
        errors.starts_with("ic-meter: __canbench__o: not a reply of canbench: "),
        "{errors}"
    );
    assert_eq!(run(&dir, &["nonsense"]).0, 2);
}
