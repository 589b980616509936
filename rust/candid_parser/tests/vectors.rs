//! Golden messages with their texts: each text at the types of its method gives the message, each message at these
//! types prints as the text.
//!
//! A row is a line of JSON: `did` and `method` (or `<init>`), `dir` (`args` or `rets`), `text`, the message in
//! `hex`, and sometimes `untyped`, the text of the message without types. Our own rows are in `vectors/sample.jsonl`; with the
//! environment variable `VECTORS_BLESS` set they are made anew. Those that the incumbent made lie beside the
//! repository.

#[allow(
    dead_code,
    reason = "of random values of random types, only the values are made here"
)]
#[path = "../../candid/tests/random_values/mod.rs"]
mod random_values;
#[path = "vectors/types.rs"]
mod types;

use candid::types::{Type, TypeInner};
use candid::{IDLArgs, TypeEnv};
use candid_parser::parse_idl_args;
use candid_parser::value::{Surplus, TextArgs};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{json, Value};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use types::{interface, types, Interface};

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors")
}

fn get<'a>(row: &'a Value, key: &str) -> Option<&'a str> {
    row.get(key)?.as_str()
}

/// What a row shows to be wrong.
fn check_row(row: &Value, interface: &Interface) -> Vec<String> {
    let mut wrong = Vec::new();
    let env = &interface.0;
    let types = types(
        interface,
        get(row, "method").expect("a method"),
        get(row, "dir").expect("a direction"),
    );
    let bytes = hex::decode(get(row, "hex").expect("a message")).expect("hexadecimal digits");
    let value =
        IDLArgs::from_bytes_with_types(&bytes, env, &types).expect("a message of that type");
    if let Some(text) = get(row, "text") {
        let printed = value.to_string();
        if !same_text(&printed, text) {
            wrong.push(format!("prints as {printed}"));
        }
        for text in [text, &printed] {
            match TextArgs::new(text)
                .surplus(Surplus::Refuse)
                .to_bytes_at(env, &types)
            {
                Ok((again, _)) if again == bytes => {}
                // Another order of the type table is another message of the same value.
                Ok((again, _)) => {
                    let again =
                        IDLArgs::from_bytes_with_types(&again, env, &types).expect("a message");
                    if format!("{again:?}") != format!("{value:?}") {
                        wrong.push(format!("is read as {again}"));
                    } else {
                        wrong.push("other bytes".to_string());
                    }
                }
                Err(error) => wrong.push(format!("is not read: {error}")),
            }
        }
    }
    if let Some(text) = get(row, "untyped") {
        let value = IDLArgs::from_bytes(&bytes).expect("a message");
        let printed = value.to_string();
        if !same_text(&printed, text) {
            wrong.push(format!("prints without types as {printed}"));
        }
        match parse_idl_args(text).and_then(|args| Ok(args.to_bytes()?)) {
            Ok(again) => {
                let again = IDLArgs::from_bytes(&again).expect("a message");
                // `null` is the value of many types.
                if nulls(&again) != nulls(&value) {
                    wrong.push(format!("is read without types as {again}"));
                }
            }
            Err(error) => wrong.push(format!("is not read without types: {error}")),
        }
    }
    wrong
}

fn nulls(args: &IDLArgs) -> String {
    let text = format!("{args:?}")
        .replace("null : null", "null")
        .replace("null : reserved", "null");
    text.replace("(null)", "null").replace(" = null }", " }")
}

/// Large and small floats are printed with an exponent, not with up to 300 zeros.
fn same_text(ours: &str, recorded: &str) -> bool {
    ours == recorded || on_one_line(&with_all_zeros(ours)) == on_one_line(recorded)
}

/// Returns the text without exponents.
fn with_all_zeros(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(" : float") {
        let (before, after) = rest.split_at(at);
        let start = before.rfind(|c: char| !(c.is_ascii_digit() || "-.e".contains(c)));
        let (before, number) = before.split_at(start.map_or(0, |start| start + 1));
        plain.push_str(before);
        let digits = match after.starts_with(" : float32") {
            true => number.parse().map(|f: f32| f.to_string()),
            false => number.parse().map(|f: f64| f.to_string()),
        };
        match digits {
            Ok(digits) if number.contains('e') && digits.contains('.') => plain.push_str(&digits),
            Ok(digits) if number.contains('e') => plain.push_str(&(digits + ".0")),
            _ => plain.push_str(number),
        }
        let (annotation, behind) = after.split_at(" : float".len());
        plain.push_str(annotation);
        rest = behind;
    }
    plain + rest
}

/// Returns the text without what depends on its length: line breaks, and the separators before them.
fn on_one_line(text: &str) -> String {
    let text: String = text.split_whitespace().collect();
    text.replace(";}", "}").replace(",)", ")")
}

