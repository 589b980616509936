//! Generates Go packages, gives them to Go's tools, and exchanges messages with them: `go_bindings DIR FILE…`.
//!
//! Every package must be as `gofmt` formats it, and `go vet` must find nothing. Messages with random values, damaged ones,
//! those of the conformance tests and those of `../shared`, where it is, are decoded and encoded again by Go: it must accept
//! those that candid accepts, and what it encodes must have the same values.

mod stored;

use anyhow::{ensure, Context, Result};
use candid::types::value::IDLArgs;
use candid::types::{Function, Type, TypeEnv, TypeInner};
use candid_parser::bindings::go::{try_compile, Config};
use candid_parser::configs::Configs;
use candid_parser::syntax::IDLMergedProg;
use candid_parser::{random, IDLProg};
use serde_json::{json, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MAIN: &str = include_str!("../../../go/main.go");
const EXCHANGE: &str = include_str!("../../../go/exchange.go");
const LEDGER_TEST: &str = include_str!("../../../go/ledger_test.go");
const GO_MOD: &str = "module example.com/app\n\ngo 1.23\n";
/// The guide, whose example is compiled.
const GUIDE: &str = include_str!("../../../../../docs/go.md");

/// How many random messages there are for the arguments and for the results of a method.
const RANDOM: u8 = 2;

/// Of how many interfaces and coercions of `../shared` one exchanges messages: compiling all takes minutes. All do if the
/// environment has `GO_BINDINGS_ALL`.
const INTERFACES: usize = 15;
const COERCIONS: usize = 40;

/// A method's arguments, or its results.
type Place = (String, bool);

/// An interface, and the messages to exchange.
struct Interface {
    env: TypeEnv,
    actor: Option<Type>,
    prog: IDLMergedProg,
    messages: Vec<(Place, Vec<u8>)>,
}

fn main() -> Result<()> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let dir = args.next().context("usage: go_bindings DIR FILE…")?;
    let mut interfaces = BTreeMap::new();
    for file in args {
        let stem = file.file_stem().and_then(|stem| stem.to_str());
        let stem = stem.context("a file without a name")?;
        let name = format!("p{}_{}", interfaces.len(), plain(stem));
        let mut interface =
            Interface::load(&file).with_context(|| format!("{}", file.display()))?;
        if !file.starts_with("../shared") || is_sampled(interfaces.len(), INTERFACES) {
            interface.add_random()?;
            interface.add_stored(stem)?;
        }
        interfaces.insert(name, interface);
    }
    interfaces.insert("conformance".to_string(), stored::conformance()?);
    if let Some(interface) = stored::coercions()? {
        interfaces.insert("coercions".to_string(), interface);
    }
    interfaces.insert(
        "ledger".to_string(),
        Interface::load(Path::new("tools/bindings-check/go/ledger.did"))?,
    );
    generate(&dir, &interfaces)?;
    let unformatted = run(&dir, "gofmt", &["-l", "."], Stdio::null())?;
    ensure!(
        unformatted.is_empty(),
        "not as gofmt formats them:\n{unformatted}"
    );
    // Those without messages are not compiled.
    let packages = interfaces.keys().map(|name| format!("./{name}"));
    let packages: Vec<String> = ["vet", "."]
        .map(str::to_string)
        .into_iter()
        .chain(packages)
        .collect();
    let args: Vec<&str> = packages.iter().map(String::as_str).collect();
    run(&dir, "go", &args, Stdio::null())?;
    run(&dir.join("guide"), "go", &["vet", "./..."], Stdio::null())?;
    run(&dir, "go", &["test", "./ledger"], Stdio::null())?;
    // Where int has 32 bits.
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        let args = ["GOARCH=386", "go", "test", "./ledger"];
        run(&dir, "env", &args, Stdio::null())?;
    }
    compare(&dir, &interfaces)
}

fn is_sampled(number: usize, one_of: usize) -> bool {
    number.is_multiple_of(one_of) || std::env::var_os("GO_BINDINGS_ALL").is_some()
}

fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// Runs a program, and returns what it writes.
fn run(dir: &Path, program: &str, args: &[&str], input: Stdio) -> Result<String> {
    let output = Command::new(program)
        .args(args)
        .current_dir(dir)
        .env("GOFLAGS", "-mod=mod")
        .env("GOPROXY", "off")
        .stdin(input)
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot run {program}"))?;
    ensure!(
        output.status.success(),
        "{program} {} failed",
        args.join(" ")
    );
    Ok(String::from_utf8(output.stdout)?)
}

