//! Comments that are directly above no item: whoever prints an interface anew keeps them, too.
//!
//! Between declarations they stay as they are. Within one there is no place for them but above a field, a case or a
//! method: the one in front of them on the same line, else the next.

use crate::stack;
use crate::syntax::ast::{Arg, Comment, Dec, Prog, Type, TypeKind};
use std::collections::{HashMap, HashSet};

/// What stands around a declaration.
#[derive(Debug, Default)]
pub(crate) struct Around {
    /// Lines above it and its comment, with the empty line that keeps them apart.
    pub(crate) above: String,
    /// What follows on its last line.
    pub(crate) behind: String,
}

/// The comments of a file that are not those of items, by where the declarations and the items start.
#[derive(Debug, Default)]
pub(super) struct Comments {
    pub(super) around: HashMap<u32, Around>,
    /// Lines to add above the comment of an item and below it.
    items: HashMap<u32, [Vec<String>; 2]>,
    /// Lines behind the last declaration.
    pub(super) end: String,
}

/// A declaration, a field, a case or a method.
struct Item {
    start: u32,
    end: u32,
    n_docs: usize,
}

impl Comments {
    pub(super) fn of(prog: &Prog, text: &str) -> Self {
        let mut comments = Comments::default();
        let mut rest = prog.comments.as_slice();
        let mut before = None;
        for (dec, typ) in declarations(prog) {
            let (gap, inner) = rest.split_at(rest.partition_point(|c| c.span.start < dec.start));
            let (inner, next) = inner.split_at(inner.partition_point(|c| c.span.start < dec.end));
            let is_doc = docs(text, gap, std::slice::from_ref(&dec));
            let above = comments.gap(text, before, gap, &is_doc);
            if !above.is_empty() {
                comments.around.entry(dec.start).or_default().above = above + "\n";
            }
            comments.within(text, &dec, typ, inner);
            before = Some(dec);
            rest = next;
        }
        comments.end = comments.gap(text, before, rest, &HashSet::new());
        comments
    }

    /// Completes the comment above an item.
    pub(super) fn complete(&mut self, start: u32, docs: &mut Vec<String>) {
        if let Some([mut above, below]) = self.items.remove(&start) {
            above.append(docs);
            above.extend(below);
            *docs = above;
        }
    }

    /// Returns the lines between two declarations, except for what belongs to the one before.
    fn gap(
        &mut self,
        text: &str,
        before: Option<Item>,
        gap: &[Comment],
        is_doc: &HashSet<u32>,
    ) -> String {
        let mut lines = String::new();
        let mut last_end = None;
        for comment in gap.iter().filter(|c| !is_doc.contains(&c.span.start)) {
            let words = slice(text, comment.span.start, comment.span.end).trim_end();
            if let Some(dec) = &before {
                if !slice(text, dec.end, comment.span.start).contains('\n') {
                    let around = self.around.entry(dec.start).or_default();
                    around.behind.push(' ');
                    around.behind.push_str(words);
                    continue;
                }
            }
            let space = last_end.map_or("", |end| slice(text, end, comment.span.start));
            if space.matches('\n').count() > 1 {
                lines.push('\n');
            }
            lines.push_str(words);
            lines.push('\n');
            last_end = Some(comment.span.end);
        }
        lines
    }

