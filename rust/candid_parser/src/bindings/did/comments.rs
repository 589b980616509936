//! Comments that are not directly above an item, kept when an interface is reprinted.
//!
//! Between declarations they stay unchanged. Within one, a comment that follows a field, a case or a method on its line
//! stays after that; any other comment goes above the next item or, if there is none, below the last. It never becomes
//! part of an item's documentation.

use super::notes::{Noted, Notes};
use crate::syntax::ast::{Comment, Prog, Span, Type};
use crate::syntax::lex::comment::is_directive;
use std::collections::HashMap;

/// The comments around a declaration.
#[derive(Debug, Default)]
pub(crate) struct Around {
    /// Lines above it and its comment, including the empty line that separates them.
    pub(crate) above: String,
    /// The comments after it on its last line.
    pub(crate) trailing: String,
}

impl Around {
    /// Adds a comment within the declaration, or on its last line.
    fn add(&mut self, comment: &str) {
        if !super::notes::add_trailing(&mut self.trailing, comment) {
            self.above.push_str(comment);
            self.above.push_str("\n\n");
        }
    }
}

/// The comments of a file, keyed by the start of the declaration or item.
#[derive(Debug, Default)]
pub(super) struct Comments {
    pub(super) around: HashMap<u32, Around>,
    items: HashMap<u32, Notes>,
    /// Lines after the last declaration.
    pub(super) end: String,
}

impl Comments {
    pub(super) fn of(prog: &Prog, text: &str) -> Self {
        let mut comments = Comments::default();
        let mut rest = prog.comments.as_slice();
        let mut before = None;
        for (dec, typ) in super::notes::declarations(prog) {
            let (gap, inner) = rest.split_at(rest.partition_point(|c| c.span.start < dec.start));
            let (inner, next) = inner.split_at(inner.partition_point(|c| c.span.start < dec.end));
            let owners = comments.docs(text, gap, std::slice::from_ref(&dec));
            let lines = comments.gap(text, before, gap, &owners, Some(dec.start));
            if !lines.is_empty() {
                let above = super::notes::apart(&lines).flat_map(|line| [line, "\n"]);
                comments.around.entry(dec.start).or_default().above = above.collect();
            }
            comments.within(text, &dec, typ, inner);
            before = Some(dec);
            rest = next;
        }
        let end = comments.gap(text, before, rest, &HashMap::new(), None);
        comments.end = end.iter().flat_map(|line| [line, "\n"]).collect();
        comments
    }

    /// Moves the notes of the item that starts here to `notes`. Returns the comment that stands for them: their index.
    pub(super) fn number(&mut self, start: u32, notes: &mut Vec<Notes>) -> Vec<String> {
        let item = self.items.remove(&start);
        let number = item.map(|item| {
            notes.push(item);
            (notes.len() - 1).to_string()
        });
        number.into_iter().collect()
    }

    /// Returns the lines between two declarations, except for those that belong to the first; `end` is the start of the
    /// second.
    fn gap(
        &mut self,
        text: &str,
        before: Option<Noted>,
        gap: &[Comment],
        owners: &HashMap<u32, u32>,
        end: Option<u32>,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        for (idx, Comment { span }) in gap.iter().enumerate() {
            if owners.contains_key(&span.start) {
                continue;
            }
            let words = words(text, *span);
            if let Some(dec) = &before {
                if !slice(text, dec.end, span.start).contains('\n') {
                    self.around.entry(dec.start).or_default().add(words);
                    continue;
                }
            }
            lines.push(words.to_string());
            let next = gap.get(idx + 1).map(|comment| comment.span.start);
            if next
                .or(end)
                .is_some_and(|next| is_blank_line(slice(text, span.end, next)))
            {
                lines.push(String::new());
            }
        }
        lines
    }

