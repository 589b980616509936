//! The command line as a person uses it: each `cases/*.console` holds commands and what they print.
//!
//! `$` begins a command for `sh` (`>` continues it), run in a copy of `data`; `|` begins a line of its output, `!` one
//! of its errors, `?` the code that it ends with where that is not 0. `BLESS=1 cargo test -p didc --test cli` writes what
//! the commands print anew.

// The commands are for a Unix shell.
#![cfg(unix)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

macro_rules! cases {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*

        #[test]
        fn every_file_is_a_case() {
            let mut names = vec![$(stringify!($name)),*];
            names.sort_unstable();
            assert_eq!(files(), names);
        }
    };
}

cases! {
    g1 g2 g3 g4
    k1 k2 k3 k4 k5 k6 k7 k8 k9 k10
    s1 s2 s3 s4
    e1 e2 e3 e4 e5 e6 e7
    d1 d2 d3 d4 d5
    h1
    r1 r2 r3 r4 r5 r6 r7
    a1 a2
    b4 b6 b7 b8 b10 b12 b13 b14 b23 b24 b30 b33 b34 b35 b36 b37 b38 b39 b40 b41 b42 b43 b44
    b_js b_ts b_ts_client b_python b_did b_mo b_rs b_rs_agent b_rs_stub b_go t6
    doc schema model template
    random_values hash_collide hints test_formats explain_code quiet_verbose man names options ids breaking_levels folders
    test_files completions lsp packed json stdin memory control
    lint lint_levels lint_config lint_formats
    wasm wasm_invalid breaking breaking_versions breaking_formats breaking_allow breaking_config breaking_files breaking_revisions
    explain convert diff
    fmt fmt_files root bind_config bind_watch exit_codes outputs devices unreadable
}

/// The other commands are in `src/growth.rs`: this one reads standard input.
#[test]
fn assist_prints_as_much_as_it_is_told() {
    let place = place("assist");
    let lengths = [200, 400, 800].map(|n| {
        let answers = "y\nname\n7\n".repeat(n) + "n\n";
        std::fs::write(place.join("answers"), answers).expect("the answers can be written");
        let printed = run(
            "didc assist -t '(vec record { a : text; b : nat })' <answers",
            &place,
        );
        assert_eq!(printed.matches("a = \"name\"").count(), n);
        printed.len()
    });
    let [one, two, four] = lengths;
    assert!(two <= one * 5 / 2 && four <= two * 5 / 2, "{lengths:?}");
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

fn files() -> Vec<String> {
    let entries = folder("cases").read_dir().expect("the folder can be read");
    let name = |path: PathBuf| {
        path.file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    };
    let mut names: Vec<String> = entries
        .map(|entry| name(entry.expect("an entry").path()))
        .collect();
    names.sort_unstable();
    names
}

fn check(name: &str) {
    let path = folder("cases").join(format!("{name}.console"));
    let expected = std::fs::read_to_string(&path).expect("the case can be read");
    let place = place(name);
    let (mut found, mut n_commands) = (String::new(), 0);
    let mut lines = expected.lines().peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() || line.starts_with('#') {
            found.push_str(line);
            found.push('\n');
        } else if let Some(first) = line.strip_prefix("$ ") {
            let mut command = first.to_string();
            while let Some(more) = lines.next_if(|line| line.starts_with("> ")) {
                command.push('\n');
                command.push_str(&more[2..]);
            }
            n_commands += 1;
            let _ = writeln!(found, "$ {}", command.replace('\n', "\n> "));
            found.push_str(&run(&command, &place));
        }
    }
    assert!(n_commands > 0, "{name} has no command");
    compare(&path, &expected, &found);
}

/// Returns a new folder with a copy of the data.
fn place(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("didc-{name}"));
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place).expect("a folder for the case");
    for entry in folder("data").read_dir().expect("the folder can be read") {
        let from = entry.expect("an entry").path();
        let to = place.join(from.file_name().expect("a name"));
        std::fs::copy(&from, to).expect("the file can be copied");
    }
    for (name, bytes) in modules() {
        std::fs::write(place.join(name), bytes).expect("the module can be written");
    }
    place
}

/// Returns the modules of `modules.wat`, each with the name of its file. They are assembled once.
fn modules() -> &'static [(String, Vec<u8>)] {
    static MODULES: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    MODULES.get_or_init(|| {
        let text = include_str!("data/modules.wat");
        let modules = text.split(";; module ").skip(1).map(|module| {
            let (name, text) = module.split_once('\n').expect("a name");
            (format!("{name}.wasm"), wat::parse_str(text).expect(name))
        });
        modules.collect()
    })
}

/// Compares what is in a file with what was found, or writes it there.
fn compare(path: &Path, expected: &str, found: &str) {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, found).expect("the file can be written");
    } else {
        assert!(found == expected, "{}: found\n{found}", path.display());
    }
}

