//! Changes of a text, each of which refers to the text that the previous ones have made.

use super::position::{Encoding, LineIndex};
use gen_lsp_types::{Position, Range, VersionedTextDocumentIdentifier};
use ropey::{Rope, RopeSlice};
use serde::Deserialize;

/// What `textDocument/didChange` says. With the types of the library, a change whose range is not valid is one without a range,
/// which replaces the whole document.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidChange {
    pub(super) text_document: VersionedTextDocumentIdentifier,
    pub(super) content_changes: Vec<Change>,
}

/// The new text of a range, or of the whole document.
#[derive(Clone, Deserialize)]
pub(super) struct Change {
    range: Option<Range>,
    text: String,
}

/// Applies changes to a text, of which there is an index.
pub(super) fn apply(
    text: &mut String,
    index: &LineIndex,
    changes: Vec<Change>,
    encoding: Encoding,
) {
    let mut is_indexed = true;
    let mut edits: Vec<(Range, String)> = Vec::new();
    for change in changes {
        if let Some(range) = change.range {
            edits.push((range, change.text));
        } else {
            edits.clear();
            *text = change.text;
            is_indexed = false;
        }
    }
    match &edits[..] {
        [] => {}
        // A key that is pressed.
        [(range, new)] if is_indexed => {
            let span = index.span(text, *range);
            text.replace_range(std::ops::Range::from(span), new);
        }
        edits => {
            let mut rope = Rope::from_str(text);
            for (range, new) in edits {
                let at = |position| offset(&rope, position, encoding);
                let (a, b) = (at(range.start), at(range.end));
                rope.remove(a.min(b)..a.max(b));
                rope.insert(a.min(b), new);
            }
            *text = rope.into();
        }
    }
}

/// Returns the offset in characters of a position, as [`LineIndex::offset`] does in bytes.
fn offset(rope: &Rope, position: Position, encoding: Encoding) -> usize {
    let line = position.line as usize;
    if line >= rope.len_lines() {
        return rope.len_chars();
    }
    let content = rope.line(line);
    let content = content.slice(..content.len_chars() - n_ending(content));
    let column = position.character as usize;
    // In the middle of a character, its start.
    let column = match encoding {
        Encoding::Utf8 => content.byte_to_char(column.min(content.len_bytes())),
        Encoding::Utf16 => content.utf16_cu_to_char(column.min(content.len_utf16_cu())),
    };
    rope.line_to_char(line) + column
}

/// Returns the number of characters that end a line.
fn n_ending(line: RopeSlice<'_>) -> usize {
    let mut last = line.chars_at(line.len_chars()).reversed();
    match (last.next(), last.next()) {
        (Some('\n'), Some('\r')) => 2,
        (Some('\n' | '\r'), _) => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::{Encoding, LineIndex, INDEXED};
    use super::{apply, Change};
    use gen_lsp_types::{Position, Range};

    fn edit(start: (u32, u32), end: (u32, u32), text: &str) -> Change {
        let at = |(line, character)| Position { line, character };
        let range = Range {
            start: at(start),
            end: at(end),
        };
        Change {
            range: Some(range),
            text: text.to_string(),
        }
    }

    fn applied(text: &str, changes: Vec<Change>, encoding: Encoding) -> String {
        let mut text = text.to_string();
        let index = LineIndex::new(&text, encoding);
        apply(&mut text, &index, changes, encoding);
        text
    }

    /// Many changes at once do what they do one by one, wherever they are.
    #[test]
    fn together_and_one_by_one() {
        let mut seed = 1u32;
        let mut random = |n: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % n
        };
        let parts = [
            "",
            "a",
            "\n",
            "\r",
            "\r\n",
            "é€",
            "😀",
            "\u{2028}b\u{b}",
            "long\nlines\n",
        ];
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for _ in 0..400 {
                let mut part = |n: u32| {
                    let parts = (0..n).map(|_| parts[random(9) as usize]);
                    parts.collect::<String>()
                };
                let text = part(20);
                let texts = [part(3), part(2), part(1), part(4)];
                let mut place = || (random(12), random(6));
                let changes: Vec<Change> = texts
                    .iter()
                    .map(|text| edit(place(), place(), text))
                    .collect();
                let one_by_one = changes.iter().fold(text.clone(), |text, change| {
                    applied(&text, vec![change.clone()], encoding)
                });
                let together = applied(&text, changes, encoding);
                assert_eq!(together, one_by_one, "{text:?}");
            }
        }
    }

    /// A whole text replaces what the changes before it have made.
    #[test]
    fn whole_text() {
        let text = "ab\r\nc".to_string();
        let whole = || Change {
            range: None,
            text: text.clone(),
        };
        let late = || edit((1, 1), (0, 1), "x");
        let rows = [
            (vec![], "old"),
            (vec![whole()], "ab\r\nc"),
            (vec![late(), late(), whole()], "ab\r\nc"),
            (vec![late(), whole(), late()], "ax"),
            (
                vec![
                    whole(),
                    late(),
                    late(),
                    whole(),
                    late(),
                    edit((9, 9), (9, 9), "y"),
                ],
                "axy",
            ),
        ];
        for (changes, expected) in rows {
            assert_eq!(applied("old", changes, Encoding::Utf16), expected);
        }
    }

    /// The text is not read again for each of many changes, in any order.
    #[test]
    fn many_changes() {
        for n in [500, 1_000, 2_000] {
            let text = "type A = nat;\n".repeat(n as usize);
            let orders: [&dyn Fn(u32) -> u32; 3] = [&|i| i, &|i| n - 1 - i, &|i| (i * 7) % n];
            for line in orders {
                let changes = (0..n)
                    .map(|i| edit((line(i), 5), (line(i), 6), "Name"))
                    .collect();
                INDEXED.set(0);
                let changed = applied(&text, changes, Encoding::Utf16);
                assert_eq!(changed, "type Name = nat;\n".repeat(n as usize));
                assert_eq!(INDEXED.get(), text.len());
            }
        }
    }
}
