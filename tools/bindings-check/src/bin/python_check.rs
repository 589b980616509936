//! Exchanges messages with Python bindings: `python_check DIR PYTHON FILE…`.
//!
//! Writes a module and messages for each interface to DIR: random values of its methods and, where the corpus of `../shared`
//! is, its messages: golden ones, those of older interfaces, damaged ones, and values of other types. `exchange.py` decodes
//! each message with the module, and encodes the values again. Both have to agree on what is an error, and on the values.

use anyhow::{bail, ensure, Context, Result};
use bindings_check::{renamed, renamed_env};
use candid::types::value::{IDLArgs, IDLValue};
use candid::types::{FuncMode, Type, TypeEnv, TypeInner};
use candid_parser::bindings::python;
use candid_parser::configs::Configs;
use candid_parser::syntax::IDLMergedProg;
use candid_parser::{check_prog, random, IDLProg};
use serde_json::{json, Value};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The program in Python.
const EXCHANGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../python-check/exchange.py");
const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
/// The random messages for the arguments of a method, and for its results.
const N_RANDOM: u64 = 2;
/// How many rows of the file with values of other types are one module.
const ROWS: usize = 300;
/// How much of the disagreement is printed.
const MAX_SHOWN: usize = 20;

/// A module, and the messages for it.
struct Exchange {
    name: String,
    env: TypeEnv,
    /// The types of each side of each method.
    types: BTreeMap<(String, String), Vec<Type>>,
    cases: Vec<Case>,
}

struct Case {
    method: String,
    dir: String,
    bytes: Vec<u8>,
}

