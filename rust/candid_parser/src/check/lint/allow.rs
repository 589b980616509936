//! Comments that allow findings: `// didc-allow: lint, lint -- reason`.
//!
//! At the end of a line, such a comment is about that line; on a line of its own, about the next line that has something
//! else than comments; above everything in the file, and separated from it by an empty line, about the file.

use super::{Level, Levels, Lint};
use crate::check::File;
use crate::source_layout::content_start;
use crate::syntax::ast::{Comment, Span};
use crate::syntax::lex::comment::{directive, is_first_on_line, DIRECTIVE};
use std::collections::HashMap;

/// What is between the lints of a comment and the reason, as in comments for ESLint.
const REASON: &str = "--";

/// What the comments of a file allow.
pub(super) struct Allowances {
    entries: Vec<Entry>,
    /// The entries that are about the file.
    of_file: Vec<usize>,
    /// The entries that are about a line, by the start of the line.
    of_line: HashMap<usize, Vec<usize>>,
    /// The starts of the lines, if entries are about lines.
    lines: Vec<usize>,
    /// The comments, or parts of them, that allow nothing.
    unknown: Vec<(Span, Problem)>,
}

/// The reason why a comment allows nothing.
#[derive(Clone, Copy)]
pub(super) enum Problem {
    /// It is not a comment to the end of the line.
    Block,
    /// Other words are before it.
    NotFirst,
    NoColon,
    NoLint,
    /// The text is not a lint.
    UnknownLint,
}

impl Problem {
    /// Returns the message about the text where the problem is.
    pub(super) fn message(self, text: &str) -> String {
        match self {
            Problem::Block => format!("write // {DIRECTIVE}: other comments allow nothing"),
            Problem::NotFirst => {
                format!("begin the comment with {DIRECTIVE}: behind other words it allows nothing")
            }
            Problem::NoColon => format!("expected a colon and lints after {DIRECTIVE}"),
            Problem::NoLint => format!("expected a lint after {DIRECTIVE}, found nothing"),
            Problem::UnknownLint => {
                let lint = text.split_whitespace().next().unwrap_or_default();
                match (text.parse::<Lint>(), lint.parse::<Lint>()) {
                    (Err(_), Ok(_)) => format!("write -- before the reason: {lint} -- …"),
                    (Err(error), _) => error.to_string(),
                    (Ok(_), _) => String::new(),
                }
            }
        }
    }
}

/// A lint that a comment allows; none for all of them.
struct Entry {
    lint: Option<Lint>,
    span: Span,
    is_used: bool,
}

/// What a comment is about.
#[derive(Clone, Copy)]
enum Scope {
    File,
    /// The line that this byte is in.
    Line(usize),
}

impl Allowances {
    pub(super) fn of(file: &File, text: &str) -> Self {
        let mut allowed = Allowances {
            entries: Vec::new(),
            of_file: Vec::new(),
            of_line: HashMap::new(),
            lines: Vec::new(),
            unknown: Vec::new(),
        };
        let comments = &file.prog.comments;
        let mut next = Next::end_of(text);
        // The last first, so that each knows what follows.
        let mut found = Vec::new();
        for comment in comments.iter().rev() {
            next = next.before(text, comment);
            let words = text.get(std::ops::Range::from(comment.span)).unwrap_or("");
            if words.contains(DIRECTIVE) {
                found.push((*comment, words, next));
            }
        }
        if found.is_empty() {
            return allowed;
        }
        let ends = (1..).zip(text.bytes()).filter(|(_, byte)| *byte == b'\n');
        allowed.lines = [0].into_iter().chain(ends.map(|(at, _)| at)).collect();
        let first = next.of_start(text);
        for (comment, words, next) in found.into_iter().rev() {
            allowed.add(&comment, words, scope(text, &comment, next, first.token));
        }
        allowed
    }

    /// Adds the lints of a comment.
    fn add(&mut self, comment: &Comment, words: &str, scope: Scope) {
        let Some(rest) = directive(words) else {
            self.add_malformed(comment, words);
            return;
        };
        let Some(list) = rest.trim_start().strip_prefix(':') else {
            self.unknown.push((comment.span, Problem::NoColon));
            return;
        };
        let (list, _reason) = list.split_once(REASON).unwrap_or((list, ""));
        // The position of a part of the comment.
        let base = words.as_ptr() as usize;
        let offset = |part: &str| comment.span.start as usize + (part.as_ptr() as usize - base);
        for part in list.split(',') {
            let name = part.trim();
            let span = Span::of(offset(name), offset(name) + name.len());
            let lint = match name {
                "all" => None,
                "" => {
                    self.unknown.push((comment.span, Problem::NoLint));
                    continue;
                }
                name => match name.parse::<Lint>() {
                    Ok(lint) => Some(lint),
                    Err(_) => {
                        self.unknown.push((span, Problem::UnknownLint));
                        continue;
                    }
                },
            };
            let idx = self.entries.len();
            self.entries.push(Entry {
                lint,
                span,
                is_used: false,
            });
            match scope {
                Scope::File => self.of_file.push(idx),
                Scope::Line(at) => {
                    let line = self.line(at);
                    self.of_line.entry(line).or_default().push(idx);
                }
            }
        }
    }

