//! Human-readable reports of incompatibilities between an interface and its predecessor.

use crate::types::subtype::brevity::MAX_REASONS;
use crate::types::subtype::model::Incompatibility;

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
///     at(&["method \"f\"", "result 1"], "nat is not a subtype of text"),
///     at(&["method \"f\"", "argument 1"], "text is not a subtype of nat"),
///     at(&[], "method \"g\" is missing"),
/// ]);
/// assert_eq!(
///     report,
///     "\
/// - method \"g\" is missing
/// method \"f\":
///   result 1: nat is not a subtype of text
///   argument 1: text is not a subtype of nat"
/// );
/// ```
pub fn format_report(incompatibilities: &[Incompatibility]) -> String {
    let n_more = incompatibilities.len().saturating_sub(MAX_SHOWN);
    let mut places = vec![Place::default()];
    for incompatibility in incompatibilities.iter().take(MAX_SHOWN) {
        let mut at = 0;
        for step in &incompatibility.path {
            let known = places[at].inner.iter().find(|(name, _)| name == step);
            at = match known {
                Some((_, place)) => *place,
                None => {
                    let place = places.len();
                    places[at].inner.push((step, place));
                    places.push(Place::default());
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

/// A step of a path, the reasons there, and the places below: at most as many as reasons are shown.
#[derive(Default)]
struct Place<'a> {
    messages: Vec<&'a str>,
    inner: Vec<(&'a str, usize)>,
}

fn print(places: &[Place<'_>]) -> Vec<String> {
    let mut lines = Vec::new();
    // An explicit stack, because paths are as deep as types.
    let mut stack = vec![("", 0, 0)];
    while let Some((name, place, depth)) = stack.pop() {
        let Place { messages, inner } = &places[place];
        // Each level below the first step is indented once more; the first has no margin.
        let margin = "  ".repeat(usize::saturating_sub(depth, 1));
        if let ([message], [], 1..) = (messages.as_slice(), inner.as_slice(), depth) {
            lines.push(format!("{margin}{name}: {message}"));
            continue;
        }
        if depth > 0 {
            lines.push(format!("{margin}{name}:"));
        }
        let margin = "  ".repeat(depth);
        lines.extend(
            messages
                .iter()
                .map(|message| format!("{margin}- {message}")),
        );
        let inner = inner.iter().rev();
        stack.extend(inner.map(|(name, place)| (*name, *place, depth + 1)));
    }
    lines
}