fn main() -> ExitCode {
    let args: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [dir, python, files @ ..] = args.as_slice() else {
        eprintln!("usage: python_check DIR PYTHON FILE…");
        return ExitCode::from(2);
    };
    match check(dir, python, files) {
        Ok(n) => {
            println!("{n} messages are the same in Python");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn check(dir: &Path, python: &Path, files: &[PathBuf]) -> Result<usize> {
    std::fs::create_dir_all(dir)?;
    let mut exchanges = Vec::new();
    for file in files {
        let exchange = of_file(dir, file).with_context(|| format!("{}", file.display()))?;
        exchanges.push(exchange);
    }
    let rows = Path::new(SHARED).join("coerce.jsonl");
    if rows.exists() {
        let rows = lines(&rows)?;
        for (idx, rows) in rows.chunks(ROWS).enumerate() {
            exchanges.push(of_rows(dir, idx, rows)?);
        }
    }
    for exchange in &exchanges {
        let mut text = String::new();
        for case in &exchange.cases {
            let hex = hex::encode(&case.bytes);
            let line = json!({ "method": case.method, "dir": case.dir, "hex": hex });
            writeln!(text, "{line}")?;
        }
        std::fs::write(dir.join(format!("{}.jsonl", exchange.name)), text)?;
    }
    let status = Command::new(python).arg(EXCHANGE).arg(dir).status();
    ensure!(status.context("cannot run Python")?.success(), "{EXCHANGE}");
    let (mut n, mut n_errors, mut different) = (0, 0, 0);
    for exchange in &exchanges {
        let path = dir.join(format!("{}.out", exchange.name));
        let text = std::fs::read_to_string(&path)?;
        let answers: Vec<&str> = text.lines().collect();
        ensure!(answers.len() == exchange.cases.len(), "{}", path.display());
        for (case, answer) in exchange.cases.iter().zip(answers) {
            n += 1;
            match exchange.compare(case, answer) {
                Ok(is_error) => n_errors += usize::from(is_error),
                Err(error) => {
                    different += 1;
                    if different <= MAX_SHOWN {
                        let (name, hex) = (&exchange.name, hex::encode(&case.bytes));
                        let hex = &hex[..hex.len().min(200)];
                        eprintln!("{name} {} {}: {error:#}\n  {hex}", case.method, case.dir);
                    }
                }
            }
        }
    }
    ensure!(different == 0, "{different} of {n} messages are different");
    ensure!(n > 2 * n_errors, "{n_errors} of {n} messages are errors");
    Ok(n)
}

impl Exchange {
    /// Compares the answer with the message. Returns whether both are an error.
    fn compare(&self, case: &Case, answer: &str) -> Result<bool> {
        let types = &self.types[&(case.method.clone(), case.dir.clone())];
        let expected = IDLArgs::from_bytes_with_types(&case.bytes, &self.env, types);
        match (expected, answer.strip_prefix("error: ")) {
            (Err(_), Some(_)) => Ok(true),
            (Err(error), None) => bail!("Python finds no error: {error}"),
            (Ok(_), Some(error)) => bail!("Python finds an error: {error}"),
            (Ok(expected), None) => {
                let bytes = hex::decode(answer)?;
                let found = IDLArgs::from_bytes_with_types(&bytes, &self.env, types);
                let found = found.context("not decoded again")?;
                ensure!(
                    same_all(&expected.args, &found.args),
                    "expected {expected}\nfound {found}"
                );
                Ok(false)
            }
        }
    }
}

fn same_all(a: &[IDLValue], b: &[IDLValue]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

/// Returns whether two values are equal, or both are not a number: Python changes the bits of some.
fn same(a: &IDLValue, b: &IDLValue) -> bool {
    match (a, b) {
        (IDLValue::Float32(a), IDLValue::Float32(b)) => {
            a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
        }
        (IDLValue::Float64(a), IDLValue::Float64(b)) => a.to_bits() == b.to_bits(),
        (IDLValue::Opt(a), IDLValue::Opt(b)) => same(a, b),
        (IDLValue::Vec(a), IDLValue::Vec(b)) => same_all(a, b),
        // Which of the two an empty one is depends on the type on the wire.
        (IDLValue::Vec(a), IDLValue::Blob(b)) | (IDLValue::Blob(b), IDLValue::Vec(a)) => {
            a.is_empty() && b.is_empty()
        }
        (IDLValue::Record(a), IDLValue::Record(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b)
                    .all(|(a, b)| a.id == b.id && same(&a.val, &b.val))
        }
        (IDLValue::Variant(a), IDLValue::Variant(b)) => {
            a.0.id == b.0.id && same(&a.0.val, &b.0.val)
        }
        (a, b) => a == b,
    }
}

/// Writes the module of an interface, and finds messages for it.
fn of_file(dir: &Path, file: &Path) -> Result<Exchange> {
    let checked = candid_parser::check::file(&candid_parser::check::Disk, file)?;
    let prog = checked.source_prog()?;
    let (env, actor) = (checked.env, checked.actor);
    let stem = file.file_stem().and_then(|stem| stem.to_str());
    let stem = stem.context("a file without a name")?;
    let name = format!("did_{}", stem.replace('-', "_"));
    write(dir, &name, &env, &actor, &prog)?;
    let mut exchange = Exchange {
        name,
        types: signatures(&env, &actor)?,
        env,
        cases: Vec::new(),
    };
    let sides: Vec<_> = exchange.types.keys().cloned().collect();
    for (idx, (method, dir)) in (0..).zip(&sides) {
        for seed in 0..N_RANDOM {
            let types = &exchange.types[&(method.clone(), dir.clone())];
            let configs: Configs = "distribution = \"full\"".parse()?;
            let entropy = entropy(idx * N_RANDOM + seed);
            // There is none of a type without values.
            if let Ok(args) = random::any(&entropy, configs, &exchange.env, types, &None) {
                let bytes = args.to_bytes_with_types(&exchange.env, types)?;
                let (method, dir) = (method.clone(), dir.clone());
                exchange.cases.push(Case { method, dir, bytes });
            }
        }
    }
    for folder in ["vectors", "evolve", "negative"] {
        let path = Path::new(SHARED).join(format!("{folder}/{stem}.jsonl"));
        let rows = if path.exists() {
            lines(&path)?
        } else {
            Vec::new()
        };
        // Many of those that aim at quotas use all of what a message may.
        let step = if folder == "negative" && stem == "bombs" {
            5
        } else {
            1
        };
        for row in rows.into_iter().step_by(step) {
            let [method, dir, bytes] = ["method", "dir", "hex"].map(|key| text(&row, key));
            let (method, dir, bytes) = (method?, dir?, hex::decode(bytes?)?);
            if exchange.types.contains_key(&(method.clone(), dir.clone())) {
                exchange.cases.push(Case { method, dir, bytes });
            }
        }
    }
    Ok(exchange)
}

/// Writes a module with a method for each row that has a message and a type to decode it as.
fn of_rows(dir: &Path, idx: usize, rows: &[Value]) -> Result<Exchange> {
    let name = format!("rows_{idx}");
    let mut env = TypeEnv::new();
    let mut methods = Vec::new();
    let mut cases = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let source = format!(
            "{}service : {{ m : ({}) -> () }}",
            text(row, "env")?,
            text(row, "t2")?
        );
        let mut row_env = TypeEnv::new();
        let actor = check_prog(&mut row_env, &source.parse::<IDLProg>()?)?;
        let actor = actor.context("no service")?;
        let rename = |name: &str| format!("{name}_{number}");
        env.0.extend(renamed_env(&row_env, &rename).0);
        let func = row_env.get_method(&actor, "m")?.clone();
        let method = rename("m");
        methods.push((
            method.clone(),
            renamed(&TypeInner::Func(func).into(), &rename),
        ));
        let (dir, bytes) = ("args".to_string(), hex::decode(text(row, "hex")?)?);
        cases.push(Case { method, dir, bytes });
    }
    methods.sort();
    let actor = Some(TypeInner::Service(methods).into());
    write(dir, &name, &env, &actor, &IDLMergedProg::new("".parse()?))?;
    let types = signatures(&env, &actor)?;
    Ok(Exchange {
        name,
        env,
        types,
        cases,
    })
}

fn write(
    dir: &Path,
    name: &str,
    env: &TypeEnv,
    actor: &Option<Type>,
    prog: &IDLMergedProg,
) -> Result<()> {
    let module = python::try_compile(env, actor, prog)?;
    Ok(std::fs::write(dir.join(format!("{name}.py")), module)?)
}

/// Returns the types of the arguments and results of each method, and of the init arguments.
fn signatures(
    env: &TypeEnv,
    actor: &Option<Type>,
) -> Result<BTreeMap<(String, String), Vec<Type>>> {
    let mut types = BTreeMap::new();
    let Some(actor) = actor else {
        return Ok(types);
    };
    if let TypeInner::Class(args, _) = actor.as_ref() {
        types.insert(("<init>".to_string(), "args".to_string()), args.clone());
    }
    for (name, ty) in env.as_service(actor)? {
        let func = env.as_func(ty)?;
        let mut add = |dir: &str, args: &[Type]| {
            types.insert((name.clone(), dir.to_string()), args.to_vec());
        };
        add("args", &func.args);
        if !func.modes.contains(&FuncMode::Oneway) {
            add("rets", &func.rets);
        }
    }
    Ok(types)
}

/// Returns bytes for random values.
fn entropy(seed: u64) -> Vec<u8> {
    let mut state = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    };
    (0..128).flat_map(|_| next()).collect()
}

fn lines(path: &Path) -> Result<Vec<Value>> {
    let text = std::fs::read_to_string(path)?;
    let rows = text.lines().map(serde_json::from_str);
    Ok(rows.collect::<std::result::Result<_, _>>()?)
}

fn text(row: &Value, key: &str) -> Result<String> {
    let text = row[key].as_str().with_context(|| format!("no {key}"))?;
    Ok(text.to_string())
}
