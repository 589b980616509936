//! Printing: which lists are broken over lines, and indentation. A list is on one line if it fits there.

use super::document::{Document, List, Step};
use super::{columns, comment, Source};
use crate::source_layout::line_end;
use candid::pretty::utils::INDENT_SPACE;

/// The indentation in columns from which on lists are not indented further, as in `candid::pretty`: deeper text would be
/// mostly indentation, which grows with the square of the nesting.
const MAX_INDENT: usize = 120;

/// Returns the text of a document, each line with its end.
pub(super) fn print(source: &Source<'_>, document: &Document, width: usize) -> String {
    let mut printer = Printer {
        source,
        line_end: line_end(source.text),
        width,
        out: String::with_capacity(source.text.len() + 1),
        column: 0,
        is_at_start_of_line: true,
        open: vec![Frame::default()],
    };
    for step in &document.steps {
        printer.step(*step, &document.lists);
    }
    if !printer.out.is_empty() {
        printer.out.push_str(printer.line_end);
    }
    printer.out
}

struct Printer<'a> {
    source: &'a Source<'a>,
    line_end: &'static str,
    width: usize,
    out: String,
    /// The number of columns on the current line.
    column: usize,
    /// Whether nothing but indentation is on the current line.
    is_at_start_of_line: bool,
    /// The file and its open lists, the innermost last.
    open: Vec<Frame>,
}

/// A list that is being printed.
#[derive(Debug, Clone, Copy, Default)]
struct Frame {
    /// Whether it is on one line.
    is_flat: bool,
    /// The indentation of its items.
    indent: usize,
    /// The indentation of its closing bracket.
    indent_of_bracket: usize,
    /// Whether a line has ended within the current item: what follows of the item is indented.
    is_within_item: bool,
}

impl Frame {
    fn indent(self) -> usize {
        if self.is_within_item {
            deeper(self.indent)
        } else {
            self.indent
        }
    }
}

fn deeper(indent: usize) -> usize {
    if indent < MAX_INDENT {
        indent + INDENT_SPACE.unsigned_abs()
    } else {
        indent
    }
}

impl Printer<'_> {
    fn step(&mut self, step: Step, lists: &[List]) {
        let list = |idx: u32| lists.get(idx as usize);
        match step {
            Step::Token(idx) => self.text(self.source.token(idx)),
            Step::Comment(idx) => self.comment(idx),
            Step::Unchanged(first, last) => self.text(self.source.tokens_from(first, last)),
            Step::Trailing(idx) => {
                self.text(" ");
                self.comment(idx);
            }
            Step::Space => self.text(" "),
            Step::Separator { mark, is_optional } => {
                if !(is_optional && self.innermost().is_flat) {
                    self.char(mark);
                }
            }
            Step::Open(idx) => {
                if let Some(found) = list(idx) {
                    self.open(found, found.results.and_then(list));
                }
            }
            Step::Line { is_apart, is_space } => {
                if self.innermost().is_flat {
                    self.text(if is_space { " " } else { "" });
                } else {
                    let indent = self.innermost().indent;
                    self.set_within_item(false);
                    self.new_line(indent, is_apart);
                }
            }
            Step::LineWithinItem => {
                self.set_within_item(true);
                self.new_line(self.innermost().indent(), false);
            }
            Step::Close(idx) => {
                if let Some(list) = list(idx) {
                    self.close(list);
                }
            }
        }
    }

    fn open(&mut self, list: &List, results: Option<&List>) {
        let (open, ..) = list.brackets();
        self.char(open);
        let parent = self.innermost();
        let columns = self.column + list.columns + list.columns_after;
        // Where arguments and results do not fit together, the longer of the two is broken first.
        let is_first = results.is_some_and(|results| {
            let all = columns + results.columns + results.columns_after;
            all > self.width && list.columns >= results.columns && !results.must_break
        });
        let fits = columns <= self.width && !is_first;
        let around = parent.indent();
        let indent_of_bracket = if list.is_deep { deeper(around) } else { around };
        self.open.push(Frame {
            is_flat: parent.is_flat || fits && !list.must_break,
            indent: deeper(indent_of_bracket),
            indent_of_bracket,
            is_within_item: false,
        });
    }

    fn close(&mut self, list: &List) {
        let frame = self.innermost();
        let (_, close, space) = list.brackets();
        if frame.is_flat {
            self.text(space);
        } else {
            self.new_line(frame.indent_of_bracket, false);
        }
        self.char(close);
        self.open.pop();
    }

    fn innermost(&self) -> Frame {
        self.open.last().copied().unwrap_or_default()
    }

    fn set_within_item(&mut self, is_within_item: bool) {
        if let Some(frame) = self.open.last_mut() {
            frame.is_within_item = is_within_item;
        }
    }

    /// Ends the line, unless nothing has been printed.
    fn new_line(&mut self, indent: usize, is_apart: bool) {
        if self.out.is_empty() {
            return;
        }
        for _ in 0..=usize::from(is_apart) {
            self.out.push_str(self.line_end);
        }
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
        self.is_at_start_of_line = true;
    }

    fn char(&mut self, c: char) {
        self.text(c.encode_utf8(&mut [0; 4]));
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
        self.advance(text);
    }

    fn comment(&mut self, idx: u32) {
        let start = self.source.comments.get(idx as usize);
        let start = start.map_or(0, |comment| comment.span.start as usize);
        let indent = self.is_at_start_of_line.then_some(self.column);
        let before = comment::indent_before(self.source.text, start);
        let from = self.out.len();
        let text = self.source.comment(idx);
        comment::write(&mut self.out, text, self.line_end, before, indent);
        let written = self.out.split_off(from);
        self.text(&written);
    }

    /// Moves the column past a text that has been printed.
    fn advance(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.is_at_start_of_line = false;
        self.column = match text.rsplit_once('\n') {
            Some((_, last)) => columns(last),
            None => self.column + columns(text),
        };
    }
}
