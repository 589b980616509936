//! The cases of the official conformance suite, decoded at Rust types.
//!
//! A file of `data/official_conformance` has one assertion of the suite a line, in the suite's order:
//!
//! ```text
//! message in hex | types | verdict | value as the suite writes it | name
//! ```
//!
//! The verdict is `accepted`, `refused`, `equals` or `differs` with the Rust value as `{:?}` prints
//! it, or `same as` with another message. Assertions about text are here as messages of that text.
#![cfg(feature = "default")]

#[path = "conformance/at.rs"]
mod at;
#[path = "conformance/types.rs"]
mod types;

use candid::DecoderConfig;

#[test]
fn primitive_types() {
    check(
        include_str!("data/official_conformance/prim.rows"),
        167,
        &no_quota(),
    );
}

#[test]
fn constructed_types() {
    check(
        include_str!("data/official_conformance/construct.rows"),
        163,
        &no_quota(),
    );
}

#[test]
fn reference_types() {
    check(
        include_str!("data/official_conformance/reference.rows"),
        50,
        &no_quota(),
    );
}

/// Bombs are well formed: what refuses them is a quota, or a bound on values without bytes.
#[test]
fn space_bombs_within_a_quota() {
    let mut quota = DecoderConfig::new();
    quota
        .set_decoding_quota(20_000_000)
        .set_skipping_quota(10_000);
    check(
        include_str!("data/official_conformance/spacebomb.rows"),
        17,
        &quota,
    );
}

fn no_quota() -> DecoderConfig {
    DecoderConfig::new()
}

fn check(rows: &str, n_rows: usize, config: &DecoderConfig) {
    let mut failures = Vec::new();
    let rows: Vec<&str> = rows.lines().filter(|row| !row.starts_with('#')).collect();
    for row in &rows {
        let [message, types, verdict, _text, name] = row.split(" | ").collect::<Vec<_>>()[..]
        else {
            panic!("not five parts: {row}");
        };
        if let Err(found) = holds(message, types, verdict, config) {
            failures.push(format!("{name}: {types}: {verdict}: {found}"));
        }
    }
    assert_eq!(failures, [""; 0]);
    assert_eq!(rows.len(), n_rows, "rows got lost");
}

/// Returns what was found instead if the verdict does not hold.
fn holds(message: &str, types: &str, verdict: &str, config: &DecoderConfig) -> Result<(), String> {
    let decode = at::at(types).ok_or("no Rust type for these types")?;
    let decode =
        |hex: &str| decode(&hex::decode(hex).unwrap(), config).map_err(|error| error.to_string());
    let found = decode(message);
    let holds = match verdict.split_once(": ") {
        None if verdict == "accepted" => found.is_ok(),
        None if verdict == "refused" => found.is_err(),
        Some(("equals", value)) => found.as_deref() == Ok(value),
        Some(("differs", value)) => found.is_ok() && found.as_deref() != Ok(value),
        Some(("same as", other)) => found.is_ok() && found == decode(other),
        _ => return Err("no such verdict".into()),
    };
    match holds {
        true => Ok(()),
        false => Err(format!("{found:?}")),
    }
}
