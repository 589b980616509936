//! Messages of the conformance tests and of stored coercions, as interfaces with a method for each.

use crate::{is_sampled, Interface, COERCIONS};
use anyhow::{Context, Result};
use bindings_check::{renamed, renamed_env};
use candid::types::{Type, TypeEnv, TypeInner};
use candid_parser::test::{Input, Test};
use candid_parser::{check_prog, typing, IDLProg};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Returns the conformance tests as an interface, with a method for each.
pub(super) fn conformance() -> Result<Interface> {
    let mut env = TypeEnv::new();
    let (mut results, mut messages) = (Vec::new(), Vec::new());
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in Path::new("spec/test").read_dir().context("spec/test")? {
        files.push(entry?.path());
    }
    files.sort();
    for (number, file) in files.iter().enumerate() {
        let test: Test = std::fs::read_to_string(file)?.parse()?;
        let mut defs = TypeEnv::new();
        let prog = IDLProg {
            decs: test.defs,
            actor: None,
        };
        check_prog(&mut defs, &prog)?;
        let rename = |name: &str| format!("f{number}_{name}");
        env.0.extend(renamed_env(&defs, &rename).0);
        for assert in test.asserts {
            let types: Result<Vec<Type>, _> = assert
                .typ
                .iter()
                .map(|arg| typing::ast_to_type(&defs, &arg.typ))
                .collect();
            results.push(types?.iter().map(|ty| renamed(ty, &rename)).collect());
            for input in [Some(assert.left), assert.right].into_iter().flatten() {
                if let Input::Blob(bytes) = input {
                    messages.push((results.len() - 1, bytes));
                }
            }
        }
    }
    interface_of(env, results, messages)
}

/// Returns the stored coercions as an interface, with a method for each; none without `../shared`.
pub(super) fn coercions() -> Result<Option<Interface>> {
    let Ok(text) = std::fs::read_to_string("../shared/coerce.jsonl") else {
        return Ok(None);
    };
    let mut env = TypeEnv::new();
    let (mut results, mut messages) = (Vec::new(), Vec::new());
    let lines = text
        .lines()
        .enumerate()
        .filter(|(number, _)| is_sampled(*number, COERCIONS));
    for (number, (_, line)) in lines.enumerate() {
        let row: Value = serde_json::from_str(line)?;
        let part = |key: &str| row[key].as_str().context("a row without a part");
        let source = format!("{} type expected = {};", part("env")?, part("t2")?);
        let mut defs = TypeEnv::new();
        check_prog(&mut defs, &source.parse()?)?;
        let rename = |name: &str| format!("c{number}_{name}");
        env.0.extend(renamed_env(&defs, &rename).0);
        results.push(vec![TypeInner::Var(rename("expected")).into()]);
        messages.push((number, hex::decode(part("hex")?)?));
    }
    interface_of(env, results, messages).map(Some)
}

fn interface_of(
    env: TypeEnv,
    results: Vec<Vec<Type>>,
    messages: Vec<(usize, Vec<u8>)>,
) -> Result<Interface> {
    let mut interface = Interface::of_results(env, results)?;
    for (at, message) in messages {
        interface
            .messages
            .push(((format!("m{at:05}"), true), message));
    }
    Ok(interface)
}
