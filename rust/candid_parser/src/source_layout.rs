//! Source texts, and positions in them.

use std::sync::Arc;

/// A source location in a file: the bytes from `start` up to, not including, `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// Returns a span in a text of at most `u32::MAX` bytes; longer texts are refused.
    #[allow(clippy::cast_possible_truncation, reason = "longer texts are refused")]
    pub(crate) fn of(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// Returns the span of nothing, at a position.
    pub(crate) fn empty(start: u32) -> Span {
        Span { start, end: start }
    }

    /// Returns the span from the start of this one to the end of the other.
    #[must_use]
    pub fn to(self, end: Span) -> Span {
        Span {
            start: self.start,
            end: end.end,
        }
    }
}

impl From<Span> for std::ops::Range<usize> {
    fn from(span: Span) -> Self {
        span.start as usize..span.end as usize
    }
}

/// Returns how the lines of a text end: as the first one does.
pub(crate) fn line_end(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// What some editors write at the start of a file, which is no part of its content.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns where the content of a text starts.
#[inline]
pub(crate) fn content_start(text: &str) -> usize {
    match text.starts_with(BYTE_ORDER_MARK) {
        true => BYTE_ORDER_MARK.len_utf8(),
        false => 0,
    }
}

/// The id of a file in a [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub(crate) u32);

/// The texts that findings are about.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    pub(crate) files: Vec<(String, Arc<str>)>,
}

impl Sources {
    /// Adds a text, with its name for findings.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push((name.into(), text.into()));
        id
    }

    /// Adds a text of other sources, without copying it; returns its id here. An id that is not in the other sources becomes that of an empty text without a name.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::diagnostic::Sources;
    ///
    /// let (mut sources, mut others) = (Sources::default(), Sources::default());
    /// sources.add("a.did", "");
    /// let id = others.add("b.did", "");
    /// let here = sources.add_from(&others, id);
    /// assert_eq!(sources.name(here), "b.did");
    /// ```
    pub fn add_from(&mut self, others: &Sources, id: FileId) -> FileId {
        match others.files.get(id.0 as usize) {
            Some((name, text)) => self.add(name.clone(), Arc::clone(text)),
            None => self.add("", ""),
        }
    }

    /// Returns the text of a file, empty if there is no such file.
    #[must_use]
    pub fn text(&self, file: FileId) -> &str {
        self.files.get(file.0 as usize).map_or("", |(_, text)| text)
    }

    /// Returns the names of the texts, in the order in which they were added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the name of a file, empty if there is no such file.
    #[must_use]
    pub fn name(&self, file: FileId) -> &str {
        self.files.get(file.0 as usize).map_or("", |(name, _)| name)
    }
}

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
    /// The starts of all lines.
    starts: Vec<usize>,
    /// The number of characters that start before each block.
    n_before: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Indexes a text in one pass.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let text = text.as_bytes();
        let ends = (1..).zip(text).filter(|(_, byte)| **byte == b'\n');
        let mut n = 0;
        let blocks = text.chunks(BLOCK).map(|block| {
            n += n_characters(block);
            n
        });
        Lines {
            text,
            starts: [0].into_iter().chain(ends.map(|(at, _)| at)).collect(),
            n_before: [0].into_iter().chain(blocks).collect(),
        }
    }

    /// Returns the line and the column of an offset in bytes; those of the end if it is out of range. Both count from
    /// one; the column counts characters.
    #[must_use]
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        (line, self.before(offset) - self.before(start) + 1)
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
