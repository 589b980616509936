//! The law of JSON on golden messages: what is written at the types of a method, or without types, decodes as the same value.
//! At types it is also valid against their JSON Schema.
//!
//! Rows are those of `vectors/sample.jsonl` and, where they lie beside the repository, those of `../shared/vectors`.

#[path = "vectors/types.rs"]
mod types;

use candid::json::{self, lossless, BlobEncoding, JsonOptions};
use candid::types::{Type, TypeDocs};
use candid::{IDLArgs, TypeEnv};
use jsonschema::Validator;
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use types::{interface, types};

/// What checks JSON, by the text of the schema: many methods have one in common.
type Validators = HashMap<String, Rc<Validator>>;

/// Returns what checks JSON against the schema of arguments.
fn validator(known: &mut Validators, env: &TypeEnv, types: &[Type]) -> Rc<Validator> {
    let schema = json::args_schema(env, types, &TypeDocs::default(), &JsonOptions::new());
    let schema = schema.expect("a schema");
    let compile = |text: &str| {
        let schema: Value = serde_json::from_str(text).expect("JSON");
        jsonschema::options().build(&schema).expect("a schema")
    };
    let validator = known.entry(schema);
    let validator = validator.or_insert_with_key(|text| Rc::new(compile(text)));
    Rc::clone(validator)
}

/// Checks the rows of a file, whose interfaces are in a folder, and returns their number.
fn check(rows: &Path, interfaces: &Path, validators: &mut Validators) -> usize {
    let mut n_rows = 0;
    let mut known = None;
    let mut of_methods = HashMap::new();
    for line in fs::read_to_string(rows).expect("a file").lines() {
        let row: Value = serde_json::from_str(line).expect("a row");
        let get = |key: &str| row.get(key).and_then(Value::as_str).expect("a text");
        let did = get("did").to_string();
        if known.as_ref().is_none_or(|(name, _)| *name != did) {
            let read = interface(&interfaces.join(format!("{did}.did")));
            known = Some((did, read));
            of_methods.clear();
        }
        let Some((_, interface)) = &known else {
            continue;
        };
        let types = types(interface, get("method"), get("dir"));
        let env = &interface.0;
        let message = hex::decode(get("hex")).expect("hexadecimal digits");
        let args = IDLArgs::from_bytes_with_types(&message, env, &types).expect("a message");
        let encoded = args.to_bytes_with_types(env, &types).unwrap();
        for encoding in [BlobEncoding::Base64, BlobEncoding::Hex] {
            let options = JsonOptions::new().blob(encoding);
            let text = json::args_to_string(&args, env, &types, &options)
                .unwrap_or_else(|error| panic!("{line}: {error}"));
            let again = json::args_from_str(&text, env, &types, &options)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(
                again.to_bytes_with_types(env, &types).unwrap() == encoded,
                "{text}"
            );
            assert_eq!(format!("{again:?}"), format!("{args:?}"));
            // The schemas of methods are compiled once, and only for one encoding, for time.
            if encoding == BlobEncoding::Base64 {
                let method = (get("method").to_string(), get("dir").to_string());
                let validator = of_methods
                    .entry(method)
                    .or_insert_with(|| validator(validators, env, &types));
                let value: Value = serde_json::from_str(&text).expect("JSON");
                if let Err(error) = validator.validate(&value) {
                    panic!("{text}: {error}");
                }
                let mut more = value;
                more.as_array_mut().expect("an array").push(Value::Null);
                assert!(!validator.is_valid(&more), "{more}");
            }
        }
        let options = JsonOptions::new();
        for args in [args, IDLArgs::from_bytes(&message).expect("a message")] {
            let text = lossless::args_to_string(&args, &options).unwrap();
            let again = lossless::args_from_str(&text, &options)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(format!("{again:?}"), format!("{args:?}"));
        }
        n_rows += 1;
    }
    n_rows
}

#[test]
fn our_rows() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    assert!(
        check(
            &folder.join("sample.jsonl"),
            &folder,
            &mut Validators::new()
        ) > 0
    );
}

#[test]
fn rows_beside_the_repository() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = shared.join("vectors");
    let Ok(files) = folder.read_dir() else {
        eprintln!("skipped: there is no {}", folder.display());
        return;
    };
    let files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    let mut validators = Validators::new();
    let n_rows: usize = files
        .iter()
        .map(|file| check(file, &shared.join("did"), &mut validators))
        .sum();
    eprintln!("{n_rows} rows");
    assert!(n_rows > 0);
}
