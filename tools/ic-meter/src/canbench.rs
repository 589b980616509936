//! The canbench protocol: exports that are benchmarks, and their replies.

use crate::canister::{Canister, Kind};
use crate::error::{Error, Result};
use crate::message::Answer;
use crate::results::{Bench, Measurement};
use candid::{CandidType, Decode, Deserialize, Encode};
use std::collections::BTreeMap;

const PREFIX: &str = "__canbench__";

/// Returns the names of the canister's benchmarks that contain one of the patterns (all benchmarks, if there is none),
/// in alphabetical order.
///
/// # Errors
///
/// If there is no such benchmark.
pub fn benchmarks(canister: &Canister, patterns: &[String]) -> Result<Vec<String>> {
    let all: Vec<&str> = canister
        .methods()
        .filter(|(kind, _)| *kind == Kind::Query)
        .filter_map(|(_, method)| method.strip_prefix(PREFIX))
        .collect();
    if all.is_empty() {
        let what = "no benchmarks: the canister has no query methods that begin with __canbench__";
        return Err(Error::NoBenchmarks(what.into()));
    }
    let matches = |name: &&&str| {
        patterns.is_empty()
            || patterns
                .iter()
                .any(|pattern| name.contains(pattern.as_str()))
    };
    let mut found: Vec<String> = all
        .iter()
        .filter(matches)
        .map(ToString::to_string)
        .collect();
    if found.is_empty() {
        return Err(Error::NoBenchmarks(format!(
            "no benchmark matches; available: {}",
            all.join(", ")
        )));
    }
    found.sort();
    Ok(found)
}

/// The result of one benchmark run.
#[derive(Debug)]
pub struct Run {
    /// Its measurements.
    pub bench: Bench,
    /// The lines printed by the canister.
    pub printed: Vec<String>,
    /// The profile of the message, if the canister was compiled with profiling.
    pub profile: Option<String>,
}

/// Runs one benchmark in the state after installation, and restores that state.
///
/// # Errors
///
/// If it traps, or replies something other than a measurement.
pub fn run(canister: &mut Canister, name: &str) -> Result<Run> {
    let method = format!("{PREFIX}{name}");
    let wrong = |what: String| Error::Reply {
        method: method.clone(),
        what,
    };
    let argument = Encode!(&()).map_err(|e| wrong(e.to_string()))?;
    let outcome = canister.call(&method, &argument)?;
    let reply = match outcome.answer {
        Some(Answer::Reply(bytes)) => bytes,
        Some(Answer::Reject(text)) => return Err(wrong(format!("rejected: {text}"))),
        None => return Err(Error::NoReply(method)),
    };
    let reply =
        Decode!(&reply, WireBench).map_err(|e| wrong(format!("not a canbench reply: {e}")))?;
    let mut scopes = BTreeMap::new();
    for (name, scope) in reply.scopes {
        // A results file is parsed line by line.
        if name.contains(char::is_control) {
            return Err(wrong(format!(
                "a scope name with control characters: {name:?}"
            )));
        }
        scopes.insert(name, scope.into());
    }
    Ok(Run {
        bench: Bench {
            total: reply.total.into(),
            scopes,
        },
        printed: outcome.printed,
        profile: outcome.profile,
    })
}

#[derive(CandidType, Deserialize)]
struct WireBench {
    total: WireMeasurement,
    scopes: Vec<(String, WireMeasurement)>,
}

/// Canbench before 0.2 did not report calls.
#[derive(CandidType, Deserialize)]
struct WireMeasurement {
    calls: Option<u64>,
    instructions: u64,
    heap_increase: u64,
    stable_memory_increase: u64,
}

impl From<WireMeasurement> for Measurement {
    fn from(wire: WireMeasurement) -> Self {
        Self {
            calls: wire.calls.unwrap_or(0),
            instructions: wire.instructions,
            heap_increase: wire.heap_increase,
            stable_memory_increase: wire.stable_memory_increase,
        }
    }
}
