//! A reply of an ICRC-1 ledger: decoded, printed, changed, encoded, read by an older client, and
//! refused where it does not fit. All of it is in `report.rs`.
//!
//! `cargo run --release --example ledger --features value`

#[cfg(feature = "value")]
mod report;

#[cfg(feature = "value")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!("{}", report::report()?);
    Ok(())
}

#[cfg(not(feature = "value"))]
fn main() {
    eprintln!("values print with the feature `value`: run this example with `--features value`");
    std::process::exit(2);
}
