//! The order of what a module defines: an alias is a type for programs too, not only for those that check types.

use super::item::Item;
use std::collections::{HashMap, HashSet};

/// Returns the items, each alias after the types that it is made of. Those in brackets may come later: they are in quotes then.
///
/// Aliases that refer to each other do so in brackets somewhere, because `null` is a value of an option of an option.
pub(super) fn in_order(items: Vec<Item>) -> Vec<Item> {
    let mut missing: HashSet<String> = items.iter().map(|item| item.name().to_string()).collect();
    let mut waiting: HashMap<String, Vec<Item>> = HashMap::new();
    let mut ordered = Vec::with_capacity(items.len());
    for item in items {
        let mut ready = vec![item];
        while let Some(mut item) = ready.pop() {
            if let Item::Alias { annotation, .. } = &mut item {
                match quoted(annotation, &missing) {
                    Ok(quoted) => *annotation = quoted,
                    Err(name) => {
                        waiting.entry(name.to_string()).or_default().push(item);
                        continue;
                    }
                }
            }
            missing.remove(item.name());
            ready.extend(waiting.remove(item.name()).into_iter().flatten().rev());
            ordered.push(item);
        }
    }
    debug_assert!(waiting.is_empty(), "aliases that are made of each other");
    ordered
}

/// Returns an annotation, in which what is in brackets is in quotes if a name in it is missing; or a missing name elsewhere.
fn quoted<'a>(annotation: &'a str, missing: &HashSet<String>) -> Result<String, &'a str> {
    let mut operands = Vec::new();
    for operand in split(annotation, " | ") {
        let (name, parts) = match operand.strip_suffix(']').and_then(|it| it.split_once('[')) {
            Some((name, parts)) => (name, split(parts, ", ")),
            None => (operand, Vec::new()),
        };
        if missing.contains(name) {
            return Err(name);
        }
        let parts = parts.into_iter();
        let parts =
            parts.map(|part| quoted(part, missing).unwrap_or_else(|_| format!("\"{part}\"")));
        let parts: Vec<String> = parts.collect();
        operands.push(match parts.as_slice() {
            [] => name.to_string(),
            parts => format!("{name}[{}]", parts.join(", ")),
        });
    }
    Ok(operands.join(" | "))
}

/// Returns the parts of an annotation between separators outside of brackets.
fn split<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 && text[at..].starts_with(separator) => {
                parts.push(&text[start..at]);
                start = at + separator.len();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}