    /// Assigns the comments within a declaration to its items.
    fn within(&mut self, text: &str, dec: &Noted, typ: &Type, inner: &[Comment]) {
        if inner.is_empty() {
            return;
        }
        let mut parts = Vec::new();
        super::notes::collect(typ, &mut parts);
        let owners = self.docs(text, inner, &parts);
        let mut walk = CommentPlacer {
            parts: parts.iter().peekable(),
            open: Vec::new(),
            ended: vec![None],
        };
        let closed = closing(text, dec, inner);
        // The item that the previous comment follows, and the end of that comment.
        let mut last_trailing: Option<(u32, u32)> = None;
        for (idx, Comment { span }) in inner.iter().enumerate() {
            if owners.contains_key(&span.start) {
                continue;
            }
            let words = words(text, *span);
            walk.advance(span.start);
            let is_space = |from: u32, marks: &[char]| {
                let mut between = slice(text, from, span.start).chars();
                between.all(|c| marks.contains(&c))
            };
            let trailing = match (last_trailing, walk.last()) {
                (Some((part, end)), _) if is_space(end, &[' ', '\t']) => Some(part),
                (_, Some(part)) if is_space(part.end, &[';', ',', '}', ')', ' ', '\t']) => {
                    Some(part.start)
                }
                _ => None,
            };
            if let Some(part) = trailing {
                self.items.entry(part).or_default().add_trailing(words);
                last_trailing = Some((part, span.end));
                continue;
            }
            let is_open = |part: &&Noted| {
                let next = closed.get(closed.partition_point(|at| *at < span.end));
                next.is_none_or(|at| *at > part.start)
            };
            match (walk.next().filter(is_open), walk.last(), walk.around()) {
                (Some(part), _, _) => {
                    let next = inner.get(idx + 1).map(|comment| comment.span.start);
                    let next = next.unwrap_or(part.start).min(part.start);
                    let is_apart = is_blank_line(slice(text, span.end, next));
                    let notes = self.items.entry(part.start).or_default();
                    notes.add_above(words, is_apart);
                }
                (None, Some(part), _) => {
                    let notes = self.items.entry(part.start).or_default();
                    notes.below.push(words.to_string());
                }
                (None, None, Some(part)) => {
                    self.items
                        .entry(part.start)
                        .or_default()
                        .add_trailing(words);
                }
                (None, None, None) => self.around.entry(dec.start).or_default().add(words),
            }
        }
    }

    /// Collects the doc comments of items, the last lines in front of each, and returns the item of each comment.
    fn docs(&mut self, text: &str, comments: &[Comment], items: &[Noted]) -> HashMap<u32, u32> {
        let mut owners = HashMap::new();
        for item in items.iter().filter(|item| item.n_docs > 0) {
            let end = comments.partition_point(|c| c.span.start < item.start);
            let above = comments.get(..end).unwrap_or_default().iter().rev();
            let lines = above.filter(|c| {
                let words = words(text, c.span);
                words.starts_with("//") && !is_directive(words)
            });
            let mut docs: Vec<&Comment> = lines.take(item.n_docs).collect();
            docs.reverse();
            let notes = self.items.entry(item.start).or_default();
            for comment in docs {
                owners.insert(comment.span.start, item.start);
                notes.docs.push(words(text, comment.span).to_string());
            }
        }
        owners
    }
}

/// The items of a declaration around a position that moves forward.
struct CommentPlacer<'a> {
    parts: std::iter::Peekable<std::slice::Iter<'a, Noted>>,
    /// The items that contain the position.
    open: Vec<&'a Noted>,
    /// The last item that has ended, directly in the declaration and in each of the open items.
    ended: Vec<Option<&'a Noted>>,
}

impl<'a> CommentPlacer<'a> {
    fn advance(&mut self, to: u32) {
        while let Some(part) = self.parts.next_if(|part| part.start < to) {
            self.close(part.start);
            self.open.push(part);
            self.ended.push(None);
        }
        self.close(to);
    }

    fn close(&mut self, at: u32) {
        while let Some(part) = self.open.last().copied().filter(|part| part.end <= at) {
            self.open.pop();
            self.ended.pop();
            if let Some(last) = self.ended.last_mut() {
                *last = Some(part);
            }
        }
    }

    /// Returns the innermost item that contains the position.
    fn around(&self) -> Option<&'a Noted> {
        self.open.last().copied()
    }

    /// Returns the last item before the position with the same parent.
    fn last(&self) -> Option<&'a Noted> {
        self.ended.last().copied().flatten()
    }

    /// Returns the next item, if it has the same parent.
    fn next(&mut self) -> Option<&'a Noted> {
        let end = self.around().map_or(u32::MAX, |part| part.end);
        self.parts.peek().copied().filter(|part| part.start < end)
    }
}

/// Returns the positions of the closing braces in a declaration.
fn closing(text: &str, dec: &Noted, comments: &[Comment]) -> Vec<u32> {
    let starts = std::iter::once(dec.start).chain(comments.iter().map(|c| c.span.end));
    let ends = comments.iter().map(|c| c.span.start).chain([dec.end]);
    let mut found = Vec::new();
    for (start, end) in starts.zip(ends) {
        let braces = (start..).zip(slice(text, start, end).bytes());
        found.extend(braces.filter(|(_, byte)| *byte == b'}').map(|(at, _)| at));
    }
    found
}

fn is_blank_line(space: &str) -> bool {
    space.matches('\n').count() > 1
}

fn words(text: &str, span: Span) -> &str {
    slice(text, span.start, span.end).trim_end()
}

fn slice(text: &str, start: u32, end: u32) -> &str {
    text.get(start as usize..end as usize).unwrap_or_default()
}
