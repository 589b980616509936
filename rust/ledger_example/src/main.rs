//! A reply of an ICRC-1 ledger: decoded, printed, changed, encoded, read by an older client, and
//! refused where it does not fit. All of it is in `report.rs`.
//!
//! `cargo run --release -p ledger_example`

mod report;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!("{}", report::report()?);
    Ok(())
}