fn generate(dir: &Path, interfaces: &BTreeMap<String, Interface>) -> Result<()> {
    std::fs::create_dir_all(dir)?;
    let write = |path: &str, text: &str| -> Result<()> {
        let path = dir.join(path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        // What has not changed is not compiled again.
        if std::fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
            std::fs::write(&path, text)?;
        }
        Ok(())
    };
    write("go.mod", GO_MOD)?;
    write("main.go", MAIN)?;
    write("ledger/ledger_test.go", LEDGER_TEST)?;
    let example = GUIDE
        .split_once("```go\n")
        .and_then(|(_, rest)| rest.split_once("```\n"));
    let (example, _) = example.context("docs/go.md has no example")?;
    let used = "\nfunc main() {\n\t_ = pay\n}\n";
    // In a module of its own: the ledger of the guide has the same path as the one of the tests.
    write("guide/go.mod", GO_MOD)?;
    write("guide/main.go", &format!("{example}{used}"))?;
    let ledger = Interface::load(Path::new("tools/didc/tests/data/ledger.did"))?;
    write("guide/ledger/ledger.go", &ledger.package("ledger")?)?;
    let (mut imports, mut entries) = (String::new(), String::new());
    for (name, interface) in interfaces {
        let text = interface.package(name).with_context(|| name.clone())?;
        write(&format!("{name}/{name}.go"), &text)?;
        if !interface.messages.is_empty() {
            let exchange = EXCHANGE.replace("package candid", &format!("package {name}"));
            write(&format!("{name}/exchange.go"), &exchange)?;
            writeln!(imports, "\t\"example.com/app/{name}\"")?;
            writeln!(entries, "\tpackages[\"{name}\"] = {name}.Exchange")?;
        }
    }
    let packages = format!(
        "package main\n\nimport (\n{imports})\n\nvar packages = map[string]func(string, bool, []byte) ([]byte, error){{}}\n\n\
         func init() {{\n{entries}}}\n"
    );
    write("packages.go", &packages)
}

/// Compares what Go makes of the messages with what candid makes of them.
fn compare(dir: &Path, interfaces: &BTreeMap<String, Interface>) -> Result<()> {
    let mut lines = String::new();
    for (name, interface) in interfaces {
        for ((method, is_results), message) in &interface.messages {
            let line = json!({ "Package": name, "Method": method, "IsResults": is_results, "Hex": hex::encode(message) });
            writeln!(lines, "{line}")?;
        }
    }
    let file = dir.join("messages.jsonl");
    std::fs::write(&file, lines)?;
    let replies = run(dir, "go", &["run", "."], std::fs::File::open(&file)?.into())?;
    let mut replies = replies.lines();
    let (mut n_accepted, mut n_refused, mut n_different) = (0, 0, 0);
    for (name, interface) in interfaces {
        let all_types = interface.types()?;
        for (place, message) in &interface.messages {
            let types = all_types.get(place).context("no such method")?;
            let reply: Value = serde_json::from_str(replies.next().context("too few replies")?)?;
            match interface.difference(types, message, &reply)? {
                None if reply["Error"] == "" => n_accepted += 1,
                None => n_refused += 1,
                Some(text) => {
                    eprintln!("{name}, {place:?}, {}: {text}", hex::encode(message));
                    n_different += 1;
                }
            }
        }
    }
    ensure!(n_different == 0, "{n_different} messages are different");
    ensure!(
        n_accepted > 500 && n_refused > 500,
        "only {n_accepted} and {n_refused} messages"
    );
    println!(
        "{} packages of Go; {n_accepted} messages exchanged, {n_refused} refused on both sides",
        interfaces.len()
    );
    Ok(())
}

impl Interface {
    fn load(file: &Path) -> Result<Self> {
        let checked = candid_parser::check::file(&candid_parser::check::Disk, file)?;
        Ok(Self {
            prog: checked.source_prog()?,
            env: checked.env,
            actor: checked.actor,
            messages: Vec::new(),
        })
    }

    /// Returns the package of this name.
    fn package(&self, name: &str) -> Result<String> {
        let package = name.to_string();
        let config = Config { package };
        Ok(try_compile(&config, &self.env, &self.actor, &self.prog)?)
    }

    /// Returns an interface whose methods return these types.
    fn of_results(env: TypeEnv, results: Vec<Vec<Type>>) -> Result<Self> {
        let method = |(at, rets): (usize, Vec<Type>)| {
            let func = TypeInner::Func(Function {
                modes: Vec::new(),
                args: Vec::new(),
                rets,
            });
            (format!("m{at:05}"), func.into())
        };
        let methods = results.into_iter().enumerate().map(method).collect();
        Ok(Self {
            env,
            actor: Some(TypeInner::Service(methods).into()),
            prog: IDLMergedProg::new("".parse::<IDLProg>()?),
            messages: Vec::new(),
        })
    }

