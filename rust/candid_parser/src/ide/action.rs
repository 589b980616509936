//! Changes that an editor offers at a position.

use super::hover::dedent;
use super::node::{path_at, Node};
use super::{overlaps, slice, touches, Analysis, Edit};
use crate::check::similar;
use crate::source_layout::{content_start, line_end, BYTE_ORDER_MARK};
use crate::syntax::ast::{Prog, Span, TypeKind};
use crate::syntax::parse::parser::shorten;
use crate::syntax::PrimType;
use candid::types::Label;
use std::collections::HashSet;

/// Limit on the number of undefined names in a selection for which changes are offered.
const MAX_NAMES: usize = 10;

/// The kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// Corrects an error.
    Fix,
    /// Replaces a type by another one.
    Rewrite,
    /// Gives a type a name.
    Extract,
}

/// A change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// What the change does.
    pub title: String,
    /// The kind.
    pub kind: ActionKind,
    /// The changes of the main file, in source order, none of which overlap.
    pub edits: Vec<Edit>,
    /// For a fix, the location of the name with the error.
    pub fixes: Option<Span>,
}

impl Analysis {
    /// Returns the changes that can be made in a selection, which may be empty: those that correct syntax, definitions for
    /// undefined names, `opt` added or removed, `blob` instead of `vec nat8` and the reverse, names for types written in place.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use candid_parser::syntax::ast::Span;
    /// use std::path::Path;
    ///
    /// let text = "type A = record { data : vec nat8 };";
    /// let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text)).unwrap();
    /// let actions = analysis.actions(Span { start: 26, end: 26 });
    /// let titles: Vec<_> = actions.iter().map(|action| action.title.as_str()).collect();
    /// assert_eq!(titles, ["Replace vec nat8 by blob", "Make data optional"]);
    /// ```
    #[must_use]
    pub fn actions(&self, selection: Span) -> Vec<Action> {
        let Some(prog) = self.prog() else {
            return Vec::new();
        };
        let mut actions = Vec::new();
        self.corrections(selection, &mut actions);
        self.undefined(prog, selection, &mut actions);
        let path = path_at(prog, selection.start);
        self.bytes(&path, &mut actions);
        self.optional(&path, &mut actions);
        self.extract(prog, &path, selection.start, &mut actions);
        actions
    }

    /// Makes the changes that correct errors of syntax.
    fn corrections(&self, selection: Span, actions: &mut Vec<Action>) {
        if self.is_valid {
            return;
        }
        let (main, source) = (self.main(), self.text(self.main()));
        let fixes = self.findings().iter().filter_map(|finding| {
            let label = finding.labels.first()?;
            let is_here = label.file == main && overlaps(label.span, selection);
            Some((label.span, finding.fix.as_deref().filter(|_| is_here)?))
        });
        for (place, fix) in fixes.take(MAX_NAMES) {
            let (old, new) = (slice(source, fix.span).trim(), fix.text.trim());
            let title = match (old, new) {
                ("", new) => format!("Insert {}", shorten(new)),
                (old, "") => format!("Remove {}", shorten(old)),
                (old, new) => format!("Replace {} by {}", shorten(old), shorten(new)),
            };
            actions.push(Action {
                title,
                kind: ActionKind::Fix,
                edits: vec![fix.clone()],
                fixes: Some(place),
            });
        }
    }

    /// Returns the first undefined names in a selection, each with a location.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use candid_parser::syntax::ast::Span;
    /// use std::path::Path;
    ///
    /// let text = "type A = opt B; type C = A;";
    /// let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text))?;
    /// let names = analysis.undefined_names(Span { start: 0, end: 27 });
    /// assert_eq!(names, [("B", Span { start: 13, end: 14 })]);
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn undefined_names(&self, selection: Span) -> Vec<(&str, Span)> {
        let mut seen = HashSet::new();
        let types = self.prog().into_iter().flat_map(Prog::types);
        let types = types.filter(|ty| overlaps(ty.span, selection));
        let names = types.filter_map(|ty| Some((ty.name()?, ty.span)));
        let undefined = names.filter(|(name, _)| self.def(name).is_none() && seen.insert(*name));
        undefined.take(MAX_NAMES).collect()
    }

    /// Defines an undefined name, or replaces it by a similar one.
    fn undefined(&self, prog: &Prog, selection: Span, actions: &mut Vec<Action>) {
        for (name, span) in self.undefined_names(selection) {
            let similar = similar(name, || self.defs.keys().map(String::as_str));
            // A constructor alone is not a type.
            let is_type = |name: &&str| !matches!(*name, "opt" | "vec" | "record" | "variant");
            if let Some(similar) = similar.filter(is_type) {
                actions.push(Action {
                    title: format!("Replace {name} by {similar}"),
                    kind: ActionKind::Fix,
                    edits: vec![Edit {
                        span,
                        text: similar.to_string(),
                    }],
                    fixes: Some(span),
                });
            }
            if super::check_type_name(name).is_ok() {
                let text = format!("type {name} = record {{}};\n");
                actions.push(Action {
                    title: format!("Create type {name}"),
                    kind: ActionKind::Fix,
                    edits: vec![self.insertion(prog, span.start, &text)],
                    fixes: Some(span),
                });
            }
        }
    }

