//! Comments with their indentation, which the trees do not keep and CommonMark needs.

/// Returns the lines of a comment as they are in the source, without `//` and the space after it. `docs` are the same
/// lines trimmed, above the item that starts at `start`.
pub(super) fn lines(text: &str, start: u32, docs: Vec<String>) -> Vec<String> {
    if docs.is_empty() {
        return docs;
    }
    let above = text.get(..start as usize).unwrap_or_default();
    let mut found = Vec::with_capacity(docs.len());
    // From below, without the line on which the item starts.
    for line in above.rsplit('\n').skip(1) {
        let Some(expected) = docs.len().checked_sub(found.len() + 1) else {
            break;
        };
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            continue;
        };
        let comment = comment.trim_start_matches('/').trim_end();
        if comment.trim() != docs[expected] {
            return docs;
        }
        found.push(comment.strip_prefix(' ').unwrap_or(comment).to_string());
    }
    if found.len() < docs.len() {
        return docs;
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::lines;

    fn check(text: &str, docs: &[&str], expected: &[&str]) {
        let start = u32::try_from(text.find("type").unwrap()).unwrap();
        let docs = docs.iter().map(ToString::to_string).collect();
        assert_eq!(lines(text, start, docs), expected);
    }

    #[test]
    fn indentation_is_kept() {
        check(
            "// - a\n//   - b\r\n  type",
            &["- a", "- b"],
            &["- a", "  - b"],
        );
        check("///  x\n/* // y */\n\ttype", &["x"], &[" x"]);
        check(
            "//     four\n//\n// z\ntype",
            &["four", "", "z"],
            &["    four", "", "z"],
        );
    }

    #[test]
    fn what_does_not_match_is_left_trimmed() {
        check("//  x\n/*\n//  y\n*/\ntype", &["x"], &["x"]);
        check("type", &["x"], &["x"]);
    }
}
