//! One line of the corpus through both implementations.

use crate::corpus::Line;
use crate::sides::{ours_at, theirs_at, without_place, Wanted, AMPLE_QUOTA};

/// Decodes the message of `line` at a type on both sides, within ample quotas, and reports to
/// `differs` each way in which ours is not what the line says or costs more than theirs.
pub fn compare_line(line: &Line, wanted: &Wanted, differs: &mut dyn FnMut(&str)) {
    let bytes = line.bytes();
    let ours = ours_at(&bytes, wanted, Some(AMPLE_QUOTA));
    let theirs = theirs_at(&bytes, wanted, Some(AMPLE_QUOTA));
    match (&ours, line.accepted()) {
        (Err(_), false) => {}
        (Ok(_), false) => {
            let cause = line.get("cause").unwrap_or(line.text("error"));
            differs(&format!("accepted, theirs: {cause}"));
        }
        (Err(error), true) => differs(&format!("refused: {}", without_place(error))),
        (Ok((args, _)), true) => {
            if let Some(what) = line.difference(&args.to_string()) {
                differs(what);
            }
        }
    }
    if let (Ok((_, ours)), Ok((_, theirs))) = (&ours, &theirs) {
        if !ours.at_most(*theirs) {
            differs("costs more");
        }
    }
}
