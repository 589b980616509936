//! The documentation of the crate agrees with what it has: the features, the modules.

#[path = "../../candid/tests/guide/examples.rs"]
mod examples;
#[path = "../../candid/tests/guide/features.rs"]
mod features;

#[test]
fn features() {
    let page = include_str!("../docs/features.md");
    features::check(include_str!("../Cargo.toml"), page);
}

#[test]
fn the_table_has_each_module() {
    let source = include_str!("../src/lib.rs");
    let rows: Vec<_> = source
        .lines()
        .filter(|line| line.starts_with("//! | "))
        .collect();
    // What has no page of its own in the documentation, or is what the re-exports in the table are about.
    let without = ["error", "bindings::config", "bindings::model"];
    let of_bindings = include_str!("../src/bindings/mod.rs");
    let mut n_modules = 0;
    for (source, parent) in [(source, ""), (of_bindings, "bindings::")] {
        let (mut feature, mut module) = (None, None);
        for line in source.lines() {
            if let Some(gate) = line.strip_prefix("#[cfg(feature = \"") {
                feature = gate.split('"').next();
                continue;
            }
            if let Some(rest) = line.strip_prefix("pub mod ") {
                module = rest.split([';', ' ']).next();
            }
            if let Some(name) = module.take() {
                n_modules += 1;
                let name = format!("{parent}{name}");
                let links = [format!("[`{name}`]"), format!("[`{name}::")];
                let is_about = |row: &&&str| links.iter().any(|link| row.contains(link));
                let row = rows.iter().find(is_about);
                assert!(
                    row.is_some() || without.contains(&&*name),
                    "{name} has no row"
                );
                if let (Some(row), Some(feature)) = (row, feature) {
                    // The feature by its name, or "features of these names".
                    let is_gated = row.contains(&format!("feature `{feature}`"))
                        || (row.contains("features of these names") && name == feature);
                    assert!(is_gated, "{name}: without its feature {feature}: {row}");
                }
            }
            feature = None;
        }
    }
    assert!(n_modules > 20, "{n_modules}");
}

/// What users look up has an example.
#[test]
fn functions_have_examples() {
    let files = [
        "assist/mod.rs",
        "bindings/analysis.rs",
        "bindings/did/mod.rs",
        "bindings/go/mod.rs",
        "bindings/javascript/mod.rs",
        "bindings/motoko/mod.rs",
        "bindings/python/mod.rs",
        "bindings/rust/mod.rs",
        "bindings/template.rs",
        "bindings/typescript.rs",
        "bindings/typescript_client/mod.rs",
        "check/mod.rs",
        "check/plain.rs",
        "check/standalone.rs",
        "compare/mod.rs",
        "compat/typing.rs",
        "compat/utils.rs",
        "conformance/mod.rs",
        "error.rs",
        "explain/mod.rs",
        "explain/names.rs",
        "format/mod.rs",
        "ide/action.rs",
        "ide/complete.rs",
        "ide/fold.rs",
        "ide/highlight.rs",
        "ide/hover.rs",
        "ide/mod.rs",
        "ide/node.rs",
        "ide/reference.rs",
        "ide/symbol.rs",
        "openapi.rs",
        "syntax/mod.rs",
        "testing.rs",
        "value/mod.rs",
    ];
    // These are in the example of their type or module, or of the function with another kind of input or output.
    let shown_elsewhere = [
        "assist/mod.rs set_completion",
        "bindings/analysis.rs chase_type",
        "bindings/analysis.rs chase_actor",
        "bindings/did/mod.rs try_compile",
        "bindings/javascript/mod.rs try_compile",
        "bindings/motoko/mod.rs try_compile",
        "bindings/rust/mod.rs new",
        "bindings/rust/mod.rs try_compile",
        "bindings/rust/mod.rs emit_bindgen",
        "bindings/rust/mod.rs try_emit_bindgen",
        "bindings/rust/mod.rs explain_unused",
        "bindings/rust/mod.rs output_handlebar",
        "bindings/typescript.rs try_compile",
        "bindings/typescript_client/mod.rs try_compile",
        "check/mod.rs definition",
        "conformance/mod.rs desc",
        "error.rs report",
        "error.rs pretty_diagnose",
        "explain/mod.rs new",
        "explain/mod.rs names",
        "explain/names.rs new",
        "explain/names.rs insert",
        "explain/names.rs insert_lines",
        "explain/names.rs get",
        "explain/names.rs len",
        "explain/names.rs is_empty",
        "ide/mod.rs new",
        "ide/mod.rs main",
        "ide/mod.rs path",
        "ide/mod.rs text",
        "ide/reference.rs definition",
        "ide/reference.rs definition_of",
        "ide/reference.rs references",
        "openapi.rs new",
        "openapi.rs version",
        "openapi.rs json",
        "value/mod.rs new",
        "value/mod.rs named",
        "value/mod.rs surplus",
        "value/mod.rs at_types",
        "value/mod.rs at_types",
        "value/mod.rs to_bytes_at",
        "value/mod.rs to_bytes",
    ];
    let src = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    assert_eq!(examples::missing(src, &files), shown_elsewhere);
}
