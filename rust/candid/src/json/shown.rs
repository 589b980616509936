//! Text of the input in errors: short, and without control characters.

/// Returns a key for an error: quoted, and no longer than a line.
pub(super) fn shown(key: &str) -> String {
    const MAX_CHARS: usize = 60;
    let start: String = key.chars().take(MAX_CHARS).collect();
    let more = if start.len() < key.len() { "…" } else { "" };
    format!("{start:?}{more}")
}

/// Returns text of the input for an error: control characters would garble a terminal.
pub(super) fn printable(text: &str) -> String {
    let escape = |c: char| -> String {
        if c.is_control() {
            c.escape_unicode().to_string()
        } else {
            c.to_string()
        }
    };
    text.chars().map(escape).collect()
}
