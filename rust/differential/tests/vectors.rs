//! Golden messages: decoded, encoded and decoded again, at their own types and at those of their interface.

use candid::{decode_args, Decode, IDLArgs, Reserved};
use candid_differential::corpus::{data, Interfaces};
use candid_differential::floats;
use candid_differential::header::{difference, wire_types};
use candid_differential::known::Differences;
use candid_differential::sides::{
    ours, ours_at, theirs, theirs_at, with_deep_stack, without_place, Outcome, AMPLE_QUOTA,
};

#[test]
fn golden_messages() {
    with_deep_stack(check_vectors);
}

fn check_vectors() {
    let Some(lines) = data("vectors") else {
        return;
    };
    let mut differences = Differences::new("vectors");
    let mut interfaces = Interfaces::default();
    for line in lines {
        let bytes = line.bytes();
        let mut differs = |what: &str| differences.add(floats::place(&line.id, what), what);
        if let Err(what) = check_own_types(&bytes) {
            differs(&format!("own types: {what}"));
        }
        let wanted = interfaces.wanted(&line);
        let at = ours_at(&bytes, &wanted, Some(AMPLE_QUOTA));
        if let Err(what) = check_cost(&at, &theirs_at(&bytes, &wanted, Some(AMPLE_QUOTA))) {
            differs(&format!("interface types: {what}"));
        }
        match at {
            Err(error) => differs(&format!("interface types: {}", without_place(&error))),
            Ok((args, _)) => {
                if let Some(what) = line.difference(&args.to_string()) {
                    differs(&format!("interface types: {what}"));
                }
                match args.to_bytes_with_types(&wanted.env, &wanted.types) {
                    Ok(again) => {
                        if let Some(what) = difference(&again, &bytes) {
                            differs(&format!("interface types: {what}"));
                        }
                    }
                    Err(error) => differs(&format!("interface types: cannot encode: {error}")),
                }
            }
        }
    }
    differences.check();
}

/// The laws of a message without an interface.
fn check_own_types(bytes: &[u8]) -> Result<(), String> {
    let (args, _) = ours(bytes, None)?;
    let wire = wire_types(bytes).ok_or("no header")?;
    let again = args.to_bytes_with_types(&wire.env, &wire.types);
    let again = again.map_err(|error| error.to_string())?;
    let (args_again, _) = ours(&again, None)?;
    if format!("{args:?}") != format!("{args_again:?}") {
        return Err("another value".to_string());
    }
    if let Some(what) = difference(&again, bytes) {
        return Err(what.to_string());
    }
    check_cost(
        &ours(bytes, Some(AMPLE_QUOTA)),
        &theirs(bytes, Some(AMPLE_QUOTA)),
    )?;
    let skipped: candid::Result<()> = decode_args(bytes);
    skipped.map_err(|error| format!("skipped: {error}"))?;
    if !args.args.is_empty() {
        Decode!(bytes, Reserved).map_err(|error| format!("reserved: {error}"))?;
    }
    Ok(())
}

/// Both accept it, with the same value, ours for no more.
fn check_cost(ours: &Outcome, theirs: &Outcome) -> Result<(), String> {
    let (args, cost) = ours.as_ref()?;
    let (their_args, their_cost) = match theirs {
        Ok(theirs) => theirs,
        Err(cause) => return Err(format!("accepted, theirs: {cause}")),
    };
    if !cost.at_most(*their_cost) {
        return Err("costs more".to_string());
    }
    let same = |a: &IDLArgs, b: &IDLArgs| format!("{a:?}") == format!("{b:?}");
    if !same(args, their_args) {
        return Err("another value than theirs".to_string());
    }
    Ok(())
}
