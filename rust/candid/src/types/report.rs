//! Human-readable reports of incompatibilities between an interface and its predecessor.

use crate::types::subtype::brevity::MAX_REASONS;
use crate::types::subtype::model::Incompatibility;
use std::collections::BTreeMap;

/// The maximum number of reasons shown.
const MAX_SHOWN: usize = 200;

/// Groups reasons by location, in the order in which locations first occur. Shows the first 200 reasons, with a last
/// line for the number of the others.
///
/// # Examples
///
/// ```
/// use candid::types::subtype::{format_report, Incompatibility};
///
/// let at = |path: &[&str], message: &str| Incompatibility {
///     path: path.iter().map(|step| step.to_string()).collect(),
///     message: message.to_string(),
/// };
/// let report = format_report(&[
///     at(&["method \"f\"", "return type"], "nat is not a subtype of text"),
///     at(&["method \"f\"", "input type"], "text is not a subtype of nat"),
///     at(&[], "method \"g\" is missing"),
/// ]);
/// assert_eq!(
///     report,
///     "\
/// - method \"g\" is missing
/// method \"f\":
///   return type: nat is not a subtype of text
///   input type: text is not a subtype of nat"
/// );
/// ```
pub fn format_report(incompatibilities: &[Incompatibility]) -> String {
    let n_more = incompatibilities.len().saturating_sub(MAX_SHOWN);
    let mut places = vec![Place::default()];
    for incompatibility in incompatibilities.iter().take(MAX_SHOWN) {
        let mut at = 0;
        for step in &incompatibility.path {
            at = match places[at].inner.get(step.as_str()) {
                Some(&place) => place,
                None => {
                    let place = places.len();
                    places.push(Place::default());
                    places[at].inner.insert(step, place);
                    places[at].order.push((step, place));
                    place
                }
            };
        }
        places[at].messages.push(&incompatibility.message);
    }
    let mut lines = print(&places);
    match incompatibilities.len() {
        // The last one has the number of those that are not in the list.
        n if n > MAX_REASONS => lines.push(format!("and at least {n_more} more")),
        _ if n_more > 0 => lines.push(format!("and {n_more} more")),
        _ => {}
    }
    lines.join("\n")
}

/// A step of a path and the reasons there.
#[derive(Default)]
struct Place<'a> {
    messages: Vec<&'a str>,
    inner: BTreeMap<&'a str, usize>,
    order: Vec<(&'a str, usize)>,
}

fn print(places: &[Place<'_>]) -> Vec<String> {
    let mut lines = Vec::new();
    // An explicit stack, because paths are as deep as types.
    let mut stack = vec![("", 0, 0)];
    while let Some((name, place, depth)) = stack.pop() {
        let Place {
            messages, order, ..
        } = &places[place];
        let is_root = place == 0;
        // Each level below the first step is indented once more; the first has no margin.
        let margin = "  ".repeat(usize::saturating_sub(depth, 1));
        match (messages.as_slice(), order.is_empty(), is_root) {
            ([message], true, false) => lines.push(format!("{margin}{name}: {message}")),
            _ => {
                if !is_root {
                    lines.push(format!("{margin}{name}:"));
                }
                let margin = "  ".repeat(depth);
                lines.extend(
                    messages
                        .iter()
                        .map(|message| format!("{margin}- {message}")),
                );
                let inner = order.iter().rev();
                stack.extend(inner.map(|(name, place)| (*name, *place, depth + 1)));
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_grouped_by_place() {
        let rows: &[(&[&str], &str)] = &[
            (&["z"], "m1"),
            (&["a", "y"], "m2"),
            (&["a", "b"], "m3"),
            (&["a", "b"], "m4"),
            (&[], "r1"),
            (&["a"], "own"),
            (&["q", "w", "e"], "deep"),
            (&["z", "k"], "child"),
        ];
        let row = |(path, message): &(&[&str], &str)| Incompatibility {
            path: path.iter().map(|step| step.to_string()).collect(),
            message: message.to_string(),
        };
        let expected = "\
- r1
z:
  - m1
  k: child
a:
  - own
  y: m2
  b:
    - m3
    - m4
q:
  w:
    e: deep";
        assert_eq!(
            format_report(&rows.iter().map(row).collect::<Vec<_>>()),
            expected
        );
        assert_eq!(format_report(&[]), "");
    }

    #[test]
    fn long_reports_end() {
        let row = |i: usize| Incompatibility {
            path: vec![format!("f{i}")],
            message: "m".to_string(),
        };
        let rows: Vec<_> = (0..=MAX_REASONS).map(row).collect();
        for (n, last) in [
            (200, "f199: m"),
            (201, "and 1 more"),
            (MAX_REASONS, "and 9800 more"),
            (MAX_REASONS + 1, "and at least 9801 more"),
        ] {
            let report = format_report(&rows[..n]);
            assert_eq!(report.lines().last(), Some(last));
            assert!(report.lines().count() <= 201);
        }
    }
}
