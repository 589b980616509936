//! Whole files, exactly.

use candid_parser::bindings::rust::{try_compile, Config, ExternalConfig};
use candid_parser::check_file;
use std::path::Path;

#[test]
fn golden_files() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bind_rust");
    for (name, target) in [
        ("keywords", "canister_call"),
        ("text", "stub"),
        ("numbers", "agent"),
        ("recursive", "canister_call"),
        ("named_service", "canister_call_legacy"),
        ("init", "stub"),
        ("types_only", "agent"),
        ("wide", "canister_call"),
        ("wide", "stub"),
        ("wide", "canister_call_legacy"),
    ] {
        let (env, actor, prog) = check_file(&here.join(format!("hard/{name}.did"))).unwrap();
        let mut external = ExternalConfig::default();
        external.0.insert("target".to_string(), target.to_string());
        let config = Config::parse("".parse().unwrap()).unwrap();
        let (text, _) = try_compile(&config, &env, &actor, &prog, external).unwrap();
        compare(
            &here.join(format!("golden/{name}.{target}.expected")),
            &text,
        );
    }
}

/// The types alone are compiled into this test, see `wire.rs`.
#[test]
fn golden_types() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bind_rust");
    let (env, actor, prog) = check_file(&here.join("hard/numbers.did")).unwrap();
    let config = Config::parse("".parse().unwrap()).unwrap();
    let (output, _) =
        candid_parser::bindings::rust::try_emit_bindgen(&config, &env, &actor, &prog).unwrap();
    compare(
        &here.join("golden/numbers.types.rs"),
        &format!("//! The types of `numbers.did`.\n\nuse candid::{{CandidType, Deserialize, Principal}};\n\n{}", output.type_defs),
    );
}

fn compare(file: &Path, text: &str) {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(file, text).unwrap();
    }
    let expected = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        text == expected,
        "{} differs; BLESS=1 writes it anew. It would be:\n{text}",
        file.display()
    );
}
