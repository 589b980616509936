//! Where comments between two items come to be: on the line before, on lines of their own, or on the line after.

use super::Source;
use crate::syntax::ast::Comment;
use std::ops::Range;

/// The comments between two tokens.
#[derive(Debug, Default)]
pub(super) struct Gap {
    pub(super) pieces: Vec<Piece>,
    /// The number of line breaks before the second token.
    pub(super) n_breaks: u8,
}

/// A comment in a gap.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) idx: u32,
    /// Whether it extends to the end of its line.
    pub(super) is_line: bool,
    /// The number of line breaks before it; two stand for any larger number.
    pub(super) n_breaks: u8,
}

/// What follows the gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Another item.
    Item,
    /// The bracket that closes the list.
    Close,
    /// The end of the text.
    End,
}

/// The comments between two items, by where they come to be.
#[derive(Debug, Default)]
pub(super) struct Placed {
    /// After the item, before its separator.
    pub(super) inline: Vec<Piece>,
    /// After the separator, up to the end of the line.
    pub(super) trailing: Vec<Piece>,
    pub(super) lines: Vec<Line>,
    /// Whether an empty line is before what follows.
    pub(super) is_apart: bool,
    /// Before the next item, on its line.
    pub(super) leading: Vec<Piece>,
}

/// A line of comments.
#[derive(Debug)]
pub(super) struct Line {
    /// Whether an empty line is before it.
    pub(super) is_apart: bool,
    pub(super) pieces: Vec<Piece>,
}

impl Gap {
    /// Returns the gap between two positions, with the comments of the given indices.
    pub(super) fn of(source: &Source<'_>, span: Range<usize>, comments: Range<usize>) -> Self {
        let mut gap = Gap::default();
        let mut from = span.start;
        let first = comments.start;
        let comments = source.comments.get(comments).unwrap_or_default();
        for (idx, Comment { span }) in (first..).zip(comments) {
            let (start, end) = (span.start as usize, span.end as usize);
            gap.pieces.push(Piece {
                idx: u32::try_from(idx).unwrap_or(u32::MAX),
                is_line: source.slice(start..end).starts_with("//"),
                n_breaks: n_breaks(source.slice(from..start)),
            });
            from = end;
        }
        gap.n_breaks = n_breaks(source.slice(from..span.end));
        gap
    }

    /// Returns the number of comments on the line of the first token.
    fn n_on_first_line(&self) -> usize {
        let pieces = self.pieces.iter();
        pieces.take_while(|piece| piece.n_breaks == 0).count()
    }

    /// Returns whether a line ends between the first line's comments and the second token.
    fn ends_first_line(&self, next: Next) -> bool {
        let has_more = self.n_on_first_line() < self.pieces.len();
        has_more || self.n_breaks > 0 || next == Next::End
    }

    /// Returns whether there are comments that code may follow, and no line ends between them.
    fn is_one_line_of_blocks(&self) -> bool {
        let is_block = |piece: &Piece| !piece.is_line;
        let mut rest = self.pieces.iter().skip(1);
        !self.pieces.is_empty()
            && self.pieces.iter().all(is_block)
            && rest.all(|piece| piece.n_breaks == 0)
    }

    /// Returns the index of the first comment on the line of the second token, apart from those on that of the first.
    fn start_of_last_line(&self, next: Next) -> usize {
        let last = match next {
            Next::Item if self.n_breaks == 0 => {
                self.pieces.iter().rposition(|piece| piece.n_breaks > 0)
            }
            _ => None,
        };
        last.unwrap_or(self.pieces.len())
    }
}

/// Counts line breaks, up to two.
fn n_breaks(space: &str) -> u8 {
    let breaks = space.bytes().filter(|byte| *byte == b'\n');
    breaks.take(2).fold(0, |n, _| n + 1)
}