    /// Gives the comments within a declaration to its parts.
    fn within(&mut self, text: &str, dec: &Item, typ: &Type, inner: &[Comment]) {
        if inner.is_empty() {
            return;
        }
        let mut parts = Vec::new();
        collect(typ, &mut parts);
        let is_doc = docs(text, inner, &parts);
        let mut by_end: Vec<&Item> = parts.iter().collect();
        by_end.sort_by_key(|part| part.end);
        for comment in inner.iter().filter(|c| !is_doc.contains(&c.span.start)) {
            let start = comment.span.start;
            let ended = by_end.partition_point(|part| part.end <= start);
            let is_behind = |part: &&&Item| {
                let between = slice(text, part.end, start);
                between
                    .chars()
                    .all(|c| matches!(c, ';' | ',' | '}' | ')' | ' ' | '\t'))
            };
            let behind = ended
                .checked_sub(1)
                .and_then(|idx| by_end.get(idx))
                .filter(is_behind);
            let next = parts.get(parts.partition_point(|part| part.start < start));
            let (part, place) = match (behind, next, parts.last()) {
                (Some(part), _, _) => (part.start, 1),
                (None, Some(part), _) => (part.start, 0),
                (None, None, Some(part)) => (part.start, 1),
                (None, None, None) => (dec.start, 1),
            };
            let words = slice(text, start, comment.span.end);
            self.items.entry(part).or_default()[place].extend(lines_of(words));
        }
    }
}

/// Returns the definitions and the service with their types, in the order of the text.
fn declarations(prog: &Prog) -> impl Iterator<Item = (Item, &Type)> {
    let item = |span: crate::syntax::ast::Span, docs: &[String]| Item {
        start: span.start,
        end: span.end,
        n_docs: docs.len(),
    };
    let defs = prog.decs.iter().filter_map(move |dec| match dec {
        Dec::Type(def) => Some((item(def.span, &def.docs), &def.typ)),
        Dec::Import(_) => None,
    });
    let actor = prog.actor.iter();
    defs.chain(actor.map(move |actor| (item(actor.span, &actor.docs), &actor.typ)))
}

/// Adds the fields, cases and methods in a type, in the order of the text.
fn collect(typ: &Type, parts: &mut Vec<Item>) {
    let args = |args: &[Arg], parts: &mut Vec<Item>| {
        args.iter().for_each(|arg| collect(&arg.typ, parts));
    };
    stack::level(|| match &typ.kind {
        TypeKind::Opt(part) | TypeKind::Vec(part) => collect(part, parts),
        TypeKind::Record(fields) | TypeKind::Variant(fields) => {
            for field in fields {
                parts.push(Item {
                    start: field.span.start,
                    end: field.span.end,
                    n_docs: field.docs.len(),
                });
                collect(&field.typ, parts);
            }
        }
        TypeKind::Func(func) => {
            args(&func.args, parts);
            args(&func.rets, parts);
        }
        TypeKind::Service(methods) => {
            for method in methods {
                parts.push(Item {
                    start: method.name.span.start,
                    end: method.typ.span.end,
                    n_docs: method.docs.len(),
                });
                collect(&method.typ, parts);
            }
        }
        TypeKind::Class(init, service) => {
            args(init, parts);
            collect(service, parts);
        }
        _ => {}
    });
}

/// Returns which comments are those of items: the last lines in front of each.
fn docs(text: &str, comments: &[Comment], items: &[Item]) -> HashSet<u32> {
    let mut found = HashSet::new();
    for item in items.iter().filter(|item| item.n_docs > 0) {
        let end = comments.partition_point(|c| c.span.start < item.start);
        let above = comments.get(..end).unwrap_or_default().iter().rev();
        let starts = above.map(|c| c.span.start);
        let is_line = |start: &u32| slice(text, *start, *start + 2) == "//";
        found.extend(starts.filter(is_line).take(item.n_docs));
    }
    found
}

/// Returns what a comment says, line by line.
fn lines_of(words: &str) -> Vec<String> {
    if let Some(line) = words.strip_prefix("//") {
        return vec![line.trim().to_string()];
    }
    let words = words.strip_prefix("/*").unwrap_or(words);
    let words = words.strip_suffix("*/").unwrap_or(words).trim();
    let line = |line: &str| {
        let line = line.trim();
        line.strip_prefix('*').unwrap_or(line).trim().to_string()
    };
    words.lines().map(line).collect()
}

fn slice(text: &str, start: u32, end: u32) -> &str {
    text.get(start as usize..end as usize).unwrap_or_default()
}
