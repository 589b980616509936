//! A text as steps of printing: tokens, comments, lists, and the places where lines may end.

use super::place::{Gap, Next, Piece, Placed};
use super::{columns_of_first_line, Source};
use crate::syntax::ast::Span;
use crate::syntax::lex::comment::is_format_skip;
use crate::syntax::lex::token::{Kind, Token};

/// A step of printing.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// The token of this index.
    Token(u32),
    /// The comment of this index.
    Comment(u32),
    /// The tokens of these indices, from the first to the last one, with all that is between them, unchanged.
    Unchanged(u32, u32),
    /// A space and the comment of this index, after which the line ends. It does not count for the width: the code before
    /// it stays unchanged.
    Trailing(u32),
    Space,
    /// The separator of an item; an optional one is there only if the innermost list is broken.
    Separator {
        mark: char,
        is_optional: bool,
    },
    /// The opening bracket of the list of this index.
    Open(u32),
    /// The end of a line, if the innermost list is broken; otherwise a space or nothing.
    Line {
        is_apart: bool,
        is_space: bool,
    },
    /// The end of a line within an item.
    LineWithinItem,
    /// The end of a line if the list of this index is broken, and its closing bracket.
    Close(u32),
}

/// A list in brackets.
#[derive(Debug)]
pub(super) struct List {
    /// Whether it is in braces, and not in parentheses.
    pub(super) in_braces: bool,
    /// Whether its lines are indented twice: arguments and results of functions.
    pub(super) is_deep: bool,
    /// Whether it does not fit on any line.
    pub(super) must_break: bool,
    /// The number of columns after the opening bracket, up to the end of the closing one, on one line.
    pub(super) columns: usize,
    /// The number of columns after the closing bracket, up to where a line may end.
    pub(super) columns_after: usize,
    /// The list of results, if this is that of the arguments.
    pub(super) results: Option<u32>,
}

impl List {
    /// Returns the opening and the closing bracket, and the space inside them on one line.
    pub(super) fn brackets(&self) -> (char, char, &'static str) {
        if self.in_braces {
            ('{', '}', " ")
        } else {
            ('(', ')', "")
        }
    }
}

pub(super) struct Document {
    pub(super) steps: Vec<Step>,
    pub(super) lists: Vec<List>,
}

/// Returns the steps of printing a text.
pub(super) fn of(source: &Source<'_>) -> Document {
    let mut builder = Builder {
        source,
        steps: Vec::with_capacity(2 * source.tokens.len()),
        lists: Vec::new(),
        open: Vec::new(),
        columns: 0,
        n_comments: 0,
        declaration: Kind::End,
        is_skipped: false,
    };
    builder.run();
    let mut document = Document {
        steps: builder.steps,
        lists: builder.lists,
    };
    document.set_columns_after(source);
    document.set_results();
    document
}

struct Builder<'a> {
    source: &'a Source<'a>,
    steps: Vec<Step>,
    lists: Vec<List>,
    /// The open lists, the innermost last.
    open: Vec<u32>,
    /// The number of columns of all steps on one line.
    columns: usize,
    /// The number of comments before the current position.
    n_comments: usize,
    /// The first token of the current declaration.
    declaration: Kind,
    /// Whether a comment says that the next declaration stays unchanged.
    is_skipped: bool,
}