impl Placed {
    /// Places the comments in front of the first item of a list.
    pub(super) fn after_bracket(gap: &Gap, next: Next) -> Self {
        let mut placed = Placed::default();
        if next == Next::Close && gap.is_one_line_of_blocks() {
            // All of the list: on its line if it fits there, wherever lines ended before.
            placed.inline.extend(&gap.pieces);
            return placed;
        }
        let n_first = gap.n_on_first_line();
        let first = gap.pieces.get(..n_first).unwrap_or_default();
        if gap.ends_first_line(next) {
            placed.trailing.extend(first);
        } else if next == Next::Item {
            placed.leading.extend(first);
        } else {
            placed.inline.extend(first);
        }
        placed.rest(gap, next, n_first, false);
        placed.without_first_empty_line()
    }

    /// Places the comments in front of everything else.
    pub(super) fn at_start(gap: &Gap, next: Next) -> Self {
        let mut placed = Placed::default();
        // The text begins a line.
        let from = if gap.ends_first_line(next) {
            0
        } else {
            let first = gap.n_on_first_line();
            placed
                .leading
                .extend(gap.pieces.get(..first).unwrap_or_default());
            first
        };
        placed.rest(gap, next, from, false);
        placed.without_first_empty_line()
    }

    /// Places the comments after an item without a separator.
    pub(super) fn after_item(gap: &Gap, next: Next) -> Self {
        let mut placed = Placed::default();
        let n_first = gap.n_on_first_line();
        placed.before_separator(gap.pieces.get(..n_first).unwrap_or_default());
        placed.rest(gap, next, n_first, false);
        placed
    }

    /// Places the comments before and after the separator of an item.
    pub(super) fn around_separator(before: &Gap, after: &Gap, next: Next) -> Self {
        let mut placed = Placed::default();
        let (near, far) = before.pieces.split_at(before.n_on_first_line());
        placed.before_separator(near);
        for piece in far {
            placed.add_to_lines(*piece, false);
        }
        let mut is_apart = before.n_breaks > 1 || !far.is_empty();
        let n_first = after.n_on_first_line();
        let first = after.pieces.get(..n_first).unwrap_or_default();
        for piece in first {
            let ends_in_line = placed.trailing.last().is_some_and(|last| last.is_line);
            let is_trailing = placed.lines.is_empty() && !ends_in_line;
            if !after.ends_first_line(next) && next == Next::Item {
                placed.leading.push(*piece);
            } else if is_trailing && next == Next::Close && !after.ends_first_line(next) {
                placed.inline.push(*piece);
            } else if is_trailing {
                placed.trailing.push(*piece);
            } else {
                // It was not above the next item, so it is not its documentation.
                placed.add_to_lines(*piece, false);
                is_apart = true;
            }
        }
        placed.rest(after, next, n_first, is_apart);
        placed
    }

    fn before_separator(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            if piece.is_line {
                self.trailing.push(*piece);
            } else {
                self.inline.push(*piece);
            }
        }
    }

    /// Places the comments from the given index on, which are not on the line of the first token; an empty line comes
    /// before what follows if `is_apart`.
    fn rest(&mut self, gap: &Gap, next: Next, from: usize, mut is_apart: bool) {
        let last = gap.start_of_last_line(next).max(from);
        for piece in gap.pieces.get(from..last).unwrap_or_default() {
            self.add_to_lines(*piece, std::mem::take(&mut is_apart));
        }
        let leading = gap.pieces.get(last..).unwrap_or_default();
        let n_breaks = leading.first().map_or(gap.n_breaks, |piece| piece.n_breaks);
        self.is_apart = is_apart || n_breaks > 1;
        self.leading.extend(leading);
    }

    fn add_to_lines(&mut self, piece: Piece, is_apart: bool) {
        match self.lines.last_mut() {
            Some(line)
                if piece.n_breaks == 0 && line.pieces.last().is_some_and(|last| !last.is_line) =>
            {
                line.pieces.push(piece);
            }
            _ => self.lines.push(Line {
                is_apart: is_apart || piece.n_breaks > 1,
                pieces: vec![piece],
            }),
        }
    }

    fn without_first_empty_line(mut self) -> Self {
        match self.lines.first_mut() {
            Some(line) => line.is_apart = false,
            None => self.is_apart = false,
        }
        self
    }
}
