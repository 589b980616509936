//! Messages of older versions of an interface at the types of today's.

use candid_differential::corpus::{data, Interfaces};
use candid_differential::known::Differences;
use candid_differential::sides::{ours_at, theirs_at, with_deep_stack, without_place, AMPLE_QUOTA};

#[test]
fn older_messages() {
    with_deep_stack(check_evolve);
}

fn check_evolve() {
    let Some(lines) = data("evolve") else {
        return;
    };
    let mut differences = Differences::new("evolve");
    let mut interfaces = Interfaces::default();
    for line in lines {
        let wanted = interfaces.wanted(&line);
        let bytes = line.bytes();
        let mut differs = |what: &str| differences.add(&line.id, what);
        let ours = ours_at(&bytes, &wanted, Some(AMPLE_QUOTA));
        let theirs = theirs_at(&bytes, &wanted, Some(AMPLE_QUOTA));
        match (&ours, line.accepted()) {
            (Err(_), false) => {}
            (Ok(_), false) => {
                let cause = line.get("cause").unwrap_or(line.text("error"));
                differs(&format!("accepted, theirs: {cause}"));
            }
            (Err(error), true) => differs(&format!("refused: {}", without_place(error))),
            (Ok((args, _)), true) => {
                if !line.prints(&args.to_string()) {
                    differs("another value");
                }
            }
        }
        if let (Ok((_, ours)), Ok((_, theirs))) = (&ours, &theirs) {
            if !ours.at_most(*theirs) {
                differs("costs more");
            }
        }
    }
    differences.check();
}
