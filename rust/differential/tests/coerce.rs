//! Values of random types at other random types.

use candid_differential::corpus::{data, Line};
use candid_differential::floats;
use candid_differential::known::Differences;
use candid_differential::line::compare_line;
use candid_differential::max_label::parse_wanted;
use candid_differential::sides::{ours_at, with_deep_stack, without_place, Wanted};

#[test]
fn coerced_values() {
    with_deep_stack(check_coerce);
}

fn check_coerce() {
    let Some(lines) = data("coerce.jsonl") else {
        return;
    };
    let mut differences = Differences::new("coerce");
    for line in lines {
        let mut differs = |what: &str| differences.add(floats::place(&line.id, what), what);
        let bytes = line.bytes();
        let wanted = wanted(&line, "t2");
        compare_line(&line, &wanted, &mut differs);
        // A value decodes at the type it was encoded at, to what it was.
        if let Some(value) = line.get("value") {
            let own = self::wanted(&line, "t1");
            match ours_at(&bytes, &own, None) {
                Ok((args, _)) => {
                    if let Some(what) = floats::difference(&args.to_string(), value) {
                        differs(&format!("own type: {what}"));
                    }
                }
                Err(error) => differs(&format!("own type: {}", without_place(&error))),
            }
        }
    }
    differences.check();
}

fn wanted(line: &Line, key: &str) -> Wanted {
    parse_wanted(line.text("env"), line.text(key))
}