    /// Replaces `vec nat8` by `blob`, or the reverse.
    fn bytes(&self, path: &[Node<'_>], actions: &mut Vec<Action>) {
        let types = path.iter().rev().filter_map(|node| match node {
            Node::Type(ty) => Some(*ty),
            _ => None,
        });
        // The type at the position, and the one around it.
        for ty in types.take(2) {
            let (old, new) = match &ty.kind {
                TypeKind::Blob => ("blob", "vec nat8"),
                TypeKind::Vec(part) if part.kind == TypeKind::Prim(PrimType::Nat8) => {
                    ("vec nat8", "blob")
                }
                _ => continue,
            };
            let edit = Edit {
                span: ty.span,
                text: new.to_string(),
            };
            actions.push(rewrite(format!("Replace {old} by {new}"), edit));
            break;
        }
    }

    /// Adds `opt` to the type of a field or an argument, or removes it.
    fn optional(&self, path: &[Node<'_>], actions: &mut Vec<Action>) {
        let node = path
            .iter()
            .rev()
            .find(|node| !matches!(node, Node::Type(_)));
        let (name, ty) = match node {
            Some(Node::Field(field)) => match &field.label {
                Label::Named(name) => (name.clone(), &field.typ),
                Label::Id(id) | Label::Unnamed(id) => (format!("field {id}"), &field.typ),
            },
            Some(Node::Arg(arg)) => {
                let name = arg.name.as_ref();
                let name = name.map_or("the type".to_string(), |name| name.text.clone());
                (name, &arg.typ)
            }
            _ => return,
        };
        actions.push(match &ty.kind {
            TypeKind::Error => return,
            TypeKind::Opt(part) => {
                let span = Span {
                    start: ty.span.start,
                    end: part.span.start,
                };
                let text = String::new();
                rewrite(format!("Make {name} required"), Edit { span, text })
            }
            _ => {
                let span = Span::empty(ty.span.start);
                let text = "opt ".to_string();
                rewrite(format!("Make {name} optional"), Edit { span, text })
            }
        });
    }

    /// Moves a record, variant, function or service that is written in place to a definition of its own.
    fn extract(&self, prog: &Prog, path: &[Node<'_>], at: u32, actions: &mut Vec<Action>) {
        let [.., parent, Node::Type(ty)] = path else {
            return;
        };
        let word = match ty.kind {
            TypeKind::Record(_) => "record",
            TypeKind::Variant(_) => "variant",
            TypeKind::Func(_) => "func",
            TypeKind::Service(_) => "service",
            _ => return,
        };
        let is_written = slice(self.text(self.main()), ty.span).starts_with(word);
        let start = ty.span.start;
        let end = start.saturating_add(u32::try_from(word.len()).unwrap_or(0));
        // In a method, `func` is not written; a definition has a name already.
        if !is_written || matches!(parent, Node::Def(_)) || !touches(Span { start, end }, at) {
            return;
        }
        let name = self.new_name(path);
        let source = dedent(self.text(self.main()), ty.span, usize::MAX);
        let definition = format!("type {name} = {source};\n");
        let used = Edit {
            span: ty.span,
            text: name.clone(),
        };
        actions.push(Action {
            title: format!("Extract type {name}"),
            kind: ActionKind::Extract,
            edits: vec![self.insertion(prog, start, &definition), used],
            fixes: None,
        });
    }

    /// Returns a name that is not defined, made from that of the field, argument or method around a type.
    fn new_name(&self, path: &[Node<'_>]) -> String {
        let base = path.iter().rev().find_map(|node| match node {
            Node::Field(field) | Node::Case(field) => field.name(),
            Node::Arg(arg) => Some(arg.name.as_ref()?.text.as_str()),
            Node::Method(method) => Some(&method.name.text),
            Node::Def(def) => Some(&def.name.text),
            _ => None,
        });
        let words = base
            .unwrap_or("")
            .split(|c: char| !c.is_ascii_alphanumeric());
        let mut name = String::new();
        for word in words {
            let mut letters = word.chars();
            name.extend(letters.next().map(|c| c.to_ascii_uppercase()));
            name.push_str(letters.as_str());
        }
        if super::check_type_name(&name).is_err() {
            name = "Type".to_string();
        }
        let mut free = name.clone();
        let mut n = 1;
        while self.def(&free).is_some() {
            n += 1;
            free = format!("{name}{n}");
        }
        free
    }

    /// Inserts text before the declaration that contains a position, above its comment. Its lines end as the others do.
    pub(super) fn insertion(&self, prog: &Prog, at: u32, text: &str) -> Edit {
        let start = path_at(prog, at)
            .first()
            .map_or(0, |node| node.span().start);
        let source = self.text(self.main());
        let mut start = start as usize;
        let line_start = |at: usize| source.get(..at).and_then(|text| text.rfind('\n'));
        let first = line_start(start).map_or(0, |at| at + 1);
        // Several declarations may share a line.
        if source
            .get(first..start)
            .is_some_and(|text| text.trim().is_empty())
        {
            start = first;
            while let Some(end) = start.checked_sub(1) {
                let above = line_start(end).map_or(0, |at| at + 1);
                let line = source.get(above..end).unwrap_or("");
                let line = line.trim_start_matches(BYTE_ORDER_MARK);
                if !line.trim_start().starts_with("//") {
                    break;
                }
                start = above;
            }
        }
        start = start.max(content_start(source));
        Edit {
            span: Span::of(start, start),
            text: text.replace('\n', line_end(source)),
        }
    }
}

fn rewrite(title: String, edit: Edit) -> Action {
    Action {
        title,
        kind: ActionKind::Rewrite,
        edits: vec![edit],
        fixes: None,
    }
}
