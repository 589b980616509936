//! The text of comments.

/// White space that is removed at the end of lines.
pub(super) const SPACE: [char; 3] = [' ', '\t', '\r'];

/// Writes a comment without white space at the ends of its lines, which end with `line_end`.
///
/// `source_indent` is the indentation in the source of a comment that is the first on its line, and `indent` the number
/// of columns where the comment comes to be if it is the first on its line, too. Its lines then move with it, if all of
/// them are indented as the first one is.
pub(super) fn write(
    out: &mut String,
    text: &str,
    line_end: &str,
    source_indent: Option<&str>,
    indent: Option<usize>,
) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    out.push_str(first.trim_end_matches(SPACE));
    if first.len() == text.len() {
        return;
    }
    let moved = source_indent.zip(indent).filter(|(before, _)| {
        let mut lines = rest.split('\n');
        lines.all(|line| line.starts_with(before) || line.trim_end_matches(SPACE).is_empty())
    });
    for line in rest.split('\n') {
        out.push_str(line_end);
        let line = line.trim_end_matches(SPACE);
        match moved {
            Some((before, indent)) if !line.is_empty() => {
                out.extend(std::iter::repeat_n(' ', indent));
                out.push_str(line.strip_prefix(before).unwrap_or(line));
            }
            _ => out.push_str(line),
        }
    }
}

/// Returns the white space between the start of the line and a position, if there is nothing else.
pub(super) fn indent_before(text: &str, at: usize) -> Option<&str> {
    let before = text.get(..at).unwrap_or_default();
    let indent = before
        .bytes()
        .rev()
        .take_while(|byte| matches!(byte, b' ' | b'\t'));
    let (rest, indent) = before.split_at(at - indent.count());
    let is_first = rest.is_empty() || rest.ends_with('\n') || rest == "\u{feff}";
    is_first.then_some(indent)
}
