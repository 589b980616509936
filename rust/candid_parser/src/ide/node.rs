//! The nodes of a syntax tree that contain a position.

use super::{touches, Analysis};
use crate::syntax::ast::{
    Actor, Arg, Dec, Field, Import, Method, Prog, Span, Type, TypeDef, TypeKind,
};
use candid::types::Label;

/// Limit on the number of ranges that a selection grows through, innermost first.
const MAX_SELECTIONS: usize = 100;

/// A node with its location.
#[derive(Clone, Copy)]
pub(super) enum Node<'a> {
    Def(&'a TypeDef),
    Import(&'a Import),
    Actor(&'a Actor),
    Type(&'a Type),
    Field(&'a Field),
    Case(&'a Field),
    Method(&'a Method),
    Arg(&'a Arg),
}

impl<'a> Node<'a> {
    /// Returns the location of the whole node.
    pub(super) fn span(self) -> Span {
        match self {
            Node::Def(def) => def.span,
            Node::Import(import) => import.span,
            Node::Actor(actor) => actor.span,
            Node::Type(ty) => ty.span,
            Node::Field(field) | Node::Case(field) => field.span,
            Node::Method(method) => method.name.span.to(method.typ.span),
            Node::Arg(arg) => match &arg.name {
                Some(name) => name.span.to(arg.typ.span),
                None => arg.typ.span,
            },
        }
    }

    /// Returns the location of the name, if the node has one in the text.
    pub(super) fn name(self) -> Option<Span> {
        match self {
            Node::Def(def) => Some(def.name.span),
            Node::Import(import) => Some(import.path.span),
            Node::Actor(actor) => actor.name.as_ref().map(|name| name.span),
            Node::Type(_) => None,
            Node::Field(field) | Node::Case(field) => match field.label {
                Label::Unnamed(_) => None,
                Label::Named(_) | Label::Id(_) => Some(field.label_span),
            },
            Node::Method(method) => Some(method.name.span),
            Node::Arg(arg) => arg.name.as_ref().map(|name| name.span),
        }
    }

    /// Returns the innermost children: the last one that starts at the position or before is the one to look into.
    fn child_at(self, at: u32) -> Option<Node<'a>> {
        /// Returns the last node that starts at the position or before.
        fn last<'a>(nodes: impl Iterator<Item = Node<'a>>, at: u32) -> Option<Node<'a>> {
            nodes.take_while(|node| node.span().start <= at).last()
        }
        let child = match self {
            Node::Def(def) => Some(Node::Type(&def.typ)),
            Node::Actor(actor) => Some(Node::Type(&actor.typ)),
            Node::Field(field) | Node::Case(field) => Some(Node::Type(&field.typ)),
            Node::Method(method) => Some(Node::Type(&method.typ)),
            Node::Arg(arg) => Some(Node::Type(&arg.typ)),
            Node::Import(_) => None,
            Node::Type(ty) => match &ty.kind {
                TypeKind::Opt(part) | TypeKind::Vec(part) => Some(Node::Type(part)),
                TypeKind::Record(fields) => last(fields.iter().map(Node::Field), at),
                TypeKind::Variant(cases) => last(cases.iter().map(Node::Case), at),
                TypeKind::Func(func) => last(func.args.iter().chain(&func.rets).map(Node::Arg), at),
                TypeKind::Service(methods) => last(methods.iter().map(Node::Method), at),
                TypeKind::Class(args, service) => {
                    let service = [Node::Type(service)];
                    last(args.iter().map(Node::Arg).chain(service), at)
                }
                _ => None,
            },
        };
        child.filter(|child| touches(child.span(), at))
    }
}

/// Returns the nodes that contain a position or touch it, outermost first. The last one has the position in its own text,
/// such as its name, and not in a child. Needs no stack, however deep the tree is.
pub(super) fn path_at(prog: &Prog, at: u32) -> Vec<Node<'_>> {
    let decs = prog.decs.iter().map(|dec| match dec {
        Dec::Type(def) => Node::Def(def),
        Dec::Import(import) => Node::Import(import),
    });
    let nodes = decs.chain(prog.actor.iter().map(Node::Actor));
    // A service before declarations is reported, but is in the tree.
    let mut next = nodes.rev().find(|node| touches(node.span(), at));
    let mut path = Vec::new();
    while let Some(node) = next {
        path.push(node);
        if node.name().is_some_and(|name| touches(name, at)) {
            break;
        }
        next = node.child_at(at);
    }
    path
}

impl Analysis {
    /// Returns what a selection at a position grows through, innermost first: names, types, fields, declarations.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// let text = "type A = opt record { id : nat };";
    /// let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text)).unwrap();
    /// let spans = analysis.selection(22).into_iter().map(|span| &text[std::ops::Range::from(span)]);
    /// let expected = ["id", "id : nat", "record { id : nat }", "opt record { id : nat }"];
    /// assert_eq!(spans.take(4).collect::<Vec<_>>(), expected);
    /// ```
    #[must_use]
    pub fn selection(&self, at: u32) -> Vec<Span> {
        let Some(prog) = self.prog() else {
            return Vec::new();
        };
        let path = path_at(prog, at);
        let name = path.last().and_then(|node| node.name());
        let name = name.filter(|name| touches(*name, at));
        let nodes = path.iter().rev().map(|node| node.span());
        let mut spans: Vec<Span> = name.into_iter().chain(nodes).collect();
        spans.dedup();
        spans.truncate(MAX_SELECTIONS);
        spans
    }
}
