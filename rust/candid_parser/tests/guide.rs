//! The documentation of the crate agrees with what it has: the features, the modules.

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
