//! Hostile messages: a value or an error, the verdict and the value of the incumbent, in time.

use candid_differential::corpus::{data, Interfaces, Line};
use candid_differential::known::Differences;
use candid_differential::random::is_optimised;
use candid_differential::sides::{
    self, ours_at, theirs_at, with_deep_stack, without_place, Outcome, Wanted, AMPLE_QUOTA,
};
use std::time::{Duration, Instant};

#[test]
fn hostile_messages() {
    with_deep_stack(check_verdicts);
}

#[test]
fn hostile_messages_on_a_small_stack() {
    // Deep messages may be refused here, but nothing may overflow.
    let Some(lines) = data("negative") else {
        return;
    };
    let mut interfaces = Interfaces::default();
    let mut n_values = 0;
    for line in lines {
        let wanted = interfaces.wanted(&line);
        n_values += usize::from(ours_at(&line.bytes(), &wanted, None).is_ok());
    }
    assert!(n_values > 0, "nothing is accepted");
}

fn check_verdicts() {
    let Some(lines) = data("negative") else {
        return;
    };
    let mut differences = Differences::new("negative");
    let mut interfaces = Interfaces::default();
    for line in lines {
        let wanted = interfaces.wanted(&line);
        let bytes = line.bytes();
        let quota = timed(&line, &bytes, &wanted, Some(AMPLE_QUOTA));
        if is_slow(&line) {
            compare_recorded(&mut differences, &line, "with quotas", &quota);
        } else {
            let theirs = theirs_at(&bytes, &wanted, Some(AMPLE_QUOTA));
            compare(&mut differences, &line, &quota, &theirs);
        }
        let free = timed(&line, &bytes, &wanted, None);
        if let Some(verdict) = line.part("noquota") {
            compare_recorded(&mut differences, &verdict, "without quotas", &free);
        }
    }
    differences.check();
}

/// Decodes; a release build also checks the time.
fn timed(line: &Line, bytes: &[u8], wanted: &Wanted, quota: Option<usize>) -> Outcome {
    let limit = Duration::from_millis(10) * u32::try_from(bytes.len() / 1024 + 1).unwrap();
    let start = Instant::now();
    let mut outcome = ours_at(bytes, wanted, quota);
    let mut time = start.elapsed();
    // Other processes may have had the processor: the best of some counts.
    for _ in 0..30 {
        if !is_optimised() || time <= limit {
            break;
        }
        let start = Instant::now();
        outcome = ours_at(bytes, wanted, quota);
        time = time.min(start.elapsed());
    }
    if is_optimised() {
        let n_bytes = bytes.len();
        assert!(time <= limit, "{}: {time:?} for {n_bytes} bytes", line.id);
    }
    outcome
}

/// Whether the incumbent would need minutes, unoptimised at least, where the stack is deep.
fn is_slow(line: &Line) -> bool {
    match line.get("class") {
        Some("recursion") => true,
        Some("quota") => !is_optimised(),
        _ => line.text("kind") == "func chain 5000",
    }
}

/// Compares with what the incumbent says, and charges.
fn compare(differences: &mut Differences, line: &Line, ours: &Outcome, theirs: &Outcome) {
    let what = match (ours, theirs) {
        (Ok(_), Err(cause)) => Some(format!("accepted, theirs: {cause}")),
        (Err(error), Ok(_)) => Some(format!("refused: {}", without_place(error))),
        _ => sides::compare(ours, theirs),
    };
    if let Some(what) = what {
        differences.add(&line.id, &format!("with quotas: {what}"));
    }
}

/// Compares with what is on record of the incumbent.
fn compare_recorded(differences: &mut Differences, verdict: &Line, when: &str, ours: &Outcome) {
    let error = verdict.get("error").unwrap_or_default();
    // How deep its stack goes depends on the machine.
    let cause = verdict.get("cause").unwrap_or(error);
    let cause = cause.split(" at depth ").next().unwrap_or(cause);
    let id = &verdict.id;
    match (ours, verdict.accepted()) {
        (Err(_), false) => {}
        (Ok((args, _)), true) => {
            if let Some(what) = verdict.difference(&args.to_string()) {
                differences.add(id, &format!("{when}: {what}"));
            }
        }
        (Ok(_), false) => differences.add(id, &format!("{when}: accepted, theirs: {cause}")),
        (Err(error), true) => {
            differences.add(id, &format!("{when}: refused: {}", without_place(error)))
        }
    }
}