/// Each subcommand has rows with the exit codes that it may have, and is in the table of the README.
#[test]
fn each_subcommand_has_exit_codes() {
    let help = Command::new(env!("CARGO_BIN_EXE_didc"))
        .arg("--help")
        .output();
    let help = String::from_utf8(help.expect("it runs").stdout).expect("text");
    let (_, commands) = help.split_once("\nCommands:\n").expect("a list");
    let commands = commands.lines().map_while(|line| line.strip_prefix("  "));
    let commands: Vec<&str> = commands
        .filter_map(|line| {
            line.split_whitespace()
                .next()
                .filter(|_| !line.starts_with(' '))
        })
        .collect();
    assert!(
        commands.contains(&"check") && commands.contains(&"completions"),
        "{help}"
    );
    let rows = std::fs::read_to_string(folder("cases/exit_codes.console")).expect("the case");
    let unreadable = std::fs::read_to_string(folder("cases/unreadable.console")).expect("the case");
    let readme = std::fs::read_to_string(folder("../../../README.md")).expect("the README");
    let (_, tasks) = readme.split_once("\n| task | command |").expect("a table");
    let (tasks, _) = tasks.split_once("\n\n").expect("its end");
    for command in commands.into_iter().filter(|command| *command != "help") {
        assert!(tasks.contains(&format!("`{command}`")), "{command}");
        // What these print depends on no input.
        let never_fails = ["explain-code", "man", "completions"].contains(&command);
        let has_row = unreadable.contains(&format!("\n> {command} "));
        assert!(
            has_row || never_fails,
            "{command}: no row for unreadable files"
        );
        for code in 0..=2 {
            let row = format!("\n| {code} {command}");
            let has_row = rows.contains(&format!("{row} ")) || rows.contains(&format!("{row}\n"));
            assert!(has_row || code == 1 && never_fails, "{row}");
        }
    }
}

/// Both READMEs and the pages about messages and templates show what the commands in them print.
#[test]
fn b45() {
    shows_what_commands_print("README.md", 13);
    shows_what_commands_print("../../README.md", 8);
    shows_what_commands_print("../../docs/messages.md", 10);
    shows_what_commands_print("../../docs/templates.md", 4);
    shows_what_commands_print("../../docs/errors.md", 24);
}

/// `didc explain-code` prints sections of the pages in `docs`, which are outside of the package.
#[test]
fn pages_are_those_of_the_documentation() {
    for page in ["errors", "lints", "breaking"] {
        let source = folder(&format!("../../../docs/{page}.md"));
        let source = std::fs::read_to_string(source).expect("the page can be read");
        let path = folder(&format!("../src/pages/{page}.txt"));
        let copy = std::fs::read_to_string(&path).expect("the copy can be read");
        compare(&path, &copy, &source);
    }
}

/// Each error in a case has an id that is explained, and each id of `didc` is in a case or an example. What the syntax of the
/// command line does not allow has none.
#[test]
fn every_error_has_an_id() {
    let page = |name: &str| {
        let path = folder(&format!("../../../docs/{name}.md"));
        std::fs::read_to_string(path).expect("the page can be read")
    };
    let known = [page("errors"), page("lints"), page("breaking")].concat();
    let mut cases = page("errors");
    for name in files() {
        let path = folder("cases").join(format!("{name}.console"));
        cases += &std::fs::read_to_string(path).expect("the case can be read");
    }
    let mut n_ids = 0;
    for line in cases.lines() {
        let line = line.trim_start_matches(['|', '!', ' ']);
        let Some(part) = line.strip_prefix("error[") else {
            continue;
        };
        let id = part.split(']').next().unwrap_or_default();
        assert!(known.contains(&format!("\n### {id} ")), "{id}");
        n_ids += 1;
    }
    assert!(n_ids > 200, "{n_ids}");
    for id in known
        .split("\n### ")
        .filter(|section| section.starts_with("E0"))
    {
        let id = id.split(' ').next().unwrap_or_default();
        let is_of_didc = id > "E0400";
        assert!(
            !is_of_didc || cases.contains(&format!("error[{id}]")),
            "{id}"
        );
    }
}

fn shows_what_commands_print(file: &str, least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let expected = std::fs::read_to_string(&path).expect("the README can be read");
    let place = place("readme");
    let (mut found, mut n_commands, mut is_console) = (String::new(), 0, false);
    for line in expected.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
        }
        let command = line.strip_prefix("$ ").filter(|_| is_console);
        // Between the marks of a block, what is no command is what a command printed, and comes anew.
        if !is_console || line.starts_with("```") || command.is_some() {
            found.push_str(line);
            found.push('\n');
        }
        if let Some(command) = command {
            n_commands += 1;
            for line in run(command, &place)
                .lines()
                .filter(|line| !line.starts_with('?'))
            {
                found.push_str(line.get(2..).unwrap_or_default());
                found.push('\n');
            }
        }
    }
    assert!(n_commands > least, "{file}: only {n_commands} commands");
    compare(&path, &expected, &found);
}

/// Runs a command and returns what it prints, in the form of the cases.
fn run(command: &str, place: &Path) -> String {
    let didc = Path::new(env!("CARGO_BIN_EXE_didc"));
    let mut paths = vec![didc.parent().expect("a folder").to_path_buf()];
    paths.extend(std::env::split_paths(
        &std::env::var_os("PATH").unwrap_or_default(),
    ));
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(place)
        .stdin(Stdio::null())
        .env(
            "PATH",
            std::env::join_paths(paths).expect("no folder has a colon in its name"),
        )
        .env("LC_ALL", "C.UTF-8")
        .env("TERM", "xterm")
        .env_remove("RUST_BACKTRACE")
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS")
        .output()
        .expect("there is a shell");
    let mut text = String::new();
    for (mark, bytes) in [('|', &output.stdout), ('!', &output.stderr)] {
        for line in String::from_utf8_lossy(bytes).lines() {
            text.push(mark);
            if !line.is_empty() {
                text.push(' ');
                text.push_str(line);
            }
            text.push('\n');
        }
    }
    match output.status.code() {
        Some(0) => {}
        Some(code) => {
            let _ = writeln!(text, "? {code}");
        }
        None => text.push_str("? killed\n"),
    }
    text
}
