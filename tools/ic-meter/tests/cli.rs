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
           {body}
           (memory 1))"
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
    let worse = "ic-meter: different from canbench_results.yml: two\n";
    let changed = "ic-meter: different from canbench_results.yml: one, two\n";
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
    let floor = bench_canister(&dir, "floor.wasm", &[("one", 800)]);
    let (code, out, errors) = run(&dir, &["versus", &ours, &incumbent]);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(
        out.contains("| one 1. Encoding |  500 |     2,000 |  4.00 |"),
        "{out}"
    );
    assert!(out.contains("* All: 2.00 (2 figures)\n"), "{out}");
    assert!(out.contains("* Whole benchmarks: none\n"), "{out}");
    assert!(!out.contains("floor") && !out.contains("minimal"), "{out}");

    let mut args = vec!["versus", &ours, &incumbent, "--floor", &floor];
    args.extend(["--minimal", &floor, &incumbent]);
    let (code, out, errors) = run(&dir, &args);
    assert_eq!((code, errors.as_str()), (0, ""));
    let expected = "\
| Benchmark       | Ours | Incumbent | Ratio | Floor | Ours / floor | Heap ours | Heap incumbent |
| :-------------- | ---: | --------: | ----: | ----: | -----------: | --------: | -------------: |
| one 1. Encoding |  500 |     2,000 |  4.00 |   400 |         1.25 |         0 |              0 |
| two 1. Encoding |  250 |       250 |  1.00 |       |              |         0 |              0 |
";
    assert!(out.starts_with(expected), "{out}");
    let size = |path: &str| std::fs::metadata(path).unwrap().len();
    for (name, ours, incumbent) in [
        ("bench", &ours, &incumbent),
        ("minimal", &floor, &incumbent),
    ] {
        let row = format!("| {name} canister ");
        let row = out.lines().find(|line| line.starts_with(&row)).unwrap();
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!(
            cells[2..4],
            [size(ours).to_string(), size(incumbent).to_string()],
            "{row}"
        );
        assert!(out.contains(&format!("| {name} canister, gzip ")), "{out}");
    }
    // A pattern that the floor has nothing for.
    let (code, out, errors) = run(
        &dir,
        &["versus", &ours, &incumbent, "--floor", &floor, "two"],
    );
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(
        !out.contains("| one") && out.contains("| two 1. Encoding |"),
        "{out}"
    );
}

