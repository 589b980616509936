//! Why values of an `opt` become null: the first change below it.

use super::super::here::Direction;
use super::super::Rule;
use super::Finder;
use candid::types::subtype::differences::{Part, Reason};

impl Finder<'_, '_> {
    /// Adds that values of an `opt` become null, with the reason below it, if it is known and not plain.
    pub(super) fn becomes_null(&mut self, message: String, why: Option<(Vec<Part>, Box<Reason>)>) {
        let (here, path_len) = (self.here, self.path.len());
        let mut location = self.location(here, None);
        let mut because = String::new();
        if let Some((parts, reason)) = why {
            let part = part_of(&reason);
            self.step(&parts);
            let place = self.here;
            let steps = self.path.from(path_len);
            let (old, new) = self.types();
            let why = match (&*reason, &part) {
                (_, Some(part)) => {
                    let verb = if self.is_added(&reason) {
                        "added"
                    } else {
                        "removed"
                    };
                    let part = self.part(part);
                    let steps = steps.into_iter().chain([part]).collect::<Vec<_>>();
                    Some(format!("{} is {verb}", steps.join(", ")))
                }
                (Reason::Unrelated(..), None) if !steps.is_empty() => {
                    Some(format!("{} changes from {old} to {new}", steps.join(", ")))
                }
                (Reason::Modes, None) if steps.is_empty() => {
                    Some("the annotation changes".to_string())
                }
                (Reason::Modes, None) => {
                    Some(format!("the annotation of {} changes", steps.join(", ")))
                }
                _ => None,
            };
            if let Some(why) = why {
                location = self.location(place, part.as_ref());
                because = format!(", because {why}");
            }
            self.here = here;
            self.path.truncate(path_len);
        }
        let rule = Rule::BecomesNull;
        let cause = self.changes.cause(rule, location);
        let location = self.location(here, None);
        self.rules.add(rule, Direction::Any, cause);
        self.report(rule, location, None, message + &because, cause);
    }

    /// Returns whether the new interface has the part that only one side has.
    pub(super) fn is_added(&self, reason: &Reason) -> bool {
        let is_left = matches!(reason, Reason::MissingRight(_) | Reason::OnlyLeft(_));
        is_left == self.is_new_left()
    }
}

/// Returns the part that only one side has, if this is the reason.
pub(super) fn part_of(reason: &Reason) -> Option<Part> {
    match reason {
        Reason::MissingLeft(part)
        | Reason::MissingRight(part)
        | Reason::OnlyLeft(part)
        | Reason::OnlyRight(part) => Some(part.clone()),
        _ => None,
    }
}