    fn methods(&self) -> Result<Vec<(String, Function)>> {
        let Some(actor) = &self.actor else {
            return Ok(Vec::new());
        };
        let methods = self.env.as_service(actor)?;
        let method =
            |(name, ty): &(String, Type)| Ok((name.clone(), self.env.as_func(ty)?.clone()));
        methods.iter().map(method).collect()
    }

    /// Returns the types of all arguments and results.
    fn types(&self) -> Result<BTreeMap<Place, Vec<Type>>> {
        let mut types = BTreeMap::new();
        for (method, func) in self.methods()? {
            types.insert((method.clone(), false), func.args);
            types.insert((method, true), func.rets);
        }
        Ok(types)
    }

    /// Adds messages with random values, as they are and damaged.
    fn add_random(&mut self) -> Result<()> {
        for (method, func) in self.methods()? {
            for (is_results, types) in [(false, &func.args), (true, &func.rets)] {
                for seed in 0..RANDOM {
                    let bytes: Vec<u8> = (0..160u8)
                        .map(|n| n.wrapping_mul(37 + 2 * seed) ^ seed.wrapping_mul(91))
                        .collect();
                    // A type without values has no messages.
                    let Ok(args) = random::any(&bytes, Configs::default(), &self.env, types, &None)
                    else {
                        continue;
                    };
                    let message = args.to_bytes_with_types(&self.env, types)?;
                    let place = (method.clone(), is_results);
                    for damaged in damaged(&message, seed) {
                        self.messages.push((place.clone(), damaged));
                    }
                    self.messages.push((place, message));
                }
            }
        }
        Ok(())
    }

    /// Adds the messages of `../shared` for the interface of this name.
    fn add_stored(&mut self, name: &str) -> Result<()> {
        let methods: BTreeSet<String> = self.methods()?.into_iter().map(|(name, _)| name).collect();
        for folder in ["vectors", "negative", "evolve"] {
            let path = format!("../shared/{folder}/{name}.jsonl");
            for line in std::fs::read_to_string(path).unwrap_or_default().lines() {
                let row: Value = serde_json::from_str(line)?;
                let (Some(method), Some(text)) = (row["method"].as_str(), row["hex"].as_str())
                else {
                    continue;
                };
                if methods.contains(method) {
                    let place = (method.to_string(), row["dir"] == "rets");
                    self.messages.push((place, hex::decode(text)?));
                }
            }
        }
        Ok(())
    }

    /// Returns what is different between Go and candid.
    fn difference(&self, types: &[Type], message: &[u8], reply: &Value) -> Result<Option<String>> {
        if reply["Fault"] != "" {
            return Ok(Some(reply["Fault"].to_string()));
        }
        let expected = IDLArgs::from_bytes_with_types(message, &self.env, types);
        let text = reply["Hex"].as_str().context("no message")?;
        let found = match reply["Error"].as_str() {
            Some("") => Ok(hex::decode(text)?),
            error => Err(error.unwrap_or_default()),
        };
        Ok(match (expected, found) {
            (Ok(expected), Ok(found)) => {
                let found = IDLArgs::from_bytes_with_types(&found, &self.env, types)?;
                // A blob may also be a vector, and a number that is none differs from itself.
                let bytes = |args: &IDLArgs| args.to_bytes_with_types(&self.env, types);
                let is_same = bytes(&expected)? == bytes(&found)?;
                (!is_same).then(|| format!("{expected} expected, found {found}"))
            }
            (Err(_), Err(_)) => None,
            (Ok(expected), Err(error)) => {
                Some(format!("{expected} expected, found the error {error}"))
            }
            (Err(error), Ok(_)) => Some(format!("the error {error} expected, but accepted")),
        })
    }
}

/// Returns damaged forms of a message: shorter ones, and such with another byte.
fn damaged(message: &[u8], seed: u8) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut state = u32::from(seed) + 7 * u32::try_from(message.len()).unwrap_or_default();
    for kind in 0..4 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let at = (state >> 8) as usize % message.len();
        let mut copy = message.to_vec();
        match kind {
            0 => copy.truncate(at),
            1 => copy[at] ^= 1 << (state % 8),
            2 => copy[at] = copy[at].wrapping_add(1),
            _ => copy.insert(at, 0xff),
        }
        found.push(copy);
    }
    found
}