/// Known and further benchmarks have tables and means of their own; the floor's are shared out by name.
#[test]
fn further_benchmarks_behind_the_first() {
    let dir = directory("further");
    let ours = bench_canister(&dir, "ours.wasm", &[("one", 1000)]);
    let incumbent = bench_canister(&dir, "incumbent.wasm", &[("one", 4000)]);
    let ours_further = bench_canister(&dir, "ours_further.wasm", &[("two", 500)]);
    let further = bench_canister(&dir, "further.wasm", &[("two", 8000)]);
    let floor = bench_canister(&dir, "floor.wasm", &[("two", 400), ("absent", 1)]);
    let args = |pattern: &[&'static str]| {
        let args = [
            "versus",
            &ours,
            &incumbent,
            "--further",
            &ours_further,
            &further,
        ];
        let args = args.map(String::from).into_iter();
        let floor = ["--floor".to_string(), floor.clone()];
        args.chain(pattern.iter().map(ToString::to_string))
            .chain(floor)
            .collect::<Vec<_>>()
    };
    let run = |pattern| {
        let args = args(pattern);
        run(&dir, &args.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let (code, out, errors) = run(&[]);
    assert_eq!((code, errors.as_str()), (0, ""));
    let (known, rest) = out.split_once("## Further benchmarks\n\n").unwrap();
    let (further, sizes) = rest.split_once("## Sizes\n\n").unwrap();
    assert!(known.starts_with("## Benchmarks\n\n| Benchmark "), "{out}");
    assert!(known.contains("* Encoding: 4.00 (1 figures)\n"), "{out}");
    assert!(
        known.contains("\nOnly in the floor: absent 1. Encoding\n"),
        "{out}"
    );
    assert!(further.contains("* Encoding: 16.00 (1 figures)\n"), "{out}");
    assert!(further.contains("|   200 |         1.25 |"), "{out}");
    assert!(!further.contains("Only in"), "{out}");
    assert!(
        sizes.contains("| canister of further benchmarks, gzip |"),
        "{out}"
    );
    // A pattern may be about one of the two, not about none.
    let (code, out, _) = run(&["two"]);
    assert!(
        code == 0 && out.starts_with("## Further benchmarks\n"),
        "{out}"
    );
    let (code, _, errors) = run(&["three"]);
    assert!(
        code == 2 && errors.contains("no benchmark matches"),
        "{errors}"
    );
}

#[test]
fn what_benchmarks_print_is_shown() {
    let dir = directory("printed");
    let reply = Encode!(&Bench {
        total: measurement(7),
        scopes: Vec::new()
    })
    .unwrap();
    let bytes: String = reply.iter().map(|byte| format!("\\{byte:02x}")).collect();
    let canister = |file: &str, text: &str| {
        let body = format!(
            "(import \"ic0\" \"debug_print\" (func $print (param i32 i32)))
             (data (i32.const 0) \"{bytes}\") (data (i32.const 500) \"{text}\")
             (func (export \"canister_query __canbench__mix\")
               (call $print (i32.const 500) (i32.const {}))
               (call $append (i32.const 0) (i32.const {})) (call $reply))",
            text.len(),
            reply.len()
        );
        module(&dir, file, &body)
    };
    let (ours, other) = (
        canister("a.wasm", "one half each"),
        canister("b.wasm", "thirds"),
    );
    let printed = "\nPrinted by the benchmarks:\n* mix: one half each\n";
    let (_, out, _) = run(&dir, &["bench", &ours]);
    assert!(out.ends_with(printed), "{out}");
    let (_, out, _) = run(&dir, &["versus", &ours, &ours]);
    assert!(out.contains(printed) && !out.contains("differs:"), "{out}");
    let (_, out, _) = run(&dir, &["versus", &ours, &other]);
    let differs =
        "\nThe output of candid 0.10.39 differs:\n\nPrinted by the benchmarks:\n* mix: thirds\n";
    assert!(out.contains(printed) && out.contains(differs), "{out}");
}

#[test]
fn modules_may_be_packed() {
    let dir = directory("packed");
    let wasm = bench_canister(&dir, "a.wasm", &[("one", 1000)]);
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut packer, &std::fs::read(&wasm).unwrap()).unwrap();
    let packed = packer.finish().unwrap();
    std::fs::write(dir.join("a.wasm.gz"), &packed).unwrap();
    std::fs::write(dir.join("cut.wasm.gz"), &packed[..packed.len() / 2]).unwrap();
    let (code, out, _) = run(&dir, &["bench", "a.wasm.gz"]);
    assert_eq!(code, 0);
    assert!(out.contains("instructions: 1000 (new)"), "{out}");
    let (code, _, errors) = run(&dir, &["bench", "cut.wasm.gz"]);
    assert_eq!(code, 2);
    assert!(errors.starts_with("ic-meter: cut.wasm.gz: "), "{errors}");
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
    let beginning = "\
<!-- ic-meter -->
**Benchmarks: 1 better** (changes up to 2 % count as noise)

| Name | Heap, pages |                               Encode | Decode |
| :--- | ----------: | -----------------------------------: | -----: |
| one  |           0 | 250 ($\\textcolor{green}{-50.00\\\\%}$) |      - |

<details>
<summary>Raw report</summary>

```text
---------------------------------------------------

Benchmark: one
  total:
    calls: 1 (no change)
    instructions: 500 (improved by 50.00%)
";
    assert!(out.starts_with(beginning), "{out}");
    let (_, out, _) = run(&dir, &["compare", "old.yml", "new.yml"]);
    assert!(
        out.contains("instructions: 500 (improved by 50.00%)"),
        "{out}"
    );
}

#[test]
fn colours_are_for_terminals_or_on_demand() {
    let dir = directory("colours");
    let wasm = bench_canister(&dir, "a.wasm", &[("one", 1000)]);
    let new = "instructions: 1000 \x1b[33m(new)\x1b[0m";
    let rows: [(&[&str], bool); 5] = [
        (&["bench", &wasm], false),
        (&["bench", &wasm, "--color", "auto"], false),
        (&["bench", &wasm, "--color", "never"], false),
        (&["bench", &wasm, "--color", "always"], true),
        (&["--color", "always", "bench", &wasm], true),
    ];
    for (args, is_coloured) in rows {
        let (code, out, _) = run(&dir, args);
        assert_eq!(
            (code, out.contains(new)),
            (0, is_coloured),
            "{args:?} {out}"
        );
        assert_eq!(out.contains('\x1b'), is_coloured, "{args:?} {out}");
    }
    run(&dir, &["bench", &wasm, "--persist"]);
    let files = ["canbench_results.yml", "canbench_results.yml"];
    let (_, out, _) = run(&dir, &["compare", files[0], files[1], "--color", "always"]);
    assert!(out.contains("Benchmark: \x1b[1mone\x1b[0m\n"), "{out}");
}

/// A terminal made by `script`, where that program is installed.
#[test]
fn a_terminal_sees_colours_and_progress() {
    let dir = directory("terminal");
    let wasm = bench_canister(&dir, "a.wasm", &[("one", 1000), ("two", 7)]);
    let command = format!("{} bench {wasm}", env!("CARGO_BIN_EXE_ic-meter"));
    let in_terminal = |no_color: &str| {
        let mut script = Command::new("script");
        script
            .args(["-qec", &command, "/dev/null"])
            .current_dir(&dir);
        script.env("NO_COLOR", no_color).env("TERM", "xterm");
        let output = script.output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let Some(out) = in_terminal("") else {
        eprintln!("skipped: there is no program `script`");
        return;
    };
    assert!(out.contains("\x1b[33m(new)\x1b[0m"), "{out}");
    assert!(
        out.contains("\r\x1b[K[1/2] one ...\r\x1b[K[2/2] two ...\r\x1b[K"),
        "{out}"
    );
    let out = in_terminal("1").unwrap();
    assert!(
        out.contains("calls: 1 (new)") && !out.contains("\x1b[33m"),
        "{out}"
    );
}

#[test]
fn canbench_yml_says_what_to_build_and_run() {
    let dir = directory("config");
    let inner = dir.join("inner");
    std::fs::create_dir(&inner).unwrap();
    // It replies with what it was installed with.
    let echo = module(
        &inner,
        "echo.wasm",
        "(import \"ic0\" \"msg_arg_data_size\" (func $size (result i32)))
         (import \"ic0\" \"msg_arg_data_copy\" (func $copy (param i32 i32 i32)))
         (import \"ic0\" \"stable64_size\" (func $stable (result i64)))
         (global $len (mut i32) (i32.const 0))
         (func (export \"canister_init\")
           (global.set $len (call $size))
           (call $copy (i32.const 0) (i32.const 0) (call $size)))
         (func (export \"canister_query __canbench__one\")
           (if (i64.ne (call $stable) (i64.const 1)) (then unreachable))
           (call $append (i32.const 0) (global.get $len)) (call $reply))
         (func (export \"canister_query __canbench__two\")
           (call $append (i32.const 0) (global.get $len)) (call $reply))",
    );
    std::fs::remove_file(dir.join("made.wasm")).ok();
    let reply = Encode!(&Bench {
        total: measurement(1234),
        scopes: Vec::new()
    })
    .unwrap();
    let hex: String = reply.iter().map(|byte| format!("{byte:02x}")).collect();
    std::fs::write(inner.join("stable.bin"), b"x").unwrap();
    let config = format!(
        "build_cmd:\n  echo building && cp echo.wasm\n  made.wasm\nwasm_path:\n  made.wasm\nresults_path: ../r.yml\n\
         init_args:\n  hex: {hex}\nstable_memory:\n  file: stable.bin\n"
    );
    std::fs::write(inner.join("canbench.yml"), &config).unwrap();

    // In its directory, then from elsewhere, then in part.
    let (code, out, errors) = run(&inner, &["bench", "--persist"]);
    assert_eq!((code, errors.as_str()), (0, "building\n"));
    assert!(out.ends_with("results stored in ../r.yml\n"), "{out}");
    let (code, out, errors) = run(&dir, &["bench", "--config", "inner/canbench.yml"]);
    assert_eq!((code, errors.as_str()), (0, "building\n"));
    assert!(
        out.contains("Benchmark: one\n") && out.contains("instructions: 1234 (no change)"),
        "{out}"
    );
    let (code, out, _) = run(&inner, &["bench", "one"]);
    assert_eq!(code, 0);
    assert!(
        out.contains("Benchmark: one\n") && !out.contains("Benchmark: two\n"),
        "{out}"
    );

    // The command line has the last word.
    let (code, out, _) = run(&inner, &["bench", "--results", "none.yml"]);
    assert_eq!(code, 0);
    assert!(out.contains("Benchmark: one (new)\n"), "{out}");
    let (code, _, errors) = run(&inner, &["bench", "--init-args", "()"]);
    assert_eq!(code, 2);
    assert!(
        errors.starts_with("building\nic-meter: __canbench__one: not a canbench reply: "),
        "{errors}"
    );

    // Without a build command the module must be there.
    std::fs::write(dir.join("canbench.yml"), "wasm_path: absent.wasm\n").unwrap();
    std::fs::write(dir.join("empty.yml"), "").unwrap();
    std::fs::write(dir.join("odd.yml"), "wasm_path: a\nwasm: b\n").unwrap();
    std::fs::write(dir.join("broken.yml"), "wasm_path: [a\n").unwrap();
    std::fs::write(dir.join("fails.yml"), "build_cmd: exit 3\nwasm_path: a\n").unwrap();
    let rows: [(&[&str], &str); 7] = [
        (&["bench"], "absent.wasm: No such file or directory (os error 2)"),
        (&["bench", "--config", "absent.yml"], "absent.yml: No such file or directory (os error 2)"),
        (&["bench", "--config", "empty.yml"], "empty.yml: missing key wasm_path"),
        (
            &["bench", "--config", "odd.yml"],
            "odd.yml:2: unknown key \"wasm\": expected one of build_cmd, wasm_path, results_path, init_args.hex, stable_memory.file",
        ),
        (
            &["bench", "--config", "fails.yml"],
            "the build command failed (exit status: 3): exit 3",
        ),
        (
            &["bench", &echo, "--config", "odd.yml"],
            "--config conflicts with the module inner/echo.wasm: use only one of them",
        ),
        (&["bench", "x", "--config", "inner/canbench.yml"], "no benchmark matches; available: one, two"),
    ];
    for (args, expected) in rows {
        let (code, _, errors) = run(&dir, args);
        let errors = errors.trim_start_matches("building\n");
        assert_eq!(
            (code, errors),
            (2, format!("ic-meter: {expected}\n").as_str()),
            "{args:?}"
        );
    }
    let (code, _, errors) = run(&dir, &["bench", "--config", "broken.yml"]);
    assert_eq!(code, 2);
    assert!(errors.starts_with("ic-meter: broken.yml:"), "{errors}");
    let empty = directory("config_none");
    let (code, _, errors) = run(&empty, &["bench", "one"]);
    let expected = "ic-meter: missing module: no canbench.yml in this directory; specify a module or --config FILE\n";
    assert_eq!((code, errors.as_str()), (2, expected));
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

/// Memory is new after an upgrade, apart from what the canister has kept in stable memory.
#[test]
fn a_canister_is_upgraded() {
    let dir = directory("upgrade");
    let body = |pre_upgrade: &str| {
        format!(
            "(import \"ic0\" \"stable64_grow\" (func $grow (param i64) (result i64)))
             (import \"ic0\" \"stable64_write\" (func $write (param i64 i64 i64)))
             (import \"ic0\" \"stable64_read\" (func $read (param i64 i64 i64)))
             (import \"ic0\" \"msg_arg_data_size\" (func $size (result i32)))
             (data (i32.const 0) \"DIDL\\00\\02\\7b\\7b\\00\\00\")
             (func (export \"canister_update next\")
               (i32.store8 (i32.const 8) (i32.add (i32.load8_u (i32.const 8)) (i32.const 1)))
               (i32.store8 (i32.const 9) (i32.add (i32.load8_u (i32.const 9)) (i32.const 1)))
               (call $append (i32.const 0) (i32.const 10)) (call $reply))
             (func (export \"canister_pre_upgrade\")
               {pre_upgrade}
               (drop (call $grow (i64.const 1)))
               (call $write (i64.const 0) (i64.const 8) (i64.const 1)))
             (func (export \"canister_post_upgrade\")
               (if (i32.ne (call $size) (i32.const 7)) (then unreachable))
               (call $read (i64.const 8) (i64.const 0) (i64.const 1)))"
        )
    };
    let wasm = module(&dir, "kept.wasm", &body(""));
    // The arguments of the upgrade have seven bytes.
    let upgrade = ["canister_post_upgrade", "4449444c000000"];
    let args = ["call", &wasm, "next", "()", upgrade[0], upgrade[1], "next"];
    let (code, out, errors) = run(&dir, &args);
    assert_eq!((code, errors.as_str()), (0, ""));
    let lines: Vec<&str> = out
        .lines()
        .filter(|line| !line.contains("next took"))
        .collect();
    assert_eq!(lines[0], "next replied: (1 : nat8, 1 : nat8)");
    assert!(lines[1].starts_with("canister_post_upgrade took "), "{out}");
    assert_eq!(lines[2..], ["next replied: (2 : nat8, 1 : nat8)"]);
    let trapping = module(&dir, "trapping.wasm", &body("unreachable"));
    let (code, _, errors) = run(&dir, &["call", &trapping, "canister_post_upgrade"]);
    assert_eq!(code, 2);
    assert!(errors.contains("canister_pre_upgrade"), "{errors}");
}

/// As those of Cargo for wasm32-unknown-unknown, such as the tests of a crate.
#[test]
fn programs_run_to_their_end() {
    let dir = directory("programs");
    let program = |body: &str| {
        format!(
            "(func $inner {body})
             (func $main (export \"main\") (param i32 i32) (result i32)
               (call $inner) (i32.add (local.get 0) (local.get 1)))"
        )
    };
    let wasm = module(&dir, "ends.wasm", &program("nop"));
    let (code, out, errors) = run(&dir, &["run", "ends.wasm"]);
    assert_eq!((code, errors.as_str()), (0, ""), "{wasm}");
    assert!(out.starts_with("ends.wasm returned 0 after "), "{out}");
    module(&dir, "panics.wasm", &program("unreachable"));
    let (code, _, errors) = run(&dir, &["run", "panics.wasm"]);
    let trap = "ic-meter: main trapped: wasm trap: wasm `unreachable` instruction executed";
    assert_eq!((code, errors), (2, format!("{trap}, in main;inner\n")));
    module(&dir, "none.wasm", "(func (export \"other\"))");
    let (code, _, errors) = run(&dir, &["run", "none.wasm"]);
    let none = "ic-meter: unknown method \"main\"; available: other\n";
    assert_eq!((code, errors.as_str()), (2, none));
}

#[test]
fn arguments_and_replies_are_candid_text() {
    let dir = directory("text");
    // It replies with what it was last called with, or installed with.
    let body = |custom: &str| {
        format!(
            "(import \"ic0\" \"msg_arg_data_size\" (func $size (result i32)))
             (import \"ic0\" \"msg_arg_data_copy\" (func $copy (param i32 i32 i32)))
             (global $len (mut i32) (i32.const 0))
             (func $keep (export \"canister_init\")
               (global.set $len (call $size))
               (call $copy (i32.const 0) (i32.const 0) (call $size)))
             (func $get (export \"canister_query get\")
               (call $append (i32.const 0) (global.get $len)) (call $reply))
             (func (export \"canister_update set\") (call $keep) (call $get))
             {custom}"
        )
    };
    let did = "type R = record { name : text; size : opt nat8 };\
               service : (R) -> { set : (R) -> (R); get : () -> (R) query }";
    std::fs::write(dir.join("a.did"), did).unwrap();
    let section = |text: &str| format!("(@custom \"icp:public candid:service\" \"{text}\")");
    let plain = module(&dir, "plain.wasm", &body(""));
    let with_did = module(&dir, "with_did.wasm", &body(&section(did)));
    let broken = module(&dir, "broken.wasm", &body(&section("service {")));

    let (init, set) = (
        "(record { name = \"a\"; size = opt 1 })",
        "(record { name = \"b\" })",
    );
    let args = [
        "call",
        &with_did,
        "--init-args",
        init,
        "get",
        "()",
        "set",
        set,
        "get",
    ];
    let (code, out, errors) = run(&dir, &args);
    assert_eq!((code, errors.as_str()), (0, ""));
    let replies: Vec<&str> = out
        .lines()
        .filter(|line| line.contains("replied"))
        .collect();
    let expected = [
        "get replied: (record { name = \"a\"; size = opt (1 : nat8) })",
        "set replied: (record { name = \"b\"; size = null })",
        "get replied: (record { name = \"b\"; size = null })",
    ];
    assert_eq!(replies, expected);

    // The same interface out of a file; none at all; in hex.
    let args = ["call", &plain, "--did", "a.did", "set", set];
    assert!(run(&dir, &args)
        .1
        .starts_with("set replied: (record { name = \"b\"; size = null })\n"));
    let args = ["call", &plain, "set", set];
    assert!(run(&dir, &args)
        .1
        .starts_with("set replied: (record { 1_224_700_491 = \"b\" })\n"));
    let args = ["call", &plain, "set", "(1 : nat8)", "--hex"];
    assert!(run(&dir, &args)
        .1
        .starts_with("set replied: 4449444c00017b01\n"));
    let (code, out, errors) = run(&dir, &["call", &broken, "set", "(true)"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("set replied: (true)\n"), "{out}");
    assert!(
        errors.starts_with("ic-meter: ignored interface: icp:public candid:service: "),
        "{errors}"
    );

    // The canister is asked where there is no section; what it says must be there, and be Candid.
    let pointer = |at: i32, text: &str| {
        let text = text.replace('"', "\\22");
        format!(
            "(data (i32.const 2000) \"{text}\\00\")
             (func (export \"get_candid_pointer\") (result i32) i32.const {at})"
        )
    };
    let asked = module(&dir, "asked.wasm", &body(&pointer(2000, did)));
    let args = ["call", &asked, "--init-args", init, "set", set];
    let (code, out, errors) = run(&dir, &args);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(
        out.starts_with("set replied: (record { name = \"b\"; size = null })\n"),
        "{out}"
    );
    for (name, at, text, expected) in [
        (
            "not_candid.wasm",
            2000,
            "service {",
            "ic-meter: ignored interface: get_candid_pointer: ",
        ),
        (
            "outside.wasm",
            -1,
            did,
            "ic-meter: ignored interface: get_candid_pointer trapped: it does not point to text\n",
        ),
    ] {
        let wrong = module(&dir, name, &body(&pointer(at, text)));
        let (code, out, errors) = run(&dir, &["call", &wrong, "set", "(true)"]);
        assert_eq!(code, 0, "{name}");
        assert!(out.starts_with("set replied: (true)\n"), "{out}");
        assert!(errors.starts_with(expected), "{errors}");
    }
    // Limits, of which the smaller one is said as it is reached.
    let args = ["call", &plain, "set", "(true)", "--memory-limit", "1KiB"];
    let (code, _, errors) = run(&dir, &args);
    assert_eq!(code, 2);
    assert!(errors.contains("exceeds the limit of 1024;"), "{errors}");

    // What does not fit is refused before anything runs.
    for args in [
        ["call", &with_did, "set", "(record { name = 1 })"],
        ["call", &with_did, "set", "(record {"],
        ["call", &with_did, "--init-args=(1)", "get"],
    ] {
        let (code, out, errors) = run(&dir, &args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(errors.starts_with("ic-meter: argument \"("), "{errors}");
    }
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
    let imports = module(
        &dir,
        "imports.wasm",
        "(import \"ic0\" \"time\" (func)) (func (export \"canister_query __canbench__f\"))",
    );
    let wasi = module(
        &dir,
        "wasi.wasm",
        "(import \"wasi_snapshot_preview1\" \"fd_write\" (func (param i32 i32 i32 i32) (result i32)))",
    );
    let rejects = module(
        &dir,
        "rejects.wasm",
        "(import \"ic0\" \"msg_reject\" (func $reject (param i32 i32)))
         (data (i32.const 0) \"no\")
         (func (export \"canister_query __canbench__r\") (call $reject (i32.const 0) (i32.const 2)))",
    );
    let silent = module(
        &dir,
        "silent.wasm",
        "(func (export \"canister_query __canbench__s\"))",
    );
    let update = module(
        &dir,
        "update.wasm",
        "(func (export \"canister_update __canbench__u\") (call $reply))",
    );
    std::fs::File::create(dir.join("huge.yml"))
        .unwrap()
        .set_len(1 << 30)
        .unwrap();
    std::fs::write(dir.join("types.did"), "type A = nat;").unwrap();
    std::fs::write(dir.join("latin.yml"), b"benches: \xe9").unwrap();
    std::fs::write(
        dir.join("bad.yml"),
        "benches:\n  a:\n    total:\n      calls: x\n",
    )
    .unwrap();
    let no_benchmarks =
        "no benchmarks: the canister has no query methods that begin with __canbench__";
    let rows: [(&[&str], &str); 24] = [
        (&["bench", &imports], "import ic0.time: type differs from that in the system API"),
        (&["bench", &wasi], "import wasi_snapshot_preview1.fd_write: not part of the system API"),
        (&["bench", &rejects], "__canbench__r: rejected: no"),
        (&["bench", &silent], "__canbench__s did not reply"),
        (&["bench", &update], no_benchmarks),
        (&["bench", &wasm, "--results", "huge.yml"], "huge.yml: larger than 16777216 bytes"),
        (&["compare", "latin.yml", "bad.yml"], "latin.yml: not UTF-8 at byte 9"),
        (&["compare", "bad.yml", "bad.yml"], "bad.yml:4: expected a number, found \"x\""),
        (&["versus", &wasm, &wasm, "--floor", &none], no_benchmarks),
        (
            &["versus", &wasm, &wasm, "--minimal", &wasm, "absent.wasm"],
            "absent.wasm: No such file or directory (os error 2)",
        ),
        (&["bench", "absent.wasm"], "absent.wasm: No such file or directory (os error 2)"),
        (&["bench", "bad.yml"], "not a canister module: missing \\0asm header"),
        (&["bench", &none], no_benchmarks),
        (&["bench", &wasm, "two"], "no benchmark matches; available: one"),
        (&["bench", &wasm, "--results", "bad.yml"], "bad.yml:4: expected a number, found \"x\""),
        (&["bench", &trap], "__canbench__t trapped: wasm trap: wasm `unreachable` instruction executed"),
        (
            &["bench", &endless, "--instruction-limit", "1000"],
            "__canbench__e reached the limit of 1000 instructions",
        ),
        (&["bench", &init], "canister_init trapped: wasm trap: wasm `unreachable` instruction executed"),
        (&["call", &wasm, "x", "()"], "unknown method \"x\"; available: __canbench__one"),
        (
            &["call", &wasm, "x", "1"],
            "not an argument: \"1\"; give Candid text in parentheses, or the bytes of the message in hex",
        ),
        (&["call", &wasm, "x", "--did", "absent.did"], "absent.did: No such file or directory (os error 2)"),
        (&["call", &wasm, "x", "--did", "types.did"], "types.did: no service found"),
        (&["compare", "absent.yml", "bad.yml"], "absent.yml: No such file or directory (os error 2)"),
        (&["versus", &wasm, &none], no_benchmarks),
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
        errors.starts_with("ic-meter: __canbench__o: not a canbench reply: "),
        "{errors}"
    );
    // What the command line cannot mean.
    let rows: [&[&str]; 7] = [
        &["nonsense"],
        &["call", &wasm, "x", "--memory-limit", "3GB"],
        &["bench", &wasm, "--noise-threshold", "NaN"],
        &["bench", &wasm, "--noise-threshold", "-1"],
        &["bench", &wasm, "--color", "pink"],
        &["versus", &wasm, &wasm, "--minimal", &wasm],
        &["call", &wasm],
    ];
    for args in rows {
        assert_eq!(run(&dir, args).0, 2, "{args:?}");
    }
}