impl Builder<'_> {
    fn run(&mut self) {
        let first = self.at(0);
        let gap = self.gap(0, first.start);
        let next = next(first);
        self.lines(&Placed::at_start(&gap, next), next, false);
        self.declaration = first.kind;
        let mut idx = 0;
        while self.at(idx).kind != Kind::End {
            idx = match std::mem::take(&mut self.is_skipped) {
                true => self.unchanged(idx),
                false => self.token(idx),
            };
        }
    }

    /// Adds a declaration unchanged, and what is behind it up to the next one, the index of whose first token it returns.
    fn unchanged(&mut self, first: usize) -> usize {
        let (mut last, mut depth) = (first, 0_usize);
        loop {
            match self.at(last).kind {
                Kind::LBrace | Kind::LParen => depth += 1,
                Kind::RBrace | Kind::RParen => depth = depth.saturating_sub(1),
                _ => {}
            }
            let after = self.at(last + 1);
            let is_end = match after.kind {
                Kind::End => true,
                Kind::Semi => depth == 0,
                _ => self.source.service == Some(after.start),
            };
            if is_end {
                break;
            }
            last += 1;
        }
        let end = self.at(last).end;
        // The comments in it.
        self.gap(self.at(first).start, end);
        let gap = self.gap(end, self.at(last + 1).start);
        self.push(Step::Unchanged(index(first), index(last)));
        self.after_token(last, &gap)
    }

    /// Adds a token and what is between it and the next one, whose index it returns.
    fn token(&mut self, mut idx: usize) -> usize {
        let mut token = self.at(idx);
        let mut gap = self.gap(token.end, self.at(idx + 1).start);
        match (token.kind, self.at(idx + 1).kind) {
            (Kind::LBrace, Kind::RBrace) | (Kind::LParen, Kind::RParen)
                if gap.pieces.is_empty() =>
            {
                self.push(Step::Token(index(idx)));
                idx += 1;
                token = self.at(idx);
                gap = self.gap(token.end, self.at(idx + 1).start);
                self.push(Step::Token(index(idx)));
            }
            (Kind::LBrace | Kind::LParen, _) => {
                let next = next(self.at(idx + 1));
                self.open_list(token.kind, &Placed::after_bracket(&gap, next), next);
                return idx + 1;
            }
            (Kind::RBrace | Kind::RParen, _) => self.close_list(),
            _ => self.push(Step::Token(index(idx))),
        }
        self.after_token(idx, &gap)
    }

    /// Adds what is between a token, which has been added, and the next one, whose index it returns.
    fn after_token(&mut self, idx: usize, gap: &Gap) -> usize {
        let after = self.at(idx + 1);
        let mut following = idx + 1;
        let next = match after.kind {
            Kind::Semi | Kind::Comma => {
                following += 1;
                let behind = self.at(following);
                let next = next(behind);
                let gap_behind = self.gap(after.end, behind.start);
                self.end_item(&Placed::around_separator(gap, &gap_behind, next), next);
                next
            }
            Kind::RBrace | Kind::RParen | Kind::End => {
                let next = next(after);
                self.end_item(&Placed::after_item(gap, next), next);
                next
            }
            // The separator before the service is optional.
            _ if self.open.is_empty() && self.source.service == Some(after.start) => {
                self.end_item(&Placed::after_item(gap, Next::Item), Next::Item);
                Next::Item
            }
            _ => {
                self.within_item(gap);
                return following;
            }
        };
        if self.open.is_empty() && next == Next::Item {
            self.declaration = self.at(following).kind;
        }
        following
    }

    /// Adds the comments between two tokens of an item. Lines end where there is a comment that extends to its end.
    fn within_item(&mut self, gap: &Gap) {
        let has_line = gap.pieces.iter().any(|piece| piece.is_line);
        for piece in &gap.pieces {
            let is_new_line = has_line && piece.n_breaks > 0;
            if piece.is_line && !is_new_line {
                self.push(Step::Trailing(piece.idx));
                continue;
            }
            self.push(if is_new_line {
                Step::LineWithinItem
            } else {
                Step::Space
            });
            self.push(Step::Comment(piece.idx));
        }
        self.push(if has_line && gap.n_breaks > 0 {
            Step::LineWithinItem
        } else {
            Step::Space
        });
    }

    /// Adds the separator of an item, and the comments around it.
    fn end_item(&mut self, placed: &Placed, next: Next) {
        // A service has no separator, as in bindings.
        let has_separator = next != Next::End || self.declaration != Kind::Service;
        for piece in &placed.inline {
            // Behind a separator that is left out, it would be at the end of the line, too.
            if has_separator {
                self.push(Step::Space);
                self.push(Step::Comment(piece.idx));
            } else {
                self.push(Step::Trailing(piece.idx));
            }
        }
        let list = self
            .open
            .last()
            .and_then(|list| self.lists.get(*list as usize));
        let is_in_parens = list.is_some_and(|list| !list.in_braces);
        if has_separator {
            self.push(Step::Separator {
                mark: if is_in_parens { ',' } else { ';' },
                is_optional: next == Next::Close,
            });
        }
        self.lines(placed, next, true);
    }

    /// Adds the end of a line, with the comments that are not before the separator.
    fn lines(&mut self, placed: &Placed, next: Next, is_space: bool) {
        if self.open.is_empty() {
            let mut pieces = placed.lines.iter().flat_map(|line| &line.pieces);
            self.is_skipped = pieces.any(|piece| is_format_skip(self.source.comment(piece.idx)));
        }
        for piece in &placed.trailing {
            self.push(Step::Trailing(piece.idx));
        }
        for line in &placed.lines {
            self.must_break();
            self.push(Step::Line {
                is_apart: line.is_apart,
                is_space,
            });
            self.comments(&line.pieces);
        }
        if next == Next::Item {
            if placed.is_apart {
                self.must_break();
            }
            self.push(Step::Line {
                is_apart: placed.is_apart,
                is_space,
            });
            self.comments(&placed.leading);
            if !placed.leading.is_empty() {
                self.push(Step::Space);
            }
        }
    }

    fn comments(&mut self, pieces: &[Piece]) {
        for (n, piece) in pieces.iter().enumerate() {
            if n > 0 {
                self.push(Step::Space);
            }
            self.push(Step::Comment(piece.idx));
        }
    }

    /// Adds an opening bracket and the comments after it.
    fn open_list(&mut self, bracket: Kind, placed: &Placed, next: Next) {
        let in_braces = bracket == Kind::LBrace;
        let list = index(self.lists.len());
        // The arguments of a service, and the types of an assertion, are not those of a function.
        let is_outermost = self.open.is_empty() && self.declaration != Kind::Type;
        self.push(Step::Open(list));
        self.lists.push(List {
            in_braces,
            is_deep: !in_braces && !is_outermost,
            must_break: false,
            columns: self.columns,
            columns_after: 0,
            results: None,
        });
        self.open.push(list);
        if !placed.inline.is_empty() {
            self.push(Step::Line {
                is_apart: false,
                is_space: in_braces,
            });
            self.comments(&placed.inline);
        }
        self.lines(placed, next, in_braces);
    }

    /// Adds the closing bracket of the innermost list.
    fn close_list(&mut self) {
        let Some(idx) = self.open.pop() else {
            return;
        };
        let mut must_break = false;
        let before = self.columns;
        if let Some(list) = self.lists.get_mut(idx as usize) {
            let (_, _, space) = list.brackets();
            self.columns += space.len() + 1;
            list.columns = before + space.len() + 1 - list.columns;
            must_break = list.must_break;
        }
        self.steps.push(Step::Close(idx));
        if must_break {
            self.must_break();
        }
    }

    /// Adds any other step.
    fn push(&mut self, step: Step) {
        self.steps.push(step);
        let text = match step {
            Step::Token(idx) => self.source.token(idx),
            Step::Comment(idx) => self.source.comment(idx),
            Step::Trailing(_) | Step::LineWithinItem => return self.must_break(),
            // It is in no list.
            Step::Unchanged(..) => return,
            Step::Separator { is_optional, .. } => {
                self.columns += usize::from(!is_optional);
                return;
            }
            Step::Line { is_space, .. } => {
                self.columns += usize::from(is_space);
                return;
            }
            Step::Space | Step::Open(_) | Step::Close(_) => {
                self.columns += 1;
                return;
            }
        };
        self.columns += columns_of_first_line(text);
        if text.contains('\n') {
            self.must_break();
        }
    }

    /// Breaks the innermost list over lines, and those around it when it is closed.
    fn must_break(&mut self) {
        let list = self
            .open
            .last()
            .and_then(|idx| self.lists.get_mut(*idx as usize));
        if let Some(list) = list {
            list.must_break = true;
        }
    }

    /// Returns the comments up to a token, from the token before it.
    fn gap(&mut self, from: u32, to: u32) -> Gap {
        let first = self.n_comments;
        let rest = self.source.comments.get(first..).unwrap_or_default();
        let n = rest.iter().take_while(|comment| comment.span.start < to);
        self.n_comments += n.count();
        Gap::of(
            self.source,
            from as usize..to as usize,
            first..self.n_comments,
        )
    }

    /// Returns a token; the last one, which is the end, for all indices after it.
    fn at(&self, idx: usize) -> Token {
        let tokens = &self.source.tokens;
        let token = tokens.get(idx).or(tokens.last()).copied();
        token.unwrap_or(Token::new(Kind::End, Span::default()))
    }
}

fn next(token: Token) -> Next {
    match token.kind {
        Kind::RBrace | Kind::RParen => Next::Close,
        Kind::End => Next::End,
        _ => Next::Item,
    }
}

/// Returns an index, in a text of at most `u32::MAX` bytes.
fn index(idx: usize) -> u32 {
    u32::try_from(idx).unwrap_or(u32::MAX)
}
