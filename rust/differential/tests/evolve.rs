//! Messages of older versions of an interface at the types of today's.

use candid_differential::corpus::{data, Interfaces};
use candid_differential::floats;
use candid_differential::known::Differences;
use candid_differential::line::compare_line;
use candid_differential::sides::with_deep_stack;

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
        let mut differs = |what: &str| differences.add(floats::place(&line.id, what), what);
        compare_line(&line, &wanted, &mut differs);
    }
    differences.check();
}