    /// Reports a comment that looks like one for the linter, and is not.
    fn add_malformed(&mut self, comment: &Comment, words: &str) {
        let content = words.trim_start_matches(['/', '*', ' ', '\t', '\r', '\n']);
        if content.starts_with(DIRECTIVE) {
            if words.starts_with("/*") {
                self.unknown.push((comment.span, Problem::Block));
            }
            return;
        }
        // A comment may also be about such comments.
        let is_list = |rest: &str| rest.trim_start().starts_with(':');
        if words.split(DIRECTIVE).skip(1).any(is_list) {
            self.unknown.push((comment.span, Problem::NotFirst));
        }
    }

    /// Returns the start of the line that a byte is in.
    fn line(&self, at: usize) -> usize {
        let n = self.lines.partition_point(|start| *start <= at);
        self.lines.get(n.saturating_sub(1)).copied().unwrap_or(0)
    }

    /// Returns whether a finding that starts here is allowed, and notes what allows it.
    pub(super) fn allow(&mut self, lint: Lint, start: u32) -> bool {
        if self.entries.is_empty() {
            return false;
        }
        let line = self.line(start as usize);
        let of_line = self.of_line.get(&line).into_iter().flatten();
        let mut is_allowed = false;
        for idx in self.of_file.iter().chain(of_line) {
            let entry = &mut self.entries[*idx];
            if entry.lint.is_none_or(|allowed| allowed == lint) {
                entry.is_used = true;
                is_allowed = true;
            }
        }
        is_allowed
    }

    /// Returns the comments, or parts of them, that allow nothing.
    pub(super) fn unknown(&mut self) -> Vec<(Span, Problem)> {
        std::mem::take(&mut self.unknown)
    }

    /// Returns the lints that are allowed where they find nothing, by their names. Of a lint that is off everywhere, nobody
    /// knows what it would find.
    pub(super) fn unused(&self, levels: &Levels) -> Vec<(Span, &'static str)> {
        let is_on = |lint: Lint| levels.of(lint) != Level::Allow;
        let unused = self.entries.iter().filter(|entry| {
            let matters = match entry.lint {
                // It is about this very finding, or about none.
                Some(Lint::UnusedAllow) => false,
                Some(lint) => is_on(lint),
                None => Lint::ALL.into_iter().any(is_on),
            };
            matters && !entry.is_used
        });
        let name = |entry: &Entry| entry.lint.map_or("all", Lint::name);
        unused.map(|entry| (entry.span, name(entry))).collect()
    }
}

/// Returns the lines to which a comment applies; `first` is where the first thing in the file starts that is no comment.
fn scope(text: &str, comment: &Comment, next: Next, first: usize) -> Scope {
    let start = comment.span.start as usize;
    if !is_first_on_line(text, start) {
        return Scope::Line(start);
    }
    if start < first && (next.is_apart || next.token == text.len()) {
        return Scope::File;
    }
    Scope::Line(next.token)
}

/// What follows a comment.
#[derive(Clone, Copy)]
struct Next {
    /// The position of the next thing that is no comment, or of the end.
    token: usize,
    /// Whether an empty line separates them.
    is_apart: bool,
    /// The start of the comment itself.
    start: usize,
}

impl Next {
    /// Returns what follows the text: nothing.
    fn end_of(text: &str) -> Self {
        Next {
            token: text.len(),
            is_apart: false,
            start: text.len(),
        }
    }

    /// Returns what follows a comment, from what follows the next one.
    fn before(self, text: &str, comment: &Comment) -> Self {
        Next {
            start: comment.span.start as usize,
            ..self.after(text, comment.span.end as usize)
        }
    }

    /// Returns what follows the start of the text, from what follows the first comment.
    fn of_start(self, text: &str) -> Self {
        self.after(text, content_start(text))
    }

    /// Returns what follows a position before this comment.
    fn after(self, text: &str, end: usize) -> Self {
        let gap = text.get(end..self.start).unwrap_or("");
        let space = gap.len() - gap.trim_start().len();
        let is_blank = gap[..space].matches('\n').count() > 1;
        if space < gap.len() {
            Next {
                token: end + space,
                is_apart: is_blank,
                ..self
            }
        } else {
            Next {
                is_apart: is_blank || self.is_apart,
                ..self
            }
        }
    }
}