fn rows(path: &Path) -> Vec<(String, Value)> {
    let stem = path
        .file_stem()
        .and_then(|stem| stem.to_str())
        .expect("a name");
    let text = fs::read_to_string(path).expect("a text file");
    let row = |(i, line): (usize, &str)| {
        let row = serde_json::from_str(line).expect("a line of JSON");
        (format!("{stem}:{}", i + 1), row)
    };
    text.lines().enumerate().map(row).collect()
}

fn check_rows(files: &[PathBuf], did: &Path) -> (usize, Vec<String>) {
    let mut interfaces: BTreeMap<String, Interface> = BTreeMap::new();
    let (mut n_rows, mut wrong) = (0, Vec::new());
    for (id, row) in files.iter().flat_map(|file| rows(file)) {
        let name = get(&row, "did").expect("an interface").to_string();
        let path = did.join(format!("{name}.did"));
        let interface = interfaces.entry(name).or_insert_with(|| interface(&path));
        let found = check_row(&row, interface);
        wrong.extend(found.into_iter().map(|what| format!("{id}: {what}")));
        n_rows += 1;
    }
    (n_rows, wrong)
}

#[test]
fn our_own_rows() {
    let path = here().join("sample.jsonl");
    if std::env::var_os("VECTORS_BLESS").is_some() {
        fs::write(&path, sample()).expect("the file can be written");
    }
    let (n_rows, wrong) = check_rows(&[path], &here());
    assert_eq!(wrong, [""; 0]);
    assert_eq!(n_rows, 17 * ROWS_OF_A_LIST);
}

/// Runs where the stack is no obstacle: some values are a hundred levels deep, and this is no optimised build.
#[test]
fn recorded_rows() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = shared.join("vectors");
    if !folder.exists() {
        eprintln!("skipped: there is no {}", folder.display());
        return;
    }
    let check = move || {
        let entries = fs::read_dir(&folder).expect("the folder can be read");
        let mut files: Vec<_> = entries
            .map(|entry| entry.expect("an entry").path())
            .collect();
        files.sort();
        check_rows(&files, &shared.join("did"))
    };
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(check);
    let (n_rows, wrong) = thread
        .expect("a thread can be started")
        .join()
        .expect("no panic");
    assert_eq!(wrong, [""; 0]);
    assert!(n_rows >= 5_000, "{n_rows}");
}

/// How many rows each list of arguments or results has.
const ROWS_OF_A_LIST: usize = 12;

/// Makes the rows of our own interface.
fn sample() -> String {
    let interface = interface(&here().join("sample.did"));
    let (env, actor) = &interface;
    let mut lists = vec![("<init>".to_string(), "args")];
    let TypeInner::Class(_, service) = actor.as_ref() else {
        panic!("no service constructor")
    };
    for (method, _) in env.as_service(service).expect("a service") {
        lists.extend([(method.clone(), "args"), (method.clone(), "rets")]);
    }
    let mut runner = TestRunner::deterministic();
    let mut text = String::new();
    for (method, dir) in lists {
        let types = types(&interface, &method, dir);
        for _ in 0..ROWS_OF_A_LIST {
            let value = |ty: &Type| {
                let strategy = random_values::value_of(&without_names(env, ty));
                strategy.new_tree(&mut runner).expect("a value").current()
            };
            let args = IDLArgs {
                args: types.iter().map(value).collect(),
            };
            let bytes = args.to_bytes_with_types(env, &types).expect("a message");
            let typed = IDLArgs::from_bytes_with_types(&bytes, env, &types).expect("a message");
            let untyped = IDLArgs::from_bytes(&bytes).expect("a message");
            let row = json!({
                "did": "sample", "method": method, "dir": dir, "hex": hex::encode(&bytes),
                "text": typed.to_string(), "untyped": untyped.to_string(),
            });
            text.push_str(&format!("{row}\n"));
        }
    }
    text
}

/// Returns the type with definitions in place of their names; none of the sample refers to itself.
fn without_names(env: &TypeEnv, ty: &Type) -> Type {
    let fields = |fields: &[candid::types::Field]| {
        let field = |field: &candid::types::Field| candid::types::Field {
            id: field.id.clone(),
            ty: without_names(env, &field.ty),
        };
        fields.iter().map(field).collect()
    };
    match ty.as_ref() {
        TypeInner::Var(_) => without_names(env, &env.trace_type(ty).expect("a definition")),
        TypeInner::Opt(inner) => TypeInner::Opt(without_names(env, inner)).into(),
        TypeInner::Vec(inner) => TypeInner::Vec(without_names(env, inner)).into(),
        TypeInner::Record(parts) => TypeInner::Record(fields(parts)).into(),
        TypeInner::Variant(parts) => TypeInner::Variant(fields(parts)).into(),
        _ => ty.clone(),
    }
}
