//! The example prints exactly `data/expected.txt`.
//!
//! `BLESS=1 cargo test -p ledger_example` writes that file anew.

#[path = "../src/report.rs"]
mod report;

#[test]
fn the_example_prints_what_is_committed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/expected.txt");
    let printed = report::report().unwrap();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &printed).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap();
    for (i, (printed, expected)) in printed.lines().zip(expected.lines()).enumerate() {
        assert_eq!(printed, expected, "line {}", i + 1);
    }
    assert_eq!(printed.len(), expected.len(), "lines are missing");
}
