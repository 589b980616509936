//! Reinsertion of comments into printed text, each at the item where it was written.

use crate::syntax::ast::{Prog, Span, Type, TypeKind};
use crate::syntax::parse::parse_prog;

/// The comments at a declaration, a field, a case or a method, as written.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// Lines of its documentation.
    pub(super) docs: Vec<String>,
    /// Other lines above it, some of them empty.
    above: Vec<String>,
    /// The comments after it on its last line.
    trailing: String,
    /// Lines below it.
    pub(super) below: Vec<String>,
}

impl Notes {
    /// Adds a comment above the item, separated from what follows if an empty line is between them. Comments that do
    /// not document the item must be separated.
    pub(super) fn add_above(&mut self, comment: &str, is_apart: bool) {
        self.above.push(comment.to_string());
        if is_apart {
            self.above.push(String::new());
        }
    }

    /// Adds a comment after the item, or above it if there it would swallow the code that follows.
    pub(super) fn add_trailing(&mut self, comment: &str) {
        if !add_trailing(&mut self.trailing, comment) {
            self.add_above(comment, false);
        }
    }

    fn lines_above(&self) -> impl Iterator<Item = &str> {
        apart(&self.above).chain(self.docs.iter().map(String::as_str))
    }
}

/// Returns lines above an item, with an empty line after them, so that they do not become its documentation.
pub(super) fn apart(lines: &[String]) -> impl Iterator<Item = &str> {
    let last = lines.iter().rposition(|line| line.starts_with("//"));
    let (near, rest) = lines.split_at(last.map_or(0, |at| at + 1));
    let is_apart = last.is_none() || rest.iter().any(String::is_empty);
    let empty = (!is_apart).then_some("");
    let near = near.iter().map(String::as_str).chain(empty);
    near.chain(rest.iter().map(String::as_str))
}

/// Adds a comment to those on a line, and returns whether it did: not if one of them extends to the end of the line or
/// does not end on it.
pub(super) fn add_trailing(trailing: &mut String, comment: &str) -> bool {
    if trailing.contains("//") || trailing.contains('\n') {
        return false;
    }
    trailing.push(' ');
    trailing.push_str(comment);
    true
}

/// Returns the text of a declaration with its notes; in `text`, each item with notes has their index for its comment.
pub(crate) fn put(text: &str, notes: &[Notes]) -> String {
    let prog = parse_prog(text).tree;
    let mut items = Vec::new();
    for (dec, typ) in declarations(&prog) {
        items.push(dec);
        collect(typ, &mut items);
    }
    // Edits: a position, the number of bytes to remove, and the text to insert.
    let mut edits: Vec<(usize, usize, String)> = Vec::new();
    for comment in &prog.comments {
        let (start, end) = (comment.span.start as usize, comment.span.end as usize);
        let number = text.get(start..end).and_then(|line| line.get(2..));
        let number = number.and_then(|number| number.trim().parse::<usize>().ok());
        let item = items.get(items.partition_point(|item| item.start < comment.span.start));
        let (Some(notes), Some(item)) = (number.and_then(|n| notes.get(n)), item) else {
            continue;
        };
        let line = text.get(..start).and_then(|text| text.rfind('\n'));
        let line = line.map_or(0, |at| at + 1);
        let indent = text.get(line..start).unwrap_or_default();
        let above = notes.lines_above().map(|line| indented(indent, line));
        edits.push((line, end + 1 - line, above.collect()));
        let rest = text.get(item.end as usize..).unwrap_or_default();
        let line_end = item.end as usize + rest.find('\n').unwrap_or(rest.len());
        let below = notes.below.iter().map(|line| indented(indent, line));
        let after = notes.trailing.clone() + "\n" + &below.collect::<String>();
        edits.push((line_end, 0, after.trim_end().to_string()));
    }
    edits.sort_by_key(|(at, ..)| *at);
    let mut done = String::with_capacity(text.len());
    let mut from = 0;
    for (at, n_cut, with) in edits {
        done.push_str(text.get(from..at).unwrap_or_default());
        done.push_str(&with);
        from = at + n_cut;
    }
    done.push_str(text.get(from..).unwrap_or_default());
    done
}

fn indented(indent: &str, line: &str) -> String {
    if line.is_empty() {
        "\n".to_string()
    } else {
        format!("{indent}{line}\n")
    }
}

/// The span of a declaration, a field, a case or a method.
#[derive(Debug)]
pub(super) struct Noted {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) n_docs: usize,
}

fn noted(start: u32, end: u32, docs: &[String]) -> Noted {
    let n_docs = docs.len();
    Noted { start, end, n_docs }
}

/// Returns the definitions and the service with their types, in source order.
pub(super) fn declarations(prog: &Prog) -> impl Iterator<Item = (Noted, &Type)> {
    let item = |span: Span, docs: &[String]| noted(span.start, span.end, docs);
    let defs = prog.defs();
    let actor = prog.actor.iter();
    defs.map(move |def| (item(def.span, &def.docs), &def.typ))
        .chain(actor.map(move |actor| (item(actor.span, &actor.docs), &actor.typ)))
}

/// Adds the fields, cases and methods in a type, in source order.
pub(super) fn collect(typ: &Type, parts: &mut Vec<Noted>) {
    let first = parts.len();
    for ty in typ.walk() {
        match &ty.kind {
            TypeKind::Record(fields) | TypeKind::Variant(fields) => {
                let fields = fields.iter();
                parts.extend(fields.map(|f| noted(f.span.start, f.span.end, &f.docs)));
            }
            TypeKind::Service(methods) => {
                let methods = methods.iter();
                parts.extend(methods.map(|m| noted(m.name.span.start, m.typ.span.end, &m.docs)));
            }
            _ => {}
        }
    }
    parts[first..].sort_by_key(|part| part.start);
}
