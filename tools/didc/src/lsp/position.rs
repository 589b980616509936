//! Positions of the protocol, a line and a column in code units, and offsets in bytes.

use candid_parser::syntax::ast::Span;
use gen_lsp_types::{Position, Range};

/// Number of bytes for which the number of code units is stored.
const BLOCK: usize = 256;

/// The code units that columns count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Encoding {
    Utf8,
    /// What every client and server must support.
    #[default]
    Utf16,
}

#[cfg(test)]
thread_local! {
    /// The number of bytes that indices were made of.
    pub(super) static INDEXED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The lines of a text.
#[derive(Debug, Clone)]
pub(crate) struct LineIndex {
    encoding: Encoding,
    /// The starts of all lines.
    starts: Vec<usize>,
    /// The number of code units before each block, so that many positions on one long line do not read it again.
    units_before: Vec<usize>,
}

impl LineIndex {
    pub(crate) fn new(text: &str, encoding: Encoding) -> Self {
        #[cfg(test)]
        INDEXED.set(INDEXED.get() + text.len());
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (idx, byte) in bytes.iter().enumerate() {
            // `\r` alone ends a line, too.
            if *byte == b'\n' || *byte == b'\r' && bytes.get(idx + 1) != Some(&b'\n') {
                starts.push(idx + 1);
            }
        }
        let mut n = 0;
        let mut units_before = vec![0];
        if encoding == Encoding::Utf16 {
            units_before.extend(bytes.chunks(BLOCK).map(|block| {
                n += n_units(block);
                n
            }));
        }
        LineIndex {
            encoding,
            starts,
            units_before,
        }
    }

    /// Returns the position of an offset; that of the end, if it is out of range.
    pub(crate) fn position(&self, text: &str, offset: u32) -> Position {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let start = self.starts.get(line).copied().unwrap_or(0);
        let character = match self.encoding {
            Encoding::Utf8 => offset - start,
            Encoding::Utf16 => self.units(text, offset) - self.units(text, start),
        };
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Position {
            line: number(line),
            character: number(character),
        }
    }

    /// Returns the range of a location.
    pub(crate) fn range(&self, text: &str, span: Span) -> Range {
        Range {
            start: self.position(text, span.start),
            end: self.position(text, span.end),
        }
    }

    /// Returns the offset of a position: of one beyond the end of its line the end of the line, of one beyond the end of
    /// the text the end of the text, and of one in a character its start.
    pub(crate) fn offset(&self, text: &str, position: Position) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else {
            return text.len();
        };
        let next = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let content = text.get(start..next).unwrap_or("");
        let end = start + content.trim_end_matches(['\n', '\r']).len();
        let mut offset = match self.encoding {
            Encoding::Utf8 => start.saturating_add(position.character as usize),
            Encoding::Utf16 => self.offset_of_unit(text, start, position.character as usize),
        };
        offset = offset.min(end);
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    /// Returns the location of a range, whose ends may be in the wrong order.
    pub(crate) fn span(&self, text: &str, range: Range) -> Span {
        let offset = |position| u32::try_from(self.offset(text, position)).unwrap_or(u32::MAX);
        let (a, b) = (offset(range.start), offset(range.end));
        Span {
            start: a.min(b),
            end: a.max(b),
        }
    }

    /// Returns the number of code units before an offset.
    fn units(&self, text: &str, offset: usize) -> usize {
        let block = offset / BLOCK;
        let before = self.units_before.get(block).copied().unwrap_or(0);
        let rest = text.as_bytes().get(block * BLOCK..offset);
        before + n_units(rest.unwrap_or_default())
    }

    /// Returns the offset of the n-th code unit after `start`.
    fn offset_of_unit(&self, text: &str, start: usize, n: usize) -> usize {
        let unit = self.units(text, start).saturating_add(n);
        let block = self.units_before.partition_point(|before| *before <= unit) - 1;
        let mut units = self.units_before.get(block).copied().unwrap_or(0);
        let mut offset = block * BLOCK;
        for byte in text.as_bytes().get(offset..).unwrap_or_default() {
            let more = n_units(&[*byte]);
            // Bytes that continue a character belong to the one before.
            if more > 0 && units + more > unit {
                break;
            }
            units += more;
            offset += 1;
        }
        offset.max(start)
    }
}

/// Returns the number of UTF-16 code units of the characters that start in some bytes of UTF-8.
fn n_units(bytes: &[u8]) -> usize {
    let starts = bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
    let long = bytes.iter().filter(|byte| **byte >= 0xf0).count();
    starts + long
}

#[cfg(test)]
mod tests {
    use super::{Encoding, LineIndex, BLOCK};
    use gen_lsp_types::Position;

    /// Every offset has a position that leads back to it; the columns are those that std counts.
    #[test]
    fn positions() {
        let long = "aé€😀".repeat(BLOCK);
        for text in ["", "a", "\n", "a\r\nb\rc\n", "é😀\nx", &long] {
            for encoding in [Encoding::Utf8, Encoding::Utf16] {
                let index = LineIndex::new(text, encoding);
                for (offset, c) in text.char_indices().chain([(text.len(), ' ')]) {
                    let at = index.position(text, u32::try_from(offset).unwrap());
                    let before = text[..offset].replace("\r\n", "\n").replace('\r', "\n");
                    let line = before.rsplit('\n').next().unwrap();
                    let character = match encoding {
                        Encoding::Utf8 => line.len(),
                        Encoding::Utf16 => line.encode_utf16().count(),
                    };
                    // Between `\r` and `\n` there is no position.
                    if text[..offset].ends_with('\r') && c == '\n' {
                        continue;
                    }
                    assert_eq!(
                        at.line as usize,
                        before.matches('\n').count(),
                        "{text:?} {offset}"
                    );
                    assert_eq!(at.character as usize, character, "{text:?} {offset}");
                    assert_eq!(index.offset(text, at), offset, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn out_of_range() {
        let text = "a😀b\r\nc";
        let index = LineIndex::new(text, Encoding::Utf16);
        for (line, character, offset) in [
            (0, 2, 1),
            (0, 3, 5),
            (0, 99, 6),
            (0, u32::MAX, 6),
            (1, 1, 9),
            (1, 7, 9),
            (2, 0, 9),
            (u32::MAX, u32::MAX, 9),
        ] {
            let position = Position { line, character };
            assert_eq!(index.offset(text, position), offset, "{line}:{character}");
        }
        let index = LineIndex::new(text, Encoding::Utf8);
        let position = Position {
            line: 0,
            character: 3,
        };
        assert_eq!(index.offset(text, position), 1);
    }
}
