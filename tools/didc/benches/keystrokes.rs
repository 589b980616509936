//! Measures how long `didc lsp` takes for a keystroke, and for the requests that editors send after one, in an interface
//! of 5,000 lines; also while the code lens is resolved, which compares the interface with `HEAD`. Beside it `didc check` of the
//! same file. Then the same with all rules of `didc lint` as warnings: 1,350 of them.
//!
//! `cargo bench -p didc --bench keystrokes` builds both programs with optimisation.

use serde_json::{json, Value};
use std::error::Error;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The program, built with the same profile.
const DIDC: &str = env!("CARGO_BIN_EXE_didc");

/// Number of definitions, of ten lines each.
const N_TYPES: usize = 450;

const N_KEYS: usize = 50;

/// The id of requests that are answered later than those that follow.
const LENS: u32 = 2;

fn main() -> Result<(), Box<dyn Error>> {
    let text = interface();
    let folder = std::env::temp_dir().join(format!("keystrokes-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    let file = folder.join("main.did");
    std::fs::write(&file, &text)?;
    commit(&folder)?;
    let n_lines = text.lines().count();
    println!("{n_lines} lines, {} bytes", text.len());
    measure("default levels", &file, &text)?;
    std::fs::write(folder.join("didc.toml"), "[lint.levels]\nall = \"warn\"\n")?;
    measure("all rules warn", &file, &text)?;
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Prints the times of a session, and of `didc check`.
fn measure(title: &str, file: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    println!("\n{title:<34} {:>10} {:>10}", "median", "maximum");
    let n_lines = text.lines().count();
    let mut session = Session::start(file.parent().ok_or("no folder")?)?;
    let uri = format!("file://{}", file.display());
    let document = json!({ "uri": uri, "languageId": "candid", "version": 1, "text": text });
    session.notify("textDocument/didOpen", json!({ "textDocument": document }))?;
    session.read()?;
    // In the middle of the file: a name is typed, which is undefined until it is complete.
    let line = n_lines / 2 / 10 * 10 + 1;
    let mut keys = Vec::new();
    let mut requests: Vec<(&str, Vec<Duration>)> = [
        "textDocument/completion",
        "textDocument/hover",
        "textDocument/references",
        "textDocument/codeAction",
        "textDocument/documentSymbol",
        "textDocument/foldingRange",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/range",
        "textDocument/codeLens",
        "textDocument/typeDefinition",
        "textDocument/formatting",
        "textDocument/rangeFormatting",
        "textDocument/onTypeFormatting",
    ]
    .map(|method| (method, Vec::new()))
    .into();
    let position = |character: usize| json!({ "line": line, "character": character });
    let key = |n: usize, end: usize, text: &str| {
        let change =
            json!({ "range": { "start": position(end), "end": position(end) }, "text": text });
        json!({
            "textDocument": { "uri": uri, "version": n + 2 },
            "contentChanges": [change]
        })
    };
    for n in 0..N_KEYS {
        let end = 12 + n;
        let params = key(n, end, "x");
        let start = Instant::now();
        session.notify("textDocument/didChange", params)?;
        session.read()?;
        keys.push(start.elapsed());
        let shown = json!({ "start": { "line": line - 30, "character": 0 }, "end": { "line": line + 30, "character": 0 } });
        for (method, times) in &mut requests {
            let range = match *method {
                "textDocument/codeAction" => {
                    json!({ "start": position(end), "end": position(end) })
                }
                _ => shown.clone(),
            };
            let start = Instant::now();
            session.ask(
                method,
                json!({
                    "textDocument": { "uri": uri },
                    "position": position(end),
                    "range": range,
                    "ch": ";",
                    "options": { "tabSize": 2, "insertSpaces": true },
                    "context": { "includeDeclaration": true, "triggerKind": 1, "diagnostics": [] }
                }),
            )?;
            times.push(start.elapsed());
        }
    }
    row("keystroke, until its diagnostics", keys);
    for (method, times) in requests {
        row(method, times);
    }
    // The name is complete again, and a comment is typed, so that there is something to compare.
    let whole = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": text }] });
    session.notify("textDocument/didChange", whole)?;
    session.read()?;
    let mut keys = Vec::new();
    for n in 0..N_KEYS {
        let start = Instant::now();
        session.notify("textDocument/didChange", key(n, 0, "/**/"))?;
        session.read()?;
        keys.push(start.elapsed());
    }
    row("keystroke without an error", keys);
    let lens = json!({ "range": { "start": position(0), "end": position(0) }, "data": uri });
    let (mut keys, mut completions, mut lenses) = (Vec::new(), Vec::new(), Vec::new());
    for n in 0..N_KEYS {
        let resolved = Instant::now();
        session.request(LENS, "codeLens/resolve", lens.clone())?;
        let params = key(N_KEYS + n, 0, "/**/");
        let start = Instant::now();
        session.notify("textDocument/didChange", params)?;
        session.read()?;
        keys.push(start.elapsed());
        let start = Instant::now();
        let at = json!({ "textDocument": { "uri": uri }, "position": position(12) });
        session.ask("textDocument/completion", at)?;
        completions.push(start.elapsed());
        session.answer_to(LENS)?;
        lenses.push(resolved.elapsed());
    }
    row("keystroke while a lens is resolved", keys);
    row("completion while a lens is resolved", completions);
    row("codeLens/resolve", lenses);
    session.ask("shutdown", Value::Null)?;
    session.notify("exit", Value::Null)?;
    session.child.wait()?;

    let mut checks = Vec::new();
    for _ in 0..N_KEYS {
        let start = Instant::now();
        Command::new(DIDC).arg("check").arg(file).output()?;
        checks.push(start.elapsed());
    }
    row("didc check", checks);
    Ok(())
}

/// Commits all files of a folder, in a repository of its own.
fn commit(folder: &Path) -> Result<(), Box<dyn Error>> {
    let author = ["-c", "user.name=a", "-c", "user.email=a"];
    for args in [
        &["init", "-q"][..],
        &["add", "."],
        &["commit", "-q", "-m", "a"],
    ] {
        let mut git = Command::new("git");
        let status = git.arg("-C").arg(folder).args(author).args(args).status()?;
        if !status.success() {
            return Err(format!("git {args:?}: {status}").into());
        }
    }
    Ok(())
}

/// Returns an interface of 5,000 lines.
fn interface() -> String {
    let mut text = String::new();
    for n in 0..N_TYPES {
        let _ = write!(
            text,
            "// The type with number {n}.\ntype Type{n} = record {{\n  // Who may change it.\n  owner : principal;\n  \
             subaccount : opt blob;\n  previous : opt Type{};\n  amounts : vec record {{ nat; text }};\n  \
             state : variant {{ open; closed : nat64; error : text }};\n  created_at : nat64;\n}};\n",
            n / 2
        );
    }
    text.push_str("service : {\n");
    for n in 0..N_TYPES {
        let _ = writeln!(
            text,
            "  method_{n} : (Type{n}, opt nat) -> (vec Type{n}) query;"
        );
    }
    text.push_str("}\n");
    text
}

fn row(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let milliseconds = |time: Option<&Duration>| time.map_or(0.0, Duration::as_secs_f64) * 1e3;
    let (median, most) = (times.get(times.len() / 2), times.last());
    println!(
        "{name:<34} {:>7.2} ms {:>7.2} ms",
        milliseconds(median),
        milliseconds(most)
    );
}

/// A server, and the pipes to it.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Whether the lens has been resolved before it was waited for.
    has_lens: bool,
}

impl Session {
    fn start(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut child = Command::new(DIDC)
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut session = Session {
            child,
            input,
            output,
            has_lens: false,
        };
        session.ask(
            "initialize",
            json!({ "processId": null, "rootUri": format!("file://{}", folder.display()), "capabilities": {
                "textDocument": { "codeAction": { "codeActionLiteralSupport": {} } } } }),
        )?;
        Ok(session)
    }

    fn send(&mut self, message: &Value) -> Result<(), Box<dyn Error>> {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        Ok(self.input.flush()?)
    }

    fn notify(&mut self, method: &str, params: Value) -> Result<(), Box<dyn Error>> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    fn request(&mut self, id: u32, method: &str, params: Value) -> Result<(), Box<dyn Error>> {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
    }

    /// Sends a request and reads its answer, which must be a result.
    fn ask(&mut self, method: &str, params: Value) -> Result<(), Box<dyn Error>> {
        self.request(1, method, params)?;
        self.answer_to(1)
    }

    /// Reads messages up to the answer with an id, which must be a result.
    fn answer_to(&mut self, id: u32) -> Result<(), Box<dyn Error>> {
        if id == LENS && std::mem::take(&mut self.has_lens) {
            return Ok(());
        }
        loop {
            let answer = self.message()?;
            if answer.starts_with(br#"{"error""#) {
                return Err(String::from_utf8_lossy(&answer).into());
            }
            let is_of = |id: u32| answer.starts_with(format!(r#"{{"id":{id},"#).as_bytes());
            if is_of(id) {
                return Ok(());
            }
            self.has_lens |= is_of(LENS);
        }
    }

    /// Reads the next message that is not the answer about a lens.
    fn read(&mut self) -> Result<Vec<u8>, Box<dyn Error>> {
        loop {
            let message = self.message()?;
            if !message.starts_with(format!(r#"{{"id":{LENS},"#).as_bytes()) {
                return Ok(message);
            }
            self.has_lens = true;
        }
    }

    /// Reads a message, without parsing it.
    fn message(&mut self) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let len = line.trim().strip_prefix("Content-Length: ");
        let len: usize = len.ok_or("no length")?.parse()?;
        self.output.read_line(&mut line)?;
        let mut bytes = vec![0; len];
        self.output.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
