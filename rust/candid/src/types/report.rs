//! A report for people on why an interface is not compatible with its predecessor.

use super::subtype::Incompatibility;
use std::collections::BTreeMap;

/// Groups reasons by where they are, in the order in which places occur first.
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
    let mut places = vec![Place::default()];
    for incompatibility in incompatibilities {
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
    print(&places).join("\n")
}

/// A step of a path and what happened there.
#[derive(Default)]
struct Place<'a> {
    messages: Vec<&'a str>,
    inner: BTreeMap<&'a str, usize>,
    order: Vec<(&'a str, usize)>,
}

fn print(places: &[Place<'_>]) -> Vec<String> {
    let mut lines = Vec::new();
    // Explicit, because paths are as deep as types are.
    let mut stack = vec![("", 0, 0)];
    while let Some((name, place, depth)) = stack.pop() {
        let Place {
            messages, order, ..
        } = &places[place];
        let is_root = place == 0;
        // Below the first step each one is indented once more; the first has no margin.
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
}
