//! Line and column numbers, for many offsets in one text.

/// Interval in bytes at which character counts are stored, because a text may be one long line.
const BLOCK: usize = 1_024;

/// An index of the lines of a text.
///
/// # Examples
///
/// ```
/// use candid_parser::diagnostic::Lines;
///
/// let lines = Lines::new("type A = nat;\ntype B = A;");
/// assert_eq!(lines.line_and_column(0), (1, 1));
/// assert_eq!(lines.line_and_column(19), (2, 6));
/// ```
#[derive(Debug, Clone)]
pub struct Lines<'a> {
    text: &'a [u8],
    /// The starts of all lines but the first.
    starts: Vec<usize>,
    /// The number of characters that start before each block.
    n_before: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Indexes a text in one pass.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let text = text.as_bytes();
        let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let starts = ends.map(|(at, _)| at + 1).collect();
        let mut n_before = vec![0];
        let mut n = 0;
        for block in text.chunks(BLOCK) {
            n += n_characters(block);
            n_before.push(n);
        }
        Lines {
            text,
            starts,
            n_before,
        }
    }

    /// Returns the line and the column of an offset in bytes; those of the end if it is out of range. Both count from
    /// one; the column counts characters.
    #[must_use]
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = match line.checked_sub(1) {
            Some(idx) => self.starts.get(idx).copied().unwrap_or(0),
            None => 0,
        };
        (line + 1, self.before(offset) - self.before(start) + 1)
    }

    /// Returns the number of characters that start before an offset.
    fn before(&self, offset: usize) -> usize {
        let block = offset / BLOCK;
        let counted = self.n_before.get(block).copied().unwrap_or(0);
        let rest = self.text.get(block * BLOCK..offset).unwrap_or_default();
        counted + n_characters(rest)
    }
}

/// Returns the number of bytes that start a UTF-8 character.
fn n_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offset_is_where_a_count_from_the_start_finds_it() {
        let long = "aé字𝄞\n".repeat(700);
        let wide = "é字".repeat(1_000);
        for text in ["", "\n", "a\n\nb", &long, &wide] {
            let lines = Lines::new(text);
            let (mut line, mut column) = (1, 1);
            for (at, c) in text.char_indices() {
                assert_eq!(lines.line_and_column(at), (line, column), "{at}");
                (line, column) = match c {
                    '\n' => (line + 1, 1),
                    _ => (line, column + 1),
                };
            }
            let end = (line, column);
            assert_eq!(lines.line_and_column(text.len()), end);
            assert_eq!(lines.line_and_column(usize::MAX), end);
        }
    }
}
