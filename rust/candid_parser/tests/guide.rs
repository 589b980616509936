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
    let without = ["error"];
    let modules = source
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod "));
    for module in modules.filter_map(|rest| rest.split([';', ' ']).next()) {
        let is_named = rows.iter().any(|row| row.contains(&format!("[`{module}")));
        assert!(is_named || without.contains(&module), "{module}");
    }
}

/// What users look up has an example.
#[test]
fn functions_have_examples() {
    let files = [
        "assist/mod.rs",
        "bindings/analysis.rs",
        "bindings/did/mod.rs",
        "bindings/javascript/mod.rs",
        "bindings/motoko/mod.rs",
        "bindings/rust/mod.rs",
        "bindings/typescript.rs",
        "check/mod.rs",
        "check/plain.rs",
        "check/standalone.rs",
        "compare/mod.rs",
        "compat/typing.rs",
        "compat/utils.rs",
        "conformance/mod.rs",
        "error.rs",
        "format/mod.rs",
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
        "check/mod.rs definition",
        "conformance/mod.rs desc",
        "error.rs report",
        "error.rs pretty_diagnose",
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
